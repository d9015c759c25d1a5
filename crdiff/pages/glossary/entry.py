"""The page of a glossary entry: its text, its terms, and every wording with what changed, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from markupsafe import Markup

from crdiff.changes.change import Facet, Op, Segment
from crdiff.history.entries import same_term
from crdiff.history.lineage import How, Lineage, Term, Worded
from crdiff.output.cached_group import CachedGroup, source_of
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.clauses.card import entry_card
from crdiff.pages.drawing.life import LifePicture, Period, draw_periods
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import RedlineView, view_change
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.english import sentence, times
from crdiff.pages.frame.render import Head, render
from crdiff.text.normalise import fold_typography

_REDLINES_MOST = 150_000
"""Characters of redlines on a page, as on that of a clause; older wordings are only dated."""


@dataclass(frozen=True, slots=True)
class EntryWording:
    """A wording, newest first; `until` says when it ended, "" for not at all. `redline` None where only dated."""

    id: str
    first: date
    until: str
    news: str
    icon: str
    label: str
    summary: str
    redline: RedlineView | None
    evidence: tuple[str, ...]
    confidence: int


@dataclass(frozen=True, slots=True)
class EntryView:
    """What `glossary/entry.html` shows.

    `names` are (first release, release that ended it or None, term), `typography` the releases that changed nothing
    else, newest first.
    """

    term: str
    in_force: bool
    letter: tuple[str, str]
    lead: str
    gone: str
    paragraphs: tuple[Markup, ...]
    picture: LifePicture | None
    wordings: tuple[EntryWording, ...]
    names: tuple[tuple[date, date | None, str], ...]
    typography: tuple[date, ...]
    before: tuple[str, str] | None
    after: tuple[str, str] | None


def reworded(entry: Lineage[Term]) -> tuple[Worded[Term], ...]:
    """Return the wordings that differ in more than typography from those before."""
    return tuple(worded for worded in entry.wordings[1:] if not _is_typography(worded) and worded.facets)


def former_terms(entry: Lineage[Term]) -> tuple[str, ...]:
    """Return the terms that an entry had before, oldest first; case and punctuation do not count."""
    kept = {same_term(entry.runs[-1].number)}
    former = {same_term(run.number): run.number for run in reversed(entry.runs) if same_term(run.number) not in kept}
    return tuple(reversed(former.values()))


def entry_page(
    entry: Lineage[Term],
    letter: tuple[str, str],
    neighbours: tuple[Lineage[Term] | None, Lineage[Term] | None],
    archive: ArchiveIndex,
) -> CachedGroup:
    """Return the page of `entry`; `letter` is where its letter is listed, `neighbours` the entries around it there."""
    where, term, card = address.entry(entry.id), entry.runs[-1].number, entry_card(entry, archive)
    head = Head(
        address=where,
        title=f"{term}, glossary · crdiff",
        description=card.text,
        part=address.RULES,
        card=card.name,
    )
    targets = archive.current if entry.in_force else {}
    before, after = ((each.runs[-1].number, address.entry(each.id)) if each else None for each in neighbours)
    view = EntryView(
        term=term,
        in_force=entry.in_force,
        letter=letter,
        lead=_lead(entry, archive),
        gone=archive.day(entry.removed) if entry.removed else "",
        paragraphs=tuple(linked(each, targets, where) for each in entry.wordings[-1].text.split("\n") if each),
        picture=None,
        wordings=(),
        names=tuple(_names(entry)),
        typography=tuple(worded.first for worded in reversed(entry.wordings[1:]) if _is_typography(worded)),
        before=before,
        after=after,
    )
    told = (*(worded.first for worded in entry.wordings), *(event.release for event in entry.fate))
    days = {each: archive.day(each) for each in told}
    make = partial(_page, head, view, entry, archive.scale, days)
    return CachedGroup(where, source_of(head, view, entry, archive.scale, sorted(days.items())), make)


def _page(
    head: Head, view: EntryView, entry: Lineage[Term], scale: Scale, days: Mapping[date, str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the page: nothing is looked up here that its sheaf does not name as its source."""
    picture, wordings = _picture(entry, scale), tuple(_wordings(entry, days))
    yield head.address, render("glossary/entry.html", head, replace(view, picture=picture, wordings=wordings))


def _names(entry: Lineage[Term]) -> Iterator[tuple[date, date | None, str]]:
    runs = entry.joined_runs
    ends = [*(run.first for run in runs[1:]), entry.removed]
    return ((run.first, until, run.number) for run, until in zip(runs, ends, strict=True))


def _absences(entry: Lineage[Term]) -> tuple[tuple[date, date], ...]:
    """Return (first release without it, release that has it again): 2003-05-26 lacks Madness, for example."""
    gone = (event.release for event in entry.fate if event.how is How.REMOVED)
    back = (event.release for event in entry.origin if event.how is How.REINSTATED)
    return tuple(zip(gone, back, strict=False))


def _lead(entry: Lineage[Term], archive: ArchiveIndex) -> str:
    first = entry.runs[0].first
    came = f"It came with {archive.day(first)}"
    said = [
        came if entry.origin and entry.origin[0].how is How.ADDED else f"It stands in {first}, the first release held"
    ]
    count = len(reworded(entry))
    said.append(f"it has been reworded {times(count)}" if count else "it has kept its wording, typography aside")
    if former := former_terms(entry):
        said.append(f"it was called {' and '.join(f'“{term}”' for term in former)} before")
    said += [f"it is missing from {gone} up to {back}" for gone, back in _absences(entry)]
    if entry.removed:
        said.append(f"{entry.removed} is {archive.seen_first(entry.removed)} without it")
    return " ".join(map(sentence, said))


def _is_typography(worded: Worded[Term]) -> bool:
    return set(worded.facets) == {Facet.TYPOGRAPHIC}


# wordings


def _wordings(entry: Lineage[Term], days: Mapping[date, str]) -> Iterator[EntryWording]:
    """Yield the wordings and the times without any, newest first, the oldest one as a whole."""
    gone = {event.release for event in entry.fate if event.how is How.REMOVED}
    worded = {each.first: each for each in entry.wordings if each is entry.wordings[0] or not _is_typography(each)}
    order = sorted({*gone, *worded}, reverse=True)
    shown = 0
    for at, release in enumerate(order):
        until = days[order[at - 1]] if at else ""
        if release in worded:
            view = _wording(worded[release], until, _before(entry, release), is_whole=shown < _REDLINES_MOST)
        else:
            view = _missing(release, until, _before(entry, release))
        shown += sum(len(segment.text) for segment in view.redline.segments) if view.redline else 0
        yield view


def _before(entry: Lineage[Term], release: date) -> Worded[Term] | None:
    return next((each for each in reversed(entry.wordings) if each.first < release), None)


def _wording(worded: Worded[Term], until: str, before: Worded[Term] | None, *, is_whole: bool) -> EntryWording:
    plain = RedlineView((Segment(Op.KEPT, f"{worded.number}\n{worded.text}"),), whole=False)
    shown = view_change(worded.change, lambda _side, _number: "") if worded.change else None
    view = EntryWording(
        id=f"w{worded.first}",
        first=worded.first,
        until=until,
        news=address.release(worded.first),
        icon=shown.icon if shown else "same",
        label=shown.label if shown else "The oldest text held",
        summary=shown.summary if shown else "",
        redline=(shown.redline if shown else plain) if is_whole else None,
        evidence=shown.evidence if shown else (),
        confidence=shown.confidence if shown else 100,
    )
    is_back = before and worded.change and not worded.change.old
    if is_back and before and fold_typography(before.text) == fold_typography(worded.text):
        return replace(view, icon="same", label="Back, with the same words", summary="", redline=None)
    return view


def _missing(release: date, until: str, before: Worded[Term] | None) -> EntryWording:
    """Return the end of an entry, or the time in which a text lacks it that others have again."""
    left = f"{before.number}\n{before.text}" if before else ""
    return EntryWording(
        id=f"w{release}",
        first=release,
        until=until,
        news=address.release(release),
        icon="suspect" if until else "removed",
        label="Missing in the text" if until else "Removed",
        summary="" if until else "Entry removed.",
        redline=None if until else RedlineView((Segment(Op.DELETED, left),), whole=True),
        evidence=(),
        confidence=100,
    )


def _picture(entry: Lineage[Term], scale: Scale) -> LifePicture:
    terms = [
        Period(run.first, run.number, f"{run.number}, from {run.first}", f"#w{run.first}") for run in entry.joined_runs
    ]
    starts = [(worded.first, True) for worded in entry.wordings]
    texts = sorted([*starts, *((gone, False) for gone, _ in _absences(entry))])
    return draw_periods(terms, tuple(_periods(texts)), entry.removed, scale, entry.removed or scale.last)


def _periods(texts: Sequence[tuple[date, bool]]) -> Iterator[Period]:
    """Yield a period for each wording; between two of them the entry may have been missing."""
    total = sum(stands for _, stands in texts)
    number = 0
    for first, stands in texts:
        number += stands
        title = f"wording {number} of {total}, from {first}"
        yield Period(first, str(number) if stands else "", title, f"#w{first}")
