"""The command line's promises that hold for every command: summaries, one-line errors, exit codes."""

import os
import subprocess
import sys
from importlib import import_module

import pytest
from cyclopts import App

from zapato import cli
from zapato.cli import command_summaries


def zapato(*arguments):
    return subprocess.run(
        [sys.executable, "-c", "from zapato.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def extra_command(monkeypatch, tmp_path):
    """Puts a module `probe` with the given body among the commands."""

    def add(body):
        monkeypatch.setattr(cli, "__file__", str(tmp_path / "__init__.py"))
        monkeypatch.setattr(cli, "__path__", [str(tmp_path)])
        monkeypatch.delitem(sys.modules, "zapato.cli.probe", raising=False)
        (tmp_path / "probe.py").write_text(f'"""Try something."""\n{body}\n')

    yield add
    sys.modules.pop("zapato.cli.probe", None)


def test_every_command_file_is_a_command():
    """The help shows a file's first line, and its `command` is what runs."""
    for name, summary in command_summaries():
        assert summary.endswith("."), f"cli/{name}.py opens with a one-line docstring"
        command = import_module(f"zapato.cli.{name}").command
        assert isinstance(command, App) or callable(command)


def test_version_is_the_package_s():
    """What a bug report quotes."""
    from importlib.metadata import version

    assert version("zapato") == zapato("--version").stdout.strip()


def test_help_lists_commands():
    """Help must work without importing what the commands need."""
    done = zapato("--help")
    assert 0 == done.returncode
    assert all(name.replace("_", "-") in done.stdout for name, _ in command_summaries())


@pytest.mark.parametrize("arguments", [["nosuch"], ["--nosuch"]])
def test_bad_input_gives_one_line_and_code_2(arguments):
    """No traceback for a slip of the keyboard."""
    done = zapato(*arguments)
    assert 2 == done.returncode
    assert "" == done.stdout
    assert 1 == done.stderr.count("\n")
    assert done.stderr.startswith("zapato: ")


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("def command() -> int: return 1", 1, ""),
        ("def command() -> None: pass", 0, ""),
        ("def command(*, up: str) -> None: pass", 2, "zapato: --up needs a value\n"),
        (
            "def command() -> None: open('/nonexistent/file')",
            2,
            "zapato: /nonexistent/file: No such file or directory\n",
        ),
        (
            "from zapato.cli import CommandError\ndef command() -> None: raise CommandError('two\\nlines')",
            2,
            "zapato: two lines\n",
        ),
        (
            "from zapato.cards import parse_card\ndef command() -> None: parse_card('1x')",
            2,
            "zapato: '1x' is not a card",
        ),
        ("def command() -> None: raise KeyboardInterrupt", 130, ""),
    ],
)
def test_outcomes_become_exit_codes(extra_command, capsys, body, code, said):
    """Each way in which a command can end, as a script sees it."""
    extra_command(body)

    assert code == cli.run(["probe"])
    assert capsys.readouterr().err.startswith(said)


def test_our_own_faults_keep_their_traceback(extra_command):
    """A bare ValueError is a fault of the program, not of whoever typed the command."""
    extra_command("def command() -> None: raise ValueError('ours')")

    with pytest.raises(ValueError, match="ours"):
        cli.run(["probe"])


def test_a_command_imports_only_itself():
    """`zapato edge` has 0.4 s for the whole process: no other command's imports may come along."""
    code = "import sys; from zapato.cli import run; run(['--version']); print(*sys.modules)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "litestar", "sqlalchemy", "matplotlib", "uvicorn"} & set(done.stdout.split())


def test_a_terminal_without_suit_signs_gets_them_spelt_out(tmp_path):
    """♥ in a Latin-1 terminal or a Windows pipe ended in a traceback, and in exit code 1, which means «differs»."""
    record = tmp_path / "round.json"
    record.write_text(
        '{"format": "zapato.round/1", "rules": "thot", "cards": "Ts 7h 9d Kc", "bets": '
        '[{"box": 1, "player": "ana", "amount": 100}], "moves": [{"box": 1, "move": "stand"}]}'
    )
    done = subprocess.run(
        [sys.executable, "-c", "from zapato.cli import main; main()", "replay", str(record)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert "7\\u2665 K\\u2663" in done.stdout
