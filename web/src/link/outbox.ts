// Commands sent and not answered yet. After a reconnect they go out again with the same id; the server answers the same
// id the same way and does nothing twice, so a resend is always safe.
import type { Answer, FromPage, Refusal } from '../wire/types';

/** A command: every message from the page that carries an id. */
export type Command = Extract<FromPage, { id: string }>;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Order = Without<Command, 'id'>;

/** More than anyone can click in the time of a reconnect; past it a command is refused here and never sent. */
export const OUTBOX_MAX = 32;

interface Waiting {
  readonly command: Command;
  readonly answered: (answer: Answer) => void;
}

export const refusedHere = (code: string, why: string): Refusal => ({ code, why });

export class Outbox {
  readonly #session: string;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  /** `session`: random and fresh per page, so that two tabs never share an id. */
  constructor(session: string) {
    this.#session = session;
  }

  /** Gives the order its id and keeps it until answered; null where the box is full. */
  add(order: Order): { command: Command; answer: Promise<Answer> } | null {
    if (this.#waiting.size >= OUTBOX_MAX) return null;
    this.#count += 1;
    const command = { ...order, id: `${this.#session}-${this.#count}` } as Command;
    const answer = new Promise<Answer>((answered) => this.#waiting.set(command.id, { command, answered }));
    return { command, answer };
  }

  /** False for an answer to nothing we wait for: a second answer after a resend. */
  settle(answer: Answer): boolean {
    const waiting = this.#waiting.get(answer.id);
    if (!waiting) return false;
    this.#waiting.delete(answer.id);
    waiting.answered(answer);
    return true;
  }

  /** In the order in which they were given. */
  unanswered(): Command[] {
    return [...this.#waiting.values()].map((waiting) => waiting.command);
  }

  get size(): number {
    return this.#waiting.size;
  }
}
