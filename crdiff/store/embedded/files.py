"""The files of the embedded corpus, each read into the values it states; every error names the file and the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from crdiff.dialects.registry import DIALECTS
from crdiff.errors import CorpusError, UnknownNumber
from crdiff.model.corpus import (
    Address,
    Annotation,
    DatedBy,
    Edition,
    How,
    KnownLineage,
    KnownRelease,
    LineageEvent,
    NewWording,
    NumberRun,
    Respect,
)
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Coverage
from crdiff.store.toml_table import Table, read_table

_KINDS = ("txt", "rtf", "doc", "docx", "pdf")
_FENCE = "+++"
_Choice = TypeVar("_Choice", bound=StrEnum)


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
        dated_by=_one_of(DatedBy, table, "dated_by"),
        dating=table.text("dating"),
        coverage=Coverage(tuple(_number(table, "coverage", printed) for printed in table.texts("coverage"))),
        dialect=table.text("dialect"),
        file=f"editions/{path.parent.name}/{_file_name(table)}",
        sha256=table.text("sha256"),
        provenance=table.text("provenance"),
        left_out=table.text("left_out", ""),
        notice=table.text("notice"),
    )


def read_lineages(path: Path) -> tuple[tuple[date, ...], tuple[KnownLineage, ...]]:
    """Return the releases the lineages were read from, and the lineages ordered by id."""
    file = read_table(_text(path), str(path))
    file.allow("read", "lineage")
    read = file.days("read")
    lineages = sorted((_lineage(table, read) for table in file.tables("lineage")), key=lambda lineage: lineage.id)
    return read, tuple(lineages)


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


def _lineage(table: Table, read: Sequence[date]) -> KnownLineage:
    table.allow("id", "title", "runs", "wordings", "origin", "fate")
    runs = tuple(_runs(table, read))
    expected = f"{runs[0].first}-{runs[0].number}"
    if table.text("id") != expected:
        raise table.error("id", f"id is {table.text('id')!r}", f"{expected!r}, where its runs begin")
    return KnownLineage(
        id=expected,
        title=table.text("title"),
        runs=runs,
        wordings=tuple(_wordings(table)),
        origin=tuple(_events(table, "origin")),
        fate=tuple(_events(table, "fate")),
    )


def _runs(table: Table, read: Sequence[date]) -> Iterator[NumberRun]:
    before: date | None = None
    for run in table.tables("runs"):
        run.allow("from", "to", "number")
        first, last = run.day("from"), run.day("to")
        if first > last or (before and first <= before):
            raise run.error("from", f"a run from {first} to {last}", "runs oldest first, without overlap")
        is_read = any(first <= release <= last for release in read)
        yield NumberRun(first, last, _number(run, "number", run.text("number")), is_read)
        before = last


def _wordings(table: Table) -> Iterator[NewWording]:
    for wording in table.tables("wordings", required=False):
        wording.allow("from", "change")
        yield NewWording(wording.day("from"), _one_of(Respect, wording, "change"))


def _events(table: Table, key: str) -> Iterator[LineageEvent]:
    for event in table.tables(key, required=False):
        event.allow("how", "lineage", "release")
        yield LineageEvent(_one_of(How, event, "how"), event.text("lineage", ""), event.day("release"))


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


def _one_of(kinds: type[_Choice], table: Table, key: str) -> _Choice:
    value = table.text(key)
    if value not in set(kinds):
        raise table.error(key, f"{key} is {value!r}", " or ".join(kinds))
    return kinds(value)
