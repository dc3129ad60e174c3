// The page's messages as the server wrote them into it: one catalogue for both, so that no text lives here.
type Words = Record<string, string>;

function written(): Words {
  const found: unknown = JSON.parse(document.getElementById('words')?.textContent ?? '{}');
  return typeof found === 'object' && found !== null ? (found as Words) : {};
}

const words = written();

/** The message, its holes `{so}` filled. */
export function t(key: string, holes: Record<string, string | number> = {}): string {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name: string) => String(holes[name] ?? hole));
}

export const has = (key: string): boolean => Object.hasOwn(words, key);

/** How this reader writes numbers, as the server saw it. */
const { point = '.', group = ',' } = document.documentElement.dataset;

/** So many digits, grouped, as the reader writes them. */
export function fixed(value: number, digits: number): string {
  const [whole = '', part] = value.toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return part === undefined ? grouped : grouped + point + part;
}

const trueMinus = (text: string): string => text.replace('-', '−');

/** With its sign and a true minus; nothing is +0 or −0. */
export function signed(value: number, digits = 4): string {
  const text = fixed(value, digits);
  if (Number(value.toFixed(digits)) === 0) return fixed(0, digits);
  return trueMinus(value > 0 ? `+${text}` : text);
}

/** A count: with its sign, and nothing is +0. */
export const count = (number: number): string => trueMinus(number > 0 ? `+${String(number)}` : String(number));

/** A share as per cent: 0.4059 %. */
export const percent = (share: number, digits = 4): string => trueMinus(`${fixed(100 * share, digits)} %`);

/** The same with its sign. */
export function signedPercent(share: number, digits = 4): string {
  return `${signed(100 * share, digits)} %`;
}

/** A whole number, grouped: 5,000 or 5.000. */
export const whole = (value: number): string => fixed(value, 0);
