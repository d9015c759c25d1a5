"""The lineage of a clause, for a terminal and as JSON.

Which release brought each sentence of a clause or a glossary entry, as text and as ``crdiff.blame/1``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from textwrap import wrap
from types import MappingProxyType
from typing import Literal

from msgspec import field

from crdiff.changes.change import Change
from crdiff.history.blame import Blame, Sentence
from crdiff.history.heirs import own_change
from crdiff.history.lineage import Event, How, Lineage, Phrasing, Term, Uncounted, Worded
from crdiff.model.number import ClauseNumber
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, as_json, row_of
from crdiff.reports.diff import ReportedChange, change_body, change_row, headed
from crdiff.reports.labels import kinds
from crdiff.reports.phrases import counted, in_lines, listed, not_sure, period
from crdiff.reports.terminal import PLAIN, Style
from crdiff.text.groups import by_key

_Number = ClauseNumber | Term


class LineageSpan(AnswerRow, frozen=True):
    """Releases, the first and the last."""

    first: Day = field(name="from")
    # Last release held of the stretch.
    last: Day = field(name="to")


class LineageRun(LineageSpan, frozen=True):
    """A stretch of releases with one number."""

    # Of a clause, as printed, without a trailing full stop; the term of an entry.
    number: str


class LineageWording(LineageSpan, frozen=True):
    """A stretch of releases with one wording, letter by letter."""

    # At the beginning of the stretch.
    number: str
    # Title and text as printed; null where the text of no release of the stretch is held.
    text: str | None
    examples: tuple[str, ...]
    # How this wording came about; null where that is not known.
    change: ReportedChange | None


class FoldedWording(AnswerRow, frozen=True):
    """A wording that has the words of the one before."""

    first: Day = field(name="from")
    # What alone differs from the wording before.
    differs_in: Uncounted


class LineagePeriod(AnswerRow, frozen=True):
    """A time in which the words stayed the same."""

    # The releases of the period, more than one stretch where the clause was gone between them.
    spans: tuple[LineageSpan, ...]
    # Every number or term of the period, one after the other.
    numbers: tuple[str, ...]
    # The other wordings of the period, which have the same words.
    folded: tuple[FoldedWording, ...]


class LineageEvent(AnswerRow, frozen=True):
    """How a lineage began, ended or met another one."""

    # The other lineage concerned, null where there is none.
    lineage: str | None
    # Number of the other clause then.
    number: str | None
    how: How
    release: Day


class HistoryAnswer(Document, frozen=True, kw_only=True, tag="crdiff.history/1"):
    """A clause or a glossary entry followed, as crdiff history --format json writes it."""

    main = "runs"
    # Of a glossary entry only.
    part: Literal["glossary"] | None = None
    # Id of a lineage: its first known place, such as 2003-10-01-507.3b; of an entry 1999-04-23-ability.
    id: str = field(name="lineage")
    # Newest title of the clause, or the first words of its newest text; newest term of an entry.
    title: str
    # Whether the release known_to has the clause, and not as a notice that its rule is gone.
    in_force: bool
    # The release in which its text became a notice that the rule is gone; null where it did not.
    revoked: Day | None
    # The newest release held; without texts the newest one of which is known whether it has the clause.
    known_until: Day = field(name="known_to")
    # Every other place of the clause in a release held, oldest first; empty for an entry.
    aliases: tuple[str, ...]
    # Stretches of releases with one number, oldest first.
    runs: tuple[LineageRun, ...]
    # Stretches of releases with one wording, letter by letter, oldest first.
    wordings: tuple[LineageWording, ...]
    # Times in which the words stayed the same, oldest first: each begins with a wording that has other words.
    periods: tuple[LineagePeriod, ...]
    # What it came from and what was merged into it; empty where the first release held has it.
    origin: tuple[LineageEvent, ...]
    # What parted from it, and how it ended.
    fate: tuple[LineageEvent, ...]
    # Releases, if any, of which it is not sure that their clause is the one of the release before, whose text is not
    # held.
    unsure: tuple[date, ...] = ()
    # How many wordings, the oldest, are not among them; only where a limit was asked for.
    left_out: Count = 0


def history_line(lineage: Lineage[_Number]) -> bytes:
    """Return a lineage as JSON on one line, for files with a line for each lineage."""
    return as_json(history_answer(lineage)) + b"\n"


def history_answer(lineage: Lineage[_Number]) -> HistoryAnswer:
    """Return a lineage as an answer: a glossary entry says so in `part` and has its terms in place of numbers."""
    return row_of(
        HistoryAnswer,
        lineage,
        part="glossary" if isinstance(lineage.runs[-1].number, Term) else None,
        wordings=map(_wording, lineage.wordings),
        periods=(_period(lineage, phrasing) for phrasing in lineage.phrasings),
    )


def _wording(worded: Worded[_Number]) -> LineageWording:
    text = worded.wording if worded.is_held else None
    return row_of(LineageWording, worded, text=text, change=change_row(worded.change) if worded.change else None)


def _period(lineage: Lineage[_Number], phrasing: Phrasing[_Number]) -> LineagePeriod:
    spans, numbers = lineage.spans_of(phrasing), lineage.numbers_during(phrasing)
    folded = (FoldedWording(worded.first, why) for worded, why in phrasing.uncounted)
    return row_of(LineagePeriod, spans=spans, numbers=numbers, folded=folded)


_INDENT = "    "


@in_lines
def history_text(
    lineage: Lineage[_Number], style: Style = PLAIN, names: Mapping[date, str] = MappingProxyType({})
) -> Iterator[str]:
    """Return a lineage as lines of text. Wordings that leave the words of the clause alone are counted, not printed.

    `names` are those of the sets that releases came with.
    """
    last = lineage.runs[-1].number
    yield terminal.bold(
        f"Glossary: {last}" if isinstance(last, Term) else f"{last} {lineage.title}".rstrip(), style.colour
    )
    yield f"{state_text(lineage)}. Lineage {lineage.id}."
    yield from (f"{said}." for said in not_sure(lineage))
    yield from headed("Terms" if isinstance(last, Term) else "Numbers", style)
    for run in lineage.runs:
        yield f"  {period(run.first, run.last)}  {run.number}"
    events = sorted((*lineage.origin, *lineage.fate), key=lambda event: event.release)
    if events:
        yield from headed("Events", style)
    for event in events:
        yield f"  {event.release}  {told_event(event, event in lineage.origin)}"
    yield from headed("Wordings", style)
    if lineage.left_out:
        yield from ("", f"  ({counted(lineage.left_out, 'older wording')} left out)")
    yield from _wordings(lineage, style, names)


def state_text(lineage: Lineage[_Number]) -> str:
    """Return since when a clause is known, and whether it is in force or how it ended."""
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


def told_event(event: Event[_Number], is_origin: bool) -> str:
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


def _wordings(lineage: Lineage[_Number], style: Style, names: Mapping[date, str]) -> Iterator[str]:
    before: Worded[_Number] | None = None
    for phrasing in lineage.phrasings:
        worded = phrasing.wordings[0]
        change = own_change(before, worded)
        how = f"  ({_kinds(worded, change)})" if _kinds(worded, change) else ""
        when = ", ".join(period(span.first, span.last) for span in lineage.spans_of(phrasing))
        numbers = ", then ".join(map(str, lineage.numbers_during(phrasing)))
        yield ""
        name = names.get(phrasing.wordings[0].first, "")
        yield f"  {terminal.bold(f'{when}  {numbers}', style.colour)}{how}{f'  {name}' if name else ''}"
        if change and change.old and change.facets:
            yield from change_body(change, style)
        else:
            yield from _printed(phrasing, style)
        if phrasing.uncounted:
            yield from _wrapped(folded(phrasing), style)
        before = phrasing.wordings[-1]


def folded(phrasing: Phrasing[_Number]) -> str:
    """Return how many wordings a period has beside its first one, and what alone changed in which."""
    dates = by_key((why, str(worded.first)) for worded, why in phrasing.uncounted)
    count = len(phrasing.uncounted)
    told = "; ".join(f"{why.value} only: {listed(days, most=6)}" for why, days in dates.items())
    return f"{count} more wording{'s' * (count > 1)}, {told}"


def _kinds(worded: Worded[_Number], change: Change | None) -> str:
    """Return how a wording came about, "" where that is not known or nothing is different."""
    if change is None:
        return ", ".join(worded.own_facets)
    return kinds(change) if change.facets or not change.old else ""


def _printed(phrasing: Phrasing[_Number], style: Style) -> Iterator[str]:
    """Yield the words of a period as the first text at hand prints them."""
    worded = next((each for each in phrasing.wordings if each.is_held), None)
    if worded is None:
        yield f"{_INDENT}the text is not held"
        return
    if worded is not phrasing.wordings[0]:
        yield f"{_INDENT}as printed in {worded.first}:"
    for paragraph in (*worded.wording.split("\n"), *(line for one in worded.examples for line in one.split("\n"))):
        yield from _wrapped(paragraph, style)


def _wrapped(paragraph: str, style: Style) -> Iterator[str]:
    """Yield a paragraph in indented lines."""
    for line in wrap(paragraph, style.width - len(_INDENT), break_long_words=False, break_on_hyphens=False):
        yield f"{_INDENT}{line}"


_COLUMNS = "introduced   reads so    "
# Characters (count) of the column of numbers, or of terms where none is longer.
_NUMBER_MIN = 8
# Marks a release that is the last one possible, because texts before it are missing.
_OPEN = "?"


class BlamedEnding(AnswerRow, frozen=True):
    """A sentence of weight that ended inside a clause or an entry."""

    # The sentence, with plain quotes and dashes.
    text: str
    # Of the clause while it had the sentence, as printed, without a trailing full stop; the term of an entry.
    number: str
    # Last release with the sentence.
    last: Day
    # First release without it.
    release: Day


class BlamedSentence(AnswerRow, frozen=True):
    """A sentence, and the releases that brought it."""

    # A sentence, or a whole example.
    text: str
    # Whether it is an example.
    is_example: bool
    # Release that brought its first form.
    introduced: Day
    # First release that can have brought it, where texts before are not held; null where it is known.
    introduced_earliest: Day | None
    # Release from which it reads as it does, typography and cited numbers aside.
    since: Day
    # First release that can read so, where texts before are not held; null where it is known.
    since_earliest: Day | None
    # Of the clause in which it stood then; the term of an entry.
    number: str
    # Id of a lineage: its first known place, such as 2003-10-01-507.3b.
    lineage: str


class BlameAnswer(Document, frozen=True, kw_only=True, tag="crdiff.blame/1"):
    """The sentences of a clause or a glossary entry, as crdiff blame --format json writes them."""

    main = "sentences"
    # Of a glossary entry only.
    part: Literal["glossary"] | None = None
    # Id of a lineage: its first known place, such as 2003-10-01-507.3b; of an entry 1999-04-23-ability.
    lineage: str
    # The release whose wording is told.
    release: Day
    # Of a clause, as printed, without a trailing full stop; the term of an entry.
    number: str
    # Release in which it became a notice that its rule is gone; null where it had not.
    revoked: Day | None
    # Sentences of weight that ended inside the clause or entry, oldest first: nothing restates them.
    ended: tuple[BlamedEnding, ...]
    sentences: tuple[BlamedSentence, ...]


@in_lines
def blame_text(blame: Blame[_Number], style: Style = PLAIN) -> Iterator[str]:
    """Return a block for each sentence: the release of its first form, that of its present one, where it stood then."""
    is_entry = isinstance(blame.number, Term)
    yield f"{'Glossary: ' if is_entry else ''}{blame.number} in {blame.release} (lineage {blame.lineage})"
    if blame.revoked:
        yield f"revoked in {blame.revoked}: its text is a notice that the rule is gone"
    yield ""
    yield _COLUMNS + ("term" if is_entry else "number")
    width = max(_NUMBER_MIN, *(len(str(sentence.number)) + 2 for sentence in blame.sentences))
    for sentence in blame.sentences:
        yield from _block(sentence, width, style)
    for ended in blame.ended:
        yield ""
        here = f"A sentence ended here: “{ended.text}” ({ended.number}, last in {ended.last}, gone in {ended.release})"
        yield from wrap(here, style.width, break_long_words=False, break_on_hyphens=False)
    left_open = dict.fromkeys(_left_open(blame))
    if left_open:
        yield ""
    for release, earliest in left_open:
        yield f"{_OPEN} it stood in {release}, and may have come as early as {earliest}: texts in between are not held"


def _left_open(blame: Blame[_Number]) -> Iterator[tuple[date, date]]:
    """Yield each release that is only the last one possible, with the first one possible."""
    for sentence in blame.sentences:
        if sentence.introduced_earliest:
            yield sentence.introduced, sentence.introduced_earliest
        if sentence.since_earliest:
            yield sentence.since, sentence.since_earliest


def _block(sentence: Sentence[_Number], column: int, style: Style) -> Iterator[str]:
    introduced = str(sentence.introduced) + (_OPEN if sentence.introduced_earliest else "")
    since = str(sentence.since) + (_OPEN if sentence.since_earliest else "")
    head = f"{introduced:11}  {since:11} {sentence.number!s:{column}}"
    paragraphs = sentence.text.split("\n")
    width = max(style.width - len(head), 30)
    lines = [line for one in paragraphs for line in wrap(one, width, break_long_words=False, break_on_hyphens=False)]
    for place, line in enumerate(lines):
        yield f"{head if place == 0 else ' ' * len(head)}{line}"


def blame_answer(blame: Blame[_Number]) -> BlameAnswer:
    """Return the sentences as an answer."""
    return row_of(BlameAnswer, blame, part="glossary" if isinstance(blame.number, Term) else None)
