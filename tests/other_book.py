"""A small invented rule book whose numbers have a full stop between section and subsection, and two releases of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.support.links import Pages, broken_links

# Words that only a page on Magic has.
OF_MAGIC = re.compile(
    r"\b(?:magic|wizards|mana|creatures?|battlefield|planeswalkers?|hobbit|comprehensive rules|fan content)\b",
    re.IGNORECASE,
)

BOOKS = Path(__file__).parent / "books"


def clauses_of(name: str) -> dict[str, str]:
    """Return the clauses of a text of a book: number -> title or text."""
    return dict(line.split(" ", 1) for line in (BOOKS / name).read_text("utf-8").splitlines())


# The clauses of the first release by number.
CHESS = clauses_of("chess.txt")
# Those of the second one: a rule was put in before 2.1.1.
CHESS_LATER = clauses_of("chess-later.txt")


def book_file() -> str:
    """Return the ``book.toml`` of the book."""
    said = {"name": "chess", "title": "Laws of Chess", "called": "the Laws of Chess", "short": "Laws of Chess"}
    said |= {"game": "chess", "publisher": "a federation", "notice": "The Laws of Chess belong to their publisher."}
    numbers = 'section = "[1-9][0-9]?"\nsubsection = \'[1-9][0-9]?\\.[1-9][0-9]?\'\nis_dotted = true\nskipped = ""\n'
    return "".join(f'{key} = "{value}"\n' for key, value in said.items()) + f"\n[numbers]\n{numbers}"


def write_book(folder: Path) -> Path:
    """Write the folder of the book into `folder`, and return it."""
    book = folder / "chess"
    book.mkdir()
    (book / "book.toml").write_text(book_file())
    return book


def release(clauses: Mapping[str, str], day: str) -> str:
    """Return the text of a release that is effective on a day such as ``January 1, 2001``."""
    lines = (f"{number}{'' if number[-1].isalpha() else '.'} {said}" for number, said in clauses.items())
    return f"Laws of Chess\n\nThese rules are effective as of {day}.\n\n" + "\n\n".join(lines) + "\n"


def releases(folder: Path) -> tuple[Path, Path]:
    """Write both releases into `folder`, and return their files."""
    old, new = folder / "old.txt", folder / "new.txt"
    old.write_text(release(CHESS, "January 1, 2001"))
    new.write_text(release(CHESS_LATER, "January 1, 2002"))
    return old, new


def check_site(out: Path, notice: str) -> Sequence[Path]:
    """Return the pages of a built site: each has the notice, no word of Magic and no link that leads nowhere."""
    pages = sorted(out.rglob("*.html"))
    for page in pages:
        text = page.read_text("utf-8")
        assert not OF_MAGIC.search(text), page
        assert notice in text, page
    assert [*broken_links(Pages(out), out)] == []
    return pages
