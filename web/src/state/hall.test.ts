import { beforeEach, expect, test, vi } from 'vitest';
import { scenes } from '../demo/scenes';
import type { SocketLike } from '../link/link';
import { amountOf } from '../model/betting';
import type { FromServer, TableEvent, TableView } from '../wire/types';
import { Hall } from './hall.svelte';
import { promises } from './promises';
import { settings } from './settings.svelte';
import { voice } from './voice.svelte';

const open = scenes['open'] as TableView;

/** A hall whose other end is the test: it sees what the page sends, and answers when it likes. */
class Stage {
  readonly sent: Record<string, unknown>[] = [];
  readonly socket: SocketLike = {
    readyState: 1,
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: (text) => void this.sent.push(JSON.parse(text) as Record<string, unknown>),
    close: () => undefined,
  };
  readonly hall = new Hall(
    {
      open: () => this.socket,
      now: () => 0,
      random: () => 0,
      after: (ms, what) => {
        this.#due.set(what, ms);
        return () => this.#due.delete(what);
      },
    },
    'tab',
  );
  readonly #due = new Map<() => void, number>();
  /** Every timer that waits now for so long at most goes off. */
  pass(ms: number): void {
    const due = [...this.#due].filter(([, after]) => after <= ms);
    for (const [what] of due) if (this.#due.delete(what)) what();
  }
  says(message: FromServer): void {
    this.socket.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Greeted, and with this table in front. */
  follow(view: TableView): void {
    this.hall.start();
    this.hall.watch(view.table);
    this.socket.onopen?.();
    const purse = { purse: 11_900, in_play: 0, may_refill: false, refill_from_ms: null };
    this.says({ type: 'welcome', wire: 1, player: 'p3', name: 'Ana', purse, now_ms: 0, seated: view.table });
    this.says({ type: 'view', view });
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message['type'] === type);
  }
  async answer(type: string, refusal: { code: string; why: string } | null = null): Promise<void> {
    this.says({ type: 'answer', id: this.of(type).at(-1)?.['id'] as string, refusal });
    await new Promise((done) => setTimeout(done));
  }
}

let stage: Stage;
beforeEach(() => {
  localStorage.clear();
  settings.speed = 'instant';
  stage = new Stage();
  stage.follow(open);
});

// A finger on a chip must not flood the line: one wish on the way, and only the last of those that came meanwhile.
test('chips are shown at once and told as one wish at a time', async () => {
  for (let i = 0; i < 5; i += 1) stage.hall.lay(100);
  expect(amountOf(stage.hall.draft)).toBe(500);
  expect(stage.of('wish').map((wish) => wish['amount'])).toEqual([100]);
  await stage.answer('wish');
  expect(stage.of('wish').map((wish) => wish['amount'])).toEqual([100, 500]);
});

test('a wish refused puts back what really lies there', async () => {
  stage.hall.lay(500);
  await stage.answer('wish', { code: 'purse-too-small', why: '' });
  expect(amountOf(stage.hall.draft)).toBe(0);
  expect(stage.hall.notice?.kind).toBe('refusal');
});

// The felt would show chips that the table never heard of, and the clock run out without a bet.
test('a wish of the next round is sent under its own number', async () => {
  stage.hall.lay(100);
  stage.says({ type: 'update', since: 1, events: [], view: { ...open, version: 2, round: 43 } });
  stage.hall.lay(500);
  await stage.answer('wish', { code: 'wrong-round', why: '' });
  await stage.answer('wish');
  expect(stage.of('wish').map((wish) => [wish['round'], wish['amount']])).toEqual([
    [42, 100],
    [43, 500],
  ]);
  expect(amountOf(stage.hall.draft)).toBe(500);
  expect(stage.hall.notice).toBeNull();
});

// As seen: an amount that the decoder refused left the move on its way for ever, and every other move with it.
test('a move that the server could not read is refused, and the next one goes out', async () => {
  const turn = scenes['turn'] as TableView;
  stage.says({ type: 'update', since: 1, events: [], view: { ...turn, version: 2 } });
  void stage.hall.play('hit');
  await stage.answer('play', { code: 'unreadable', why: '' });
  expect(stage.hall.notice?.kind).toBe('refusal');
  void stage.hall.play('stand');
  expect(stage.of('play').map((play) => play['move'])).toEqual(['hit', 'stand']);
});

test("one order's answer does not free another that is still on its way", async () => {
  const turn = scenes['turn'] as TableView;
  stage.says({ type: 'update', since: 1, events: [], view: { ...turn, version: 2 } });
  void stage.hall.play('hit');
  void stage.hall.refill();
  await stage.answer('refill');
  void stage.hall.play('hit');
  expect(stage.of('play')).toHaveLength(1);
});

// A double click on «Repartir» would be told that the bet is accepted already, as if something had gone wrong.
test('the same order is not sent twice while it is on its way', async () => {
  void stage.hall.deal();
  void stage.hall.deal();
  expect(stage.of('deal')).toHaveLength(1);
  await stage.answer('deal');
  void stage.hall.deal();
  expect(stage.of('deal')).toHaveLength(2);
});

test('an order that takes longer than a blink is shown as on its way, until its answer', async () => {
  const turn = scenes['turn'] as TableView;
  stage.says({ type: 'update', since: 1, events: [], view: { ...turn, version: 2 } });
  void stage.hall.play('stand');
  expect(stage.hall.sending).toBeNull();
  stage.pass(500);
  expect(stage.hall.sending).toBe('stand');
  await stage.answer('play');
  expect(stage.hall.sending).toBeNull();
});

// The proof page follows its table for the running shoe; who reads a proof does not want the game read out over it.
test('a table in the background of another page is not read aloud', () => {
  const say = vi.spyOn(voice, 'say');
  const sits = { type: 'seat-taken', player: 'p9', name: 'Maya', box: 1, purse: 0, resident: true } as const;
  stage.hall.watch('escribas', true);
  stage.says({ type: 'update', since: 1, events: [sits], view: { ...open, version: 2 } });
  expect(say).not.toHaveBeenCalled();
  stage.hall.watch('escribas');
  stage.says({ type: 'update', since: 2, events: [sits], view: { ...open, version: 3 } });
  expect(say).toHaveBeenCalled();
  say.mockRestore();
});

// The other table's page would draw the old one with live buttons, and the lobby go on reading its cards aloud.
test('a table that one left in mid-deal sends no more pictures', () => {
  settings.speed = 'normal';
  const card = (code: string): TableEvent => ({
    type: 'round',
    event: { type: 'box-card', box: 3, hand: 1, card: code },
  });
  stage.says({ type: 'update', since: 1, events: ['Ts', '5h', '2c'].map(card), view: { ...open, version: 2 } });
  stage.hall.watch('faraon');
  stage.pass(1_000);
  expect(stage.hall.shown).toBeNull();
  stage.hall.watch('escribas');
  stage.says({ type: 'view', view: { ...open, version: 3 } });
  expect(stage.hall.shown?.version).toBe(3);
});

test('chips belong to their round: the next one starts empty', () => {
  stage.hall.lay(500);
  stage.says({ type: 'update', since: 1, events: [], view: { ...open, version: 2, round: 43 } });
  expect(amountOf(stage.hall.draft)).toBe(0);
});

// Known fault 16, from the page's side.
test('«Repartir» with nothing laid deals the bet as it was bet', () => {
  void stage.hall.deal();
  expect(stage.of('deal')).toMatchObject([{ round: 42, amount: 500 }]);
});

test('a move names round, box and hand, and is not sent twice while it is on its way', () => {
  const turn = scenes['turn'] as TableView;
  stage.says({ type: 'update', since: 1, events: [], view: { ...turn, version: 2 } });
  void stage.hall.play('hit');
  void stage.hall.play('hit');
  expect(stage.of('play')).toMatchObject([{ table: 'escribas', round: 42, box: 3, hand: 2, move: 'hit' }]);
});

test('the browser adds its own randomness to a shoe, once', () => {
  const asking = { ...open, shoe: { ...open.shoe, open_to_contributions: true } };
  stage.says({ type: 'update', since: 1, events: [], view: { ...asking, version: 2 } });
  stage.says({ type: 'update', since: 2, events: [], view: { ...asking, version: 3 } });
  expect(stage.of('contribute')).toHaveLength(1);
  expect(stage.of('contribute')[0]?.['entropy']).toMatch(/^[0-9a-f]{32}$/);
});

// The second tab finds that the first has added already; a fresh one would be refused, and must not be noted as added.
test('two tabs of one guest add one randomness to a shoe, and note the one that was taken', async () => {
  const asking = { ...open, shoe: { ...open.shoe, shoe: 8, open_to_contributions: true } };
  stage.says({ type: 'update', since: 1, events: [], view: { ...asking, version: 2 } });
  const sent = stage.of('contribute')[0]?.['entropy'];
  expect(promises.of(asking.you.player, 'escribas-8')?.entropy).toBeUndefined();
  const other = new Stage();
  other.follow(asking);
  expect(other.of('contribute')).toHaveLength(1);
  await other.answer('contribute', { code: 'already-contributed', why: '' });
  expect(promises.of(asking.you.player, 'escribas-8')?.entropy).toBeUndefined();
  await stage.answer('contribute');
  expect(promises.of(asking.you.player, 'escribas-8')?.entropy).toBe(sent);
  const third = new Stage();
  third.follow(asking);
  expect(third.of('contribute')).toHaveLength(0);
});

// Between two shoes the next one has no commitment yet; what is noted first is noted for ever.
test('a shoe still awaited promises nothing', () => {
  const awaited = { ...open.shoe, shoe: 9, commitment: null, reserve_commitment: null };
  stage.says({ type: 'update', since: 1, events: [], view: { ...open, version: 2, shoe: awaited } });
  stage.says({
    type: 'update',
    since: 2,
    events: [],
    view: { ...open, version: 3, shoe: { ...awaited, commitment: 'c9' } },
  });
  expect(promises.of(open.you.player, 'escribas-9')?.commitment).toBe('c9');
});

// Earlier pages noted such an empty commitment: it accuses the house of a change that never was.
test('an empty commitment noted long ago is forgotten, the rest is kept', () => {
  const p = open.you.player;
  localStorage.setItem(
    'zapato.shoes',
    JSON.stringify([
      [`${p}/escribas-1`, { commitment: '' }],
      [`${p}/escribas-2`, { commitment: '', entropy: 'e2' }],
      [`${p}/escribas-3`, { commitment: 'c3' }],
    ]),
  );
  expect(promises.of(p, 'escribas-1')?.commitment).toBeUndefined();
  promises.note(p, 'escribas-1', { commitment: 'c1' });
  expect(promises.of(p, 'escribas-1')).toEqual({ commitment: 'c1' });
  expect(promises.of(p, 'escribas-2')).toEqual({ entropy: 'e2' });
  expect(promises.of(p, 'escribas-3')).toEqual({ commitment: 'c3' });
});

// A host who begins new books counts shoes from 1 again: other guests, other promises.
test('what one guest was promised is not held against the books of another', () => {
  promises.note('before', 'escribas-1', { commitment: 'c1' });
  expect(promises.of('after', 'escribas-1')).toBeNull();
});

// The page keeps what it was promised; a server that came back with another commitment would be found out.
test('the first commitment of a shoe is kept', () => {
  stage.says({
    type: 'update',
    since: 1,
    events: [],
    view: { ...open, version: 2, shoe: { ...open.shoe, commitment: 'ff' } },
  });
  expect(JSON.stringify(localStorage.getItem('zapato.shoes'))).toContain(open.shoe.commitment);
  expect(JSON.stringify(localStorage.getItem('zapato.shoes'))).not.toContain('"ff"');
});

test('a lost line is told, and that it is back, with what was missed', () => {
  stage.socket.onclose?.({ code: 1006, reason: '' });
  expect(stage.hall.cut).toBe(true);
  stage.hall.retry();
  stage.socket.onopen?.();
  const purse = { purse: 11_900, in_play: 0, may_refill: false, refill_from_ms: null };
  stage.says({ type: 'welcome', wire: 1, player: 'p3', name: 'Ana', purse, now_ms: 0, seated: 'escribas' });
  expect(stage.hall.missed).toBeNull();
  stage.says({ type: 'update', since: 1, events: [], view: open });
  expect(stage.hall.cut).toBe(false);
  expect(stage.hall.missed).toBe(0);
});
