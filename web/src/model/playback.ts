// What happened, shown at a pace that eyes can follow: each update of the server becomes a few pictures in a row, and
// the last of them is always the server's own view, so a picture can be late but never wrong for long.
import type { TableEvent, TableView, Update } from '../wire/types';
import { advance } from './advance';

export interface Picture {
  readonly view: TableView;
  /** What led to it; null for the view that ends an update. */
  readonly event: TableEvent | null;
  /** Milliseconds until the next picture may follow, at normal speed. */
  readonly holdMs: number;
  /** The cards of the last round are on their way to the tray. */
  readonly sweep?: boolean;
}

// A card flies 250 ms and the next leaves while it does; the dealer draws every 900 ms; chips take 200 ms; a busted hand
// stays 400 ms before it is swept. The table's clocks (zapato/table/pace.py) wait at least as long.
const NEXT_CARD_MS = 120;
const CARD_MS = 250;
const DEALER_MS = 900;
const CHIPS_MS = 200;
const BUST_MS = 400;
const SWEEP_MS = 300;
const PEEK_MS = 600;

/** How long the picture after `event` stays before the next. `first`: this card belongs to the first deal. */
export function holdOf(event: TableEvent, first: boolean): number {
  if (event.type !== 'round') return 0;
  switch (event.event.type) {
    case 'box-card':
      return first ? NEXT_CARD_MS : CARD_MS;
    case 'dealer-card':
      return first ? NEXT_CARD_MS : DEALER_MS;
    case 'hole-turned':
      return DEALER_MS;
    case 'peeked':
      return PEEK_MS;
    case 'hand-split':
      return CARD_MS;
    case 'doubled':
      return CHIPS_MS;
    case 'busted':
      return BUST_MS;
    case 'dealer-done':
      return CARD_MS;
    case 'hand-settled':
      return NEXT_CARD_MS;
    default:
      return 0;
  }
}

/** The first deal lasts until everybody with a bet, and the dealer where a second card is dealt, has two cards or a first word is said. */
const isFirstDeal = (view: TableView): boolean =>
  view.turn === null &&
  view.boxes.every(
    (box) => box.hands.length <= 1 && box.hands.every((hand) => hand.state === 'waiting' && hand.cards.length <= 2),
  );

export function picturesOf(shown: TableView, update: Update): Picture[] {
  const pictures: Picture[] = [];
  let view = shown;
  let dealt = false;
  for (const event of update.events) {
    const first = isFirstDeal(view);
    const isCard = event.type === 'round' && (event.event.type === 'box-card' || event.event.type === 'dealer-card');
    // The last card of the first deal lands before anything else happens.
    if (dealt && !isCard) {
      const last = pictures.at(-1);
      if (last) pictures[pictures.length - 1] = { ...last, holdMs: Math.max(last.holdMs, CARD_MS) };
    }
    dealt = isCard && first;
    if (event.type === 'betting-opened' && view.dealer.cards.length > 0) {
      pictures.push({ view, event: null, holdMs: SWEEP_MS, sweep: true });
    }
    view = advance(view, event);
    pictures.push({ view, event, holdMs: holdOf(event, first) });
  }
  pictures.push({ view: update.view, event: null, holdMs: 0 });
  return pictures;
}

/** With more than this still to show (at normal speed) the rest goes faster: nobody should watch the past. */
const BEHIND_MAX_MS = 7_000;

export class Playback {
  readonly #show: (picture: Picture) => void;
  readonly #after: (ms: number, what: () => void) => () => void;
  readonly #pace: () => number;
  #queue: Picture[] = [];
  #latest: TableView | null = null;
  #cancel: (() => void) | null = null;

  /** `pace`: 1 normal, 0.5 fast, 0 all at once; read anew for each picture. */
  constructor(
    show: (picture: Picture) => void,
    after: (ms: number, what: () => void) => () => void,
    pace: () => number,
  ) {
    this.#show = show;
    this.#after = after;
    this.#pace = pace;
  }

  /** A whole view: whatever was still to be shown no longer matters. */
  replace(view: TableView): void {
    this.clear();
    this.#latest = view;
    this.#show({ view, event: null, holdMs: 0 });
  }

  /** Nothing of what was still to be shown will be: the visitor went elsewhere. The next update begins anew. */
  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#queue = [];
    this.#latest = null;
  }

  add(update: Update): void {
    if (!this.#latest) {
      this.replace(update.view);
      return;
    }
    this.#queue.push(...picturesOf(this.#latest, update));
    this.#latest = update.view;
    if (!this.#cancel) this.#run();
  }

  /** Nothing left to show: what is on screen is what the server knows. */
  get idle(): boolean {
    return this.#cancel === null && this.#queue.length === 0;
  }

  #run(): void {
    this.#cancel = null;
    for (let picture = this.#queue.shift(); picture; picture = this.#queue.shift()) {
      this.#show(picture);
      const left = this.#queue.reduce((sum, next) => sum + next.holdMs, picture.holdMs);
      const hurry = left > BEHIND_MAX_MS ? BEHIND_MAX_MS / left : 1;
      const wait = picture.holdMs * this.#pace() * hurry;
      if (wait > 0 && this.#queue.length > 0) {
        this.#cancel = this.#after(wait, () => this.#run());
        return;
      }
    }
  }
}
