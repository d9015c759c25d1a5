"""The page of a glossary entry: its text, its terms, every wording with what changed, newest first, what took over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from markupsafe import Markup

from crdiff.changes.change import Op, Segment
from crdiff.history.entries import same_term
from crdiff.history.lineage import How, Lineage, Term
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.clauses.card import entry_card, in_one_line
from crdiff.pages.clauses.steps import (
    NotCounted,
    WordingLine,
    WordingStep,
    label_of,
    not_counted,
    step,
    wording_rows,
    wordings_since,
)
from crdiff.pages.clauses.took_over import HeirView, entry_heirs, obsolete_twins
from crdiff.pages.drawing.life import LifePicture, Period, draw_periods
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import RedlineView
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.english import sentence
from crdiff.pages.frame.quoting import Quotable
from crdiff.pages.frame.render import Head, render
from crdiff.reports.phrases import listed
from crdiff.text.normalise import fold_typography

_REDLINES_MOST = 90_000
"""Characters of redlines on a page, as on that of a clause; older wordings are only dated."""


@dataclass(frozen=True, slots=True)
class EntryWording:
    """A wording or an absence, newest first; `until` is its last day in words, "" where it goes on.

    `count` is its number among the wordings, 0 of an absence. `is_whole`: it is shown with its text.
    """

    id: str
    count: int
    first: date
    name: str
    until: str
    news: str
    step: WordingStep
    is_whole: bool


@dataclass(frozen=True, slots=True)
class EntryView:
    """What `glossary/entry.html` shows.

    `since` names the release that brought its words, `gone` the one that ended it, `last_day` is its last day. `names`
    are (first day, last day in words or "", term). `twins` are entries that call its term obsolete, or are so called.
    """

    term: str
    in_force: bool
    letter: tuple[str, str]
    lead: str
    since: str
    gone: str
    last_day: str
    quotable: Quotable
    paragraphs: tuple[Markup, ...]
    picture: LifePicture | None
    rows: tuple[WordingLine, ...]
    uncounted: NotCounted | None
    wordings: tuple[EntryWording, ...]
    names: tuple[tuple[date, str, str], ...]
    heirs: tuple[HeirView, ...]
    twins: tuple[HeirView, ...]
    notes: tuple[Annotation, ...]
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class _Lived:
    """What the wordings and the picture of a page are made from.

    `entry` lasts for ever where it stands, so that a new release leaves the page as it is. `names` are those of sets,
    `days` the last days in words before the releases that ended a wording.
    """

    entry: Lineage[Term]
    names: tuple[tuple[date, str], ...]
    days: tuple[tuple[date, str], ...]
    scale: Scale
    news: tuple[tuple[date, str], ...]
    first_text: str


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
) -> tuple[str, bytes]:
    """Return address and page of `entry`.

    `letter` is where its letter is listed, `neighbours` are the entries around it there.
    """
    where, term, card = address.entry(entry.id), entry.runs[-1].number, entry_card(entry, archive)
    head = Head(
        address=where,
        title=f"{term}, glossary · crdiff",
        description=card.text,
        part=address.GLOSSARY,
        card=card.name,
    )
    before, after = ((each.runs[-1].number, address.entry(each.id)) if each else None for each in neighbours)
    text = [each for each in entry.wordings[-1].text.split("\n") if each]
    targets = archive.current if entry.in_force else _targets(entry, archive)
    view = EntryView(
        term=term,
        in_force=entry.in_force,
        letter=letter,
        lead=_lead(entry, archive),
        since=archive.came_with(entry.phrasings[-1].first),
        gone=archive.came_with(entry.removed) if entry.removed else "",
        last_day=archive.day_before(entry.removed) if entry.removed else "",
        quotable=_quotable(entry, archive),
        paragraphs=tuple(linked(each, targets, where) for each in text),
        picture=None,
        rows=(),
        uncounted=None,
        wordings=(),
        names=tuple(_names(entry, archive)),
        heirs=tuple(entry_heirs(entry, archive)),
        twins=tuple(obsolete_twins(entry, archive)) if entry.in_force else (),
        notes=archive.annotations_on(entry.id),
        before=before,
        after=after,
    )
    return where, _page(head, view, _lived(entry, archive))


def _lived(entry: Lineage[Term], archive: ArchiveIndex) -> _Lived:
    days = {*(worded.first for worded in entry.wordings), *(event.release for event in (*entry.origin, *entry.fate))}
    return _Lived(
        entry=entry.lasting(),
        names=tuple((day, archive.set_name(day)) for day in sorted(days)),
        days=tuple((day, archive.day_before(day)) for day in sorted(days)),
        scale=archive.scale,
        news=tuple((day, archive.release_page(day)) for day in sorted(days)),
        first_text=archive.first_text,
    )


def _targets(entry: Lineage[Term], archive: ArchiveIndex) -> Mapping[ClauseNumber, str]:
    """Return the pages of the clauses that had each number in the last release with the entry."""
    last = entry.runs[-1].last
    return {one.number: address.clause(one.lineage) for one in archive.contents.standing[last]}


def _quotable(entry: Lineage[Term], archive: ArchiveIndex) -> Quotable:
    term, first, text = entry.runs[-1].number, entry.phrasings[-1].first, entry.wordings[-1].text
    return Quotable(
        name=f"CR Glossary: {term}",
        label=term,
        release=archive.release_name(first),
        paragraphs=tuple(in_one_line(each, len(each)) for each in text.split("\n") if each),
        href=f"{address.entry(entry.id)}#w{first}",
        template="",
    )


def _page(head: Head, view: EntryView, lived: _Lived) -> bytes:
    entry, names = lived.entry, dict(lived.names)
    back = [release for _, release in _absences(entry)]
    has_steps = len(entry.phrasings) > 1 or bool(back)
    made = replace(
        view,
        picture=_picture(entry, lived.scale),
        rows=tuple(wording_rows(entry, names, lived.first_text, has_steps=has_steps)),
        uncounted=not_counted(entry.phrasings, names, dict(lived.news), back),
        wordings=tuple(_wordings(lived)) if has_steps else (),
    )
    return render("glossary/entry.html", head, made)


def _names(entry: Lineage[Term], archive: ArchiveIndex) -> Iterator[tuple[date, str, str]]:
    runs = entry.joined_runs
    ends = [*(run.first for run in runs[1:]), entry.removed]
    for run, end in zip(runs, ends, strict=True):
        yield run.first, archive.day_before(end) if end else "", run.number


def _absences(entry: Lineage[Term]) -> tuple[tuple[date, date], ...]:
    """Return (first release without it, release that has it again): 2003-05-26 lacks Madness, for example."""
    gone = (event.release for event in entry.fate if event.how is How.REMOVED)
    back = (event.release for event in entry.origin if event.how is How.REINSTATED)
    return tuple(zip(gone, back, strict=False))


def _lead(entry: Lineage[Term], archive: ArchiveIndex) -> str:
    said = [wordings_since(entry)]
    if not entry.origin:
        verb, first = "is" if entry.in_force else "was", archive.came_with(entry.runs[0].first)
        said.append(f"It {verb} in {first}, the first release {'known' if archive.knows_more else 'on this site'}")
    if former := former_terms(entry):
        said.append(f"It was formerly called {listed([f'“{term}”' for term in former])}")
    said += [
        f"It was missing from {archive.release_name(gone)} until {archive.day_before(back)}"
        for gone, back in _absences(entry)
    ]
    return " ".join(map(sentence, said))


# wordings


def _wordings(lived: _Lived) -> Iterator[EntryWording]:
    """Yield the wordings and the times without any, newest first, the oldest one as a whole."""
    entry, days = lived.entry, dict(lived.days)
    gone = {event.release for event in entry.fate if event.how is How.REMOVED}
    begun = {phrasing.first: count for count, phrasing in enumerate(entry.phrasings, 1)}
    order = sorted({*gone, *begun, *(back for _, back in _absences(entry))}, reverse=True)
    shown = 0
    for at, release in enumerate(order):
        until = days[order[at - 1]] if at else ""
        made = _step(release, entry, lived.first_text, is_last=not until)
        view = EntryWording(
            id=f"w{release}",
            count=begun.get(release, 0),
            first=release,
            name=dict(lived.names)[release],
            until=until,
            news=dict(lived.news)[release],
            step=made,
            is_whole=shown < _REDLINES_MOST,
        )
        shown += sum(len(segment.text) for segment in made.redline.segments) if made.redline else 0
        yield view


def _step(release: date, entry: Lineage[Term], first_text: str, *, is_last: bool) -> WordingStep:
    """Return what a release did to an entry: a wording, the end, or the time in which a text lacks it."""
    before = next((each for each in reversed(entry.wordings) if each.first < release), None)
    worded = next((each for each in entry.wordings if each.first == release), None)
    if worded is None:
        left = RedlineView((Segment(Op.DELETED, before.text if before else ""),), whole=True)
        icon, label = ("removed", "Removed") if is_last else ("suspect", "Missing from this text")
        return WordingStep(icon, label, "", left if is_last else None, (), (), (), 100)
    made = step(worded, worded.change, "", *label_of(worded, first_text, is_first=before is None, is_added=False))
    is_back = before is not None and worded.change is not None and not worded.change.old
    if is_back and before and fold_typography(before.text) == fold_typography(worded.text):
        return replace(made, icon="same", label="Back, with the same words", summary="", redline=None, evidence=())
    return made


def _picture(entry: Lineage[Term], scale: Scale) -> LifePicture:
    terms = [Period(run.first, run.number, run.number, f"#w{run.first}") for run in entry.joined_runs]
    starts = [(phrasing.first, True) for phrasing in entry.phrasings]
    texts = sorted([*starts, *((gone, False) for gone, _ in _absences(entry))])
    until = entry.removed or scale.last
    return draw_periods(terms, tuple(_periods(texts)), entry.removed, scale, until, is_now=entry.in_force)


def _periods(texts: Sequence[tuple[date, bool]]) -> Iterator[Period]:
    """Yield a period for each wording; between two of them the entry may have been missing."""
    total = sum(stands for _, stands in texts)
    number = 0
    for first, stands in texts:
        number += stands
        yield Period(first, str(number) if stands else "", f"wording {number} of {total}", f"#w{first}")
