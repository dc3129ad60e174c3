// What happened, shown at a pace that eyes can follow: each update of the server becomes a few pictures in a row, and
// the last of them is always the server's own view, so a picture can be late but never wrong for long.
import { NEXT_CARD_MS, SHOWN_MS, type TableEvent, type TableView, type Update } from '../wire/types';
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

// How long things take on the felt is the table's to say (zapato/table/pace.py): its clocks wait just as long, so that
// nobody's starts before their turn shows. No clock waits for the sweep.
const CARD_MS = SHOWN_MS['box-card'] ?? 0;
const SWEEP_MS = 300;

export function picturesOf(shown: TableView, update: Update): Picture[] {
  const pictures: Picture[] = [];
  let view = shown;
  /** In the first deal of a round: the cards that follow its opening, until anything else happens. */
  let dealing = false;
  for (const event of update.events) {
    const type = event.type === 'round' ? event.event.type : null;
    const isCard = type === 'box-card' || type === 'dealer-card';
    if (type === 'round-opened') dealing = true;
    else if (dealing && type !== null && !isCard) {
      dealing = false;
      // Its last card lands before that.
      const last = pictures.at(-1);
      if (last) pictures[pictures.length - 1] = { ...last, holdMs: CARD_MS };
    }
    if (event.type === 'betting-opened' && view.dealer.cards.length > 0) {
      pictures.push({ view, event: null, holdMs: SWEEP_MS, sweep: true });
    }
    view = advance(view, event);
    pictures.push({ view, event, holdMs: isCard && dealing ? NEXT_CARD_MS : (SHOWN_MS[type ?? ''] ?? 0) });
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
