"""A chart's text reads back exactly, its cells choose in their order, its pictures carry letters."""

import pytest

from zapato import odds
from zapato.strategy import Cell, ChartError, drawing, from_json, from_text, to_csv, to_json, to_text
from zapato.strategy.chart import mimic_the_dealer, never_bust, pack, unpack


@pytest.fixture(scope="module")
def chart():
    """One with every kind of cell: late surrender, hit soft 17."""
    return odds.solve("thot,surrender=late,hit_soft_17=true").chart


def test_texts_read_back(chart):
    assert from_text(to_text(chart, ["a comment"])) == chart
    assert from_json(to_json(chart)) == chart
    assert unpack(pack(chart)) == chart
    assert to_csv(chart).count("\n") == 39


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("P", "Q", 1),
        lambda text: text.replace("soft", "softer", 1),
        lambda text: text + "   T     -\n",
        lambda text: "\n".join(text.splitlines()[:-1]),
        lambda text: text.replace("     S", "", 1),
        lambda text: "",
        lambda text: text * 20,
    ],
)
def test_spoilt_texts_are_refused(chart, spoil):
    with pytest.raises(ChartError):
        from_text(spoil(to_text(chart)))


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"columns": 3}', "[" * 50_000])
def test_spoilt_json_is_refused(text):
    with pytest.raises(ChartError):
        from_json(text)


def test_a_cell_is_an_order_of_preference(chart):
    """R/D/H: surrender if allowed, else double, else hit."""
    cell = Cell(hit=True, double=True, surrender=True)
    assert cell.text == "R/D/H"
    assert cell.choose({"stand", "hit", "double", "surrender"}) == "surrender"
    assert cell.choose({"stand", "hit", "double"}) == "double"
    assert cell.choose({"stand", "hit"}) == "hit"
    assert cell.choose({"stand"}) == "stand"
    assert Cell(hit=False, double=True).choose({"stand", "hit"}) == "stand"


def test_a_hand_finds_its_cell(chart):
    """A pair is split where the chart says P and the split is legal; else it is its total, an ace counting 11 if it can."""
    every = {"stand", "hit", "double", "split", "surrender"}
    assert chart.choose((8, 8), 10, every) == "split"
    assert chart.choose((8, 8), 10, every - {"split"}) == "surrender"
    assert chart.choose((8, 8), 10, {"stand", "hit"}) == "stand"  # 16 v T here is R/S
    assert chart.choose((1, 7), 3, every) == "double"
    assert chart.choose((1, 2, 5), 3, {"stand", "hit"}) == "stand"
    assert chart.choose((1, 6, 10), 3, {"stand", "hit"}) == "stand"
    with pytest.raises(ValueError, match="no cell"):
        chart.cell(22, soft=False, up=3)


def test_the_known_bad_habits(chart):
    """Mimic the dealer draws to 17, never doubles or splits; never bust stands on hard 12 and plays the chart otherwise."""
    mimic = mimic_the_dealer(hit_soft_17=True)
    assert mimic.choose((10, 6), 2, {"stand", "hit", "double"}) == "hit"
    assert mimic.choose((1, 6), 2, {"stand", "hit"}) == "hit"
    assert mimic.choose((8, 8), 6, {"stand", "hit", "split"}) == "hit"
    careful = never_bust(chart)
    assert careful.choose((10, 2), 10, {"stand", "hit"}) == "stand"
    assert careful.soft == chart.soft
    assert set(careful.differences(chart)) > {("hard", 12, 10), ("hard", 16, 7)}


def test_pictures_have_letters_and_survive_any_reader(chart):
    """Colours repeat what letters say; the PDF's cross-reference table must point at its objects."""
    page = drawing.to_html(chart, "thot <1>")
    assert "R/H" in page
    assert "thot &lt;1&gt;" in page
    assert drawing.to_svg(chart, "thot").count("<rect") == 1 + 10 * (17 + 9 + 10)
    pdf = drawing.to_pdf(chart, "thot (1)")
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    assert pdf[start:].startswith(b"xref")
    for number, line in enumerate(pdf[start:].split(b"\n")[3:9], start=1):
        assert pdf[int(line.split()[0]) :].startswith(b"%d 0 obj" % number)
