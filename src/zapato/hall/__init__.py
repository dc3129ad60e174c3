"""The hall: a task and a bounded mailbox per table, the lobby, purses; asks the outside through ports."""

from zapato.hall.guests import Guest
from zapato.hall.hall import Hall
from zapato.hall.lobby import OpenTable, open_tables
from zapato.hall.purse import PurseState

__all__ = ["Guest", "Hall", "OpenTable", "PurseState", "open_tables"]
