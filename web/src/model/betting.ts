// Chips on my box before the bet is accepted: what I laid, in order, so that it can be taken back step by step.
import type { OfferView, RulesView } from '../wire/types';

export interface Draft {
  /** Chips as laid; their sum is the wish. */
  readonly chips: readonly number[];
  /** What lay there before each step, for undo. */
  readonly past: readonly (readonly number[])[];
}

export const EMPTY: Draft = { chips: [], past: [] };

/** Nobody undoes more; it bounds what a finger held on a key can pile up. */
const PAST_MAX = 64;
/** More chips than this are merged into larger ones: 5,000 laid in tens would be 500. */
const CHIPS_MAX = 60;

export const amountOf = (draft: Draft): number => draft.chips.reduce((sum, chip) => sum + chip, 0);

/** An amount in the table's chips, largest first. What no chip fits is one odd chip of its own (a remembered bet at other limits). */
export function inChips(amount: number, chips: readonly number[]): number[] {
  const out: number[] = [];
  let rest = amount;
  for (const chip of [...chips].sort((a, b) => b - a)) {
    const count = Math.floor(rest / chip);
    for (let i = 0; i < count && out.length < CHIPS_MAX; i += 1) {
      out.push(chip);
      rest -= chip;
    }
  }
  if (rest > 0) out.push(rest);
  return out;
}

function next(draft: Draft, chips: readonly number[]): Draft {
  return { chips, past: [...draft.past, draft.chips].slice(-PAST_MAX) };
}

export const laid = (draft: Draft, chip: number, values: readonly number[]): Draft =>
  next(draft, draft.chips.length < CHIPS_MAX ? [...draft.chips, chip] : inChips(amountOf(draft) + chip, values));

/** Takes off the last chip of this value, or the last one of all where none is left of it. */
export function taken(draft: Draft, chip: number): Draft {
  if (draft.chips.length === 0) return draft;
  const at = draft.chips.lastIndexOf(chip);
  return next(draft, draft.chips.toSpliced(at === -1 ? draft.chips.length - 1 : at, 1));
}

export const undone = (draft: Draft): Draft => ({ chips: draft.past.at(-1) ?? [], past: draft.past.slice(0, -1) });
export const cleared = (draft: Draft): Draft => (draft.chips.length === 0 ? draft : next(draft, []));
export const setTo = (draft: Draft, amount: number, values: readonly number[]): Draft =>
  next(draft, inChips(amount, values));

/** Why this amount may not lie on the box, as a code and a number for its text; null where it may (or could grow to). */
export function overLimit(
  amount: number,
  rules: RulesView,
  purse: number,
): { code: 'max' | 'purse'; n: number } | null {
  if (amount > rules.bet_max) return { code: 'max', n: rules.bet_max };
  if (amount > purse) return { code: 'purse', n: amount - purse };
  return null;
}

/** Why it cannot be dealt yet. */
export function notDealable(
  amount: number,
  rules: RulesView,
  purse: number,
): { code: 'broke' | 'nothing' | 'min' | 'max' | 'purse' | 'unit'; n: number } | null {
  if (amount === 0) return purse < rules.bet_min ? { code: 'broke', n: rules.bet_min } : { code: 'nothing', n: 0 };
  if (amount < rules.bet_min) return { code: 'min', n: rules.bet_min };
  if (amount % rules.bet_unit !== 0) return { code: 'unit', n: rules.bet_unit };
  return overLimit(amount, rules, purse);
}

/** What an insurance costs for what was typed: whole debenes within the offer, never above what was typed; null is the most. */
export function insuranceOf(offer: OfferView, typed: number | null): number {
  const { insurance_least: least, insurance_most: most } = offer;
  if (typed === null) return most;
  return Number.isFinite(typed) ? Math.min(most, Math.max(least, Math.floor(typed))) : least;
}
