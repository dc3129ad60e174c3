// Chips in a box of 64: a body, a rim of its own and a plain inlay for the value. No two rims are alike in shape and
// number, so that colour is never the only sign.

type Rim = (colour: string) => string;

const turned = (count: number, body: string): string =>
  Array.from({ length: count }, (_, i) => `<g transform="rotate(${(i * 360) / count} 32 32)">${body}</g>`).join('');

const bars =
  (count: number, width: number): Rim =>
  (colour) =>
    turned(count, `<rect x="${32 - width / 2}" y="2" width="${width}" height="8.4" fill="${colour}"/>`);
const pairs =
  (count: number): Rim =>
  (colour) =>
    turned(count, `<path d="M27.6 2.2H30.8V10.2H27.6ZM33.2 2.2H36.4V10.2H33.2Z" fill="${colour}"/>`);
const points =
  (count: number): Rim =>
  (colour) =>
    turned(count, `<path d="M${32 - 72 / count} 2.6H${32 + 72 / count}L32 11.4Z" fill="${colour}"/>`);
const dots =
  (count: number): Rim =>
  (colour) =>
    turned(count, `<circle cx="32" cy="6.6" r="2.5" fill="${colour}"/>`);

interface Look {
  body: string;
  mark: string;
  inlay: string;
  ink: string;
  rim: Rim;
}

const looks: Record<number, Look> = {
  10: { body: '#7d9ee0', mark: '#0f1931', inlay: '#e6edfb', ink: '#0f1931', rim: bars(3, 13) },
  50: { body: '#cf6a2c', mark: '#fffdf7', inlay: '#fbf0e4', ink: '#6d2c08', rim: dots(8) },
  100: { body: '#f5eedc', mark: '#264079', inlay: '#fffdf7', ink: '#1b2b56', rim: bars(4, 11) },
  500: { body: '#b03420', mark: '#fffdf7', inlay: '#b03420', ink: '#fffdf7', rim: bars(6, 8.4) },
  1000: { body: '#d9b65f', mark: '#131a2c', inlay: '#e9d091', ink: '#131a2c', rim: pairs(6) },
  5000: { body: '#131a2c', mark: '#e9d091', inlay: '#131a2c', ink: '#f3e5bf', rim: points(8) },
  10000: { body: '#135c45', mark: '#fffdf7', inlay: '#135c45', ink: '#fffdf7', rim: bars(8, 6) },
  50000: { body: '#5b2a6e', mark: '#f3e5bf', inlay: '#5b2a6e', ink: '#fbf0e4', rim: pairs(4) },
  100000: { body: '#fbf7ec', mark: '#8f2617', inlay: '#fffdf7', ink: '#8f2617', rim: dots(12) },
  500000: { body: '#1b2b56', mark: '#d9b65f', inlay: '#142041', ink: '#f3e5bf', rim: points(12) },
};

/** A house may use other values: they take papyrus grey and as many bars as the value has digits, plus one. */
const lookOf = (value: number): Look =>
  looks[value] ?? {
    body: '#8d7d58',
    mark: '#fffdf7',
    inlay: '#5b5036',
    ink: '#fffdf7',
    rim: bars(String(value).length + 1, 7),
  };

/** The chip without its number; the number is text, and texts follow the language. */
export function chipBody(value: number): string {
  const look = lookOf(value);
  return (
    `<circle cx="32" cy="32" r="30" fill="${look.body}" stroke="#0a1124" stroke-width="1"/>${look.rim(look.mark)}` +
    `<circle cx="32" cy="32" r="30.2" fill="none" stroke="${look.mark}" stroke-width="1.5"/>` +
    `<circle cx="32" cy="32" r="21" fill="${look.inlay}" stroke="${look.mark}" stroke-width="1.5"/>` +
    `<circle cx="32" cy="32" r="18.8" fill="none" stroke="${look.mark}" stroke-width=".6" stroke-dasharray="1.4 1.4"/>`
  );
}

export const chipInk = (value: number): string => lookOf(value).ink;
