"""What a rule book that nobody has described may look like: the description under which its texts read best."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from crdiff.dialects.registry import read, read_lines
from crdiff.errors import UnrecognisedText
from crdiff.model.book import Book, Headings
from crdiff.model.number import LETTERS, NUMBERS, SUBSECTION, NumberGrammar
from crdiff.model.release import Release
from crdiff.model.tree import walk

_SUBSECTION = r"[1-9][0-9]?\.[1-9][0-9]?"
_DOTTED = NumberGrammar(section="[1-9][0-9]?", subsection=_SUBSECTION, is_dotted=True, skipped="")
_DEPTHS = ((SUBSECTION, _SUBSECTION), (5, r"[1-9][0-9]?(?:\.[0-9]{1,3}){0,3}\.[1-9][0-9]{0,2}"))
_EITHER = (True, False)
_ROMAN = replace(_DOTTED, section="[IVXLC]{1,7}", subsection=r"[IVXLC]{1,7}\.[1-9][0-9]?", is_roman=True)
_KINDS = product((_DOTTED, _ROMAN), _EITHER, _EITHER)
_GRAMMARS = (NUMBERS, *(replace(kind, is_stopped=one, has_letters=two) for kind, one, two in _KINDS))
_MANUAL = replace(_DOTTED, section="[1-9][0-9]{0,2}", has_letters=False, mark="¶")
# A line that opens with what may be a number.
_NUMBERED = re.compile(r"(?:[0-9]+|[IVXLC]+\.[0-9]+)(?:[^\w\s][0-9]+)*[a-z]?[.:)]?\s+\S")
# The sign before the last part of such a number: "6.3.1:4", "1.1-3".
_MARK = re.compile(r"[0-9]+(?:\.[0-9]+)+([^\w\s.])[0-9]+\s")
# Clauses of a text under a description that fits: of any other it reads a few by chance.
_CLAUSES_MIN = 10
# How much a clause counts whose number the text does not print.
_MANUAL_WEIGHT = 0.5
_COPYRIGHT = re.compile(r"(?i:©|\(c\)|copyright)\s*(?:[0-9]{4}\s*)?(?P<owner>[A-Z]\w+(?: (?:[A-Z]\w+|of|the|&))*)")


class ProposedText(Struct, frozen=True):
    """A text under a proposed description: its name, its release, and lines that look numbered and are no clause."""

    name: str
    release: Release
    unread: tuple[tuple[int, str], ...]


class Proposal(Struct, frozen=True):
    """A description of a book, and how each of its texts is read under it."""

    book: Book
    texts: tuple[ProposedText, ...]


def propose(name: str, texts: Sequence[tuple[str, bytes]]) -> Proposal:
    """Return the description, to be called `name`, under which `texts` (name, bytes) have most of their lines read.

    Raises `UnreadableText` for what is no text, and `UnrecognisedText` where no description fits.
    """
    signs = Counter(at[1] for file, raw in texts for line in read_lines(raw, file) if (at := _MARK.match(line.strip())))
    found = [tried for book in _books(name, signs) if (tried := _tried(book, texts))]
    if not found:
        raise UnrecognisedText("no numbered rules found", "lines such as '702.19b A…', '5.2.1a …' or '6.3:4 …'")
    best = max(found, key=_weight)
    return replace(best, book=_described(best, texts[0][0]))


def _books(name: str, signs: Counter[str]) -> Iterator[Book]:
    """Yield descriptions to try, without words of the book; a mark is the commonest of `signs`."""
    marks = (mark for mark, _ in signs.most_common(1))
    marked = (replace(_DOTTED, mark=mark, headings=depth, subsection=each) for mark in marks for depth, each in _DEPTHS)
    blank = Book(name=name, title="", called="", short="", game="", publisher="", notice="")
    for numbers, form in product((*_GRAMMARS, *marked), ("official", "layout")):
        yield replace(blank, numbers=numbers, form=form)
    yield replace(blank, numbers=_MANUAL, form="manual", headings=Headings(after=("appendix",)))


def _tried(book: Book, texts: Sequence[tuple[str, bytes]]) -> Proposal | None:
    """Return how `texts` are read as of `book`, None where one of them has hardly a clause then."""
    try:
        found = [(name, raw, read(raw, name, book=book)) for name, raw in texts]
    except UnrecognisedText:
        return None
    if min(len(release.placements) for _, _, release in found) < _CLAUSES_MIN:
        return None
    return Proposal(book, tuple(ProposedText(name, each, _unread(raw, name, each)) for name, raw, each in found))


def _unread(raw: bytes, name: str, release: Release) -> tuple[tuple[int, str], ...]:
    """Return the lines that look numbered but open no clause of that number, up to the last clause.

    Those before the first clause whose numbers come again are a list of contents.
    """
    opened = {placement.lines.start: str(placement.number) for placement in release.placements}
    first, last, known = min(opened), max(opened), set(opened.values())
    return tuple(
        (at, line)
        for at, line in enumerate(map(str.strip, read_lines(raw, name)), start=1)
        if at <= last and _NUMBERED.match(line)
        if (at >= first or line.split()[0].rstrip(".:)") not in known)
        if not (at in opened and line.startswith(opened[at]))
    )


def _weight(proposal: Proposal) -> float:
    """Return how much is read: clauses, less the lines that look like some and are none, less what is odd."""
    weight = _MANUAL_WEIGHT if proposal.book.form == "manual" else 1.0
    each = (weight * len(text.release.placements) - len(text.unread) for text in proposal.texts)
    return sum(each) - sum(len(text.release.findings) for text in proposal.texts)


def _described(proposal: Proposal, file: str) -> Book:
    """Return the book with the words that its texts have for it, and the letters that they use."""
    book, first = proposal.book, proposal.texts[0].release
    title = first.title or next((each.text for each in first.front), "") or file
    said = (each.text for text in proposal.texts for each in (*text.release.front, *text.release.credits))
    owner = next((found["owner"] for each in said if (found := _COPYRIGHT.search(each))), "its publisher")
    numbers = book.numbers
    if numbers.has_letters and not numbers.mark:
        numbers = replace(numbers, skipped=_skipped([text.release for text in proposal.texts]))
    return replace(
        book,
        title=title,
        called=title,
        short="Rules",
        game=title,
        publisher=owner,
        notice=f"The rules belong to {owner}. crdiff is unofficial and quotes them for study.",
        titled=re.escape(title.lower()).replace("\\ ", " ") if proposal.book.form != "manual" else "",
        sample=str(next((node.number for node in walk(first) if not node.number.is_heading), "")),
        numbers=numbers,
    )


def _skipped(releases: Sequence[Release]) -> str:
    """Return which of the letters l and o no subrule has, though subrules go on beyond them."""
    used = {node.number.letters for release in releases for node in walk(release) if node.number.is_subrule}
    return "".join(letter for letter in "lo" if letter not in used and any(each > letter for each in used & {*LETTERS}))
