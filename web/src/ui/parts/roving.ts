// One tab stop per group, arrow keys inside it: an action for toolbars, chip rails and strips.
import type { Action } from 'svelte/action';

const ITEMS = 'button, a[href]';

/** The group's buttons and links; disabled ones stay (aria-disabled), because they say why. */
const itemsOf = (group: HTMLElement): HTMLElement[] => [...group.querySelectorAll<HTMLElement>(ITEMS)];

export const roving: Action = (group) => {
  const settle = (current?: HTMLElement): void => {
    const items = itemsOf(group);
    const stop =
      current ??
      items.find((item) => item.dataset['current'] === 'true') ??
      items.find((item) => item.tabIndex === 0) ??
      items[0];
    for (const item of items) {
      const wanted = item === stop ? 0 : -1;
      if (item.tabIndex !== wanted) item.tabIndex = wanted;
    }
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const items = itemsOf(group);
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (at === -1) return;
    const step: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    let to: number;
    if (event.key in step) to = (at + (step[event.key] ?? 0) + items.length) % items.length;
    else if (event.key === 'Home') to = 0;
    else if (event.key === 'End') to = items.length - 1;
    else return;
    event.preventDefault();
    items[to]?.focus();
  };

  const onFocus = (event: FocusEvent): void => {
    const item = (event.target as HTMLElement).closest<HTMLElement>(ITEMS);
    if (item) settle(item);
  };

  const watcher = new MutationObserver(() => settle());
  watcher.observe(group, { childList: true, subtree: true });
  group.addEventListener('keydown', onKey);
  group.addEventListener('focusin', onFocus);
  settle();
  return {
    destroy() {
      watcher.disconnect();
      group.removeEventListener('keydown', onKey);
      group.removeEventListener('focusin', onFocus);
    },
  };
};
