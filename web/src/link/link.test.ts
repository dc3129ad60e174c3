import { beforeEach, describe, expect, test } from 'vitest';
import { scenes } from '../demo/scenes';
import type { FromServer, TableView } from '../wire/types';
import { backoffMs } from './backoff';
import { ServerClock } from './clock';
import { Link, type LinkState, type SocketLike } from './link';
import { OUTBOX_MAX } from './outbox';

/** A socket in the hands of the test. */
class FakeSocket implements SocketLike {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: Record<string, unknown>[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  opened(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drops(code = 1006, reason = ''): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
  types(): unknown[] {
    return this.sent.map((message) => message['type']).filter((type) => type !== 'ping');
  }
}

/** Time and sockets under the test's control. */
class World {
  nowMs = 1_000_000;
  readonly sockets: FakeSocket[] = [];
  readonly heard: FromServer[] = [];
  readonly states: [LinkState, number | null][] = [];
  #timers: { at: number; what: () => void }[] = [];
  readonly link = new Link(
    {
      open: () => {
        const socket = new FakeSocket();
        this.sockets.push(socket);
        return socket;
      },
      now: () => this.nowMs,
      random: () => 0.5,
      after: (ms, what) => {
        const timer = { at: this.nowMs + ms, what };
        this.#timers.push(timer);
        return () => (this.#timers = this.#timers.filter((one) => one !== timer));
      },
    },
    {
      message: (message) => this.heard.push(message),
      changed: (state, detail) => this.states.push([state, detail.closeCode]),
    },
    'tab',
  );

  get socket(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }
  pass(ms: number): void {
    const until = this.nowMs + ms;
    for (;;) {
      const [due] = this.#timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.nowMs = due.at;
      due.what();
    }
    this.nowMs = until;
  }
  /** The server says anything at all. */
  says(): void {
    this.socket.says({ type: 'pong', sent_ms: this.nowMs, now_ms: this.nowMs });
  }
  welcome(): void {
    this.socket.opened();
    this.socket.says({
      type: 'welcome',
      wire: 1,
      player: 'p',
      name: 'Ana',
      purse: { purse: 10_000, in_play: 0, may_refill: false, refill_from_ms: null },
      now_ms: this.nowMs + 5_000,
      seated: null,
    });
  }
}

const view = (version: number): TableView => ({ ...(scenes['open'] as TableView), version });
const update = (since: number, version: number): FromServer => ({
  type: 'update',
  since,
  events: [],
  view: view(version),
});

let world: World;
beforeEach(() => {
  world = new World();
  world.link.start();
});

describe('greeting', () => {
  test('says hello first, then asks for the table that it follows', () => {
    world.link.follow('escribas');
    world.welcome();
    expect(world.socket.types()).toEqual(['hello', 'watch']);
    expect(world.socket.sent.find((message) => message['type'] === 'watch')).not.toHaveProperty('since');
  });

  test('nothing is sent before the welcome: the server closes on anything else', () => {
    void world.link.command({ type: 'refill' });
    world.socket.opened();
    expect(world.socket.types()).toEqual(['hello']);
  });
});

describe('commands', () => {
  test('each has its own id, and its answer reaches who gave it', async () => {
    world.welcome();
    const first = world.link.command({ type: 'refill' });
    const second = world.link.command({ type: 'stand-up', table: 'escribas' });
    const ids = world.socket.sent.map((message) => message['id']).filter(Boolean);
    expect(new Set(ids).size).toBe(2);
    world.socket.says({ type: 'answer', id: ids[1] as string, refusal: { code: 'not-seated', why: '' } });
    world.socket.says({ type: 'answer', id: ids[0] as string, refusal: null });
    expect((await first).refusal).toBeNull();
    expect((await second).refusal?.code).toBe('not-seated');
  });

  // The heart of "no bet is lost or doubled by a bad line": same id again, never a new one.
  test('an unanswered command goes out again with the same id after a reconnect', async () => {
    world.welcome();
    const answer = world.link.command({ type: 'deal', table: 'escribas', round: 4, amount: 500 });
    const before = world.socket.sent.find((message) => message['type'] === 'deal');
    world.socket.drops();
    world.pass(5_000);
    world.welcome();
    const again = world.socket.sent.find((message) => message['type'] === 'deal');
    expect(again).toEqual(before);
    world.socket.says({ type: 'answer', id: again?.['id'] as string, refusal: null });
    expect((await answer).refusal).toBeNull();
    world.socket.says({ type: 'answer', id: again?.['id'] as string, refusal: null }); // a late twin does no harm
    world.socket.drops();
    world.pass(5_000);
    world.welcome();
    expect(world.socket.types()).toEqual(['hello']);
  });

  test('past its bound a command is refused here', async () => {
    for (let i = 0; i < OUTBOX_MAX; i += 1) void world.link.command({ type: 'refill' });
    expect((await world.link.command({ type: 'refill' })).refusal?.code).toBe('too-many-waiting');
  });
});

describe('versions', () => {
  beforeEach(() => {
    world.link.follow('escribas');
    world.welcome();
    world.socket.says({ type: 'view', view: view(7) });
    world.heard.length = 0;
  });

  test('the next update is taken, a seen one dropped', () => {
    world.socket.says(update(7, 8));
    world.socket.says(update(7, 8));
    world.socket.says(update(8, 9));
    expect(world.heard).toHaveLength(2);
  });

  test('a gap is not shown but asked for, once', () => {
    world.socket.says(update(9, 10));
    world.socket.says(update(10, 11));
    expect(world.heard).toHaveLength(0);
    const asked = world.socket.sent.filter((message) => message['type'] === 'watch').slice(1);
    expect(asked).toEqual([{ type: 'watch', table: 'escribas', since: 7 }]);
    world.socket.says(update(7, 11));
    expect(world.heard).toHaveLength(1);
  });

  test('after a reconnect the missed events are asked for from the version last seen', () => {
    world.socket.says(update(7, 12));
    world.socket.drops();
    world.pass(5_000);
    world.welcome();
    expect(world.socket.sent.find((message) => message['type'] === 'watch')).toEqual({
      type: 'watch',
      table: 'escribas',
      since: 12,
    });
  });

  // Else a page that missed nothing would never say that the line is back.
  test('the empty answer after a reconnect reaches the page', () => {
    world.socket.drops();
    world.pass(5_000);
    world.welcome();
    world.socket.says(update(7, 7));
    expect(world.heard.map((message) => message.type)).toEqual(['welcome', 'update']);
  });

  test('updates of the table left behind are ignored', () => {
    world.link.follow('faraon');
    world.socket.says(update(7, 8));
    expect(world.heard).toHaveLength(0);
  });
});

describe('the line', () => {
  test('comes back by itself, later and later', () => {
    world.socket.drops();
    world.pass(backoffMs(0, 0.5));
    expect(world.sockets).toHaveLength(2);
    world.socket.drops();
    world.pass(backoffMs(0, 0.5));
    expect(world.sockets).toHaveLength(2);
    world.pass(backoffMs(1, 0.5));
    expect(world.sockets).toHaveLength(3);
  });

  test('an oversize frame is told by its code, and the line tried again', () => {
    world.welcome();
    world.socket.drops(1009);
    expect(world.states.at(-1)).toEqual(['lost', 1009]);
  });

  test('a refusal for good is not hammered at', () => {
    world.welcome();
    world.socket.drops(1008, 'too-many-sockets');
    world.pass(120_000);
    expect(world.states.at(-1)).toEqual(['stopped', 1008]);
    expect(world.sockets).toHaveLength(1);
    world.link.retryNow(); // the visitor closed another window and asked
    expect(world.sockets).toHaveLength(2);
  });

  // Sockets left open count at the server: after eight it would turn this visitor away for good.
  test('asking again and again leaves one socket open', () => {
    world.welcome();
    world.socket.drops();
    for (let i = 0; i < 9; i += 1) world.link.retryNow();
    expect(world.sockets.filter((socket) => socket.readyState < 2)).toHaveLength(1);
    // What the given-up ones still say is not heard.
    world.sockets.at(-2)?.drops(1008, 'too-many-sockets');
    world.welcome();
    expect(world.link.state).toBe('open');
  });

  // A browser notices a dead network after half a minute; a move has fifteen seconds.
  test('a line that went silent is given up although its socket still looks open', () => {
    world.welcome();
    world.pass(9_500);
    expect(world.link.state).toBe('lost');
  });

  test('an order that meets silence is not left hanging: the line is given up, and it goes out on the next', () => {
    world.welcome();
    void world.link.command({ type: 'refill' });
    world.pass(4_100);
    expect(world.link.state).toBe('lost');
    world.link.retryNow();
    world.welcome();
    expect(world.socket.types()).toContain('refill');
  });

  test('a browser without network is believed only if the server is silent too', () => {
    world.welcome();
    world.link.suspect();
    world.says();
    world.pass(2_000);
    expect(world.link.state).toBe('open');
    world.link.suspect();
    world.pass(2_000);
    expect(world.link.state).toBe('lost');
  });

  test('a server that answers keeps the line, and one that never greets is tried again', () => {
    world.welcome();
    for (let s = 0; s < 60; s += 1) {
      world.pass(1_000);
      world.says();
    }
    expect(world.link.state).toBe('open');
    world.socket.drops();
    world.link.retryNow();
    world.pass(12_000);
    expect(world.sockets.length).toBeGreaterThan(2);
  });
});

describe("the server's clock", () => {
  test('the quickest trip tells the skew', () => {
    let now = 0;
    const clock = new ServerClock(() => now);
    clock.heard(10_000);
    expect(clock.now()).toBe(10_000);
    now = 1_000;
    clock.measured(0, 12_000); // a second on the way: off by up to half of it
    now = 1_020;
    clock.measured(1_000, 9_010); // 20 ms on the way
    expect(clock.skewMs).toBe(8_000);
  });
});
