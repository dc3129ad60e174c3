// The keys of the table, in one place: what the buttons show, what the list says, what the keyboard does.
export type TurnMove = 'hit' | 'stand' | 'double' | 'split' | 'surrender';

export const moveLetters: Record<TurnMove, string> = { hit: 'H', stand: 'S', double: 'D', split: 'P', surrender: 'R' };
export const offerLetters = { yes: 'Y', no: 'N', insure: 'I' } as const;
export const betLetters = { deal: '␣', undo: '⌫', clear: '⌦', repeat: 'R', double: 'X', pass: 'P' } as const;
export const READ_LETTER = 'L';
export const REVIEW_LETTER = 'V';
export const HELP_LETTER = '?';

const SIGNS: Readonly<Record<string, string>> = { ' ': betLetters.deal, Backspace: '⌫', Delete: '⌦' };

/** A key as the tables above write it, from the browser's name of it (`KeyboardEvent.key`). */
export const letterOf = (key: string): string => SIGNS[key] ?? key.toUpperCase();

const turnMoves = new Map(Object.entries(moveLetters).map(([move, letter]) => [letter, move as TurnMove]));
export const moveOf = (letter: string): TurnMove | undefined => turnMoves.get(letter);
