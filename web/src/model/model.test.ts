import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scenes } from '../demo/scenes';
import { translator } from '../i18n/translate';
import type { RoundEvent, TableEvent, TableView, Update } from '../wire/types';
import { advance } from './advance';
import { announce, readOut, type Words } from './announce';
import { amountOf, cleared, EMPTY, inChips, insuranceOf, laid, notDealable, setTo, taken, undone } from './betting';
import { isCard, totalOf } from './cards';
import { PILE_MAX, pile } from './chips';
import { placeOf } from './places';
import { picturesOf, Playback, type Picture } from './playback';
import { pathOf, routeOf } from './route';

const open = scenes['open'] as TableView;
const round = (event: RoundEvent): TableEvent => ({ type: 'round', event });
const play = (view: TableView, ...events: RoundEvent[]): TableView => events.map(round).reduce(advance, view);
const es = translator('es-MX');
const words: Words = {
  ...es,
  card: (code) => code,
  totalSaid: (total, soft) => (soft ? `${total - 10} o ${total}` : String(total)),
};
const mine = (view: TableView): TableView['boxes'][number] => {
  const box = view.boxes.find((one) => one.box === view.you.box);
  if (!box) throw new Error('no box of mine');
  return box;
};

describe('the amount of an insurance', () => {
  const upTo = { box: 1, insurance_least: 1, insurance_most: 250, even_money: false, insure_refusal: null };
  // Browsers let anyone type "7.5" or "-3" into a field of whole numbers; the wire takes neither.
  test.each([
    [null, 250],
    [7.5, 7],
    [-3, 1],
    [0, 1],
    [NaN, 1],
    [1e9, 250],
    [120, 120],
  ])('%s typed insures %i', (typed, amount) => {
    expect(insuranceOf(upTo, typed)).toBe(amount);
  });
});

describe('totals on the badge', () => {
  // Known fault 1: A A A 6 counted 9, A A plus a ten counted 22, A A shown only as 12.
  test.each([
    ['As Ah', 12, true],
    ['As Ah Ad 6c', 19, true],
    ['As Ah Td', 12, false],
    ['Ac 4d 7s', 12, false],
    ['Th 6c 8d', 24, false],
  ])('%s', (cards, total, soft) => {
    expect(totalOf(cards.split(' '))).toEqual({ total, soft });
  });

  test('what is not a card is not taken for one', () => {
    expect(['As', 'Td'].every(isCard)).toBe(true);
    expect(['1s', '10h', 'A', 'aS', ''].some(isCard)).toBe(false);
  });
});

describe('events carry the picture', () => {
  const dealt = play(
    open,
    { type: 'round-opened', bets: [{ box: 3, player: 'p3', amount: 500 }], purses: {} },
    { type: 'box-card', box: 3, hand: 1, card: '8s' },
    { type: 'dealer-card', card: '6h', hidden: false },
    { type: 'box-card', box: 3, hand: 1, card: '8h' },
    { type: 'dealer-card', card: null, hidden: true },
  );

  test('cards leave the shoe and lie where they were dealt', () => {
    expect(mine(dealt).hands[0]).toMatchObject({ cards: ['8s', '8h'], total: 16, bets: [500] });
    expect(dealt.dealer).toMatchObject({ cards: ['6h', null], total: 6 });
    expect(dealt.shoe.left).toBe(open.shoe.left - 4);
  });

  // Known fault 3: a half gets its second card only on its turn, and has its own stake.
  test('a split makes two hands of one card, each with its bet; a double adds a stack', () => {
    const split = play(dealt, {
      type: 'hand-split',
      box: 3,
      hand: 1,
      first: '8s',
      second: '8h',
      stakes: [{ player: 'p3', amount: 500, behind: false }],
    });
    expect(mine(split).hands.map((hand) => [hand.cards, hand.bets])).toEqual([
      [['8s'], [500]],
      [['8h'], [500]],
    ]);
    const doubled = play(split, {
      type: 'doubled',
      box: 3,
      hand: 2,
      stakes: [{ player: 'p3', amount: 500, behind: false }],
    });
    expect(mine(doubled).hands[1]?.bets).toEqual([500, 500]);
  });

  test('the hole card takes the place of the card face down', () => {
    expect(play(dealt, { type: 'hole-turned', card: 'Ts' }).dealer).toMatchObject({ cards: ['6h', 'Ts'], total: 16 });
  });

  test('a new round clears the felt', () => {
    const next = advance(dealt, { type: 'betting-opened', round: 43 });
    expect(next).toMatchObject({ phase: 'waiting', round: 43 });
    expect(next.boxes.every((box) => box.hands.length === 0 && box.bet === 0)).toBe(true);
  });

  test('an event of a newer server changes nothing', () => {
    expect(advance(open, { type: 'fireworks' } as unknown as TableEvent)).toBe(open);
  });
});

describe('playback', () => {
  const update: Update = {
    type: 'update',
    since: 1,
    events: [
      round({ type: 'round-opened', bets: [{ box: 3, player: 'p3', amount: 500 }], purses: {} }),
      round({ type: 'box-card', box: 3, hand: 1, card: '8s' }),
      round({ type: 'dealer-card', card: '6h', hidden: false }),
    ],
    view: { ...open, version: 2 },
  };

  // The table's clocks count with the same numbers (tests/unit/table/test_pace.py): a clock must not start before its
  // turn shows.
  const steps = JSON.parse(readFileSync(join('..', 'tests', 'data', 'pace', 'steps.json'), 'utf8')) as {
    name: string;
    ms: number;
    events: TableEvent[];
  }[];
  test.each(steps)('takes as long as the table waits: $name', ({ ms, events }) => {
    const pictures = picturesOf(scenes['seven'] as TableView, { type: 'update', since: 1, events, view: open });
    expect(pictures.reduce((sum, picture) => sum + picture.holdMs, 0)).toBe(ms);
  });

  test("ends with the server's own view", () => {
    expect(picturesOf(open, update).at(-1)).toMatchObject({ view: update.view, event: null });
  });

  function timed(pace: number): { shown: Picture[]; playback: Playback; run: () => void } {
    const shown: Picture[] = [];
    const due: (() => void)[] = [];
    const playback = new Playback(
      (picture) => shown.push(picture),
      (_ms, what) => {
        due.push(what);
        return () => due.splice(due.indexOf(what), 1);
      },
      () => pace,
    );
    playback.replace(open);
    return { shown, playback, run: () => due.shift()?.() };
  }

  test('shows card after card, each after a pause', () => {
    const { shown, playback, run } = timed(1);
    playback.add(update);
    expect(shown.at(-1)?.view.dealer.cards).toEqual([]);
    run();
    run();
    expect(playback.idle).toBe(true);
    expect(shown.at(-1)?.view).toBe(update.view);
  });

  // Instant speed and reduced motion: final positions at once, but every event is still told to the live region.
  test('at pace 0 everything is there at once', () => {
    const { shown, playback } = timed(0);
    playback.add(update);
    expect(playback.idle).toBe(true);
    expect(shown.filter((picture) => picture.event !== null)).toHaveLength(3);
  });

  test('a whole view throws away what was still to be shown', () => {
    const { shown, playback, run } = timed(1);
    playback.add(update);
    playback.replace({ ...open, version: 9 });
    run();
    expect(shown.at(-1)?.view.version).toBe(9);
    expect(playback.idle).toBe(true);
  });
});

describe('what is said', () => {
  const tell = (before: TableView, event: TableEvent): string[] =>
    announce(before, { view: advance(before, event), event, holdMs: 0 }, words);

  test('my first two cards together, the dealer, a bust, each result once', () => {
    const opened = play(open, { type: 'round-opened', bets: [{ box: 3, player: 'p3', amount: 500 }], purses: {} });
    const one = play(opened, { type: 'box-card', box: 3, hand: 1, card: 'As' });
    expect(tell(opened, round({ type: 'box-card', box: 3, hand: 1, card: 'As' }))).toEqual([]);
    expect(tell(one, round({ type: 'box-card', box: 3, hand: 1, card: '6d' }))).toEqual(['Te tocan As y 6d: 7 o 17.']);
    expect(tell(one, round({ type: 'box-card', box: 2, hand: 1, card: '6d' }))).toEqual([]);
    expect(tell(one, round({ type: 'dealer-card', card: null, hidden: true }))).toEqual([]);
    expect(tell(one, round({ type: 'dealer-done', total: 18, result: 'stand' }))).toEqual([
      'El crupier se planta con 18.',
    ]);
    expect(
      tell(
        one,
        round({
          type: 'hand-settled',
          box: 3,
          hand: 1,
          player: 'p3',
          bet: 500,
          result: 'lose',
          returned: 0,
          behind: false,
        }),
      ),
    ).toEqual(['Pierde −500.']);
  });

  test('my turn, with hand and dealer, when the picture rests; not again while it lasts', () => {
    const turn = scenes['turn'] as TableView;
    const before = { ...turn, turn: null, you: { ...turn.you, moves: [] } };
    expect(announce(before, { view: turn, event: null, holdMs: 0 }, words)).toEqual([
      'Tu turno, mano 2 de 2: 11 contra 6.',
    ]);
    expect(announce(turn, { view: turn, event: null, holdMs: 0 }, words)).toEqual([]);
  });

  test('the key that reads: hands, dealer, bet', () => {
    expect(readOut(scenes['turn'] as TableView, words)).toBe(
      'Mano 1 de 2: 8s y Td, 18. Mano 2 de 2: 8h y 3s, 11. Crupier: 6h y carta oculta, 6. Apuesta: 1,000.',
    );
  });
});

describe('chips on my box', () => {
  const values = [100, 500, 1000, 5000];

  test('laid, taken off, undone, cleared', () => {
    let draft = laid(laid(laid(EMPTY, 500, values), 100, values), 500, values);
    expect(amountOf(draft)).toBe(1100);
    draft = taken(draft, 500);
    expect(draft.chips).toEqual([500, 100]);
    draft = taken(draft, 1000); // none of these: the last one goes
    expect(amountOf(draft)).toBe(500);
    draft = undone(undone(draft));
    expect(amountOf(draft)).toBe(1100);
    expect(amountOf(cleared(draft))).toBe(0);
    expect(undone(cleared(draft)).chips).toEqual(draft.chips);
  });

  test('an amount is laid in as few chips as it takes, and never changed by that', () => {
    expect(inChips(6700, values)).toEqual([5000, 1000, 500, 100, 100]);
    expect(amountOf(setTo(EMPTY, 150, values))).toBe(150);
  });

  test('why it cannot be dealt', () => {
    const { rules } = open;
    expect(notDealable(0, rules, 1000)?.code).toBe('nothing');
    expect(notDealable(50, rules, 1000)).toEqual({ code: 'min', n: 100 });
    expect(notDealable(150, rules, 1000)).toEqual({ code: 'unit', n: 100 });
    expect(notDealable(6000, rules, 10_000)).toEqual({ code: 'max', n: 5000 });
    expect(notDealable(1000, rules, 400)).toEqual({ code: 'purse', n: 600 });
    expect(notDealable(500, rules, 500)).toBeNull();
  });

  test('a pile is bounded and never empty for a bet', () => {
    expect(pile(100_000, values)).toHaveLength(PILE_MAX);
    expect(pile(50, values)).toEqual([100]);
    expect(pile(0, values)).toEqual([]);
  });
});

describe('where things are', () => {
  test('box 1 is at the right, the boxes go on to the left, none outside the felt', () => {
    for (const count of [1, 2, 3, 4, 5, 6, 7]) {
      for (const me of [null, 1, count]) {
        const places = Array.from({ length: count }, (_, i) => placeOf(i + 1, count, me));
        const xs = places.map((place) => place.phone.x);
        expect(xs).toEqual([...xs].sort((a, b) => b - a));
        expect(places.every(({ wide }) => wide.x > 5 && wide.x < 95 && wide.bottom >= 4)).toBe(true);
      }
    }
  });

  test('paths name pages both ways', () => {
    for (const path of ['/', '/mesa/escribas', '/ronda/escribas-42', '/zapato/casino-es-3'])
      expect(pathOf(routeOf(path))).toBe(path);
    expect(routeOf('/nada/de/esto')).toEqual({ page: 'nothing' });
    expect(routeOf('/mesa/%E0%A4%A')).toEqual({ page: 'table', table: '%E0%A4%A' });
  });
});
