"""The page's message types are made from the server's: a hand edit or a forgotten `make types` shows here."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "wire_types.py"))


def test_the_committed_types_are_fresh() -> None:
    made = "\n".join(TOOL["parts"]())

    assert (ROOT / "web/src/wire/types.ts").read_text("utf-8") == made, "run `make types`"


def test_every_message_can_be_told_from_every_other() -> None:
    # The page switches on `type`: two messages of one union with the same tag would be one to it.
    for union in TOOL["UNIONS"].values():
        tags = [member.__struct_config__.tag for member in union.__args__]

        assert None not in tags
        assert len(tags) == len(set(tags))


def test_an_annotation_without_a_typescript_form_is_refused() -> None:
    # Otherwise a new kind of field would reach the page as something that TypeScript guesses at.
    with pytest.raises(TypeError, match="has no form in TypeScript"):
        TOOL["typescript"](set[int])
