"""Each house rule fires: a checker that finds nothing is believed for years."""

import importlib.util
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[3] / "tools"


@pytest.fixture
def house(tmp_path, monkeypatch):
    """The script, looking at an empty tree."""
    spec = importlib.util.spec_from_file_location("house_rules", TOOLS / "house_rules.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    return module


def written(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


# In two parts, so that this file keeps the rules itself.
@pytest.mark.parametrize(
    "line",
    [
        "open('/ho" + "me/ana/zapato.db')",
        "at /ro" + "ot/.cache",
        '"resolved": "ht' + 'tps://example.org/x.tgz"',
        "index-u" + "rl = https://example.org",
        "https://registry.npm" + "js.org/svelte",
        "connect('192.16" + "8.1.7')",
        "# TO" + "DO later",
        "<<<<<<" + "< HEAD",
    ],
)
def test_forbidden_texts_are_found(house, tmp_path, line):
    """What must never reach a commit, one of each kind, with its place."""
    path = written(tmp_path, "src/x.py", f"fine = 1\n{line}\n")

    (breach,) = house.forbidden_texts([path])
    assert breach.startswith("src/x.py:2: ")


@pytest.mark.parametrize(
    "line",
    # Written in two halves, as above: other readers of the tree than this rule may cry wolf too.
    ["web/ro" + "ot/x", "https://example.org/ho" + "me/page", "version 10.20" + ".30", "127.0" + ".0.1", "wo" + "rk/x"],
)
def test_innocent_texts_are_left_alone(house, tmp_path, line):
    """A rule that cries wolf is switched off by the first person in a hurry."""
    assert [] == list(house.forbidden_texts([written(tmp_path, "a.md", line)]))


def test_long_and_large_files_are_found(house, tmp_path):
    """Both bounds, from both sides."""
    long = written(tmp_path, "long.py", "x\n" * (house.LINES_MAX + 1))
    large = written(tmp_path, "large.bin", "x" * (house.BYTES_MAX + 1))
    fine = written(tmp_path, "fine.py", "x\n" * house.LINES_MAX)

    assert ["long.py:1", "large.bin:1"] == [breach.split(": ")[0] for breach in house.sizes([long, large, fine])]


def test_test_data_needs_an_origin(house, tmp_path):
    """A figure that nobody can trace proves nothing."""
    known = written(tmp_path, "tests/data/odds/known.json", "{}")
    one_of_many = written(tmp_path, "tests/data/odds/case-7.json", "{}")
    unknown = written(tmp_path, "tests/data/odds/unknown.json", "{}")
    note = written(tmp_path, "tests/data/odds/SOURCE.md", "`known.json` and `case-*.json`: computed by hand")

    (breach,) = house.origins([known, one_of_many, unknown, note])
    assert breach.startswith("tests/data/odds/unknown.json")


def test_dead_links_are_found(house, tmp_path):
    """A newcomer follows the README's links first."""
    page = written(tmp_path, "docs/a.md", "[here](a.md) [there](b.md#part) [far](https://example.org)")

    (breach,) = house.links([page])
    assert breach == "docs/a.md:1: links to b.md, which is not there"


def test_versions_must_agree(house, tmp_path):
    """Wheel, kernel, page and changelog speak of one version."""
    written(tmp_path, "pyproject.toml", '[project]\nversion = "2.0.0"\n')
    written(tmp_path, "CMakeLists.txt", "project(zapato VERSION 1.0.0 LANGUAGES CXX)")
    written(tmp_path, "web/package.json", '{"version": "1.0.0"}')
    written(tmp_path, "CHANGELOG.md", "# Changes\n\n## 1.0.0\n")

    assert 3 == len(list(house.versions()))


def test_lock_file_must_match(house, tmp_path):
    """A dependency that is asked for and not locked, and a lock file with an address in it."""
    written(
        tmp_path,
        "pyproject.toml",
        '[project]\ndependencies = ["msgspec>=0.23", "rich>=15"]\noptional-dependencies = {plots = ["matplotlib"]}\n',
    )
    written(tmp_path, "requirements.in", "msgspec>=0.23\nmatplotlib\n")
    written(tmp_path, "requirements.lock", "msgspec==0.23.0\n# see ht" + "tps://example.org\n")

    breaches = list(house.requirements())
    assert any("lacks rich" in breach for breach in breaches)
    assert any("holds an address" in breach for breach in breaches)
    assert any("no hash for msgspec" in breach for breach in breaches)
    assert any("lacks matplotlib: run" in breach for breach in breaches)
