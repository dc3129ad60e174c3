// The simulator's runs as the server tells them; the page's own copy of the form, sent as data.
import { t, has } from './words';

export interface Run {
  readonly run: string;
  readonly state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly address: string;
  readonly ahead: number;
  readonly rounds: number;
  readonly order: { readonly rounds: number };
  readonly ev: number | null;
  readonly standard_error: number | null;
  readonly exact_ev: number;
}

/** What the server would not do; `code` names the message that says so. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly why: string,
  ) {
    super(code);
  }
}

const API = '/api/simulator/runs';

async function ask(path: string, init?: RequestInit): Promise<Run> {
  const answer = await fetch(path, init);
  if (answer.ok) return (await answer.json()) as Run;
  const said = (await answer.json().catch(() => ({}))) as { refusal?: { code?: string; why?: string } };
  throw new Refused(said.refusal?.code ?? 'other', said.refusal?.why ?? '');
}

const send = (path: string, body: unknown): Promise<Run> =>
  ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const look = (run: string): Promise<Run> => ask(`${API}/${run}`);
export const cancel = (run: string): Promise<Run> => send(`${API}/${run}/cancel`, {});

/** Start what the form asks for. Numbers that are none go as they are: the server says what is wrong with them. */
export function start(form: FormData): Promise<Run> {
  const field = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const whole = (name: string): number => (/^\d+$/.test(field(name)) ? Number(field(name)) : -1);
  const texts = ['rules', 'strategy', 'shoe', 'count', 'ramp', 'plays'].map((name) => [name, field(name)]);
  return send(API, { ...Object.fromEntries(texts), rounds: whole('rounds'), seed: whole('seed') });
}

/** Why, in the page's language. */
export function reason(failed: unknown): string {
  if (!(failed instanceof Refused)) return t('offline');
  const key = `refused.${failed.code}`;
  return t(has(key) ? key : 'refused.other', { why: failed.why });
}
