// How an amount of debenes is laid out in chips. Only for drawing: no amount is ever read back from chips.

/** At most this many are drawn in one pile; a taller one would cover the cards above it. */
export const PILE_MAX = 8;

/** Largest chips first, lowest in the pile; what no chip fits (150 with a smallest chip of 100) stays undrawn. */
export function pile(amount: number, chips: readonly number[]): number[] {
  const values = [...chips].sort((a, b) => b - a);
  const out: number[] = [];
  let rest = amount;
  for (const value of values) {
    while (rest >= value && out.length < PILE_MAX) {
      out.push(value);
      rest -= value;
    }
  }
  const smallest = values.at(-1);
  if (out.length === 0 && amount > 0 && smallest !== undefined) out.push(smallest);
  return out;
}
