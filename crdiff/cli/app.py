"""The command ``crdiff``: which commands there are, and how a run ends.

A run never ends in a traceback for something a user can cause: errors are one line on stderr and exit code 2. A
command's module is imported only when it is asked for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from crdiff.cli.options import COMMAND, VARIABLE, Function, command, help_of, is_asked
from crdiff.cli.output import ReaderGoneError, forget_stdout, note
from crdiff.errors import CrdiffError
from crdiff.text.hidden import shown_on_a_line
from crdiff.version import __version__


class LazyGroup(click.Group):
    """A click group over `places`: name of a command -> the module of `crdiff.cli` that it is in.

    There it is called ``history_command``, in a group ``corpus_add_command``. Commands are listed in the order of the
    table, which is the order a newcomer needs them in.
    """

    def __init__(self, name: str, places: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(name, no_args_is_help=False, **attributes)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return the names of all commands."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's signature
        """Return the command called `cmd_name`, importing its module; None where there is none."""
        if cmd_name not in self.places:
            return None
        way = cmd_name if self.name == PROGRAM else f"{self.name}_{cmd_name}"
        found = getattr(import_module(f"crdiff.cli.{self.places[cmd_name]}"), f"{way.replace('-', '_')}_command")
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` begin with, or say which one was probably meant."""
        asked = args[0]
        if asked not in self.places and not asked.startswith("-"):
            near = get_close_matches(asked, self.places, n=1)
            known = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(self.places)}"
            ctx.fail(f"no command {asked!r}; {known}")
        return super().resolve_command(ctx, args)


def group(name: str, short: str, commands: Sequence[str], **elsewhere: str) -> Callable[[Function], LazyGroup]:
    """Make a group of some commands, which says of itself what the docstring of a function says.

    `elsewhere` has the modules of those commands that are not in the one called like the group.
    """

    def decorate(function: Function) -> LazyGroup:
        places = {each: elsewhere.get(each, name) for each in commands}
        return LazyGroup(name, places, short_help=short, **help_of(function))

    return decorate


# Name of a command -> its module, in the order of the help text.
_PLACES = {
    **dict.fromkeys(("parse", "diff", "explain"), "comparing"),
    "lint": "lint",
    **dict.fromkeys(("renumber", "review"), "drafts"),
    **dict.fromkeys(("corpus", "book"), "corpus"),
    **dict.fromkeys(("history", "number", "show", "blame", "renumbering", "whatsnew", "search", "stats"), "questions"),
    **{name: name for name in ("identify", "cite", "checks", "site", "lsp", "mcp")},
    "git-diff": "comparing",
    "schema": "schema",
    "help": "app",
}
PROGRAM = "crdiff"
FAILED = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


@click.version_option(__version__, prog_name=PROGRAM)
@group(PROGRAM, "", [*_PLACES], **_PLACES)
def app() -> None:
    """Parse, compare and cite the Magic: The Gathering Comprehensive Rules, clause by clause.

    A TEXT is a file, - for standard input, a release date such as 2009-07-11, the name of an edition
    (see 'crdiff corpus list'), or git:REV:path for a file in a git repository.

    Exit codes: 0 done, 1 only where an option asks for it, 2 could not run.

    Examples:
      crdiff parse rules.txt
      crdiff diff old.txt new.txt
      crdiff diff --help
    """


app.context_settings = {"help_option_names": ["-h", "--help"]}


def run(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code of the process."""
    _speak_utf8()
    if is_asked():
        return _complete()
    if not arguments:
        print(app.get_help(click.Context(app, info_name="crdiff", **app.context_settings)), file=sys.stderr)
        return FAILED
    try:
        code = app.main(args=list(arguments), prog_name="crdiff", standalone_mode=False)
    except CrdiffError as error:
        return _fail(line_of(error))
    except click.ClickException as error:
        return _fail(f"crdiff: {_one_line(error.format_message())}{_hint(error)}")
    except (click.Abort, KeyboardInterrupt):
        print("crdiff: interrupted", file=sys.stderr)
        return INTERRUPTED
    except ReaderGoneError:
        forget_stdout()
        return PIPE_CLOSED
    except Exception as error:  # Python would end with 1, which says that a difference was found
        return _fail(line_of(error))
    return code if isinstance(code, int) else 0


def _complete() -> int:
    """Answer the shell that asks for completions; whatever goes wrong, nothing is printed into the line being typed."""
    try:
        app.main(args=[], prog_name="crdiff", complete_var=VARIABLE, standalone_mode=False)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else FAILED
    except Exception:
        return FAILED
    return FAILED


def _speak_utf8() -> None:
    """Make both streams UTF-8 with LF line ends, whatever the locale: same input, same bytes."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _fail(line: str) -> int:
    note(line)
    return FAILED


def line_of(error: Exception) -> str:
    """Return the line that tells a person of an error."""
    if isinstance(error, CrdiffError):
        return str(error) if error.path else f"crdiff: {error}"
    return _explain(error) if isinstance(error, OSError) else _mistake(error)


def _mistake(error: Exception) -> str:
    """Return the line for an error that nobody foresaw; the traceback too, where the environment asks for it."""
    if os.environ.get("CRDIFF_TRACEBACK"):
        from traceback import format_exception

        return "".join(format_exception(error))
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return f"crdiff: a mistake of ours ({what}); CRDIFF_TRACEBACK=1 shows where, for a report"


def _one_line(message: str) -> str:
    line = " ".join(message.split()).rstrip(".")
    return line[:1].lower() + line[1:]


def _hint(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" (see '{context.command_path} --help')" if context else ""


def _explain(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"{shown_on_a_line(str(error.filename))}: {reason}" if error.filename else f"crdiff: {reason}"


@command("help", "Show the help of a command.")
@click.argument("names", nargs=-1, metavar="[COMMAND]...", type=COMMAND)
@click.pass_context
def help_command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Show what 'crdiff COMMAND --help' shows; without COMMAND, which commands there are.

    Examples:
      crdiff help
      crdiff help corpus add
    """
    root = ctx.find_root()
    root.command.main([*names, "--help"], prog_name=root.info_name, standalone_mode=False)
