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
  list = (items: readonly string[]): string => this.#translator.list(items);
  time = (date: Date): string => this.#translator.time(date);

  /** "as de picas". */
  card(code: CardCode): string {
    const rank = rankOf(code);
    const name = 'ATJQK'.includes(rank) ? this.t(`rank.${rank as 'A' | 'T' | 'J' | 'Q' | 'K'}`) : rank;
    return this.t('card', { rank: name, suit: this.t(`suit.${suitOf(code)}`) });
  }
  /** A table's name; a host's own table goes by its id. */
  tableName(table: string): string {
    const key = `table.${table}`;
    return hasKey(key) ? this.t(key) : table;
  }
  /** The badge: "7 / 17" while soft. */
  total(total: number, soft: boolean): string {
    return soft ? this.t('total.soft', { hard: total - 10, soft: total }) : this.num(total);
  }
  /** Why not, in the page's words; a code without a text yet falls back to the plain one. */
  refusal(refusal: Refusal): string {
    const key = `why.${refusal.code}`;
    return this.t(hasKey(key) ? key : 'why.other', { ...refusal.values });
  }
  /** The badge read aloud: "7 o 17". */
  totalSaid(total: number, soft: boolean): string {
    return soft ? this.t('total.soft.said', { hard: total - 10, soft: total }) : this.num(total);
  }
}

export const language = new Language();
