import { beforeEach, expect, test } from 'vitest';
import { scenes } from '../demo/scenes';
import type { SocketLike } from '../link/link';
import { amountOf } from '../model/betting';
import type { FromServer, TableView } from '../wire/types';
import { Hall } from './hall.svelte';
import { settings } from './settings.svelte';

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
    { open: () => this.socket, now: () => 0, random: () => 0, after: () => () => undefined },
    'tab',
  );
  says(message: FromServer): void {
    this.socket.onmessage?.({ data: JSON.stringify(message) });
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
  settings.speed = 'instant';
  stage = new Stage();
  stage.hall.start();
  stage.hall.watch('escribas');
  stage.socket.onopen?.();
  const purse = { purse: 11_900, in_play: 0, may_refill: false, refill_from_ms: null };
  stage.says({ type: 'welcome', wire: 1, player: 'p3', name: 'Ana', purse, now_ms: 0, seated: 'escribas' });
  stage.says({ type: 'view', view: open });
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
