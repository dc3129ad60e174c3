/** How long a step stays while the round plays by itself. */
const STEP_MS = 1500;

const button = (text: string): HTMLButtonElement => {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'btn';
  made.textContent = text;
  return made;
};

/** Turns a told round into one felt that moves from step to step. Without a script, and on paper, every step is there to read. */
export function stepThrough(story: HTMLOListElement): void {
  const steps = [...story.children];
  const said = (name: string): string => story.dataset[name] ?? '';
  const [back, play, next, all] = [said('back'), said('play'), said('next'), said('all')].map(button) as [
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
  ];
  const place = document.createElement('span');
  let at = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const draw = (): void => {
    steps.forEach((step, number) => step.classList.toggle('now', number === at));
    place.textContent = said('step').replace('#', String(at + 1));
    back.setAttribute('aria-disabled', String(at === 0));
    next.setAttribute('aria-disabled', String(at === steps.length - 1));
    play.textContent = said(timer !== undefined ? 'pause' : at === steps.length - 1 ? 'again' : 'play');
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const go = (to: number): void => {
    at = Math.max(0, Math.min(to, steps.length - 1));
    if (at === steps.length - 1) stop();
    draw();
  };

  back.addEventListener('click', () => {
    stop();
    go(at - 1);
  });
  next.addEventListener('click', () => {
    stop();
    go(at + 1);
  });
  play.addEventListener('click', () => {
    if (timer !== undefined) stop();
    else {
      if (at === steps.length - 1) at = 0;
      timer = setInterval(() => go(at + 1), STEP_MS);
    }
    draw();
  });
  all.addEventListener('click', () => {
    stop();
    const one = story.classList.toggle('stage');
    all.textContent = said(one ? 'all' : 'one');
    for (const each of [back, play, next, place]) each.hidden = !one;
    draw();
  });

  const bar = document.createElement('div');
  bar.className = 'story-bar';
  bar.append(back, play, next, place, all);
  story.setAttribute('aria-live', 'polite');
  story.classList.add('stage');
  story.after(bar);
  draw();
}
