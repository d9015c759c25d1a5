"""How the rules grew, as text and as ``crdiff.stats/1``."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.history.news import Size, YearSize, by_year
from crdiff.reports.answer import AnswerRow, Count, Day, Document, json_of, row_of

_HEAD = ("year", "releases", "clauses", "words", "added", "removed", "revoked", "changes", "to read")


class ReleaseSize(AnswerRow, frozen=True):
    """One release in figures."""

    release: Day
    clauses: Count
    words: Count | None
    """null where the texts are not all held."""
    added: Count
    removed: Count
    revoked: Count
    changes: Count
    to_read: Count


class YearFigures(AnswerRow, frozen=True):
    """A year in figures."""

    year: Count
    releases: Count
    clauses: Count
    words: Count | None
    """null where the texts are not all held."""
    added: Count
    removed: Count
    revoked: Count
    changes: Count
    to_read: Count


class StatsAnswer(Document, frozen=True, tag="crdiff.stats/1"):
    """How the rules grew, as crdiff stats --format json writes it."""

    main = "releases"
    releases: tuple[ReleaseSize, ...]
    """Oldest first."""
    years: tuple[YearFigures, ...]
    """Oldest first; sizes are those of the last release of the year."""


def stats_text(sizes: Sequence[Size]) -> str:
    """Return a table with a row for each year; sizes are those of its last release, changes those of all of them."""
    rows = [_HEAD, *(_row(year) for year in by_year(sizes))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    return "".join(
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) + "\n" for row in rows
    )


def _row(year: YearSize) -> tuple[str, ...]:
    words = f"{year.words:,}" if year.words else "-"
    before = year.releases, year.clauses
    after = year.added, year.removed, year.revoked, year.changes, year.to_read
    return str(year.year), *(f"{one:,}" for one in before), words, *(f"{one:,}" for one in after)


def stats_answer(sizes: Sequence[Size]) -> StatsAnswer:
    """Return the figures of `Corpus.stats`: `sizes`, and their years."""
    releases = tuple(row_of(ReleaseSize, size, words=size.words or None) for size in sizes)
    years = tuple(row_of(YearFigures, year, words=year.words or None) for year in by_year(sizes))
    return StatsAnswer(releases, years)


def sizes_to_json(sizes: Sequence[Size]) -> bytes:
    """Return the `sizes` of releases as UTF-8 JSON, as ``stats`` does."""
    return json_of(stats_answer(sizes))
