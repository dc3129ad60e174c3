// Card faces in a box of 100 by 140. The full face carries pips or a court; the mini face is for cards under 56 px.
import { rankOf, suitOf, type CardCode, type Rank } from '../../model/cards';
import { courts } from './courts';
import { ibis } from './emblems';
import { drawn } from './outline';
import { pips } from './pips';
import { ranks } from './ranks';

const LEFT = 37;
const RIGHT = 63;
const MID = 50;

/** Where the pips stand, as [x, y]; those under the middle are turned. 24 and 116 are the outer rows. */
const places: Partial<Record<Rank, readonly (readonly [number, number])[]>> = {
  '2': [
    [MID, 28],
    [MID, 112],
  ],
  '3': [
    [MID, 28],
    [MID, 70],
    [MID, 112],
  ],
  '4': [
    [LEFT, 28],
    [RIGHT, 28],
    [LEFT, 112],
    [RIGHT, 112],
  ],
  '5': [
    [LEFT, 28],
    [RIGHT, 28],
    [MID, 70],
    [LEFT, 112],
    [RIGHT, 112],
  ],
  '6': [
    [LEFT, 28],
    [RIGHT, 28],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 112],
    [RIGHT, 112],
  ],
  '7': [
    [LEFT, 28],
    [RIGHT, 28],
    [MID, 49],
    [LEFT, 70],
    [RIGHT, 70],
    [LEFT, 112],
    [RIGHT, 112],
  ],
  '8': [
    [LEFT, 28],
    [RIGHT, 28],
    [MID, 49],
    [LEFT, 70],
    [RIGHT, 70],
    [MID, 91],
    [LEFT, 112],
    [RIGHT, 112],
  ],
  '9': [
    [LEFT, 25],
    [RIGHT, 25],
    [LEFT, 55],
    [RIGHT, 55],
    [MID, 70],
    [LEFT, 85],
    [RIGHT, 85],
    [LEFT, 115],
    [RIGHT, 115],
  ],
  T: [
    [LEFT, 25],
    [RIGHT, 25],
    [MID, 40],
    [LEFT, 55],
    [RIGHT, 55],
    [LEFT, 85],
    [RIGHT, 85],
    [MID, 100],
    [LEFT, 115],
    [RIGHT, 115],
  ],
};

const pipWidth = (count: number): number => (count <= 3 ? 26 : count <= 6 ? 22.5 : 18.5);

const sheet =
  '<rect x=".7" y=".7" width="98.6" height="138.6" rx="6.4" fill="var(--card-face)" stroke="var(--card-edge)" stroke-width="1.1"/>';

const stroke = (rank: Rank, width: number, transform: string): string =>
  `<path d="${ranks[rank]}" transform="${transform}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="square" stroke-linejoin="round"/>`;

function ace(card: CardCode): string {
  const petals = Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12;
    const at = (r: number): string =>
      `${(50 + r * Math.cos(angle)).toFixed(1)} ${(70 + r * Math.sin(angle)).toFixed(1)}`;
    return `M${at(24.5)}L${at(28.5)}`;
  }).join('');
  return (
    `<g fill="none" stroke="var(--card-gold)" stroke-width=".9"><circle cx="50" cy="70" r="30"/><circle cx="50" cy="70" r="23.2"/><path d="${petals}" stroke-width="1.1"/></g>` +
    `<path d="${drawn(pips[suitOf(card)], 0.34, 50, 70)}" fill="currentColor"/>`
  );
}

function middle(card: CardCode): string {
  const rank = rankOf(card);
  if (rank === 'A') return ace(card);
  if (rank === 'J' || rank === 'Q' || rank === 'K') return courts[rank];
  const at = places[rank] ?? [];
  const scale = pipWidth(at.length) / 100;
  const path = at.map(([x, y]) => drawn(pips[suitOf(card)], scale, x, y, y > 70)).join('');
  return `<path d="${path}" fill="currentColor"/>`;
}

function fullFace(card: CardCode): string {
  const index =
    stroke(rankOf(card), 4.2, 'translate(5.8 8) scale(.82)') +
    `<path d="${drawn(pips[suitOf(card)], 0.155, 14, 44)}" fill="currentColor"/>`;
  return `${sheet}${middle(card)}${index}<g transform="rotate(180 50 70)">${index}</g>`;
}

function miniFace(card: CardCode): string {
  return (
    sheet +
    stroke(rankOf(card), 4.1, 'translate(9.5 11) scale(1.82)') +
    `<path d="${drawn(pips[suitOf(card)], 0.5, 69, 106)}" fill="currentColor"/>`
  );
}

const cache = new Map<string, string>();
function once(key: string, make: () => string): string {
  let value = cache.get(key);
  if (value === undefined) cache.set(key, (value = make()));
  return value;
}

/** SVG inside a 100 by 140 box; colour comes from the element's `color`. Each face is built once. */
export const faceOf = (card: CardCode, mini: boolean): string =>
  once(card + (mini ? '-' : '+'), () => (mini ? miniFace(card) : fullFace(card)));

/** The back: two ibises and a sun inside a lozenge, the same both ways up. */
export const backFace = (): string =>
  once('back', () => {
    const waves = [24, 38, 52, 66, 80, 94, 108, 122]
      .map((y) => `M8 ${y}L19 ${y - 9}L30 ${y}L41 ${y - 9}L50 ${y - 1.6}L59 ${y - 9}L70 ${y}L81 ${y - 9}L92 ${y}`)
      .join('');
    const rays = Array.from(
      { length: 12 },
      (_, i) => `<path d="M50 61.4V57.4" transform="rotate(${i * 30} 50 70)"/>`,
    ).join('');
    const bird = `<g transform="translate(35.6 22) scale(.45)" color="#e9d091">${ibis('#142041')}</g>`;
    return (
      sheet +
      '<rect x="5.6" y="5.6" width="88.8" height="128.8" rx="3.6" fill="#1b2b56"/>' +
      `<path d="${waves}" fill="none" stroke="#4a74c4" stroke-width=".9" opacity=".55"/>` +
      '<rect x="9" y="9" width="82" height="122" rx="2" fill="none" stroke="#d9b65f" stroke-width="1"/>' +
      '<path d="M50 13L83 70L50 127L17 70Z" fill="#142041" stroke="#d9b65f" stroke-width="1.4"/><path d="M50 19.4L79 70L50 120.6L21 70Z" fill="none" stroke="#d9b65f" stroke-width=".6"/>' +
      `${bird}<g transform="rotate(180 50 70)">${bird}</g>` +
      `<circle cx="50" cy="70" r="5.8" fill="#d9b65f"/><g stroke="#d9b65f" stroke-width="1.3" stroke-linecap="round">${rays}</g>`
    );
  });
