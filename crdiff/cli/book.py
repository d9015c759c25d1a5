"""``crdiff book``: describe a rule book that does not come with crdiff."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from crdiff.cli.app import group
from crdiff.cli.completing import FILE
from crdiff.cli.options import command
from crdiff.cli.output import Output
from crdiff.errors import UsageError

if TYPE_CHECKING:
    from crdiff.dialects.proposal import Proposal

_SHOWN_MAX = 5
"""Lines of a text that are shown of those that were not read."""


@group("book", "Describe another rule book.", ("new",))
def book_command() -> None:
    """Describe a rule book that does not come with crdiff, in a folder that --book names.

    Example:
      crdiff book new ./chess laws-2018.txt laws-2023.txt
    """


@command("new", "Propose a description from texts.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("files", metavar="TEXT...", nargs=-1, required=True, type=FILE)
def book_new_command(folder: Path, files: Sequence[str]) -> None:
    """Look at the TEXTs of a rule book, and write DIR/book.toml under which most of their lines are read.

    What it could not read is told, and what you should put right: the words for the book, and its owner. A book.toml
    that is there already is left alone.

    Examples:
      crdiff book new ./chess laws.txt
      crdiff parse laws.txt --book ./chess
    """
    from crdiff.dialects.proposal import propose
    from crdiff.output.atomic_file import write_whole
    from crdiff.store.text_file import read_given
    from crdiff.store.texts.books import STATED, book_toml

    path = folder / STATED
    if path.exists():
        raise UsageError(f"{path} is there already", "a folder without one")
    proposal = propose(folder.resolve().name, [(file, read_given(Path(file))) for file in files])
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, book_toml(proposal.book).encode())
    Output("text", None, quiet=False).write(f"{_told(proposal)}\nwritten: {path}\n")


def _told(proposal: Proposal) -> str:
    """Return how each text is read, and what is left to do."""
    lines: list[str] = []
    for text in proposal.texts:
        release = text.release
        dated = f"effective {release.effective}" if release.effective else "no date found: name the file after its day"
        lines.append(f"{text.name}: {len(release.placements):,} clauses read, {dated}")
        if text.unread:
            lines.append(f"  {len(text.unread):,} lines look numbered and are read as text, such as")
            lines += [f"    line {at}: {said[:70]}" for at, said in text.unread[:_SHOWN_MAX]]
    return "\n".join((*lines, "Put right what the book is called, who owns it, and what has to be said of that."))
