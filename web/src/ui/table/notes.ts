// The few words beside a name on its plate: what that player is doing, or did last.
import { language } from '../../state/language.svelte';
import type { BoxView, TableView } from '../../wire/types';

export function noteOf(view: TableView, box: BoxView): string {
  const { t } = language;
  const mine = box.box === view.you.box;
  if (!box.seat) return '';
  if (box.seat.left) return t(mine ? 'plate.leaving.you' : 'plate.leaving');
  if (box.seat.away && !mine) return t('plate.away');
  if (view.phase === 'waiting' || view.phase === 'betting') {
    if (box.sits_out) return t(mine ? 'plate.passed.you' : 'plate.passed');
    return t(box.ready ? 'plate.ready' : 'plate.betting');
  }
  if (box.hands.length === 0) return t('plate.no-bet');
  const turn = view.turn?.box === box.box ? view.turn : null;
  const which = box.hands.length > 1 && turn ? t('plate.hand-of', { n: turn.hand, of: box.hands.length }) : '';
  if (mine) {
    if (view.phase === 'settled') return '';
    const where = t('plate.box', { n: box.box });
    return which ? `${where} · ${which}` : where;
  }
  if (view.phase === 'settled') return '';
  if (view.phase === 'offers') {
    if (box.hands[0]?.state === 'even-money') return t('plate.even-money');
    if (box.answered === false) return t('plate.decides');
    if (box.insurance > 0) return t('plate.insured');
    return box.answered ? t('plate.uninsured') : '';
  }
  if (turn) return which || t('plate.decides');
  if (box.hands.length > 1) return box.hands.every((hand) => hand.state !== 'waiting') ? t('plate.split') : '';
  switch (box.hands[0]?.state) {
    case 'natural':
      return t('plate.blackjack');
    case 'even-money':
      return t('plate.even-money');
    case 'stood':
      return t('plate.stood');
    case 'doubled':
      return t('plate.doubled');
    case 'bust':
      return t('plate.bust');
    case 'surrendered':
      return t('plate.surrendered');
    default:
      return '';
  }
}
