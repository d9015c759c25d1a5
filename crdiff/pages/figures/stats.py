"""How the rules grew: words, clauses and changes, where the changes were, and which section became which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import groupby

from crdiff.history.news import by_year
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.flow import cut_anew, draw_rivers, heading
from crdiff.pages.drawing.growth import STEPS, HeatRow, draw_growth, draw_heat, heat_rows, sections_of, step_of
from crdiff.pages.frame import address
from crdiff.pages.frame.render import Head, page


def stats_page(archive: ArchiveIndex) -> bytes:
    """Return the page of figures; a cell of `heat_years` is (count, step 0-4), `sections` are (number, title)."""
    head = Head(
        address=address.STATS,
        title="How the rules grew · crdiff",
        description="Words, clauses and changes of the Magic Comprehensive Rules, by release and by section.",
        part=address.RELEASES,
    )
    sizes, news = archive.sizes, archive.contents.news
    sections = sections_of(news)
    anew = cut_anew(archive)
    lasts = map(archive.last_day, archive.contents.days)
    ends = [last + timedelta(days=1) if last else archive.scale.last for last in lasts]
    rows = heat_rows(news, sections)
    return page(
        "figures/stats.html",
        head,
        first=sizes[0],
        last=sizes[-1],
        growth_picture=draw_growth(sizes, archive.scale, ends, archive.release_name, archive.release_listed),
        by_year=by_year(sizes)[::-1],
        sections=[(section, _title(section, archive)) for section in sections],
        heat_picture=draw_heat(news, sections, anew, archive.release_name) if news else None,
        heat_years=list(_years(rows)),
        heat_rows=rows,
        steps=STEPS,
        cut_anew=anew,
        river_picture=draw_rivers(anew, archive),
        ticks=archive.years,
        name=archive.release_name,
        where=archive.release_listed,
        oldest=archive.contents.dates[0] if len(archive.contents.dates) > 1 else None,
    )


def _title(section: str, archive: ArchiveIndex) -> str:
    return heading(ClauseNumber.parse(section), archive.newest, archive)[0] if section.isdigit() else "Glossary"


def _years(rows: Sequence[HeatRow]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield the counts of each year, newest first, each with its step."""
    for year, inside in groupby(rows, key=lambda row: row[0].year):
        sums = [sum(counts) for counts in zip(*(counts for _, counts in inside), strict=True)]
        yield year, [(count, step_of(count)) for count in sums]
