"""A small invented rule book with four levels of headings and a mark before its paragraphs, and two releases of it."""

from __future__ import annotations

from pathlib import Path

from crdiff.model.number import NumberGrammar, numbers_of
from tests.other_book import BOOKS, clauses_of

BREAD_NUMBERS = NumberGrammar(
    section="[1-9][0-9]?",
    subsection=r"[1-9][0-9]?(?:\.[0-9]{1,2}){0,2}\.[1-9][0-9]?",
    is_dotted=True,
    skipped="",
    headings=4,
    mark=":",
)
Bread = numbers_of(BREAD_NUMBERS)

# The clauses of the first release by number; the headings under 3 leave out a level.
BREAD = clauses_of("bread.txt")
# Those of the second one: a heading was put in before 2.1, a paragraph before 2.1.1:1.
BREAD_LATER = clauses_of("bread-later.txt")


def printed(clauses: dict[str, str], day: str) -> str:
    """Return the text of a release of a day such as ``2001-01-01``."""
    return f"Rules of Bread\n\nAs of {day}.\n\n" + "\n\n".join(map(" ".join, clauses.items())) + "\n"


def write_bread(folder: Path) -> tuple[Path, Path]:
    """Write the folder of the book and both releases into `folder`, and return the files of these."""
    (folder / "bread").mkdir()
    (folder / "bread" / "book.toml").write_bytes((BOOKS / "bread.toml").read_bytes())
    old, new = folder / "old.txt", folder / "new.txt"
    old.write_text(printed(BREAD, "2001-01-01"))
    new.write_text(printed(BREAD_LATER, "2002-01-01"))
    return old, new
