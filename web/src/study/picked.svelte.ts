import type { Cell } from './cells';

class Picked {
  cell: Cell | null = $state(null);
}

/** The cell that the panel tells of. */
export const picked = new Picked();
