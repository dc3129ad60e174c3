import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import { visibleText } from './lint/visible-text.js';
import svelteConfig from './svelte.config.js';

/** Imports point one way (README.md): a room may use only those named before it, never those to its right. */
const rooms = ['wire', 'i18n', 'model', 'link', 'proof', 'state', 'ui', 'demo'];
const oneWay = rooms.slice(0, -2).map((room, i) => ({
  files: [`src/${room}/**/*.ts`],
  ignores: ['src/**/*.test.ts'],
  rules: {
    'no-restricted-imports': ['error', { patterns: rooms.slice(i + 1).map((later) => `**/${later}/**`) }],
  },
}));

export default ts.config(
  { ignores: ['node_modules/', 'dist/'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      // Numbers read well inside templates; objects do not, and stay forbidden.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => hall.retry()` as a handler is clear; a block around it would say no more.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // svelte-check knows the types; a missing name is its business.
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['**/*.svelte'],
    plugins: { zapato: { rules: { 'visible-text': visibleText } } },
    rules: { 'zapato/visible-text': 'error' },
  },
  ...oneWay,
  // Our own drawings come as strings of SVG from src/ui/art, never from outside.
  {
    files: [
      'src/ui/card/Card.svelte',
      'src/ui/card/Chip.svelte',
      'src/ui/parts/Art.svelte',
      'src/ui/parts/Icon.svelte',
    ],
    rules: { 'svelte/no-at-html-tags': 'off' },
  },
  // The tools themselves lie outside the page's project.
  { files: ['*.config.js', 'lint/*.js', 'public/*.js'], ...ts.configs.disableTypeChecked },
);
