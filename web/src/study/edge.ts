// The switches of the house-edge page: one request for the figure, then one for what each rule is worth from there.
import './edge.css';
import { fixed, percent, t } from './words';

interface Edge {
  readonly rules: string;
  readonly chart_ev: number;
  readonly optimal_ev: number;
  /** Rules that change nothing while the others are as asked. */
  readonly idle: readonly string[];
}

interface Step {
  readonly rule: string;
  readonly value: boolean | number | string;
  readonly chart_ev: number;
  readonly chart_change_percent: number;
}

const form = document.getElementById('switches') as HTMLFormElement | null;
const box = document.getElementById('edge');

const put = (id: string, write: (found: HTMLElement) => void): void => {
  const found = document.getElementById(id);
  if (found !== null) write(found);
};

const data = (value: number, shown: string): HTMLDataElement => {
  const element = document.createElement('data');
  element.value = String(value);
  element.textContent = shown;
  return element;
};

/** A message with one figure in it. */
function told(key: string, hole: string, figure: HTMLElement): (string | HTMLElement)[] {
  const [before = '', after = ''] = t(key, { [hole]: '\0', thousand: fixed(1000, 0) }).split('\0');
  return [before, figure, after];
}

const valueLabel = (rule: string, value: Step['value']): string => {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${rule}"]`))
    if (input.value === String(value)) return input.nextElementSibling?.textContent ?? String(value);
  return String(value);
};

async function ask<T>(path: string, rules: string, signal: AbortSignal): Promise<T> {
  const answer = await fetch(`${path}?rules=${encodeURIComponent(rules)}`, { signal });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** Every other link of the page that leads to these rules, the language's among them, leads to the new ones. */
function follow(rules: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top a, .more a, .tables a:last-child')) {
    const href = link.getAttribute('href') ?? '';
    const place = href.replace(/(rules=)[^&]*|(\/(?:reglas|estrategia)\/)[^/?]*/, (_, asked?: string, path?: string) =>
      asked === undefined ? `${path ?? ''}${rules}` : asked + encodeURIComponent(rules),
    );
    link.setAttribute('href', place);
  }
  const field = form?.querySelector<HTMLInputElement>('input[name=rules]');
  if (field) field.value = rules;
  // Of the house's tables the one that has become these rules is marked; the foot named the rules that the page came with.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.tables a:not(:last-child), .scale a')) {
    const here = new URLSearchParams(link.search).get('rules') === rules;
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.querySelector('.rules-text')?.remove();
}

/** A rule that changes nothing as things stand is drawn fainter, and says why. */
function markIdle(idle: readonly string[]): void {
  for (const each of document.querySelectorAll<HTMLElement>('fieldset[data-rule]')) {
    const rule = each.dataset['rule'] ?? '';
    const without = idle.includes(rule);
    each.classList.toggle('idle', without);
    const why = each.querySelector('.why');
    if (why) why.textContent = without ? t(`idle.${rule}`) : '';
  }
}

function showEdge(edge: Edge): void {
  put('figure', (found) => found.replaceChildren(data(-edge.chart_ev, percent(-edge.chart_ev))));
  put('optimal', (found) =>
    found.replaceChildren(...told('with_optimal', 'edge', data(-edge.optimal_ev, percent(-edge.optimal_ev)))),
  );
  put('player', (found) => (found.hidden = edge.chart_ev <= 0));
  const key = edge.chart_ev <= 0 ? 'thousand' : 'thousand_player';
  put('thousand', (found) =>
    found.replaceChildren(...told(key, 'n', data(edge.chart_ev, fixed(1000 * Math.abs(edge.chart_ev), 2)))),
  );
  const asked = encodeURIComponent(edge.rules);
  const links: Record<string, string> = {
    share: `/ventaja?rules=${asked}`,
    'to-chart': `/estrategia/${edge.rules}`,
    'to-rules': `/reglas/${edge.rules}`,
    'to-trainer': `/entrenador?rules=${asked}`,
    'to-simulator': `/simulador?rules=${asked}`,
  };
  for (const [id, href] of Object.entries(links)) put(id, (found) => found.setAttribute('href', href));
  follow(edge.rules);
  markIdle(edge.idle);
  history.replaceState(null, '', `/ventaja?rules=${asked}`);
}

/** How much a rule is worth beside the one that is worth most. */
function bar(change: number, most: number): HTMLElement {
  const drawn = document.createElement('span');
  drawn.className = change < 0 ? 'step-bar below' : 'step-bar';
  drawn.style.setProperty('--share', `${String((100 * Math.abs(change)) / most)}%`);
  return drawn;
}

function showSteps(steps: readonly Step[], idle: readonly string[]): void {
  const most = Math.max(...steps.map((step) => Math.abs(step.chart_change_percent)), 1e-12);
  put('steps-body', (body) =>
    body.replaceChildren(
      ...steps.map((step) => {
        const row = document.createElement('tr');
        const name = document.createElement('th');
        name.scope = 'row';
        name.textContent = `${t(`name.${step.rule}`)}: ${valueLabel(step.rule, step.value)}`;
        if (idle.includes(step.rule)) {
          row.classList.add('idle');
          const why = document.createElement('small');
          why.className = 'why';
          why.textContent = t(`idle.${step.rule}`);
          name.append(' ', why);
        }
        const change = step.chart_change_percent;
        const shown = `${change > 0 ? '+' : ''}${percent(change / 100)}`;
        const cells = [data(change / 100, shown), data(-step.chart_ev, percent(-step.chart_ev))].map((figure) => {
          const cell = document.createElement('td');
          cell.append(figure);
          return cell;
        });
        cells[0]?.classList.add('change');
        cells[0]?.prepend(bar(change, most));
        row.append(name, ...cells);
        return row;
      }),
    ),
  );
}

if (form !== null && box !== null) {
  put('compute', (found) => (found.hidden = true));
  let pending = new AbortController();
  const base = (box.dataset['rules'] ?? 'thot').split(',');
  const compute = async (): Promise<void> => {
    pending.abort();
    const mine = new AbortController();
    pending = mine;
    const chosen = [...form.querySelectorAll<HTMLInputElement>('input:checked')];
    const names = new Set(chosen.map(({ name }) => name));
    const kept = base.slice(1).filter((part) => !names.has(part.split('=')[0] ?? ''));
    const rules = [base[0], ...kept, ...chosen.map(({ name, value }) => `${name}=${value}`)].join(',');
    try {
      const edge = await ask<Edge>('/api/edge', rules, mine.signal);
      showEdge(edge);
      showSteps((await ask<{ steps: Step[] }>('/api/edge/steps', edge.rules, mine.signal)).steps, edge.idle);
    } catch (failed) {
      // A newer choice took over, or the line is gone: the form still works as a form.
      if (!mine.signal.aborted) put('compute', (found) => (found.hidden = false));
      else if (!(failed instanceof DOMException)) throw failed;
    }
  };
  form.addEventListener('change', () => void compute());

  put('copy', (button) => {
    button.hidden = false;
    button.addEventListener('click', () => {
      const share = document.getElementById('share') as HTMLAnchorElement | null;
      if (share === null) return;
      void navigator.clipboard.writeText(share.href).then(() => (button.textContent = t('copied')));
    });
  });
}
