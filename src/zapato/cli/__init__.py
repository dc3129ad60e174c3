"""The command line: parses, calls a room, prints.

One file per command: `cli/edge.py` is `zapato edge`. Such a file opens with a docstring whose first
line is the command's summary, and holds `command`: a function, or a `cyclopts.App` where the command
has commands of its own. A function returns None or an exit code. Files whose name starts with an
underscore are helpers. Nothing is registered anywhere, and only the command that was asked for is
imported: `zapato edge` must answer in a fraction of a second.

Exit codes: 0 done, 1 done with an answer such as "differs", 2 bad input, 130 stopped by Ctrl-C.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path

from cyclopts import App
from cyclopts.exceptions import CycloptsError, MissingArgumentError

BAD_INPUT = 2
INTERRUPTED = 130


class CommandError(Exception):
    """A command can't do what was asked; the message, one sentence, says what to do about it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and leave the process with its exit code."""
    raise SystemExit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command; what goes wrong becomes one line on stderr and an exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal or pipe whose letters lack ♠ gets it spelt out, as stderr does, and no traceback.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = build_app()(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`zapato chart thot | head`): no fault, but stdout must not be flushed again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if not is_bad_input(error):
            raise
        print(f"zapato: {one_line(error)}", file=sys.stderr)
        return BAD_INPUT
    return code if isinstance(code, int) else 0


def build_app() -> App:
    """The app with every command of this folder, none of them imported yet."""
    app = App(
        name="zapato",
        help="Blackjack in the Salón de Thot: play, exact odds, simulation.",
        version=_version,
        suppress_keyboard_interrupt=False,
    )
    for name, summary in command_summaries():
        app.command(f"{__name__}.{name}:command", name=name.replace("_", "-"), help=summary)
    return app


def command_summaries() -> Iterator[tuple[str, str]]:
    """Each command's file name without its ending, and the first line of the file's docstring."""
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        with path.open(encoding="utf-8") as source:
            yield path.stem, source.readline().strip().strip('"')


def is_bad_input(error: Exception) -> bool:
    """Whether the caller can mend it: a refused argument, a file's fault, a typed error of our rooms.

    A bare ValueError is not among them: that is a fault of ours and deserves its traceback.
    """
    if isinstance(error, CycloptsError | CommandError):
        return True
    if isinstance(error, OSError):
        return error.filename is not None
    return isinstance(error, ValueError) and type(error).__module__.startswith("zapato.")


def one_line(error: Exception) -> str:
    """The error's message without line breaks; a file's fault starts with the file's name."""
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, MissingArgumentError) and not error.tokens_so_far and error.argument is not None:
        # The library's own words are those for an option without its value.
        return f"{error.argument.name} needs a value"
    return " ".join(str(error).split())


def _version() -> str:
    from importlib.metadata import version

    return version("zapato")
