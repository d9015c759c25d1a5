"""A small invented rule book in German, whose sections have Roman numerals, and two releases of it."""

from __future__ import annotations

from pathlib import Path

from tests.other_book import BOOKS

# Both releases, but for the month, the number that moved and what was inserted.
_SPIEL = (BOOKS / "spiel.txt").read_text("utf-8")
_INSERTED = "II.1.1. Kein Stein darf auf ein Feld ziehen, auf dem ein eigener Stein steht.\n\n"


def write_spiel(folder: Path) -> tuple[Path, Path]:
    """Write the folder of the book and both releases into `folder`, and return the files of the releases."""
    book, old, new = folder / "spiel", folder / "alt.txt", folder / "neu.txt"
    book.mkdir()
    (book / "book.toml").write_bytes((BOOKS / "spiel.toml").read_bytes())
    old.write_text(_SPIEL.format(month="Januar", moved=1, inserted=""), "utf-8")
    new.write_text(_SPIEL.format(month="März", moved=2, inserted=_INSERTED), "utf-8")
    return old, new
