"""The figures as data: equal to the engine's, refused with a reason, described by OpenAPI."""

import pytest

from server.harness import Running
from zapato.odds import hand, solve


@pytest.mark.parametrize("rules", ["thot", "casino-es", "thot,decks=2,hit_soft_17=true"])
async def test_the_edge_is_the_engines_to_the_last_bit(here: Running, rules: str) -> None:
    answer = (await here.http.get("/api/edge", params={"rules": rules})).json()
    expected = solve(rules)

    assert expected.composition_optimal == answer["optimal_ev"]
    assert expected.chart_ev == answer["chart_ev"]
    assert answer["chart_edge_percent"] == pytest.approx(-100 * answer["chart_ev"], abs=1e-12)


async def test_limits_units_and_clocks_change_no_odds(here: Running) -> None:
    plain = (await here.http.get("/api/edge?rules=thot")).json()
    other = (await here.http.get("/api/edge?rules=thot,bet_unit=7,bet_min=7,move_clock=0")).json()

    assert plain["chart_ev"] == other["chart_ev"]


async def test_a_hand_is_answered_given_what_is_seen(here: Running) -> None:
    asked = {"rules": "thot", "hand": "T 2 4", "up": "T", "seen": "5 5"}
    answer = (await here.http.get("/api/odds", params=asked)).json()
    expected = hand("thot", "T 2 4", "T", "5 5")

    assert dict(expected.ev) == answer["ev"]
    assert (expected.best, expected.condition) == (answer["best"], answer["condition"])


@pytest.mark.parametrize(("up", "tens"), [("T", 96 - 1), ("A", 96)])
async def test_every_cell_of_the_chart_has_the_mean_of_its_hands(here: Running, up: str, tens: int) -> None:
    # One cell weighed anew: hard 16 holds T 6 and 9 7 by how often each comes (8 8 has a row of its own) and the dealer then
    # has no natural, which under an ace hangs on the ten that is held.
    answer = (await here.http.get("/api/chart?rules=thot")).json()
    cell = next(one for one in answer["cells"] if (one["part"], one["row"], one["up"]) == ("hard", "16", up))
    sixes, sevens, nines = 24, 24, 24
    low, high = hand("thot", "T 6", up), hand("thot", "9 7", up)
    weights = [tens * sixes * (1 - low.natural), sevens * nines * (1 - high.natural)]
    mean = (weights[0] * low.ev["hit"] + weights[1] * high.ev["hit"]) / sum(weights)

    assert mean == pytest.approx(cell["ev"]["hit"], abs=1e-12)
    assert cell["condition"] == "given no dealer natural"


async def test_steps_are_differences_of_edges(here: Running) -> None:
    base = (await here.http.get("/api/edge?rules=thot")).json()
    steps = (await here.http.get("/api/edge/steps?rules=thot")).json()["steps"]
    soft = next(step for step in steps if step["rule"] == "hit_soft_17")
    other = (await here.http.get("/api/edge?rules=thot,hit_soft_17=true")).json()

    assert soft["chart_change_percent"] == pytest.approx(100 * (other["chart_ev"] - base["chart_ev"]), abs=1e-12)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/api/edge", "preset"),
        ("/api/edge?rules=nowhere", "'nowhere'"),
        ("/api/edge?rules=thot,decks=9", "decks"),
        ("/api/edge?rules=thot,decks=2,decks=2", "twice"),
        ("/api/edge?rules=/etc/hostname.toml", "none called"),
        ("/api/edge?rules=" + "x" * 700, "longer"),
        ("/api/chart?rules=thot,nothing=1", "nothing"),
        ("/api/odds?rules=thot&hand=T+9&up=X", "'X'"),
        ("/api/odds?rules=thot&hand=T&up=5", "two cards"),
        ("/api/odds?rules=thot&hand=T+9+8&up=5", "over"),
        ("/api/odds?rules=thot,decks=1&hand=5+5&up=5&seen=5+5", "only 4"),
        ("/api/odds?rules=thot&hand=T+9&up=5&seen=" + "+".join(["2"] * 500), "more than"),
    ],
)
async def test_what_makes_no_sense_is_422_with_the_reason(here: Running, path: str, words: str) -> None:
    answer = await here.http.get(path)

    assert answer.status_code == 422
    assert words in answer.text


async def test_the_data_is_described(here: Running) -> None:
    schema = (await here.http.get("/api/schema/openapi.json")).json()

    assert {"/api/edge", "/api/edge/steps", "/api/chart", "/api/odds"} <= set(schema["paths"])
    assert "/api/lobby" not in schema["paths"]
