/** A cell of the chart: the moves by value, the best first. */
export interface Cell {
  readonly hand: string;
  readonly move: string;
  readonly given: boolean;
  readonly moves: readonly { readonly name: string; readonly ev: number }[];
}

const MOVES = ['stand', 'hit', 'double', 'split', 'surrender'];

/** Every cell of the page's own table of values, by its id. */
export function readCells(): Map<string, Cell> {
  const found = new Map<string, Cell>();
  document.querySelectorAll<HTMLTableRowElement>('table.values tbody tr').forEach((row) => {
    const moves = MOVES.flatMap((name, place) => {
      const value = row.cells[place + 2]?.querySelector('data')?.value;
      return value === undefined ? [] : [{ name, ev: Number(value) }];
    });
    moves.sort((one, other) => other.ev - one.ev);
    found.set(row.id, {
      hand: row.cells[0]?.textContent ?? '',
      move: row.dataset['move'] ?? '',
      given: row.dataset['given'] === '1',
      moves,
    });
  });
  return found;
}
