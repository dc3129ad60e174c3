import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RANKS, SUITS } from '../model/cards';
import { bestHash, commitmentOf, firstDifference, ProofError, readProof, shuffled, type Difference } from './proof';

// vitest runs in web/; the vectors are the whole project's.
const file = (name: string): string => readFileSync(join('..', 'tests', 'data', 'proofs', name), 'utf8');
const expected = JSON.parse(file('expected.json')) as Record<string, { agrees: boolean; where: string | null }>;

/** A difference in the words of expected.json. */
function where(difference: Difference | null): string | null {
  if (difference === null) return null;
  if (difference.where === 'card') return `round ${difference.round}, step ${difference.step}`;
  return difference.where === 'reserve' ? `reserve ${difference.n}` : difference.where;
}

// The page, `zapato verify` and the tests' own verifier judge the same files: they must say the same of each.
describe('shoes dealt by the table, and copies tampered with', () => {
  test.each(Object.entries(expected))('%s', async (name, { where: place }) => {
    expect(where(await firstDifference(readProof(file(name))))).toBe(place);
  });
});

// The worked example of docs/provable-shoe.md, so that the scheme is right even if all files were made wrong.
test('the documented example', async () => {
  const seed = '0'.repeat(64);
  const deck = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
  expect(await commitmentOf(seed)).toBe('60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55');
  expect((await shuffled(deck, seed, [])).slice(0, 8).join(' ')).toBe('Kd Qd 7c 5d Jc 2h 3h 8s');
  expect((await shuffled(deck, seed, ['0123456789abcdef'])).slice(0, 8).join(' ')).toBe('8c 6c 2d 9s Tc Jc Qh Kd');
});

// Over plain http a browser has no WebCrypto; the page must judge the same there.
test('with and without WebCrypto the sums are equal', async () => {
  const [browser, library] = await Promise.all([bestHash(crypto), bestHash({})]);
  const bytes = new TextEncoder().encode('zapato.shoe/1');
  expect(await library(bytes)).toEqual(await browser(bytes));
});

describe('files that are no proof', () => {
  const good = JSON.parse(file('agrees-six-decks.json')) as Record<string, unknown>;
  const bad: [string, unknown][] = [
    ['json', '{"format":'],
    ['format', '[]'],
    ['format', JSON.stringify({ ...good, format: 'zapato.round/1' })],
    ['decks', JSON.stringify({ ...good, decks: 9 })],
    ['seed', JSON.stringify({ ...good, seed: 'G'.repeat(64) })],
    ['contributions', JSON.stringify({ ...good, contributions: [{ name: 'a', entropy: 'xyz' }] })],
    ['dealt', JSON.stringify({ ...good, dealt: [{ round: 1, step: 1, card: '1s' }] })],
    ['reserves', JSON.stringify({ ...good, reserves: null })],
  ];
  test.each(bad)('the first field that is wrong is named: %s', (field, text) => {
    expect(() => readProof(text as string)).toThrow(new ProofError(field));
  });
});
