// What the visitor chose: language, speed, look, deck, sound. Kept in this browser only, under one key.
import { LOCALES, preferredLocale, type Locale } from '../i18n/translate';

const KEY = 'zapato.settings';
export const SPEEDS = ['normal', 'fast', 'instant'] as const;
export const THEMES = ['system', 'light', 'dark'] as const;
export const DECKS = ['two', 'four'] as const;
export type Speed = (typeof SPEEDS)[number];

interface Chosen {
  locale: Locale;
  speed: Speed;
  theme: (typeof THEMES)[number];
  deck: (typeof DECKS)[number];
  sound: boolean;
  /** Single letters as keys (WCAG 2.1.4: they can be turned off). */
  shortcuts: boolean;
  /** After a round of mine: what each decision was worth. Off: nothing is asked for, and nothing goes to the trainer. */
  review: boolean;
  /** Whether its panel was left open; null: never touched, open where there is room. */
  reviewOpen: boolean | null;
}

/** One of the allowed values, or the fallback: what is stored may come from an older page or another hand. */
function among<T>(allowed: readonly T[], value: unknown, fallback: T): T {
  return allowed.includes(value as T) ? (value as T) : fallback;
}

function stored(): Partial<Record<keyof Chosen, unknown>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // storage closed to us, or not JSON: the defaults do
  }
}

/** The server named the page's language after the visitor's; the browser says which Spanish. */
function firstLocale(): Locale {
  const preferred = preferredLocale(navigator.languages);
  const served = document.documentElement.lang.slice(0, 2);
  if (served === 'en') return 'en';
  return served === 'es' && preferred === 'en' ? 'es-MX' : preferred;
}

class Settings implements Chosen {
  locale: Locale = $state('es-MX');
  speed: Speed = $state('normal');
  theme: Chosen['theme'] = $state('system');
  deck: Chosen['deck'] = $state('two');
  sound = $state(false);
  shortcuts = $state(true);
  review = $state(true);
  reviewOpen: boolean | null = $state(null);
  /** Follows the system while the page is open. */
  systemDark = $state(true);
  reducedMotion = $state(false);

  constructor() {
    const past = stored();
    this.locale = among(LOCALES, past.locale, firstLocale());
    this.speed = among(SPEEDS, past.speed, 'normal');
    this.theme = among(THEMES, past.theme, 'system');
    this.deck = among(DECKS, past.deck, 'two');
    this.sound = past.sound === true;
    this.shortcuts = past.shortcuts !== false;
    this.review = past.review !== false;
    this.reviewOpen = typeof past.reviewOpen === 'boolean' ? past.reviewOpen : null;
    this.#follow('(prefers-color-scheme: light)', (light) => (this.systemDark = !light));
    this.#follow('(prefers-reduced-motion: reduce)', (reduce) => (this.reducedMotion = reduce));
  }

  #follow(query: string, tell: (matches: boolean) => void): void {
    const media = matchMedia(query);
    tell(media.matches);
    media.addEventListener('change', () => tell(media.matches));
  }

  /** 1, 0.5 or 0: what every duration is multiplied by. */
  get pace(): number {
    if (this.reducedMotion || this.speed === 'instant') return 0;
    return this.speed === 'fast' ? 0.5 : 1;
  }

  get dark(): boolean {
    return this.theme === 'system' ? this.systemDark : this.theme === 'dark';
  }

  /** Writes the choice down and onto the document, where the styles look. Called from an effect. */
  apply(root: HTMLElement): void {
    root.lang = this.locale;
    document.cookie = `idioma=${this.locale}; path=/; max-age=31536000; samesite=lax`;
    root.dataset['theme'] = this.dark ? 'dark' : 'light';
    root.dataset['deck'] = this.deck;
    root.dataset['speed'] = this.speed;
    const { locale, speed, theme, deck, sound, shortcuts, review, reviewOpen } = this;
    const chosen = { locale, speed, theme, deck, sound, shortcuts, review, reviewOpen } satisfies Chosen;
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // A private window may refuse storage; the choice then lasts as long as the page.
    }
  }
}

export const settings = new Settings();
