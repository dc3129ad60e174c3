// Which of the two layouts is in force. The border is look.md's: wide from 701 px.
class Viewport {
  phone = $state(false);

  constructor() {
    const media = matchMedia('(max-width: 700px)');
    this.phone = media.matches;
    media.addEventListener('change', () => (this.phone = media.matches));
  }
}

export const viewport = new Viewport();
