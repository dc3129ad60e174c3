"""Short ways to a round in mid-play."""

from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits, decide, legal
from zapato.round.commands import Act, Bet, Command, Deal, Open
from zapato.round.progress import AwaitsCard
from zapato.rules import from_mapping, preset


def begin(rules: object, cards: str, *bets: Bet, purses: dict[str, int] | None = None) -> RoundState:
    """A round with these bets (by default 100 of ana's on box 1) and the cards dealt as far as they are awaited."""
    made = preset(rules).rules if isinstance(rules, str) else from_mapping(rules)  # type: ignore[arg-type]
    state = after(RoundState(made), Open(bets or (Bet(1, "ana", 100),), purses or {}))
    return deal(state, cards)


def deal(state: RoundState, cards: str) -> RoundState:
    for card in cards.split():
        assert isinstance(awaits(state), AwaitsCard), f"{card} is not awaited, but {awaits(state)}"
        state = after(state, Deal(card))
    return state


def after(state: RoundState, *commands: Command) -> RoundState:
    for command in commands:
        advanced = advance(state, command)
        assert not isinstance(advanced, Refusal), advanced.why
        state = advanced.state
    return state


def act(state: RoundState, *moves: str, cards: str = "") -> RoundState:
    """The seat of the box in turn makes these moves, then the cards come."""
    for move in moves:
        awaited = awaits(state)
        state = after(state, Act(awaited.box, move))  # type: ignore[union-attr, arg-type]
    return deal(state, cards)


def code(state: RoundState, command: Command) -> str | None:
    """The code of the refusal; None where the command is taken."""
    answer = decide(state, command)
    return answer.code if isinstance(answer, Refusal) else None


def reasons(state: RoundState) -> dict[str, str | None]:
    """Each listed move with the code of its refusal."""
    return {option.move: option.refusal.code if option.refusal else None for option in legal(state)}


def results(state: RoundState) -> list[tuple[int, int, str, str, int]]:
    """Box, hand, player, result, returned of each settled hand, in the order in which they were settled."""
    return [(row.box, row.hand, row.player, row.result, row.returned) for row in state.hands_settled]
