"""Reading, checking and writing rules: bad ones get every reason at once, good ones come back as they were."""

from pathlib import Path

import pytest

from zapato.rules import (
    Rules,
    RulesError,
    contradictions,
    every_fault,
    from_mapping,
    load,
    money_faults,
    preset,
    preset_names,
    record_faults,
    table_faults,
    text,
)


def faults(values: dict[str, object]) -> list[str]:
    return [str(fault) for fault in every_fault(values)]


class TestReading:
    @pytest.mark.parametrize("name", preset_names())
    def test_the_text_of_a_preset_is_its_name(self, name: str) -> None:
        assert text(preset(name).rules) == name
        assert load(name) == preset(name).rules

    def test_a_text_with_overrides_reads_back(self) -> None:
        rules = load("thot, hit_soft_17 = true, chips=100/500, decks=2,split=rank")

        assert (rules.hit_soft_17, rules.chips, rules.decks, rules.split) == (True, (100, 500), 2, "rank")
        assert load(text(rules)) == rules

    def test_infinite_decks_read_back(self) -> None:
        assert load(text(load("thot,decks=infinite"))).infinite

    def test_a_file_is_read_with_its_preset_and_without_its_sources(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.toml"
        path.write_text('preset = "americana"\nsurrender = "early"\n[sources]\nsurrender = "ours"\n', "utf-8")

        assert load(str(path)) == from_mapping({"preset": "americana", "surrender": "early"})

    @pytest.mark.parametrize(
        ("values", "why"),
        [
            ({"deck": 6}, "deck: no such parameter"),
            ({"decks": 0}, "decks: 0 is neither"),
            ({"decks": 9}, "decks: 9 is neither"),
            ({"decks": True}, "decks: True is neither"),
            ({"decks": 6.0}, "decks: 6.0 is neither"),
            ({"hit_soft_17": 1}, "hit_soft_17: 1 is neither true nor false"),
            ({"hit_soft_17": None}, "hit_soft_17: None is neither true nor false"),
            ({"blackjack_pays": "2:1"}, "blackjack_pays: '2:1' is not one of 3:2, 6:5, 1:1"),
            ({"hole": ["peek"]}, r"hole: \['peek'\] is not one of"),
            ({"max_hands": 9}, "max_hands: 9 is not a whole number from 1 to 8"),
            ({"bet_unit": -2}, "bet_unit: -2 is not a whole number"),
            ({"bet_max": 10**30}, "bet_max: 1000000000000000000000000000000 is not a whole number"),
            ({"chips": [100, 50]}, r"chips: \[100, 50\] is not in rising order"),
            ({"chips": []}, "chips: .* is not a list of 1 to 8 amounts"),
            ({"preset": "nix"}, "preset: there is none called 'nix'"),
            ({"preset": None}, "preset: None is not a name"),
        ],
    )
    def test_a_bad_name_or_value_is_refused_with_the_reason(self, values: dict[str, object], why: str) -> None:
        with pytest.raises(RulesError, match=why):
            from_mapping(values)

    @pytest.mark.parametrize(
        "given", ["", "thoth", "thot,", "thot,decks", "thot,decks=2,decks=3", "x" * 3000, "no/where.toml"]
    )
    def test_a_text_that_names_no_rules_is_refused(self, given: str) -> None:
        with pytest.raises(RulesError):
            load(given)

    @pytest.mark.parametrize(
        "content", [b"decks = ", b"\xff\xfe", b"a = " + b"[" * 5000, b"x = 1\n" * 20_000, b"a = " + b"9" * 5000]
    )
    def test_a_file_that_is_no_toml_is_refused(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "bad.toml"
        path.write_bytes(content)

        with pytest.raises(RulesError):
            load(str(path))


class TestChecking:
    def test_everything_that_is_wrong_is_told_at_once(self) -> None:
        """A host mends a file in one go, not fault by fault."""
        found = faults(
            {"preset": "thot", "deckz": 3, "hole": "x", "bet_unit": 3, "bet_min": 10, "bet_max": 7, "burn": 400}
        )

        assert [fault.split(":")[0] for fault in found] == [
            "deckz",
            "hole",
            "bet_min",
            "bet_min",
            "bet_max",
            "burn",
            "bet_unit",
            "bet_unit",
        ]

    def test_what_hangs_on_a_value_that_cant_be_read_is_not_guessed(self) -> None:
        assert faults({"bet_min": "ten", "bet_max": 4}) == [
            "bet_min: 'ten' is not a whole number from 1 to 1000000000000"
        ]

    @pytest.mark.parametrize(
        ("overrides", "whole"),
        [
            ({"bet_unit": 1}, False),  # 3:2 of 1
            ({"bet_unit": 2}, True),
            ({"bet_unit": 1, "blackjack_pays": "1:1"}, False),  # half of 1 for insurance
            ({"bet_unit": 1, "blackjack_pays": "1:1", "insurance": "none"}, True),
            ({"bet_unit": 1, "blackjack_pays": "1:1", "insurance": "none", "surrender": "late"}, False),
            ({"bet_unit": 1, "blackjack_pays": "1:1", "insurance": "none", "surrender": "early"}, False),
            ({"bet_unit": 5, "blackjack_pays": "6:5", "insurance": "none"}, True),
            ({"bet_unit": 5, "blackjack_pays": "6:5"}, False),
            ({"bet_unit": 2, "blackjack_pays": "6:5"}, False),
            ({"bet_unit": 10, "blackjack_pays": "6:5"}, True),
            ({"bet_unit": 100}, True),
        ],
    )
    def test_a_payoff_that_is_not_whole_is_refused(self, overrides: dict[str, object], whole: bool) -> None:
        """Fault 8: half a chip cut off."""
        rules = from_mapping(overrides)

        assert (money_faults(rules) == ()) == whole
        assert (record_faults(rules) == ()) == whole

    @pytest.mark.parametrize(
        "overrides",
        [
            {"even_money": True, "insurance": "none"},
            {"peek_on_ten": False, "hole": "enhc"},
            {"preset": "thot", "bet_min": 10, "bet_max": 40, "bet_unit": 10},  # chips no longer fit
            {"reshuffle_below": 10_000},
            {"resplit_aces": True, "max_hands": 1},
            {"double_soft": True, "double": "none"},
            {"surrender_against_ace": False},
        ],
    )
    def test_a_switch_with_nothing_to_act_on_is_no_contradiction(self, overrides: dict[str, object]) -> None:
        rules = from_mapping(overrides)

        assert contradictions(rules) == ()
        assert record_faults(rules) == ()

    def test_chips_are_judged_where_a_table_opens(self) -> None:
        rules = from_mapping({"preset": "thot", "bet_min": 150, "bet_unit": 50, "bet_max": 900})

        assert [str(fault) for fault in table_faults(rules)] == [
            "chips: 1000 is above bet_max 900",
            "chips: 5000 is above bet_max 900",
            "chips: the smallest, 100, can't lay bet_min 150 exactly",
        ]

    def test_a_shoe_that_one_round_could_empty_opens_no_table(self) -> None:
        assert [fault.parameter for fault in table_faults(from_mapping({"decks": 1}))] == ["decks"]
        assert table_faults(from_mapping({"decks": 1, "boxes": 1, "max_hands": 2})) == ()

    def test_an_endless_shoe_is_for_odds_only(self) -> None:
        endless = from_mapping({"decks": "infinite"})

        assert contradictions(endless) == ()
        assert [fault.parameter for fault in record_faults(endless)] == ["decks"]
        assert [fault.parameter for fault in table_faults(endless)] == ["decks"]


def test_the_dealer_peeks_under_aces_always_and_under_tens_where_the_rules_say_so() -> None:
    assert [value for value in range(1, 11) if preset("thot").rules.peeks_under(value)] == [1, 10]
    assert [value for value in range(1, 11) if from_mapping({"peek_on_ten": False}).peeks_under(value)] == [1]
    assert [value for value in range(1, 11) if preset("casino-es").rules.peeks_under(value)] == []


def test_rules_can_be_keys_of_a_cache() -> None:
    assert len({Rules(), Rules(), Rules(decks=1)}) == 2
