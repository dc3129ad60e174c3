"""A table command and a view, against the bare round that lies inside.

The baseline plays the same rounds from their records, with no seats, clocks, shoe or ledger around them: a ratio
below 1 is what those cost. Where it misleads: one table in one thread, no disk and no socket.
"""

import random

from timing import best_seconds, report

from zapato.refusal import Refusal
from zapato.round.notation import read_record
from zapato.round.replay import play
from zapato.rules import preset
from zapato.table import commands
from zapato.table.books import ledger_lines
from zapato.table.cut import Viewer, cut
from zapato.table.decide import decide
from zapato.table.pace import Pace
from zapato.table.record import record_of
from zapato.table.state import State, evolve, initial

ROUNDS = 60
PLAYERS = ("ana", "bob", "cid")


def evening(records: list | None = None, states: list[State] | None = None) -> int:
    """Three players who hit up to 16; how many commands it took."""
    chance = random.Random(1)
    state = initial("bench", preset("thot").rules, Pace.none())
    now = sent = 0

    def send(command: commands.Command) -> None:
        nonlocal state, sent
        answer = decide(state, command, now)
        assert not isinstance(answer, Refusal)
        ledger_lines(state, answer)
        for event in answer:
            state = evolve(state, event)
        sent += 1
        if states is not None:
            states.append(state)
        if records is not None and state.phase == "settled":
            records.append(read_record(record_of(state)))

    send(commands.NewShoe(f"{chance.getrandbits(256):064x}", f"{chance.getrandbits(256):064x}"))
    for box, player in enumerate(PLAYERS, start=1):
        send(commands.Sit(player, player, box, 10**9))
    while state.round <= ROUNDS:
        if state.awaits_seed == "shoe":
            send(commands.NewShoe(f"{chance.getrandbits(256):064x}", f"{chance.getrandbits(256):064x}"))
        elif state.phase == "betting":
            seat = next(seat for seat in state.seats if not seat.bet)
            send(commands.SetWish(seat.player, 500, state.round))
            send(commands.Ready(seat.player, state.round))
        elif state.phase == "playing" and state.play is not None and state.play.turn is not None:
            turn = state.play.turn
            total = state.play.hand(turn.box, turn.hand).total.value
            move = "hit" if total < 17 else "stand"
            send(commands.Play(PLAYERS[turn.box - 1], state.round, turn.box, move, turn.hand))
        else:
            now = state.deadline_ms or now
            send(commands.Tick())
    return sent


def main() -> None:
    records: list = []
    states: list[State] = []
    sent = evening(records, states)
    bare, table, views = best_seconds(
        lambda: [play(record) for record in records],
        evening,
        lambda: [cut(state, Viewer("ana"), 0) for state in states],
    )
    report("table: decide, book, evolve", "command", sent, bare, table)
    report("table: one viewer's view", "view", sent, bare, views)


if __name__ == "__main__":
    main()
