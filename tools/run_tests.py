"""Run every kind of test, or the parts named as arguments, and add up what happened.

A part that fails does not stop the next one: a red run shows all that is red. Each tool writes a
JUnit file, so that the last line counts tests of all kinds: "N passed, N failed".
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build" / "results"
KERNEL_BUILD = ROOT / "build" / "kernel-tests"


@dataclass(frozen=True)
class Count:
    """Tests of one part by outcome."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)


TOOLS = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
"""The environment with the tools of our own .venv first, whoever called."""


def run(*command: str, cwd: Path = ROOT) -> bool:
    print(f"\n$ {' '.join(command)}", flush=True)
    program = shutil.which(command[0], path=TOOLS["PATH"]) or command[0]
    return subprocess.run([program, *command[1:]], cwd=cwd, check=False, env=TOOLS).returncode == 0


def count_junit(report: Path, succeeded: bool) -> Count:
    """What the report says; a tool that failed without naming a failed test counts as one failure."""
    count = Count()
    if report.exists():
        for case in ET.parse(report).iter("testcase"):
            outcomes = {child.tag for child in case}
            if outcomes & {"failure", "error"}:
                count += Count(failed=1)
            elif "skipped" in outcomes or case.get("status") == "notrun":
                count += Count(skipped=1)
            else:
                count += Count(passed=1)
    if not succeeded and count.failed == 0:
        count += Count(failed=1)
    return count


def count_commands(*commands: tuple[Path, tuple[str, ...]]) -> Count:
    results = [run(*command, cwd=cwd) for cwd, command in commands]
    return Count(passed=results.count(True), failed=results.count(False))


def checks() -> Count:
    web = ROOT / "web"
    return count_commands(
        (ROOT, ("ruff", "check", ".")),
        (ROOT, ("ruff", "format", "--check", ".")),
        (ROOT, ("mypy",)),
        (ROOT, ("lint-imports", "--no-logo")),
        (ROOT, (sys.executable, "tools/house_rules.py")),
        (ROOT, (sys.executable, "tools/wire_types.py", "--check")),
        (ROOT, ("make", "--silent", "wheel")),
        (web, ("npm", "run", "--silent", "lint")),
        (web, ("npm", "run", "--silent", "format:check")),
    )


def pytest(name: str, *arguments: str) -> Count:
    report = RESULTS / f"{name}.xml"
    done = run(sys.executable, "-m", "pytest", f"--junitxml={report}", *arguments)
    return count_junit(report, done)


def python() -> Count:
    workers = str(min(os.cpu_count() or 1, 4))
    examples = ("--doctest-glob=*.md", "README.md", "docs")
    return pytest("python", "-n", workers, "-m", "not browser", "tests", *examples)


def browser() -> Count:
    if not run(sys.executable, "tools/chromium.py"):
        return Count(failed=1)
    return pytest("browser", "-m", "browser")


def kernel() -> Count:
    report = RESULTS / "kernel.xml"
    done = (
        run(
            "cmake", "-G", "Ninja", "-S", ".", "-B", str(KERNEL_BUILD),
            "-DZAPATO_PYTHON=OFF", "-DZAPATO_WEB=OFF", "-DZAPATO_KERNEL_TESTS=ON",
        )
        and run("cmake", "--build", str(KERNEL_BUILD))
        and run("ctest", "--test-dir", str(KERNEL_BUILD), "--output-on-failure", "--output-junit", str(report))
    )  # fmt: skip
    return count_junit(report, done)


def web() -> Count:
    report = RESULTS / "web.xml"
    done = run(
        "npm", "run", "--silent", "test", "--",
        "--reporter=default", "--reporter=junit", f"--outputFile.junit={report}",
        cwd=ROOT / "web",
    )  # fmt: skip
    return count_junit(report, done) + count_commands((ROOT / "web", ("npm", "run", "--silent", "check")))


PARTS = {"checks": checks, "kernel": kernel, "web": web, "python": python, "browser": browser}


def report_lines(counts: dict[str, tuple[Count, float]]) -> Iterator[str]:
    for name, (count, seconds) in counts.items():
        yield f"{name:<9}{count.passed:>7} passed{count.failed:>6} failed{count.skipped:>6} skipped{seconds:>8.1f} s"
    total = sum((count for count, _ in counts.values()), Count())
    yield f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped"


def main(names: list[str]) -> int:
    unknown = sorted(set(names) - set(PARTS))
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    chosen = names or list(PARTS)
    counts: dict[str, tuple[Count, float]] = {}
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    for name in chosen:
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        count = PARTS[name]()
        counts[name] = (count, time.monotonic() - start)
    print()
    print("\n".join(report_lines(counts)), flush=True)
    return 1 if any(count.failed for count, _ in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
