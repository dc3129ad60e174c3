"""The lobby as one player sees it: made from the same cut views as the tables, so it can show nothing more."""

from __future__ import annotations

from zapato.server import wire
from zapato.server.hub import Channel, Hub
from zapato.table import cut as cutting


def cut(hub: Hub, player: str, now_ms: int) -> wire.Lobby:
    """Every table, in the order in which the hall opened them."""
    return wire.Lobby(tuple(entry(channel, player, now_ms) for channel in hub.channels.values()), now_ms)


def entry(channel: Channel, player: str, now_ms: int) -> wire.LobbyTable:
    """One table's card in the lobby."""
    rules = channel.state.rules
    table = cutting.cut(channel.state, cutting.Viewer(player, "", 0), now_ms, channel.watchers)
    boxes = tuple(
        wire.LobbyBox(box.box, box.seat.name, box.seat.resident, box.seat.you)
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
        watchers=table.watchers,
    )
