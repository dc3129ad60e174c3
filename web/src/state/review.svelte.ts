// The review of my last round, and the hint for my hand where the table gives one. Asked for here, shown by ui/review.
import { summaryOf, type Decision, type Hint, type Review } from '../model/review';
import type { TableView } from '../wire/types';
import { language } from './language.svelte';
import { settings } from './settings.svelte';
import { viewport } from './viewport.svelte';
import { voice } from './voice.svelte';

export type Showing = 'review' | 'hint' | null;

/** The round just past, if it was mine and its cards no longer matter to a hand in play. */
export function reviewable(view: TableView): string | null {
  if (view.phase !== 'settled' && view.phase !== 'betting' && view.phase !== 'waiting') return null;
  const last = view.past[0];
  return last && last.net !== null && view.you.box !== null ? last.record : null;
}

/** What is asked of me right now; a new text as soon as it is another decision. */
export function decisionOf(view: TableView): string | null {
  const { you } = view;
  const asked = you.offers.length > 0 || you.surrender_offered || (you.moves.length > 0 && view.turn?.box === you.box);
  if (!view.hints || !asked) return null;
  const cards = view.boxes.find((box) => box.box === you.box)?.hands.map((hand) => hand.cards.join(' '));
  return [view.table, view.round, view.turn?.hand ?? 0, ...(cards ?? [])].join('/');
}

export class ReviewDesk {
  /** What can be shown at this moment. */
  showing: Showing = $state(null);
  review: Review | null = $state.raw(null);
  record: string | null = $state(null);
  hint: Hint | null = $state.raw(null);
  /** A hint is on its way. */
  asking = $state(false);
  #hintOpen = $state(false);
  #decision: string | null = null;

  readonly own: readonly Decision[] = $derived(
    this.review?.decisions.filter((one) => one.box === this.review?.box && !one.behind) ?? [],
  );
  readonly summary = $derived(summaryOf(this.own));

  get open(): boolean {
    if (this.showing === 'hint') return this.#hintOpen;
    return this.showing === 'review' && (settings.reviewOpen ?? viewport.roomy);
  }

  /** Called with every picture of the table. */
  see(view: TableView): void {
    const decision = decisionOf(view);
    if (decision !== this.#decision) {
      this.#decision = decision;
      this.hint = null;
      this.#hintOpen = false;
    }
    const record = settings.review ? reviewable(view) : null;
    if (record !== null && record !== this.record) void this.#read(record, view.phase === 'settled');
    if (decision !== null) this.showing = 'hint';
    else this.showing = record !== null && this.review !== null && record === this.record ? 'review' : null;
  }

  /** The key and the button; false: there is nothing to show. */
  toggle(): boolean {
    if (this.showing === 'review') settings.reviewOpen = !this.open;
    else if (this.showing === 'hint') {
      this.#hintOpen = !this.#hintOpen;
      if (this.#hintOpen && this.hint === null) void this.#ask();
    }
    return this.showing !== null;
  }

  close(): boolean {
    return this.open && this.toggle();
  }

  async #read(record: string, live: boolean): Promise<void> {
    this.record = record;
    this.review = null;
    const found = await json<Review>(`/api/rounds/${encodeURIComponent(record)}/review`);
    if (this.record !== record || found === null) return;
    this.review = found;
    if (live && this.own.length > 0) voice.say(summaryText(this));
    if (this.summary.mistakes.length > 0) {
      void json('/api/trainer/rounds', { method: 'POST', body: JSON.stringify({ round: record }) });
    }
  }

  async #ask(): Promise<void> {
    const table = this.#decision?.split('/')[0] ?? '';
    const asked = this.#decision;
    this.asking = true;
    const found = await json<Hint>(`/api/tables/${encodeURIComponent(table)}/hint`);
    this.asking = false;
    if (asked === null || asked !== this.#decision) return;
    this.hint = found;
    if (found === null) {
      this.#hintOpen = false;
      voice.say(language.t('hint.none'));
    }
  }
}

/** One line for the eye and the ear. */
export function summaryText(desk: Pick<ReviewDesk, 'summary'>): string {
  const { kind, debenes } = desk.summary;
  return kind === 'cost' ? language.t('review.sum.cost', { n: debenes }) : language.t(`review.sum.${kind}`);
}

/** The answer, or null where there is none: the table is played just as well without a review. */
async function json<T>(url: string, request?: RequestInit): Promise<T | null> {
  try {
    const response = await fetch(url, request);
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    return null;
  }
}

export const reviewDesk = new ReviewDesk();
