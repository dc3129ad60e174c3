// The server's clock, as well as a page can know it. Every clock on the felt is the server's; this one corrects ours.

interface Sample {
  readonly roundTripMs: number;
  readonly skewMs: number;
}

/** A skew measured over a slow trip may be wrong by half of it, so the quickest of the last few wins. */
const SAMPLES_MAX = 8;

export class ServerClock {
  #samples: Sample[] = [];
  /** A message's own time says little about its trip; good until the first pong. */
  #rough = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A message told the server's time; without a round trip, only a start. */
  heard(serverMs: number): void {
    if (this.#samples.length === 0) this.#rough = serverMs - this.#now();
  }

  /** Our question left at `sentMs` (our time) and the answer told the server's time. */
  measured(sentMs: number, serverMs: number): void {
    const received = this.#now();
    this.#samples.push({ roundTripMs: received - sentMs, skewMs: serverMs - (sentMs + received) / 2 });
    if (this.#samples.length > SAMPLES_MAX) this.#samples.shift();
  }

  get skewMs(): number {
    let best: Sample | undefined;
    for (const sample of this.#samples) if (!best || sample.roundTripMs < best.roundTripMs) best = sample;
    return best ? best.skewMs : this.#rough;
  }

  /** What the server's clock shows now, in its milliseconds. */
  now(): number {
    return this.#now() + this.skewMs;
  }

  /** A computer that slept, or a new connection: old samples say nothing. */
  forget(): void {
    this.#rough = this.skewMs;
    this.#samples = [];
  }
}
