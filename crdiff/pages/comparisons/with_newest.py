"""An old release and today: which of its clauses read otherwise now, with redlines, which are gone, which came.

Prepared for every release held, for those who read without scripts. Where the redlines are too long for a page they
stand on one for each section of the old text, those of a subsection that makes its section too long on one more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import groupby
from operator import attrgetter

import msgspec
from markupsafe import Markup

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.cited.outdated import outdated_citations
from crdiff.pages.comparisons.comparison import Readings
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped
from crdiff.pages.frame.render import Head, beside, page
from crdiff.pages.lives import Lives
from crdiff.reports.site_data import GoneToday, NewToday, OtherwiseToday, SinceAnswer
from crdiff.store.archive.site_contents import Standing

TODAY = "today"
"""Stands for the newest release held in the address of a comparison with it, so that the address stays."""
LARGE = 100_000
"""Characters of redlines from which on they stand on pages of their own."""
LARGEST = 150_000
"""Characters of redlines from which on a section is divided, and those of a subsection are only linked to."""
_FRAME = 400
"""Characters that a clause takes on a page beside its redline."""
_MOST_NAMED = 300
"""Clauses that came since, up to which they are named."""


@dataclass(frozen=True)
class OldClause:
    """A clause of the old release, the number it has today (None where it is gone), and its redline.

    `redline` is None where the clause reads the same, is gone, or is only linked to. `revoked` is the release since in
    which it became a notice that its rule is gone.
    """

    lineage: str
    old: ClauseNumber
    new: ClauseNumber | None
    redline: Markup | None = None
    revoked: date | None = None

    @property
    def subsection(self) -> int:
        """Where it stood."""
        return self.old.subsection

    @property
    def href(self) -> str:
        """Where its life is told."""
        return address.clause(self.lineage)

    @property
    def weight(self) -> int:
        """About how many characters it takes on a page."""
        return _FRAME + len(self.redline or "")

    @cached_property
    def as_changed(self) -> OtherwiseToday:
        """It as data, made once: what became of a clause is the same for many releases."""
        return OtherwiseToday(self.lineage, str(self.old), str(self.new), self.revoked)

    @cached_property
    def as_gone(self) -> GoneToday:
        """It as data where it is gone."""
        return GoneToday(self.lineage, str(self.old))


@dataclass(frozen=True)
class FateGroup:
    """What became of the clauses of one subsection that did not stay as they were: the same for many releases."""

    id: str
    title: str
    changed: tuple[OldClause, ...]
    gone: tuple[OldClause, ...]

    @cached_property
    def weight(self) -> int:
        """About how many characters it takes on a page."""
        return sum(each.weight for each in self.changed)

    @cached_property
    def in_part(self) -> Markup:
        """It as HTML for any page of a part, which lie equally deep: made once for all of them."""
        anywhere = f"{address.comparison('release', TODAY)}part/"
        return Markup(
            page("comparisons/with_newest_group_alone.html", Head(anywhere, "", ""), subsection=self).decode()
        )


@dataclass(frozen=True, slots=True)
class Since:
    """What became of the clauses of `old`: how many read the same, by subsection; those that do not, left, or came."""

    old: date
    same: Mapping[int, int]
    changed: tuple[OldClause, ...]
    gone: tuple[OldClause, ...]
    arrived: tuple[tuple[str, ClauseNumber], ...]


def with_newest_pages(archive: ArchiveIndex, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the comparisons of every release but the newest with it, and the data beside them."""
    fates = _Fates(archive, readings)
    shared: dict[object, FateGroup] = {}
    for old in archive.contents.dates[:-1]:
        since = _since(old, archive.contents.standing[old], fates)
        where = address.comparison(old, TODAY)
        groups = tuple(_groups(since, archive, shared))
        parts = tuple(_parts(groups, where))
        yield where, _page(since, groups, parts, archive)
        yield address.as_json(where), _json(since, archive.newest)
        name = archive.release_name(old)
        for place, part in enumerate(parts):
            yield _part_page(old, name, part, beside(place, parts))


class _Fates:
    """What became of the clauses of old releases in the newest.

    A clause is one `Standing` in all releases in which it has one number and one wording, so what became of it is
    worked out once for all of them: 126 releases ask of 300,000 clauses, which are 26,000.
    """

    def __init__(self, archive: ArchiveIndex, readings: Readings) -> None:
        self.now = {standing.lineage: standing for standing in archive.contents.standing[archive.newest]}
        self._archive = archive
        self._readings = readings
        self._known: dict[int, OldClause | None] = {}

    def of(self, there: Sequence[Standing], old: date) -> Sequence[OldClause | None]:
        """Return what became of each clause of the release `old`, None of one that says the same."""
        known = self._known
        for standing in there:
            if id(standing) not in known:
                known[id(standing)] = self._worked_out(standing, old)
        return [known[key] for key in map(id, there)]

    def _worked_out(self, standing: Standing, old: date) -> OldClause | None:
        heir = self.now.get(standing.lineage)
        if heir is None:
            return OldClause(standing.lineage, standing.number, None)
        if self._says_the_same(standing, heir, old):
            return None
        followed = self._archive.lineages[standing.lineage]
        revoked = None if followed.is_revoked_in(old) else followed.revoked
        redline = self._readings.redline(standing.lineage, old)
        return OldClause(standing.lineage, standing.number, heir.number, redline, revoked)

    def _says_the_same(self, standing: Standing, heir: Standing, old: date) -> bool:
        print_of = self._readings.print_of
        return standing.fingerprint == heir.fingerprint or print_of(standing, old) == print_of(
            heir, self._archive.newest
        )


def _since(old: date, there: Sequence[Standing], fates: _Fates) -> Since:
    found = fates.of(there, old)
    left = [fate for fate in found if fate]
    before = {standing.lineage for standing in there}
    return Since(
        old,
        Counter([standing.number.subsection for standing, fate in zip(there, found, strict=True) if fate is None]),
        tuple(fate for fate in left if fate.new),
        tuple(fate for fate in left if not fate.new),
        tuple((one.lineage, one.number) for one in fates.now.values() if one.lineage not in before),
    )


def _groups(since: Since, lives: Lives, shared: dict[object, FateGroup]) -> Iterator[FateGroup]:
    """Yield the subsections in which something did not stay, in the order of the old text; equal ones are `shared`."""
    changed, gone = (
        {key: tuple(inside) for key, inside in groupby(side, key=attrgetter("subsection"))}
        for side in (since.changed, since.gone)
    )
    for number in sorted(changed.keys() | gone.keys(), key=str):
        title = f"{number} {_title(number, since.old, lives)}".strip()
        inside = changed.get(number, ()), gone.get(number, ())
        key = title, *(tuple(map(id, side)) for side in inside)  # what became of a clause is kept for all releases
        if key not in shared:
            shared[key] = FateGroup(f"s{number}", title, *inside)
        yield shared[key]


def _title(number: int, release: date, lives: Lives) -> str:
    lineage = lives.lineages.get(lives.lineage_of(ClauseNumber(number), release))
    return clipped(lineage.title, 60) if lineage else ""


# pages of their own

Pages = tuple[str, str, tuple[FateGroup, ...]]
"""Title, address and subsections of a part."""


def _parts(groups: Sequence[FateGroup], where: str) -> Iterator[Pages]:
    """Yield the parts that `groups` are divided into, none where all fit on one page."""
    if sum(group.weight for group in groups) <= LARGE:
        return
    for section, within in groupby(groups, key=lambda group: group.id[1]):
        together = list(within)
        alone = []
        while len(together) > 1 and sum(group.weight for group in together) > LARGEST:
            alone.append(max(together, key=attrgetter("weight")))
            together.remove(alone[-1])
        yield f"Section {section}", f"{where}{section}/", tuple(map(_shortened, together))
        for group in sorted(alone, key=lambda group: group.id):
            yield group.title, f"{where}{group.id[1:]}/", (_shortened(group),)


def _shortened(group: FateGroup) -> FateGroup:
    """Return `group` with as many redlines as a page can hold; the clauses beyond are linked to."""
    if group.weight <= LARGEST:
        return group
    size = 0
    changed = []
    for each in group.changed:
        size += each.weight
        changed.append(each if size <= LARGEST else replace(each, redline=None))
    return FateGroup(group.id, group.title, tuple(changed), group.gone)


def _page(since: Since, groups: tuple[FateGroup, ...], parts: tuple[Pages, ...], archive: ArchiveIndex) -> bytes:
    """Return the page of what became of a release; its `groups` are left out where `parts` have pages of their own.

    `named` are the clauses of today that came since, where they are few.
    """
    where = address.comparison(since.old, TODAY)
    places = {group.id: f"{part[1]}#{group.id}" for part in parts for group in part[2]}
    name = archive.release_name(since.old)
    return page(
        "comparisons/with_newest.html",
        _head(where, name, data=address.as_json(where)),
        old=since.old,
        new=archive.newest,
        names=(name, archive.release_name(archive.newest)),
        fates=list(_fates(since, places, archive)),
        same=sum(since.same.values()),
        changed=len(since.changed),
        gone=len(since.gone),
        arrived=len(since.arrived),
        named=[(number, address.clause(lineage)) for lineage, number in since.arrived]
        if len(since.arrived) <= _MOST_NAMED
        else [],
        groups=() if parts else groups,
        parts=[(title, href) for title, href, _ in parts],
        outdated=outdated_citations(since.old, archive.newest, archive),
    )


def _part_page(old: date, name: str, part: Pages, neighbours: tuple[Pages | None, Pages | None]) -> tuple[str, bytes]:
    """Return address and page of a part; it does not name the newest release, which its address does not either."""
    earlier, later = (each[:2] if each else None for each in neighbours)
    title, where, groups = part
    return where, page(
        "comparisons/with_newest_part.html",
        _head(where, name, part=f"{title}, "),
        name=name,
        href=address.comparison(old, TODAY),
        title=title,
        groups=[group.in_part for group in groups],
        earlier=earlier,
        later=later,
    )


def _head(where: str, old: str, part: str = "", data: str = "") -> Head:
    return Head(
        address=where,
        title=f"{part}{old} and today · crdiff",
        description=f"What has changed in the Magic Comprehensive Rules since {old}.",
        part=address.COMPARE,
        data=data,
    )


def _fates(since: Since, places: dict[str, str], addresses: Addresses) -> Iterator[dict[str, object]]:
    """Yield where each subsection of the old release is today, and how many of its clauses are the same, changed, gone.

    `part` is where the redlines of those that changed are, "" where there are none.
    """
    changed, gone = (Counter(each.subsection for each in side) for side in (since.changed, since.gone))
    for number in sorted(since.same.keys() | changed.keys() | gone.keys(), key=str):
        if not ClauseNumber(number).is_section:
            part = places.get(f"s{number}", f"#s{number}") if changed[number] or gone[number] else ""
            lineage = addresses.lineage_of(ClauseNumber(number), since.old)
            followed = addresses.lineages.get(lineage)
            now = followed.runs[-1].number if followed and followed.in_force else None
            yield {
                "number": number,
                "title": _title(number, since.old, addresses),
                "href": address.clause(lineage) if lineage else "",
                "now": now or "",
                "now_href": addresses.current.get(now, "") if now else "",
                "same": since.same.get(number, 0),
                "changed": changed[number],
                "gone": gone[number],
                "part": part,
            }


def _json(since: Since, newest: date) -> bytes:
    value = SinceAnswer(
        since.old,
        newest,
        sum(since.same.values()),
        tuple(each.as_changed for each in since.changed),
        tuple(each.as_gone for each in since.gone),
        tuple(NewToday(lineage, str(number)) for lineage, number in since.arrived),
    )
    return msgspec.json.encode(value) + b"\n"
