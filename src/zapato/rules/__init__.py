"""Every house rule as data: one frozen `Rules`, named presets with sources, a checker, a text form."""

from zapato.rules.check import Fault, RulesError, contradictions, money_faults, record_faults, table_faults
from zapato.rules.model import INFINITE_DECKS, Rules
from zapato.rules.notation import override, to_mapping
from zapato.rules.presets import Preset, preset
from zapato.rules.presets import names as preset_names
from zapato.rules.source import differences, every_fault, from_mapping, load, load_toml, parse_toml, read_file, text

__all__ = [
    "INFINITE_DECKS",
    "Fault",
    "Preset",
    "Rules",
    "RulesError",
    "contradictions",
    "differences",
    "every_fault",
    "from_mapping",
    "load",
    "load_toml",
    "money_faults",
    "override",
    "parse_toml",
    "preset",
    "preset_names",
    "read_file",
    "record_faults",
    "table_faults",
    "text",
    "to_mapping",
]
