// The line to the hall: one socket, brought back whenever it drops. It greets, asks for the table it follows, sends
// unanswered commands again, notices gaps in a table's versions and asks for what is missing. It knows no blackjack.
import { FRAME_BYTES_MAX, WIRE_VERSION, type Answer, type FromPage, type FromServer } from '../wire/types';
import { backoffMs } from './backoff';
import { ServerClock } from './clock';
import { Outbox, refusedHere, type Order } from './outbox';

export type LinkState = 'connecting' | 'open' | 'lost' | 'stopped';

/** What of a WebSocket is used here, so that tests can stand in for one. */
export interface SocketLike {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** What the link needs of the outside. */
export interface Surroundings {
  readonly open: () => SocketLike;
  readonly now: () => number;
  readonly random: () => number;
  /** Like setTimeout; the returned function cancels. */
  readonly after: (ms: number, what: () => void) => () => void;
}

/** Why the line is down, as far as the socket said, and when it is tried again. */
export interface Detail {
  readonly closeCode: number | null;
  readonly reason: string;
  readonly retryInMs: number | null;
}

export interface Listener {
  /** Every message but answers and pongs, in order; table updates already seen are dropped. */
  message(message: FromServer): void;
  changed(state: LinkState, detail: Detail): void;
}

/** The server's books are new: it does not know this browser's cookie. Loading the page gives it another. */
export const UNKNOWN_PLAYER = 4401;

const OPEN = 1;
const PING_EVERY_MS = 5_000;
/**
 * The server answers a ping at once and a command when it is written down. Silence for this long after either means a
 * dead line, whatever the socket says: a browser may take half a minute to notice, and a move has fifteen seconds.
 */
const WORD_WITHIN_MS = 4_000;
/** The same where the browser itself says that the network is gone; a server on this machine still answers. */
const WORD_OFFLINE_MS = 1_500;
/** To open a socket, greet and be greeted takes several trips. */
const GREETED_WITHIN_MS = 10_000;
/** A timer this late was asleep with the whole page: what came meanwhile has not been read yet. */
const LATE_MS = 2_000;
/** A resync asked for and not answered by then is asked for again. */
const RESYNC_EVERY_MS = 3_000;
/** Trying again at once would change nothing: the page must be loaded anew, or the visitor do something first. */
const FINAL_CODES: ReadonlySet<number> = new Set([1002, 1003, UNKNOWN_PLAYER]);
const FINAL_REASONS: ReadonlySet<string> = new Set(['origin', 'too-many-sockets', 'too-many-messages']);

export class Link {
  readonly clock: ServerClock;
  readonly #outbox: Outbox;
  readonly #around: Surroundings;
  readonly #listener: Listener;
  #socket: SocketLike | null = null;
  #greeted = false;
  #state: LinkState = 'connecting';
  #attempt = 0;
  /** Messages heard on this line, to tell silence from news. */
  #words = 0;
  #resyncAskedMs = -Infinity;
  #table: { id: string; version: number | null } | null = null;
  #cancelRetry: (() => void) | null = null;
  #cancelBeat: (() => void) | null = null;

  constructor(around: Surroundings, listener: Listener, session: string) {
    this.#around = around;
    this.#listener = listener;
    this.clock = new ServerClock(() => around.now());
    this.#outbox = new Outbox(session);
  }

  get state(): LinkState {
    return this.#state;
  }

  start(): void {
    this.#connect();
    this.#beat();
  }

  stop(): void {
    this.#cancelRetry?.();
    this.#cancelBeat?.();
    this.#change('stopped');
    this.#drop();
  }

  /** Try at once: the visitor asked, the network came back, or the tab came to the front. */
  retryNow(): void {
    if (this.#state !== 'lost' && this.#state !== 'stopped') return;
    this.#cancelRetry?.();
    if (this.#state === 'stopped') this.#beat();
    this.#connect();
  }

  /** The browser says that the network is gone: ask the server, and believe its silence sooner. */
  suspect(): void {
    if (!this.#greeted) return;
    this.#ping();
    this.#expectWord(WORD_OFFLINE_MS);
  }

  /** Follow a table, or none (the lobby). */
  follow(table: string | null): void {
    if (this.#table?.id === table) return;
    this.#table = table === null ? null : { id: table, version: null };
    if (this.#greeted) this.#send(table === null ? { type: 'unwatch' } : { type: 'watch', table });
  }

  /** One command, one answer, however often the line drops in between. */
  command(order: Order): Promise<Answer> {
    const kept = this.#outbox.add(order);
    if (!kept) {
      return Promise.resolve({
        type: 'answer',
        id: '',
        refusal: refusedHere('too-many-waiting', 'Too many commands are waiting for an answer.'),
      });
    }
    if (this.#greeted) {
      this.#send(kept.command);
      this.#expectWord(WORD_WITHIN_MS);
    }
    return kept.answer;
  }

  /** Commands on their way: the page greys what would be sent twice. */
  get waiting(): number {
    return this.#outbox.size;
  }

  #connect(): void {
    this.#cancelRetry = null;
    this.#drop(); // one socket at a time: the server counts those of a visitor and turns them away past a few
    if (this.#state !== 'lost') this.#change('connecting');
    const socket = this.#around.open();
    this.#socket = socket;
    this.#expectWord(GREETED_WITHIN_MS);
    socket.onopen = () => {
      if (socket === this.#socket) this.#send({ type: 'hello', wire: WIRE_VERSION });
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code, event.reason);
    };
    socket.onerror = null; // a close always follows and says more
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    socket?.close();
  }

  #closed(code: number, reason: string): void {
    this.#socket = null;
    this.#greeted = false;
    if (this.#state === 'stopped') return;
    if (FINAL_CODES.has(code) || FINAL_REASONS.has(reason)) {
      this.#cancelBeat?.();
      this.#change('stopped', { closeCode: code, reason });
      return;
    }
    const wait = backoffMs(this.#attempt, this.#around.random());
    this.#attempt += 1;
    this.#change('lost', { closeCode: code, reason, retryInMs: wait });
    this.#cancelRetry = this.#around.after(wait, () => this.#connect());
  }

  #receive(data: unknown): void {
    this.#words += 1;
    let message: FromServer;
    try {
      message = JSON.parse(String(data)) as FromServer;
    } catch {
      return; // not ours to guess at; the next update or a resync repairs the view
    }
    switch (message.type) {
      case 'welcome':
        this.#welcomed(message.now_ms);
        break;
      case 'answer':
        this.#outbox.settle(message);
        return;
      case 'pong':
        this.clock.measured(message.sent_ms, message.now_ms);
        return;
      case 'view':
        if (message.view.table !== this.#table?.id) return;
        this.clock.heard(message.view.now_ms);
        this.#table.version = message.view.version;
        this.#resyncAskedMs = -Infinity;
        break;
      case 'update':
        this.clock.heard(message.view.now_ms);
        if (!this.#takes(message.since, message.view.version, message.view.table)) return;
        break;
      case 'lobby':
        this.clock.heard(message.now_ms);
        break;
      default:
    }
    this.#listener.message(message);
  }

  /** Is this update the next one? Seen ones are dropped; after a gap what is missing is asked for. */
  #takes(since: number, version: number, table: string): boolean {
    const known = this.#table;
    if (!known || known.id !== table) return false;
    if (known.version === null) return false; // the whole view is on its way
    // Nothing was missed: an empty answer to our question, and the sign that we are up to date again.
    if (version === known.version && since === version) return true;
    if (version <= known.version) return false;
    if (since > known.version) {
      this.#askAgain(known.id, known.version);
      return false;
    }
    known.version = version;
    this.#resyncAskedMs = -Infinity;
    return true;
  }

  #askAgain(table: string, since: number): void {
    const now = this.#around.now();
    if (now - this.#resyncAskedMs < RESYNC_EVERY_MS) return;
    this.#resyncAskedMs = now;
    this.#send({ type: 'watch', table, since });
  }

  #welcomed(serverMs: number): void {
    this.#greeted = true;
    this.#attempt = 0;
    this.clock.forget();
    this.clock.heard(serverMs);
    this.#ping();
    if (this.#table) {
      const { id, version } = this.#table;
      this.#send(version === null ? { type: 'watch', table: id } : { type: 'watch', table: id, since: version });
    }
    for (const command of this.#outbox.unanswered()) this.#send(command);
    this.#change('open');
  }

  #ping(): void {
    this.#send({ type: 'ping', sent_ms: Math.round(this.#around.now()) });
  }

  #beat(): void {
    this.#cancelBeat = this.#around.after(PING_EVERY_MS, () => {
      if (this.#greeted) {
        this.#ping();
        this.#expectWord(WORD_WITHIN_MS);
      }
      if (this.#state !== 'stopped') this.#beat();
    });
  }

  /** Something was asked on this line: not a word within `ms`, and it is given up. */
  #expectWord(ms: number): void {
    const socket = this.#socket;
    const words = this.#words;
    const dueMs = this.#around.now() + ms;
    this.#around.after(ms, () => {
      if (socket === null || socket !== this.#socket || words !== this.#words) return;
      if (this.#around.now() > dueMs + LATE_MS) {
        this.#expectWord(ms);
        return;
      }
      this.#drop();
      this.#closed(1006, '');
    });
  }

  #send(message: FromPage): void {
    if (this.#socket?.readyState !== OPEN) return;
    const text = JSON.stringify(message);
    // Nothing the page says comes near the limit; a bug that did would cost the visitor the connection.
    if (text.length > FRAME_BYTES_MAX) throw new Error(`frame of ${text.length} bytes, at most ${FRAME_BYTES_MAX}`);
    this.#socket.send(text);
  }

  #change(state: LinkState, detail: Partial<Detail> = {}): void {
    this.#state = state;
    this.#listener.changed(state, { closeCode: null, reason: '', retryInMs: null, ...detail });
  }
}
