"""The life of one clause through a whole archive: every number, every wording with what changed, origin and fate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from crdiff.changes.change import Facet, Op, Segment
from crdiff.history.life import Life, Turn, Worded
from crdiff.history.lineage import How
from crdiff.model.corpus import Annotation
from crdiff.model.number import ClauseNumber
from crdiff.pages import address
from crdiff.pages.change_view import RedlineView, view_change
from crdiff.pages.checks import CheckView, view_check
from crdiff.pages.english import clipped, sentence, times
from crdiff.pages.life import LifePicture
from crdiff.pages.render import Head, render
from crdiff.pages.whole.holdings import Holdings
from crdiff.pages.whole.picture import life_picture
from crdiff.pages.whole.places import Text
from crdiff.pages.whole.readings import Readings

_EVENTS = {
    How.ADDED: "Added",
    How.REMOVED: "Removed",
    How.REINSTATED: "Came back",
    How.SPLIT: "Parted from",
    How.MERGED: "Took in",
}
_FATES = _EVENTS | {How.SPLIT: "Gave text to", How.MERGED: "Merged into"}
_LONGEST = 150_000
"""Characters of redlines on a page; the oldest wordings beyond are only dated, their texts are in the data."""


@dataclass(frozen=True, slots=True)
class WordingView:
    """A wording, newest first on the page; `redline` None where only its dates are shown.

    `text` is where the clause is read in its place at `first`. `until` is the release that brought another wording or
    took the clause out, "" while it is in force. `later` is the redline from it to the newest wording, None where that
    is not shown, "" where only typography differs; `comparison` is where the two are compared, "" of the newest.
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
    """What `whole/clause.html` shows.

    `runs` are (first release, last release, number, address of the number, address of the text then). `texts` are those
    of a subsection and all that stands under it, `last_text` is where a clause out of force stood last.
    """

    id: str
    number: str
    title: str
    section: tuple[str, str] | None
    lead: str
    is_in_force: bool
    ended: str
    current: str
    last_text: str
    release: str
    picture: LifePicture
    runs: tuple[tuple[str, str, str, str, str], ...]
    wordings: tuple[WordingView, ...]
    texts: tuple[Text, ...]
    events: tuple[EventView, ...]
    notes: tuple[Annotation, ...]
    checks: tuple[CheckView, ...]
    reason: str
    citation: str
    before: tuple[str, str] | None
    after: tuple[str, str] | None


def clause_page(life: Life, holdings: Holdings, readings: Readings) -> bytes:
    """Return the page of one clause."""
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
    checks = holdings.library.checks
    result = checks.by_lineage.get(life.lineage) if checks else None
    before, after = _neighbours(life, holdings)
    ended = life.ended.release if life.ended else ""
    view = LifeView(
        id=life.lineage,
        number=number,
        title=clipped(known.title, 120) or f"Clause {number}",
        section=_section(life, holdings),
        lead=_lead(life),
        is_in_force=life.in_force,
        ended=ended,
        current=holdings.current.get(number, "") if life.in_force else "",
        last_text="" if life.in_force else holdings.places.at(number, life.runs[-1].last),
        release=life.runs[-1].last,
        picture=life_picture(life, holdings),
        runs=tuple(
            (run.first, run.last, run.number, _number_address(run.number), holdings.places.at(run.number, run.first))
            for run in life.runs
        ),
        wordings=tuple(_wordings(life, holdings, readings)),
        texts=() if ClauseNumber.parse(number).rule else holdings.places.texts(life.lineage),
        events=(*(_event(turn, _EVENTS) for turn in life.origin), *(_event(turn, _FATES) for turn in life.fate)),
        notes=holdings.library.annotations_on(known),
        checks=tuple(view_check(check, holdings.library) for check in checks.checks_of(life.lineage)) if checks else (),
        reason=result.reason if result else "",
        citation=f"CR {number} ({life.runs[0].first} until {ended})" if ended else f"CR {number} ({life.newest})",
        before=before,
        after=after,
    )
    return render("whole/clause.html", head, view)


def _lead(life: Life) -> str:
    first, last = life.runs[0], life.runs[-1]
    said = [f"It entered the rules as {first.number} on {first.first}"]
    if not life.origin:
        said = [f"It was {first.number} in {first.first}, the first release held"]
    if len(life.runs) > 1:
        said.append(f"Its number has changed {times(len(life.runs) - 1)} since")
    said.append(_rewordings(life))
    if life.in_force:
        said.append(f"It is {last.number} today")
    else:
        end = life.ended.release if life.ended else last.last
        said.append(f"It was {last.number} when it left: {end} is the first release without it")
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


def _wordings(life: Life, holdings: Holdings, readings: Readings) -> Iterator[WordingView]:
    """Yield the wordings newest first, those beyond what a page can hold without their text."""
    shown = 0
    for index in range(len(life.wordings) - 1, -1, -1):
        later = _later(index, life, readings) if shown < _LONGEST else None
        view = _wording(index, life, holdings, later, is_whole=shown < _LONGEST)
        shown += len(later or "") + (sum(len(each.text) for each in view.redline.segments) if view.redline else 0)
        yield view


def _later(index: int, life: Life, readings: Readings) -> Markup | None:
    """Return the redline to the newest wording, "" where typography alone differs, None of the last two wordings.

    The redline of the last but one is that of the newest itself.
    """
    if index >= len(life.wordings) - 2:
        return None
    first = life.wordings[index].first
    if readings.fingerprint(life.lineage, first) == readings.fingerprint(life.lineage, life.wordings[-1].first):
        return Markup("")
    return readings.redline(life.lineage, first)


def _wording(index: int, life: Life, holdings: Holdings, to_newest: Markup | None, *, is_whole: bool) -> WordingView:
    worded = life.wordings[index]
    later = life.wordings[index + 1 :]
    ended = life.ended.release if life.ended else ""
    shown = view_change(worded.change, lambda _side, _number: "") if worded.change else None
    plain = RedlineView((Segment(Op.KEPT, worded.wording),), whole=False)
    examples = tuple(RedlineView((Segment(Op.KEPT, each),), whole=False, label="Example") for each in worded.examples)
    redline = shown.redline if shown else plain
    return WordingView(
        id=f"w{worded.first}",
        number=worded.number,
        first=worded.first,
        last=worded.last,
        until=later[0].first if later else ended,
        news=address.release(worded.first),
        text=holdings.places.at(worded.number, worded.first),
        later=to_newest,
        comparison=_comparison(worded, life) if later else "",
        icon=shown.icon if shown else "same",
        label=shown.label if shown else "Only typography or layout" if index else "The oldest text held",
        summary=shown.summary if shown else "",
        redline=redline if is_whole else None,
        examples=(shown.examples if shown else examples) if is_whole else (),
        evidence=shown.evidence if shown else (),
        confidence=shown.confidence if shown else 100,
    )


def _comparison(worded: Worded, life: Life) -> str:
    """Return where a wording is compared with the newest one; that needs a script."""
    return f"{address.COMPARE}?old={worded.first}&new={life.runs[-1].last}&clause={worded.number}"


def _event(turn: Turn, words: dict[How, str]) -> EventView:
    return EventView(
        icon="added" if turn.how is How.REINSTATED else turn.how.value,
        words=words[turn.how],
        release=turn.release,
        other=turn.number or ("another clause" if turn.lineage else ""),
        other_href=address.clause(turn.lineage) if turn.lineage else "",
    )
