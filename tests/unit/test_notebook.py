"""Pictures are drawn from results, and say when there is nothing to draw."""

import pytest

from zapato import notebook, odds

pytestmark = pytest.mark.timeout(120)  # the first import of matplotlib builds its font list


def test_a_chart_is_shown_as_printed():
    chart = odds.solve("thot").chart

    assert notebook.chart_picture(chart, "thot")._repr_svg_().startswith("<svg")


def test_moves_and_dealer_are_drawn():
    """One line for each move that is legal against any upcard, and the line at nought; one bar for each result."""
    solution = odds.solve("americana", chart=False)

    lines = notebook.moves_picture(solution, "8 8").axes[0].lines
    assert {line.get_label() for line in lines} >= {"stand", "hit", "split", "surrender"}
    assert "double" not in {line.get_label() for line in lines}
    assert len(notebook.dealer_picture(odds.dealer("thot", "A")).axes[0].patches) == 7


def test_hands_without_a_choice_are_refused():
    solution = odds.solve("thot", chart=False)

    with pytest.raises(odds.OddsError):
        notebook.moves_picture(solution, "8 8 2")
    with pytest.raises(odds.OddsError):
        notebook.moves_picture(solution, "A T")
