"""The kernel and Python agree on totals and shuffles, 100,000 random inputs each."""

from itertools import cycle

import pytest

from zapato import _kernel
from zapato.cards import DECK, value
from zapato.hand import total
from zapato.shoe import shuffle_from

INPUTS = 100_000


def test_hand_totals_agree(rand):
    """Hands of up to 21 cards, with aces drawn often enough to matter."""
    random = rand.random()
    aces = [card for card in DECK if value(card) == 1]
    for _ in range(INPUTS):
        cards = random.choices(DECK, k=random.randint(0, 12)) + random.choices(aces, k=random.choice((0, 0, 1, 2, 9)))
        assert total(cards) == _kernel.hand_total(bytes(map(value, cards))), cards


@pytest.mark.timeout(120)
def test_shuffles_agree(rand):
    """Short packs often, a full shoe of eight decks now and then; bytes with many to throw away."""
    random = rand.random()
    sizes = cycle([0, 1, 2, 3, 5, 8, 13, 21, 34, 52])
    for number in range(INPUTS):
        cards = bytes(index % 256 for index in range(416 if number % 1_000 == 0 else next(sizes)))
        data = b"\xff" * random.choice((0, 0, 2, 4)) + random.randbytes(3 * len(cards) + 16)
        stream = iter(data)
        expected = bytes(shuffle_from(cards, stream))
        used = len(data) - len(bytes(stream))
        assert (expected, used) == _kernel.shuffle_from(cards, data)


def test_kernel_refuses_what_it_can_not_count():
    """The kernel must not read past its input or total a card that does not exist."""
    with pytest.raises(ValueError, match="1 to 10"):
        _kernel.hand_total(b"\x0b")
    with pytest.raises(ValueError, match="1 to 10"):
        _kernel.hand_total(b"\0")
    with pytest.raises(ValueError, match="ran out"):
        _kernel.shuffle_from(b"abc", b"\0\1\0")
    with pytest.raises(ValueError, match="65536"):
        _kernel.shuffle_from(bytes(65_537), b"")
