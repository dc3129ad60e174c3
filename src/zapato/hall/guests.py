"""Who a browser is. Its cookie's token is a secret, kept as a hash only; the player's id is public and tells nothing of it."""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final

from msgspec import Struct

from zapato.hall import purse
from zapato.hall.ports import Change, Entropy, Player
from zapato.refusal import Refusal

TOKEN_OCTETS: Final = 32
PLAYER_OCTETS: Final = 8
NAME_MAX: Final = 16

_NAMES: Final = (
    "Amenia", "Anjesa", "Baki", "Hapu", "Henut", "Ineni", "Ipi", "Kawit", "Meri", "Merit", "Nebet", "Neferu",
    "Paser", "Rai", "Senbi", "Senet", "Tiaa", "Tuya", "Userhat", "Weni",
)  # fmt: skip
"""Names of the old kingdom's scribes and ladies; a number behind makes them one's own. The same in every language."""


class Guest(Struct, frozen=True):
    """Whom a browser's cookie names. The token is what the cookie holds."""

    token: str
    player: str
    name: str


def token_hash(token: str) -> str:
    """256 random bits need no salt and no slow hash: nobody can guess them."""
    return hashlib.sha256(token.encode()).hexdigest()


def newcomer(entropy: Entropy, now_ms: int) -> tuple[Guest, Change]:
    """A new guest, and the one transaction that makes them: the player with their first money."""
    token, player = entropy.hex(TOKEN_OCTETS), entropy.hex(PLAYER_OCTETS)
    number = int(entropy.hex(4), 16)
    name = f"{_NAMES[number % len(_NAMES)]} {number // len(_NAMES) % 90 + 10}"
    made = Player(player, name, token_hash(token), now_ms)
    return Guest(token, player, name), Change(now_ms, newcomer=made, transfers=(purse.grant(player),))


def clean_name(given: str) -> str | Refusal:
    """A plate's name: 1 to 16 letters, digits and single spaces, in one Unicode form."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not 0 < len(name) <= NAME_MAX or not all(each.isalpha() or each.isdecimal() or each == " " for each in name):
        return Refusal("name-invalid", f"a name has 1 to {NAME_MAX} letters, digits and spaces", {"max": NAME_MAX})
    return name
