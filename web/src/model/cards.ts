// Cards as the wire writes them (rank then suit, "Th") and the handful of facts the page needs to draw them.

export type Rank = 'A' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'T' | 'J' | 'Q' | 'K';
export type Suit = 's' | 'h' | 'd' | 'c';
/** Two ASCII letters, "As". */
export type CardCode = string;

export const RANKS: readonly Rank[] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
export const SUITS: readonly Suit[] = ['s', 'h', 'd', 'c'];

export const rankOf = (card: CardCode): Rank => card[0] as Rank;
export const suitOf = (card: CardCode): Suit => card[1] as Suit;

/** Is this text a card? Used where a record or a proof comes from a stranger's file. */
export function isCard(text: string): boolean {
  return text.length === 2 && RANKS.includes(text[0] as Rank) && SUITS.includes(text[1] as Suit);
}

/** The total a badge shows while cards are still flying: best total at or under 21, and whether an ace counts 11 in it. */
export function totalOf(cards: readonly CardCode[]): { total: number; soft: boolean } {
  let total = 0;
  let aces = 0;
  for (const card of cards) {
    const rank = rankOf(card);
    if (rank === 'A') aces += 1;
    total += rank === 'A' ? 1 : 'TJQK'.includes(rank) ? 10 : Number(rank);
  }
  const soft = aces > 0 && total + 10 <= 21;
  return { total: soft ? total + 10 : total, soft };
}
