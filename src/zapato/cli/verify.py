"""Check the proof of a shoe: that its cards were fixed before the first bet."""

from __future__ import annotations

import json as json_text
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from zapato.table.proof import PROOF_BYTES_MAX, Difference, Proof, first_difference, read

AGREES, DIFFERS = 0, 1


def command(
    file: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    commitment: str | None = None,
    contribution: str | None = None,
    json: bool = False,
) -> int:
    """Repeat a shoe from its revealed seeds and the players' contributions, and compare every card.

    Exit code: 0 where commitments and all cards agree, 1 where something differs (the first is named), 2 where the
    file is no proof. The format, and how to check it without this program, is described in docs/provable-shoe.md.

    Parameters
    ----------
    file
        A proof, as a table gives it out once its shoe has ended; `-` reads standard input.
    commitment
        The commitment that you noted before the first bet: it must be this shoe's.
    contribution
        What your browser contributed: it must be among the contributions.
    json
        Print one JSON object and nothing else on standard output.
    """
    proof = read(_content(file))
    difference = _not_what_you_saw(proof, commitment, contribution) or first_difference(proof)
    if json:
        print(json_text.dumps(_outcome(proof, difference)))
    else:
        _show(proof, difference)
    return DIFFERS if difference else AGREES


def _content(file: str) -> bytes:
    # One byte more than a proof may have, so that a longer file is refused without being read.
    if file == "-":
        return sys.stdin.buffer.read(PROOF_BYTES_MAX + 1)
    with Path(file).open("rb") as source:
        return source.read(PROOF_BYTES_MAX + 1)


def _not_what_you_saw(proof: Proof, commitment: str | None, contribution: str | None) -> Difference | None:
    """A proof may be sound and still not be that of the shoe that was promised."""
    if commitment is not None and commitment.strip().lower() != proof.commitment:
        return Difference("commitment", proof.commitment, "the one that you noted")
    if contribution is not None and contribution.strip().lower() not in {each.entropy for each in proof.contributions}:
        return Difference("contributions", "nothing of yours", "yours among them")
    return None


def _outcome(proof: Proof, difference: Difference | None) -> dict[str, Any]:
    outcome: dict[str, Any] = {
        "table": proof.table,
        "shoe": proof.shoe,
        "proof": "differs" if difference else "agrees",
        "cards": len(proof.dealt),
        "rounds": len({dealt.round for dealt in proof.dealt}),
        "contributions": len(proof.contributions),
    }
    if difference:
        outcome["difference"] = {"where": difference.where, "stated": difference.stated, "found": difference.found}
    return outcome


def _show(proof: Proof, difference: Difference | None) -> None:
    title = f"shoe {proof.shoe} of {proof.table}"
    if difference:
        print(f"{title} differs: {difference}")
        return
    rounds = len({dealt.round for dealt in proof.dealt})
    print(f"{title} agrees: {len(proof.dealt)} cards in {rounds} rounds, {len(proof.contributions)} contributions")
    print(f"  commitment {proof.commitment}")
