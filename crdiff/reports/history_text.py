"""The lineage of a clause for a terminal: where it stood, what came and went, every wording with its redline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from textwrap import wrap

from crdiff.changes.change import Facet
from crdiff.history.lineage import Event, How, Lineage, Term, Worded
from crdiff.model.number import ClauseNumber
from crdiff.reports import terminal
from crdiff.reports.diff_text import change_body
from crdiff.reports.labels import kinds
from crdiff.reports.phrases import listed
from crdiff.reports.style import PLAIN, Style

_INDENT = "    "
_Number = ClauseNumber | Term


def history_text(lineage: Lineage[_Number], style: Style = PLAIN) -> str:
    """Return a lineage as lines of text. Wordings that differ in typography only are counted, not printed."""
    return "".join(f"{line}\n" for line in _report(lineage, style))


def _report(lineage: Lineage[_Number], style: Style) -> Iterator[str]:
    last = lineage.runs[-1].number
    yield terminal.bold(
        f"Glossary: {last}" if isinstance(last, Term) else f"{last} {lineage.title}".rstrip(), style.colour
    )
    yield f"{_state(lineage)}. Lineage {lineage.id}."
    for day in lineage.unsure:
        was = (
            "it has no origin" if day == lineage.runs[0].first else f"{lineage.number_in(day)} of {day} is this clause"
        )
        yield f"Not sure that {was}: the text of the release before is not held."
    yield from _headed("Terms" if isinstance(last, Term) else "Numbers", style)
    for run in lineage.runs:
        yield f"  {period(run.first, run.last)}  {run.number}"
    events = sorted((*lineage.origin, *lineage.fate), key=lambda event: event.release)
    if events:
        yield from _headed("Events", style)
    for event in events:
        yield f"  {event.release}  {_told(event, event in lineage.origin)}"
    yield from _headed("Wordings", style)
    yield from _wordings(lineage.wordings, style)


def _headed(name: str, style: Style) -> tuple[str, str]:
    return "", terminal.bold(name, style.colour)


def period(first: date, last: date) -> str:
    """Return a stretch of releases: "2003-10-01 – 2009-05-01", or one date padded to the same width."""
    return f"{first} – {last}" if first != last else f"{first!s:23}"


def _state(lineage: Lineage[_Number]) -> str:
    first = f"First in {lineage.runs[0].first}"
    if lineage.runs[0].first in lineage.unsure:
        first = f"Known from {lineage.runs[0].first} on"
    if lineage.in_force and lineage.is_recorded:
        return f"{first}, known up to {lineage.known_until}"
    if lineage.in_force:
        return f"{first}, in force in {lineage.known_until}, the newest release of the corpus"
    if lineage.ended is None:
        return f"{first}, followed to {lineage.runs[-1].last}"
    revoked = f"; revoked in {lineage.revoked}, since when its text is a notice" if lineage.revoked else ""
    last = f"last in {lineage.runs[-1].last}"
    if lineage.ended.how is How.REVOKED:
        return f"{first}, {last}{revoked}"
    became = f"merged into {lineage.ended.number}" if lineage.ended.how is How.MERGED else "removed"
    return f"{first}, {last}{revoked}; {became} in {lineage.ended.release}"


def _told(event: Event[_Number], is_origin: bool) -> str:
    """Return an event in words."""
    other = f"{event.number} ({event.lineage})" if event.number else event.lineage
    match event.how:
        case How.SPLIT:
            return f"split off {other}" if is_origin else f"a part became {other}"
        case How.MERGED:
            return f"took in {other}" if is_origin else f"merged into {other}"
        case How.REINSTATED:
            return "reinstated: the same clause had been removed before"
        case How.REVOKED:
            return "revoked: its text became a notice that the rule is gone"
    return event.how.value


def _wordings(wordings: Sequence[Worded[_Number]], style: Style) -> Iterator[str]:
    for group in _groups(wordings):
        worded, *retouched = group
        change = worded.change
        how = f"  ({_kinds(worded)})" if _kinds(worded) else ""
        head = f"{period(worded.first, group[-1].last)}  {worded.number}"
        yield ""
        yield f"  {terminal.bold(head, style.colour)}{how}"
        if change and change.old and change.facets:
            yield from change_body(change, style)
        else:
            yield from _printed(worded, style)
        if retouched:
            yield f"{_INDENT}typography only: {listed([str(one.first) for one in retouched], most=6)}"


def _kinds(worded: Worded[_Number]) -> str:
    """Return how a wording came about, "" where that is not known or nothing is different."""
    change = worded.change
    if change is None:
        return ", ".join(worded.facets)
    return kinds(change) if change.facets or not change.old else ""


def _groups(wordings: Sequence[Worded[_Number]]) -> list[list[Worded[_Number]]]:
    """Return the wordings, each with those after it that differ from it in typography only."""
    groups: list[list[Worded[_Number]]] = []
    for worded in wordings:
        facets = worded.change.facets if worded.change else worded.facets
        is_shown = worded.change or not worded.is_held or (groups and groups[-1][0].is_held)
        if groups and is_shown and set(facets) == {Facet.TYPOGRAPHIC}:
            groups[-1].append(worded)
        else:
            groups.append([worded])
    return groups


def _printed(worded: Worded[_Number], style: Style) -> Iterator[str]:
    if not worded.is_held:
        yield f"{_INDENT}the text is not held"
        return
    for paragraph in (*worded.wording.split("\n"), *(line for one in worded.examples for line in one.split("\n"))):
        for line in wrap(paragraph, style.width - len(_INDENT), break_long_words=False, break_on_hyphens=False):
            yield f"{_INDENT}{line}"
