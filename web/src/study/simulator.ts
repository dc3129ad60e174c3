// The simulator without loading the page anew: the form starts a run, the bar follows it, and what it came to is the
// server's own page of it, put in its place.
import { mount, unmount } from 'svelte';
import Running from './Running.svelte';
import { reason, start } from './runs';
import type { Run } from './runs';
import './edge.css';
import './simulator.css';
import { percent, signedPercent, t } from './words';

const form = document.getElementById('settings') as HTMLFormElement | null;
const SEEDS = 1_000_000_000;

let running: Record<string, unknown> | null = null;

const say = (words: string): void => {
  const said = document.getElementById('said');
  if (said !== null) said.textContent = words;
};

function problem(words: string): void {
  const box = document.getElementById('problem');
  if (box === null) return;
  box.replaceChildren();
  if (words === '') return;
  const told = document.createElement('p');
  told.textContent = words;
  box.append(told);
}

function follow(run: Run): void {
  const standing = document.getElementById('standing');
  if (standing === null) return;
  void stopFollowing();
  standing.replaceChildren();
  standing.dataset['state'] = run.state;
  document.getElementById('outcome')?.replaceChildren();
  running = mount(Running, { target: standing, props: { first: run, over, say } });
  if (window.innerWidth < 900) standing.scrollIntoView({ block: 'start' });
}

async function stopFollowing(): Promise<void> {
  const before = running;
  running = null;
  if (before !== null) await unmount(before);
}

function over(run: Run | null): void {
  if (run === null) {
    void stopFollowing();
    document.getElementById('standing')?.replaceChildren();
    problem(t('lost'));
    return;
  }
  void show(run).catch(() => location.assign(run.address));
}

/** The parts that tell a run, from the server's page of it. */
async function show(run: Run): Promise<void> {
  const answer = await fetch(run.address, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const focused = document.activeElement?.closest('#standing') !== null;
  await stopFollowing();
  for (const id of ['standing', 'outcome']) {
    const theirs = page.getElementById(id);
    if (theirs !== null) document.getElementById(id)?.replaceWith(document.adoptNode(theirs));
  }
  offerCopy();
  if (run.state === 'done' && run.ev !== null && run.standard_error !== null)
    say(t('said_done', { ev: signedPercent(run.ev), error: percent(run.standard_error) }));
  // The button that had the focus is gone: on to what came in its place.
  if (focused) (document.getElementById('result') ?? document.getElementById('start'))?.focus();
}

function offerCopy(): void {
  const button = document.getElementById('copy');
  const share = document.getElementById('share') as HTMLAnchorElement | null;
  if (button === null || share === null) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(share.href).then(() => (button.textContent = t('copied')));
  });
}

if (form !== null) {
  let starting = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (starting) return;
    starting = true;
    problem('');
    void start(new FormData(form))
      .then((run) => {
        history.pushState(null, '', run.address);
        follow(run);
      })
      .catch((failed: unknown) => problem(reason(failed)))
      .finally(() => (starting = false));
  });
  // Back and forward lead to other runs and settings, which the server writes.
  window.addEventListener('popstate', () => location.reload());

  const another = document.getElementById('another-seed');
  const seed = form.querySelector<HTMLInputElement>('[name=seed]');
  if (another !== null && seed !== null) {
    another.hidden = false;
    another.addEventListener('click', () => (seed.value = String(Math.floor(Math.random() * SEEDS))));
  }

  const written: unknown = JSON.parse(document.getElementById('state')?.textContent ?? '{}');
  const told = (written as { run?: Run | null }).run;
  if (told) follow(told);
  offerCopy();
}
