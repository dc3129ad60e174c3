// The ibis of the house and one emblem for each kind of table, all in one line weight.

/** Standing ibis, facing left, in 64 by 64; it takes currentColor. `seam` is the colour behind it, for the wing's lines. */
export const ibis = (seam: string): string => `
<path d="M21 35.4C24.4 28.4 35.6 25.2 44.4 29.6C51 33 55.2 38.6 58.6 45.4C51 44.6 43.6 47.4 35 45.8C27.4 44.4 22.4 40.6 21 35.4Z" fill="currentColor"/>
<path d="M24.6 36.4C17.8 31.6 18.2 25 22 20.8C25.2 17.2 25.2 12.8 21.4 12" fill="none" stroke="currentColor" stroke-width="4.2" stroke-linecap="round"/>
<circle cx="20.9" cy="12.3" r="4" fill="currentColor"/>
<path d="M19.4 9.6C11 10 6.6 16 6.4 26.6C9 19.6 12.8 16 19.8 15.2Z" fill="currentColor"/>
<path d="M33.6 45V59.4H28.2M40.6 45.4V59.4H35.6" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
<path d="M30.6 33.6C39.4 32.8 47 37 53 44M32.6 37.8C38.6 37.6 43.8 39.8 48.4 44.2" fill="none" stroke="${seam}" stroke-width="1.5" stroke-linecap="round"/>
<circle cx="20" cy="12" r=".9" fill="${seam}"/>`;

/** The house's medallion: the ibis inside two rings, under the moon that Thot wears. */
export const medallion = (seam: string): string => `
<circle cx="32" cy="32" r="30.4" fill="none" stroke="currentColor" stroke-width="1.7"/><circle cx="32" cy="32" r="27.4" fill="none" stroke="currentColor" stroke-width=".8"/>
<path d="M21.4 13.4A5.4 5.4 0 0 0 32.2 13.4" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/><circle cx="26.8" cy="12" r="3.1" fill="currentColor"/>
<g transform="translate(9 13.4) scale(.68)">${ibis(seam)}</g>`;

const line = (body: string): string =>
  `<g fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${body}</g>`;

export const emblems = {
  /** Palette with two wells, and the reed. */
  escribas: line(
    '<rect x="9" y="15" width="15" height="27" rx="2.4"/><circle cx="16.5" cy="22" r="2.7"/><circle cx="16.5" cy="30" r="2.7"/><path d="M13.5 36.6H19.5M28 34.4C35.4 30.6 40.4 20 42.4 6M28 34.4L24 37.8M30.8 32.6C34 33 37.6 31 39.4 27.4"/>',
  ),
  /** The key of life. */
  sacerdotes: line(
    '<path d="M24 23.6C18.4 18.6 16.4 5.6 24 5.6S29.6 18.6 24 23.6ZM24 23.6V43M12.4 24.8H35.6M20.6 43H27.4"/>',
  ),
  /** Crook and flail, crossed. */
  faraon: line(
    '<path d="M10 42L32.6 14.6C37.6 8.6 30.4 3.4 26.6 8.2M38 42L15.4 14.6M15.4 14.6L5.4 15.6M15.4 14.6L9 7.4M15.4 14.6L16.4 4.6M5.4 15.6V19.6M9 7.4L6.4 5M16.4 4.6L19.6 2.8"/>',
  ),
  /** A pair of columns: the tables with rules from elsewhere. */
  otras: line(
    '<path d="M8 42H40M10 8H38M13 42V18C9.6 16 9.6 11 10 8M19 42V18C22.4 16 22.4 11 22 8M29 42V18C25.6 16 25.6 11 26 8M35 42V18C38.4 16 38.4 11 38 8"/>',
  ),
} as const;

export type Emblem = keyof typeof emblems;
