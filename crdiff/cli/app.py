"""The command ``crdiff``: which commands there are, and how a run ends.

A run never ends in a traceback for something a user can cause: errors are one line on stderr and exit code 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from crdiff.cli.completing import VARIABLE, is_asked
from crdiff.cli.lazy import LazyGroup
from crdiff.cli.options import examples
from crdiff.cli.output import ReaderGoneError, forget_stdout, note
from crdiff.errors import CrdiffError
from crdiff.text.hidden import shown_on_a_line
from crdiff.version import __version__

COMMANDS = {
    "parse": "crdiff.cli.parse.command",
    "diff": "crdiff.cli.diff.command",
    "explain": "crdiff.cli.explain.command",
    "lint": "crdiff.cli.lint.command",
    "renumber": "crdiff.cli.renumber.command",
    "review": "crdiff.cli.review.command",
    "corpus": "crdiff.cli.corpus.command",
    "history": "crdiff.cli.history.command",
    "number": "crdiff.cli.number.command",
    "show": "crdiff.cli.show.command",
    "blame": "crdiff.cli.blame.command",
    "renumbering": "crdiff.cli.renumbering.command",
    "whatsnew": "crdiff.cli.whatsnew.command",
    "search": "crdiff.cli.search.command",
    "stats": "crdiff.cli.stats.command",
    "identify": "crdiff.cli.identify.command",
    "cite": "crdiff.cli.cite.command",
    "checks": "crdiff.cli.checks.command",
    "site": "crdiff.cli.site.command",
    "git-diff": "crdiff.cli.git_diff.command",
    "schema": "crdiff.cli.schema.command",
    "help": "crdiff.cli.help.command",
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
    COMMANDS, name="crdiff", help=_HELP, epilog=examples("crdiff parse rules.txt", "crdiff diff old.txt new.txt", "crdiff diff --help"), context_settings={"help_option_names": ["-h", "--help"]}
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
