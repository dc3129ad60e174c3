// The keys of the table, in one place: what the buttons show, what the list says, what the keyboard does.
export type TurnMove = 'hit' | 'stand' | 'double' | 'split' | 'surrender';

export const moveLetters: Record<TurnMove, string> = { hit: 'H', stand: 'S', double: 'D', split: 'P', surrender: 'R' };
export const offerLetters = { yes: 'Y', no: 'N', insure: 'I' } as const;
export const betLetters = { repeat: 'R', double: 'X', pass: 'P', undo: '⌫' } as const;
export const READ_LETTER = 'L';
