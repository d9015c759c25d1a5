"""Every command of the command line as a user of an archive calls it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from crdiff.cli.app import LazyGroup, app
from tests.abroad.conftest import Abroad

# Command -> how it is called. Words in capitals stand for what an archive has; see `filled`.
COMMAND_LINES = {
    "parse": ("NEW", "DRAFT", "FILE"),
    "diff": ("OLD NEW", "NEW OLD", "FILE DRAFT", "DRAFT DRAFT", "NEW DRAFT --select review", "720-mtg-wiki DRAFT"),
    "explain": ("OLD NEW NUMBER", "FILE DRAFT NUMBER"),
    "lint": ("NEW", "DRAFT --against NEW", "NEW --against corpus", "DRAFT --against OLD --fail-on never"),
    "review": ("OLD NEW", "NEW DRAFT", "FILE DRAFT"),
    "corpus list": ("",),
    "corpus verify": ("",),
    "corpus build": ("",),
    "history": ("NUMBER", "HEADING", "HEADING --at NEW", "507.4 --at 2008-03-17"),
    "number": ("NUMBER", "HEADING", "720", "507.4", "720.5"),
    "show": ("NUMBER", "HEADING", "NUMBER --at NEW", "--at DAY", "--at latest"),
    "blame": ("NUMBER", "NUMBER --at latest"),
    "renumbering": ("OLD NEW", "NEW OLD", "OLD NEW --all"),
    "whatsnew": ("DAY..", "2030-01-01..", "DAY..NEW HEADING --all", ""),
    "search": ("player", "player --at DAY", "controller --all", "nowhere-in-any-text"),
    "stats": ("",),
    "cite check": ("CITING", "CITING --from 2010-07-16 --at 2024-06-07"),
    "cite update": ("CITING --from 2010-07-16 --at 2024-06-07",),
    "cite date": ("CITING --by file",),
    "cite list": ("CITING",),
    "checks status": ("CHECKS", "CHECKS --against DRAFT --base NEW"),
    "checks run": ("CHECKS",),
    "checks show": ("NUMBER CHECKS", "720.5 CHECKS"),
    "help": ("", "history", "--all"),
    "completion": ("bash", "zsh", "fish"),
    "git-diff": ("rules.txt FILE 5e1c309 100644 DRAFT d670460 100644",),
}

# Command -> why it is not called on archives.
LEFT_OUT = {
    "corpus add": "making the archives adds to them",
    "book new": "reads texts of other rules; tests/golden/sessions/describing.txt",
    "corpus fetch": "needs a network; tests/store/test_fetch.py",
    "corpus choose": "writes into the archive; tests/store/texts/test_texts.py",
    "corpus remove": "would take the archive away; tests/golden/sessions/corpus.txt",
    "corpus name": "writes into the archive; tests/golden/sessions/corpus.txt",
    "cite collect": "needs a network; tests/cli/test_citing.py",
    "cite explain": "needs the line of a citation; tests/golden/sessions/citations.txt",
    "cite baseline": "writes into the checkout; tests/golden/sessions/citing-in-git.txt",
    "cite release-day": "needs a service; tests/golden/sessions/release-day.txt",
    "checks import": "reads results of tests; tests/golden/sessions/importing.txt",
    "checks mutate": "takes minutes; tests/cli/test_checks.py",
    "identify": "reads a page that quotes rules; tests/cli/test_identify.py",
    "renumber": "reads a draft with open labels; tests/golden/sessions/renumbering.txt",
    "checks accept": "writes into the checkout; tests/cli/test_checks.py",
    "site build": "tests/abroad/test_sites.py",
    "site serve": "does not end; tests/cli/test_site_preview.py",
    "corpus export": "writes files; tests/dataset/test_files.py",
    "mcp": "talks with a client; tests/mcp/test_conversation.py",
    "lsp": "talks with an editor; tests/lsp/test_conversation.py",
    "schema": "has nothing to do with an archive",
}


def leaves(group: LazyGroup = app, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield each command that does something, with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        words = f"{path} {name}".strip()
        if isinstance(command, click.Group):
            yield from leaves(command, words)  # type: ignore[arg-type]
        else:
            yield words, command


def forms(command: click.Command) -> tuple[str, ...]:
    """Return the values of ``--format``, none where the command has no such option."""
    options = [option for option in command.params if "--format" in option.opts]
    return tuple(options[0].type.choices) if options else ()  # type: ignore[attr-defined]


def formats_table() -> str:
    """Return the table of the documentation: the commands that write an answer, and the formats of each."""
    every = {words: forms(command) for words, command in leaves() if len(forms(command)) > 1}
    columns = sorted({form for found in every.values() for form in found}, key=_FORMATS.index)
    rows = [["command", *columns], ["---", *["---"] * len(columns)]]
    rows += [[f"`{words}`", *("✓" if form in found else "" for form in columns)] for words, found in every.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


_FORMATS = (
    *("text", "json", "jsonl", "csv", "markdown", "html", "github", "junit", "sarif", "rdjsonl", "diff", "tree"),
    *("badge", "sqlite", "parquet"),
)


_CAPITALS = re.compile("[A-Z]+")


def filled(line: str, abroad: Abroad) -> list[str]:
    """Return the words of a command line, with what the archive has in place of the words in capitals.

    An archive without texts gets names of releases that nobody holds.
    """
    days = sorted(abroad.files) or ["2009-07-11", "2024-11-08"]
    words = {
        "OLD": days[0] if len(days) == 1 else days[-2],
        "NEW": days[-1],
        "DAY": days[0] if abroad.files else days[-1],  # what is new of fifteen years takes seconds
        "FILE": str(next(reversed(abroad.files.values()), abroad.draft)),
        "DRAFT": str(abroad.draft),
        "CITING": "site/cite.md",
        "NUMBER": abroad.number,
        "HEADING": abroad.number.split(".")[0],
        "CHECKS": "tests/rules/test_when_control_begins_and_ends.py",
    }
    return [_CAPITALS.sub(lambda found: words.get(found[0], found[0]), word) for word in line.split()]
