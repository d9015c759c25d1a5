"""Citations that a release made out of date, or all releases between two: by number, most cited first."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Change, Part
from crdiff.cite.cited_by import OutdatedNumber
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.cited.citing_places import repository_name
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import ChangeView
from crdiff.pages.frame.render import page
from crdiff.pages.lives import Lives
from crdiff.reports.phrases import counted, listed

_FIRST = 20
"""Numbers that the page of a release, or of a comparison, shows; a row has some 200 bytes."""
_MOST = 600
"""Numbers that a page of their own shows: 150 kB. 2009-07-11 gave 1,400 clauses new numbers."""
_NAMED = 3
"""Repositories that a row or a sentence names."""


class OutdatedCitations(Struct, frozen=True):
    """Citations that were right in `old` and are wrong in `new`, which are names of releases.

    `said` counts them. `rows` are the numbers cited, each with what its clause became, "" where it is gone, the page of
    the clause, and by whom it is cited. `left` numbers are not in `rows`; `every` is where they are, "" for nowhere.
    """

    old: str
    new: str
    said: str
    rows: tuple[tuple[ClauseNumber, str, str, str], ...]
    left: int
    every: str


def outdated_citations(old: date, new: date, archive: ArchiveIndex) -> OutdatedCitations | None:
    """Return the citations that are right in `old` and wrong in `new`, None where there are none.

    Those of a release and the one before it have a page of their own where they are many.
    """
    view = _view(old, new, archive)
    if view is None or len(view.rows) + view.left <= _FIRST:
        return view
    is_step = not archive.is_recorded and archive.release_after(old) == new
    left = len(view.rows) + view.left - _FIRST
    return replace(view, rows=view.rows[:_FIRST], left=left, every=address.outdated(new) if is_step else "")


def outdated_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page of every number that a release made wrong, where the page of the release has not room for all."""
    dates = archive.contents.dates
    for old, new in itertools.pairwise(dates):
        first = outdated_citations(old, new, archive)
        if first and first.every and (view := _view(old, new, archive)):
            name = archive.release_name(new)
            yield page(
                "cited/outdated_page.html",
                address.outdated(new),
                f"Citations that {name} made out of date",
                f"Citations of the Comprehensive Rules that became wrong with {name}: {view.said}.",
                outdated=view,
            )


def _view(old: date, new: date, archive: ArchiveIndex) -> OutdatedCitations | None:
    found = archive.citations.outdated(old, new)
    if not found:
        return None
    ordered = sorted(found, key=lambda each: (-each.total, each.number, each.lineage))
    return OutdatedCitations(
        old=archive.release_name(old),
        new=archive.release_name(new),
        said=_said(found),
        rows=tuple(_row(each, new, archive) for each in ordered[:_MOST]),
        left=max(len(ordered) - _MOST, 0),
        every="",
    )


def _row(each: OutdatedNumber, new: date, lives: Lives) -> tuple[ClauseNumber, str, str, str]:
    lineage = lives.lineages[each.lineage]
    now = None if lineage.is_gone_in(new) else lineage.number_in(new)
    return each.number, str(now or ""), address.clause(each.lineage), _by_whom(each.counts)


def _said(found: Iterable[OutdatedNumber]) -> str:
    """Return "312 citations of 40 numbers, 300 in phase-rs/phase and 12 in magefree/mage"."""
    rows = tuple(found)
    counts: Counter[str] = Counter()
    for each in rows:
        counts.update(dict(each.counts))
    total = counted(counts.total(), "citation")
    return f"{total} of {counted(len(rows), 'number')}, {_by_whom(tuple(counts.items()))}"


def _by_whom(counts: Sequence[tuple[str, int]]) -> str:
    """Return "24 in phase-rs/phase, 3 in magefree/mage and 2 in 2 more repositories"."""
    ordered = sorted(counts, key=lambda item: (-item[1], item[0]))
    named = [f"{count:,} in {repository_name(name)}" for name, count in ordered[:_NAMED]]
    if others := ordered[_NAMED:]:
        left = sum(count for _, count in others)
        named.append(f"{left:,} in {counted(len(others), 'more repository', 'more repositories')}")
    return listed(named)


def with_outdated(view: ChangeView, change: Change, old: date, new: date, archive: ArchiveIndex) -> ChangeView:
    """Return a change as shown, with a remark on the citations that it makes wrong from `old` to `new`."""
    if not archive.citations or change.part is not Part.RULES:
        return view
    lineages = {archive.lineage_of(ClauseNumber.parse(clause.number), old) for clause in change.old}
    found = [each for each in archive.citations.outdated(old, new) if each.lineage in lineages]
    remarks = (f"Citations of {each.number} became wrong: {_by_whom(each.counts)}." for each in found)
    return replace(view, remarks=(*view.remarks, *remarks))
