"""Fault 13, the hole card leaks: two worlds that differ only in cards nobody has seen must look the same to everybody.

World B is world A with other cards face down and in the shoe. Both get the same commands. Every view, every update and
every refusal, for every viewer, must be equal byte for byte (and so in size) until a differing card is turned.
"""

import msgspec
import pytest

from felt import Felt, rules_of
from zapato.cards import Card, value
from zapato.hand import is_ten_and_ace
from zapato.refusal import Refusal
from zapato.round.events import HoleTurned
from zapato.table import commands
from zapato.table.cut import Viewer, cut, cut_events
from zapato.table.decide import decide
from zapato.table.events import Round
from zapato.table.record import record_of

PLAYERS = ("ana", "bob", "cid")
VIEWERS = (*PLAYERS, "dan")
MOVES = ("hit", "stand", "double", "split", "surrender", "insure", "decline", "even-money")

TABLES = {
    "thot": rules_of("thot"),
    "americana": rules_of("americana", bet_unit=2),
    "early": rules_of("thot", surrender="early", natural_may_insure=True, insurance="up-to-half"),
    "no-peek-on-ten": rules_of("thot", peek_on_ten=False),
    "casino-es": rules_of("casino-es"),
}


def opened(rules, seed):
    """Three players at a table whose shoe has its order, bets open."""
    felt = Felt(rules, seed=seed)
    felt.sit(*PLAYERS, purse_each=10_000_000)
    for player in PLAYERS:
        felt.bet(player, rules.bet_min)
    felt.finish_round()
    return felt


def other_world(felt, random, *, all_unseen):
    """The same table with another hole card (`all_unseen`: and every card behind it in another order)."""
    other = felt.twin()
    shoe = felt.state.shoe
    order = list(shoe.cards.order)
    hole = shoe.cards.taken + 2 * len(PLAYERS) + 1
    upcard = order[shoe.cards.taken + len(PLAYERS)]

    def natural(card):
        return is_ten_and_ace((upcard, card))

    # The peek may tell whether there is a natural, and nothing else.
    alike = [at for at in range(hole + 60, len(order)) if natural(order[at]) == natural(order[hole])]
    differing = [at for at in alike if value(order[at]) != value(order[hole])] or alike
    swapped = random.choice(differing)
    order[hole], order[swapped] = order[swapped], order[hole]
    if all_unseen:
        rest = order[hole + 1 :]
        random.shuffle(rest)
        order[hole + 1 :] = rest
    state = felt.state
    changed = msgspec.structs.replace(shoe, cards=type(shoe.cards)(tuple(order), shoe.cards.taken))
    other.state = msgspec.structs.replace(state, shoe=changed)
    return other


def what_is_seen(felt, events):
    """Everything that leaves the table after these events, for everybody; and the answers to all that could be tried."""
    seen = [felt.views_of(events, viewer) for viewer in VIEWERS]
    tried = [
        decide(felt.state, commands.Play(player, felt.state.round, box, move, 1), felt.now)
        for box, player in enumerate(PLAYERS, start=1)
        for move in MOVES
    ]
    refusals = [msgspec.json.encode(answer) if isinstance(answer, Refusal) else b"allowed" for answer in tried]
    return seen, refusals, felt.state.deadline_ms, record_of(felt.state)


def turned(events):
    """The cards that these events show to everybody."""
    facts = [event.event for event in events if isinstance(event, Round)]
    return [fact.card for fact in facts if getattr(fact, "card", None) and not getattr(fact, "hidden", False)]


def next_command(felt, random):
    """What some player, or the clock, does next."""
    state = felt.state
    if state.phase == "betting":
        seat = next(seat for seat in state.seats if not seat.bet)
        if not seat.wish:
            return commands.SetWish(seat.player, state.rules.bet_min, state.round)
        return commands.Ready(seat.player, state.round)
    table = felt.view()
    seats = {box.box: box.seat.player for box in table.boxes if box.seat}
    if table.phase == "moves":
        player = seats[table.turn.box]
        legal = [move.move for move in felt.view(player).you.moves if move.refusal is None]
        return commands.Play(player, state.round, table.turn.box, random.choice(legal), table.turn.hand)
    if table.phase == "offers":
        waiting = [box for box in table.boxes if box.answered is False]
        offer = felt.view(seats[waiting[0].box]).you.offers[0]
        insures = offer.insure_refusal is None and random.random() < 0.5
        return commands.Play(seats[waiting[0].box], state.round, waiting[0].box, "insure" if insures else "decline")
    felt.now = state.deadline_ms
    return commands.Tick()


@pytest.mark.parametrize("all_unseen", [False, True], ids=["other-hole-card", "all-unseen-cards"])
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_fault_13_views_updates_and_refusals_do_not_depend_on_unseen_cards(rules, all_unseen, rand):
    """Step by step through whole rounds; the comparison ends where a differing card is turned."""
    random = rand.random()
    compared = 0
    for number in range(12):
        ours = opened(rules, f"{rand.seed}:{number}")
        theirs = other_world(ours, random, all_unseen=all_unseen)
        assert what_is_seen(ours, ()) == what_is_seen(theirs, ())
        while ours.state.phase != "settled":
            command = next_command(ours, random)
            theirs.now = ours.now
            before = ours.state
            mine, yours = decide(ours.state, command, ours.now), decide(theirs.state, command, theirs.now)
            if turned(mine) != turned(yours):
                break
            ours.send(command)
            theirs.send(command)
            assert what_is_seen(ours, mine) == what_is_seen(theirs, yours), f"after {command} in {before.phase}"
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_seeds_and_purses_of_others_are_in_nothing_that_travels(rules, rand):
    """From the first bet to the shoe's end, in every byte for every viewer; seeds only once the shoe has ended."""
    random = rand.random()
    felt = Felt(rules, seed=rand.seed)
    felt.sit(*PLAYERS, purse_each=918_273_640)
    felt.send(commands.SetAway("cid", True))
    felt.send(commands.SetAway("cid", False))
    told = 0
    while not felt.proofs:
        command = next_command(felt, random)
        done = len(felt.events)
        shoe = felt.state.shoe
        felt.send(command)
        sent = {viewer: felt.views_of(felt.events[done:], viewer) for viewer in VIEWERS}
        secrets = {shoe.seed.seed, shoe.reserve.seed} if shoe.reserve else {shoe.seed.seed}
        if felt.proofs:
            secrets = {felt.state.shoe.seed.seed, felt.state.shoe.reserve.seed}
        for viewer, content in sent.items():
            assert not [secret for secret in secrets if secret.encode() in content]
            purses = {seat.purse for seat in felt.state.seats if seat.player != viewer}
            purses -= {seat.purse for seat in felt.state.seats if seat.player == viewer}
            assert not [purse for purse in purses if str(purse).encode() in content]
            told += len(content)
    assert told


def test_a_record_of_a_round_in_play_is_not_given():
    """It holds all cards that left the shoe, the hole card too."""
    felt = opened(rules_of("thot", insurance="none", even_money=False), "record")
    felt.stack("5s 6s 7s 9h 5h 6h 7h Ts 2c 2d 2h 3c 3d")
    for player in PLAYERS:
        felt.bet(player, 100)
    assert "playing" == felt.state.phase
    assert record_of(felt.state) is None
    felt.finish_round()
    assert "Ts" in felt.records[-1]["cards"]


def test_the_card_face_down_has_no_face_in_view_or_event():
    """Told once more by name, for whoever reads a view: null until it is turned."""
    felt = opened(rules_of(), "face-down")
    felt.stack("5s 6s 7s 9h 5h 6h 7h Ts 2c 2d 2h 3c 3d")
    for player in PLAYERS:
        events = felt.bet(player, 100)
    assert (Card("9h"), None) == felt.view("ana").dealer.cards
    assert ("9", 9) == (felt.view("ana").dealer.text, felt.view("ana").dealer.total)
    hidden = [e.event for e in cut_events(events, Viewer("ana")) if isinstance(e, Round) and hasattr(e.event, "hidden")]
    assert [(Card("9h"), False), (None, True)] == [(fact.card, fact.hidden) for fact in hidden]
    while not any(isinstance(event, Round) and isinstance(event.event, HoleTurned) for event in felt.events[-12:]):
        felt.tick()
    assert cut(felt.state, Viewer("ana"), felt.now).dealer.cards[1] == "Ts"
