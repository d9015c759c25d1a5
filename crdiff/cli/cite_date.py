"""``crdiff cite date``: which release citations were written for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import TYPE_CHECKING

import click

from crdiff.cli.citing import CiteQuestion, asks_citations, judged_tree
from crdiff.cli.naming import GIT
from crdiff.cli.options import ROWS, answers, examples
from crdiff.cli.output import Output
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.cite.checking import CheckedNumber, CitingText

_BY = ("tree", "dir", "file", "commit")
_ID = 12
"""Digits of the id of a commit that are shown."""


@click.command(
    "date",
    short_help="Say which release citations were written for.",
    epilog=examples(
        "crdiff cite date",
        "crdiff cite date src --by file",
        "crdiff cite date --by commit",
        "crdiff cite date git:v1.0",
    ),
)
@asks_citations(at_said="Consider releases up to this one.")
@click.option("--by", type=click.Choice(_BY), default="tree", show_default=True, help="What to date.")
@answers(*ROWS, default="text")
def command(*, question: CiteQuestion, by: str, output: Output) -> int:
    """Say which releases fit the citations under each PATH best, and what says so.

    A release fits a number that was a clause in it, and, with texts in the corpus, a number that named in it what the
    words beside it are about. Where two citations exclude each other, the tree is mixed, and both are named.
    """
    from crdiff.cite.dating import date_by
    from crdiff.reports.cite_date import CiteDates, date_answer, date_text

    if by == "commit" and any(path.startswith(GIT) for path in question.paths):
        raise UsageError("--by commit asks who wrote the lines that are there", "files and folders, no git:REV")
    judged = judged_tree(question, output)
    name = " ".join(question.paths) or "."
    keys: dict[str, Callable[[CheckedNumber], str]] = {"tree": lambda _: name, "dir": _folder, "file": _file}
    if by == "commit":
        keys["commit"] = _commits({checked.text.name: checked.text for checked in judged.tree.numbers}.values())
    parts = tuple(date_by(judged.tree.numbers, keys[by], judged.numbering, judged.tree.at))
    dates = CiteDates(by, parts, judged.numbering, judged.judged_by)
    output.answer(lambda: date_answer(dates), text=lambda: date_text(dates, colour=output.has_colour))
    return 0


def _file(checked: CheckedNumber) -> str:
    return checked.text.name


def _folder(checked: CheckedNumber) -> str:
    return PurePath(checked.text.name).parent.as_posix()


def _commits(texts: Iterable[CitingText]) -> Callable[[CheckedNumber], str]:
    """Return what names the commit that wrote the line of a citation: its day and the beginning of its id."""
    from crdiff.cite_tree.blame import blamed_lines, lines_cited

    named: dict[tuple[str, int], str] = {}
    for text in texts:
        lines = lines_cited(text, blamed_lines(text.name))
        for group, line in zip(text.groups, lines, strict=True):
            said = f"{line.day or 'before'} {line.commit[:_ID]}" if line.commit else "not committed"
            named[text.name, group.start] = said
    return lambda checked: named[checked.text.name, checked.group.start]
