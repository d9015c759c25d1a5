"""A small invented rule book with four levels of headings and a mark before its paragraphs, and two releases of it."""

from __future__ import annotations

from pathlib import Path

from crdiff.model.number import NumberGrammar, numbers_of

BREAD_NUMBERS = NumberGrammar(
    section="[1-9][0-9]?",
    subsection=r"[1-9][0-9]?(?:\.[0-9]{1,2}){0,2}\.[1-9][0-9]?",
    is_dotted=True,
    skipped="",
    headings=4,
    mark=":",
)
Bread = numbers_of(BREAD_NUMBERS)

BREAD = {
    "1": "Flour",
    "1:1": "Flour is grain that a mill has ground.",
    "1:2": "A baker sifts flour before use.",
    "1.1": "Wheat",
    "1.1:1": "Wheat flour is the flour of wheat alone, which rule 2.1.1:1 needs.",
    "1.1.1": "Strong Flour",
    "1.1.1:1": "Strong flour takes up more water than other flour",
    "1.2": "Rye",
    "1.2:1": "Rye flour makes a dough that sticks to the hands.",
    "2": "Dough",
    "2.1": "Kneading",
    "2.1.1": "By Hand",
    "2.1.1:1": "A baker kneads the dough until it no longer sticks to the table.",
    "2.1.1:2": "Salt is added after the first ten minutes.",
    "2.1.1.1": "Folding",
    "2.1.1.1:1": "Each fold is made towards the middle of the dough.",
    "3": "Words",
    "3.0.1": "crumb",
    "3.0.1:1": "The crumb is what the crust encloses.",
}
"""The clauses of the first release by number; the headings under 3 leave out a level."""
BREAD_LATER = {
    **{number: BREAD[number] for number in ("1", "1:1", "1:2", "1.1")},
    "1.1:1": "Wheat flour is the flour of wheat alone, which rule 2.2.1:2 needs.",
    **{number: BREAD[number] for number in ("1.1.1", "1.1.1:1", "1.2", "1.2:1", "2")},
    "2.1": "Leaven",
    "2.1:1": "Leaven is older dough that a baker has kept.",
    "2.2": "Kneading",
    "2.2.1": "By Hand",
    "2.2.1:1": "The table is dusted with flour first.",
    "2.2.1:2": BREAD["2.1.1:1"],
    "2.2.1:3": "Salt is added after the first five minutes.",
    "2.2.1.1": "Folding",
    "2.2.1.1:1": BREAD["2.1.1.1:1"],
    **{number: BREAD[number] for number in ("3", "3.0.1", "3.0.1:1")},
}
"""Those of the second one: a heading was put in before 2.1, a paragraph before 2.1.1:1."""

_BOOK = """name = "bread"
title = "Rules of Bread"
called = "the Rules of Bread"
short = "Rules of Bread"
game = "bread"
publisher = "a guild"
notice = "The Rules of Bread belong to their guild."
initials = "RB"
unchecked = ["missing-full-stop"]
sample = "2.1.1:1"

[numbers]
section = "[1-9][0-9]?"
subsection = '[1-9][0-9]?(?:\\.[0-9]{1,2}){0,2}\\.[1-9][0-9]?'
is_dotted = true
skipped = ""
headings = 4
mark = ":"
"""


def printed(clauses: dict[str, str], day: str) -> str:
    """Return the text of a release of a day such as ``2001-01-01``."""
    return f"Rules of Bread\n\nAs of {day}.\n\n" + "\n\n".join(map(" ".join, clauses.items())) + "\n"


def write_bread(folder: Path) -> tuple[Path, Path]:
    """Write the folder of the book and both releases into `folder`, and return the files of these."""
    (folder / "bread").mkdir()
    (folder / "bread" / "book.toml").write_text(_BOOK)
    old, new = folder / "old.txt", folder / "new.txt"
    old.write_text(printed(BREAD, "2001-01-01"))
    new.write_text(printed(BREAD_LATER, "2002-01-01"))
    return old, new
