"""A rule book: what is said of it as a whole, whatever release of it is read."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from crdiff.model.number import NUMBERS, NumberGrammar

MAGIC = "mtg-cr"
"""The name of the Comprehensive Rules of Magic: a text of which nobody says otherwise is of these."""


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the folder of a rule book states of it, in ``book.toml``.

    `title` is its whole name, `called` what a sentence calls it, `short` what its readers do, `game` what it has the
    rules of; `initials` stand before a number that is cited. `publisher` owns it, and `notice`, in Markdown, is what a
    page that quotes it has to say. `titled` are words that open a text of it, in lower case, by which it is recognised;
    "" where a person has to name the book. `numbers` says how it numbers its clauses, and `unchecked` are the checks of
    the lint that it is not made for. `asked` says what may be searched for, and `tried` are lines of Markdown with
    searches to try; `sample` and `term` are a number and a glossary entry as people ask for them. `form` is how its
    texts are laid out: as official ones of Magic, as ``pdftotext -layout`` gives them, or as manuals, whose paragraphs
    have no numbers. `furniture` are patterns of lines that each page repeats, and `after` the headings of what follows
    its glossary or its rules.
    """

    name: str
    title: str
    called: str
    short: str
    game: str
    publisher: str
    notice: str
    titled: str = ""
    asked: str = "A rule number of any year, words, “a phrase”, a date."
    tried: tuple[str, ...] = ()
    sample: str = ""
    initials: str = "CR"
    term: str = ""
    numbers: NumberGrammar = NUMBERS
    unchecked: tuple[str, ...] = ()
    form: Literal["official", "layout", "manual"] = "official"
    furniture: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
