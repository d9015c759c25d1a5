"""The page of one clause: every number, every wording with what changed, origin and fate, our notes, its checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from markupsafe import Markup

from crdiff.changes.change import Change, Facet, Op, Segment
from crdiff.history.endings import EndedSentence
from crdiff.history.lineage import Event, How, Worded
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import CachedGroup, source_of
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, clauses_in, is_heading, quotation_address
from crdiff.pages.checks.checks import ClauseChecks, checks_on
from crdiff.pages.clauses.card import clause_card, clause_name
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.drawing.life import LifePicture, RunRow, draw_life
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address, change_words
from crdiff.pages.frame.change_view import RedlineView, view_change
from crdiff.pages.frame.english import clipped, sentence, times
from crdiff.pages.frame.render import Head, render
from crdiff.pages.rules.former_places import FormerText
from crdiff.store.archive.site_contents import Standing

_EVENTS = {
    How.ADDED: "Added",
    How.REMOVED: "Removed",
    How.REVOKED: "Revoked",
    How.REINSTATED: "Came back",
    How.SPLIT: "Parted from",
    How.MERGED: "Took in",
}
_FATES = _EVENTS | {How.SPLIT: "Gave text to", How.MERGED: "Merged into"}
_REDLINES_MOST = 150_000
"""Characters of redlines on a page, so that a browser opens it at once: 704.5 of 2026 alone would have a million.

The oldest wordings beyond are only dated, their texts are in the data.
"""


@dataclass(frozen=True, slots=True)
class WordingView:
    """A wording, newest first on the page; `redline` None where only its dates are shown, or its text is not held.

    `last` is None where it lasts to the newest text. `text` is where the clause is read in its place at `first`, `news`
    where it is read what else `first` changed, `quoted` are (title, address) of the editions that quote it.
    `until` is the release that brought another wording or took the clause out, None while it is in force. `later` is
    the redline from it to the newest wording, None where that is not shown, "" where only typography differs;
    `comparison` is where the two are compared, "" of the newest. `compared` is where an edition that quotes it is
    compared with an earlier one, "" for nowhere. `ended` are the sentences of weight that ended with the wording
    before.
    """

    id: str
    number: str
    first: date
    last: date | None
    until: date | None
    news: str
    text: str
    quoted: tuple[tuple[str, str], ...]
    later: Markup | None
    comparison: str
    compared: str
    icon: str
    label: str
    summary: str
    ended: tuple[str, ...]
    is_held: bool
    redline: RedlineView | None
    examples: tuple[RedlineView, ...]
    evidence: tuple[str, ...]
    confidence: int


@dataclass(frozen=True, slots=True)
class ClauseEvent:
    """A beginning, an end, or a meeting with another clause."""

    icon: str
    words: str
    release: date
    other: str
    other_href: str


@dataclass(frozen=True, slots=True)
class ClauseInside:
    """A clause of a section: the numbers it was first and last known by, its title, when it was removed or revoked."""

    first: str
    last: str
    title: str
    href: str
    removed: date | None
    revoked: date | None


@dataclass(frozen=True, slots=True)
class ClausePage:
    """What `clauses/clause.html` shows.

    `runs` are (run, address of its number, the release whose text is linked). `known_as` says what the release is that
    the words "in force" are said of, "" where they need none; `known_in` is its date where the page names it. `gone`
    says since when it is out of force, "" where it is not known to be, `revoked` since when it is a notice. `texts` are
    those of a subsection and all that stands under it, `inside` its clauses where there are no texts. `last_text` is
    where a clause that no longer stands did last, in `release`, which is None while it stands.
    """

    id: str
    number: str
    title: str
    section: tuple[str, str] | None
    lead: str
    is_in_force: bool
    is_heading: bool
    known_in: date | None
    known_as: str
    gone: str
    revoked: str
    current: str
    last_text: str
    release: date | None
    picture: LifePicture | None
    runs: tuple[tuple[RunRow, str, date], ...]
    wordings: tuple[WordingView, ...]
    texts: tuple[FormerText, ...]
    inside: tuple[ClauseInside, ...]
    events: tuple[ClauseEvent, ...]
    notes: tuple[Annotation, ...]
    checks: ClauseChecks | None
    citation: str
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class _Quoted:
    """A wording in an edition: title and address of the edition, its change since the edition compared with it."""

    title: str
    href: str
    change: Change | None
    before: date | None
    compared: str


@dataclass(frozen=True, slots=True)
class _Lived:
    """What the wordings and the picture of a page are made from, without the newest release of a clause in force.

    `texts` are where each of the wordings is read in its place, `news` where it is read what its first release changed,
    `quoted` the editions that quote it, `endings` the sentences that ended on the way. `until` is the day that the
    pictures reach to. `is_recorded`: no wording can be compared with the newest one at will.
    """

    wordings: tuple[Worded[ClauseNumber], ...]
    texts: tuple[str, ...]
    news: tuple[str, ...]
    quoted: tuple[tuple[_Quoted, ...], ...]
    endings: tuple[EndedSentence, ...]
    ended: date | None
    last: date | None
    scale: Scale
    until: date
    is_added: bool
    is_recorded: bool


def clause_page(lineage: ClauseLineage, archive: ArchiveIndex, readings: Readings) -> CachedGroup:
    """Return the page of one clause; of `readings`, only the wordings of this clause are asked for."""
    number, title = lineage.runs[-1].number, archive.title(lineage.id)
    head = _head(lineage, archive)
    before, after = _neighbours(lineage, archive)
    release = lineage.runs[-1].last
    last = None if archive.is_newest(release) else release
    texts = archive.places.texts(lineage.id) if is_heading(lineage) and not archive.is_recorded else ()
    known_in, known_as = _known(lineage, archive)
    lived = _lived(lineage, last, archive)
    until = lineage.revoked or lineage.removed
    view = ClausePage(
        id=lineage.id,
        number=str(number),
        title=clipped(title, 120) or f"Clause {number}",
        section=_section(lineage, archive),
        lead=_lead(lineage, archive),
        is_in_force=lineage.in_force,
        is_heading=is_heading(lineage),
        known_in=known_in,
        known_as=known_as,
        gone=archive.day(lineage.removed) if lineage.removed else "",
        revoked=archive.day(lineage.revoked) if lineage.revoked else "",
        current=archive.current.get(number, "") if lineage.stands else "",
        last_text=archive.text_address(lineage, last, last) if last and not lineage.stands else "",
        release=last,
        picture=None,
        runs=tuple(_run_links(lineage, last, archive)),
        wordings=(),
        texts=texts,
        inside=tuple(_inside(lineage, archive)) if is_heading(lineage) and archive.is_recorded else (),
        events=(*_events(lineage.origin, _EVENTS), *_events(lineage.fate, _FATES)),
        notes=archive.annotations_on(lineage.id),
        checks=checks_on(lineage.id, archive),
        citation=f"CR {number}" + (f" (effective {lineage.runs[0].first} until {until})" if until else ""),
        before=before,
        after=after,
    )
    return CachedGroup(head.address, source_of(head, view, lived), partial(_page, head, view, lived, readings))


def _head(lineage: ClauseLineage, archive: ArchiveIndex) -> Head:
    where, card = address.clause(lineage.id), clause_card(lineage, archive)
    return Head(
        address=where,
        title=f"{clause_name(lineage, archive)} · crdiff",
        description=card.text,
        part=address.RULES,
        data=address.as_json(where),
        card=card.name,
    )


def _page(head: Head, view: ClausePage, lived: _Lived, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the page: nothing is looked up here that its sheaf does not name as its source."""
    words = () if view.is_heading and lived.is_recorded else lived.wordings
    picture = draw_life((run for run, _, _ in view.runs), words, lived.ended, lived.scale, lived.until)
    wordings = tuple(_wordings(view.id, lived, readings))
    yield head.address, render("clauses/clause.html", head, replace(view, picture=picture, wordings=wordings))


def _lived(lineage: ClauseLineage, last: date | None, archive: ArchiveIndex) -> _Lived:
    *before, newest = lineage.wordings
    quoted = tuple(tuple(_quoted(worded, lineage, archive)) for worded in lineage.wordings)
    return _Lived(
        wordings=(*before, newest if last else replace(newest, last=date.max)),
        texts=tuple(archive.text_address(lineage, each.first, each.last) for each in lineage.wordings),
        news=tuple(archive.release_page(each.first) for each in lineage.wordings),
        quoted=quoted if any(quoted) else (),
        endings=tuple(archive.endings.of(lineage, lineage.known_until)),
        ended=lineage.removed,
        last=last,
        scale=archive.scale,
        until=archive.until(lineage),
        is_added=any(event.how is How.ADDED for event in lineage.origin),
        is_recorded=archive.is_recorded,
    )


def _quoted(worded: Worded[ClauseNumber], lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[_Quoted]:
    for each in archive.quoted(lineage.id):
        if worded.first <= each.text.effective <= worded.last:
            before = each.before.effective if each.before else None
            compared = address.comparison(before, each.text.effective) if before else ""
            where = f"{compared}#{address.fragment(f'to-{each.number}')}" if compared else ""
            yield _Quoted(each.text.edition.title, quotation_address(each), each.change, before, where)


def _run_links(lineage: ClauseLineage, last: date | None, archive: ArchiveIndex) -> Iterator[tuple[RunRow, str, date]]:
    for (row, number), run in zip(number_runs(lineage, last, archive), lineage.runs, strict=True):
        yield row, address.number(number), archive.text_release(lineage, run.first, run.last)


def number_runs(
    lineage: ClauseLineage, last: date | None, archive: ArchiveIndex
) -> Iterator[tuple[RunRow, ClauseNumber]]:
    """Yield the runs of a clause as rows, with their numbers; `last` is None where the clause is in force today."""
    for run in lineage.runs:
        is_held = any(each.is_held and each.first <= run.last and run.first <= each.last for each in lineage.wordings)
        end = run.last if last or run is not lineage.runs[-1] else None
        text = archive.text_address(lineage, run.first, run.last)
        yield RunRow(run.first, end, str(run.number), text, is_held), run.number


def _known(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[date | None, str]:
    """Return the release that "in force" is said of, and what it is, where readers might take another for today's.

    The newest text is not named, so that a new one leaves the page as it is: a script puts in its date.
    """
    if archive.is_recorded:
        return lineage.runs[-1].last, "the last release that it was followed to"
    return None, "the newest release held" if archive.newer else ""


def beginning(lineage: ClauseLineage, archive: ArchiveIndex) -> str:
    """Return how a clause began: what the first release held has may be older than that."""
    first = lineage.runs[0]
    if not lineage.origin:
        known = "known" if archive.is_recorded else "held"
        return f"It was {first.number} in {first.first}, the first release {known}"
    return f"It entered the rules as {first.number} on {archive.day(first.first)}"


def _lead(lineage: ClauseLineage, archive: ArchiveIndex) -> str:
    last = lineage.runs[-1]
    said = [beginning(lineage, archive)]
    if len(lineage.runs) > 1:
        said.append(f"Its number has changed {times(len(lineage.runs) - 1)} since")
    said.append(_rewordings(lineage))
    if lineage.in_force and archive.is_recorded:
        said.append(f"It is {last.number} in {last.last}, the last release that it was followed to")
    elif lineage.in_force:
        said.append(f"It is {last.number} {'in the newest release held' if archive.newer else 'today'}")
    elif lineage.revoked:
        said.append(f"It was revoked on {archive.day(lineage.revoked)}: its text became a notice that the rule is gone")
    else:
        end = lineage.removed or last.last
        said.append(f"It was {last.number} when it left: {end} is {archive.seen_first(end)} without it")
    return " ".join(map(sentence, said))


def _rewordings(lineage: ClauseLineage) -> str:
    """Say how often it was reworded; another apostrophe is no other wording to a reader."""
    count = sum(bool(set(worded.facets) - {Facet.TYPOGRAPHIC}) for worded in lineage.wordings[1:])
    if count:
        return f"It has been reworded {times(count)}"
    return "It has kept its wording" + (", typography aside" if len(lineage.wordings) > 1 else " to the letter")


def _section(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[str, str] | None:
    """Return title then and address of the subsection that the clause stood in at last."""
    number, release = lineage.runs[-1].number, lineage.runs[-1].last
    above = archive.lineage_of(ClauseNumber(number.subsection), release) if number.rule else ""
    if not above:
        return None
    return f"{number.subsection} {archive.title_in(above, release)}", address.clause(above)


def _neighbours(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """Return (number, address) of the clauses before and after it in the last release that had it."""
    release = lineage.runs[-1].last
    at = archive.place_in(release)[lineage.id]
    there = archive.contents.standing[release]
    before, after = there[max(at - 1, 0) : at], there[at + 1 : at + 2]
    return _link(before), _link(after)


def _link(beside: Sequence[Standing]) -> tuple[str, str] | None:
    return (str(beside[0].number), address.clause(beside[0].lineage)) if beside else None


def _inside(section: ClauseLineage, archive: ArchiveIndex) -> Iterator[ClauseInside]:
    for lineage in clauses_in(section, archive):
        first, last = lineage.runs[0].number, lineage.runs[-1].number
        where = address.clause(lineage.id)
        yield ClauseInside(str(first), str(last), archive.title(lineage.id), where, lineage.removed, lineage.revoked)


def _events(events: Iterable[Event[ClauseNumber]], words: dict[How, str]) -> Iterator[ClauseEvent]:
    for event in events:
        yield ClauseEvent(
            icon="added" if event.how is How.REINSTATED else event.how.value,
            words=words[event.how],
            release=event.release,
            other=str(event.number) if event.number else "another clause" if event.lineage else "",
            other_href=address.clause(event.lineage) if event.lineage else "",
        )


# wordings


def _wordings(lineage: str, lived: _Lived, readings: Readings) -> Iterator[WordingView]:
    """Yield the wordings newest first, those beyond what a page can hold without their text."""
    shown = 0
    for index in range(len(lived.wordings) - 1, -1, -1):
        later = _later(index, lineage, lived, readings) if shown < _REDLINES_MOST else None
        view = _wording(index, lived, later, is_whole=shown < _REDLINES_MOST)
        shown += len(later or "") + (sum(len(each.text) for each in view.redline.segments) if view.redline else 0)
        yield view


def _later(index: int, lineage: str, lived: _Lived, readings: Readings) -> Markup | None:
    """Return the redline to the newest wording, "" where typography alone differs, None of the last two wordings.

    The redline of the last but one is that of the newest itself. There is none where one of both texts is not held.
    """
    worded, newest = lived.wordings[index], lived.wordings[-1]
    if index >= len(lived.wordings) - 2 or not (worded.is_held and newest.is_held):
        return None
    if readings.fingerprint(lineage, worded.first) == readings.fingerprint(lineage, newest.first):
        return Markup("")
    return readings.redline(lineage, worded.first)


def _wording(index: int, lived: _Lived, to_newest: Markup | None, *, is_whole: bool) -> WordingView:
    worded = lived.wordings[index]
    later = lived.wordings[index + 1 :]
    quoted = lived.quoted[index] if lived.quoted else ()
    change, before = _change(worded, quoted)
    shown = view_change(change, lambda _side, _number: "") if change else None
    plain = RedlineView((Segment(Op.KEPT, worded.wording),), whole=False) if worded.is_held else None
    examples = tuple(RedlineView((Segment(Op.KEPT, each),), whole=False, label="Example") for each in worded.examples)
    return WordingView(
        id=f"w{worded.first}",
        number=str(worded.number),
        first=worded.first,
        last=worded.last if worded.last < date.max else None,
        until=later[0].first if later else lived.ended,
        news=lived.news[index],
        text=lived.texts[index],
        quoted=tuple((each.title, each.href) for each in quoted),
        later=to_newest,
        comparison=_comparison(worded, lived.last) if later and not lived.is_recorded else "",
        compared=next((each.compared for each in quoted if each.compared), ""),
        icon=shown.icon if shown and not before else _icon(index, worded, lived),
        label=shown.label if shown and not before else _label(index, worded, lived),
        summary=f"{_since(before)}{shown.summary}" if shown else "",
        ended=tuple(each.text for each in lived.endings if each.release == worded.first),
        is_held=worded.is_held,
        redline=(shown.redline if shown else plain) if is_whole else None,
        examples=(shown.examples if shown else examples) if is_whole else (),
        evidence=shown.evidence if shown else (),
        confidence=shown.confidence if shown else 100,
    )


def _change(worded: Worded[ClauseNumber], quoted: Iterable[_Quoted]) -> tuple[Change | None, date | None]:
    """Return the change that brought a wording, or that since the last text compared, and the release of that text."""
    if worded.change or not worded.is_held:
        return worded.change, None
    return next(((each.change, each.before) for each in quoted if each.change and each.change.facets), (None, None))


def _since(before: date | None) -> str:
    return f"Marked against the text of {before}, the last one held before. " if before else ""


def _icon(index: int, worded: Worded[ClauseNumber], lived: _Lived) -> str:
    if worded.facets:
        return "reworded"
    return "added" if lived.is_added and not index else "same"


def _label(index: int, worded: Worded[ClauseNumber], lived: _Lived) -> str:
    if worded.facets:
        return change_words.of_facets(worded.facets)
    if index:
        return "Only typography or layout"
    return "Added" if lived.is_added else "The oldest text held"


def _comparison(worded: Worded[ClauseNumber], last: date | None) -> str:
    """Return where a wording is compared with that of the release `last`, None for the newest; that needs a script."""
    new = f"&new={last}" if last else ""
    return f"{address.COMPARE}?old={worded.first}{new}&clause={worded.number}"
