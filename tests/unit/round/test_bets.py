"""Which bets open a round: limits, units, boxes, and who may bet behind whom. One line per rule and its neighbour that holds."""

import pytest

from zapato.refusal import Refusal
from zapato.round.bets import refuse_bets
from zapato.round.commands import Bet
from zapato.rules import preset

ANA, LEO = Bet(1, "ana", 100), Bet(2, "leo", 100)


def behind(player: str, amount: int = 10, box: int = 1, *, follow: bool = False) -> Bet:
    return Bet(box, player, amount, behind=True, follow=follow)


@pytest.mark.parametrize(
    ("name", "bets", "code"),
    [
        ("thot", [], "no-bets"),
        ("thot", [ANA], None),
        ("thot", [Bet(0, "ana", 100)], "no-such-box"),
        ("thot", [Bet(-1, "ana", 100)], "no-such-box"),
        ("thot", [Bet(6, "ana", 100)], "no-such-box"),
        ("thot", [Bet(5, "ana", 100)], None),
        ("thot", [Bet(1, "", 100)], "no-player"),
        ("thot", [Bet(1, "ana", 0)], "bet-below-minimum"),
        ("thot", [Bet(1, "ana", -100)], "bet-below-minimum"),
        ("thot", [Bet(1, "ana", 99)], "bet-below-minimum"),
        ("thot", [Bet(1, "ana", 150)], "bet-not-a-multiple"),
        ("thot", [Bet(1, "ana", 5000)], None),
        ("thot", [Bet(1, "ana", 5100)], "bet-above-maximum"),
        ("thot", [Bet(1, "ana", 10**30)], "bet-above-maximum"),
        ("thot", [ANA, Bet(1, "leo", 100)], "box-taken"),
        ("thot", [ANA, Bet(2, "ana", 100)], "too-many-boxes"),
        ("casino-es", [ANA, Bet(2, "ana", 100)], None),
        ("casino-es", [Bet(box, "ana", 10) for box in range(1, 8)], None),
        ("thot", [ANA, behind("leo", 100)], "no-bets-behind"),
        ("casino-es", [ANA, behind("leo")], None),
        ("casino-es", [behind("leo"), ANA], None),
        ("casino-es", [ANA, behind("leo", 2)], None),
        ("casino-es", [ANA, behind("leo", 3)], "bet-not-a-multiple"),
        ("casino-es", [ANA, behind("leo", 0)], "bet-below-minimum"),
        ("casino-es", [ANA, behind("leo", -2)], "bet-below-minimum"),
        ("casino-es", [ANA, behind("leo", 900)], None),
        ("casino-es", [ANA, behind("leo", 902)], "box-above-maximum"),
        ("casino-es", [ANA, behind("leo", 500), behind("ia", 402)], "box-above-maximum"),
        ("casino-es", [ANA, behind("leo"), behind("ia")], None),
        ("casino-es", [ANA, behind("leo"), behind("ia"), behind("eva")], "behind-full"),
        ("casino-es", [ANA, behind("leo"), behind("leo")], "behind-twice"),
        ("casino-es", [ANA, behind("ana")], "behind-oneself"),
        ("casino-es", [ANA, behind("leo", box=2)], "behind-nobody"),
        ("casino-es", [behind("leo")], "behind-nobody"),
        ("casino-es", [ANA, LEO, behind("leo"), behind("ana", box=2)], None),
        ("casino-plaza", [ANA, LEO, behind("leo")], "behind-standing-only"),
        ("casino-plaza", [ANA, LEO, behind("ia"), behind("ia", box=2)], None),
        ("casino-es", [Bet(1, "ana", 100, follow=True)], "follow-not-behind"),
    ],
)
def test_bets_are_taken_or_refused(name: str, bets: list[Bet], code: str | None) -> None:
    refusal = refuse_bets(preset(name).rules, bets, {})

    assert (refusal.code if refusal else None) == code


@pytest.mark.parametrize(
    ("purses", "code"),
    [
        ({}, None),
        ({"ana": 0}, None),
        ({"ana": -1}, "purse-out-of-range"),
        ({"ana": 10**13}, "purse-out-of-range"),
        ({"eva": 5}, "purse-of-nobody"),
    ],
)
def test_purses_are_of_bettors_and_never_negative(purses: dict[str, int], code: str | None) -> None:
    refusal = refuse_bets(preset("thot").rules, [ANA], purses)

    assert (refusal.code if refusal else None) == code


def test_a_refusal_carries_the_numbers_of_its_text() -> None:
    refusal = refuse_bets(preset("thot").rules, [Bet(1, "ana", 5100)], {})

    assert isinstance(refusal, Refusal)
    assert refusal.values == {"amount": 5100, "maximum": 5000}
