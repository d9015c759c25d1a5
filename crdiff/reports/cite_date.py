"""Which release a tree, its folders, files or commits were written for, with what says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import Literal

from msgspec import Struct, field

from crdiff.cite.checking import CheckedNumber
from crdiff.cite.dating import Dating
from crdiff.cite.numbering import Numbering
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, row_of
from crdiff.reports.cite import JudgedBy, Places
from crdiff.reports.cite_json import CiteAnswer, cite_answer
from crdiff.reports.phrases import counted, listed
from crdiff.text.hidden import shown_on_a_line

_RUNS_MAX = 3
"""Runs of releases that are named; further ones are counted."""
_NEXT_MAX = 3
"""Releases named beside the best ones in JSON and for a whole tree."""


class CiteDates(Struct, frozen=True):
    """The dating of each part of a tree by its name; `by` is what the parts are."""

    by: str
    parts: tuple[tuple[str, Dating], ...]
    numbering: Numbering
    rests_on: JudgedBy


class FittingRun(AnswerRow, frozen=True):
    """Releases that fit best, the first and the last."""

    first: Day
    last: Day


class FittingRelease(AnswerRow, frozen=True):
    """A release, and how well it fits."""

    release: Day
    existing: Count
    """Numbers that were clauses."""
    meant: Count
    """Numbers that named what the words say."""


class DatedPart(AnswerRow, frozen=True):
    """A part of a tree, and the releases that fit it."""

    name: str
    release: Day
    """The newest of the releases that fit best."""
    runs: tuple[FittingRun, ...]
    """All releases that fit best."""
    is_mixed: bool = field(name="mixed")
    """Whether clear citations exclude each other."""
    numbers: Count
    """Numbers cited."""
    clear: Count
    """Those whose words say what they mean."""
    pinned: Count
    """Those whose release is written down."""
    until: Day | None
    """The last release of the clear citation that stopped meaning what its words say first."""
    since: Day | None
    """The first release of the clear citation that began to mean it last."""
    fits: tuple[FittingRelease, ...]
    """The best releases and some that fit nearly as well."""


class DateAnswer(CiteAnswer, frozen=True, kw_only=True, tag="crdiff.cite/1"):
    """The releases that fit the citations of a tree."""

    main = "parts"
    kind: Literal["date"]
    by: Literal["tree", "dir", "file", "commit"]
    parts: tuple[DatedPart, ...]
    """The tree, or its parts."""


def date_text(dates: CiteDates, *, colour: bool = False) -> str:
    """Return each part with its release and what says so: ``2026-02-27 to 2026-04-17  src/a.rs  …``."""
    places = Places()
    lines: list[str] = []
    for name, dating in dates.parts:
        lines.append(_line(name, dating, dates.numbering, colour))
        lines += [f"  {line}" for line in _evidence(dating, dates.numbering, places)]
        if dates.by == "tree":
            lines += [f"  {line}" for line in (*_by_words(dating, dates.numbering), _next(dating, dates.numbering))]
    rests_on = dates.rests_on
    read = f"{counted(rests_on.read, 'citation')} in {counted(rests_on.files, 'file')}"
    return "\n".join((*lines, f"{read}; {rests_on}")) + "\n"


def _releases(dating: Dating, numbering: Numbering) -> str:
    """Return the releases that fit best as runs: "2026-02-27 to 2026-04-17"."""
    found = _united([_run(first, last, numbering) for first, last in _runs(dating.best)])
    if dating.is_mixed:
        return f"mixed; most fit {found}"
    return found if dating.fits_all else f"no release fits all; most fit {found}"


def _united(runs: Sequence[str]) -> str:
    """Return the newest of some runs by name, the others by their number."""
    more = len(runs) - _RUNS_MAX
    earlier = f" and {counted(more, 'earlier stretch', 'earlier stretches')}" if more > 0 else ""
    return f"{', or '.join(runs[::-1][:_RUNS_MAX])}{earlier}"


def _run(first: int, last: int, numbering: Numbering) -> str:
    dates = numbering.dates
    return str(dates[first]) if first == last else f"{dates[first]} to {dates[last]}"


def _runs(positions: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of positions that follow one another."""
    breaks = [at for at, (one, other) in enumerate(pairwise(positions), 1) if other != one + 1]
    for start, stop in pairwise((0, *breaks, len(positions))):
        yield positions[start], positions[stop - 1]


def _line(name: str, dating: Dating, numbering: Numbering, colour: bool) -> str:
    """Return what is said of a part in a line."""
    return f"{terminal.bold(shown_on_a_line(name), colour)}: {_releases(dating, numbering)}  ({_counts(dating)})"


def _counts(dating: Dating) -> str:
    fit = dating.fits[dating.best[-1]]
    said = [f"{fit.existing:,} of {counted(dating.numbers, 'number')} existed"]
    if dating.clear:
        said.append(f"{fit.meant:,} of {dating.clear:,} with clear words meant what the words say")
    if dating.pinned:
        said.append(f"{dating.pinned:,} with a release written down")
    return "; ".join(said)


def _evidence(dating: Dating, numbering: Numbering, places: Places) -> Iterator[str]:
    """Yield the citations that exclude each other."""
    if dating.is_mixed and dating.oldest and dating.newest and dating.until is not None and dating.since is not None:
        yield f"{_named(dating.oldest, places)} meant what its words say until {numbering.dates[dating.until]}"
        yield f"{_named(dating.newest, places)} means it since {numbering.dates[dating.since]}"


def _named(checked: CheckedNumber, places: Places) -> str:
    line = places.line(checked.text, checked.item.start)
    return f"{shown_on_a_line(checked.text.name)}:{line}: {checked.number}"


def _by_words(dating: Dating, numbering: Numbering) -> Iterator[str]:
    """Yield the releases that the words fit best, where they are others.

    A number cited often may be a slip, and still exists in some releases only. Source: 702.166, of no release before
    2023-09-01, in Reilley64/mtgfr, whose words fit older releases.
    """
    if dating.clear and not dating.is_mixed and set(dating.best).isdisjoint(dating.best_by_words):
        found = dating.best_by_words
        said = _united([_run(first, last, numbering) for first, last in _runs(found)])
        yield f"by the words alone: {said} ({dating.fits[found[-1]].meant:,})"


def _next(dating: Dating, numbering: Numbering) -> str:
    """Return the releases that fit nearly as well, the best first."""
    said = [
        f"{numbering.dates[at]} ({dating.fits[at].existing:,} and {dating.fits[at].meant:,})"
        if dating.clear
        else f"{numbering.dates[at]} ({dating.fits[at].existing:,})"
        for at in _nearly(dating)
    ]
    return f"next: {listed(said)}" if said else "all releases fit as well"


def _nearly(dating: Dating) -> list[int]:
    """Return the places of the releases that come after the best ones."""
    best = set(dating.best)
    others = (at for at in range(len(dating.fits)) if at not in best)
    return sorted(others, key=lambda at: (-sum(dating.fits[at]), -at))[:_NEXT_MAX]


def date_answer(dates: CiteDates) -> DateAnswer:
    """Return the same as an answer."""
    parts = tuple(_part(name, dating, dates.numbering.dates) for name, dating in dates.parts)
    return cite_answer(DateAnswer, "date", dates.rests_on, by=dates.by, parts=parts)


def _part(name: str, dating: Dating, dates: Sequence[date]) -> DatedPart:
    shown = (*dating.best[::-1], *_nearly(dating))
    return row_of(
        DatedPart,
        dating,
        name=name,
        release=dates[dating.best[-1]],
        runs=(FittingRun(dates[first], dates[last]) for first, last in _runs(dating.best)),
        until=None if dating.until is None else dates[dating.until],
        since=None if dating.since is None else dates[dating.since],
        fits=(row_of(FittingRelease, dating.fits[at], release=dates[at]) for at in shown),
    )
