"""House rules that no linter has. Prints every breach as `file:line: what`, exit code 1 if there is one.

Looks at the files that git has or would add, so what .gitignore names is nobody's business here.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

FORBIDDEN = {
    # Written in two parts where this very file would break its own rule.
    r"(?<![\w./~-])/(?:root|home/\w+|Users/\w+|work|tmp/bash)" + r"/[\w.]": "a path of one machine",
    r"\bregistry\.npmjs" + r"\.org|\bfiles\.pythonhosted\.org|pypi\.org/simple": "a registry's host",
    r'"resolved":\s*"http' + r"|^\s*(?:index-url|extra-index-url|registry)\s*=": "a registry's address",
    r"\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}" + r"\b": "a private address",
    r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b": "an open end: finish it or file it as an issue",
    r"^(?:<{7}|>{7})" + r" ": "a merge conflict",
}

TEXT_SUFFIXES = {
    *(".py", ".pyi", ".toml", ".cfg", ".ini", ".in", ".lock", ".txt", ".md", ".rst", ".yml", ".yaml", ".json"),
    *(".jsonl", ".ts", ".js", ".svelte", ".css", ".html", ".svg", ".cpp", ".hpp", ".cmake", ".sh", ".mako", ""),
}

LINES_MAX = 600
"""A source file above this probably holds two ideas."""

LONG_FILES: dict[str, str] = {
    "kernel/src/simulation_lanes_simd.cpp": "one step of 64 shoes at once, in which every rule has its place",
    "web/src/wire/types.ts": "made by tools/wire_types.py: every message of the wire",
}

BYTES_MAX = 400_000
LARGE_FILES: dict[str, str] = {
    # path: why the repository carries it
}

SOURCE_SUFFIXES = {".py", ".ts", ".js", ".svelte", ".css", ".cpp", ".hpp"}
NAMED = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
REQUIREMENT_NAME = re.compile(r"[\w.-]+")


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted(ROOT / name for name in set(listed.stdout.split("\0")) if name and (ROOT / name).is_file())


def forbidden_texts(files: Iterable[Path]) -> Iterator[str]:
    patterns = [(re.compile(pattern), what) for pattern, what in FORBIDDEN.items()]
    for path in files:
        if path.suffix not in TEXT_SUFFIXES:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield from (f"{shown(path)}:{number}: {what}" for pattern, what in patterns if pattern.search(line))


def sizes(files: Iterable[Path]) -> Iterator[str]:
    for path in files:
        name = shown(path)
        if path.suffix in SOURCE_SUFFIXES and name not in LONG_FILES:
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > LINES_MAX:
                yield f"{name}:1: {lines} lines: split it, or give its one idea in LONG_FILES"
        if path.stat().st_size > BYTES_MAX and name not in LARGE_FILES:
            yield f"{name}:1: {path.stat().st_size} bytes: give the reason in LARGE_FILES"


def versions() -> Iterator[str]:
    """One version everywhere, and the changelog speaks of it."""
    version = project()["version"]
    if f"VERSION {version} " not in (ROOT / "CMakeLists.txt").read_text():
        yield f"CMakeLists.txt:1: the version is not {version}, as in pyproject.toml"
    if json.loads((ROOT / "web" / "package.json").read_text())["version"] != version:
        yield f"web/package.json:1: the version is not {version}, as in pyproject.toml"
    if f"\n## {version}" not in (ROOT / "CHANGELOG.md").read_text():
        yield f"CHANGELOG.md:1: no entry for {version}"


def requirements() -> Iterator[str]:
    """requirements.in holds what pyproject.toml asks for, and the lock file hashes and no address."""
    asked = project()["dependencies"] + [
        each for group in project()["optional-dependencies"].values() for each in group
    ]
    held = {line.replace('"', "'") for line in (ROOT / "requirements.in").read_text().splitlines()}
    yield from (f"requirements.in:1: lacks {each}, which pyproject.toml asks for" for each in asked if each not in held)
    lock = (ROOT / "requirements.lock").read_text()
    if "://" in lock:
        yield "requirements.lock:1: holds an address"
    unhashed = re.findall(r"^[\w.-]+==[^\\\n]*$", lock, re.MULTILINE)
    yield from (f"requirements.lock:1: no hash for {each}" for each in unhashed)
    locked = {name.lower() for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    for line in held:
        name = REQUIREMENT_NAME.match(line)
        if name and name.group().lower() not in locked:
            yield f"requirements.lock:1: lacks {name.group()}: run `make lock`"


def origins(files: Iterable[Path]) -> Iterator[str]:
    """Each file of test data has its origin in a SOURCE.md beside or above it, which names it in backticks.

    A pattern (`differs-*.json`) or a folder (`odds/`) names all that match or lie in it.
    """
    data = ROOT / "tests" / "data"
    for path in files:
        if not path.is_relative_to(data) or path.name == "SOURCE.md":
            continue
        folders = [folder for folder in path.parents if folder.is_relative_to(data)]
        notes = [note.read_text(encoding="utf-8") for folder in folders if (note := folder / "SOURCE.md").is_file()]
        patterns = {pattern for note in notes for pattern in NAMED.findall(note)}
        names = {path.name, path.relative_to(data).as_posix()} | {f"{folder.name}/" for folder in folders}
        if not any(fnmatchcase(name, pattern) for name in names for pattern in patterns):
            yield f"{shown(path)}:1: no SOURCE.md says where it comes from"


def links(files: Iterable[Path]) -> Iterator[str]:
    """A page never points to a file that is not there."""
    for path in files:
        if path.suffix != ".md":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for target in LINK.findall(line):
                if "://" not in target and not (path.parent / target).exists():
                    yield f"{shown(path)}:{number}: links to {target}, which is not there"


def project() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return table


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main() -> int:
    files = tracked()
    breaches = [*forbidden_texts(files), *sizes(files), *versions(), *requirements(), *origins(files), *links(files)]
    print("\n".join(breaches) if breaches else f"house rules kept by {len(files)} files")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
