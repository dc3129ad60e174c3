// The chart's panel: what each move of a cell is worth, on hover, tap or focus. Values are those of the table below it.
import { mount } from 'svelte';
import Panel from './Panel.svelte';
import { readCells } from './cells';
import { picked, whenPicked } from './picked.svelte';

const cells = readCells();
const chart = document.getElementById('chart');
const panel = document.getElementById('panel');

if (chart !== null && panel !== null) {
  let marked: Element | null = null;
  panel.replaceChildren();
  mount(Panel, { target: panel });
  whenPicked((cell) => {
    panel.classList.toggle('empty', cell === null);
    if (cell === null) marked?.classList.remove('picked');
  });

  const linkOf = (event: Event): HTMLAnchorElement | null => {
    const target = event.target;
    return target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-cell]') : null;
  };
  const pick = (link: HTMLAnchorElement): void => {
    picked.cell = cells.get(link.dataset['cell'] ?? '') ?? null;
    marked?.classList.remove('picked');
    link.classList.add('picked');
    marked = link;
  };
  for (const kind of ['focusin', 'pointerover', 'click'] as const)
    chart.addEventListener(kind, (event) => {
      const link = linkOf(event);
      if (link === null || (kind === 'pointerover' && (event as PointerEvent).pointerType === 'touch')) return;
      if (kind === 'click') event.preventDefault();
      pick(link);
    });

  // One tab stop for each part of the chart, arrows inside it.
  chart.querySelectorAll('table.grid').forEach((grid) => {
    const rows = [...grid.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.querySelector('a')),
    );
    const links = rows.flat().filter((link) => link !== null);
    links.forEach((link, place) => (link.tabIndex = place === 0 ? 0 : -1));
    grid.addEventListener('keydown', (event) => {
      const { key } = event as KeyboardEvent;
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
      const from = linkOf(event);
      if (step === undefined || from === null) return;
      const row = rows.findIndex((line) => line.includes(from));
      const column = rows[row]?.indexOf(from) ?? 0;
      const to = rows[row + (step[0] ?? 0)]?.[column + (step[1] ?? 0)];
      if (!to) return;
      event.preventDefault();
      from.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
    });
  });
}

const print = document.getElementById('print');
if (print !== null) {
  print.hidden = false;
  print.addEventListener('click', () => window.print());
}
