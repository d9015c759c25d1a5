"""Write known lives as `crdiff.history.known_lives` reads them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from crdiff.errors import CorpusError
from crdiff.history.known_lives import (
    ENTRIES,
    FIELDS,
    ITEMS,
    LETTERS,
    MECHANICAL,
    NOTHING,
    OTHER_WORDS,
    SAME,
    SAME_WORDS,
    FollowedRelease,
    KnownLife,
)
from crdiff.history.known_releases import HEAD, RELEASE
from crdiff.history.saying import may_differ
from crdiff.history.thread import Knot, PlacedStay
from crdiff.model.fingerprint import digest

_FACETS = {facet: letter for letter, facet in LETTERS.items()}


def write_lives(
    releases: Sequence[FollowedRelease], clauses: Sequence[KnownLife], entries: Sequence[KnownLife], about: str
) -> str:
    """Return the lives as text, in the order given; `about` is what a reader of the file should know, in lines.

    Raises `CorpusError` for a term that the format cannot hold.
    """
    dates = [str(release.effective) for release in releases]
    lines = [f"# {line}".rstrip() for line in about.splitlines()]
    lines += [_written_release(release) for release in releases]
    for lives in (clauses, entries):
        ids = [life.thread.id for life in lives]
        lines += [_written(life, dates, ids) for life in lives]
        lines += [ENTRIES] if lives is clauses else []
    written = "".join(f"{line}\n" for line in lines)
    return f"{HEAD} {digest([written])}\n{written}"


def _written_release(release: FollowedRelease) -> str:
    size = release.size
    figures = size.clauses, size.words, size.added, size.removed, size.revoked, size.changes, size.to_read
    return f"{RELEASE}{size.release} {' '.join(map(str, figures))} {release.numbers} {release.content}"


def _written(life: KnownLife, dates: Sequence[str], ids: Sequence[str]) -> str:
    thread = life.thread
    fields = [
        (f"{dates[at]} {number}" for at, number in _numbers(thread.stays, len(dates))),
        _written_wordings(life, dates),
        *((_written_knot(knot, dates, ids) for knot in knots) for knots in (thread.origin, thread.fate)),
        (f"{dates[at]} {title}" for at, title in life.titles),
    ]
    items = [list(field) for field in fields]
    if any(mark in item for field in items for item in field for mark in (ITEMS, FIELDS)):
        raise CorpusError(f"{thread.id} has a number or a title with a mark of the format", "none with '; ' or ' | '")
    return FIELDS.join([thread.id, *map(ITEMS.join, items)]).rstrip(" |")


def _numbers(stays: Sequence[PlacedStay], releases: int) -> Iterator[tuple[int, str]]:
    """Yield where each number began, and where a time without the clause did."""
    before = ""
    end = stays[0].first
    for stay in stays:
        if stay.first > end:
            yield end, NOTHING
            before = ""
        number = stay.number if stay.copy == 1 else f"{stay.number}~{stay.copy}"
        if number != before:
            yield stay.first, number
        before, end = number, stay.last + 1
    if end < releases:
        yield end, NOTHING


def _written_wordings(life: KnownLife, dates: Sequence[str]) -> Iterator[str]:
    wordings = {stay.first: stay.wording for stay in life.thread.stays}
    before: tuple[str, ...] = ()
    for wording in life.wordings:
        letters = "".join(sorted(_FACETS[facet] for facet in wording.facets)) or NOTHING
        letters += MECHANICAL if wording.is_mechanical else ""
        if may_differ(wording.facets) != wording.begins_phrasing:
            letters += OTHER_WORDS if wording.begins_phrasing else SAME_WORDS
        said = [SAME if one == old else one for one, old in zip_longest(wording.sentences, before) if one]
        shown = f" {wording.sketch or NOTHING} {','.join(said) or NOTHING}" if wording.sentences != before else ""
        yield f"{dates[wording.at]} {letters} {_short(wordings[wording.at])}{shown}"
        before = wording.sentences


def _short(fingerprint: str) -> str:
    """Return the fingerprint of a wording as the file has it: 11 characters for 16 hex digits."""
    return urlsafe_b64encode(bytes.fromhex(fingerprint)).decode().rstrip("=")


def _written_knot(knot: Knot, dates: Sequence[str], ids: Sequence[str]) -> str:
    other = "" if knot.other is None else f" {ids[knot.other]}"
    return f"{dates[knot.at]} {knot.how}{other}"
