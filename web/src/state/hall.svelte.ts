// What the page knows: the link, my purse, the lobby, and the table in front of me. Parts read from here and give
// orders through it; nothing else talks to the link.
import { browserSurroundings } from '../link/browser';
import { Link, UNKNOWN_PLAYER, type Detail, type LinkState, type Surroundings } from '../link/link';
import { refusedHere, type Order } from '../link/outbox';
import { announce } from '../model/announce';
import {
  amountOf,
  cleared,
  EMPTY,
  laid,
  notDealable,
  overLimit,
  setTo,
  taken,
  undone,
  type Draft,
} from '../model/betting';
import { Playback, type Picture } from '../model/playback';
import type { FromServer, LobbyTable, Move, PurseView, Refusal, TableView } from '../wire/types';
import { language } from './language.svelte';
import { settings } from './settings.svelte';
import { play, soundOf } from './sound';
import { promises } from './promises';
import { voice } from './voice.svelte';

/** A line that appears for a while near the dock: a refusal, or something said once. */
export interface Notice {
  readonly kind: 'refusal' | 'news';
  readonly text: string;
  readonly id: number;
}

const NOTICE_MS = 6_000;
const BLINK_MS = 400;

type Wish = Extract<Order, { type: 'wish' }>;

export class Hall {
  linkState: LinkState = $state('connecting');
  closeCode: number | null = $state(null);
  closeReason = $state('');
  /** When the next attempt is due, on our own clock. */
  retryAtMs: number | null = $state(null);
  /** After a reconnect: how many events were missed, until the visitor has seen it. */
  missed: number | null = $state(null);
  player = $state('');
  name = $state('');
  seated: string | null = $state(null);
  purse: PurseView | null = $state.raw(null);
  tables: readonly LobbyTable[] | null = $state.raw(null);
  /** What the felt shows now; it may lag behind the server by the length of an animation. */
  shown: TableView | null = $state.raw(null);
  /** The event whose card is flying now. */
  lastEvent: Picture['event'] = $state.raw(null);
  sweeping = $state(false);
  draft: Draft = $state.raw(EMPTY);
  chip = $state(0);
  notice: Notice | null = $state.raw(null);
  /** The server's clock, by the quarter second. */
  serverNow = $state(0);
  missing = $state(false);
  /** The order that has been on its way for longer than a blink, by its move or kind: its button says so. */
  sending: Move | Order['type'] | null = $state(null);

  readonly #link: Link;
  readonly #playback: Playback;
  readonly #after: Surroundings['after'];
  #table: string | null = null;
  #draftRound = -1;
  #silent = false;
  #dropped = false;
  /** Kinds of orders on their way, so that none is sent twice. */
  #pending: readonly Order['type'][] = [];
  #wishInFlight = false;
  #wishWanted: Wish | null = null;
  #contributed = '';
  #notices = 0;

  constructor(around: Surroundings, session: string) {
    this.#after = around.after;
    this.#playback = new Playback(
      (picture) => this.#picture(picture),
      around.after,
      () => (document.hidden ? 0 : settings.pace),
    );
    this.#link = new Link(
      around,
      {
        message: (message) => this.#message(message),
        changed: (state, detail) => this.#changed(state, detail),
      },
      session,
    );
  }

  start(): void {
    this.#link.start();
    addEventListener('online', () => this.#link.retryNow());
    addEventListener('offline', () => this.#link.suspect());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#link.retryNow();
    });
    const tick = (): void => {
      this.serverNow = this.#link.clock.now();
      this.#after(250, tick);
    };
    tick();
  }

  retry(): void {
    this.#link.retryNow();
  }

  // ------------------------------------------------------------ orders

  /** `silently`: the table goes on in the background of another page; nothing of it is read aloud or sounds. */
  watch(table: string | null, silently = false): void {
    this.#silent = silently;
    if (table === this.#table) return;
    this.#table = table;
    this.#playback.clear();
    this.shown = null;
    this.missing = false;
    this.#resetDraft(-1);
    this.#link.follow(table);
  }

  async sit(table: string, box: number): Promise<boolean> {
    const refusal = await this.#order({ type: 'sit', table, box });
    if (!refusal) this.seated = table;
    return !refusal;
  }

  async standUp(): Promise<void> {
    const table = this.shown?.table;
    if (!table) return;
    const refusal = await this.#order({ type: 'stand-up', table });
    if (!refusal) {
      this.seated = null;
      this.#tell('news', language.t('stood'));
    }
  }

  async refill(): Promise<void> {
    const refusal = await this.#order({ type: 'refill' });
    if (!refusal && this.purse) this.#tell('news', language.t('lobby.refill.done', { n: this.purse.purse }));
  }

  async rename(name: string): Promise<void> {
    const refusal = await this.#order({ type: 'rename', name });
    if (refusal) return;
    // As the server keeps it, which came before this answer.
    this.#tell('news', language.t('settings.name.saved', { name: this.name }));
  }

  /** Chips: shown at once, told to the table as a wish. */
  lay(chip: number): void {
    this.#change((draft, view) => laid(draft, chip, view.rules.chips));
  }
  take(chip: number): void {
    this.#change((draft) => taken(draft, chip));
  }
  undo(): void {
    this.#change((draft) => undone(draft));
  }
  clear(): void {
    this.#change((draft) => cleared(draft));
  }
  repeat(): void {
    const last = this.shown?.you.last_bet ?? 0;
    if (last === 0) {
      this.#refuse(language.t('bet.no-last'));
      return;
    }
    this.#change((draft, view) => setTo(draft, last, view.rules.chips));
  }
  doubleBet(): void {
    if (amountOf(this.draft) === 0) {
      this.#refuse(language.t('bet.nothing'));
      return;
    }
    this.#change((draft, view) => setTo(draft, amountOf(draft) * 2, view.rules.chips));
  }

  /** «Repartir»; with no chips down but a remembered bet, that bet is laid and dealt in one step. */
  async deal(): Promise<void> {
    const view = this.shown;
    if (!view || !this.canBet) return;
    if (amountOf(this.draft) === 0 && view.you.last_bet > 0) this.repeat();
    const amount = amountOf(this.draft);
    const why = notDealable(amount, view.rules, view.you.purse);
    if (why) {
      this.#refuse(language.t(`bet.${why.code}`, { n: why.n }));
      return;
    }
    this.#wishWanted = null;
    await this.#order({ type: 'deal', table: view.table, round: view.round, amount });
  }

  async sitOut(): Promise<void> {
    const view = this.shown;
    if (!view || !this.canBet) return;
    this.draft = EMPTY;
    this.#wishWanted = null;
    await this.#order({ type: 'sit-out', table: view.table, round: view.round });
  }

  async play(move: Move, amount?: number): Promise<void> {
    const view = this.shown;
    const box = view?.you.box;
    if (!view || box === null || box === undefined) return;
    const hand = view.turn?.box === box ? view.turn.hand : 1;
    const order: Order = { type: 'play', table: view.table, round: view.round, box, move, hand };
    await this.#order(amount === undefined ? order : { ...order, amount });
  }

  /** The line is down: controls are shown and wait. */
  get cut(): boolean {
    return this.linkState === 'lost' || this.linkState === 'stopped';
  }

  /** May chips be moved now? */
  get canBet(): boolean {
    const view = this.shown;
    const box = view?.boxes.find((one) => one.box === view.you.box);
    return !!view && !!box && (view.phase === 'waiting' || view.phase === 'betting') && !box.ready && !box.sits_out;
  }

  dismiss(): void {
    this.notice = null;
    this.missed = null;
  }

  // ------------------------------------------------------------ what comes in

  #message(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.player = message.player;
        this.name = message.name;
        this.purse = message.purse;
        this.seated = message.seated;
        return;
      case 'purse':
        this.purse = message.purse;
        return;
      case 'name':
        this.name = message.name;
        return;
      case 'lobby':
        this.tables = message.tables;
        return;
      case 'view':
        this.#back(this.shown ? Math.max(0, message.view.version - this.shown.version) : 0);
        this.#playback.replace(message.view);
        void this.#contribute(message.view);
        return;
      case 'update':
        this.#back(message.events.length);
        this.#playback.add(message);
        void this.#contribute(message.view);
        return;
      case 'fault':
        if (message.refusal.code === 'no-such-table') this.missing = true;
        if (message.refusal.code === 'wire-version') {
          this.#link.stop();
          this.closeReason = message.refusal.code;
        }
        this.#refuse(this.refusalText(message.refusal));
        return;
      default:
    }
  }

  #picture(picture: Picture): void {
    const before = this.shown ?? picture.view;
    const { view } = picture;
    this.lastEvent = picture.event;
    this.sweeping = picture.sweep === true;
    if (view.round !== this.#draftRound) this.#resetDraft(view.round);
    if (picture.event?.type === 'wish-returned' && picture.event.box === view.you.box) this.draft = EMPTY;
    if (!view.rules.chips.includes(this.chip)) this.chip = view.rules.chips[0] ?? 0;
    this.shown = view;
    if (this.#silent) return;
    voice.say(...announce(before, picture, language));
    const sound = soundOf(before, picture);
    if (sound) play(sound);
  }

  #changed(state: LinkState, { closeCode, reason, retryInMs }: Detail): void {
    this.linkState = state;
    if (closeCode !== null || state === 'open') {
      this.closeCode = closeCode;
      this.closeReason = reason;
    }
    if (closeCode === UNKNOWN_PLAYER) reloadOnce();
    this.retryAtMs = retryInMs === null ? null : Date.now() + retryInMs;
    if (state === 'lost') {
      if (!this.#dropped) voice.say(language.t('link.lost'), language.t('link.lost.detail'));
      this.#dropped = true;
    }
    if (state === 'open' && this.#dropped && this.#table === null) this.#back(0);
  }

  /** The first news after a cut: say that the link is back and how much was missed. */
  #back(events: number): void {
    if (!this.#dropped) return;
    this.#dropped = false;
    this.missed = events;
    voice.say(language.t('link.back'), ...(events > 0 ? [language.t('link.missed', { n: events })] : []));
    this.#after(NOTICE_MS, () => (this.missed = null));
  }

  // ------------------------------------------------------------ chips

  #resetDraft(round: number): void {
    this.#draftRound = round;
    this.draft = EMPTY;
    this.#wishWanted = null;
  }

  #change(step: (draft: Draft, view: TableView) => Draft): void {
    const view = this.shown;
    if (!view || !this.canBet) return;
    const next = step(this.draft, view);
    const amount = amountOf(next);
    const why = amount > amountOf(this.draft) ? overLimit(amount, view.rules, view.you.purse) : null;
    if (why) {
      this.#refuse(language.t(`bet.${why.code}`, { n: why.n }));
      return;
    }
    if (next === this.draft) return;
    this.draft = next;
    play('chip');
    voice.say(language.t('say.bet', { n: amount }));
    this.#wishWanted = { type: 'wish', table: view.table, round: view.round, amount };
    void this.#sendWishes();
  }

  /** One wish at a time on the way; of those that come meanwhile only the last is sent. */
  async #sendWishes(): Promise<void> {
    if (this.#wishInFlight) return;
    this.#wishInFlight = true;
    for (let wish = this.#takeWish(); wish !== null; wish = this.#takeWish()) {
      const { refusal } = await this.#link.command(wish);
      if (refusal && this.#isLast(wish)) this.#putBack(refusal);
    }
    this.#wishInFlight = false;
  }

  #takeWish(): Wish | null {
    const wish = this.#wishWanted;
    this.#wishWanted = null;
    return wish;
  }

  /** Is this still what the felt shows? Not once chips were moved again, or the next round is on. */
  #isLast(wish: Wish): boolean {
    return this.#wishWanted === null && wish.round === this.#draftRound && wish.table === this.shown?.table;
  }

  /** The draft was refused: show the chips that really lie on the box. */
  #putBack(refusal: Refusal): void {
    const view = this.shown;
    const lying = view?.boxes.find((box) => box.box === view.you.box)?.wish ?? 0;
    this.draft = setTo(EMPTY, lying, view?.rules.chips ?? []);
    this.#refuse(this.refusalText(refusal));
  }

  // ------------------------------------------------------------ the shoe's promise

  /** Note what this shoe is committed to, and add our own randomness while it is open: once, from one tab. */
  async #contribute(view: TableView): Promise<void> {
    const { table, you } = view;
    const { shoe, commitment } = view.shoe;
    const mark = `${table}-${shoe}`;
    if (commitment !== null) promises.note(you.player, mark, { commitment });
    if (you.box === null || !view.shoe.open_to_contributions || this.#contributed === mark) return;
    if (promises.of(you.player, mark)?.entropy !== undefined) return;
    this.#contributed = mark;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const entropy = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    // A refusal (another tab was first, or the bets closed meanwhile) costs nothing: the shoe is committed either way.
    const { refusal } = await this.#link.command({ type: 'contribute', table, shoe, entropy });
    if (!refusal) promises.note(you.player, mark, { entropy });
  }

  // ------------------------------------------------------------ saying no

  async #order(order: Order): Promise<Refusal | null> {
    if (this.#pending.includes(order.type)) {
      voice.say(language.t('link.pending'));
      return refusedHere('pending', 'The last one of its kind has no answer yet.');
    }
    this.#pending = [...this.#pending, order.type];
    const mark = order.type === 'play' ? order.move : order.type;
    this.#after(BLINK_MS, () => {
      if (this.#pending.includes(order.type)) this.sending = mark;
    });
    const { refusal } = await this.#link.command(order);
    this.#pending = this.#pending.filter((kind) => kind !== order.type);
    if (this.sending === mark) this.sending = null;
    if (refusal) this.#refuse(this.refusalText(refusal));
    return refusal;
  }

  refusalText(refusal: Refusal): string {
    return language.refusal(refusal);
  }

  #refuse(text: string): void {
    this.#tell('refusal', text);
  }

  #tell(kind: Notice['kind'], text: string): void {
    this.#notices += 1;
    const id = this.#notices;
    this.notice = { kind, text, id };
    voice.say(text);
    this.#after(NOTICE_MS, () => {
      if (this.notice?.id === id) this.notice = null;
    });
  }
}

/** A new cookie comes with the page; once, lest a browser that takes no cookies load it for ever. */
function reloadOnce(): void {
  try {
    if (sessionStorage.getItem('zapato.reloaded') !== null) return;
    sessionStorage.setItem('zapato.reloaded', 'yes');
  } catch {
    return;
  }
  location.reload();
}

function freshSession(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');
}

export const hall = new Hall(browserSurroundings(), freshSession());
