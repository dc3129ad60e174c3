// Where the boxes lie: on an arc seen from the players, box 1 at the dealer's left, which is the viewer's right.

export interface Place {
  /** Centre, in % of the felt's width. */
  readonly x: number;
  /** Wide: the plate's lower edge above the felt's, in % of its height. */
  readonly bottom: number;
  /** Phone: how far the thread sags at this place, in px. */
  readonly drop: number;
}

// From the dealer's right (highest box) to the left; other counts are read off the same ellipse.
const FIVE = [16.25, 30, 50, 70, 83.75].map((x, i) => ({ x, bottom: [41.6, 18, 4.8, 18, 41.6][i] ?? 0 }));
const SEVEN = [12.5, 21.5, 33, 50, 67, 78.5, 87.5].map((x, i) => ({
  x,
  bottom: [52, 30, 16, 4.8, 16, 30, 52][i] ?? 0,
}));

function wide(count: number, column: number): { x: number; bottom: number } {
  const drawn = count === 5 ? FIVE : count === 7 ? SEVEN : null;
  const place = drawn?.[column];
  if (place) return place;
  if (count === 1) return { x: 50, bottom: 4.8 };
  const side = count > 5 ? 37.5 : 33.75;
  const angle = Math.PI * (column / (count - 1));
  return { x: 50 - side * Math.cos(angle), bottom: 4.8 + (count > 5 ? 47 : 37) * (1 - Math.sin(angle)) };
}

/** Half the width of a box on the thread, and of the knot that stands for mine, which lies below and large. */
const HALF_BOX = 0.5;
const HALF_KNOT = 0.09;

/** On the phone the boxes hang side by side on a thread that sags like the arc of the felt. */
function phone(count: number, column: number, mineColumn: number | null): { x: number; drop: number } {
  const half = (at: number): number => (at === mineColumn ? HALF_KNOT : HALF_BOX);
  let total = 0;
  let before = 0;
  for (let at = 0; at < count; at += 1) {
    if (at === column) before = total + half(at);
    total += 2 * half(at);
  }
  const x = 2 + (96 * before) / total;
  // The thread is a parabola from (14, 2) over 390 px, sagging 28 px in the middle.
  const t = Math.max(0, Math.min(1, (x - 3.6) / 92.8));
  return { x, drop: Math.round(112 * t * (1 - t)) };
}

/** `crowded`: my box holds so many hands that its neighbours have to make room even in the middle. */
export function placeOf(
  box: number,
  count: number,
  mine: number | null,
  crowded = false,
): { wide: Place; phone: Place } {
  const column = count - box;
  const at = wide(count, column);
  const onPhone = phone(count, column, mine === null ? null : count - mine);
  // My box is larger than the others: where it is not in the middle, its neighbours step aside.
  const step = count > 5 ? 1 : crowded ? 4.5 : 3; // seven stand closer: a longer step would end on the next one's plate
  const steps = crowded || (mine !== null && mine !== (count + 1) / 2);
  const away = mine === null ? 0 : Math.abs(box - mine);
  const far = away === 1 ? step : away === 2 && crowded ? step / 2 : 0;
  const aside = steps && mine !== null ? (box > mine ? -far : far) : 0;
  // Out at the side my larger hand would reach the shoe or the rim: it comes in a little and down.
  const own = box === mine && column !== (count - 1) / 2;
  const x = own ? Math.min(83, Math.max(17, at.x)) : at.x + aside;
  const bottom = own ? Math.min(at.bottom, count > 5 ? 36 : 35) : at.bottom;
  return {
    wide: { x, bottom, drop: 0 },
    phone: { x: onPhone.x, bottom: 0, drop: onPhone.drop },
  };
}

/** Of these boxes the one nearest the middle: most room, and the place that the felt is drawn for. */
export function middlemost(boxes: readonly number[], count: number): number | undefined {
  const middle = (count + 1) / 2;
  return [...boxes].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
}
