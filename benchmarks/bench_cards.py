"""Hand totals and shuffles: the kernel against the plain Python reference."""

import random

from timing import best_seconds, report

from zapato import _kernel
from zapato.cards import DECK, pack, value
from zapato.hand import total
from zapato.shoe import shuffle_from

HANDS = 20_000
SHUFFLES = 50


def main() -> None:
    chance = random.Random(1)
    hands = [chance.choices(DECK, k=chance.randint(2, 6)) for _ in range(HANDS)]
    values = [bytes(map(value, hand)) for hand in hands]
    python, kernel = best_seconds(
        lambda: [total(hand) for hand in hands], lambda: [_kernel.hand_total(hand) for hand in values]
    )
    report("hand total, called from Python", "hand", HANDS, python, kernel)

    cards = bytes(index % 52 for index in range(len(pack(6))))
    data = chance.randbytes(4 * len(cards))
    python, kernel = best_seconds(
        lambda: [shuffle_from(cards, data) for _ in range(SHUFFLES)],
        lambda: [_kernel.shuffle_from(cards, data) for _ in range(SHUFFLES)],
    )
    report("shuffle of six decks from given bytes", "shoe", SHUFFLES, python, kernel)


if __name__ == "__main__":
    main()
