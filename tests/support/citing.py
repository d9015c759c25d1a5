"""Texts that cite the rules, and what the numbers and clauses of all releases are."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

from crdiff import read
from crdiff.cite.checking import CitingText
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner
from crdiff.model.tree import walk
from crdiff.store.embedded.lives import known_lives


@cache
def numbering() -> Numbering:
    """Return the numbers of all releases known."""
    lives = known_lives()
    return Numbering(lives.clauses, lives.dates)


def at(day: str | date) -> int:
    """Return the position of the release in force on a day."""
    position = numbering().position(date.fromisoformat(str(day)))
    assert position is not None
    return position


def citing(content: str | bytes, name: str = "a.rs", written: int | None = None) -> CitingText:
    """Return a text with the citations in it; `written` is the position of the release that it is pinned to."""
    raw = content if isinstance(content, bytes) else content.encode()
    return CitingText(name, raw, tuple(Scanner().scan(raw)), written)


def words_of_releases(shared: Path, *days: str) -> ClauseWords:
    """Return the words of the clauses of some official releases, the last of which is in force."""
    said: dict[str, tuple[str, str]] = {}
    for day in days:
        for node in walk(read((shared / "cr" / f"{day}.txt").read_bytes(), day)):
            clause = numbering().clause(node.number, at(day))
            for wording in numbering().wordings(clause, at(day), at(day)) if clause is not None else ():
                said[wording] = node.clause.title, "\n".join((node.clause.text, *node.clause.examples))
    return ClauseWords(numbering(), said.get, numbering().standing(at(days[-1])))
