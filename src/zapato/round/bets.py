"""Whether a set of bets may open a round: limits, units, boxes, and who may bet behind whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from zapato.money import AMOUNT_MAX
from zapato.refusal import Refusal
from zapato.round.commands import Bet
from zapato.rules import Rules


def refuse_bet(rules: Rules, bet: Bet) -> Refusal | None:
    """Why this bet can't lie on its box, looked at alone; None where it can."""
    if not 1 <= bet.box <= rules.boxes:
        return Refusal(
            "no-such-box", f"there is no box {bet.box}; boxes are 1 to {rules.boxes}", {"boxes": rules.boxes}
        )
    if not bet.player:
        return Refusal("no-player", f"a bet on box {bet.box} names no player")
    if bet.follow and not bet.behind:
        return Refusal("follow-not-behind", f"only a bet behind can follow; the one on box {bet.box} is the seat's")
    least = rules.bet_unit if bet.behind else rules.bet_min
    if bet.amount < least:
        why = f"{bet.amount} on box {bet.box} is below the least bet, {least}"
        return Refusal("bet-below-minimum", why, {"amount": bet.amount, "minimum": least})
    if bet.amount > rules.bet_max:
        why = f"{bet.amount} on box {bet.box} is above the table's maximum, {rules.bet_max}"
        return Refusal("bet-above-maximum", why, {"amount": bet.amount, "maximum": rules.bet_max})
    if bet.amount % rules.bet_unit:
        why = f"{bet.amount} on box {bet.box} is not a multiple of {rules.bet_unit}"
        return Refusal("bet-not-a-multiple", why, {"amount": bet.amount, "unit": rules.bet_unit})
    return None


def refuse_bets(rules: Rules, bets: Sequence[Bet], purses: Mapping[str, int]) -> Refusal | None:
    """Why these bets, with these purses after them, can't open a round; None where they can."""
    if not bets:
        return Refusal("no-bets", "there are no bets")
    for bet in bets:
        if refusal := refuse_bet(rules, bet):
            return refusal
    seats = [bet for bet in bets if not bet.behind]
    behind = [bet for bet in bets if bet.behind]
    return _refuse_seats(rules, seats) or _refuse_behind(rules, seats, behind) or _refuse_purses(bets, purses)


def _refuse_seats(rules: Rules, seats: Sequence[Bet]) -> Refusal | None:
    for box, count in Counter(bet.box for bet in seats).items():
        if count > 1:
            return Refusal("box-taken", f"box {box} has {count} seat bets; it can have one", {"box": box})
    for player, count in Counter(bet.player for bet in seats).items():
        if count > rules.boxes_per_player:
            why = f"{player} bets on {count} boxes; one player may command {rules.boxes_per_player}"
            return Refusal("too-many-boxes", why, {"boxes": rules.boxes_per_player})
    return None


def _refuse_behind(rules: Rules, seats: Sequence[Bet], behind: Sequence[Bet]) -> Refusal | None:
    if behind and not rules.behind_max:
        return Refusal("no-bets-behind", "there are no bets behind at this table")
    seat_of = {bet.box: bet for bet in seats}
    commanding = {bet.player for bet in seats}
    sums = {bet.box: bet.amount for bet in seats}
    for (box, player), count in Counter((bet.box, bet.player) for bet in behind).items():
        if box not in seat_of:
            return Refusal("behind-nobody", f"{player} bets behind on box {box}, which has no seat bet", {"box": box})
        if seat_of[box].player == player:
            return Refusal("behind-oneself", f"{player} commands box {box} and can't bet behind on it", {"box": box})
        if count > 1:
            return Refusal(
                "behind-twice", f"{player} has {count} bets behind on box {box}; one is allowed", {"box": box}
            )
        if rules.behind_standing_only and player in commanding:
            return Refusal("behind-standing-only", f"{player} has a seat bet, and only who stands may bet behind here")
    for box, count in Counter(bet.box for bet in behind).items():
        if count > rules.behind_max:
            why = f"box {box} has {count} bets behind; at most {rules.behind_max} are allowed"
            return Refusal("behind-full", why, {"box": box, "most": rules.behind_max})
        sums[box] += sum(bet.amount for bet in behind if bet.box == box)
        if sums[box] > rules.bet_max:
            why = f"the bets on box {box} are {sums[box]} together, above the table's maximum, {rules.bet_max}"
            return Refusal("box-above-maximum", why, {"box": box, "maximum": rules.bet_max})
    return None


def _refuse_purses(bets: Sequence[Bet], purses: Mapping[str, int]) -> Refusal | None:
    players = {bet.player for bet in bets}
    for player, left in purses.items():
        if player not in players:
            return Refusal("purse-of-nobody", f"a purse is given for {player}, who has no bet")
        if not 0 <= left <= AMOUNT_MAX:
            return Refusal("purse-out-of-range", f"{player}'s purse of {left} is not from 0 to {AMOUNT_MAX}")
    return None
