import { expect, test } from 'vitest';
import { answersOf, costOf, goneOf, reasonsOf, rounded, summaryOf, verdictOf, type Decision } from './review';

function decision(change: Partial<Decision> = {}): Decision {
  return {
    number: 1,
    kind: 'move',
    box: 3,
    hand: 1,
    player: 'Ana',
    behind: false,
    bet: 500,
    cards: 'Ts 6c',
    up: 'Th',
    seen: '8h 9d',
    move: 'stand',
    amount: null,
    by_clock: false,
    chart: 'hit',
    best: 'hit',
    ev: { stand: -0.5404, hit: -0.5398, double: -1.07 },
    cost: 0.0006,
    cell: 'hard-16-10',
    given: 'given no dealer natural',
    notes: [],
    ...change,
  };
}

// Learners must not be blamed for a run-out clock, nor for a choice that is just as good for these cards.
test('a choice stands to the chart in one of four ways', () => {
  expect(verdictOf(decision())).toBe('cost');
  expect(verdictOf(decision({ move: 'hit', cost: 0 }))).toBe('chart');
  expect(verdictOf(decision({ move: 'hit', cost: 0.01 }))).toBe('chart');
  expect(verdictOf(decision({ cost: 0 }))).toBe('even');
  expect(verdictOf(decision({ by_clock: true }))).toBe('clock');
});

// Debenes are whole on the table; an expectation is not, and must not be rounded to nothing.
test('costs are told in debenes as finely as they matter', () => {
  expect([0, 0.0004, 0.04, 0.34, 9.96, 10.4, 123.6].map(rounded)).toEqual([0, 0.1, 0.1, 0.3, 10, 10, 124]);
  expect(costOf(decision())).toBe(0.3);
});

// The one line says what was lost outside the chart: what the chart itself gives up in this shoe is no fault of its user.
test('the summary adds up mistakes and nothing else', () => {
  const chart = decision({ move: 'hit', cost: 0.02 });
  const clock = decision({ by_clock: true, cost: 0.3 });
  expect(summaryOf([])).toMatchObject({ kind: 'none', debenes: 0 });
  expect(summaryOf([clock])).toMatchObject({ kind: 'none' });
  expect(summaryOf([chart, clock])).toMatchObject({ kind: 'chart', mistakes: [] });
  expect(summaryOf([chart, decision({ cost: 0 })])).toMatchObject({ kind: 'even' });
  expect(summaryOf([decision({ cost: 0.02 }), decision({ cost: 0.03 }), chart])).toMatchObject({
    kind: 'cost',
    debenes: 25,
  });
});

test('answers come best first, a tie in the order of the one called best', () => {
  expect(answersOf(decision()).map(([answer]) => answer)).toEqual(['hit', 'stand', 'double']);
  expect(answersOf(decision({ best: 'b', ev: { a: 1, b: 1 } })).map(([answer]) => answer)).toEqual(['b', 'a']);
});

test('the cards that were out of the shoe are hand, upcard, all in sight and the earlier rounds', () => {
  expect(goneOf(decision(), null)).toBe(5);
  expect(goneOf(decision({ seen: '' }), 'As Ks 2d')).toBe(6);
});

test('each condition and note is told once, in a fixed order', () => {
  const split = decision({ notes: ['convention', 'split-hand'], given: 'unconditional' });
  expect(reasonsOf([split, decision(), split])).toEqual({
    given: ['unconditional', 'given no dealer natural'],
    notes: ['split-hand', 'convention'],
  });
});
