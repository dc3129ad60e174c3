"""What a study page says when it can't be: 404 or 422, a plain reason in the reader's language, and where to go instead."""

import re
from html import unescape

import pytest

from server.harness import Running
from zapato.server.study import words

NOT_RULES = {
    "no-preset": "nada",
    "no-value": "thot,decks",
    "twice": "thot,decks=2,decks=4",
    "unknown": "thot,nothing=1",
    "whole": "thot,boxes=99",
    "switch": "thot,hit_soft_17=maybe",
    "one-of": "thot,hole=mirror",
    "decks": "thot,decks=9",
    "chips": "thot,chips=1_2_3_4_5_6_7_8_9",
    "order": "thot,chips=500_100",
    "long": "thot," + "x" * 700,
}


def reasons(html: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'class="reason">(.*?)</li>', html)]


def said(language: str, kind: str) -> re.Pattern[str]:
    """The catalogue's sentence of this kind, anything in its holes."""
    message = words.catalogue(language)[f"wrong.{kind}"]  # type: ignore[arg-type]
    return re.compile(".+".join(re.escape(part) for part in re.split(r"\{\w+\}", message)).removeprefix(r"\ "))


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("kind", NOT_RULES)
async def test_rules_that_are_none_are_explained_in_the_readers_language(
    here: Running, language: str, kind: str
) -> None:
    answer = await here.http.get(f"/estrategia/{NOT_RULES[kind]}/doblar?lang={language}")

    assert (answer.status_code, answer.headers["content-language"]) == (422, language)
    assert [one for one in reasons(answer.text) if not said(language, kind).fullmatch(one)] == []
    assert len(reasons(answer.text)) == 1


async def test_every_fault_is_named_at_once(here: Running) -> None:
    answer = await here.http.get("/reglas/thot,decks=99,hole=mirror,x=1")

    assert [one.partition(":")[0] for one in reasons(answer.text)] == ["decks", "hole", "x"]


@pytest.mark.parametrize(
    "path",
    ["/reglas/nada", "/estrategia/nada", "/estrategia/nada/seguro", "/estrategia/nada/tabla.csv",
     "/estrategia/nada/tabla.pdf", "/ventaja?rules=nada", "/ventaja?decks=77", "/entrenador?rules=nada",
     "/estrategia/thot?con=nada"],
)  # fmt: skip
async def test_every_page_refuses_what_is_no_rules(here: Running, path: str) -> None:
    answer = await here.http.get(path)

    assert answer.status_code == 422
    assert reasons(answer.text)
    assert 'href="/ventaja"' in answer.text


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    "path",
    ["/estrategia/thot/nada", "/reglas/thot/nada", "/ventaja/x", "/entrenador/x/y", "/estrategia/thot/doblar/x"],
)
async def test_an_address_below_a_page_that_is_none_is_404(here: Running, path: str, language: str) -> None:
    answer = await here.http.get(f"{path}?lang={language}")

    assert answer.status_code == 404
    assert reasons(answer.text) == [words.catalogue(language)["wrong.no-such-page"]]  # type: ignore[index]


async def test_a_reason_repeats_what_was_asked_as_text_only(here: Running) -> None:
    # What the address holds comes back in the page: as letters, never as markup.
    answer = await here.http.get("/reglas/thot,%3Cb%3Ehole%3C%2Fb%3E=1".replace("%2F", ""))

    assert "<b>hole" not in answer.text
    assert "&lt;b&gt;hole" in answer.text


async def test_chips_survive_an_address(here: Running) -> None:
    # Their stroke would part the path, so an address writes another sign.
    html = (await here.http.get("/reglas/thot,chips=100_700")).text

    assert "100 · 700" in html
    assert 'href="/estrategia/thot,chips=100_700"' in html
