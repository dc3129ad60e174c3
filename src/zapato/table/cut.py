"""From the table's state to what one viewer may see of it. The only door between secrets and the wire.

Two states that differ only in cards nobody has seen give equal views, byte for byte (tests/leak).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from zapato.hand import total
from zapato.round import events as facts
from zapato.round.legal import Option, legal
from zapato.round.progress import Awaiting, AwaitsAnswers, AwaitsMove, AwaitsSurrender, awaits
from zapato.round.state import BoxState, Hand, RoundState
from zapato.rules import Rules, text
from zapato.table import names, view
from zapato.table.events import Event, PurseSet, ReserveCommitted, Round, SeatTaken, ShoeCommitted, WishReturned
from zapato.table.state import Clock, Seat, State

NEVER_HERE = frozenset({"no-double", "no-split", "no-surrender"})
"""Refusals of moves that a table's rules do not have at all: these get no button."""


class Viewer(Struct, frozen=True):
    """Who looks. Name and purse are used while they have no seat; a seated player's stand in the state."""

    player: str
    name: str = ""
    purse: int = 0


def cut(state: State, viewer: Viewer, now_ms: int) -> view.TableView:
    """All that `viewer` may see of `state`."""
    awaited = awaits(state.play) if state.play and state.phase == "playing" else None
    turn = state.play.turn if state.play and isinstance(awaited, AwaitsMove) else None
    return view.TableView(
        table=state.table,
        version=state.version,
        now_ms=now_ms,
        rules=_rules(state.rules),
        phase=_phase(state, awaited),
        round=state.round,
        boxes=tuple(_box(state, number, viewer, awaited) for number in range(1, state.rules.boxes + 1)),
        dealer=_dealer(state.play),
        turn=view.TurnView(turn.box, turn.hand) if turn else None,
        clock=_clock(state.clock),
        shoe=_shoe(state),
        last_shoe=state.ended_shoe.number if state.ended_shoe else None,
        shuffling=state.shoe is None or state.shoe.cards is None,
        you=_you(state, viewer, awaited),
        past=tuple(
            view.PastRound(past.round, names.kept(state.table, past.round), past.nets.get(viewer.player))
            for past in state.past
        ),
        hints=state.hints,
    )


def cut_events(events: Iterable[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The events as `viewer` may see them: without seeds, purses, and the card that lies face down."""
    return tuple(seen for event in events if (seen := _seen(event, viewer)) is not None)


def _seen(event: Event, viewer: Viewer) -> Event | None:
    match event:
        case Round(event=facts.DealerCard(hidden=True) as fact):
            return Round(replace(fact, card=None))
        case Round(event=facts.RoundOpened(bets=bets)):
            return Round(facts.RoundOpened(bets))
        case SeatTaken():
            return replace(event, purse=0)
        case PurseSet():
            return None
        case WishReturned(player=player) if player != viewer.player:
            return replace(event, why=None)
        case ShoeCommitted():
            return replace(event, seed=None, reserve_seed=None)
        case ReserveCommitted():
            return replace(event, seed=None)
        case _:
            return event


def _phase(state: State, awaited: Awaiting | None) -> view.Phase:
    match awaited:
        case AwaitsMove():
            return "moves"
        case AwaitsAnswers():
            return "offers"
        case AwaitsSurrender():
            return "surrender"
        case _:
            pass
    if state.phase == "settled":
        return "settled"
    begun = state.clock is not None or any(seat.wish or seat.bet for seat in state.seats)
    return "betting" if state.phase == "betting" and begun else "waiting"


def _clock(clock: Clock | None) -> view.ClockView | None:
    return None if clock is None else view.ClockView(clock.kind, clock.starts_ms, clock.ends_ms)


def _box(state: State, number: int, viewer: Viewer, awaited: Awaiting | None) -> view.BoxView:
    seat = state.seat_at(number)
    in_play = state.play.box(number) if state.play else None
    offered = state.play is not None and any(offer.box == number and not offer.behind for offer in state.play.offers)
    answered: bool | None = None
    if offered and isinstance(awaited, AwaitsAnswers):
        answered = not any(offer.box == number and not offer.behind for offer in awaited.offers)
    return view.BoxView(
        box=number,
        seat=_seat(seat, viewer) if seat else None,
        wish=seat.wish if seat else 0,
        bet=seat.bet if seat else 0,
        ready=bool(seat and seat.bet),
        sits_out=bool(seat and seat.sits_out),
        hands=_hands(state, state.play, in_play) if state.play and in_play else (),
        insurance=_insurance(state.play, in_play) if state.play and in_play else 0,
        answered=answered,
    )


def _seat(seat: Seat, viewer: Viewer) -> view.SeatView:
    return view.SeatView(
        player=seat.player,
        name=seat.name,
        resident=seat.resident,
        away=seat.away,
        you=seat.player == viewer.player,
        in_round=bool(seat.bet),
        left=seat.left,
    )


def _insurance(play: RoundState, box: BoxState) -> int:
    return sum(bought.amount for bought in play.insurances if bought.box == box.box and not bought.behind)


def _hands(state: State, play: RoundState, box: BoxState) -> tuple[view.HandView, ...]:
    return tuple(_hand(state, play, box, number, hand) for number, hand in enumerate(box.hands, start=1) if hand.cards)


def _hand(state: State, play: RoundState, box: BoxState, number: int, hand: Hand) -> view.HandView:
    settled = {row.player: row for row in play.hands_settled if (row.box, row.hand) == (box.box, number)}
    own = settled.get(box.seat.player)
    laid = hand.stakes[0]
    return view.HandView(
        cards=hand.cards,
        total=hand.total.value,
        soft=hand.total.soft,
        text=hand.total.text,
        bets=(box.seat.amount, laid - box.seat.amount) if hand.doubled else (laid,),
        state=_hand_state(play, box, number, hand),
        from_split=hand.from_split,
        result=None if own is None else own.result,
        returned=None if own is None else own.returned,
        behind=tuple(
            view.BehindView(
                bettor.player,
                _name(state, bettor.player),
                stake,
                settled[bettor.player].result if bettor.player in settled else None,
                settled[bettor.player].returned if bettor.player in settled else None,
            )
            for bettor, stake in zip(box.bettors[1:], hand.stakes[1:], strict=True)
            if stake
        ),
    )


def _hand_state(play: RoundState, box: BoxState, number: int, hand: Hand) -> view.HandState:
    if box.seat.player in box.even_money:
        return "even-money"
    match hand.end:
        case "bust":
            return "bust"
        case "surrender":
            return "surrendered"
        case "doubled":
            return "doubled"
        case _:
            pass
    if hand.natural:
        return "natural"
    if hand.end is not None:
        return "stood"
    acts = play.turn is not None and (play.turn.box, play.turn.hand) == (box.box, number)
    return "acting" if acts else "waiting"


def _dealer(play: RoundState | None) -> view.DealerView:
    cards = play.dealer if play else ()
    face_up = cards[:1] if play and play.hole_hidden else cards
    shown = total(face_up)
    return view.DealerView(
        cards=(*face_up, None) if play and play.hole_hidden else cards,
        total=shown.value,
        soft=shown.soft,
        text=shown.text if face_up else "",
        result=play.dealer_result if play else None,
    )


def _shoe(state: State) -> view.ShoeView:
    shoe = state.shoe
    if shoe is None:
        number = state.ended_shoe.number + 1 if state.ended_shoe else 1
        return view.ShoeView(number, None, None, (), False, state.cards_left, state.rules.shoe_cards, 0)
    return view.ShoeView(
        shoe=shoe.number,
        commitment=shoe.seed.commitment,
        reserve_commitment=shoe.reserve.commitment if shoe.reserve else None,
        contributions=tuple(view.ContributionView(each.name, each.entropy) for each in shoe.contributions),
        open_to_contributions=shoe.cards is None,
        left=state.cards_left,
        total=state.rules.shoe_cards,
        discards=len(shoe.tray),
    )


def _you(state: State, viewer: Viewer, awaited: Awaiting | None) -> view.YouView:
    seat = state.seat_of(viewer.player)
    if seat is None:
        return view.YouView(viewer.player, viewer.name, None, viewer.purse, 0, 0)
    asked = legal(state.play) if state.play and awaited is not None else ()
    options = [option for option in asked if option.player == seat.player]
    return view.YouView(
        player=seat.player,
        name=seat.name,
        box=None if seat.left else seat.box,
        purse=seat.purse,
        in_play=seat.in_play,
        last_bet=seat.last_bet,
        moves=_moves(options) if isinstance(awaited, AwaitsMove) else (),
        offers=_offers(options) if isinstance(awaited, AwaitsAnswers) else (),
        surrender_offered=isinstance(awaited, AwaitsSurrender) and bool(options),
        net=None if seat.returned is None else seat.returned - seat.staked,
        staked=seat.staked,
        returned=seat.returned or 0,
    )


def _moves(options: list[Option]) -> tuple[view.MoveView, ...]:
    return tuple(
        view.MoveView(option.move, option.cost, option.refusal)
        for option in options
        if option.refusal is None or option.refusal.code not in NEVER_HERE
    )


def _offers(options: list[Option]) -> tuple[view.OfferView, ...]:
    """One for each bet with an offer: `legal` lists its three answers one after the other."""
    by_box: dict[int, dict[str, Option]] = {}
    for option in options:
        by_box.setdefault(option.box, {})[option.move] = option
    return tuple(
        view.OfferView(
            box,
            answers["insure"].least,
            answers["insure"].most,
            answers["even-money"].refusal is None,
            answers["insure"].refusal,
        )
        for box, answers in by_box.items()
    )


def _name(state: State, player: str) -> str:
    seat = state.seat_of(player)
    return seat.name if seat else ""


@lru_cache(maxsize=64)
def _rules(rules: Rules) -> view.RulesView:
    """The same for every viewer and every moment of a table."""
    return view.RulesView(
        text=text(rules),
        decks=rules.decks,
        boxes=rules.boxes,
        bet_min=rules.bet_min,
        bet_max=rules.bet_max,
        bet_unit=rules.bet_unit,
        chips=tuple(rules.chips),
        blackjack_pays=rules.blackjack_pays,
        hit_soft_17=rules.hit_soft_17,
        hole=rules.hole,
        insurance=rules.insurance,
        even_money=rules.even_money,
        double=rules.double,
        max_hands=rules.max_hands,
        surrender=rules.surrender,
        reshuffle_below=rules.reshuffle_below,
        bet_clock=rules.bet_clock,
        move_clock=rules.move_clock,
        insurance_clock=rules.insurance_clock,
    )
