"""Players who see what a page sees and act at random, the sensible and the senseless."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field

from zapato.hall import Guest, Hall
from zapato.refusal import Refusal
from zapato.table import commands as c
from zapato.table.cut import Viewer, cut


@dataclass
class Player:
    """One browser: sends each command under its own id, again where it got no clear answer."""

    hall: Hall
    guest: Guest
    dice: random.Random
    sent: int = 0
    prefix: str = "c"
    """Of this browser's ids."""
    answers: list[tuple[str, Refusal | None]] = field(default_factory=list)
    pending: tuple | None = None
    """What was sent and not answered: sent again first, under its old id."""

    @property
    def id(self) -> str:
        return self.guest.player

    def view(self, table):
        return cut(self.hall.state(table), Viewer(self.id), self.hall.now_ms())

    async def send(self, table, command):
        """As a page does; now and then the link stutters and the same is sent twice."""
        self.sent += 1
        self.pending = (f"{self.prefix}{self.sent}", table, command)
        return await self.resend(twice=self.dice.random() < 0.05)

    async def resend(self, *, twice=False):
        id_, table, command = self.pending
        answer = await self._deliver(id_, table, command)
        if twice:
            again = await asyncio.gather(*(self._deliver(id_, table, command) for _ in range(2)))
            clear = [each for each in (answer, *again) if each is None or each.code != "not-saved"]
            assert all(each == clear[0] for each in clear), (id_, command, clear)
        if answer is None or answer.code not in ("not-saved", "closing", "busy"):
            self.pending = None
            self.answers.append((id_, answer))
        return answer

    async def _deliver(self, id_, table, command):
        if isinstance(command, tuple):
            return await self.hall.deal(self.id, id_, table, *command)
        return await self.hall.do(self.id, id_, table, command)

    # ------------------------------------------------------------------ what they do

    async def play(self, hurry=1):
        """For ever: sit somewhere, play, stand up, sit elsewhere."""
        while True:
            table = self.hall.seated(self.id)
            if self.pending:
                await self.resend()
            elif table is None:
                table = self.dice.choice(self.hall.tables)
                await self.send(table, self.a_seat(table))
                await self.hall.refill(self.id, f"{self.prefix}r{self.sent}")
            elif self.dice.random() < 0.01:
                await self.send(table, c.StandUp(self.id))
            elif self.dice.random() < 0.03:
                await self.send(self.dice.choice(self.hall.tables), self.nonsense(table))
            elif (act := self.sensible(table)) is not None:
                await self.send(table, act)
            await asyncio.sleep(self.dice.choice((0, 0.2, 1, 1, 2, 2, 3, 20)) / hurry)

    def a_seat(self, table):
        return c.Sit(self.id, "", self.dice.randint(1, self.hall.state(table).rules.boxes), 0)

    def sensible(self, table):
        """Something that the page offers now, or None."""
        seen = self.view(table)
        you, dice, rules = seen.you, self.dice, seen.rules
        if you.offers:
            offer = dice.choice(you.offers)
            moves = [("decline", None)]
            if offer.insure_refusal is None and offer.insurance_most:
                moves += [("insure", None), ("insure", dice.randint(offer.insurance_least, offer.insurance_most))]
            if offer.even_money:
                moves += [("even-money", None)]
            move, amount = dice.choice(moves)
            return c.Play(self.id, seen.round, offer.box, move, amount=amount)
        if you.surrender_offered:
            return c.Play(self.id, seen.round, you.box, dice.choice(("surrender", "decline")))
        if you.moves:
            legal = [option.move for option in you.moves if option.refusal is None]
            # Splits and doubles move the most money: take them often.
            move = dice.choice(legal + [move for move in legal if move in ("split", "double", "surrender")] * 3)
            return c.Play(self.id, seen.round, seen.turn.box, move, seen.turn.hand)
        if seen.phase in ("waiting", "betting") and you.box and not seen.boxes[you.box - 1].bet:
            return self.a_bet(seen, rules)
        return None

    def a_bet(self, seen, rules):
        dice = self.dice
        most = min(seen.you.purse, rules.bet_max, 8 * rules.bet_min)
        if most < rules.bet_min:
            return c.StandUp(self.id)
        units = dice.randint(rules.bet_min // rules.bet_unit, most // rules.bet_unit)
        bet = units * rules.bet_unit
        box = seen.boxes[seen.you.box - 1]
        choices = [(seen.round, bet)] * 6 + [c.SetWish(self.id, bet, seen.round), c.SitOut(self.id, seen.round)]
        if box.wish:
            choices += [c.Ready(self.id, seen.round)] * 3
        if seen.shoe.open_to_contributions:
            choices += [c.Contribute(self.id, seen.shoe.shoe, dice.randbytes(16).hex())]
        return dice.choice(choices)

    def nonsense(self, table):
        """What no page sends."""
        dice, seen = self.dice, self.view(table)
        amount = dice.choice((-1, 0, 1, 7, 10**12, 10**30))
        return dice.choice(
            (
                c.Sit(self.id, "thief", dice.randint(-2, 9), 10**9, resident=True),
                c.SetWish(self.id, amount, seen.round),
                c.SetWish(self.id, 100, seen.round - 1),
                c.Ready(self.id, seen.round + 1),
                c.Play(self.id, seen.round, dice.randint(-1, 9), "double"),
                c.Play(self.id, seen.round - 1, seen.you.box or 1, "hit"),
                c.Play(self.id, seen.round, seen.you.box or 1, "insure", amount=amount),
                c.Play(self.id, seen.round, seen.you.box or 1, "split", hand=dice.randint(-1, 9)),
                c.Contribute(self.id, 999, "zz"),
            )
        )
