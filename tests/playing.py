"""Random rounds over the whole parameter space, for tests: rules, bets, purses, cards, and somebody who plays what is legal."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from zapato.cards import DECK, Card
from zapato.refusal import Refusal
from zapato.round import RoundState, advance, awaits, legal
from zapato.round.commands import Act, Bet, CloseOffers, Command, Deal, Open
from zapato.round.events import Event
from zapato.round.legal import Option
from zapato.round.progress import AwaitsAnswers, AwaitsCard, AwaitsSurrender, Over
from zapato.rules import Rules, from_mapping, record_faults

CHOICES: dict[str, tuple[object, ...]] = {
    "decks": (1, 2, 6, 8),
    "boxes": (1, 2, 5, 7),
    "boxes_per_player": (1, 2, 7),
    "behind_max": (0, 1, 2, 7),
    "behind_standing_only": (False, True),
    "bet_unit": (1, 2, 5, 10),
    "hole": ("peek", "enhc", "obo"),
    "peek_on_ten": (True, False),
    "hit_soft_17": (False, True),
    "blackjack_pays": ("3:2", "6:5", "1:1"),
    "double": ("any", "9-11", "10-11", "none"),
    "double_soft": (False, True),
    "double_after_split": (True, False),
    "split": ("value", "rank"),
    "max_hands": (1, 2, 3, 4, 8),
    "resplit_aces": (False, True),
    "hit_split_aces": (False, True),
    "insurance": ("none", "half", "up-to-half"),
    "natural_may_insure": (False, True),
    "even_money": (False, True),
    "surrender": ("none", "late", "early"),
    "surrender_against_ace": (True, False),
    "split_order": ("first", "right"),
    "pay_order": ("boxes", "reverse"),
}
"""Every parameter that a round looks at but the limits, with the values that tell its branches apart."""


def random_rules(rng: random.Random) -> Rules:
    """Rules that a record may have: drawn anew until its payoffs are whole."""
    while True:
        drawn = {name: rng.choice(values) for name, values in CHOICES.items()}
        rules = from_mapping({**drawn, "bet_min": 10, "bet_max": 1000})
        if not record_faults(rules):
            return rules


def random_bets(rng: random.Random, rules: Rules) -> tuple[tuple[Bet, ...], dict[str, int]]:
    """Bets that these rules accept, in any order, and what some of the players have left."""
    numbers = rng.sample(range(1, rules.boxes + 1), rng.randint(1, rules.boxes))
    players = [f"p{number}" for number in range(1, 9)]
    seats: dict[int, Bet] = {}
    for number in numbers:
        free = [name for name in players if sum(bet.player == name for bet in seats.values()) < rules.boxes_per_player]
        # The first few names are preferred, so that some players command several boxes.
        name = rng.choice(free[: 3 if rules.boxes_per_player > 1 else 8])
        seats[number] = Bet(number, name, rules.bet_unit * rng.randint(-(-10 // rules.bet_unit), 30))
    behind = []
    seated = {bet.player for bet in seats.values()}
    for number, seat in seats.items():
        others = [
            name
            for name in (*players, "q1", "q2")
            if name != seat.player and not (rules.behind_standing_only and name in seated)
        ]
        chosen = rng.sample(others, rng.choice((0, 0, min(rules.behind_max, len(others), 3))))
        behind += [
            Bet(number, name, rules.bet_unit * rng.randint(1, 9), behind=True, follow=rng.random() < 0.6)
            for name in chosen
        ]
    bets = [*seats.values(), *behind]
    rng.shuffle(bets)
    names = {bet.player for bet in bets}
    purses = {name: rng.choice((0, 1, 7, 20, 60, 150, 400)) for name in sorted(names) if rng.random() < 0.4}
    return tuple(bets), purses


def random_cards(rng: random.Random, rules: Rules) -> tuple[Card, ...]:
    """A shuffled shoe; half of the time one poor in all ranks but a few, so that pairs, aces and naturals come often."""
    shoe = list(DECK * rules.decks)
    rng.shuffle(shoe)
    if rng.random() < 0.6:
        rich = rng.choice(("AT", "A8K", "A", "89", "T6A", "AA52", "TJQKA", "AT3"))
        # Stable: the rich ranks are drawn forward one by one, and stay shuffled among the rest.
        shoe.sort(key=lambda card: rng.random() - (0.5 if card[0] in rich else 0.0))
    return tuple(shoe)


@dataclass
class Game:
    """A round as it was played: every state at rest, the commands and all events."""

    rules: Rules
    state: RoundState
    events: list[Event] = field(default_factory=list)
    states: list[RoundState] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    dealt: list[Card] = field(default_factory=list)
    ran_dry: bool = False

    def send(self, command: Command) -> None:
        advanced = advance(self.state, command)
        assert not isinstance(advanced, Refusal), (command, advanced)
        self.state = advanced.state
        self.events += advanced.events
        self.commands.append(command)
        self.states.append(advanced.state)


def act_of(rng: random.Random, state: RoundState, option: Option) -> Act:
    """The command for an option, with or without the fields that may be left out."""
    amount = None
    if option.move == "insure":
        amount = rng.choice((option.most, rng.randint(option.least, option.most)))
        half = next(offer for offer in state.offers if (offer.box, offer.player) == (option.box, option.player))
        if amount == half.insurance_most and rng.random() < 0.5:
            amount = None
    return Act(option.box, option.move, rng.choice((None, option.hand)), option.player, amount, rng.random() < 0.1)


def play_random(rng: random.Random, rules: Rules | None = None) -> Game:
    """A whole random round of legal moves; `ran_dry` where the shoe was too small for it."""
    rules = rules or random_rules(rng)
    bets, purses = random_bets(rng, rules)
    game = Game(rules, RoundState(rules))
    game.states.append(game.state)
    game.send(Open(bets, purses))
    shoe = list(random_cards(rng, rules))[::-1]
    eager = rng.choice((("split", "double"), ("split",), ("hit",), ()))
    while not isinstance(awaited := awaits(game.state), Over):
        if isinstance(awaited, AwaitsCard):
            if not shoe:
                game.ran_dry = True
                return game
            game.dealt.append(shoe.pop())
            game.send(Deal(game.dealt[-1]))
            continue
        options = [option for option in legal(game.state) if option.refusal is None]
        if isinstance(awaited, AwaitsAnswers | AwaitsSurrender) and rng.random() < 0.1:
            game.send(CloseOffers())
            continue
        wanted = [option for option in options if option.move in eager]
        game.send(act_of(rng, game.state, rng.choice(wanted if wanted and rng.random() < 0.8 else options)))
    return game


def games(seed: int, count: int) -> Iterator[Game]:
    """`count` whole rounds, all drawn from one seed."""
    rng = random.Random(seed)
    while count:
        game = play_random(rng)
        if not game.ran_dry:
            count -= 1
            yield game
