// What this browser was promised: the commitment of each shoe it saw, and what it added itself. Kept here, so that a
// proof can be held against something that the server cannot change afterwards. A promise was made to a guest: books that
// a host began anew know other guests, and count their shoes from 1 again.

export interface Promised {
  readonly commitment?: string;
  readonly entropy?: string;
}

const KEY = 'zapato.shoes';
/** A few evenings' worth; the oldest go first. */
const SHOES_MAX = 60;

/** Early pages noted an empty commitment where a shoe had none yet. That was no promise. */
function real({ commitment, ...rest }: Promised): Promised {
  return commitment ? { ...rest, commitment } : rest;
}

function read(): [string, Promised][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? (value as [string, Promised][]).map(([name, noted]) => [name, real(noted)]) : [];
  } catch {
    return [];
  }
}

export const promises = {
  /** `shoe`: its name, <table>-<number>. A commitment once noted is never replaced: that is the point of it. */
  note(guest: string, shoe: string, promised: Promised): void {
    const mark = `${guest}/${shoe}`;
    const all = read();
    const known = all.find(([name]) => name === mark)?.[1] ?? {};
    if (Object.keys(promised).every((field) => field in known)) return;
    const kept = all.filter(([name]) => name !== mark).slice(1 - SHOES_MAX);
    kept.push([mark, { ...promised, ...known }]);
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // No storage: the visitor can still note the commitment by hand.
    }
  },

  of(guest: string, shoe: string): Promised | null {
    const mark = `${guest}/${shoe}`;
    return read().find(([name]) => name === mark)?.[1] ?? null;
  },
};
