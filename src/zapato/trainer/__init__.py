"""What a learner is shown and asked: the chart's cells with their values, drills, grading. Clock and dice arrive as arguments."""

from zapato.trainer.cells import CellOdds, cells_of

__all__ = ["CellOdds", "cells_of"]
