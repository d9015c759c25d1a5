"""A small invented rule book in German, whose sections have Roman numerals, and two releases of it."""

from __future__ import annotations

from pathlib import Path

STATED = r"""
name = "spiel"
title = "Spielordnung"
called = "die Spielordnung"
short = "Spielordnung"
game = "das Spiel"
publisher = "ein Verein"
notice = "Die Spielordnung gehört ihrem Verein."
initials = "SO"

[headings]
contents = "inhalt"
glossary = "begriffe"
dated = 'Gültig ab (?P<day>\d+)\. (?P<month>\w+) (?P<year>\d{4})'
months = ["Januar", "Februar", "März"]

[numbers]
section = "[IVX]+"
subsection = '[IVX]+\.[1-9][0-9]?'
is_dotted = true
is_roman = true
skipped = ""
rules = "(?:Regel|Regeln)"
sections = "(?:Abschnitt|Abschnitte)"
examples = "Beispiele?"

[words]
retired = [{ old = "Pferd(?:e|es)?", new = "Springer", release = 2001-01-01, core = "pferd" }]
"""
"""The ``book.toml`` of the book."""
_SPIEL = """Spielordnung

Gültig ab 1. {month} 2001

Inhalt
I. Das Brett
I.1. Felder
II. Die Steine
II.1. Züge
III. Die Uhr
III.1. Zeit
Begriffe

I. Das Brett

I.1. Felder

I.1.1. Das Brett hat vierundsechzig Felder, auf denen die Züge „enden“. Siehe Regel II.1.{moved}a.

II. Die Steine

II.1. Züge

{inserted}II.1.{moved}. Jeder Stein zieht auf seine Weise. Siehe Abschnitt III.

II.1.{moved}a Ein Läufer zieht auf den Diagonalen, auf denen er steht.
Beispiel: Ein Läufer auf einem weißen Feld bleibt auf weißen Feldern.

II.1.{moved}b Ein Turm zieht auf der Linie oder der Reihe, auf der er steht.

III. Die Uhr

III.1. Zeit

III.1.1. Wessen Zeit abgelaufen ist, der verliert. Siehe Regeln II.1.{moved}a–b.

Begriffe

Züge
Das Versetzen von Steinen. Siehe Regel II.1, „Züge“.
"""
_INSERTED = "II.1.1. Kein Stein darf auf ein Feld ziehen, auf dem ein eigener Stein steht.\n\n"


def write_spiel(folder: Path) -> tuple[Path, Path]:
    """Write the folder of the book and both releases into `folder`, and return the files of the releases."""
    book, old, new = folder / "spiel", folder / "alt.txt", folder / "neu.txt"
    book.mkdir()
    (book / "book.toml").write_text(STATED, "utf-8")
    old.write_text(_SPIEL.format(month="Januar", moved=1, inserted=""), "utf-8")
    new.write_text(_SPIEL.format(month="März", moved=2, inserted=_INSERTED), "utf-8")
    return old, new
