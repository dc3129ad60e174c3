"""What holds for every round, whatever the rules, the bets, the cards and the moves. Each example is one whole random round."""

import random
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from auditor import money_lines
from oracle.plain_round import play_plain
from playing import Game, play_random
from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits, decide, evolve, legal
from zapato.round.commands import Act, CloseOffers, Command, Deal, Open
from zapato.round.events import HandSettled, PlayerPaid, RoundOpened
from zapato.round.export import shareable_record, told
from zapato.round.notation import MOVES, read_record, write_record
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender, Over
from zapato.round.replay import differences, play, report
from zapato.rules import to_mapping


def whole_game(seed: int) -> Game:
    game = play_random(random.Random(seed))
    assume(not game.ran_dry)
    return game


seeds = st.integers(0, 2**32)


@given(seeds)
def test_the_books_of_a_round_sum_to_zero(seed: int) -> None:
    """What leaves the purses is what was staked; what comes back is what was settled, in one credit; no purse goes negative."""
    game = whole_game(seed)
    lines = money_lines(game.events)
    paid = {event.player: event for event in game.events if isinstance(event, PlayerPaid)}
    settled = [event for event in game.events if isinstance(event, HandSettled)]

    for player, credit in paid.items():
        own = [line for line in lines if line.player == player]
        assert sum(line.amount for line in own if line.kind != "payout") == credit.staked
        assert [line.amount for line in own if line.kind == "payout"] == ([credit.returned] if credit.returned else [])
        hands = [event for event in settled if event.player == player]
        insurances = [row for row in game.state.insurances_settled if row.player == player]
        assert credit.staked == sum(event.bet for event in hands) + sum(row.amount for row in insurances)
        assert credit.returned == sum(event.returned for event in hands) + sum(row.returned for row in insurances)
    assert all(line.amount > 0 for line in lines)
    assert {line.player for line in lines} <= set(paid)
    assert all(purse >= 0 for state in game.states for purse in state.purses.values())
    start = next(event.purses for event in game.events if isinstance(event, RoundOpened))
    for player, purse in start.items():
        extra = sum(line.amount for line in lines if line.player == player and line.kind not in ("bet", "payout"))
        assert game.state.purses[player] == purse - extra


@given(seeds)
def test_cards_are_conserved(seed: int) -> None:
    """Every card dealt lies on the felt, once."""
    game = whole_game(seed)
    on_felt = [card for box in game.state.boxes for hand in box.hands for card in hand.cards]

    assert Counter(on_felt) + Counter(game.state.dealer) == Counter(game.dealt)


@given(seeds)
def test_no_hand_passes_a_limit(seed: int) -> None:
    game = whole_game(seed)

    for state in game.states:
        for box in state.boxes:
            assert len(box.hands) <= game.rules.max_hands
            for hand in box.hands:
                assert all(
                    stake in (0, bet.amount, 2 * bet.amount)
                    for stake, bet in zip(hand.stakes, box.bettors, strict=True)
                )
                assert hand.stakes[0] >= box.seat.amount, "a hand without the seat's money"
                # A card is drawn only to 20 or less.
                assert not hand.cards or sum(1 for _ in hand.cards) <= 21
                assert hand.total.value <= 30
    for row in game.state.hands_settled:
        assert 0 <= row.returned <= 3 * row.bet


@given(seeds)
def test_replaying_the_events_gives_every_state_and_decides_nothing(seed: int) -> None:
    game = whole_game(seed)
    state = RoundState(game.rules)
    reached = [state]
    for event in game.events:
        state = evolve(state, event)
        reached.append(state)

    assert state == game.state
    places = iter(reached)
    assert all(rest in places for rest in game.states), "the states at rest, in order"


@settings(max_examples=min(200, settings().max_examples))  # each example asks some thousand questions
@given(seeds)
def test_what_legal_lists_is_all_that_decide_takes(seed: int) -> None:
    """Every act that could be sent, in every state at rest: taken exactly where it is listed, with the listed reason where it is not."""
    game = play_random(random.Random(seed))

    for state in game.states[:: max(1, len(game.states) // 4)]:
        listed = {(option.box, option.player, option.move): option for option in legal(state)}
        awaited = awaits(state)
        hands = {awaited.hand} if isinstance(awaited, AwaitsMove) else {1}
        for act in _all_acts(state):
            answer = decide(state, act)
            box = state.box(act.box)
            player = act.player or (box.seat.player if box else "")
            option = listed.get((act.box, player, act.move))
            fits = option is not None and act.hand in ({None} | hands)
            if fits and option is not None and option.refusal is not None:
                assert answer == option.refusal
            else:
                assert isinstance(answer, Refusal) == (not fits), (act, answer)
        assert isinstance(decide(state, Deal("As")), Refusal) == (not isinstance(awaited, AwaitsCard))
        assert isinstance(decide(state, Deal("1s")), Refusal)
        assert isinstance(decide(state, CloseOffers()), Refusal) == (
            not isinstance(awaited, AwaitsAnswers | AwaitsSurrender)
        )
        assert isinstance(decide(state, Open(())), Refusal)


def _all_acts(state: RoundState) -> list[Act]:
    players = {bet.player for box in state.boxes for bet in box.bettors} | {"nobody"}
    least = {(offer.box, offer.player): offer.insurance_least for offer in state.offers}
    acts = []
    for number in range(state.rules.boxes + 2):
        for move in MOVES:
            for player in (None, *sorted(players)):
                seat = state.box(number)
                who = player or (seat.seat.player if seat else "")
                amount = least.get((number, who), 1) if move == "insure" else None
                acts += [Act(number, move, hand, player, amount) for hand in (None, 1, 2, 9)]  # type: ignore[arg-type]
    return acts


@given(seeds)
def test_nobody_acts_out_of_turn_and_nothing_follows_the_end(seed: int) -> None:
    game = whole_game(seed)

    assert isinstance(awaits(game.state), Over)
    assert legal(game.state) == ()
    acts: list[Command] = [Act(box.box, "stand") for box in game.state.boxes]
    for command in (*acts, CloseOffers(), Deal("As"), Open(game.state.boxes[0].bettors)):
        refused = decide(game.state, command)
        assert isinstance(refused, Refusal)
    kinds = [type(event).__name__ for event in game.events]
    assert kinds[-1] == "RoundEnded"
    assert kinds.count("RoundEnded") == kinds.count("DealerDone") == kinds.count("RoundOpened") == 1


@given(seeds)
def test_a_round_exported_as_a_record_replays_identically(seed: int) -> None:
    game = whole_game(seed)

    played = play(read_record(write_record(game.rules, game.events)))

    assert told(played.events) == told(game.events)
    assert money_lines(played.events) == money_lines(game.events)
    shared = read_record(shareable_record(game.rules, game.events))
    replayed = play(shared)
    assert told(replayed.events) == told(game.events)
    assert money_lines(replayed.events) == money_lines(game.events)
    assert shared.expect is not None
    assert differences(shared.expect, report(replayed)) == []


@given(seeds)
def test_a_second_reading_of_the_rules_comes_to_the_same(seed: int) -> None:
    """`oracle.plain_round` shares no code with the round: outcome and legal moves must agree all the same."""
    game = whole_game(seed)
    record = write_record(game.rules, game.events)
    plainly_legal: list[tuple[str, int, set[str]]] = []
    plain = play_plain(record, to_mapping(game.rules), lambda *seen: plainly_legal.append(seen))
    came_out = report(play(read_record(record)))

    assert plain["dealer"] == came_out["dealer"]
    assert plain["players"] == came_out["players"]
    assert plain["hands"] == [{field: row[field] for field in plain["hands"][0]} for row in came_out["hands"]]
    insured = [
        {field: row[field] for field in ("box", "player", "amount", "returned")} for row in came_out["insurance"]
    ]
    by_bettor = sorted(plain["insurance"], key=lambda row: (row["box"], row["player"]))
    assert by_bettor == sorted(insured, key=lambda row: (row["box"], row["player"]))
    assert plainly_legal == list(_decisions(game))


def _decisions(game: Game) -> list[tuple[str, int, set[str]]]:
    """Kind, box and legal moves of each act in the game; offers closed without an answer count as declined, one by one."""
    decisions = []
    for before, command in zip(game.states, game.commands, strict=False):
        awaited = awaits(before)
        kind = {AwaitsMove: "turn", AwaitsAnswers: "offer", AwaitsSurrender: "surrender"}.get(type(awaited))
        if isinstance(command, CloseOffers) and isinstance(awaited, AwaitsSurrender):
            decisions.append(("surrender", awaited.box, {"surrender", "decline"}))
        elif isinstance(command, CloseOffers) and isinstance(awaited, AwaitsAnswers):
            decisions += [
                ("offer", offer.box, _legal_moves(before, offer.box, offer.player)) for offer in awaited.offers
            ]
        elif isinstance(command, Act) and kind is not None:
            box = before.box(command.box)
            assert box is not None
            decisions.append((kind, command.box, _legal_moves(before, command.box, command.player or box.seat.player)))
    return decisions


def _legal_moves(state: RoundState, box: int, player: str) -> set[str]:
    return {
        option.move
        for option in legal(state)
        if (option.box, option.player) == (box, player) and option.refusal is None
    }


@given(seeds)
def test_a_refused_command_changes_nothing(seed: int) -> None:
    game = play_random(random.Random(seed))
    rng = random.Random(seed)
    state = rng.choice(game.states)
    before = repr(state)

    for act in rng.sample(_all_acts(state), 20):
        advance(state, act)

    assert repr(state) == before


@pytest.mark.parametrize("seed", [7])
def test_the_random_rounds_reach_every_outcome(seed: int) -> None:
    """A canary of the generator: properties over rounds that never split or insure would prove little."""
    rng = random.Random(seed)
    results: Counter[str] = Counter()
    for _ in range(600):
        game = play_random(rng)
        results.update(row.result for row in game.state.hands_settled)
        results.update(f"insurance {row.result}" for row in game.state.insurances_settled)
        results[f"dealer {game.state.dealer_result}"] += 1
        results[f"{max((len(box.hands) for box in game.state.boxes), default=0)} hands"] += 1

    wanted = {"win", "lose", "push", "blackjack", "surrender", "bust", "even-money", "insurance win", "insurance lose"}
    wanted |= {"dealer bust", "dealer blackjack", "dealer stand", "dealer none", "2 hands", "3 hands", "4 hands"}
    assert wanted <= set(results)
