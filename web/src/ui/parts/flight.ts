// How cards and chips travel: transforms and opacity only, so that a slow phone can leave them to its compositor.
import type { TransitionConfig } from 'svelte/transition';
import { settings } from '../../state/settings.svelte';

const ease = (points: readonly [number, number, number, number]): ((t: number) => number) => {
  // A cubic Bézier with end points 0 and 1, solved by bisection: precise to a thousandth, far below a pixel.
  const [x1, y1, x2, y2] = points;
  const curve = (a: number, b: number, t: number): number =>
    3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
  return (x) => {
    let low = 0;
    let high = 1;
    for (let i = 0; i < 12; i += 1) {
      const middle = (low + high) / 2;
      if (curve(x1, x2, middle) < x) low = middle;
      else high = middle;
    }
    return curve(y1, y2, low);
  };
};
const dealEase = ease([0.2, 0.75, 0.25, 1]);

function vector(node: Element, target: string): { x: number; y: number } | null {
  const to = document.querySelector(target)?.getBoundingClientRect();
  const from = node.getBoundingClientRect();
  if (!to || from.width === 0) return null;
  return {
    x: to.left + to.width / 2 - (from.left + from.width / 2),
    y: to.top + to.height / 2 - (from.top + from.height / 2),
  };
}

const still: TransitionConfig = { duration: 0 };

/** A card out of the shoe's mouth to where it lies. */
export function fromShoe(node: Element): TransitionConfig {
  const way = settings.pace > 0 ? vector(node, '[data-shoe-mouth]') : null;
  if (!way) return still;
  return {
    duration: 250 * settings.pace,
    easing: dealEase,
    css: (t, u) =>
      `transform: translate(${way.x * u}px, ${way.y * u}px) scale(${0.55 + 0.45 * t}); opacity: ${Math.min(1, t * 6)}`,
  };
}

/** The hole card's half-turn. */
export function turned(_node: Element): TransitionConfig {
  return { duration: 220 * settings.pace, easing: dealEase, css: (t) => `transform: scaleX(${Math.max(0.02, t)})` };
}

/** Chips come up from the player's edge of the felt, or down from the dealer. */
export function chipIn(_node: Element, { from = 40 }: { from?: number } = {}): TransitionConfig {
  return {
    duration: 200 * settings.pace,
    easing: dealEase,
    css: (t, u) => `transform: translateY(${from * u}px); opacity: ${t}`,
  };
}
