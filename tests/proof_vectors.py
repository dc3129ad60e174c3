"""Writes tests/data/proofs: shoes really dealt, and copies of them tampered with, each with what is wrong in it.

Run it after a change of the format: `python tests/proof_vectors.py`.
"""

import json
from pathlib import Path

from felt import Felt, rules_of
from zapato.table import commands
from zapato.table.proof import write

FOLDER = Path(__file__).parent / "data" / "proofs"

DRY = {"decks": 1, "boxes": 2, "max_hands": 1, "burn": 3, "reshuffle_below": 4}
"""One deck, dealt nearly to its end: it runs dry in the middle of a round."""


def dealt(name, **overrides):
    """The proof of a whole shoe, two players hitting up to 17, both with a contribution."""
    felt = Felt(rules_of("thot", **overrides), seed=name)
    felt.sit("ana", "bob", purse_each=10_000_000)
    felt.send(commands.Contribute("ana", 1, "5a" * 16))
    felt.send(commands.Contribute("bob", 1, "0123456789abcdef"))
    for _ in range(200):
        for player in ("ana", "bob"):
            felt.bet(player, 100)
        while felt.state.phase == "playing":
            step(felt)
        felt.finish_round()
        if felt.proofs:
            return json.loads(write(felt.proofs[0]))
    raise AssertionError("the shoe does not end")


def step(felt):
    table = felt.view("ana")
    if table.phase != "moves":
        felt.tick()
        return
    hand = table.boxes[table.turn.box - 1].hands[table.turn.hand - 1]
    player = table.boxes[table.turn.box - 1].seat.player
    felt.play(player, "hit" if hand.total < 17 else "stand")


def tampered(proof, change):
    copy = json.loads(json.dumps(proof))
    change(copy)
    return copy


def swap_cards(place):
    def change(proof):
        cards = proof["dealt"]
        other = next(at for at in range(place + 1, len(cards)) if cards[at]["card"] != cards[place]["card"])
        cards[place]["card"], cards[other]["card"] = cards[other]["card"], cards[place]["card"]

    return change


def where(proof, place):
    return f"round {proof['dealt'][place]['round']}, step {proof['dealt'][place]['step']}"


def vectors():
    """Name, proof, and the place where it first differs (None: it agrees)."""
    thot, dry = dealt("thot"), dealt("dry", **DRY)
    used = next(reserve["after"] for reserve in dry["reserves"] if reserve["after"] is not None)
    yield "agrees-six-decks", thot, None
    yield "agrees-ran-dry", dry, None
    yield "agrees-unknown-field", {**dry, "note": "to be ignored"}, None
    yield "differs-card", tampered(dry, swap_cards(20)), where(dry, 20)
    yield "differs-card-after-dry", tampered(dry, swap_cards(used + 1)), where(dry, used + 1)
    yield "differs-card-left-out", tampered(dry, lambda proof: proof["dealt"].pop(7)), where(dry, 8)
    yield "differs-seed", tampered(dry, lambda proof: proof.update(seed="ab" * 32)), "commitment"
    yield "differs-reserve", tampered(dry, lambda proof: proof["reserves"][0].update(seed="cd" * 32)), "reserve 1"
    yield "differs-pack", tampered(dry, lambda proof: proof.update(pack=proof["pack"].replace("As", "2s"))), "pack"
    yield "differs-burnt", tampered(dry, lambda proof: proof.update(burnt="As As As")), "burnt"
    yield "differs-contribution-left-out", tampered(dry, lambda proof: proof["contributions"].pop()), "burnt"
    yield "differs-contributions-swapped", tampered(dry, lambda proof: proof["contributions"].reverse()), "burnt"
    yield "differs-reserve-unused", tampered(dry, hide_reserve), where(dry, used)
    yield "differs-reserve-invented", tampered(thot, invent_reserve), "reserves"


def hide_reserve(proof):
    for reserve in proof["reserves"]:
        reserve["after"] = None


def invent_reserve(proof):
    proof["reserves"][0]["after"] = 5


def main():
    FOLDER.mkdir(exist_ok=True)
    expected = {}
    for name, proof, place in vectors():
        # One dealt card a line: small files, and a diff that shows what was tampered with.
        lines = ",\n  ".join(json.dumps(card) for card in proof["dealt"])
        text = json.dumps(proof | {"dealt": []}, indent=1).replace('"dealt": []', f'"dealt": [\n  {lines}\n ]')
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        expected[f"{name}.json"] = {"agrees": place is None, "where": place}
    (FOLDER / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
