import type { Cell } from './cells';

class Picked {
  cell: Cell | null = $state(null);
}

/** The cell that the panel tells of. */
export const picked = new Picked();

/** Calls back now, and whenever another cell is picked or none is any more. */
export function whenPicked(tell: (cell: Cell | null) => void): void {
  $effect.root(() => {
    $effect(() => tell(picked.cell));
  });
}
