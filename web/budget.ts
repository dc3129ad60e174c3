import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Scripts and styles that lobby and table load together, compressed: what a phone on a slow line has to wait for. */
export const FIRST_LOAD_BYTES_MAX = 90_000;

/** Fails the build when the page's entry, with all it imports at once, is heavier than that. gzip, the worse of the two
 * encodings that are served; chunks that load later (a round's record, a shoe's proof) are not counted. */
export function budget(): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const wanted = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (wanted.has(name) || chunk?.type !== 'chunk') return;
        wanted.add(name);
        chunk.imports.forEach(add);
        for (const style of stylesOf(chunk)) wanted.add(style);
      };
      for (const [name, part] of Object.entries(bundle)) if (part.type === 'chunk' && part.isEntry) add(name);
      let bytes = 0;
      for (const name of wanted) {
        const part = bundle[name];
        if (part) bytes += gzipSync(part.type === 'chunk' ? part.code : part.source, { level: 9 }).length;
      }
      if (bytes > FIRST_LOAD_BYTES_MAX)
        this.error(`lobby and table load ${bytes} bytes compressed, at most ${FIRST_LOAD_BYTES_MAX}`);
      this.info(`lobby and table load ${bytes} bytes compressed, of at most ${FIRST_LOAD_BYTES_MAX}`);
    },
  };
}

/** The style sheets that come with a chunk; Vite keeps their names beside it. */
function stylesOf(chunk: Rolldown.OutputChunk): Iterable<string> {
  return (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [];
}
