// The court cards: scribe (J), queen (Q) and pharaoh (K). One half is drawn, turned half a circle below, and a
// centre piece lies over the seam. The colour of the suit enters by currentColor; everything else is fixed.

const INK = '#131a2c';
const GOLD = '#cf9d3c';
const GOLD_DEEP = '#94701c';
const SKIN = '#d9a679';
const LINEN = '#f3ead6';
const LIPS = '#a8432f';

const face = `
<path d="M42.4 35C42.4 30.6 45.6 28.6 50 28.6S57.6 30.6 57.6 35L57 43.6C56.4 48.6 53.4 51.6 50 51.6S43.6 48.6 43 43.6Z" fill="${SKIN}"/>
<path d="M43.8 37.2Q46.2 35.7 48.7 37M56.2 37.2Q53.8 35.7 51.3 37" fill="none" stroke="${INK}" stroke-width=".9"/>
<path d="M43.9 39.8Q46.2 37.9 48.6 39.8Q46.2 41.2 43.9 39.8ZM56.1 39.8Q53.8 37.9 51.4 39.8Q53.8 41.2 56.1 39.8Z" fill="#fff" stroke="${INK}" stroke-width=".55"/>
<path d="M44 39.9L41.9 40.7M56 39.9L58.1 40.7" stroke="${INK}" stroke-width=".8" stroke-linecap="round"/>
<circle cx="46.3" cy="39.6" r=".95" fill="${INK}"/><circle cx="53.7" cy="39.6" r=".95" fill="${INK}"/>
<path d="M50 39.6L49.1 44.1Q50 44.9 50.9 44.1" fill="none" stroke="${GOLD_DEEP}" stroke-width=".7" stroke-linejoin="round"/>
<path d="M47.7 47.4Q50 48.9 52.3 47.4" fill="none" stroke="${LIPS}" stroke-width="1.1" stroke-linecap="round"/>`;

const shoulders = (fill: string): string => `
<path d="M46.8 50H53.2V58H46.8Z" fill="${SKIN}"/>
<path d="M29 70C29 61 37 57.6 46.8 56.6H53.2C63 57.6 71 61 71 70Z" fill="${fill}"/>`;

const beads = (y: number): string =>
  `<path d="M31 ${y}Q50 ${y - 7.6} 69 ${y}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-dasharray="1.6 1.3"/>`;

// A short rounded wig cut straight over the brow, a reed behind the ear, a linen shawl.
const scribe = `${shoulders(LINEN)}
<path d="M33.5 70L47 57.2M66.5 70L53 57.2" stroke="${GOLD}" stroke-width="1" fill="none"/>
<path d="M50 21.4C40.4 21.4 36.2 27.4 36.2 35.4V47.4C36.2 49.4 37.6 50.4 39.4 50.4H43.6L42.8 33.6H57.2L56.4 50.4H60.6C62.4 50.4 63.8 49.4 63.8 47.4V35.4C63.8 27.4 59.6 21.4 50 21.4Z" fill="${INK}"/>
${face}
<path d="M42.5 34.4V27.6M46.2 34V25.6M50 33.8V25M53.8 34V25.6M57.5 34.4V27.6" stroke="currentColor" stroke-width=".8" opacity=".75"/>
<path d="M38.6 30V47.6M40.9 34V48.4M61.4 30V47.6M59.1 34V48.4" stroke="currentColor" stroke-width=".8" opacity=".75"/>
<path d="M37.8 29.4Q50 24 62.2 29.4" fill="none" stroke="${GOLD}" stroke-width="1.8"/>
<path d="M57.6 45L68.4 20.6L70.2 21.4L60 46.2Z" fill="${GOLD}" stroke="${INK}" stroke-width=".5"/><path d="M57.6 45L60 46.2L57.2 49Z" fill="${INK}"/>`;

// A long wig in three falls with gold-bound ends, a circlet, the sun between horns.
const queen = `${shoulders(SKIN)}${beads(67.4)}${beads(64)}
<path d="M50 23.4C40 23.4 35.4 29.2 35 37.4L33 62.4Q37.6 64.6 42.6 62.8L43 41V34.4H57V41L57.4 62.8Q62.4 64.6 67 62.4L65 37.4C64.6 29.2 60 23.4 50 23.4Z" fill="${INK}"/>
${face}
<path d="M37.6 36L36 60.6M40.2 35.4L39.2 61.4M62.4 36L64 60.6M59.8 35.4L60.8 61.4" stroke="currentColor" stroke-width=".9" opacity=".8" fill="none"/>
<path d="M33.4 57.6Q38 59.8 42.7 58.2M66.6 57.6Q62 59.8 57.3 58.2" stroke="${GOLD}" stroke-width="1.7" fill="none"/>
<path d="M42.6 34.6Q46 33 50 36.6Q54 33 57.4 34.6L57 31.6H43Z" fill="${INK}"/>
<path d="M37.2 30.8Q50 25.4 62.8 30.8" fill="none" stroke="${GOLD}" stroke-width="2.4"/>
<path d="M37.2 30.8Q50 25.4 62.8 30.8" fill="none" stroke="currentColor" stroke-width=".9" stroke-dasharray="1.2 1.5"/>
<path d="M46.8 26.4C40.6 24.6 39.6 17.8 43.2 13.6C43 18.6 44.4 22.2 48.6 23.6ZM53.2 26.4C59.4 24.6 60.4 17.8 56.8 13.6C57 18.6 55.6 22.2 51.4 23.6Z" fill="${GOLD}"/>
<circle cx="50" cy="19.2" r="4.5" fill="currentColor" stroke="${GOLD}" stroke-width="1.1"/>
<circle cx="42" cy="46.4" r="1.5" fill="${GOLD}"/><circle cx="58" cy="46.4" r="1.5" fill="${GOLD}"/>`;

// The striped cloth, the cobra on the brow, the braided beard; crook and flail rise behind the shoulders.
const pharaoh = `
<path d="M31 60V24.4C31 19.8 37 19.6 37 23.4" fill="none" stroke="${GOLD_DEEP}" stroke-width="2" stroke-linecap="round"/>
<path d="M69 60V27" stroke="${GOLD_DEEP}" stroke-width="2"/><path d="M69 26.6L65.4 18.4M69 26.6L69 17.6M69 26.6L72.2 18.6" stroke="currentColor" stroke-width="1.3" stroke-linecap="round"/>
${shoulders(SKIN)}${beads(67.4)}${beads(64)}
<path d="M50 21.6C41.4 21.6 37 26 36.2 33L31.8 60.4L41.8 61.8L43.2 42V34.6H56.8V42L58.2 61.8L68.2 60.4L63.8 33C63 26 58.6 21.6 50 21.6Z" fill="${GOLD}"/>
<path d="M35.7 37.4L43.3 38.6M35 41.6L43 42.8M34.3 45.8L42.8 47M33.6 50L42.5 51.2M32.9 54.2L42.2 55.4M32.3 58.2L41.9 59.4M64.3 37.4L56.7 38.6M65 41.6L57 42.8M65.7 45.8L57.2 47M66.4 50L57.5 51.2M67.1 54.2L57.8 55.4M67.7 58.2L58.1 59.4" stroke="currentColor" stroke-width="1.9"/>
<path d="M42.2 27.6L39.4 31.6M45.4 24.8L43 30.4M54.6 24.8L57 30.4M57.8 27.6L60.6 31.6" stroke="currentColor" stroke-width="1.7"/>
${face}
<path d="M38 34.4Q50 28 62 34.4L61.6 31.2Q50 25.2 38.4 31.2Z" fill="${GOLD_DEEP}"/>
<path d="M50 30.6C46.4 27.6 52.6 25 49.6 20.4" fill="none" stroke="${GOLD}" stroke-width="2.1" stroke-linecap="round"/><path d="M47.2 22.8C46.4 18.6 48 16.4 50 15.8C52 16.4 53.4 18.6 52.6 22.8Q50 24.6 47.2 22.8Z" fill="currentColor" stroke="${GOLD}" stroke-width=".8"/>
<path d="M47.9 51.2H52.1L51.5 60.2Q50 62.6 48.5 60.2Z" fill="${INK}"/><path d="M48 53.6H52M48.2 56H51.8M48.4 58.4H51.6" stroke="${GOLD}" stroke-width=".7"/>`;

const scroll = `
<path d="M33 61.6H67V78.4H33Z" fill="#faf1da" stroke="${GOLD_DEEP}" stroke-width=".8"/>
<rect x="29.6" y="59.6" width="5" height="20.8" rx="2.5" fill="#e2cf9f" stroke="${GOLD_DEEP}" stroke-width=".8"/>
<rect x="65.4" y="59.6" width="5" height="20.8" rx="2.5" fill="#e2cf9f" stroke="${GOLD_DEEP}" stroke-width=".8"/>
<path d="M38 65.4H62M38 68.5H58M42 71.5H62M38 74.6H62" stroke="currentColor" stroke-width="1.1" stroke-dasharray="5 1.2 3 1 2 1.2"/>`;

const collar = (rays: string): string => `
<ellipse cx="50" cy="70" rx="22" ry="12.4" fill="${GOLD}" stroke="${INK}" stroke-width=".7"/>
<ellipse cx="50" cy="70" rx="18.6" ry="10" fill="none" stroke="currentColor" stroke-width="3.4" stroke-dasharray="${rays}"/>
<ellipse cx="50" cy="70" rx="14.4" ry="7.2" fill="${INK}"/>
<ellipse cx="50" cy="70" rx="12.4" ry="5.8" fill="none" stroke="${GOLD}" stroke-width="1.3" stroke-dasharray="1.5 1.1"/>
<ellipse cx="50" cy="70" rx="8.4" ry="3.8" fill="currentColor"/><ellipse cx="50" cy="70" rx="4.2" ry="1.8" fill="${GOLD}"/>`;

const mirrored = (half: string, centre: string): string =>
  `<rect x="26.6" y="11.6" width="46.8" height="116.8" rx="1.6" fill="#fbf2dc"/>` +
  `<g>${half}</g><g transform="rotate(180 50 70)">${half}</g>${centre}` +
  `<rect x="26.6" y="11.6" width="46.8" height="116.8" rx="1.6" fill="none" stroke="#b98f2f" stroke-width=".9"/>`;

/** What lies inside the frame of J, Q and K, in card units (100 by 140). */
export const courts: Record<'J' | 'Q' | 'K', string> = {
  J: mirrored(scribe, scroll),
  Q: mirrored(queen, collar('2.6 1.3')),
  K: mirrored(pharaoh, collar('5 1.6')),
};
