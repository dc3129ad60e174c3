// One event applied to what the felt shows. This decides nothing and need not be complete: it carries the picture from
// one view of the server to the next, card by card, and the server's own view then replaces it.
import type { BoxView, DealerView, HandView, RoundEvent, Stake, TableEvent, TableView } from '../wire/types';
import { totalOf } from './cards';

type Change<T> = { -readonly [K in keyof T]?: T[K] };

const withBox = (view: TableView, box: number, change: (box: BoxView) => Change<BoxView>): TableView => ({
  ...view,
  boxes: view.boxes.map((old) => (old.box === box ? { ...old, ...change(old) } : old)),
});

const withPlayer = (view: TableView, player: string, change: (box: BoxView) => Change<BoxView>): TableView => ({
  ...view,
  boxes: view.boxes.map((old) => (old.seat?.player === player ? { ...old, ...change(old) } : old)),
});

const withHand = (
  view: TableView,
  box: number,
  hand: number,
  change: (hand: HandView) => Change<HandView>,
): TableView =>
  withBox(view, box, (old) => ({
    hands: old.hands.map((one, i) => (i === hand - 1 ? { ...one, ...change(one) } : one)),
  }));

const badge = (total: number, soft: boolean): string => (soft ? `${total - 10} / ${total}` : String(total));

function counted(cards: readonly string[]): Pick<HandView, 'cards' | 'total' | 'soft' | 'text'> {
  const { total, soft } = totalOf(cards);
  return { cards, total, soft, text: badge(total, soft) };
}

const emptyHand = (bets: readonly number[], cards: readonly string[], fromSplit: boolean): HandView => ({
  ...counted(cards),
  bets,
  state: 'waiting',
  from_split: fromSplit,
  result: null,
  returned: null,
  behind: [],
});

function dealerWith(cards: readonly (string | null)[], result: DealerView['result'] = null): DealerView {
  const { total, soft } = totalOf(cards.filter((card) => card !== null));
  return { cards, total, soft, text: badge(total, soft), result };
}

/** My own money leaves the purse with the chips, not a moment later. */
const staked = (view: TableView, player: string, amount: number): TableView =>
  player === view.you.player
    ? { ...view, you: { ...view.you, purse: view.you.purse - amount, in_play: view.you.in_play + amount } }
    : view;

const allStaked = (view: TableView, stakes: readonly Stake[]): TableView =>
  stakes.reduce((before, stake) => staked(before, stake.player, stake.amount), view);

const oneLess = (view: TableView): TableView => ({
  ...view,
  shoe: { ...view.shoe, left: Math.max(0, view.shoe.left - 1) },
});

function advanceRound(view: TableView, event: RoundEvent): TableView {
  switch (event.type) {
    case 'round-opened': {
      const bets = new Map(event.bets.filter((bet) => bet.behind !== true).map((bet) => [bet.box, bet.amount]));
      return {
        ...view,
        phase: 'moves',
        turn: null,
        clock: null,
        dealer: dealerWith([]),
        boxes: view.boxes.map((box) => {
          const bet = bets.get(box.box);
          return bet === undefined
            ? { ...box, hands: [], wish: 0 }
            : { ...box, wish: 0, bet, hands: [emptyHand([bet], [], false)] };
        }),
      };
    }
    case 'box-card':
      return oneLess(withHand(view, event.box, event.hand, (hand) => counted([...hand.cards, event.card])));
    case 'dealer-card':
      return oneLess({ ...view, dealer: dealerWith([...view.dealer.cards, event.hidden ? null : event.card]) });
    case 'offers-opened': {
      const asked = new Set(event.offers.map((offer) => offer.box));
      return {
        ...view,
        phase: 'offers',
        boxes: view.boxes.map((box) => (asked.has(box.box) ? { ...box, answered: false } : box)),
      };
    }
    case 'insured':
      return event.behind
        ? staked(view, event.player, event.amount)
        : withBox(staked(view, event.player, event.amount), event.box, () => ({
            insurance: event.amount,
            answered: true,
          }));
    case 'insurance-declined':
      return event.behind ? view : withBox(view, event.box, () => ({ answered: true }));
    case 'even-money-taken':
      return event.behind
        ? view
        : withHand(
            withBox(view, event.box, () => ({ answered: true })),
            event.box,
            1,
            () => ({ state: 'even-money' }),
          );
    case 'offers-closed':
      return { ...view, phase: 'moves', clock: null, boxes: view.boxes.map((box) => ({ ...box, answered: null })) };
    case 'surrender-offered':
      return { ...view, phase: 'surrender', turn: { box: event.box, hand: 1 } };
    case 'turn-began':
      return withHand(
        { ...view, phase: 'moves', turn: { box: event.box, hand: event.hand } },
        event.box,
        event.hand,
        () => ({ state: 'acting' }),
      );
    case 'stood':
      return withHand({ ...view, turn: null }, event.box, event.hand, () => ({
        state: event.why === 'natural' ? 'natural' : event.why === 'doubled' ? 'doubled' : 'stood',
      }));
    case 'doubled': {
      const added = event.stakes.find((stake) => !stake.behind)?.amount ?? 0;
      return withHand(allStaked(view, event.stakes), event.box, event.hand, (hand) => ({
        bets: [...hand.bets, added],
      }));
    }
    case 'hand-split': {
      const added = event.stakes.find((stake) => !stake.behind)?.amount ?? 0;
      return withBox(allStaked(view, event.stakes), event.box, (box) => ({
        hands: box.hands.flatMap((hand, i) =>
          i === event.hand - 1
            ? [emptyHand(hand.bets, [event.first], true), emptyHand([added], [event.second], true)]
            : [hand],
        ),
      }));
    }
    case 'surrendered':
      return withHand({ ...view, turn: null }, event.box, event.hand, () => ({ state: 'surrendered' }));
    case 'busted':
      return withHand({ ...view, turn: null }, event.box, event.hand, () => ({ state: 'bust' }));
    case 'hole-turned':
      return {
        ...view,
        turn: null,
        clock: null,
        dealer: dealerWith(view.dealer.cards.map((card) => card ?? event.card)),
      };
    case 'dealer-done':
      return { ...view, turn: null, dealer: { ...view.dealer, result: event.result } };
    case 'hand-settled':
      return event.behind
        ? view
        : withHand(view, event.box, event.hand, () => ({ result: event.result, returned: event.returned }));
    case 'round-ended':
      return { ...view, turn: null, clock: null };
    default:
      return view;
  }
}

/** The picture after `event`. */
export function advance(view: TableView, event: TableEvent): TableView {
  switch (event.type) {
    case 'round':
      return advanceRound(view, event.event);
    case 'seat-taken':
      return withBox(view, event.box, () => ({
        seat: {
          player: event.player,
          name: event.name,
          resident: event.resident,
          away: false,
          you: event.player === view.you.player,
          in_round: false,
          left: false,
        },
      }));
    case 'seat-left':
      return withBox(view, event.box, () => ({ seat: null, wish: 0 }));
    case 'away-set':
      return withPlayer(view, event.player, (box) => ({ seat: box.seat && { ...box.seat, away: event.away } }));
    case 'betting-opened':
      return {
        ...view,
        phase: 'waiting',
        round: event.round,
        turn: null,
        clock: null,
        dealer: dealerWith([]),
        boxes: view.boxes.map((box) => ({
          ...box,
          hands: [],
          wish: 0,
          bet: 0,
          insurance: 0,
          ready: false,
          sits_out: false,
          answered: null,
        })),
      };
    case 'bet-clock-started':
      return { ...view, phase: 'betting', clock: { kind: 'bet', starts_ms: view.now_ms, ends_ms: event.ends_ms } };
    case 'wish-set':
      return withBox(view, event.box, () => ({ wish: event.amount }));
    case 'wish-returned':
      return withBox(view, event.box, () => ({ wish: 0 }));
    case 'bet-accepted':
      return withBox(staked(view, event.player, event.amount), event.box, () => ({
        wish: 0,
        bet: event.amount,
        ready: true,
      }));
    case 'sat-out':
      return withBox(view, event.box, () => ({ wish: 0, sits_out: true }));
    case 'shoe-committed':
      return {
        ...view,
        shuffling: true,
        shoe: { ...view.shoe, shoe: event.shoe, commitment: event.commitment, contributions: [] },
      };
    case 'shoe-shuffled':
    case 'shoe-replenished':
      return { ...view, shuffling: false, shoe: { ...view.shoe, left: event.cards, discards: 0 } };
    case 'reserve-committed':
      return { ...view, shoe: { ...view.shoe, reserve_commitment: event.commitment } };
    default:
      return view; // nothing to see, or news from a newer server: the view that follows says it all
  }
}
