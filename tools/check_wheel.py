"""The newest wheel in the folder given holds kernel, stub, front end, and every source and data file of the package.

A wheel that lacks one of them installs without a word and fails at its user's.
"""

import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "zapato"


def missing(names: set[str]) -> list[str]:
    sources = {
        f"zapato/{path.relative_to(PACKAGE).as_posix()}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in {".pyc", ".so"}
    }
    absent = sorted(sources - names)
    if not any(name.startswith("zapato/_kernel.") and not name.endswith(".pyi") for name in names):
        absent.append("zapato/_kernel (the compiled module)")
    absent += [name for name in ("zapato/_kernel.pyi", "zapato/server/static/index.html") if name not in names]
    return absent


def main(folder: Path) -> int:
    wheels = sorted(folder.glob("zapato-*.whl"), key=lambda wheel: wheel.stat().st_mtime)
    if not wheels:
        print(f"no wheel in {folder}", file=sys.stderr)
        return 1
    with ZipFile(wheels[-1]) as wheel:
        names = wheel.namelist()
    faults = [f"lacks {name}" for name in missing(set(names))]
    faults += [f"holds {name} twice" for name in sorted({name for name in names if names.count(name) > 1})]
    for fault in faults:
        print(f"{wheels[-1].name} {fault}")
    if not faults:
        print(f"{wheels[-1].name} is whole: {len(names)} files")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
