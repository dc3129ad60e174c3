// A round's record (format zapato.round/1) as the page shows it. Only what is shown is checked; judging is `zapato replay`'s.
import type { DealerResult, HandResult, Move } from '../wire/types';

export interface RoundRecord {
  readonly id: string;
  readonly table?: string;
  readonly round?: number;
  readonly rules: unknown;
  readonly cards: string;
  readonly bets: readonly {
    readonly box: number;
    readonly player: string;
    readonly amount: number;
    readonly behind?: boolean;
  }[];
  readonly moves: readonly {
    readonly box: number;
    readonly move: Move;
    readonly player?: string;
    readonly amount?: number;
    readonly hand?: number;
  }[];
  readonly expect?: {
    readonly players?: Readonly<Record<string, number>>;
    readonly hands?: readonly RecordHand[];
    readonly dealer?: { readonly cards: string; readonly total: number; readonly result: DealerResult };
  };
}

export interface RecordHand {
  readonly box: number;
  readonly hand: number;
  readonly player?: string;
  readonly cards: string;
  readonly total: number;
  readonly bet: number;
  readonly result: HandResult;
  readonly returned: number;
  readonly behind?: boolean;
}

/** Name of the preset and what was changed in it: "thot", "thot · bet_min 1000". */
export function rulesText(rules: unknown): string {
  if (typeof rules === 'string') return rules;
  if (typeof rules !== 'object' || rules === null) return '';
  return Object.entries(rules)
    .map(([name, value]) => (name === 'preset' ? String(value) : `${name} ${String(value)}`))
    .join(' · ');
}

export const cardsOf = (text: string): string[] => text.split(' ').filter((card) => card.length === 2);
