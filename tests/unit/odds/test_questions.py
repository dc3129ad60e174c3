"""What is asked is checked before anything is computed: one clear sentence, and `zapato` leaves with code 2."""

import json

import pytest

from zapato import odds
from zapato.cli import run
from zapato.odds import OddsError
from zapato.rules import RulesError

BAD_HANDS = {
    "five eights in one deck": ("thot,decks=1", "8 8", "8", "8 8"),
    "bust": ("thot", "T T 5", "6", ""),
    "already at 21": ("thot", "7 7 7", "6", ""),
    "one card": ("thot", "8", "6", ""),
    "no card": ("thot", "", "6", ""),
    "not a card": ("thot", "8 Z", "6", ""),
    "upcard that is none": ("thot", "8 8", "X", ""),
    "upcard of two cards": ("thot", "8 8", "5 5", ""),
    "five kings in one deck": ("thot,decks=1", "K K", "K", "K K"),
}


@pytest.mark.parametrize(("rules", "cards", "up", "seen"), BAD_HANDS.values(), ids=BAD_HANDS)
def test_bad_hands_are_refused(capsys, rules, cards, up, seen):
    with pytest.raises(OddsError):
        odds.hand(rules, cards, up, seen)

    assert run(["odds", "--rules", rules, "--hand", cards, "--up", up, "--seen", seen, "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("zapato: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("rules", ["thot,decks=0", "thot,decks=9", "nowhere", "thot,hole=maybe", ""])
def test_bad_rules_are_refused(capsys, rules):
    with pytest.raises(RulesError):
        odds.solve(rules)

    assert run(["edge", "--rules", rules]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    "shoe", [[24] * 9, [24] * 9 + [-1], [24.5] * 10, ["24"] * 10, [0] * 10, [1000] * 10, [True] * 10]
)
def test_bad_shoes_are_refused(shoe):
    with pytest.raises(OddsError):
        odds.solve("thot", shoe=shoe)


def test_command_line_gives_the_documented_keys(capsys):
    """The keys are a promise to scripts."""
    assert run(["odds", "--rules", "thot", "--hand", "8 8", "--up", "6", "--json"]) == 0
    hand = json.loads(capsys.readouterr().out)
    assert set(hand) == {"ev", "best", "insurance", "condition", "convention"}
    assert set(hand["ev"]) == {"stand", "hit", "double", "split"}
    assert hand["insurance"] is None

    assert run(["odds", "--rules", "thot", "--hand", "A K", "--up", "A", "--json"]) == 0
    natural = json.loads(capsys.readouterr().out)
    assert natural["ev"]["even-money"] == 1
    assert set(natural["ev"]) == {"wait", "even-money"}

    assert run(["edge", "--rules", "thot", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"composition_optimal", "chart"}

    assert run(["dealer", "--rules", "thot", "--up", "A", "--json"]) == 0
    dealer = json.loads(capsys.readouterr().out)
    for condition in ("unconditional", "given_no_natural"):
        assert sum(dealer[condition].values()) == pytest.approx(1)


def test_surrender_and_its_conditions():
    """Fault 15: surrender, its moment and the dealer's natural must be those of the table, counted once."""
    late = odds.hand("americana", "T 6", "A")
    assert late.ev["surrender"] == -0.5
    assert late.condition == "given no dealer natural"

    early = odds.hand("americana,surrender=early", "T 6", "A")
    assert early.ev["surrender"] == -0.5
    assert early.condition == "unconditional"
    natural = early.natural
    assert early.ev["stand"] == pytest.approx(late.ev["stand"] * (1 - natural) - natural, abs=1e-12)

    no_hole_card = odds.hand("casino-es,surrender=late", "T 6", "A")
    assert no_hole_card.ev["surrender"] == pytest.approx(-0.5 * (1 - natural) - natural, abs=1e-12)
    assert "surrender" not in odds.hand("americana,surrender_against_ace=false", "T 6", "A").ev
    assert "surrender" not in odds.hand("americana", "T 3 3", "T").ev


def test_original_bet_only_is_the_peek_seen_from_outside():
    """With OBO a natural costs the bet whatever was done: so the moves compare as with a peek, less its chance."""
    peek = odds.hand("thot", "8 8", "T")
    obo = odds.hand("thot,hole=obo", "8 8", "T")
    unseen = odds.hand("thot,peek_on_ten=false", "8 8", "T")

    assert peek.condition == "given no dealer natural"
    for other in (obo, unseen):
        assert other.condition == "unconditional"
        for move, value in peek.ev.items():
            assert other.ev[move] == pytest.approx(value * (1 - peek.natural) - peek.natural, abs=1e-12)


def test_seen_cards_matter():
    """Advice for the shoe in play, not for a full one: with the fives gone 16 v T is better stood on."""
    fresh = odds.hand("thot", "T 6", "T")
    late_in_the_shoe = odds.hand("thot", "T 6", "T", "5 " * 20)

    assert fresh.best == "hit"
    assert late_in_the_shoe.best == "stand"


def test_tens_by_rank():
    """K T is no pair where tens must match by rank; of T T alone nothing is said about ranks, and it is the same pair."""
    rules = "thot,split=rank"
    assert "split" not in odds.hand(rules, "K T", "6").ev
    assert "split" in odds.hand("thot", "K T", "6").ev
    kings = odds.hand(rules, "K K", "6").ev["split"]
    assert odds.hand(rules, "T T", "6").ev["split"] == pytest.approx(kings, abs=1e-12)


def test_small_shoes_are_marked():
    """Where a split could run out of cards the value is formal, and says so."""
    small = odds.solve("thot", chart=False, shoe=(0, 0, 2, 2, 0, 0, 0, 4, 0, 4))

    assert small.hand("8 8", "T").may_run_out
    assert "note" in small.hand("8 8", "T").to_json()
    assert not odds.solve("thot", chart=False).hand("8 8", "T").may_run_out


def test_optimal_play_is_the_best_of_the_live_odds(rand):
    """What a simulator looks up for a hand is what the live question answers about it, with fewer legal moves too."""
    random = rand.random()
    play = odds.optimal_play("americana")
    for cards in ((8, 8), (10, 6), (10, 2, 4), (1, 7), (2, 2, 3), (1, 1), (5, 6), (1, 2, 3)):
        up = random.randint(1, 10)
        live = odds.hand("americana", cards, up)
        assert play.choose(cards, up, live.ev) == live.best, (cards, up)
        fewer = {move: value for move, value in live.ev.items() if move in ("stand", "hit")}
        assert play.choose(cards, up, fewer) == max(fewer, key=fewer.get), (cards, up)
    assert play.choose((8, 8), 10, {"stand", "hit", "split"}) == "split"
    with pytest.raises(OddsError):
        play.choose((10, 6, 6), 10, {"stand"})


@pytest.mark.timeout(120)
def test_results_turn_into_what_analysts_use():
    solution = odds.solve("thot")
    arrays = solution.to_numpy()
    assert arrays["ev"].shape == (55, 10, 5)
    assert arrays["chance"].sum() == pytest.approx(1)
    assert solution.to_polars().shape == (550, 10)
    assert solution.to_pandas().shape == (550, 10)
    assert json.loads(json.dumps(solution.to_json()))["hands"]["8 8"]["T"]["best"] == "split"
    for shown in (solution, solution.hand("8 8", "T"), odds.dealer("thot"), odds.dealer("thot", "A")):
        assert "<table>" in shown._repr_html_()
    assert odds.dealer("thot").to_numpy().shape == (10, 7)
