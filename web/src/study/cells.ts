/** A cell of the chart: the moves by value, the best first. */
export interface Cell {
  readonly hand: string;
  readonly move: string;
  readonly given: boolean;
  /** A hand that stands for the cell, and the dealer's card as it is written. */
  readonly cards: readonly string[];
  readonly up: string;
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
      cards: (row.dataset['cards'] ?? '').split(' '),
      up: row.dataset['up'] ?? '',
      moves,
    });
  });
  return found;
}

/** How the dealer ends under a card, as the page's own table says it: what is written, and the share. */
export function readDealer(up: string): { readonly name: string; readonly share: number; readonly shown: string }[] {
  const table = document.querySelector<HTMLTableElement>('table.dealer');
  const names = [...(table?.tHead?.rows[0]?.cells ?? [])].slice(1).map((cell) => cell.textContent);
  const row = [...(table?.tBodies[0]?.rows ?? [])].find(({ cells }) => cells[0]?.textContent === up);
  return names.map((name, place) => {
    const figure = row?.cells[place + 1]?.querySelector('data');
    return { name, share: Number(figure?.value ?? 0), shown: figure?.textContent ?? '' };
  });
}
