"""A checker of proofs written from docs/provable-shoe.md alone: it shares no code with zapato.

python independent_verifier.py FILE     prints `agrees`, or the first place that differs
"""

import hashlib
import json
import sys
from pathlib import Path


def sha256(data):
    return hashlib.sha256(data).digest()


def stream(seed, contributions):
    key = sha256("\n".join(["zapato.shoe/1", seed, *contributions]).encode())
    block = 0
    while True:
        yield from sha256(key + block.to_bytes(8, "big"))
        block += 1


def shuffle(cards, seed, contributions):
    cards, data = list(cards), stream(seed, contributions)
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        while True:
            number = next(data) * 256 + next(data)
            if number < 65536 - 65536 % choices:
                break
        chosen = number % choices
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def first_difference(proof):
    """Where the file is wrong first, in the words of `zapato verify`; None where it agrees."""
    if proof["commitment"] != sha256(proof["seed"].encode()).hex():
        return "commitment"
    for number, reserve in enumerate(proof["reserves"], start=1):
        if reserve["commitment"] != sha256(reserve["seed"].encode()).hex():
            return f"reserve {number}"
    deck = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    if proof["pack"].split() != deck:
        return "pack"
    contributions = [each["entropy"] for each in proof["contributions"]]
    order = shuffle(deck * proof["decks"], proof["seed"], contributions)
    tray, order = order[: proof["burn"]], order[proof["burn"] :]
    if proof["burnt"].split() != tray:
        return "burnt"
    reserves = {reserve["after"]: reserve["seed"] for reserve in proof["reserves"] if reserve["after"] is not None}
    number, felt = 0, []
    for count, dealt in enumerate(proof["dealt"]):
        where = f"round {dealt['round']}, step {dealt['step']}"
        if dealt["round"] != number:
            number, tray, felt = dealt["round"], tray + felt, []
        if not order:
            if count not in reserves:
                return where
            order, tray = shuffle(sorted(tray, key=deck.index), reserves.pop(count), contributions), []
        if dealt["step"] != len(felt) + 1 or dealt["card"] != order[0]:
            return where
        felt.append(order.pop(0))
    return "reserves" if reserves else None


if __name__ == "__main__":
    print(first_difference(json.loads(Path(sys.argv[1]).read_bytes())) or "agrees")
