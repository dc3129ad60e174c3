// What a round's decisions were worth, as the server tells it (docs/review.md), and the few sums that the page makes of it.
import { totalOf } from './cards';

export type AnswerKind = 'move' | 'surrender' | 'insurance';
export const NOTES = ['split-hand', 'split-again', 'convention', 'formal', 'natural-once', 'purse', 'beside'] as const;
export type Note = (typeof NOTES)[number];

/** One point of a round, valued: `ev` by legal answer, in initial bets. */
export interface Valued {
  readonly kind: AnswerKind;
  readonly box: number;
  readonly hand: number;
  readonly bet: number;
  readonly cards: string;
  readonly up: string;
  readonly seen: string;
  readonly chart: string;
  readonly best: string;
  readonly ev: Readonly<Record<string, number>>;
  readonly cell: string;
  readonly given: string;
  readonly notes: readonly Note[];
}

export interface Decision extends Valued {
  readonly number: number;
  readonly player: string;
  /** Of a bettor behind: not the box's own. */
  readonly behind: boolean;
  readonly move: string;
  readonly amount: number | null;
  readonly by_clock: boolean;
  readonly cost: number;
}

export interface Review {
  readonly rules: string;
  /** The rules under which the trainer keeps mistakes made here. */
  readonly trainer: string;
  /** Mine, while the table remembers the round. */
  readonly box: number | null;
  /** Cards of the shoe's earlier rounds, all counted as gone; null: not known any more. */
  readonly earlier: string | null;
  readonly decisions: readonly Decision[];
  readonly notes: readonly Note[];
}

export interface Hint extends Valued {
  readonly table: string;
  readonly version: number;
  readonly round: number;
  readonly earlier: string;
}

/** `chart`: as the chart has it; `even`: otherwise, at no cost; `cost`: it gave something up; `clock`: nobody chose it. */
export type Verdict = 'chart' | 'even' | 'cost' | 'clock';

export function verdictOf(decision: Decision): Verdict {
  if (decision.by_clock) return 'clock';
  if (decision.move === decision.chart) return 'chart';
  return decision.cost > 0 ? 'cost' : 'even';
}

/** In debenes: an expectation. Whole from 10 on, one decimal below; what rounds to nothing is told as less than 0.1. */
export function costOf(decision: Decision): number {
  return rounded(decision.cost * decision.bet);
}

export function rounded(debenes: number): number {
  if (debenes >= 10) return Math.round(debenes);
  return debenes > 0 ? Math.max(0.1, Math.round(debenes * 10) / 10) : 0;
}

export interface Summary {
  readonly kind: 'none' | 'chart' | 'even' | 'cost';
  /** Of what was given up outside the chart, in debenes. */
  readonly debenes: number;
  readonly mistakes: readonly Decision[];
}

/** All of these decisions in one line. What the clock decided, and what the chart itself gives up in this shoe, is no mistake. */
export function summaryOf(decisions: readonly Decision[]): Summary {
  const own = decisions.filter((one) => verdictOf(one) !== 'clock');
  const mistakes = own.filter((one) => verdictOf(one) === 'cost');
  // Of the costs as they are shown, so that whoever adds them up finds the same.
  const debenes = Math.round(10 * mistakes.reduce((sum, one) => sum + costOf(one), 0)) / 10;
  if (mistakes.length > 0) return { kind: 'cost', debenes, mistakes };
  if (own.length === 0) return { kind: 'none', debenes, mistakes };
  return { kind: own.every((one) => verdictOf(one) === 'chart') ? 'chart' : 'even', debenes, mistakes };
}

/** The legal answers with their values, the best first. */
export function answersOf(one: Valued): readonly (readonly [answer: string, ev: number])[] {
  return Object.entries(one.ev).sort(([a, x], [b, y]) => y - x || Number(b === one.best) - Number(a === one.best));
}

export const wordsOf = (cards: string): string[] => cards.split(' ').filter((card) => card.length === 2);

/** How many cards were out of the shoe when this was decided: hand, upcard, all in sight, and the earlier rounds'. */
export function goneOf(one: Valued, earlier: string | null): number {
  return wordsOf(one.cards).length + 1 + wordsOf(one.seen).length + wordsOf(earlier ?? '').length;
}

export const totalOfHand = (one: Valued): { total: number; soft: boolean } => totalOf(wordsOf(one.cards));

/** Each condition and note of these figures once, in the order in which they are explained. */
export function reasonsOf(all: readonly Valued[]): { given: readonly string[]; notes: readonly Note[] } {
  return {
    given: [...new Set(all.map((one) => one.given))],
    notes: NOTES.filter((note) => all.some((one) => one.notes.includes(note))),
  };
}
