// The check of a shoe, written anew from docs/provable-shoe.md: nothing here asks the server anything.
// SHA-256 is the browser's own (WebCrypto).
import { isCard, RANKS, SUITS } from '../model/cards';

export interface Proof {
  readonly format: 'zapato.shoe-proof/1';
  readonly table: string;
  readonly shoe: number;
  readonly decks: number;
  readonly burn: number;
  readonly pack: string;
  readonly commitment: string;
  readonly seed: string;
  readonly contributions: readonly { readonly name: string; readonly entropy: string }[];
  readonly burnt: string;
  readonly dealt: readonly { readonly round: number; readonly step: number; readonly card: string }[];
  readonly reserves: readonly { readonly commitment: string; readonly seed: string; readonly after: number | null }[];
}

/** The first point at which a proof is not what its seeds and contributions lead to. Null in `stated` or `found`: no card at all. */
export type Difference =
  | { readonly where: 'commitment' | 'pack' | 'burnt'; readonly stated: string; readonly found: string }
  | { readonly where: 'reserve'; readonly n: number; readonly stated: string; readonly found: string }
  | {
      readonly where: 'card';
      readonly round: number;
      readonly step: number;
      readonly stated: string;
      readonly found: string | null;
    }
  | { readonly where: 'reserves'; readonly stated: string; readonly found: string | null };

/** A file far larger than any shoe's proof is not read at all. */
export const PROOF_BYTES_MAX = 4_000_000;

export class ProofError extends Error {}

const ORDERED_DECK: readonly string[] = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
const encoder = new TextEncoder();

type Hash = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

/** SHA-256 by `source`, the browser's crypto. Browsers keep WebCrypto from pages that came over plain http, as those of a
 * hall in somebody's own network may: a library then does the same sum. */
export async function bestHash(source: object): Promise<Hash> {
  if ('subtle' in source) return async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const { sha256: sum } = await import('@noble/hashes/sha2.js');
  return (bytes) => Promise.resolve(new Uint8Array(sum(bytes)));
}

let hash: Promise<Hash> | null = null;
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  hash ??= bestHash(crypto);
  return (await hash)(bytes);
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of the seed's hex digits taken as text. */
export async function commitmentOf(seed: string): Promise<string> {
  return hexOf(await sha256(encoder.encode(seed)));
}

/** Fisher–Yates from the last place down, two bytes a draw, unfair draws thrown away. */
export async function shuffled(
  cards: readonly string[],
  seed: string,
  contributions: readonly string[],
): Promise<string[]> {
  const key = await sha256(encoder.encode(['zapato.shoe/1', seed, ...contributions].join('\n')));
  const block = new Uint8Array(40);
  block.set(key);
  const count = new DataView(block.buffer, 32);
  let bytes = new Uint8Array(0);
  let at = 0;
  let next = 0;
  const draw = async (): Promise<number> => {
    if (at === bytes.length) {
      count.setBigUint64(0, BigInt(next));
      next += 1;
      bytes = await sha256(block);
      at = 0;
    }
    const value = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    at += 2;
    return value;
  };
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const choices = last + 1;
    const fair = 65_536 - (65_536 % choices);
    let value = await draw();
    while (value >= fair) value = await draw();
    const chosen = value % choices;
    const card = order[last] as string;
    order[last] = order[chosen] as string;
    order[chosen] = card;
  }
  return order;
}

function differsIn(proof: Proof, commitments: readonly string[]): Difference | null {
  const [first = '', ...others] = commitments;
  if (proof.commitment !== first) return { where: 'commitment', stated: proof.commitment, found: first };
  for (const [i, reserve] of proof.reserves.entries()) {
    const found = others[i] ?? '';
    if (reserve.commitment !== found) return { where: 'reserve', n: i + 1, stated: reserve.commitment, found };
  }
  const pack = ORDERED_DECK.join(' ');
  return proof.pack === pack ? null : { where: 'pack', stated: proof.pack.slice(0, 40), found: pack };
}

/** Repeat the shoe; null where commitments and every card agree. */
export async function firstDifference(proof: Proof): Promise<Difference | null> {
  const commitments = await Promise.all([proof.seed, ...proof.reserves.map((one) => one.seed)].map(commitmentOf));
  const early = differsIn(proof, commitments);
  if (early) return early;

  const entropy = proof.contributions.map((one) => one.entropy);
  const packs = Array.from({ length: proof.decks }, () => ORDERED_DECK).flat();
  let order = await shuffled(packs, proof.seed, entropy);
  const burnt = order.slice(0, proof.burn);
  if (proof.burnt !== burnt.join(' ')) return { where: 'burnt', stated: proof.burnt, found: burnt.join(' ') };

  // What may go back in when the shoe runs dry: burnt cards and earlier rounds, never the round in play.
  let tray = burnt;
  let onFelt: string[] = [];
  let place = proof.burn;
  let round = 0;
  const reserves = proof.reserves.filter((one) => one.after !== null);
  for (const [count, dealt] of proof.dealt.entries()) {
    const at = { where: 'card', round: dealt.round, step: dealt.step, stated: dealt.card } as const;
    if (dealt.round !== round) {
      tray = tray.concat(onFelt);
      onFelt = [];
      if (dealt.round < round || dealt.step !== 1) return { ...at, found: null };
      round = dealt.round;
    } else if (dealt.step !== onFelt.length + 1) {
      return { ...at, found: null };
    }
    if (place === order.length) {
      const reserve = reserves.shift();
      if (!reserve || reserve.after !== count) return { ...at, found: null };
      order = await shuffled(inPackOrder(tray), reserve.seed, entropy);
      tray = [];
      place = 0;
      if (order.length === 0) return { ...at, found: null };
    }
    const expected = order[place] as string;
    if (dealt.card !== expected) return { ...at, found: expected };
    onFelt.push(expected);
    place += 1;
  }
  const [left] = reserves;
  return left ? { where: 'reserves', stated: String(left.after), found: null } : null;
}

/** The order of new decks: all aces of spades, then all twos of spades, and so on. */
function inPackOrder(cards: readonly string[]): string[] {
  const rank = new Map(ORDERED_DECK.map((card, i) => [card, i]));
  return [...cards].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
}

/** The dealt cards of each round, in order. */
export function byRound(dealt: Proof['dealt']): [round: number, cards: string[]][] {
  const rounds = new Map<number, string[]>();
  for (const { round, card } of dealt) {
    const cards = rounds.get(round);
    if (cards) cards.push(card);
    else rounds.set(round, [card]);
  }
  return [...rounds];
}

// ------------------------------------------------------------------ reading what may come from anybody

type Fields = Record<string, unknown>;

function need(holds: boolean, field: string): asserts holds {
  if (!holds) throw new ProofError(field);
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown, least: number, most: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const isHex = (value: unknown, least: number, most: number): value is string =>
  typeof value === 'string' && value.length >= least && value.length <= most && /^[0-9a-f]*$/.test(value);
const isText = (value: unknown): value is string => typeof value === 'string';

/** The proof in a text; `ProofError` names the first field that is not what the format says. */
export function readProof(text: string): Proof {
  need(text.length <= PROOF_BYTES_MAX, 'size');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProofError('json');
  }
  need(isObject(value) && value['format'] === 'zapato.shoe-proof/1', 'format');
  need(isText(value['table']), 'table');
  need(isCount(value['shoe'], 1, 1e12), 'shoe');
  need(isCount(value['decks'], 1, 8), 'decks');
  need(isCount(value['burn'], 0, 416), 'burn');
  need(isText(value['pack']), 'pack');
  need(isText(value['commitment']), 'commitment');
  need(isHex(value['seed'], 64, 64), 'seed');
  need(isText(value['burnt']) && value['burnt'].split(' ').every((card) => card === '' || isCard(card)), 'burnt');
  need(
    Array.isArray(value['contributions']) &&
      value['contributions'].every((one) => isObject(one) && isText(one['name']) && isHex(one['entropy'], 16, 64)),
    'contributions',
  );
  need(
    Array.isArray(value['dealt']) &&
      value['dealt'].every(
        (one) =>
          isObject(one) &&
          isCount(one['round'], 1, 1e12) &&
          isCount(one['step'], 1, 1e12) &&
          isText(one['card']) &&
          isCard(one['card']),
      ),
    'dealt',
  );
  need(
    Array.isArray(value['reserves']) &&
      value['reserves'].every(
        (one) =>
          isObject(one) &&
          isText(one['commitment']) &&
          isHex(one['seed'], 64, 64) &&
          (one['after'] === null || isCount(one['after'], 0, 1e12)),
      ),
    'reserves',
  );
  return value as unknown as Proof;
}
