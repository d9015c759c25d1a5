"""The page of one clause: its life through all releases, the wordings held, our notes, its checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.changes.change import Op, Segment
from crdiff.model.corpus import Annotation, How, KnownLineage, LineageEvent, NewWording, NumberRun, Respect
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import Node
from crdiff.pages.checks.checks import ClauseChecks, checks_on
from crdiff.pages.drawing.life import LifePicture, draw_life
from crdiff.pages.frame import address
from crdiff.pages.frame.change_view import RedlineView, view_change
from crdiff.pages.frame.english import sentence, times
from crdiff.pages.frame.render import Head, render
from crdiff.pages.home.story import clauses_in
from crdiff.pages.library import Library, is_heading, newest_number, run_at, stays
from crdiff.pages.small_held import Held, held_texts

_RESPECTS = {
    Respect.WORDING: "wording",
    Respect.REFERENCE: "a reference only",
    Respect.EXAMPLE: "an example only",
}
_EVENTS = {How.MERGED: "Merged with", How.SPLIT: "Parted from", How.REMOVED: "Removed"}


@dataclass(frozen=True, slots=True)
class WordingView:
    """A wording held, newest first on the page; `edition` leads to its place, `compared` to the comparison."""

    id: str
    number: str
    release: str
    name: str
    icon: str
    label: str
    summary: str
    redline: RedlineView
    examples: tuple[RedlineView, ...]
    edition: str
    edition_title: str
    compared: str


@dataclass(frozen=True, slots=True)
class RunView:
    """A time under one number, as a row; `texts` are (date, address) of the texts held of that time."""

    first: str
    last: str
    number: str
    number_href: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class EventView:
    """A meeting with another clause, or the end."""

    icon: str
    words: str
    release: str
    other: str
    other_href: str


@dataclass(frozen=True, slots=True)
class ClauseRow:
    """A clause of a section: the places it was first and last known at, and its short name."""

    first: str
    last: str
    title: str
    href: str
    removed: str


@dataclass(frozen=True, slots=True)
class ClauseLifeView:
    """What `clauses/small_clause.html` shows."""

    lineage: KnownLineage
    number: str
    title: str
    section: str
    section_href: str
    lead: str
    picture: LifePicture
    in_force: str
    reworded: tuple[tuple[str, str], ...]
    events: tuple[EventView, ...]
    citation: str
    held: tuple[WordingView, ...]
    notes: tuple[Annotation, ...]
    runs: tuple[RunView, ...]
    clauses: tuple[ClauseRow, ...]
    checks: ClauseChecks | None
    before: tuple[str, str] | None
    after: tuple[str, str] | None


def clause_page(lineage: KnownLineage, library: Library) -> bytes:
    """Return the page of one clause."""
    where = address.clause(lineage.id)
    number = str(newest_number(lineage))
    head = Head(
        address=where,
        title=f"{number} {lineage.title} · crdiff",
        description=f"The life of clause {lineage.id} of the Comprehensive Rules: its numbers, wordings and checks.",
        part=address.RULES,
        data=address.as_json(where),
    )
    held = held_texts(lineage, library)
    section, section_href = _section(lineage, library)
    before, after = _neighbours(lineage, library)
    view = ClauseLifeView(
        lineage=lineage,
        number=number,
        title=lineage.title or f"Clause {number}",
        section=section,
        section_href=section_href,
        lead=_lead(lineage, library),
        picture=draw_life(lineage, library),
        in_force=_in_force(lineage),
        reworded=tuple(_reworded(each) for each in lineage.wordings),
        events=tuple(_event(event, library) for event in (*lineage.origin, *lineage.fate)),
        citation=f"CR {number} ({_in_force(lineage)})",
        held=tuple(_wording(item, lineage, library) for item in reversed(held)),
        notes=library.annotations_on(lineage),
        runs=tuple(_run(run, held) for run in stays(lineage)),
        checks=checks_on(lineage.id, library),
        clauses=tuple(_clause_row(each) for each in clauses_in(lineage, library)) if is_heading(lineage) else (),
        before=before,
        after=after,
    )
    return render("clauses/small_clause.html", head, view)


def _lead(lineage: KnownLineage, library: Library) -> str:
    first, last = lineage.runs[0], lineage.runs[-1]
    said = [f"It entered the rules as {first.number} on {first.first}"]
    moves = len(stays(lineage)) - 1
    if moves:
        said.append(f"Its number has changed {times(moves)} since")
    if lineage.removed:
        said.append(f"It was {last.number} when it left: {lineage.removed} is the first release without it")
    else:
        asof = "the newest release known" if last.last == library.newest else "the last release it was followed to"
        said.append(f"It is {last.number} in {last.last}, {asof}")
    return " ".join(sentence(part) for part in said)


def _in_force(lineage: KnownLineage) -> str:
    first, removed = lineage.runs[0].first, lineage.removed
    return f"effective {first} until {removed}" if removed else f"effective since {first}"


def _reworded(wording: NewWording) -> tuple[str, str]:
    return wording.release.isoformat(), _RESPECTS[wording.respect]


def _event(event: LineageEvent, library: Library) -> EventView:
    other = library.by_id.get(event.lineage)
    run = (run_at(other, event.release) or other.runs[-1]) if other else None
    return EventView(
        icon=event.how.value,
        words=_EVENTS[event.how],
        release=event.release.isoformat(),
        other=f"{run.number}, {other.title}" if run and other else "",
        other_href=address.clause(other.id) if other else "",
    )


def _wording(held: Held, lineage: KnownLineage, library: Library) -> WordingView:
    release = library.release_of(held.effective)
    number = str(held.node.number)
    shown = view_change(held.change, lambda _side, _number: "") if held.change else None
    first = "Added" if held.effective == lineage.runs[0].first else "The oldest text held"
    return WordingView(
        id=f"w{held.effective}-{address.fragment(held.text.id)}",
        number=number,
        release=held.effective.isoformat(),
        name=release.name if release else "",
        icon=shown.icon if shown else "same",
        label=shown.label if shown else first,
        summary=shown.summary if shown else "",
        redline=shown.redline if shown else _plain(held.node.clause.wording),
        examples=shown.examples if shown else _plain_examples(held.node),
        edition=f"{address.edition(held.text.id)}#{address.fragment('r' + number)}",
        edition_title=held.text.edition.title,
        compared=f"{held.compared}#{address.fragment('to-' + number)}" if held.compared else "",
    )


def _plain(text: str, label: str = "") -> RedlineView:
    return RedlineView((Segment(Op.KEPT, text),), whole=False, label=label)


def _plain_examples(node: Node) -> tuple[RedlineView, ...]:
    return tuple(_plain(example, "Example") for example in node.clause.examples)


def _run(run: NumberRun, held: tuple[Held, ...]) -> RunView:
    texts = (item for item in held if run.first <= item.effective <= run.last)
    return RunView(
        run.first.isoformat(),
        run.last.isoformat(),
        str(run.number),
        address.number(run.number),
        tuple((item.effective.isoformat(), f"{address.edition(item.text.id)}#r{run.number}") for item in texts),
    )


def _clause_row(lineage: KnownLineage) -> ClauseRow:
    removed = lineage.removed
    return ClauseRow(
        str(lineage.runs[0].number),
        str(newest_number(lineage)),
        lineage.title,
        address.clause(lineage.id),
        removed.isoformat() if removed else "",
    )


def _section(lineage: KnownLineage, library: Library) -> tuple[str, str]:
    """Return title and address of the subsection's own life, as it was with the clause's newest number."""
    if is_heading(lineage):
        return "", ""
    number = ClauseNumber(newest_number(lineage).subsection)
    heading = library.lineage_at(number, lineage.runs[-1].last)
    if heading is None:
        return f"Rule {number}", address.number(number)
    return heading.title, address.clause(heading.id)


def _neighbours(lineage: KnownLineage, library: Library) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """Return (number, address) of the clauses before and after it, by number in the last release that had it."""
    beside = sorted(_beside(lineage, library))
    at = beside.index((newest_number(lineage), lineage.id))
    before = beside[at - 1] if at else None
    after = beside[at + 1] if at + 1 < len(beside) else None
    return _link(before), _link(after)


def _beside(lineage: KnownLineage, library: Library) -> Iterator[tuple[ClauseNumber, str]]:
    last = lineage.runs[-1]
    for other in library.lineages:
        number = other.number_in(last.last)
        if number and number.subsection == last.number.subsection:
            yield number, other.id


def _link(place: tuple[ClauseNumber, str] | None) -> tuple[str, str] | None:
    return (str(place[0]), address.clause(place[1])) if place else None
