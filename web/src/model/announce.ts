// What a screen reader hears, told from the same events that move the cards. One sentence per fact, results once.
import type { Key, Params } from '../i18n/translate';
import type { BoxView, HandView, TableView } from '../wire/types';
import { totalOf, type CardCode } from './cards';
import type { Picture } from './playback';

/** How to put things into words; the page's language has them. */
export interface Words {
  readonly t: (key: Key, params?: Params) => string;
  readonly num: (value: number) => string;
  readonly signed: (value: number) => string;
  readonly list: (items: readonly string[]) => string;
  readonly card: (code: CardCode) => string;
  readonly totalSaid: (total: number, soft: boolean) => string;
}

export const myBox = (view: TableView): BoxView | undefined => view.boxes.find((box) => box.box === view.you.box);

const said = (hand: Pick<HandView, 'total' | 'soft'>, words: Words): string => words.totalSaid(hand.total, hand.soft);

export function dealerTotal(view: TableView, words: Words): string {
  return said(view.dealer, words);
}

/** Sentences for one picture, given the view shown before it. */
export function announce(before: TableView, picture: Picture, words: Words): string[] {
  const { view, event } = picture;
  const { t } = words;
  const mine = view.you.box;
  const nameAt = (box: number): string => view.boxes.find((one) => one.box === box)?.seat?.name ?? words.num(box);

  if (event === null) return atRest(before, view, words);
  switch (event.type) {
    case 'seat-taken':
      return event.player === view.you.player ? [] : [t('say.sat', { name: event.name, box: event.box })];
    case 'seat-left': {
      const name = before.boxes.find((box) => box.box === event.box)?.seat?.name;
      return event.player === view.you.player || !name ? [] : [t('say.left', { name, box: event.box })];
    }
    case 'betting-opened':
      return mine === null ? [] : [t('say.bets-open', { min: view.rules.bet_min, max: view.rules.bet_max })];
    case 'bet-accepted':
      return event.box === mine ? [t('say.accepted', { n: event.amount })] : [];
    case 'wish-returned':
      return event.box === mine ? [t('bet.too-late', { n: view.rules.bet_min })] : [];
    case 'shoe-shuffled':
      return [t('say.shuffle', { n: event.cards })];
    case 'round':
      break;
    default:
      return [];
  }

  const fact = event.event;
  switch (fact.type) {
    case 'box-card': {
      if (fact.box !== mine) return [];
      const box = myBox(view);
      const hand = box?.hands[fact.hand - 1];
      if (!box || !hand || hand.cards.length < 2) return [];
      // The first two cards are told together, a later one alone with the new total.
      return hand.cards.length === 2 && !hand.from_split
        ? [t('say.dealt', { cards: words.list(hand.cards.map(words.card)), total: said(hand, words) })]
        : [t('say.card', { card: words.card(fact.card), total: said(hand, words) })];
    }
    case 'dealer-card': {
      if (fact.card === null || fact.hidden) return [];
      return view.dealer.cards.length === 1
        ? [t('say.dealer-shows', { card: words.card(fact.card) })]
        : [t('say.dealer-draws', { card: words.card(fact.card), total: dealerTotal(view, words) })];
    }
    case 'hole-turned':
      return [t('say.dealer-turns', { card: words.card(fact.card), total: dealerTotal(view, words) })];
    case 'peeked':
      return fact.natural ? [] : [t('say.no-blackjack')];
    case 'turn-began':
      return fact.box === mine ? [] : [t('say.turn-of', { name: nameAt(fact.box), box: fact.box })];
    case 'stood': {
      if (fact.box !== mine) return [];
      const hand = myBox(view)?.hands[fact.hand - 1];
      if (fact.why === 'natural') return [t('say.blackjack')];
      return hand ? [t('say.stands', { n: hand.total })] : [];
    }
    case 'busted': {
      const hand = myBox(view)?.hands[fact.hand - 1];
      return fact.box === mine && hand ? [t('say.bust', { n: hand.total })] : [];
    }
    case 'dealer-done':
      if (fact.result === 'bust') return [t('say.dealer-bust', { n: fact.total })];
      if (fact.result === 'stand') return [t('say.dealer-stands', { n: fact.total })];
      return [t(fact.result === 'blackjack' ? 'say.dealer-blackjack' : 'say.dealer-none')];
    case 'insurance-settled':
      return fact.box === mine && !fact.behind
        ? [t('say.insurance', { amount: words.signed(fact.returned - fact.amount) })]
        : [];
    case 'hand-settled': {
      if (fact.box !== mine || fact.behind) return [];
      const result = t(`result.${fact.result}`);
      const amount = words.signed(fact.returned - fact.bet);
      const hands = myBox(view)?.hands.length ?? 1;
      return [hands > 1 ? t('say.result.hand', { n: fact.hand, result, amount }) : t('say.result', { result, amount })];
    }
    default:
      return [];
  }
}

/** Sentences that wait until the picture rests: my turn, an offer to me, what the round brought. */
function atRest(before: TableView, view: TableView, words: Words): string[] {
  const { t } = words;
  const out: string[] = [];
  const { you } = view;
  const box = myBox(view);
  const turnKey = (one: TableView): string =>
    one.turn && one.you.moves.length > 0 ? `${one.round}.${one.turn.box}.${one.turn.hand}` : '';
  if (box && view.turn?.box === you.box && you.moves.length > 0 && turnKey(before) !== turnKey(view)) {
    const hand = box.hands[view.turn.hand - 1];
    if (hand) {
      const facts = { total: said(hand, words), dealer: dealerTotal(view, words) };
      out.push(
        box.hands.length > 1
          ? t('say.turn.hand', { ...facts, n: view.turn.hand, of: box.hands.length })
          : t('say.turn', facts),
      );
    }
  }
  if (you.offers.length > 0 && before.you.offers.length === 0) {
    const offer = you.offers[0];
    if (offer) out.push(offer.even_money ? t('say.even-offer') : t('say.insurance-offer', { n: offer.insurance_most }));
  }
  if (you.surrender_offered && !before.you.surrender_offered) {
    out.push(t('say.surrender-offer', { n: Math.floor((box?.bet ?? 0) / 2) }));
  }
  if (you.net !== null && before.you.net === null) {
    out.push(t('say.round-net', { amount: words.signed(you.net), purse: words.num(you.purse) }));
  }
  return out;
}

/** For the key that reads out: my hands, the dealer, my bet. */
export function readOut(view: TableView, words: Words): string {
  const { t } = words;
  const box = myBox(view);
  const parts: string[] = [];
  const hands = box?.hands.filter((hand) => hand.cards.length > 0) ?? [];
  if (!box || hands.length === 0) parts.push(t('say.no-hand'));
  hands.forEach((hand, i) => {
    const facts = { cards: words.list(hand.cards.map(words.card)), total: said(hand, words) };
    parts.push(hands.length > 1 ? t('say.hand.n', { ...facts, n: i + 1, of: hands.length }) : t('say.hand', facts));
  });
  const up = view.dealer.cards.map((card) => (card === null ? t('card.hidden') : words.card(card)));
  if (up.length > 0) {
    const shown = totalOf(view.dealer.cards.filter((card) => card !== null));
    parts.push(t('say.dealer', { cards: words.list(up), total: words.totalSaid(shown.total, shown.soft) }));
  }
  const bet = hands.length > 0 ? hands.flatMap((hand) => hand.bets).reduce((a, b) => a + b, 0) : (box?.wish ?? 0);
  if (bet > 0) parts.push(t('say.bet-now', { n: bet }));
  return parts.join(' ');
}
