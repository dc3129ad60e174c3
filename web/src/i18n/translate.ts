// From a key of the catalogue to the sentence on the page. Plural rules and number forms are the browser's own (Intl);
// what is here only fills holes.
import { en } from './en';
import { es } from './es';
import type { Message } from './message';

export type { Message } from './message';

export type Key = keyof typeof es;
export type Params = Record<string, string | number>;

/** The page's three choices; each fixes both the catalogue and how numbers are grouped. */
export const LOCALES = ['es-MX', 'es-ES', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export const hasKey = (key: string): key is Key => Object.hasOwn(es, key);

const catalogues: Record<'es' | 'en', Record<Key, Message>> = { es, en };

export interface Translator {
  readonly locale: Locale;
  readonly t: (key: Key, params?: Params) => string;
  /** Whole numbers, always grouped: 5,000 (es-MX, en) or 5.000 (es-ES). */
  readonly num: (value: number) => string;
  /** With its sign, a true minus and no sign on zero: +1,000, −500, 0. */
  readonly signed: (value: number) => string;
  /** A value in initial bets: sign, four decimals as on the study pages, +0.1820, −0.5354. */
  readonly ev: (value: number) => string;
  /** A house edge in per cent, with the four decimals that every page gives it; the sign is the text's: 0.4059. */
  readonly edge: (percent: number) => string;
  /** "Ani, Lucía y Tere". */
  readonly list: (items: readonly string[]) => string;
  readonly time: (date: Date) => string;
}

export function translator(locale: Locale): Translator {
  const catalogue = catalogues[locale === 'en' ? 'en' : 'es'];
  const plural = new Intl.PluralRules(locale);
  const grouped = new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 2 });
  const withSign = new Intl.NumberFormat(locale, { useGrouping: 'always', signDisplay: 'exceptZero' });
  const value = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 4,
    maximumFractionDigits: 4,
    signDisplay: 'exceptZero',
  });
  const fourDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' });
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  const num = (value: number): string => grouped.format(value);
  return {
    locale,
    num,
    signed: (value) => withSign.format(value).replace('-', '−'),
    ev: (initialBets) => value.format(initialBets).replace('-', '−'),
    edge: (percent) => fourDecimals.format(percent).replace('-', '−'),
    list: (items) => conjunction.format(items),
    time: (date) => clock.format(date),
    t(key, params = {}) {
      const message: Message = catalogue[key];
      const n = Number(params['n'] ?? 0);
      const text = typeof message === 'string' ? message : (message[plural.select(n)] ?? message.other ?? '');
      return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
        const value = params[name];
        return value === undefined ? hole : typeof value === 'number' ? num(value) : value;
      });
    },
  };
}

/** The first of the browser's languages that the page speaks; Spanish where none is. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const tag of languages) {
    const lower = tag.toLowerCase();
    if (lower === 'es-es') return 'es-ES';
    if (lower.startsWith('es')) return 'es-MX';
    if (lower.startsWith('en')) return 'en';
  }
  return 'es-MX';
}
