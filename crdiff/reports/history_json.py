"""The lineage of a clause as JSON: the contract ``crdiff.history/1``."""

from __future__ import annotations

from datetime import date
from typing import Literal

from msgspec import field

from crdiff.history.lineage import How, Lineage, Phrasing, Term, Uncounted, Worded
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import AnswerRow, Count, Day, Document, json_of, row_of
from crdiff.reports.diff_json import ReportedChange, change_row
from crdiff.reports.indented import as_json

_Number = ClauseNumber | Term


class LineageSpan(AnswerRow, frozen=True):
    """Releases, the first and the last."""

    first: Day = field(name="from")
    last: Day = field(name="to")
    """Last release held of the stretch."""


class LineageRun(LineageSpan, frozen=True):
    """A stretch of releases with one number."""

    number: str
    """Of a clause, as printed, without a trailing full stop; the term of an entry."""


class LineageWording(LineageSpan, frozen=True):
    """A stretch of releases with one wording, letter by letter."""

    number: str
    """At the beginning of the stretch."""
    text: str | None
    """Title and text as printed; null where the text of no release of the stretch is held."""
    examples: tuple[str, ...]
    change: ReportedChange | None
    """How this wording came about; null where that is not known."""


class FoldedWording(AnswerRow, frozen=True):
    """A wording that has the words of the one before."""

    first: Day = field(name="from")
    differs_in: Uncounted
    """What alone differs from the wording before."""


class LineagePeriod(AnswerRow, frozen=True):
    """A time in which the words stayed the same."""

    spans: tuple[LineageSpan, ...]
    """The releases of the period, more than one stretch where the clause was gone between them."""
    numbers: tuple[str, ...]
    """Every number or term of the period, one after the other."""
    folded: tuple[FoldedWording, ...]
    """The other wordings of the period, which have the same words."""


class LineageEvent(AnswerRow, frozen=True):
    """How a lineage began, ended or met another one."""

    lineage: str | None
    """The other lineage concerned, null where there is none."""
    number: str | None
    """Number of the other clause then."""
    how: How
    release: Day


class HistoryAnswer(Document, frozen=True, kw_only=True, tag="crdiff.history/1"):
    """A clause or a glossary entry followed, as crdiff history --format json writes it."""

    main = "runs"
    part: Literal["glossary"] | None = None
    """Of a glossary entry only."""
    id: str = field(name="lineage")
    """Id of a lineage: its first known place, such as 2003-10-01-507.3b; of an entry 1999-04-23-mana-burn."""
    title: str
    """Newest title of the clause, or the first words of its newest text; newest term of an entry."""
    in_force: bool
    """Whether the release known_to has the clause, and not as a notice that its rule is gone."""
    revoked: Day | None
    """The release in which its text became a notice that the rule is gone; null where it did not."""
    known_until: Day = field(name="known_to")
    """The newest release held; without texts the newest one of which is known whether it has the clause."""
    aliases: tuple[str, ...]
    """Every other place of the clause in a release held, oldest first; empty for an entry."""
    runs: tuple[LineageRun, ...]
    """Stretches of releases with one number, oldest first."""
    wordings: tuple[LineageWording, ...]
    """Stretches of releases with one wording, letter by letter, oldest first."""
    periods: tuple[LineagePeriod, ...]
    """Times in which the words stayed the same, oldest first: each begins with a wording that has other words."""
    origin: tuple[LineageEvent, ...]
    """What it came from and what was merged into it; empty where the first release held has it."""
    fate: tuple[LineageEvent, ...]
    """What parted from it, and how it ended."""
    unsure: tuple[date, ...] = ()
    """Releases, if any, of which it is not sure that their clause is the one of the release before, whose text is not
    held."""
    left_out: Count = 0
    """How many wordings, the oldest, are not among them; only where a limit was asked for."""


def history_json(lineage: Lineage[_Number]) -> bytes:
    """Return a lineage as indented JSON."""
    return json_of(history_answer(lineage))


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
