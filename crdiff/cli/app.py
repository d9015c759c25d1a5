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

from crdiff.cli.options import COMMAND, VARIABLE, Function, TextCommand, command, flag, help_of, is_asked
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by what they are for; a group without such sections lists all of its own."""
        if self.name != PROGRAM:
            super().format_commands(ctx, formatter)
            return
        for heading, names in _SECTIONS.items():
            found = ((name, self.get_command(ctx, name)) for name in names)
            with formatter.section(heading):
                formatter.write_dl([(name, each.get_short_help_str(90)) for name, each in found if each])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` begin with, or say which one was probably meant."""
        asked = args[0]
        if asked not in self.places and not asked.startswith("-"):
            near = _MEANT.get(asked) or next(iter(get_close_matches(asked, self.places, n=1)), "")
            known = f"did you mean {near!r}?" if near else f"expected one of {', '.join(self.places)}"
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


# Heading in the help text -> its commands.
_SECTIONS = {
    "Read the rules": ("show", "search", "history", "number", "blame"),
    "Compare releases and texts": ("whatsnew", "diff", "renumbering"),
    "Write a text": ("lint", "renumber", "review"),
    "Cite and quote": ("cite", "identify"),
    "Play and publish": ("checks", "site"),
    "Keep texts": ("corpus",),
}
_LESS_USED = ("parse", "explain", "stats", "book", "schema", "lsp", "mcp", "completion", "git-diff", "help")
_MODULES = {
    "comparing": ("parse", "diff", "explain", "git-diff"),
    "drafts": ("renumber", "review"),
    "corpus": ("corpus", "book"),
    "questions": ("history", "number", "show", "blame", "renumbering", "whatsnew", "search", "stats"),
    "app": ("help", "completion"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}
# Name of a command -> its module, in the order of the help text.
_PLACES = {name: _MODULE_OF.get(name, name) for names in (*_SECTIONS.values(), _LESS_USED) for name in names}
# What is called so here -> the verbs of git, ruff and others for it.
_VERBS = {
    "show": "cat checkout rule",
    "show --web": "browse open web",
    "history": "log",
    "blame": "annotate",
    "search": "find grep",
    "whatsnew": "changelog news status",
    "diff": "compare",
    "lint": "check",
    "lint --fix": "fix",
    "renumber": "format",
    "identify": "quote",
    "mcp": "server",
    "checks run": "test",
    "site build": "build",
    "site serve": "serve",
    "corpus add": "add init",
    "corpus export": "export",
    "corpus fetch": "fetch pull",
    "corpus list": "list ls",
    "--version": "version",
}
_MEANT = {verb: here for here, verbs in _VERBS.items() for verb in verbs.split()}
# Option that was, or that others have -> what it is here, of a command that takes that; scripts go on, and are told so.
_OPTIONS_NOW = {
    "--as-of": "--at",
    "--release": "--at",
    "--to": "--at",
    "--only": "--select",
    "--hide": "--ignore",
    "--base": "--against",
    "--since": "--from",
    "--update": "--today",
    "--exit-code": "--fail-on",
    "--out": "--output",
    "--statistics": "--stat",
    "--list-checks": "--explain=all",
    "--json": "--format=json",
    "--output-format": "--format",
}
# Option that may stand before the command too -> how many words it has there.
_ANYWHERE = {"--corpus": 2, "--book": 2, "--quiet": 1, "-q": 1}
_SINCE, _EXIT_CODE = "--since", "--exit-code"
# Command that had `--exit-code` -> what `--fail-on` has in its place.
_FAILING: Mapping[str | None, str] = {"diff": "any", "lint": "note"}
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

    Exit codes: 0, done; 1, lint, or an option such as --fail-on, found something; 2, crdiff could not run.

    'crdiff help --all' lists the commands for editors, programs and maintainers, too.

    Examples:
      crdiff show 702.19b --at 2015-01-01
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
        code = _run(arguments)
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


def _run(arguments: Sequence[str]) -> object:
    """Run a command line, each option of before read as what it is now."""
    while True:
        try:
            return app.main(args=list(arguments), prog_name="crdiff", standalone_mode=False)
        except click.NoSuchOption as error:
            arguments = _written_now(arguments, error)


def _written_now(arguments: Sequence[str], error: click.NoSuchOption) -> list[str]:
    """Return a command line with an option of before as it is written now, and tell it; or with one behind the command.

    Raises `error` where the command has nothing of the kind.
    """
    was, asked = error.option_name, error.ctx.command if error.ctx else app
    at = next((at for at, given in enumerate(arguments) if given.partition("=")[0] == was), None)
    if at is None:  # one of several letters in a word
        raise error
    value, after = arguments[at].split("=", 1)[1:], arguments[at + 1 :]
    if isinstance(asked, LazyGroup) and was in _ANYWHERE:
        begun = at + (1 if value else _ANYWHERE[was])
        if verb := next((each for each in range(begun, len(arguments)) if arguments[each] in asked.places), None):
            return [*arguments[:at], arguments[verb], *arguments[at:verb], *arguments[verb + 1 :]]
    now, takes = _OPTIONS_NOW.get(was, ""), {name for each in asked.params for name in each.opts}
    if was == _EXIT_CODE:
        now, value = (now, [_FAILING[asked.name]]) if asked.name in _FAILING else ("", [])
    if now.partition("=")[0] in takes or (now == "--at" and isinstance(asked, TextCommand)):
        written = [*arguments[:at], "=".join((now, *value)), *after]
    elif asked.name == "whatsnew" and was == _SINCE and (day := (value or after)[:1]):
        now = f"{day[0]}.."
        written = [arguments[0], now, *arguments[1:at], *after[not value :]]
    else:
        raise error
    note(f"crdiff: {was} is read as {' '.join((now, *value)) if was == _EXIT_CODE else now}")
    return written


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
@flag("--all everything", "List the commands for editors, programs and maintainers, too.")
@click.pass_context
def help_command(ctx: click.Context, names: tuple[str, ...], *, everything: bool) -> None:
    """Show what 'crdiff COMMAND --help' shows; without COMMAND, which commands there are.

    Examples:
      crdiff help
      crdiff help corpus add
    """
    root = ctx.find_root()
    if everything and isinstance(root.command, LazyGroup):
        found, formatter = ((name, root.command.get_command(ctx, name)) for name in _PLACES), ctx.make_formatter()
        formatter.write_dl([(name, each.get_short_help_str(90)) for name, each in found if each])
        print(formatter.getvalue(), end="")
        return
    root.command.main([*names, "--help"], prog_name=root.info_name, standalone_mode=False)


@command("completion", "Print the completion script of a shell.")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion_command(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands, options, numbers, titles and releases in a shell.

    Examples:
      crdiff completion bash > ~/.local/share/bash-completion/completions/crdiff
      crdiff completion zsh > "${fpath[1]}/_crdiff"
      crdiff completion fish > ~/.config/fish/completions/crdiff.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind
    print(kind(ctx.find_root().command, {}, PROGRAM, VARIABLE).source())
