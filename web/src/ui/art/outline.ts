// Outlines as lists of absolute points, so that a pip can be moved, scaled and turned in numbers
// and a whole card face comes out as a single path instead of a dozen nodes.

/** One drawing step: a letter and its absolute coordinates (M, L, C: pairs; Z: none). */
export type Step = readonly [letter: 'M' | 'L' | 'C' | 'Z', ...points: number[]];
export type Outline = readonly Step[];

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** The outline as SVG path data, scaled (negative scales turn it) and then moved. */
export function drawn(outline: Outline, scale: number, x: number, y: number, turned = false): string {
  const s = turned ? -scale : scale;
  return outline
    .map(([letter, ...points]) => letter + points.map((p, i) => short(p * s + (i % 2 === 0 ? x : y))).join(' '))
    .join('');
}

/** A circle in four Bézier arcs; 0.5523 is the usual handle length for a quarter. */
export function circle(cx: number, cy: number, r: number): Step[] {
  const h = r * 0.5523;
  return [
    ['M', cx + r, cy],
    ['C', cx + r, cy + h, cx + h, cy + r, cx, cy + r],
    ['C', cx - h, cy + r, cx - r, cy + h, cx - r, cy],
    ['C', cx - r, cy - h, cx - h, cy - r, cx, cy - r],
    ['C', cx + h, cy - r, cx + r, cy - h, cx + r, cy],
    ['Z'],
  ];
}
