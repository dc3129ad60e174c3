/** How long to wait before the next attempt to connect, in milliseconds: doubling from half a second to 15 s, spread by
 * a fifth so that a hall full of pages does not come back in one instant. `random` is in [0, 1). */
export function backoffMs(attempt: number, random: number): number {
  const base = Math.min(15_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.8 + 0.4 * random));
}
