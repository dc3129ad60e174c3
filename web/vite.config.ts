import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { budget } from './budget.ts';
import { precompress } from './precompress.ts';
import { catalogued } from './visible-text.ts';

// The server hands out what lies in its `static` folder: the page at `/`, its parts under `/assets`.
const server = process.env['ZAPATO_SERVER'] ?? 'http://localhost:2121';

/** The study pages' own entries: what all of them load, then one for each kind of page that moves. */
const STUDY = ['page', 'chart', 'edge', 'trainer', 'simulator'];

export default defineConfig({
  plugins: [svelte(), catalogued(), budget(), precompress()],
  build: {
    outDir: '../src/zapato/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server writes the study pages itself and finds their parts in this list.
    manifest: true,
    rolldownOptions: { input: ['index.html', ...STUDY.map((name) => `src/study/${name}.ts`)] },
  },
  // Vitest has to mount Svelte's browser build, not the one that renders on a server.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'lint/*.test.js'],
  },
});
