"""Have a Chromium for the browser tests, or say how to get one.

Looks at ZAPATO_CHROMIUM, then for the usual names on PATH; as root on Debian or Ubuntu it installs
the distribution's package. Playwright's own download is not used: it is not reachable everywhere.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    asked = os.environ.get("ZAPATO_CHROMIUM")
    if asked:
        return shutil.which(asked)
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (
        ["update", "-qq"],
        ["install", "-qq", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"],
    ):
        subprocess.run(["apt-get", *arguments], check=True, env=environment, stdout=subprocess.DEVNULL)


def main() -> int:
    found = find()
    if found is None and not os.environ.get("ZAPATO_CHROMIUM") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("No Chromium here; installing Debian's package", flush=True)
        try:
            install()
        except subprocess.CalledProcessError as error:
            print(f"installing Chromium failed: {error}", file=sys.stderr)
        found = find()
    if found is None:
        print(
            "The browser tests need Chromium: install it (Debian, Ubuntu: sudo apt-get install chromium) "
            "or name it in ZAPATO_CHROMIUM.",
            file=sys.stderr,
        )
        return 1
    print(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
