"""The files of the embedded corpus, each read into the values it states; every error names the file and the line."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from crdiff.changes.change import Facet
from crdiff.dialects.registry import DIALECTS
from crdiff.errors import CorpusError, UnknownNumber
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Worded
from crdiff.model.corpus import Address, Annotation, DatedBy, Edition, KnownRelease
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage
from crdiff.store.toml_table import Table, read_table

_KINDS = ("txt", "rtf", "doc", "docx", "pdf")
_FENCE = "+++"
_Choice = TypeVar("_Choice", bound=StrEnum)
_RESPECTS = (Facet.WORDING, Facet.REFERENCE, Facet.EXAMPLE)
"""In which respect a recorded wording differs from the one before: in its words, its references or examples only."""
_EVENTS = (How.MERGED, How.SPLIT, How.REMOVED)


def read_catalog(path: Path) -> tuple[KnownRelease, ...]:
    """Return every known release, in the order of their dates, which the file must keep."""
    catalog = read_table(_text(path), str(path))
    catalog.allow("release")
    releases: list[KnownRelease] = []
    for table in catalog.tables("release"):
        table.allow("effective", "code", "name", "dead", *_KINDS)
        effective, is_dead = table.day("effective"), table.flag("dead")
        if releases and effective <= releases[-1].effective:
            raise table.error("effective", f"{effective} after {releases[-1].effective}", "releases oldest first")
        addresses = tuple(Address(kind, table.text(kind), is_dead) for kind in _KINDS if kind in table.values)
        releases.append(KnownRelease(effective, table.text("code", ""), table.text("name", ""), addresses))
    return tuple(releases)


def read_edition(path: Path) -> Edition:
    """Return what ``edition.toml`` states of an edition; the text beside it is not read."""
    table = read_table(_text(path), str(path))
    table.allow(*Edition.__slots__)
    if table.text("id") != path.parent.name:
        raise table.error("id", f"id is {table.text('id')!r}", f"{path.parent.name!r}, the name of its folder")
    first, release, last = table.day("first"), table.day("release"), table.day("last")
    if not first <= release <= last:
        raise table.error("release", f"release {release} is not within {first} to {last}")
    if table.text("dialect") not in DIALECTS:
        raise table.error("dialect", f"there is no dialect {table.text('dialect')!r}", " or ".join(sorted(DIALECTS)))
    return Edition(
        id=table.text("id"),
        title=table.text("title"),
        publisher=table.text("publisher"),
        release=release,
        first=first,
        last=last,
        dated_by=_one_of(tuple(DatedBy), table, "dated_by"),
        dating=table.text("dating"),
        coverage=Coverage(tuple(_number(table, "coverage", printed) for printed in table.texts("coverage"))),
        dialect=table.text("dialect"),
        file=f"editions/{path.parent.name}/{_file_name(table)}",
        sha256=table.text("sha256"),
        provenance=table.text("provenance"),
        left_out=table.text("left_out", ""),
        notice=table.text("notice"),
    )


def read_lineages(path: Path) -> tuple[tuple[date, ...], tuple[Lineage[ClauseNumber], ...]]:
    """Return the releases the lineages were read from, and the lineages ordered by id."""
    file = read_table(_text(path), str(path))
    file.allow("read", "lineage")
    read = file.days("read")
    lineages = sorted((_lineage(table, read) for table in file.tables("lineage")), key=lambda lineage: lineage.id)
    by_id = {lineage.id: lineage for lineage in lineages}
    return read, tuple(_with_numbers(lineage, by_id, read) for lineage in lineages)


def read_annotation(path: Path) -> Annotation:
    """Return a note: a TOML head between two lines ``+++``, then Markdown."""
    before, _, rest = _text(path).partition(f"{_FENCE}\n")
    head, fence, body = rest.partition(f"\n{_FENCE}\n")
    if before or not fence or not body.strip():
        raise CorpusError(
            "a note without head or text", f"a head between two lines {_FENCE}, then text", path=str(path)
        )
    table = read_table(head, str(path), 2)
    table.allow("title", "lineages", "releases", "sources")
    return Annotation(
        id=path.stem,
        title=table.text("title"),
        lineages=table.texts("lineages"),
        releases=table.days("releases"),
        sources=table.texts("sources"),
        text=body.strip() + "\n",
        file=f"annotations/{path.name}",
    )


def _lineage(table: Table, read: Sequence[date]) -> Lineage[ClauseNumber]:
    table.allow("id", "title", "runs", "wordings", "origin", "fate")
    runs = tuple(_runs(table, read))
    expected = f"{runs[0].first}-{runs[0].number}"
    if table.text("id") != expected:
        raise table.error("id", f"id is {table.text('id')!r}", f"{expected!r}, where its runs begin")
    return Lineage(
        id=expected,
        title=table.text("title"),
        runs=runs,
        wordings=tuple(_wordings(table, runs, read)),
        origin=tuple(_events(table, "origin")),
        fate=tuple(_events(table, "fate")),
        known_until=max(runs[-1].last, *read[-1:]),
        is_recorded=True,
    )


def _runs(table: Table, read: Sequence[date]) -> Iterator[NumberRun[ClauseNumber]]:
    before: date | None = None
    for run in table.tables("runs"):
        run.allow("from", "to", "number")
        first, last = run.day("from"), run.day("to")
        if first > last or (before and first <= before):
            raise run.error("from", f"a run from {first} to {last}", "runs oldest first, without overlap")
        is_read = any(first <= release <= last for release in read)
        yield NumberRun(first, last, _number(run, "number", run.text("number")), is_read)
        before = last


def _wordings(
    table: Table, runs: Sequence[NumberRun[ClauseNumber]], read: Sequence[date]
) -> Iterator[Worded[ClauseNumber]]:
    """Yield the wordings, each up to the last release read before the next; the last one up to the last run read."""
    begun: list[tuple[date, tuple[Facet, ...]]] = [(runs[0].first, ())]
    for wording in table.tables("wordings", required=False):
        wording.allow("from", "change")
        begun.append((wording.day("from"), (_one_of(_RESPECTS, wording, "change"),)))
    ends = [_before(read, first) for first, _ in begun[1:]]
    ends.append(max((run.last for run in runs if run.is_read), default=runs[0].first))
    for (first, facets), last in zip(begun, ends, strict=True):
        number = next((run.number for run in reversed(runs) if run.first <= first), runs[0].number)
        yield Worded(first, last, number, "", "", (), None, facets, is_held=False)


def _events(table: Table, key: str) -> Iterator[Event[ClauseNumber]]:
    for event in table.tables(key, required=False):
        event.allow("how", "lineage", "release")
        yield Event(_one_of(_EVENTS, event, "how"), event.day("release"), event.text("lineage", ""))


def _with_numbers(
    lineage: Lineage[ClauseNumber], by_id: Mapping[str, Lineage[ClauseNumber]], read: Sequence[date]
) -> Lineage[ClauseNumber]:
    """Return `lineage` with the numbers of those it met: before the release that brought it text, in that it gave to.

    An id that is not recorded has no number; `crdiff.store.embedded.agreement` finds it.
    """

    def numbered(event: Event[ClauseNumber], day: date) -> Event[ClauseNumber]:
        other = by_id.get(event.lineage)
        return replace(event, number=other.number_in(day)) if other else event

    origin = tuple(numbered(event, _before(read, event.release)) for event in lineage.origin)
    fate = tuple(numbered(event, event.release) for event in lineage.fate)
    return replace(lineage, origin=origin, fate=fate)


def _before(read: Sequence[date], release: date) -> date:
    """Return the last release read before `release`, that itself where there is none."""
    return read[max(bisect_left(read, release) - 1, 0)] if read else release


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8").replace("\r\n", "\n")
    except OSError as error:
        raise CorpusError(f"the file cannot be read ({error.strerror})", path=str(path)) from None
    except UnicodeDecodeError:
        raise CorpusError("the file is not UTF-8", path=str(path)) from None


def _file_name(table: Table) -> str:
    name = table.text("file")
    if name != Path(name).name:
        raise table.error("file", f"file is {name!r}", "a name without folders: the text stands beside edition.toml")
    return name


def _number(table: Table, key: str, printed: str) -> ClauseNumber:
    try:
        return ClauseNumber.parse(printed)
    except UnknownNumber as error:
        raise table.error(key, error.what, error.expected) from None


def _one_of(kinds: Sequence[_Choice], table: Table, key: str) -> _Choice:
    value = table.text(key)
    for kind in kinds:
        if kind == value:
            return kind
    raise table.error(key, f"{key} is {value!r}", " or ".join(kinds))
