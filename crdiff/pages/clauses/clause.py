"""The life of one clause through a whole archive: every number, every wording with what changed, origin and fate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import TypeVar

from markupsafe import Markup

from crdiff.changes.change import Facet, Op, Segment
from crdiff.history.life import Life, Run, Turn, Worded
from crdiff.history.lineage import How
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.output.cached_group import Sheaf, source_of
from crdiff.pages.archive_index import Holdings
from crdiff.pages.checks.checks import ClauseChecks, checks_on
from crdiff.pages.comparisons.readings import Readings
from crdiff.pages.drawing.life import LifePicture
from crdiff.pages.drawing.life_tracks import life_picture
from crdiff.pages.drawing.timeline import Scale
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import RedlineView, view_change
from crdiff.pages.frame.english import clipped, sentence, times
from crdiff.pages.frame.render import Head, render
from crdiff.pages.rules.former_places import Text

_EVENTS = {
    How.ADDED: "Added",
    How.REMOVED: "Removed",
    How.REINSTATED: "Came back",
    How.SPLIT: "Parted from",
    How.MERGED: "Took in",
}
_FATES = _EVENTS | {How.SPLIT: "Gave text to", How.MERGED: "Merged into"}
_Part = TypeVar("_Part", Run, Worded)
_LONGEST = 150_000
"""Characters of redlines on a page; the oldest wordings beyond are only dated, their texts are in the data."""


@dataclass(frozen=True, slots=True)
class WordingView:
    """A wording, newest first on the page; `redline` None where only its dates are shown.

    `last` is "" where it lasts to the newest release held. `text` is where the clause is read in its place at `first`.
    `until` is the release that brought another wording or took the clause out, "" while it is in force. `later` is the
    redline from it to the newest wording, None where that is not shown, "" where only typography differs; `comparison`
    is where the two are compared, "" of the newest.
    """

    id: str
    number: str
    first: str
    last: str
    until: str
    news: str
    text: str
    later: Markup | None
    comparison: str
    icon: str
    label: str
    summary: str
    redline: RedlineView | None
    examples: tuple[RedlineView, ...]
    evidence: tuple[str, ...]
    confidence: int


@dataclass(frozen=True, slots=True)
class EventView:
    """A beginning, an end, or a meeting with another clause."""

    icon: str
    words: str
    release: str
    other: str
    other_href: str


@dataclass(frozen=True, slots=True)
class LifeView:
    """What `clauses/clause.html` shows.

    `runs` are (first release, last release, number, address of the number, address of the text then); the last release
    is "" where a run lasts to the newest one held. `gone` says since when it is out of force, "" where it is not known
    to be. `texts` are those of a subsection and all that stands under it, `last_text` is where a clause out of force
    stood last, in `release`, which is "" while it is in force.
    """

    id: str
    number: str
    title: str
    section: tuple[str, str] | None
    lead: str
    is_in_force: bool
    gone: str
    current: str
    last_text: str
    release: str
    picture: LifePicture | None
    runs: tuple[tuple[str, str, str, str, str], ...]
    wordings: tuple[WordingView, ...]
    texts: tuple[Text, ...]
    events: tuple[EventView, ...]
    notes: tuple[Annotation, ...]
    checks: ClauseChecks | None
    citation: str
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class _Lived:
    """What the wordings and the picture of a page are made from, without the newest release of a clause in force.

    `texts` are where each of the wordings is read in its place. `until` is the day that the pictures reach to.
    """

    wordings: tuple[Worded, ...]
    texts: tuple[str, ...]
    ended: str
    last: str
    scale: Scale
    until: date


def clause_page(life: Life, holdings: Holdings, readings: Readings) -> Sheaf:
    """Return the page of one clause; of `readings`, only the wordings of this clause are asked for."""
    where = address.clause(life.lineage)
    known = holdings.library.by_id[life.lineage]
    number = life.runs[-1].number
    head = Head(
        address=where,
        title=f"{number} {clipped(known.title, 70)} · crdiff",
        description=f"The life of clause {life.lineage} of the Comprehensive Rules: its numbers, its wordings.",
        part=address.RULES,
        data=address.as_json(where),
    )
    before, after = _neighbours(life, holdings)
    ended = life.ended.release if life.ended else ""
    last = "" if life.in_force else life.runs[-1].last
    lived = _lived(life, ended, last, holdings)
    view = LifeView(
        id=life.lineage,
        number=number,
        title=clipped(known.title, 120) or f"Clause {number}",
        section=_section(life, holdings),
        lead=_lead(life, holdings),
        is_in_force=life.in_force,
        gone=holdings.day(ended) if ended else "",
        current=holdings.current.get(number, "") if life.in_force else "",
        last_text=holdings.places.at(number, last) if last else "",
        release=last,
        picture=None,
        runs=tuple(
            (run.first, run.last, run.number, _number_address(run.number), holdings.places.at(run.number, run.first))
            for run in _lasting(life.runs, last)
        ),
        wordings=(),
        texts=() if ClauseNumber.parse(number).rule else holdings.places.texts(life.lineage),
        events=(*(_event(turn, _EVENTS) for turn in life.origin), *(_event(turn, _FATES) for turn in life.fate)),
        notes=holdings.library.annotations_on(known),
        checks=checks_on(life.lineage, holdings.library),
        citation=f"CR {number} ({life.runs[0].first} until {ended})" if ended else f"CR {number}",
        before=before,
        after=after,
    )
    return Sheaf(where, source_of(head, view, lived), partial(_page, head, view, lived, readings))


def _page(head: Head, view: LifeView, lived: _Lived, readings: Readings) -> Iterator[tuple[str, bytes]]:
    """Yield the page: nothing is looked up here that its sheaf does not name as its source."""
    runs = [(first, last, number, text) for first, last, number, _, text in view.runs]
    picture = life_picture(runs, lived.wordings, lived.ended, lived.scale, lived.until)
    wordings = tuple(_wordings(view.id, lived, readings))
    yield head.address, render("clauses/clause.html", head, replace(view, picture=picture, wordings=wordings))


def _lived(life: Life, ended: str, last: str, holdings: Holdings) -> _Lived:
    return _Lived(
        wordings=tuple(_lasting(life.wordings, last)),
        texts=tuple(holdings.places.at(worded.number, worded.first) for worded in life.wordings),
        ended=ended,
        last=last,
        scale=holdings.scale,
        until=holdings.library.until(holdings.library.by_id[life.lineage]),
    )


def _lasting(parts: tuple[_Part, ...], last: str) -> tuple[_Part, ...]:
    """Return stretches of a life, the last of them without an end where `last` is ""."""
    *before, newest = parts
    return (*before, newest if last else replace(newest, last=""))


def beginning(life: Life, holdings: Holdings) -> str:
    """Return how a clause began: what the first release held has may be older than that."""
    first = life.runs[0]
    if not life.origin:
        return f"It was {first.number} in {first.first}, the first release held"
    return f"It entered the rules as {first.number} on {holdings.day(first.first)}"


def _lead(life: Life, holdings: Holdings) -> str:
    last = life.runs[-1]
    said = [beginning(life, holdings)]
    if len(life.runs) > 1:
        said.append(f"Its number has changed {times(len(life.runs) - 1)} since")
    said.append(_rewordings(life))
    if life.in_force:
        said.append(f"It is {last.number} today")
    else:
        end = life.ended.release if life.ended else last.last
        said.append(f"It was {last.number} when it left: {end} is {holdings.seen_first(end)} without it")
    return " ".join(map(sentence, said))


def _rewordings(life: Life) -> str:
    """Say how often it was reworded; another apostrophe is no other wording to a reader."""
    told = [worded.change for worded in life.wordings[1:] if worded.change]
    count = sum(bool(set(change.facets) - {Facet.TYPOGRAPHIC}) for change in told)
    if count:
        return f"It has been reworded {times(count)}"
    return "It has kept its wording" + (", typography aside" if len(life.wordings) > 1 else " to the letter")


def _number_address(number: str) -> str:
    return address.number(ClauseNumber.parse(number))


def _section(life: Life, holdings: Holdings) -> tuple[str, str] | None:
    """Return title then and address of the subsection that the clause stood in at last."""
    number = ClauseNumber.parse(life.runs[-1].number)
    if not number.rule:
        return None
    release = life.runs[-1].last
    above = holdings.lineage_of(str(number.subsection), release)
    if not above:
        return None
    return f"{number.subsection} {holdings.places.worded(above, release).wording}", address.clause(above)


def _neighbours(life: Life, holdings: Holdings) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """Return (number, address) of the clauses before and after it in the last release that had it."""
    release = life.runs[-1].last
    at = holdings.place_in(release)[life.lineage]
    there = holdings.whole.standing[release]
    before = there[at - 1] if at else None
    after = there[at + 1] if at + 1 < len(there) else None
    return tuple((one.number, address.clause(one.lineage)) if one else None for one in (before, after))  # type: ignore[return-value]


# wordings


def _wordings(lineage: str, lived: _Lived, readings: Readings) -> Iterator[WordingView]:
    """Yield the wordings newest first, those beyond what a page can hold without their text."""
    shown = 0
    for index in range(len(lived.wordings) - 1, -1, -1):
        later = _later(index, lineage, lived, readings) if shown < _LONGEST else None
        view = _wording(index, lived, later, is_whole=shown < _LONGEST)
        shown += len(later or "") + (sum(len(each.text) for each in view.redline.segments) if view.redline else 0)
        yield view


def _later(index: int, lineage: str, lived: _Lived, readings: Readings) -> Markup | None:
    """Return the redline to the newest wording, "" where typography alone differs, None of the last two wordings.

    The redline of the last but one is that of the newest itself.
    """
    if index >= len(lived.wordings) - 2:
        return None
    first = lived.wordings[index].first
    if readings.fingerprint(lineage, first) == readings.fingerprint(lineage, lived.wordings[-1].first):
        return Markup("")
    return readings.redline(lineage, first)


def _wording(index: int, lived: _Lived, to_newest: Markup | None, *, is_whole: bool) -> WordingView:
    worded = lived.wordings[index]
    later = lived.wordings[index + 1 :]
    shown = view_change(worded.change, lambda _side, _number: "") if worded.change else None
    plain = RedlineView((Segment(Op.KEPT, worded.wording),), whole=False)
    examples = tuple(RedlineView((Segment(Op.KEPT, each),), whole=False, label="Example") for each in worded.examples)
    redline = shown.redline if shown else plain
    return WordingView(
        id=f"w{worded.first}",
        number=worded.number,
        first=worded.first,
        last=worded.last,
        until=later[0].first if later else lived.ended,
        news=address.release(worded.first),
        text=lived.texts[index],
        later=to_newest,
        comparison=_comparison(worded, lived.last) if later else "",
        icon=shown.icon if shown else "same",
        label=shown.label if shown else "Only typography or layout" if index else "The oldest text held",
        summary=shown.summary if shown else "",
        redline=redline if is_whole else None,
        examples=(shown.examples if shown else examples) if is_whole else (),
        evidence=shown.evidence if shown else (),
        confidence=shown.confidence if shown else 100,
    )


def _comparison(worded: Worded, last: str) -> str:
    """Return where a wording is compared with that of the release `last`, "" for the newest; that needs a script."""
    new = f"&new={last}" if last else ""
    return f"{address.COMPARE}?old={worded.first}{new}&clause={worded.number}"


def _event(turn: Turn, words: dict[How, str]) -> EventView:
    return EventView(
        icon="added" if turn.how is How.REINSTATED else turn.how.value,
        words=words[turn.how],
        release=turn.release,
        other=turn.number or ("another clause" if turn.lineage else ""),
        other_href=address.clause(turn.lineage) if turn.lineage else "",
    )
