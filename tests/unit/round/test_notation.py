"""Records read strictly: each bad one is refused with the step at fault, and good ones mean exactly what they say."""

import json
from typing import Any

import pytest

from unit.round.helpers import results
from zapato.round.notation import RecordError, parse_json, read_record, write_record
from zapato.round.replay import Played, differences, play, report


def record(**fields: Any) -> dict[str, Any]:
    """A sound record of one box (8 8 against 6, the dealer busts), with other fields in place of its own; None leaves one out."""
    sound = {
        "format": "zapato.round/1",
        "rules": "thot",
        "cards": "8h 6c 8s Td 9d",
        "bets": [{"box": 1, "player": "ana", "amount": 100}],
        "moves": [{"box": 1, "move": "stand"}],
    }
    return {field: value for field, value in {**sound, **fields}.items() if value is not None}


def played(**fields: Any) -> Played:
    return play(read_record(record(**fields)))


def bet(**fields: Any) -> list[dict[str, Any]]:
    return [{"box": 1, "player": "ana", "amount": 100, **fields}]


def moves(*words: str) -> list[dict[str, Any]]:
    """`2:stand` is box 2's; a bare word box 1's."""
    rows = []
    for word in words:
        box, _, move = word.rpartition(":")
        rows.append({"box": int(box or 1), "move": move})
    return rows


def test_the_sound_record_plays() -> None:
    assert results(played().state) == [(1, 1, "ana", "win", 200)]


@pytest.mark.parametrize(
    ("fields", "step", "why"),
    [
        ({"format": None}, "format", "is missing"),
        ({"format": "zapato.round/2"}, "format", "is not 'zapato.round/1'"),
        ({"format": 1}, "format", "1 is not"),
        ({"rules": None}, "rules", "is missing"),
        ({"rules": "thoth"}, "rules", "there is none called 'thoth'"),
        ({"rules": 7}, "rules", "7 is neither a preset's name nor an object"),
        ({"rules": ["thot"]}, "rules", "is neither"),
        ({"rules": {"preset": "thot", "deck": 6}}, "rules", "deck: no such parameter"),
        ({"rules": {"preset": "thot", "decks": "six"}}, "rules", "decks: 'six'"),
        ({"rules": {"preset": "thot", "decks": "infinite"}}, "rules", "endless shoe"),
        ({"rules": {"preset": "thot", "bet_unit": 1}}, "rules", "not whole debenes"),
        ({"rules": {"preset": "thot", "bet_unit": 5, "blackjack_pays": "6:5"}}, "rules", "half of 5 is not whole"),
        ({"rules": {"preset": "thot", "bet_min": 200, "bet_max": 100}}, "rules", "above bet_max"),
        ({"cards": None}, "cards", "is missing"),
        ({"cards": ["8h"]}, "cards", "is not a text of cards"),
        ({"cards": "8h 6c 8s Td 10d"}, "cards", "'10d' is not a card"),
        ({"cards": "8h 6c 8s Td 9D"}, "cards", "'9D' is not a card"),
        ({"cards": "8h 6c 8s Td"}, "cards", "too few: card 5 is due to the dealer after move 1"),
        ({"cards": "8h 6c"}, "cards", "too few: card 3 is due to box 1, hand 1 before the first move"),
        ({"cards": ""}, "cards", "too few: card 1 is due"),
        ({"cards": "8h 6c 8s Td 9d 2c"}, "cards", "1 are left over, from 2c on"),
        ({"cards": "8h 6c 8h Td 9d", "rules": {"preset": "thot", "decks": 1}}, "cards", "card 3 is 8h once more"),
        ({"cards": "8h " * 7}, "cards", "card 7 is 8h once more, and 6 decks hold 6 of it"),
        ({"bets": None}, "bets", "is missing"),
        ({"bets": []}, "bets", "there are no bets"),
        ({"bets": {}}, "bets", "is not a list"),
        ({"bets": [7]}, "bets", "bet 1: 7 is not an object"),
        ({"bets": [{"box": 1, "player": "ana"}]}, "bets", "bet 1: amount is missing"),
        ({"bets": bet(amount=100.0)}, "bets", "100.0 is not a whole number"),
        ({"bets": bet(amount="100")}, "bets", '"100" is not a whole number'),
        ({"bets": bet(amount=True)}, "bets", "true is not a whole number"),
        ({"bets": bet(amount=-100)}, "bets", "below the least bet"),
        ({"bets": bet(amount=150)}, "bets", "not a multiple of 100"),
        ({"bets": bet(amount=10**20)}, "bets", "beyond"),
        ({"bets": bet(amount=6000)}, "bets", "above the table's maximum"),
        ({"bets": bet(box=6)}, "bets", "there is no box 6"),
        ({"bets": bet(box=True)}, "bets", "true is not a whole number"),
        ({"bets": bet(player="")}, "bets", "is not a name"),
        ({"bets": bet(player=5)}, "bets", "5 is not a name"),
        ({"bets": bet(player="x" * 101)}, "bets", "is not a name"),
        ({"bets": bet(player="\ud800")}, "bets", "half a character"),
        ({"bets": bet(purse=-1)}, "bets", "-1 is not from 0"),
        ({"bets": bet(purse="50")}, "bets", "is not a whole number"),
        ({"bets": bet(purse=None)}, "bets", "null is not a whole number"),
        ({"bets": bet(behind=1)}, "bets", "1 is neither true nor false"),
        ({"bets": bet(folow=True)}, "bets", 'there is no field "folow"'),
        ({"bets": bet() + bet(box=2)}, "bets", "one player may command 1"),
        (
            {"rules": "casino-es", "bets": bet(purse=5) + bet(box=2, purse=6)},
            "bets",
            '"ana" has one purse, and it is given as 5 and as 6',
        ),
        ({"moves": None}, "moves", "is missing"),
        ({"moves": "stand"}, "moves", "is not a list"),
        ({"moves": [3]}, 1, "3 is not an object"),
        ({"moves": [{"box": 1}]}, 1, "move is missing"),
        ({"moves": [{"move": "stand"}]}, 1, "box is missing"),
        ({"moves": moves("stay")}, 1, '"stay" is no move; the moves are stand, hit'),
        ({"moves": [{"box": 1, "move": None}]}, 1, "null is no move"),
        ({"moves": [{"box": 1, "move": ["stand"]}]}, 1, "is no move"),
        ({"moves": [{"box": "1", "move": "stand"}]}, 1, "is not a whole number"),
        ({"moves": [{"box": 1, "move": "stand", "hand": 2}]}, 1, "turn of hand 1 of box 1"),
        ({"moves": [{"box": 1, "move": "stand", "hand": 1.0}]}, 1, "1.0 is not a whole number"),
        ({"moves": [{"box": 1, "move": "stand", "player": "leo"}]}, 1, "leo does not command box 1"),
        ({"moves": [{"box": 1, "move": "stand", "amount": 5}]}, 1, "stand takes no amount"),
        ({"moves": [{"box": 1, "move": "stand", "bet": 5}]}, 1, 'there is no field "bet"'),
        (
            {"moves": []},
            "moves",
            "ends while box 1, hand 1, must still act; legal: box 1, hand 1, ana: stand, hit, double, split",
        ),
        ({"moves": moves("stand", "stand")}, 2, "the round is over; no move is legal now"),
        ({"moves": moves("2:stand")}, 1, "box 2 has no bet in this round; legal: box 1"),
        (
            {"moves": moves("surrender")},
            1,
            "no surrender at this table; legal: box 1, hand 1, ana: stand, hit, double, split",
        ),
        ({"moves": moves("insure")}, 1, "no insurance or even money is offered now"),
        ({"moves": moves("hit", "double"), "cards": "8h 6c 8s Td 2d"}, 2, "only a hand of two cards may double"),
        ({"moves": moves("split"), "bets": bet(purse=50)}, 1, "it needs 100 debenes and ana's purse has 50"),
        ({"expect": []}, "expect", "is not an object"),
        ({"expect": {"players": []}}, "expect", "players: .* is not an object"),
        ({"expect": {"hands": {}}}, "expect", "hands: .* is not a list"),
        ({"expect": {"hands": [{"box": 1}]}}, "expect", "hands 1: hand is missing"),
        ({"expect": {"dealer": "bust"}}, "expect", "dealer: .* is not an object"),
    ],
)
def test_a_bad_record_is_refused_naming_the_step(fields: dict[str, Any], step: str | int, why: str) -> None:
    with pytest.raises(RecordError, match=why) as refused:
        played(**fields)

    assert refused.value.step == step


@pytest.mark.parametrize("given", [None, [], "thot", 7, True])
def test_what_is_no_object_is_no_record(given: object) -> None:
    with pytest.raises(RecordError, match="is not an object"):
        read_record(given)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"a": 1} {"b": 2}', "not JSON"),
        ('{"a": NaN}', "NaN is not a number of JSON"),
        ('{"a": -Infinity}', "-Infinity is not a number of JSON"),
        ('{"box": 1, "box": 2}', 'the key "box" is given twice'),
        ('{"a": ' + "9" * 5000 + "}", "not JSON"),
        ("[" * 100_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
    ],
)
def test_a_text_that_is_not_json_to_the_letter_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        parse_json(text)


def test_fields_at_the_top_that_nobody_knows_are_ignored() -> None:
    assert played(id=7, note={"deep": [1]}, when="2026").state == played().state


def test_an_offer_without_an_answer_counts_as_declined() -> None:
    """In the middle of the offers, and at the end of the record."""
    two = [{"box": 1, "player": "ana", "amount": 100}, {"box": 2, "player": "leo", "amount": 100}]
    some = played(cards="Ts Ts Ah 9d 9s 9h", bets=two, moves=moves("2:insure", "1:stand", "2:stand"))
    none = played(cards="As Ah Ts 9d", moves=[])

    assert [row.player for row in some.state.insurances] == ["leo"]
    assert results(none.state) == [(1, 1, "ana", "blackjack", 250)]


def test_early_surrender_without_an_answer_is_no_and_boxes_may_be_passed_over() -> None:
    early = {"preset": "thot", "surrender": "early"}
    two = [{"box": 1, "player": "ana", "amount": 100}, {"box": 2, "player": "leo", "amount": 100}]

    passed = played(rules=early, cards="Ts Ts Th 9d 6s 9h", bets=two, moves=moves("2:surrender", "1:stand"))
    assert results(passed.state) == [(1, 1, "ana", "push", 100), (2, 1, "leo", "surrender", 50)]
    declined = played(rules=early, cards="Ts Ah 9d 9h", moves=moves("decline", "decline", "stand"))
    assert results(declined.state) == [(1, 1, "ana", "lose", 0)]
    with pytest.raises(RecordError, match="not offered again"):
        played(rules=early, cards="Ts Ts Th 9d 6s 9h", bets=two, moves=moves("2:surrender", "1:surrender"))


class TestExpectations:
    def differences(self, expect: dict[str, Any], **fields: Any) -> list[str]:
        read = read_record(record(expect=expect, **fields))
        assert read.expect is not None
        return differences(read.expect, report(play(read)))

    def test_given_fields_are_compared_and_others_ignored(self) -> None:
        assert self.differences({}) == []
        assert self.differences({"players": {"ana": 100}, "weather": "fine"}) == []
        assert self.differences({"hands": [{"box": 1, "hand": 1, "total": 16, "mood": "good"}]}) == []
        assert self.differences({"dealer": {"result": "bust"}}) == []

    @pytest.mark.parametrize(
        ("expect", "told"),
        [
            ({"players": {"ana": 99}}, "players, ana: expected 99, came out 100"),
            ({"players": {"ana": True}}, "players, ana: expected True, came out 100"),
            ({"players": {"leo": 0}}, "players, leo: expected 0, and there is no such player"),
            ({"dealer": {"total": 24}}, "dealer, total: expected 24, came out 25"),
            ({"dealer": {"cards": "6c Td"}}, "dealer, cards: expected '6c Td', came out '6c Td 9d'"),
            ({"hands": [{"box": 1, "hand": 2}]}, "hands, box 1 hand 2: expected, and there is none"),
            (
                {"hands": [{"box": 1, "hand": 1, "player": "leo"}]},
                "hands, box 1 hand 1 leo: expected, and there is none",
            ),
            (
                {"hands": [{"box": 1, "hand": 1, "result": "push"}]},
                "hands, box 1 hand 1, result: expected 'push', came out 'win'",
            ),
            (
                {"hands": [{"box": 1, "hand": 1, "behind": True}]},
                "hands, box 1 hand 1, behind: expected True, came out False",
            ),
        ],
    )
    def test_a_difference_is_told(self, expect: dict[str, Any], told: str) -> None:
        assert self.differences(expect) == [told]

    def test_a_hand_is_found_by_box_hand_and_player_the_seat_where_none_is_named(self) -> None:
        bets = [*bet(), {"box": 1, "player": "leo", "amount": 20, "behind": True}]
        rows = [{"box": 1, "hand": 1, "player": "leo", "bet": 20, "behind": True}, {"box": 1, "hand": 1, "bet": 100}]

        assert self.differences({"hands": rows}, bets=bets, rules="casino-es") == []


class TestTheReport:
    def test_it_has_the_fields_of_the_format_in_their_places(self) -> None:
        came_out = report(played(bets=bet(purse=50)))

        assert list(came_out) == ["dealer", "hands", "insurance", "players", "events"]
        assert came_out["dealer"] == {"cards": "6c Td 9d", "total": 25, "result": "bust"}
        assert came_out["hands"] == [
            {
                "box": 1,
                "hand": 1,
                "player": "ana",
                "cards": "8h 8s",
                "total": 16,
                "soft": False,
                "bet": 100,
                "result": "win",
                "returned": 200,
            }
        ]
        assert came_out["players"] == {"ana": {"staked": 100, "returned": 200, "net": 100}}
        assert json.loads(json.dumps(came_out["events"]))[-1] == {"type": "round-ended"}

    def test_hands_are_listed_by_box_whatever_the_pay_order(self) -> None:
        two = [
            {"box": 3, "player": "leo", "amount": 20, "behind": True},
            {"box": 3, "player": "ana", "amount": 100},
            {"box": 1, "player": "eva", "amount": 100},
        ]
        came_out = report(
            played(rules="casino-plaza", cards="Ts Td 9h 9s 9d Tc", bets=two, moves=moves("stand", "3:stand"))
        )

        assert [(row["box"], row["player"], row.get("behind")) for row in came_out["hands"]] == [
            (1, "eva", None),
            (3, "ana", None),
            (3, "leo", True),
        ]

    def test_a_lone_ace_totals_11_and_a_hand_not_played_out_is_none(self) -> None:
        came_out = report(played(rules="casino-es", cards="Ts Ah 6s Tc", moves=moves("hit")))

        assert came_out["dealer"] == {"cards": "Ah", "total": 11, "result": "none"}


def test_a_written_record_reads_back_as_it_was() -> None:
    fields = {
        "rules": {"preset": "thot", "hit_soft_17": True},
        "bets": bet(purse=100),
        "cards": "8h 6c 8s Td 2c 3d Td 9d",
    }
    rows = [{"box": 1, "move": "split", "hand": 1}, {"box": 1, "move": "hit", "hand": 1}]
    first = played(**fields, moves=[*rows, *({"box": 1, "move": "stand", "hand": hand} for hand in (1, 2))])

    written = write_record(first.state.rules, first.events)

    assert written == record(**fields, moves=[*rows, *({"box": 1, "move": "stand", "hand": hand} for hand in (1, 2))])
