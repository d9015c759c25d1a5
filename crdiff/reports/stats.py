"""How the rules grew, as text and as ``crdiff.stats/1``."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.history.news import Size, YearSize, by_year
from crdiff.reports.indented import Json, indented

SCHEMA = "crdiff.stats/1"
_HEAD = ("year", "releases", "clauses", "words", "added", "removed", "revoked", "changes", "to read")


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


def sizes_to_json(sizes: Sequence[Size]) -> bytes:
    """Return the figures of `Corpus.stats` as UTF-8 JSON, as ``stats`` does: `sizes`, and their years."""
    releases = [{"release": size.release, **_figures(size)} for size in sizes]
    years = [{"year": year.year, "releases": year.releases, **_figures(year)} for year in by_year(sizes)]
    return indented(SCHEMA, {"releases": releases, "years": years})


def _figures(size: Size | YearSize) -> Json:
    return {
        "clauses": size.clauses,
        "words": size.words or None,
        "added": size.added,
        "removed": size.removed,
        "revoked": size.revoked,
        "changes": size.changes,
        "to_read": size.to_read,
    }
