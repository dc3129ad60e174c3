"""The slow simulator: plays the real round (`zapato.round`), choosing moves from the chart itself.

It shares no code with the kernel but the reading of the plan, and exists to hold the kernel to the round: given the same
cards both must come to the same debenes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from zapato.cards import Card, value
from zapato.hand import is_ten_and_ace
from zapato.invariant import ensure
from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits, legal
from zapato.round.commands import Act, Bet, CloseOffers, Command, Deal, Move, Open
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsMove, AwaitsSurrender
from zapato.simulation.plan import Counting, Plan
from zapato.simulation.trace import table_rules
from zapato.strategy import Chart


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What one round came to: cards used, and each box's result in debenes, the bet being the rules' lowest."""

    cards: tuple[Card, ...]
    bet: int
    net: tuple[int, ...]


class _CardsGoneError(Exception):
    """The script ended in mid-round."""


def play(plan: Plan, cards: Sequence[Card]) -> Iterator[PlayedRound]:
    """The rounds that these cards make, in order; the last one, if cards run out in it, is not told."""
    rules = replace(table_rules(plan), boxes_per_player=7)
    count = None if plan.counting is None else _Count(plan, plan.counting)
    taken = 0
    while taken < len(cards):
        try:
            played = _Round(plan, RoundState(rules), cards[taken:], count).play()
        except _CardsGoneError:
            return
        taken += len(played.cards)
        yield played


class _Count:
    """What the player has in mind: the running count of what was seen, read against the cards left."""

    def __init__(self, plan: Plan, counting: Counting) -> None:
        self._counting = counting
        self._buckets = plan.buckets
        self.running = counting.system.fresh(plan.rules.decks)

    def see(self, card: Card) -> None:
        self.running += self._counting.system.tags[value(card) - 1]

    def now(self, cards_left: int) -> int:
        system = self._counting.system
        if not self._counting.true_count:
            found = self.running // system.scale
        else:
            found = self.running * 52 // (system.scale * max(1, cards_left))
        return min(max(found, self._buckets.low), self._buckets.low + self._buckets.size - 1)


class _Round:
    def __init__(self, plan: Plan, state: RoundState, cards: Sequence[Card], count: _Count | None) -> None:
        self._plan, self._state, self._cards, self._count = plan, state, cards, count
        self._taken = 0
        self._hidden: Card | None = None

    def play(self) -> PlayedRound:
        plan, rules = self._plan, self._state.rules
        bets = [1 if box.company else plan.bets[self._bucket()] for box in plan.boxes]
        amounts = [rules.bet_min * max(1, bet) for bet in bets]
        self._do(Open(tuple(Bet(box, f"box-{box}", amount) for box, amount in enumerate(amounts, start=1))))
        while True:
            due = awaits(self._state)
            if isinstance(due, AwaitsCard):
                self._deal(hidden=due.hidden)
            elif isinstance(due, AwaitsAnswers):
                self._answer_offers()
            elif isinstance(due, AwaitsSurrender):
                gives_up = self._says("surrender", due.box, 1)
                self._do(Act(due.box, "surrender") if gives_up else CloseOffers())
            elif isinstance(due, AwaitsMove):
                self._do(Act(due.box, self._choice(due.box, due.hand)))
            else:
                break
        if self._hidden is not None and self._count is not None:
            self._count.see(self._hidden)
        paid = {payment.player: payment.returned - payment.staked for payment in self._state.paid}
        net = tuple(paid[f"box-{box}"] for box in range(1, len(plan.boxes) + 1))
        return PlayedRound(tuple(self._cards[: self._taken]), rules.bet_min, net)

    def _do(self, command: Command) -> None:
        done = advance(self._state, command)
        ensure(not isinstance(done, Refusal), "the reference made a move that the round refuses", done=done)
        assert not isinstance(done, Refusal)
        self._state = done.state

    def _deal(self, *, hidden: bool) -> None:
        if self._taken == len(self._cards):
            raise _CardsGoneError
        card = self._cards[self._taken]
        self._taken += 1
        if hidden:
            self._hidden = card
        elif self._count is not None:
            self._count.see(card)
        self._do(Deal(card))

    def _bucket(self) -> int:
        return 0 if self._count is None else self._count.now(len(self._cards) - self._taken) - self._plan.buckets.low

    def _answer_offers(self) -> None:
        insure_at = self._plan.plays.insurance
        for offer in self._state.unanswered:
            box = self._plan.boxes[offer.box - 1]
            if box.company or insure_at is None or self._count is None:
                continue
            if self._count.now(len(self._cards) - self._taken) < insure_at:
                continue
            if offer.even_money:
                self._do(Act(offer.box, "even-money"))
            elif offer.insurance_most:
                self._do(Act(offer.box, "insure"))
        if isinstance(awaits(self._state), AwaitsAnswers):
            self._do(CloseOffers())

    def _choice(self, box: int, hand: int) -> Move:
        allowed = frozenset(
            option.move for option in legal(self._state) if option.refusal is None and option.box == box
        )
        for move in ("surrender", "split", "double", "hit"):
            if move in allowed and self._says(move, box, hand):
                return move
        return "stand"

    def _says(self, move: Move, box: int, hand: int) -> bool:
        place = self._plan.boxes[box - 1]
        chart = place.strategy
        assert isinstance(chart, Chart)
        cards = self._state.boxes[box - 1].hands[hand - 1].cards
        values = [value(card) for card in cards]
        up = value(self._state.dealer[0])
        low = sum(values)
        soft = low <= 11 and 1 in values
        total = low + 10 if soft else low
        pair = len(values) == 2 and values[0] == values[1]
        if pair and self._state.rules.split == "rank" and cards[0][0] != cards[1][0]:
            pair = False
        plays = () if place.company or self._count is None else self._plan.plays.plays
        for play in plays:
            same_cell = (play.kind, play.total) == ("soft" if soft else "hard", total)
            same_pair = pair and (play.kind, play.total) == ("pair", values[0])
            turned = ("hit" if play.move == "stand" else play.move) == move
            # A pair that the chart splits has no surrender of its total's.
            hidden = move == "surrender" and pair and play.kind != "pair" and chart.splits(values[0], up)
            if play.up == up and turned and (same_cell or same_pair) and not hidden:
                assert self._count is not None
                above = self._count.now(len(self._cards) - self._taken) >= play.index
                return above != (play.move == "stand")
        if move == "split":
            return pair and chart.splits(values[0], up)
        cell = chart.cell(total, soft=soft, up=up)
        if move == "surrender":
            return cell.surrender and not (pair and chart.splits(values[0], up)) and not is_ten_and_ace(cards)
        if move == "double":
            return cell.double
        return cell.hit
