// What a visitor may do at a table of the lobby, and why not.
import { middlemost } from '../../model/places';
import type { LobbyTable } from '../../wire/types';

export const freeBoxes = (table: LobbyTable): number[] =>
  table.boxes.filter((box) => box.name === null).map((box) => box.box);
export const mineAt = (table: LobbyTable): boolean => table.boxes.some((box) => box.you);

export const bestBox = (table: LobbyTable): number | undefined => middlemost(freeBoxes(table), table.boxes.length);

export type Hindrance =
  | { readonly code: 'full' }
  | { readonly code: 'below-min'; readonly n: number }
  | { readonly code: 'seated-elsewhere'; readonly table: string }
  | null;

/** `tables`: all of the lobby; one seat a guest, wherever it is. */
export function hindrance(table: LobbyTable, purse: number | null, tables: readonly LobbyTable[]): Hindrance {
  const seat = tables.find(mineAt);
  if (seat && seat.table !== table.table) return { code: 'seated-elsewhere', table: seat.table };
  if (freeBoxes(table).length === 0) return { code: 'full' };
  if (purse !== null && purse < table.bet_min) return { code: 'below-min', n: table.bet_min };
  return null;
}
