"""The page of a glossary entry: its text, its terms, and every wording with what changed, newest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from markupsafe import Markup

from crdiff.changes.change import Facet, Op, Segment
from crdiff.output.cached_group import Sheaf, source_of
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.drawing.life import LifePicture, Period, draw_periods
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import RedlineView, view_change
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.english import sentence, times
from crdiff.pages.frame.render import Head, render
from crdiff.pages.glossary.entries import Entry, Told
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
    """What `glossary/entry.html` shows; `typography` are the releases that changed nothing else, newest first."""

    entry: Entry
    letter: tuple[str, str]
    lead: str
    gone: str
    paragraphs: tuple[Markup, ...]
    picture: LifePicture | None
    wordings: tuple[EntryWording, ...]
    typography: tuple[date, ...]
    before: tuple[str, str] | None
    after: tuple[str, str] | None


def entry_page(
    entry: Entry, letter: tuple[str, str], neighbours: tuple[Entry | None, Entry | None], archive: ArchiveIndex
) -> Sheaf:
    """Return the page of `entry`; `letter` is where its letter is listed, `neighbours` the entries around it there."""
    head = Head(
        address=entry.href,
        title=f"{entry.term} · glossary · crdiff",
        description=f"The glossary entry “{entry.term}” of the Comprehensive Rules: its wordings since {entry.first}.",
        part=address.RULES,
    )
    first_held = archive.contents.dates[0]
    targets = archive.current if entry.in_force else {}
    before, after = ((each.term, each.href) if each else None for each in neighbours)
    view = EntryView(
        entry=entry,
        letter=letter,
        lead=_lead(entry, archive),
        gone=archive.day(entry.ended) if entry.ended else "",
        paragraphs=tuple(linked(each, targets, entry.href) for each in entry.newest.split("\n") if each),
        picture=None,
        wordings=(),
        typography=tuple(told.release for told in reversed(entry.changes) if _is_typography(told)),
        before=before,
        after=after,
    )
    days = {each: archive.day(each) for each in (*(told.release for told in entry.changes), entry.ended) if each}
    make = partial(_page, head, view, first_held, archive.scale, days)
    return Sheaf(entry.href, source_of(head, view, first_held, archive.scale, days), make)


def _page(
    head: Head, view: EntryView, first_held: date, scale: Scale, days: Mapping[date, str]
) -> Iterator[tuple[str, bytes]]:
    """Yield the page: nothing is looked up here that its sheaf does not name as its source."""
    picture, wordings = _picture(view.entry, scale), tuple(_wordings(view.entry, first_held, days))
    yield head.address, render("glossary/entry.html", head, replace(view, picture=picture, wordings=wordings))


def _lead(entry: Entry, archive: ArchiveIndex) -> str:
    first = archive.contents.dates[0]
    came = f"It came with {archive.day(entry.first)}"
    said = [f"It stands in {first}, the first release held" if entry.first == first else came]
    reworded = len(entry.reworded)
    said.append(f"it has been reworded {times(reworded)}" if reworded else "it has kept its wording, typography aside")
    if entry.former_terms:
        said.append(f"it was called {' and '.join(f'“{term}”' for term in entry.former_terms)} before")
    said += [f"it is missing from {gone} up to {back}" for gone, back in entry.absences]
    if entry.ended:
        said.append(f"{entry.ended} is {archive.seen_first(entry.ended)} without it")
    return " ".join(map(sentence, said))


def _is_typography(told: Told) -> bool:
    return set(told.change.facets) == {Facet.TYPOGRAPHIC}


def _wordings(entry: Entry, first_held: date, days: Mapping[date, str]) -> Iterator[EntryWording]:
    """Yield the wordings, newest first, the oldest one as a whole where no change brought it."""
    told = [each for each in entry.changes if not _is_typography(each)]
    shown = 0
    for at in range(len(told) - 1, -1, -1):
        until = days[told[at + 1].release] if at + 1 < len(told) else ""
        view = _wording(told[at], until, is_whole=shown < _REDLINES_MOST)
        if until and not told[at].change.new:
            view = replace(view, icon="suspect", label="Missing in the text", summary="", redline=None)
        elif at and _is_back(told[at - 1], told[at]):
            view = replace(view, icon="same", label="Back, with the same words", summary="", redline=None)
        shown += sum(len(segment.text) for segment in view.redline.segments) if view.redline else 0
        yield view
    if entry.first == first_held:
        said = RedlineView((Segment(Op.KEPT, f"{entry.names[0].term}\n{entry.oldest}"),), whole=False)
        until = days[told[0].release] if told else ""
        yield EntryWording(
            id=f"w{entry.first}",
            first=entry.first,
            until=until,
            news=address.release(entry.first),
            icon="same",
            label="The oldest text held",
            summary="",
            redline=said,
            evidence=(),
            confidence=100,
        )


def _is_back(left: Told, came: Told) -> bool:
    """Whether an entry that was missing came back as it was, as Madness after 2003-05-26."""
    before, after = left.change, came.change
    return (
        not before.new and not after.old and fold_typography(before.old[0].text) == fold_typography(after.new[0].text)
    )


def _wording(told: Told, until: str, *, is_whole: bool) -> EntryWording:
    view = view_change(told.change, lambda _side, _number: "")
    return EntryWording(
        id=f"w{told.release}",
        first=told.release,
        until=until,
        news=address.release(told.release),
        icon=view.icon,
        label=view.label,
        summary=view.summary,
        redline=view.redline if is_whole else None,
        evidence=view.evidence,
        confidence=view.confidence,
    )


def _picture(entry: Entry, scale: Scale) -> LifePicture:
    texts = [(told.release, bool(told.change.new)) for told in entry.changes]
    if not texts or texts[0][0] != entry.first:
        texts.insert(0, (entry.first, True))
    terms = [
        Period(each.first, each.term, f"{each.term}, from {each.first}", f"#w{each.first}") for each in entry.names
    ]
    return draw_periods(terms, tuple(_periods(texts)), entry.ended, scale, entry.ended or scale.last)


def _periods(texts: Sequence[tuple[date, bool]]) -> Iterator[Period]:
    """Yield a period for each wording; between two of them the entry may have been missing."""
    total = sum(stands for _, stands in texts)
    number = 0
    for first, stands in texts:
        number += stands
        title = f"wording {number} of {total}, from {first}"
        yield Period(first, str(number) if stands else "", title, f"#w{first}")
