"""A rule book: what is said of it as a whole, whatever release of it is read."""

from __future__ import annotations

from msgspec import Struct

from crdiff.model.number import NUMBERS, NumberGrammar

MAGIC = "mtg-cr"
"""The name of the Comprehensive Rules of Magic: a text of which nobody says otherwise is of these."""


class Book(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the folder of a rule book states of it, in ``book.toml``.

    `title` is its whole name, `called` what a sentence calls it, `short` what its readers do, `game` what it has the
    rules of; `initials` stand before a number that is cited. `publisher` owns it, and `notice`, in Markdown, is what a
    page that quotes it has to say. `titled` are words that open a text of it, in lower case, by which it is recognised;
    "" where a person has to name the book. `numbers` says how it numbers its clauses, `unchecked` which checks of the
    lint it is not made for. `tried` are lines of Markdown with searches to try, `sample` and `term` a number and a
    glossary entry as people ask for them. `is_layout`: its texts are those that ``pdftotext -layout`` gives,
    `furniture` being patterns of lines that each page repeats and `after` the headings of what follows its glossary.
    """

    name: str
    title: str
    called: str
    short: str
    game: str
    publisher: str
    notice: str
    titled: str = ""
    tried: tuple[str, ...] = ()
    sample: str = ""
    initials: str = "CR"
    term: str = ""
    numbers: NumberGrammar = NUMBERS
    unchecked: tuple[str, ...] = ()
    is_layout: bool = False
    furniture: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
