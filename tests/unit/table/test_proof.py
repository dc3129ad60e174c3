"""The provable shoe, fault 14 ("the cards are rigged"): a sound proof agrees, and any tampering is named where it first shows."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import proof_vectors
from felt import Felt, rules_of
from zapato.table import commands
from zapato.table.proof import ProofError, first_difference, proof_of, read, write

PROOFS = Path(__file__).parents[2] / "data" / "proofs"
EXPECTED = json.loads((PROOFS / "expected.json").read_text())
INDEPENDENT = Path(__file__).with_name("independent_verifier.py")


@pytest.mark.parametrize("name", EXPECTED)
def test_fault_14_our_verifier_names_the_first_difference(name):
    """The vectors that the page's verifier is held to as well."""
    difference = first_difference(read((PROOFS / name).read_bytes()))
    assert EXPECTED[name]["where"] == (difference.where if difference else None)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_strangers_verifier_says_the_same(name):
    """Written from the document alone: the document says enough."""
    stranger = runpy.run_path(str(INDEPENDENT))["first_difference"]
    assert EXPECTED[name]["where"] == stranger(json.loads((PROOFS / name).read_text()))


def test_the_strangers_verifier_runs_alone():
    """With Python's own library only: `-I -S` keeps every installed package away."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(INDEPENDENT), str(PROOFS / "agrees-ran-dry.json")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "agrees\n" == done.stdout


def test_vectors_are_what_tables_deal_today():
    """A change of shuffle, burn or replenishment must not leave old vectors behind."""
    for name, proof, place in proof_vectors.vectors():
        stored = json.loads((PROOFS / f"{name}.json").read_text())
        assert stored == proof, name
        assert EXPECTED[f"{name}.json"]["where"] == place


def test_every_single_card_counts():
    """Change any one card of a shoe: the first place named is that card's."""
    proof = read((PROOFS / "agrees-ran-dry.json").read_bytes())
    for place, dealt in enumerate(proof.dealt):
        other = msgspec.structs.replace(dealt, card="As" if dealt.card != "As" else "Ks")
        false = msgspec.structs.replace(proof, dealt=(*proof.dealt[:place], other, *proof.dealt[place + 1 :]))
        assert f"round {dealt.round}, step {dealt.step}" == first_difference(false).where


def test_the_proof_holds_every_card_of_every_round():
    """Fault 16 (the history lacks cards): the proof's cards are those of the records, round by round."""
    felt = Felt(seed="history")
    felt.sit("ana", purse_each=1_000_000)
    felt.send(commands.Contribute("ana", 1, "ab" * 8))
    while not felt.proofs:
        felt.deal_blank_round("ana")
    (proof,) = felt.proofs
    for record in felt.records[: len({dealt.round for dealt in proof.dealt})]:
        cards = [dealt.card for dealt in proof.dealt if dealt.round == record["round"]]
        assert record["cards"].split() == cards
    assert [("Ana", "ab" * 8)] == [(each.name, each.entropy) for each in proof.contributions]


def test_no_proof_before_the_shoe_has_ended():
    """It holds the seed."""
    felt = Felt(rules_of(decks=1, boxes=2, max_hands=1, reshuffle_below=40))
    felt.sit("ana")
    assert proof_of(felt.state) is None
    while not felt.proofs:
        seed = felt.state.shoe.seed.seed
        made = proof_of(felt.state)
        assert made is None or made.seed != seed
        felt.deal_blank_round("ana")
    assert seed == proof_of(felt.state).seed


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"format": "zapato.shoe-proof/2"}',
        b"[" * 100_000,
        b" " * 4_000_001,
    ],
)
def test_what_is_no_proof_is_refused_with_one_reason(content):
    """A typed error, whatever is fed in."""
    with pytest.raises(ProofError):
        read(content)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "AB" * 32},
        {"seed": "ab"},
        {"decks": 0},
        {"decks": 9},
        {"burn": -1},
        {"shoe": 0},
        {"burnt": "1x"},
        {"pack": "As Zz"},
        {"table": "../etc"},
        {"contributions": [{"name": "x", "entropy": "zz"}]},
        {"contributions": [{"name": "x", "entropy": "ab" * 8}] * 33},
        {"dealt": [{"round": 1, "step": 0, "card": "As"}]},
        {"dealt": [{"round": 1, "step": 1, "card": "as"}]},
        {"dealt": [{"round": 10**30, "step": 1, "card": "As"}]},
        {"reserves": [{"commitment": "", "seed": "x", "after": 1}]},
    ],
)
def test_fields_out_of_range_are_refused(change):
    """Nothing is guessed about a field that is not what the document says."""
    proof = json.loads((PROOFS / "agrees-ran-dry.json").read_text())
    with pytest.raises(ProofError):
        read(json.dumps(proof | change).encode())


def test_a_proof_reads_back_as_written():
    """One text form that reads back exactly."""
    proof = read((PROOFS / "agrees-ran-dry.json").read_bytes())
    assert proof == read(write(proof))
