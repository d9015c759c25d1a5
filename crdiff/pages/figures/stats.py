"""How the rules grew: words, clauses and changes, where the changes were, and which section became which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import groupby

from crdiff.history.news import by_year
from crdiff.pages.archive_index import Addresses
from crdiff.pages.drawing.flow import cut_anew, draw_rivers, heading
from crdiff.pages.drawing.growth import STEPS, HeatRow, draw_growth, draw_heat, heat_rows, sections_of, step_of
from crdiff.pages.frame import address
from crdiff.pages.frame.render import page, this_book


def stats_page(addresses: Addresses) -> tuple[str, bytes]:
    """Return the page of figures; a cell of `heat_years` is (count, step 0-4), `sections` are (number, title)."""
    sizes, news = addresses.sizes, addresses.contents.news
    sections = sections_of(news)
    anew = cut_anew(addresses)
    lasts = map(addresses.last_day, addresses.contents.days)
    ends = [last + timedelta(days=1) if last else addresses.scale.last for last in lasts]
    rows = heat_rows(news, sections)
    titles = {
        each: heading(addresses.numbered(each), addresses.newest, addresses)[0] for each in sections if each.isdigit()
    }
    return page(
        "figures/stats.html",
        address.STATS,
        "How the rules grew",
        f"Words, clauses and changes of {this_book().called}, by release and by section.",
        calendar=addresses,
        growth_picture=draw_growth(sizes, addresses.scale, ends, addresses.release_name, addresses.release_listed),
        by_year=by_year(sizes)[::-1],
        sections=[(each, titles.get(each, "Glossary")) for each in sections],
        heat_picture=draw_heat(news, sections, anew, addresses.release_name) if news else None,
        heat_years=list(_years(rows)),
        heat_rows=rows,
        steps=STEPS,
        cut_anew=anew,
        river_picture=draw_rivers(anew, addresses),
        oldest=addresses.contents.dates[0] if len(addresses.contents.dates) > 1 else None,
    )


def _years(rows: Sequence[HeatRow]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield the counts of each year, newest first, each with its step."""
    for year, inside in groupby(rows, key=lambda row: row[0].year):
        sums = [sum(counts) for counts in zip(*(counts for _, counts in inside), strict=True)]
        yield year, [(count, step_of(count)) for count in sums]
