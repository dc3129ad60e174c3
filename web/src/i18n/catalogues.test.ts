import { expect, test } from 'vitest';
import { en } from './en';
import { es } from './es';
import { preferredLocale, translator, type Key, type Message } from './translate';

const keys = Object.keys(es) as Key[];
const parts = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));
const holes = (message: Message): string[] => [
  ...new Set(parts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? [])),
];

// A hole that only one language fills would show as "{n}" on the page, or lose its number.
test('every sentence has the same holes in both languages', () => {
  for (const key of keys) expect(holes(en[key]).sort(), key).toEqual(holes(es[key]).sort());
});

// A missing plural category would leave a sentence empty for some number.
test('plurals have every category that their language uses', () => {
  for (const [catalogue, locale] of [
    [es, 'es'],
    [en, 'en'],
  ] as const) {
    const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.filter((one) => one !== 'many');
    for (const key of keys) {
      const message: Message = catalogue[key];
      if (typeof message !== 'string') expect(Object.keys(message).sort(), key).toEqual([...wanted].sort());
    }
  }
});

// Spanish has a third category ("many", for round millions) that falls back to "other".
test('one, several, and a million', () => {
  const { t } = translator('es-MX');
  expect(t('n.debenes', { n: 1 })).toBe('1 debén');
  expect(t('n.debenes', { n: 0 })).toBe('0 debenes');
  expect(t('n.debenes', { n: 1_000_000 })).toBe('1,000,000 debenes');
});

// Spain groups four digits only if told to; Mexico and English use commas; a loss has a true minus sign.
test('numbers are always grouped, each locale in its own way', () => {
  expect(translator('es-MX').num(5000)).toBe('5,000');
  expect(translator('es-ES').num(5000)).toBe('5.000');
  expect(translator('en').num(500_000)).toBe('500,000');
  expect(translator('es-ES').signed(-1500)).toBe('−1.500');
  expect(translator('en').signed(1000)).toBe('+1,000');
  expect(translator('es-MX').signed(0)).toBe('0');
});

test("the browser's first language that we speak is taken, Spanish where there is none", () => {
  expect(preferredLocale(['fr-FR', 'en-GB', 'es'])).toBe('en');
  expect(preferredLocale(['es-ES', 'en'])).toBe('es-ES');
  expect(preferredLocale(['es-AR'])).toBe('es-MX');
  expect(preferredLocale(['eu'])).toBe('es-MX');
});
