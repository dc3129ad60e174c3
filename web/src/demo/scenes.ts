// Views as the server would cut them, made by hand: the states of the table for looking at and for tests. No part of the bundle.
import { totalOf } from '../model/cards';
import type { BoxView, HandView, LobbyTable, Refusal, TableView, YouView } from '../wire/types';

type HandSpec = {
  cards: string;
  bets: number[];
  state?: HandView['state'];
  result?: HandView['result'];
  returned?: number;
  split?: boolean;
};

export function hand({ cards, bets, state = 'waiting', result = null, returned, split = false }: HandSpec): HandView {
  const list = cards.split(' ').filter(Boolean);
  const { total, soft } = totalOf(list);
  return {
    cards: list,
    total,
    soft,
    text: soft ? `${total - 10} / ${total}` : String(total),
    bets,
    state,
    from_split: split,
    result,
    returned: returned ?? null,
    behind: [],
  };
}

type BoxSpec = Partial<Omit<BoxView, 'seat' | 'hands'>> & {
  name?: string;
  resident?: boolean;
  you?: boolean;
  away?: boolean;
  hands?: HandView[];
};

export function box(number: number, spec: BoxSpec = {}): BoxView {
  const { name, resident = false, you = false, away = false, hands = [], ...rest } = spec;
  return {
    box: number,
    seat:
      name === undefined
        ? null
        : { player: `p${number}`, name, resident, away, you, in_round: hands.length > 0, left: false },
    wish: 0,
    bet: 0,
    ready: false,
    sits_out: false,
    insurance: 0,
    answered: null,
    hands,
    ...rest,
  };
}

export const you = (change: Partial<YouView>): YouView => ({
  player: 'p3',
  name: 'Ana',
  box: 3,
  purse: 11_900,
  in_play: 500,
  last_bet: 500,
  moves: [],
  offers: [],
  surrender_offered: false,
  net: null,
  staked: 0,
  returned: 0,
  ...change,
});

export const NOW = Date.UTC(2026, 10, 30, 2, 0, 0);

export function table(change: Partial<TableView>): TableView {
  const base: TableView = {
    table: 'escribas',
    version: 1,
    now_ms: NOW,
    phase: 'moves',
    round: 42,
    turn: null,
    clock: null,
    last_shoe: 6,
    shuffling: false,
    hints: false,
    rules: {
      text: 'thot',
      decks: 6,
      boxes: 5,
      bet_min: 100,
      bet_max: 5000,
      bet_unit: 100,
      chips: [100, 500, 1000, 5000],
      blackjack_pays: '3:2',
      hit_soft_17: false,
      hole: 'peek',
      insurance: 'half',
      even_money: true,
      double: 'any',
      max_hands: 4,
      surrender: 'none',
      reshuffle_below: 78,
      bet_clock: 15,
      move_clock: 15,
      insurance_clock: 8,
    },
    boxes: [],
    dealer: { cards: [], total: 0, soft: false, text: '', result: null },
    shoe: {
      shoe: 7,
      commitment: '0f'.repeat(32),
      reserve_commitment: 'f0'.repeat(32),
      contributions: [{ name: 'Ana', entropy: 'ab'.repeat(16) }],
      open_to_contributions: false,
      left: 201,
      total: 312,
      discards: 98,
    },
    you: you({}),
    past: [500, 0, -500, 750, -1000].map((net, i) => ({ round: 41 - i, record: `r${41 - i}`, net })),
  };
  return { ...base, ...change };
}

const dealer = (cards: string, result: TableView['dealer']['result'] = null): TableView['dealer'] => {
  const list = cards.split(' ').map((card) => (card === '??' ? null : card));
  const { total, soft } = totalOf(list.filter((card) => card !== null));
  return { cards: list, total, soft, text: soft ? `${total - 10} / ${total}` : String(total), result };
};

const notPair: Refusal = { code: 'not-a-pair', why: 'not a pair', values: { first: '8', second: '3' } };
const moves = (refusal: Refusal | null = notPair): YouView['moves'] => [
  { move: 'hit', cost: 0, refusal: null },
  { move: 'stand', cost: 0, refusal: null },
  { move: 'double', cost: 500, refusal: null },
  { move: 'split', cost: 500, refusal },
];
const clock = (kind: 'bet' | 'move' | 'insurance', left: number): TableView['clock'] => ({
  kind,
  starts_ms: NOW - 20_000,
  ends_ms: NOW + left * 1000,
});

const ani = (more: BoxSpec = {}): BoxView =>
  box(1, {
    name: 'Ani',
    resident: true,
    bet: 200,
    hands: [hand({ cards: 'Ks 7d', bets: [200], state: 'stood' })],
    ...more,
  });
const lucia = (more: BoxSpec = {}): BoxView =>
  box(2, {
    name: 'Lucía',
    bet: 1000,
    hands: [hand({ cards: 'As 6d 3c', bets: [1000, 1000], state: 'doubled' })],
    ...more,
  });
const tere = (more: BoxSpec = {}): BoxView =>
  box(5, { name: 'Tere', bet: 200, hands: [hand({ cards: 'Ah Kd', bets: [200], state: 'natural' })], ...more });
const me = (hands: HandView[], more: BoxSpec = {}): BoxView =>
  box(3, { name: 'Ana', you: true, bet: 500, hands, ...more });

export const scenes: Record<string, TableView> = {
  betting: table({
    phase: 'betting',
    clock: clock('bet', 9),
    shoe: { ...table({}).shoe, left: 214 },
    boxes: [
      ani({ hands: [], bet: 200, ready: true }),
      lucia({ hands: [], bet: 1000, ready: true }),
      me([], { bet: 0, wish: 500 }),
      box(4),
      tere({ hands: [], bet: 0 }),
    ],
    you: you({ in_play: 0, purse: 11_900 }),
  }),
  open: table({
    phase: 'waiting',
    boxes: [
      ani({ hands: [], bet: 0 }),
      lucia({ hands: [], bet: 0 }),
      me([], { bet: 0 }),
      box(4),
      tere({ hands: [], bet: 0 }),
    ],
    you: you({ in_play: 0 }),
  }),
  turn: table({
    turn: { box: 3, hand: 2 },
    clock: clock('move', 11),
    dealer: dealer('6h ??'),
    boxes: [
      ani(),
      lucia(),
      me([
        hand({ cards: '8s Td', bets: [500], state: 'stood', split: true }),
        hand({ cards: '8h 3s', bets: [500], state: 'acting', split: true }),
      ]),
      box(4),
      tere(),
    ],
    you: you({ purse: 11_400, in_play: 1000, moves: moves() }),
  }),
  four: table({
    turn: { box: 3, hand: 3 },
    clock: clock('move', 4),
    dealer: dealer('6h ??'),
    boxes: [
      ani(),
      lucia(),
      me([
        hand({ cards: '8s Td', bets: [500], state: 'stood' }),
        hand({ cards: '8h 3s 9d', bets: [500, 500], state: 'doubled' }),
        hand({ cards: '8d 7c', bets: [500], state: 'acting' }),
        hand({ cards: '8c', bets: [500] }),
      ]),
      box(4),
      tere(),
    ],
    you: you({
      purse: 9_900,
      in_play: 2500,
      moves: moves({ code: 'not-a-pair', why: '', values: { first: '8', second: '7' } }),
    }),
  }),
  insurance: table({
    phase: 'offers',
    clock: clock('insurance', 6),
    dealer: dealer('Ac ??'),
    boxes: [
      ani({ answered: true }),
      lucia({ hands: [hand({ cards: 'As 6d', bets: [1000] })], answered: false }),
      me([hand({ cards: '9s Jd', bets: [500] })], { answered: false }),
      box(4),
      tere({ answered: false }),
    ],
    you: you({
      offers: [{ box: 3, insurance_least: 250, insurance_most: 250, even_money: false, insure_refusal: null }],
    }),
  }),
  even: table({
    phase: 'offers',
    clock: clock('insurance', 6),
    dealer: dealer('Ac ??'),
    boxes: [
      ani({ answered: true }),
      lucia({ hands: [hand({ cards: 'As 6d', bets: [1000] })], answered: false }),
      me([hand({ cards: 'As Qh', bets: [500] })], { answered: false }),
      box(4),
      tere({ answered: false }),
    ],
    you: you({ offers: [{ box: 3, insurance_least: 0, insurance_most: 0, even_money: true, insure_refusal: null }] }),
  }),
  upto: table({
    phase: 'offers',
    table: 'casino-es',
    clock: clock('insurance', 6),
    dealer: dealer('Ac'),
    boxes: [ani({ answered: true }), me([hand({ cards: '9s Jd', bets: [500] })], { answered: false })]
      .concat([3, 4, 5, 6, 7].map((n) => box(n + 0)))
      .map((one, i) => ({ ...one, box: i + 1 })),
    you: you({
      box: 2,
      offers: [{ box: 2, insurance_least: 1, insurance_most: 250, even_money: false, insure_refusal: null }],
    }),
  }),
  settle: table({
    phase: 'settled',
    dealer: dealer('6h Ts 2d', 'stand'),
    shoe: { ...table({}).shoe, left: 199 },
    boxes: [
      ani({ hands: [hand({ cards: 'Ks 7d', bets: [200], state: 'stood', result: 'lose', returned: 0 })] }),
      lucia({
        hands: [hand({ cards: 'As 6d 3c', bets: [1000, 1000], state: 'doubled', result: 'win', returned: 4000 })],
      }),
      me([
        hand({ cards: '8s Td', bets: [500], state: 'stood', result: 'push', returned: 500 }),
        hand({ cards: '8h 3s 9d', bets: [500, 500], state: 'doubled', result: 'win', returned: 2000 }),
      ]),
      box(4, {
        name: 'Pau',
        hands: [hand({ cards: 'Ts 6c 8d', bets: [300], state: 'bust', result: 'bust', returned: 0 })],
      }),
      tere({ hands: [hand({ cards: 'Ah Kd', bets: [200], state: 'natural', result: 'blackjack', returned: 500 })] }),
    ],
    you: you({ purse: 13_400, in_play: 0, net: 1000, staked: 1500, returned: 2500 }),
    past: [{ round: 42, record: 'r42', net: 1000 }, ...table({}).past],
  }),
  watch: table({
    turn: { box: 2, hand: 1 },
    clock: clock('move', 9),
    dealer: dealer('6h ??'),
    boxes: [ani(), lucia({ hands: [hand({ cards: 'As 6d', bets: [1000], state: 'acting' })] }), box(3), box(4), tere()],
    you: you({ box: null, in_play: 0 }),
  }),
  corner: table({
    turn: { box: 1, hand: 1 },
    clock: clock('move', 13),
    dealer: dealer('6h ??'),
    boxes: [
      box(1, { name: 'Ana', you: true, bet: 500, hands: [hand({ cards: '8h 3s', bets: [500], state: 'acting' })] }),
      lucia({ hands: [hand({ cards: 'As 6d', bets: [1000] })] }),
      box(3, { name: 'Pau', hands: [hand({ cards: '9c 9d', bets: [300] })] }),
      box(4),
      tere(),
    ],
    you: you({ box: 1, moves: moves() }),
  }),
  seven: table({
    table: 'americana',
    round: 7,
    turn: { box: 4, hand: 1 },
    clock: clock('move', 12),
    dealer: dealer('6h ??'),
    rules: {
      ...table({}).rules,
      boxes: 7,
      bet_min: 10,
      bet_max: 1000,
      chips: [10, 50, 100, 500, 1000],
      surrender: 'late',
    },
    boxes: [
      ani(),
      box(2, { name: 'Lucía', hands: [hand({ cards: 'As 6d 3c', bets: [100], state: 'stood' })] }),
      box(3, { name: 'Hori', resident: true, hands: [hand({ cards: '9s Jd', bets: [100], state: 'stood' })] }),
      box(4, { name: 'Ana', you: true, bet: 100, hands: [hand({ cards: '8h 3s', bets: [100], state: 'acting' })] }),
      box(5, { name: 'Tere', hands: [hand({ cards: 'Ah Kd', bets: [200], state: 'natural' })] }),
      box(6),
      box(7, { name: 'Pau', hands: [hand({ cards: '8d 7c', bets: [100] })] }),
    ],
    you: you({
      box: 4,
      purse: 12_200,
      in_play: 100,
      moves: [
        ...moves().map((one) => ({ ...one, cost: one.cost ? 100 : 0 })),
        { move: 'surrender', cost: 0, refusal: null },
      ],
    }),
    shoe: { ...table({}).shoe, left: 252 },
  }),
};

const seats = (names: readonly (string | null)[]): LobbyTable['boxes'] =>
  names.map((name, i) => ({
    box: i + 1,
    name: name?.replace('*', '') ?? null,
    resident: name?.endsWith('*') ?? false,
    you: false,
  }));
const lobby = (table: string, change: Partial<LobbyTable>): LobbyTable => ({
  table,
  rules: 'thot',
  bet_min: 100,
  bet_max: 5000,
  chips: [100, 500, 1000, 5000],
  decks: 6,
  hole: 'peek',
  double: 'any',
  max_hands: 4,
  surrender: 'none',
  boxes: seats([]),
  cards_left: 214,
  cards_total: 312,
  reshuffle_below: 78,
  phase: 'waiting',
  turn_box: null,
  clock_ends_ms: null,
  ...change,
});

export const lobbyTables: LobbyTable[] = [
  lobby('escribas', {
    phase: 'betting',
    clock_ends_ms: NOW + 9000,
    boxes: seats(['Ani*', 'Lucía', null, null, 'Tere']),
  }),
  lobby('sacerdotes', {
    phase: 'moves',
    turn_box: 2,
    bet_min: 1000,
    bet_max: 50_000,
    chips: [1000, 5000, 10_000, 50_000],
    cards_left: 131,
    boxes: seats(['Quique', 'Merit*', 'Inés', 'Hori*', null]),
  }),
  lobby('faraon', {
    phase: 'moves',
    bet_min: 10_000,
    bet_max: 500_000,
    chips: [10_000, 50_000, 100_000, 500_000],
    cards_left: 86,
    boxes: seats(['Nebet*', 'Joao', 'Marta', 'Pau', 'Sol']),
  }),
  lobby('americana', {
    bet_min: 10,
    bet_max: 1000,
    chips: [10, 50, 100, 500, 1000],
    double: '9-11',
    max_hands: 2,
    surrender: 'late',
    cards_left: 268,
    boxes: seats(['Ipi*', null, null, 'Noa', null, null, null]),
  }),
  lobby('casino-es', {
    bet_min: 10,
    bet_max: 1000,
    chips: [10, 50, 100, 500, 1000],
    double: '9-11',
    max_hands: 8,
    hole: 'enhc',
    cards_left: 190,
    boxes: seats(['Ipi*', 'Leo', null, 'Noa', null, null, 'Kai']),
  }),
  lobby('casino-plaza', {
    bet_min: 10,
    bet_max: 500,
    chips: [10, 50, 100, 500],
    double: '9-11',
    max_hands: 2,
    hole: 'enhc',
    cards_left: 241,
    boxes: seats(['Ipi*', null, null, null, null, null, null]),
  }),
];
