"""The page of one clause: its text, its history with every number and wording, what took over, who cites it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from functools import partial

from markupsafe import Markup

from crdiff.changes.change import Change
from crdiff.history.endings import EndedSentence
from crdiff.history.lineage import Event, How, Worded
from crdiff.history.own_change import own_change
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import CachedGroup, source_of
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage, clauses_in, is_heading, quotation_address
from crdiff.pages.checks.checks import ClauseChecks, checks_on
from crdiff.pages.cited.citing_places import CitedInRepositories, cited_in_repositories
from crdiff.pages.clauses.card import clause_card, clause_name, in_one_line
from crdiff.pages.clauses.citing import CitedBy
from crdiff.pages.clauses.history_lead import clause_lead
from crdiff.pages.clauses.steps import (
    NotCounted,
    WordingLine,
    WordingStep,
    label_of,
    not_counted,
    step,
    wording_rows,
)
from crdiff.pages.clauses.took_over import HeirView, clause_heirs
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.drawing.life import LifePicture, RunRow, draw_life
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.pages.frame.cross_links import linked
from crdiff.pages.frame.english import clipped, clipped_lines
from crdiff.pages.frame.quoting import Quotable
from crdiff.pages.frame.render import Head, render
from crdiff.pages.rules.clause_tree import without_label
from crdiff.pages.rules.former_places import FormerText
from crdiff.reports.phrases import listed
from crdiff.store.archive.site_contents import Standing

_EVENTS = {
    How.ADDED: "New",
    How.REMOVED: "Removed",
    How.REVOKED: "Revoked",
    How.REINSTATED: "Came back",
    How.SPLIT: "Split off from",
    How.MERGED: "Merged in:",
}
_FATES = _EVENTS | {How.SPLIT: "Split off:", How.MERGED: "Merged into"}
_REDLINES_MOST = 90_000
"""Characters of redlines on a page, so that a browser opens it at once: 704.5 of 2026 alone would have a million.

The oldest wordings beyond are only dated, their texts are in the data.
"""
_CITED_MOST = 8
"""Count of the places that cite a clause which are shown at once; the others are folded away."""
_EVIDENCE_MAX = 4_000
"""Characters of evidence in a report: encoded, an address of 8,000 is what servers take, as GitHub's do."""


@dataclass(frozen=True, slots=True)
class WordingView:
    """A wording, newest first on the page; it is in force from `first` to `until`, None where it still is.

    `numbers` are all that it had, `number` the first. `name` is that of the set it came with, `count` its number among
    the wordings. `text` and `before` are where it is
    read in its place, and where the text before it is, `news` where it is read what else `first` changed, `quoted` are
    (title, address) of the editions that quote it. `later` is the redline from it to the newest wording, None where
    that is not shown, "" where only typography differs; `comparison` is where the two are compared, "" of the newest.
    `compared` is where an edition that quotes it is compared with an earlier one, "" for nowhere. `ended` are the
    sentences of weight that ended with the wording before. `is_whole`: it is shown with its text.
    """

    id: str
    count: int
    number: str
    numbers: tuple[str, ...]
    name: str
    first: date
    until: date | None
    news: str
    text: str
    before: str
    quoted: tuple[tuple[str, str], ...]
    later: Markup | None
    comparison: str
    compared: str
    step: WordingStep
    ended: tuple[str, ...]
    is_held: bool
    is_whole: bool


@dataclass(frozen=True, slots=True)
class ClauseEvent:
    """A meeting with another clause, an absence or an end; `release` is what readers call the release."""

    icon: str
    words: str
    release: str
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
class NumberLine:
    """A run of a number: first day and last, "" where it lasts; the set it came with, and where its text is read."""

    first: date
    until: str
    name: str
    number: str
    href: str
    text: str
    release: date


@dataclass(frozen=True, slots=True)
class ClausePage:
    """What `clauses/clause.html` shows.

    `crumbs` are (words, address) of what it stands under. `text` and `examples` are those in force, or the last ones.
    `since` names the release that brought its words. `known_as` says what the release is that the words "in force" are
    said of, "" where they need none; `known_in` is its date where the page names it. `gone` and `revoked` say with
    which release it ended, "" where it did not; `last_day` is the last day on which it was in force. `texts` are those
    of a subsection and all that stands under it, `inside` its clauses where there are no texts. `last_text` is where a
    clause that no longer stands did last, in `release`, which is None while it stands.
    """

    id: str
    number: str
    title: str
    crumbs: tuple[tuple[str, str], ...]
    text: tuple[Markup, ...]
    examples: tuple[Markup, ...]
    is_held: bool
    quotable: Quotable | None
    is_in_force: bool
    is_heading: bool
    since: str
    known_in: date | None
    known_as: str
    gone: str
    revoked: str
    last_day: str
    current: str
    last_text: str
    release: date | None
    lead: str
    picture: LifePicture | None
    runs: tuple[NumberLine, ...]
    rows: tuple[WordingLine, ...]
    uncounted: NotCounted | None
    wordings: tuple[WordingView, ...]
    texts: tuple[FormerText, ...]
    inside: tuple[ClauseInside, ...]
    events: tuple[ClauseEvent, ...]
    heirs: tuple[HeirView, ...]
    notes: tuple[Annotation, ...]
    checks: ClauseChecks | None
    cited: tuple[CitedBy, ...]
    cited_also: tuple[CitedBy, ...]
    repositories: CitedInRepositories | None
    evidence: str
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class _Quotation:
    """A wording in an edition: title and address of the edition, its change since the edition compared with it."""

    title: str
    href: str
    change: Change | None
    before: str
    compared: str


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a wording is read in its place, where it is read what its first release changed, and who quotes it."""

    text: str
    news: str
    quoted: tuple[_Quotation, ...]


@dataclass(frozen=True, slots=True)
class _Lived:
    """What the wordings and the picture of a page are made from.

    `places` are by the first release of each wording, `names` those of sets, `endings` the sentences that ended on the
    way. `lineage` lasts for ever where it stands, so that a new release leaves the page as it is. `last` is the last
    release of a clause that no longer stands. `until` is the day that the pictures reach to. `is_recorded`: no wording
    can be compared with the newest one at will.
    """

    lineage: ClauseLineage
    places: tuple[tuple[date, _Place], ...]
    names: tuple[tuple[date, str], ...]
    endings: tuple[EndedSentence[ClauseNumber], ...]
    last: date | None
    rows: tuple[RunRow, ...]
    scale: Scale
    until: date
    is_recorded: bool
    first_text: str

    def source(self, life_source: str) -> str:
        """Return the fingerprint of it; `life_source` is that of the lineage, which is large."""
        return source_of(life_source, [getattr(self, each.name) for each in fields(self) if each.name != "lineage"])


def clause_page(
    lineage: ClauseLineage, archive: ArchiveIndex, readings: Readings, cited: Sequence[CitedBy] = ()
) -> CachedGroup:
    """Return the page of one clause; of `readings`, only the wordings of this clause are asked for.

    `cited` are the places of the newest text that cite it.
    """
    release = lineage.runs[-1].last
    last = None if archive.is_newest(release) else release
    head = _head(lineage, archive)
    view = _view(lineage, last, archive, cited)
    lived = _lived(lineage, last, archive)
    make = partial(_page, head, view, lived, readings)
    return CachedGroup(head.address, source_of(head, view, lived.source(archive.life_source(lineage))), make)


def _head(lineage: ClauseLineage, archive: ArchiveIndex) -> Head:
    where, card = address.clause(lineage.id), clause_card(lineage, archive)
    return Head(
        address=where,
        title=f"{clipped(clause_name(lineage, archive), 70)} · crdiff",
        description=card.text,
        part=address.RULES,
        data=address.as_json(where),
        card=card.name,
        feed=archive.feed_of(lineage.id),
    )


def _view(lineage: ClauseLineage, last: date | None, archive: ArchiveIndex, cited: Sequence[CitedBy]) -> ClausePage:
    number, title = str(lineage.runs[-1].number), clause_name(lineage, archive).partition(" ")[2]
    before, after = _neighbours(lineage, archive)
    known_in, known_as = _known(lineage, archive)
    worded, where = lineage.wordings[-1], address.clause(lineage.id)
    targets = archive.current if lineage.in_force else {}
    heading = is_heading(lineage)
    return ClausePage(
        id=lineage.id,
        number=number,
        title=title,
        crumbs=tuple(_crumbs(lineage, archive)),
        text=() if heading else tuple(linked(each, targets, where) for each in worded.text.split("\n") if each),
        examples=tuple(linked(without_label(each), targets, where) for each in worded.examples),
        is_held=worded.is_held,
        quotable=_quotable(lineage, archive) if worded.is_held and not heading else None,
        is_in_force=lineage.in_force,
        is_heading=heading,
        since=archive.came_with(lineage.phrasings[-1].first),
        known_in=known_in,
        known_as=known_as,
        gone=archive.came_with(lineage.removed) if lineage.removed else "",
        revoked=archive.came_with(lineage.revoked) if lineage.revoked else "",
        last_day=archive.day_before(lineage.ended.release) if lineage.ended else "",
        current=archive.current.get(lineage.runs[-1].number, "") if lineage.stands else "",
        last_text=archive.text_address(lineage, last, last) if last and not lineage.stands else "",
        release=last,
        lead=clause_lead(lineage, archive),
        picture=None,
        runs=tuple(_number_rows(lineage, last, archive)),
        rows=(),
        uncounted=None,
        wordings=(),
        texts=archive.places.texts(lineage.id) if heading and not archive.is_recorded else (),
        inside=tuple(_inside(lineage, archive)) if heading and archive.is_recorded else (),
        events=(*_events(lineage.origin, _EVENTS, archive), *_events(lineage.fate, _FATES, archive)),
        heirs=tuple(clause_heirs(lineage, archive)),
        notes=archive.annotations_on(lineage.id),
        checks=checks_on(lineage.id, archive),
        cited=tuple(cited[:_CITED_MOST]),
        cited_also=tuple(cited[_CITED_MOST:]),
        repositories=cited_in_repositories(lineage, archive),
        evidence="",
        before=before,
        after=after,
    )


def _page(head: Head, view: ClausePage, lived: _Lived, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the page: nothing is looked up here that its group does not name as its source."""
    lineage, names = lived.lineage, dict(lived.names)
    phrasings = () if view.is_heading and lived.is_recorded else lineage.phrasings
    has_steps = len(phrasings) > 1 or (lived.is_recorded and bool(phrasings))
    news = {first: place.news for first, place in lived.places}
    made = replace(
        view,
        picture=draw_life(lived.rows, phrasings, lineage.removed, lived.scale, lived.until),
        rows=tuple(wording_rows(lineage, names, lived.first_text, has_steps=has_steps)),
        uncounted=not_counted(phrasings, names, news),
        wordings=tuple(_wordings(view.id, lived, readings)) if has_steps else (),
        evidence=_evidence(lineage),
    )
    yield head.address, render("clauses/clause.html", head, made)


def _evidence(lineage: ClauseLineage) -> str:
    """Return the links between the wordings with their reasons, newest first, for a report that one looks wrong."""
    lines = [f"History of {lineage.id}"]
    for phrasing in reversed(lineage.phrasings):
        worded = phrasing.wordings[0]
        if change := worded.change:
            was, now = ([each.number for each in side] for side in (change.old, change.new))
            reasons = "; ".join(change.evidence)
            lines.append(f"{worded.first}: {listed(was) or 'new'} to {listed(now)}, {change.confidence:.0%}: {reasons}")
    return clipped_lines(lines, _EVIDENCE_MAX)


def _lived(lineage: ClauseLineage, last: date | None, archive: ArchiveIndex) -> _Lived:
    days = {worded.first for worded in lineage.wordings}
    return _Lived(
        lineage=lineage.lasting(),
        places=tuple((worded.first, _place(worded, lineage, archive)) for worded in lineage.wordings),
        names=tuple((day, archive.set_name(day)) for day in sorted(days)),
        endings=archive.endings_of(lineage),
        last=last,
        rows=tuple(row for row, _ in number_runs(lineage, last, archive)),
        scale=archive.scale,
        until=archive.until(lineage),
        is_recorded=archive.is_recorded,
        first_text=archive.first_text,
    )


def _place(worded: Worded[ClauseNumber], lineage: ClauseLineage, archive: ArchiveIndex) -> _Place:
    return _Place(
        text=archive.text_address(lineage, worded.first, worded.last),
        news=archive.release_page(worded.first),
        quoted=tuple(_quotations(worded, lineage, archive)),
    )


def _quotations(worded: Worded[ClauseNumber], lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[_Quotation]:
    for each in archive.quoted(lineage.id):
        if worded.covers(each.text.effective):
            before = each.before.effective if each.before else None
            compared = address.comparison(before, each.text.effective) if before else ""
            where = f"{compared}#{address.fragment(f'to-{each.number}')}" if compared else ""
            name = f"the text of {archive.release_name(before)}" if before else ""
            yield _Quotation(each.text.edition.title, quotation_address(each), each.change, name, where)


def _quotable(lineage: ClauseLineage, archive: ArchiveIndex) -> Quotable:
    """Return what is quoted of the newest wording; the fragment of the link stays with it."""
    number, first = lineage.runs[-1].number, lineage.phrasings[-1].first
    worded = lineage.wordings[-1]
    paragraphs = (in_one_line(each, len(each)) for each in worded.text.split("\n") if each)
    return Quotable(
        name=f"CR {number}",
        label=str(number),
        release=archive.release_name(first),
        paragraphs=tuple(paragraphs),
        href=f"{address.clause(lineage.id)}#w{first}",
        template=f"{{{{CR|{number}|{first}}}}}",
    )


def _number_rows(lineage: ClauseLineage, last: date | None, archive: ArchiveIndex) -> Iterator[NumberLine]:
    ends = [run.first for run in lineage.runs[1:]]
    for (row, number), following in zip(number_runs(lineage, last, archive), [*ends, lineage.removed], strict=True):
        yield NumberLine(
            first=row.first,
            until=archive.day_before(following) if following else str(row.last or ""),
            name=archive.set_name(row.first),
            number=row.number,
            href=address.number(number),
            text=row.text,
            release=archive.text_release(lineage, row.first, row.last or archive.newest),
        )


def number_runs(
    lineage: ClauseLineage, last: date | None, archive: ArchiveIndex
) -> Iterator[tuple[RunRow, ClauseNumber]]:
    """Yield the runs of a clause as rows, with their numbers; `last` is None where the clause is in force today."""
    for run in lineage.runs:
        is_held = any(each.is_held and each.meets(run) for each in lineage.wordings)
        end = run.last if last or run is not lineage.runs[-1] else None
        text = archive.text_address(lineage, run.first, run.last)
        yield RunRow(run.first, end, str(run.number), text, is_held), run.number


def _known(lineage: ClauseLineage, archive: ArchiveIndex) -> tuple[date | None, str]:
    """Return the release that "in force" is said of, and what it is, where readers might take another for today's.

    The newest text is not named, so that a new one leaves the page as it is: a script puts in its date.
    """
    if archive.is_recorded:
        return lineage.runs[-1].last, "the last release to which it has been followed"
    return None, "the newest release on this site" if archive.newer else ""


def _crumbs(lineage: ClauseLineage, archive: ArchiveIndex) -> Iterator[tuple[str, str]]:
    """Yield words and address of the section, the subsection and the rule that a clause stands under."""
    number, release = lineage.runs[-1].number, lineage.runs[-1].last
    above = [
        ClauseNumber(number.section),
        ClauseNumber(number.subsection),
        ClauseNumber(number.subsection, number.rule),
    ]
    for each in above:
        there = archive.lineage_of(each, release) if each != number else ""
        if there:
            title = archive.places.worded(there, release).title if each.rule else archive.title_in(there, release)
            where = archive.current.get(each, "") if lineage.in_force else ""
            if each.is_section and lineage.in_force and not archive.is_recorded:
                where = f"{address.RULES}#s{each}"
            yield f"{each} {title}".strip(), where or address.clause(there)


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


def _events(
    events: Iterable[Event[ClauseNumber]], words: dict[How, str], archive: ArchiveIndex
) -> Iterator[ClauseEvent]:
    for event in events:
        yield ClauseEvent(
            icon="added" if event.how is How.REINSTATED else event.how.value,
            words=words[event.how],
            release=archive.came_with(event.release),
            other=str(event.number) if event.number else "another clause" if event.lineage else "",
            other_href=address.clause(event.lineage) if event.lineage else "",
        )


# wordings


def _wordings(lineage: str, lived: _Lived, readings: Readings) -> Iterator[WordingView]:
    """Yield the wordings newest first, those beyond what a page can hold without their text."""
    shown = 0
    for index in range(len(lived.lineage.phrasings) - 1, -1, -1):
        later = _later(index, lineage, lived, readings) if shown < _REDLINES_MOST else None
        view = _wording(index, lived, later, is_whole=shown < _REDLINES_MOST)
        redline = view.step.redline if view.is_whole else None
        shown += len(later or "") + (sum(len(each.text) for each in redline.segments) if redline else 0)
        yield view


def _later(index: int, lineage: str, lived: _Lived, readings: Readings) -> Markup | None:
    """Return the redline to the newest wording, "" where typography alone differs, None of the last two wordings.

    The redline of the last but one is that of the newest itself. There is none where one of both texts is not held.
    """
    phrasings = lived.lineage.phrasings
    worded, newest = phrasings[index].wordings[0], lived.lineage.wordings[-1]
    if index >= len(phrasings) - 2 or not (worded.is_held and newest.is_held):
        return None
    if readings.fingerprint(lineage, worded.first) == readings.fingerprint(lineage, newest.first):
        return Markup("")
    return readings.redline(lineage, worded.first)


def _wording(index: int, lived: _Lived, to_newest: Markup | None, *, is_whole: bool) -> WordingView:
    lineage, phrasings = lived.lineage, lived.lineage.phrasings
    wordings = phrasings[index].wordings
    worded = wordings[0]
    held = next((one for one in wordings if one.is_held), worded)
    later = phrasings[index + 1 :]
    places = dict(lived.places)
    place = places[worded.first]
    change, before = _change(phrasings[index - 1].wordings[-1] if index else None, worded, place.quoted)
    icon, label = label_of(
        worded,
        lived.first_text,
        is_first=not index,
        is_added=any(event.how is How.ADDED for event in lineage.origin),
    )
    ended = later[0].first if later else lineage.removed
    quoted = [each for one in wordings for each in places[one.first].quoted]
    return WordingView(
        id=f"w{worded.first}",
        count=index + 1,
        number=str(worded.number),
        numbers=tuple(map(str, lineage.numbers_during(phrasings[index]))),
        name=dict(lived.names)[worded.first],
        first=worded.first,
        until=ended - timedelta(days=1) if ended else None,
        news=place.news,
        text=""
        if lived.is_recorded and quoted
        else next(filter(None, (places[one.first].text for one in wordings)), ""),
        before=places[phrasings[index - 1].wordings[-1].first].text if index else "",
        quoted=tuple((each.title, each.href) for each in quoted),
        later=to_newest,
        comparison=_comparison(worded, lived.last) if later and place.news else "",
        compared=next((each.compared for each in quoted if each.compared), ""),
        step=step(held, change, before, icon, label),
        ended=tuple(each.text for each in lived.endings if each.release == worded.first),
        is_held=held.is_held,
        is_whole=is_whole,
    )


def _change(
    previous: Worded[ClauseNumber] | None, worded: Worded[ClauseNumber], quoted: Iterable[_Quotation]
) -> tuple[Change | None, str]:
    """Return the change that brought a wording, or that since the last text compared, and what that text is."""
    if worded.change or not worded.is_held:
        return own_change(previous, worded), ""
    return next(((each.change, each.before) for each in quoted if each.change and each.change.facets), (None, ""))


def _comparison(worded: Worded[ClauseNumber], last: date | None) -> str:
    """Return where a wording is compared with that of the release `last`, None for the newest; that needs a script."""
    new = f"&new={last}" if last else ""
    return f"{address.COMPARE}?old={worded.first}{new}&clause={worded.number}"
