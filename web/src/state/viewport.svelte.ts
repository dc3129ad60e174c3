// Which of the two layouts is in force. Wide from 701 px, as in the style sheets.
class Viewport {
  phone = $state(false);
  /** Wide, but with little room beside four hands. */
  narrow = $state(false);
  /** Too low for the whole felt: a phone on its side. */
  low = $state(false);
  /** The felt leaves its lower corners free for a panel. */
  roomy = $state(false);

  constructor() {
    follow('(max-width: 700px)', (matches) => (this.phone = matches));
    follow('(min-width: 701px) and (max-height: 560px)', (matches) => (this.low = matches));
    follow('(min-width: 1240px) and (min-height: 700px)', (matches) => (this.roomy = matches));
    follow('(max-width: 1200px)', (matches) => (this.narrow = matches));
  }
}

function follow(query: string, tell: (matches: boolean) => void): void {
  const media = matchMedia(query);
  tell(media.matches);
  media.addEventListener('change', () => tell(media.matches));
}

export const viewport = new Viewport();
