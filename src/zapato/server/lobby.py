"""The lobby as one player sees it: made from the same cut views as the tables, so it can show nothing more."""

from __future__ import annotations

from msgspec.structs import replace

from zapato.server import wire
from zapato.server.hub import Channel, Hub
from zapato.table import cut as cutting
from zapato.table.state import State

NOBODY = cutting.Viewer("")


def cut(hub: Hub, player: str, now_ms: int) -> wire.Lobby:
    """Every table, in the order in which the hall opened them."""
    return wire.Lobby(tuple(entry(channel, player) for channel in hub.channels.values()), now_ms)


def entry(channel: Channel, player: str) -> wire.LobbyTable:
    """One table's card in the lobby. It is made once a change; viewers differ only in which box is theirs."""
    if channel.card is None:
        channel.card = card(channel.state)
    seat = channel.state.seat_of(player)
    if seat is None:
        return channel.card
    boxes = tuple(replace(box, you=box.box == seat.box) for box in channel.card.boxes)
    return replace(channel.card, boxes=boxes)


def card(state: State) -> wire.LobbyTable:
    """The table as one without a seat sees it from the lobby, where no clock is compared: any time will do."""
    rules = state.rules
    table = cutting.cut(state, NOBODY, now_ms=0)
    boxes = tuple(
        wire.LobbyBox(box.box, box.seat.name, box.seat.resident, you=False)
        if box.seat
        else wire.LobbyBox(box.box, None, resident=False, you=False)
        for box in table.boxes
    )
    return wire.LobbyTable(
        table=table.table,
        rules=table.rules.text,
        bet_min=rules.bet_min,
        bet_max=rules.bet_max,
        chips=rules.chips,
        decks=rules.decks,
        hole=rules.hole,
        double=rules.double,
        max_hands=rules.max_hands,
        surrender=rules.surrender,
        boxes=boxes,
        cards_left=table.shoe.left,
        cards_total=table.shoe.total,
        reshuffle_below=rules.reshuffle_below,
        phase=table.phase,
        turn_box=table.turn.box if table.turn else None,
        clock_ends_ms=table.clock.ends_ms if table.clock else None,
    )
