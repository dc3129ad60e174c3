// The house edge of a table's rules, asked of the engine once a visit. No figure is written down in the page.
import { language } from './language.svelte';

class Edges {
  #known: Readonly<Record<string, number | null>> = $state.raw({});

  /** In percent of the first bet, playing by the chart from a full shoe, as the visitor writes it; «…» until the engine has said so. */
  of(rules: string | undefined): string {
    const percent = rules === undefined ? null : (this.#known[rules] ?? null);
    return percent === null ? '…' : language.edge(percent);
  }

  async ask(rules: string): Promise<void> {
    if (rules in this.#known) return;
    this.#known = { ...this.#known, [rules]: null };
    try {
      const response = await fetch(`/api/edge?rules=${encodeURIComponent(rules)}`);
      if (!response.ok) return;
      const { chart_edge_percent: percent } = (await response.json()) as { chart_edge_percent: unknown };
      if (typeof percent === 'number') this.#known = { ...this.#known, [rules]: percent };
    } catch {
      // The lobby is whole without it; the next visit asks again.
    }
  }
}

export const edges = new Edges();
