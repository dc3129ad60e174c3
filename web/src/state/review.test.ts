import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { table, you } from '../demo/scenes';
import { tick } from 'svelte';
import { ReviewDesk } from './review.svelte';
import { settings } from './settings.svelte';

const REVIEW = {
  rules: 'thot',
  trainer: 'thot',
  box: 3,
  earlier: '',
  notes: [],
  decisions: [
    {
      number: 1,
      kind: 'move',
      box: 3,
      hand: 1,
      player: 'Ana',
      bet: 500,
      cards: 'Ts 6c',
      up: 'Th',
      seen: '',
      move: 'stand',
    },
    {
      number: 2,
      kind: 'move',
      box: 4,
      hand: 1,
      player: 'Tuya',
      bet: 100,
      cards: 'Ts 6d',
      up: 'Th',
      seen: '',
      move: 'stand',
    },
  ].map((one) => ({
    ...one,
    amount: null,
    behind: false,
    by_clock: false,
    chart: 'hit',
    best: 'hit',
    ev: { hit: -0.5, stand: -0.6 },
    cost: 0.1,
    cell: 'hard-16-10',
    given: 'given no dealer natural',
    notes: [],
  })),
};
const asked: string[] = [];
const settled = table({ phase: 'settled', round: 41, you: you({ box: 3, net: 500 }) });

beforeEach(() => {
  asked.length = 0;
  settings.review = true;
  settings.reviewOpen = null;
  vi.stubGlobal('fetch', (url: string, request?: RequestInit) => {
    asked.push(`${request?.method ?? 'GET'} ${url}`);
    return Promise.resolve(new Response(JSON.stringify(REVIEW)));
  });
});
afterEach(() => vi.unstubAllGlobals());

const quiet = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await tick();
  await new Promise((resolve) => setTimeout(resolve, 5));
};

// One question a round, however often the table is drawn, and only my own decisions are summed up.
test('the round that I played is reviewed once, and its mistake goes to the trainer', async () => {
  const desk = new ReviewDesk();
  desk.see(settled);
  desk.see(settled);
  await quiet();
  desk.see(settled);
  expect(asked).toEqual(['GET /api/rounds/r41/review', 'POST /api/trainer/rounds']);
  expect(desk.showing).toBe('review');
  expect(desk.own.map((one) => one.box)).toEqual([3]);
  expect(desk.summary.debenes).toBe(50);
});

// Off is off: no question to the server, no line on the page, nothing for the trainer.
test('turned off, nothing is asked and nothing shown', async () => {
  settings.review = false;
  const desk = new ReviewDesk();
  desk.see(settled);
  await quiet();
  desk.see(settled);
  expect(asked).toEqual([]);
  expect(desk.showing).toBe(null);
  expect(desk.toggle()).toBe(false);
});

// The next hand is played without it, and a watcher has nothing to review.
test('it is gone while cards are in play, and not there for a watcher', async () => {
  const desk = new ReviewDesk();
  desk.see(settled);
  await quiet();
  desk.see(table({ phase: 'moves', round: 42, you: you({ box: 3 }) }));
  expect(desk.showing).toBe(null);
  expect(desk.open).toBe(false);
  const other = new ReviewDesk();
  other.see(table({ phase: 'settled', round: 41, you: you({ box: null }) }));
  expect(other.showing).toBe(null);
});

// At most tables the key does nothing during the hand; where the host allows it, the server is asked once a decision.
test('a hint is asked for on demand, where the table gives them', async () => {
  const desk = new ReviewDesk();
  const turn = { box: 3, hand: 1 };
  const mine = {
    phase: 'moves',
    round: 42,
    turn,
    you: you({ box: 3, moves: [{ move: 'hit', cost: 0, refusal: null }] }),
  } as const;
  desk.see(table(mine));
  expect(desk.toggle()).toBe(false);
  desk.see(table({ ...mine, hints: true }));
  expect([desk.showing, asked.length]).toEqual(['hint', 0]);
  expect(desk.toggle()).toBe(true);
  await quiet();
  expect(asked).toEqual(['GET /api/tables/escribas/hint']);
  expect([desk.open, desk.hint !== null]).toEqual([true, true]);
  desk.see(table({ ...mine, hints: true, turn: { box: 3, hand: 2 } }));
  expect([desk.open, desk.hint]).toEqual([false, null]);
});
