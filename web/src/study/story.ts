/** Shows a told round one step at a time once its button is pressed. Until then, and without a script, all of it is there to read. */
export function stepThrough(story: HTMLOListElement): void {
  const steps = [...story.children] as HTMLElement[];
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn';
  let shown = steps.length;

  const draw = (): void => {
    const done = shown >= steps.length;
    steps.forEach((step, place) => (step.hidden = place >= shown));
    story.classList.toggle('playing', !done);
    const { play = '', next = '', again = '' } = story.dataset;
    button.textContent = done ? (started ? again : play) : next;
  };
  let started = false;
  button.addEventListener('click', () => {
    shown = started && shown < steps.length ? shown + 1 : 1;
    started = true;
    draw();
    steps[shown - 1]?.scrollIntoView({ block: 'nearest' });
  });
  story.setAttribute('aria-live', 'polite');
  story.after(button);
  draw();
}
