// What the trainer and the server say to each other. The server deals, values and remembers; nothing is decided here.
import { t } from './words';

export interface Question {
  readonly hand: string;
  readonly up: string;
  readonly seen: string;
  readonly moves: readonly string[];
  readonly cell: string;
  readonly insurance: boolean;
}

export interface CellProgress {
  readonly cell: string;
  readonly seen: number;
  readonly wrong: number;
  readonly cost: number;
  readonly learning: boolean;
}

export interface Progress {
  readonly hands: number;
  readonly right: number;
  readonly streak: number;
  readonly best_streak: number;
  readonly cost_per_100: number;
  readonly weakest: readonly CellProgress[];
  readonly cells: readonly CellProgress[];
}

export interface Grade {
  readonly choice: string;
  readonly chart: string;
  readonly best: string;
  readonly ev: Readonly<Record<string, number>>;
  readonly condition: string;
  readonly cost: number;
  readonly agrees: boolean;
  readonly right: boolean;
  readonly progress: Progress;
  readonly next: Question;
}

export interface State {
  readonly rules: string;
  readonly decks: number;
  /** Whether the dealer has a face-down card. */
  readonly hole: boolean;
  /** Hi-lo's tags, ace to ten. */
  readonly tags: readonly number[];
  /** What this table has hands for. */
  readonly modes: readonly Mode[];
  /** The chart's letter for each cell. */
  readonly chart: Readonly<Record<string, string>>;
  /** Whether index plays can be told for these decks. */
  readonly indices: boolean;
}

/** A hand to decide at a true count, half the shoe left. */
export interface CountQuestion {
  readonly hand: string;
  readonly up: string;
  readonly true_count: number;
  readonly moves: readonly string[];
}

export interface CountGrade {
  readonly choice: string;
  readonly best: string;
  readonly right: boolean;
  readonly ev: Readonly<Record<string, number>>;
  readonly condition: string;
  readonly cost: number;
  readonly below: string;
  readonly above: string;
  readonly index: number;
  readonly next: CountQuestion;
}

export const MODES = ['all', 'hard', 'soft', 'pair', 'double', 'surrender', 'insurance', 'mistakes', 'long'] as const;
export type Mode = (typeof MODES)[number];

export const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as State;

export async function post<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`/api/trainer/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)}`);
  return (await answer.json()) as T;
}

export async function readProgress(): Promise<Progress> {
  const answer = await fetch(`/api/trainer/progress?rules=${encodeURIComponent(state.rules)}`);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as Progress;
}

/** `hard-16-10` as people read it: 16 · 10. */
export function cellName(cell: string): string {
  const [part = '', row = '', up = ''] = cell.split('-');
  if (part === 'insurance') return t('mode_insurance');
  if (part === 'pair') return `${row} ${row} · ${up}`;
  return part === 'soft' ? `A ${String(Number(row) - 11)} · ${up}` : `${row} · ${up}`;
}

/** The keys of the table. */
export const KEYS: Readonly<Record<string, string>> = {
  h: 'hit',
  s: 'stand',
  d: 'double',
  p: 'split',
  r: 'surrender',
  y: 'insure',
  i: 'insure',
  n: 'decline',
};

export const LETTERS: Readonly<Record<string, string>> = {
  hit: 'H',
  stand: 'S',
  double: 'D',
  split: 'P',
  surrender: 'R',
  insure: 'Y',
  decline: 'N',
};

export const moveName = (move: string): string => t(move === 'insure' || move === 'decline' ? move : `move.${move}`);

/** As a button bears it. */
export const moveTitle = (move: string): string => moveName(move).charAt(0).toUpperCase() + moveName(move).slice(1);

const ORDER = ['hit', 'stand', 'double', 'split', 'surrender', 'insure', 'decline'];
/** In the order of the table's own buttons. */
export const inOrder = (moves: readonly string[]): string[] =>
  [...moves].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));

/** The moves by value, the best first. */
export const ranked = (ev: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(ev).sort(([, one], [, other]) => other - one);
