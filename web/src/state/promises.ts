// What this browser was promised: the commitment of each shoe it saw, and what it added itself. Kept here, so that a
// proof can be held against something that the server cannot change afterwards.

export interface Promised {
  readonly commitment?: string;
  readonly entropy?: string;
}

const KEY = 'zapato.shoes';
/** A few evenings' worth; the oldest go first. */
const SHOES_MAX = 60;

function read(): [string, Promised][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? (value as [string, Promised][]) : [];
  } catch {
    return [];
  }
}

export const promises = {
  /** `shoe`: its name, <table>-<number>. A commitment once noted is never replaced: that is the point of it. */
  note(shoe: string, promised: Promised): void {
    const all = read();
    const known = all.find(([name]) => name === shoe)?.[1] ?? {};
    if (Object.keys(promised).every((field) => field in known)) return;
    const kept = all.filter(([name]) => name !== shoe).slice(1 - SHOES_MAX);
    kept.push([shoe, { ...promised, ...known }]);
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // No storage: the visitor can still note the commitment by hand.
    }
  },

  of(shoe: string): Promised | null {
    return read().find(([name]) => name === shoe)?.[1] ?? null;
  },
};
