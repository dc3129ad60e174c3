// Each table's cloth and emblem. A host's own tables take the lapis cloth and the columns.
import type { Emblem } from '../art/emblems';

export function lookOf(table: string): { felt: 'escribas' | 'sacerdotes' | 'faraon'; emblem: Emblem } {
  if (table === 'escribas') return { felt: 'escribas', emblem: 'escribas' };
  if (table === 'sacerdotes') return { felt: 'sacerdotes', emblem: 'sacerdotes' };
  if (table === 'faraon') return { felt: 'faraon', emblem: 'faraon' };
  return { felt: 'escribas', emblem: 'otras' };
}
