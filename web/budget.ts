import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Scripts and styles that lobby and table load together, compressed: what a phone on a slow line has to wait for. */
export const FIRST_LOAD_BYTES_MAX = 90_000;

/** The same for one study page: what all of them load, and its own part. */
export const STUDY_BYTES_MAX = 60_000;

/** Fails the build when a page, with all it imports at once, is heavier than its budget. gzip, the worse of the two
 * encodings that are served; chunks that load later (a round's record, a shoe's proof) are not counted. */
export function budget(): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const entries = Object.entries(bundle).flatMap(([name, part]) =>
        part.type === 'chunk' && part.isEntry ? [{ name, source: part.facadeModuleId ?? '' }] : [],
      );
      const study = entries.filter(({ source }) => source.includes('/src/study/'));
      const common = study.filter(({ source }) => source.endsWith('/page.ts')).map(({ name }) => name);
      const game = entries.filter((entry) => !study.includes(entry)).map(({ name }) => name);
      const judge = (what: string, names: readonly string[], most: number): void => {
        const bytes = weight(bundle, names);
        if (bytes > most) this.error(`${what}: ${bytes} bytes compressed, at most ${most}`);
        this.info(`${what}: ${bytes} bytes compressed, of at most ${most}`);
      };
      judge('lobby and table', game, FIRST_LOAD_BYTES_MAX);
      for (const { name } of study) judge(`study page ${name}`, [...common, name], STUDY_BYTES_MAX);
    },
  };
}

/** All that these entries load at once, each part counted once. */
function weight(bundle: Rolldown.OutputBundle, entries: readonly string[]): number {
  const wanted = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (wanted.has(name) || chunk?.type !== 'chunk') return;
    wanted.add(name);
    chunk.imports.forEach(add);
    for (const style of stylesOf(chunk)) wanted.add(style);
  };
  entries.forEach(add);
  let bytes = 0;
  for (const name of wanted) {
    const part = bundle[name];
    if (part) bytes += gzipSync(part.type === 'chunk' ? part.code : part.source, { level: 9 }).length;
  }
  return bytes;
}

/** The style sheets that come with a chunk; Vite keeps their names beside it. */
function stylesOf(chunk: Rolldown.OutputChunk): Iterable<string> {
  return (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [];
}
