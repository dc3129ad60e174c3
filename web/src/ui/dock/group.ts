// Which group of controls the dock shows. The felt's picture decides, so that buttons never run ahead of the cards.
import { myBox } from '../../model/announce';
import type { TableView } from '../../wire/types';

export type Group = 'moves' | 'offers' | 'betting' | 'settled' | 'quiet';

export function groupOf(view: TableView, canBet: boolean): Group {
  const { you } = view;
  if (you.surrender_offered || you.offers.length > 0) return 'offers';
  if (you.moves.length > 0 && view.turn?.box === you.box) return 'moves';
  if (canBet) return 'betting';
  if (view.phase === 'settled' && you.net !== null && myBox(view)) return 'settled';
  return 'quiet';
}
