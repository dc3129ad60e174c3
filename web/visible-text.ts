import { ESLint, type Linter } from 'eslint';
import type { Plugin } from 'vite';

import { visibleText } from './lint/visible-text.js';

/** Fails the build on a word written straight into a component: what people read comes out of the catalogues. */
export function catalogued(): Plugin {
  return {
    name: 'catalogued',
    apply: 'build',
    async buildStart() {
      const parser = (await import('svelte-eslint-parser')) as Linter.Parser;
      const { parser: typescript } = await import('typescript-eslint');
      const config: Linter.Config = {
        files: ['**/*.svelte'],
        languageOptions: { parser, parserOptions: { parser: typescript } },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        plugins: { zapato: { rules: { 'visible-text': visibleText } } },
        rules: { 'zapato/visible-text': 'error' },
      };
      const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [config] });
      const results = ESLint.getErrorResults(await eslint.lintFiles(['src/**/*.svelte']));
      if (results.length === 0) return;
      const formatter = await eslint.loadFormatter('stylish');
      this.error(await formatter.format(results));
    },
  };
}
