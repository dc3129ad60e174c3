// The language in force, for every part that shows a word or a number.
import { rankOf, suitOf, type CardCode } from '../model/cards';
import { hasKey, translator, type Key, type Locale, type Params, type Translator } from '../i18n/translate';
import type { Refusal } from '../wire/types';
import { settings } from './settings.svelte';

class Language {
  readonly #translator: Translator = $derived(translator(settings.locale));

  get locale(): Locale {
    return this.#translator.locale;
  }
  t = (key: Key, params?: Params): string => this.#translator.t(key, params);
  num = (value: number): string => this.#translator.num(value);
  signed = (value: number): string => this.#translator.signed(value);
  ev = (initialBets: number): string => this.#translator.ev(initialBets);
  edge = (percent: number): string => this.#translator.edge(percent);
  list = (items: readonly string[]): string => this.#translator.list(items);
  time = (date: Date): string => this.#translator.time(date);

  /** "as de picas". */
  card = (code: CardCode): string => this.t('card', { rank: this.rank(code), suit: this.t(`suit.${suitOf(code)}`) });
  /** A table's name; a host's own table goes by its id. */
  tableName(table: string): string {
    const key = `table.${table}`;
    return hasKey(key) ? this.t(key) : table;
  }
  /** The badge: "7 / 17" while soft. */
  total(total: number, soft: boolean): string {
    return soft ? this.t('total.soft', { hard: total - 10, soft: total }) : this.num(total);
  }
  /** Why not, in the page's words; a code without a text yet falls back to the plain one. `hand`: the cards it is about. */
  refusal(refusal: Refusal, hand: readonly CardCode[] = []): string {
    return this.#reason('why.', refusal, hand);
  }
  /** The same in the few words that a button has room for. */
  shortRefusal(refusal: Refusal, hand: readonly CardCode[] = []): string {
    return this.#reason('why.short.', refusal, hand);
  }
  #reason(prefix: 'why.' | 'why.short.', refusal: Refusal, hand: readonly CardCode[]): string {
    const key = prefix + refusal.code;
    return this.t(hasKey(key) ? key : `${prefix}other`, {
      ...refusal.values,
      ...this.#derived(refusal.values ?? {}, hand),
    });
  }
  /** What a sentence needs beyond the refusal's own values: what is missing, a time of day, a table's name, two ranks. */
  #derived(values: Params, hand: readonly CardCode[]): Params {
    const out: Params = {};
    const {
      needed,
      purse,
      missing,
      most,
      from_ms: fromMs,
      table,
    } = values as Record<string, number | string | undefined>;
    if (typeof needed === 'number' && typeof purse === 'number') out['n'] = needed - purse;
    else if (missing !== undefined) out['n'] = missing;
    else if (most !== undefined) out['n'] = most;
    if (typeof fromMs === 'number') out['time'] = this.time(new Date(fromMs));
    if (typeof table === 'string') out['table'] = this.tableName(table);
    const [first, second] = hand;
    if (first && second) {
      out['first'] = this.rank(first);
      out['second'] = this.rank(second);
    }
    return out;
  }
  rank(code: CardCode): string {
    const rank = rankOf(code);
    return 'ATJQK'.includes(rank) ? this.t(`rank.${rank as 'A' | 'T' | 'J' | 'Q' | 'K'}`) : rank;
  }
  /** The badge read aloud: "7 o 17". */
  totalSaid = (total: number, soft: boolean): string =>
    soft ? this.t('total.soft.said', { hard: total - 10, soft: total }) : this.num(total);
}

export const language = new Language();
