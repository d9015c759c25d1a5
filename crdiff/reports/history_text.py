"""The life of a clause for a terminal: where it stood, what came and went, every wording with its redline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from crdiff.changes.change import Facet
from crdiff.history.life import Life, Turn, Worded
from crdiff.history.lineage import How
from crdiff.reports import terminal
from crdiff.reports.diff_text import change_body
from crdiff.reports.labels import kinds
from crdiff.reports.phrases import listed
from crdiff.reports.style import PLAIN, Style

_INDENT = "    "


def history_text(life: Life, style: Style = PLAIN) -> str:
    """Return a life as lines of text. Wordings that differ in typography only are counted, not printed."""
    return "".join(f"{line}\n" for line in _report(life, style))


def _report(life: Life, style: Style) -> Iterator[str]:
    yield terminal.bold(f"{life.runs[-1].number} {life.title}", style.colour)
    yield f"{_state(life)}. Lineage {life.lineage}."
    yield from _headed("Numbers", style)
    for run in life.runs:
        yield f"  {period(run.first, run.last)}  {run.number}"
    turns = sorted((*life.origin, *life.fate), key=lambda turn: turn.release)
    if turns:
        yield from _headed("Events", style)
    for turn in turns:
        yield f"  {turn.release}  {_told(turn, turn in life.origin)}"
    yield from _headed("Wordings", style)
    yield from _wordings(life.wordings, style)


def _headed(name: str, style: Style) -> tuple[str, str]:
    return "", terminal.bold(name, style.colour)


def period(first: str, last: str) -> str:
    """Return a stretch of releases: "2003-10-01 – 2009-05-01", or one date padded to the same width."""
    return f"{first} – {last}" if first != last else f"{first:23}"


def _state(life: Life) -> str:
    first = f"First in {life.runs[0].first}"
    if life.in_force and life.is_recorded:
        return f"{first}, known up to {life.newest}"
    if life.in_force:
        return f"{first}, in force in {life.newest}, the newest release of the corpus"
    if life.ended is None:
        return f"{first}, followed to {life.runs[-1].last}"
    end = life.ended
    became = f"merged into {end.number}" if end.how is How.MERGED else "removed"
    return f"{first}, last in {life.runs[-1].last}; {became} in {end.release}"


def _told(turn: Turn, is_origin: bool) -> str:
    """Return an event in words."""
    other = f"{turn.number} ({turn.lineage})"
    match turn.how:
        case How.SPLIT:
            return f"split off {other}" if is_origin else f"a part became {other}"
        case How.MERGED:
            return f"took in {other}" if is_origin else f"merged into {other}"
        case How.REINSTATED:
            return "reinstated: the same clause had been removed before"
    return turn.how.value


def _wordings(wordings: Sequence[Worded], style: Style) -> Iterator[str]:
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
            yield f"{_INDENT}typography only: {listed([one.first for one in retouched], most=6)}"


def _kinds(worded: Worded) -> str:
    """Return how a wording came about, "" where that is not known or nothing is different."""
    change = worded.change
    if change is None:
        return ", ".join(worded.facets)
    return kinds(change) if change.facets or not change.old else ""


def _groups(wordings: Sequence[Worded]) -> list[list[Worded]]:
    """Return the wordings, each with those after it that differ from it in typography only."""
    groups: list[list[Worded]] = []
    for worded in wordings:
        if groups and worded.change and set(worded.change.facets) == {Facet.TYPOGRAPHIC}:
            groups[-1].append(worded)
        else:
            groups.append([worded])
    return groups


def _printed(worded: Worded, style: Style) -> Iterator[str]:
    if not worded.is_held:
        yield f"{_INDENT}the text is not held"
        return
    for paragraph in (*worded.wording.split("\n"), *(line for one in worded.examples for line in one.split("\n"))):
        for line in wrap(paragraph, style.width - len(_INDENT), break_long_words=False, break_on_hyphens=False):
            yield f"{_INDENT}{line}"
