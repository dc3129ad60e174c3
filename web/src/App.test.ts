import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';

import App from './App.svelte';

// The whole chain from component to document works.
test('the page mounts', () => {
  const app = mount(App, { target: document.body });
  flushSync();
  expect(document.querySelector('h1')?.textContent).toBe('Salón de Thot');
  void unmount(app);
});
