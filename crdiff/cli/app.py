"""The command ``crdiff``: which commands there are, and how a run ends.

A run never ends in a traceback for something a user can cause: errors are one line on stderr and exit code 2. A
command's module is imported only when it is asked for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from crdiff.cli.completing import COMMAND, VARIABLE, is_asked
from crdiff.cli.options import examples
from crdiff.cli.output import ReaderGoneError, forget_stdout, note
from crdiff.errors import CrdiffError
from crdiff.text.hidden import shown_on_a_line
from crdiff.version import __version__


class LazyGroup(click.Group):
    """A click group over `places`: name of a command -> module and name of the function that it is.

    Commands are listed in the order of the table, which is the order a newcomer needs them in.
    """

    def __init__(self, places: Mapping[str, str], **attributes: Any) -> None:
        super().__init__(no_args_is_help=False, **attributes)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return the names of all commands."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's signature
        """Return the command called `cmd_name`, importing its module; None where there is none."""
        if cmd_name not in self.places:
            return None
        module, _, name = self.places[cmd_name].rpartition(".")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command

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


COMMANDS = {
    "parse": "crdiff.cli.comparing.parse_command",
    "diff": "crdiff.cli.comparing.diff_command",
    "explain": "crdiff.cli.comparing.explain_command",
    "lint": "crdiff.cli.lint.lint_command",
    "renumber": "crdiff.cli.drafts.renumber_command",
    "review": "crdiff.cli.drafts.review_command",
    "corpus": "crdiff.cli.corpus.corpus_group",
    "history": "crdiff.cli.questions.history_command",
    "number": "crdiff.cli.questions.number_command",
    "show": "crdiff.cli.questions.show_command",
    "blame": "crdiff.cli.questions.blame_command",
    "renumbering": "crdiff.cli.questions.renumbering_command",
    "whatsnew": "crdiff.cli.questions.whatsnew_command",
    "search": "crdiff.cli.questions.search_command",
    "stats": "crdiff.cli.questions.stats_command",
    "identify": "crdiff.cli.identify.identify_command",
    "cite": "crdiff.cli.cite.cite_group",
    "checks": "crdiff.cli.checks.checks_group",
    "site": "crdiff.cli.site.site_group",
    "git-diff": "crdiff.cli.git_diff.git_diff_command",
    "schema": "crdiff.cli.schema.schema_command",
    "help": "crdiff.cli.app.help_command",
}
"""Name of a command -> its place, in the order of the help text."""

FAILED = 2
INTERRUPTED = 130
PIPE_CLOSED = 141

_HELP = """Parse, compare and cite the Magic: The Gathering Comprehensive Rules, clause by clause.

A TEXT is a file, - for standard input, a release date such as 2009-07-11, the name of an edition
(see 'crdiff corpus list'), or git:REV:path for a file in a git repository.

Exit codes: 0 done, 1 only where an option asks for it, 2 could not run.
"""

app = LazyGroup(
    COMMANDS,
    name="crdiff",
    help=_HELP,
    epilog=examples("crdiff parse rules.txt", "crdiff diff old.txt new.txt", "crdiff diff --help"),
    context_settings={"help_option_names": ["-h", "--help"]},
)
app = click.version_option(__version__, prog_name="crdiff")(app)


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
        return _fail(str(error) if error.path else f"crdiff: {error}")
    except click.UsageError as error:
        return _fail(f"crdiff: {_one_line(error.format_message())}{_hint(error)}")
    except click.ClickException as error:
        return _fail(f"crdiff: {_one_line(error.format_message())}")
    except (click.Abort, KeyboardInterrupt):
        print("crdiff: interrupted", file=sys.stderr)
        return INTERRUPTED
    except ReaderGoneError:
        forget_stdout()
        return PIPE_CLOSED
    except OSError as error:
        return _fail(_explain(error))
    except Exception as error:  # Python would end with 1, which says that a difference was found
        return _fail(_mistake(error))
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


def _hint(error: click.UsageError) -> str:
    return f" (see '{error.ctx.command_path} --help')" if error.ctx else ""


def _explain(error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"{shown_on_a_line(str(error.filename))}: {reason}" if error.filename else f"crdiff: {reason}"


@click.command(
    "help", short_help="Show the help of a command.", epilog=examples("crdiff help", "crdiff help corpus add")
)
@click.argument("names", nargs=-1, metavar="[COMMAND]...", type=COMMAND)
@click.pass_context
def help_command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Show what 'crdiff COMMAND --help' shows; without COMMAND, which commands there are."""
    root = ctx.find_root()
    root.command.main([*names, "--help"], prog_name=root.info_name, standalone_mode=False)
