"""Comparing any two releases: the page that does it in the browser, and what is prepared for reading without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.pages import address, comparison
from crdiff.pages.english import clipped
from crdiff.pages.render import Head, render
from crdiff.pages.whole.holdings import Holdings
from crdiff.pages.whole.release import lead_of

TODAY = "today"
"""Stands for the newest release held in the address of a comparison with it, so that the address stays."""


@dataclass(frozen=True, slots=True)
class CompareView:
    """What `whole/compare.html` shows: releases newest first, and the comparisons of editions.

    `prepared` are (release, the next one, address of their comparison, address of that with today).
    """

    releases: tuple[str, ...]
    prepared: tuple[tuple[str, str, str, str], ...]
    editions: tuple[comparison.ComparisonRow, ...]


@dataclass(frozen=True, slots=True)
class Fate:
    """A subsection of an old release: where it is today, and how many of its clauses read the same, changed, left."""

    number: str
    title: str
    href: str
    now: str
    now_href: str
    same: int
    changed: int
    gone: int


@dataclass(frozen=True, slots=True)
class SinceView:
    """What `whole/since.html` shows; `arrived` counts clauses of today that the old release did not have."""

    old: str
    new: str
    fates: tuple[Fate, ...]
    total: Fate
    arrived: int


@dataclass(frozen=True, slots=True)
class NeighboursView:
    """What `whole/neighbours.html` shows."""

    old: str
    new: str
    lead: str
    href: str


def compare_pages(holdings: Holdings) -> Iterator[tuple[str, bytes]]:
    """Yield the page that compares any two releases, then those prepared."""
    dates = holdings.whole.dates
    head = Head(
        address=address.COMPARE,
        title="Compare · crdiff",
        description="Any two releases of the Comprehensive Rules, clause by clause.",
        part=address.COMPARE,
    )
    prepared = tuple(
        (
            news.before,
            news.release,
            address.comparison(news.before, news.release),
            address.comparison(news.before, TODAY),
        )
        for news in reversed(holdings.whole.news)
    )
    view = CompareView(dates[::-1], prepared, comparison.rows(holdings.library))
    yield address.COMPARE, render("whole/compare.html", head, view)
    taken = {row.href for row in view.editions}
    for news in holdings.whole.news:
        where = address.comparison(news.before, news.release)
        yield address.comparison(news.before, TODAY), _since_page(news.before, holdings)
        if where not in taken:
            shown = NeighboursView(news.before, news.release, lead_of(news), address.release(news.release))
            yield where, render("whole/neighbours.html", _head(where, news.before, news.release), shown)


def _head(where: str, old: str, new: str) -> Head:
    return Head(
        address=where,
        title=f"{old} and {new} · crdiff",
        description=f"What changed in the Comprehensive Rules from {old} to {new}.",
        part=address.COMPARE,
    )


def _since_page(old: str, holdings: Holdings) -> bytes:
    new = holdings.newest
    now = {standing.lineage: standing for standing in holdings.whole.standing[new]}
    counts: dict[str, Counter[str]] = {}
    for standing in holdings.whole.standing[old]:
        heir = now.get(standing.lineage)
        fate = "gone" if heir is None else "same" if heir.fingerprint == standing.fingerprint else "changed"
        counts.setdefault(standing.number.partition(".")[0], Counter())[fate] += 1
    fates = tuple(_fate(number, count, old, holdings) for number, count in counts.items() if len(number) == 3)
    before = {standing.lineage for standing in holdings.whole.standing[old]}
    total = Fate(
        "", "", "", "", "", sum(f.same for f in fates), sum(f.changed for f in fates), sum(f.gone for f in fates)
    )
    view = SinceView(old, new, fates, total, len(set(now) - before))
    return render("whole/since.html", _head(address.comparison(old, TODAY), old, new), view)


def _fate(number: str, count: Counter[str], old: str, holdings: Holdings) -> Fate:
    lineage = holdings.lineage_of(number, old)
    life = holdings.lives.get(lineage)
    now = life.runs[-1].number if life and life.in_force else ""
    return Fate(
        number,
        clipped(life.title, 60) if life else "",
        address.clause(lineage) if lineage else "",
        now,
        holdings.current.get(now, ""),
        count["same"],
        count["changed"],
        count["gone"],
    )
