// What the live region says. Sentences that come in one moment are said together, in order, and replaced afterwards:
// a region that only grows is read again from the top by some screen readers.

const GATHER_MS = 60;
const SENTENCES_MAX = 12;

class Voice {
  text = $state('');
  #next: string[] = [];
  #waiting = false;
  #turn = false;

  say(...sentences: string[]): void {
    if (sentences.length === 0) return;
    this.#next.push(...sentences);
    if (this.#next.length > SENTENCES_MAX) this.#next = this.#next.slice(-SENTENCES_MAX);
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => this.#speak(), GATHER_MS);
  }

  #speak(): void {
    this.#waiting = false;
    // The same words twice in a row are a new event for the ear: a trailing space makes them a new text.
    this.#turn = !this.#turn;
    this.text = this.#next.join(' ') + (this.#turn ? '' : '\u00a0');
    this.#next = [];
  }
}

export const voice = new Voice();
