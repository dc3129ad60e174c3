"""The shoe's order is public arithmetic: each step worked by hand, and its evenness counted."""

import hashlib
from collections import Counter
from itertools import product

import pytest

from zapato.cards import DECK, Card, pack
from zapato.invariant import InvariantError
from zapato.shoe import Shoe, ShoeError, byte_stream, commitment, shuffle_from, shuffled, uniform_below

SEED = "0123456789abcdef" * 4


def test_commitment_is_what_a_shell_computes():
    """`printf %s SEED | sha256sum`, as docs/provable-shoe.md promises."""
    assert hashlib.sha256(SEED.encode()).hexdigest() == commitment(SEED)


def test_stream_follows_the_documented_scheme():
    """Written out once more from docs/provable-shoe.md, so that a change of the scheme can't pass unnoticed."""
    key = hashlib.sha256(f"zapato.shoe/1\n{SEED}\n{'a' * 16}\n{'b' * 64}".encode()).digest()
    expected = hashlib.sha256(key + bytes(8)).digest() + hashlib.sha256(key + bytes(7) + b"\1").digest()

    stream = byte_stream(SEED, ["a" * 16, "b" * 64])
    assert expected == bytes(next(stream) for _ in range(64))


def test_shuffle_worked_by_hand():
    """Draws 6, 7, 1 pick places 6 % 4 = 2, 7 % 3 = 1 and 1 % 2 = 1."""
    assert (0, 3, 1, 2) == shuffle_from(range(4), bytes([0, 6, 0, 7, 0, 1]))


def test_unfair_draws_are_thrown_away():
    """Of 65,536 draws one is over when three share them; used, it would favour the first."""
    assert 2 == uniform_below(3, iter(b"\xff\xff\xff\xfe"))
    assert 255 == uniform_below(256, iter(b"\xff\xff"))


def test_every_remainder_is_equally_frequent():
    """All 65,536 draws counted for a divisor that does not divide them."""
    counts = Counter()
    for pair in product(range(256), repeat=2):
        try:
            counts[uniform_below(312, iter(pair))] += 1
        except ShoeError:
            counts["thrown away"] += 1
    assert 65_536 % 312 == counts.pop("thrown away")
    assert {65_536 // 312} == set(counts.values())
    assert 312 == len(counts)


def test_every_order_comes_from_one_choice_of_remainders():
    """4! choices of remainders reach 4! orders: no order is favoured."""
    orders = {
        shuffle_from(range(4), bytes([0, first, 0, second, 0, third]))
        for first in range(4)
        for second in range(3)
        for third in range(2)
    }
    assert 24 == len(orders)


def test_every_contribution_counts():
    """A player whose contribution changed nothing would have no say in the order."""
    orders = {
        shuffled(DECK, SEED, contributions)
        for contributions in ([], ["a" * 16], ["b" * 16], ["a" * 16, "b" * 16], ["b" * 16, "a" * 16], ["a" * 32])
    }
    assert 6 == len(orders)


def test_shuffle_keeps_the_cards():
    """No card appears, none goes missing."""
    assert Counter(pack(6)) == Counter(shuffled(pack(6), SEED, []))


@pytest.mark.parametrize("seed", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "\n" * 64])
def test_malformed_seeds_are_refused(seed):
    """A seed that two programs could read differently would make proofs a matter of taste."""
    with pytest.raises(ShoeError, match="64 hex digits"):
        commitment(seed)


@pytest.mark.parametrize("contribution", ["", "0" * 15, "0" * 65, "A" * 16, "a" * 15 + "\n"])
def test_malformed_contributions_are_refused(contribution):
    """A line feed inside would let one contribution pass for two."""
    with pytest.raises(ShoeError, match="16 to 64 hex digits"):
        shuffled(DECK, SEED, [contribution])


def test_bytes_that_run_out_are_an_error():
    """An order from half the bytes would be no order at all."""
    with pytest.raises(ShoeError, match="ran out"):
        shuffle_from(range(3), b"\0\1\0")


def test_cards_leave_from_the_top():
    """Dealt or burnt, a card leaves once, and the count of those left follows."""
    shoe = Shoe((Card("As"), Card("Th"), Card("2c"))).without(1)
    assert ("Th", 2) == (shoe.next_card(), shoe.left)
    empty = shoe.without(2)
    assert 0 == empty.left
    with pytest.raises(InvariantError):
        empty.next_card()
    with pytest.raises(InvariantError):
        empty.without()
