"""A comparison as JSON: the contract ``crdiff.diff/1``."""

from __future__ import annotations

from msgspec import field

from crdiff.changes.change import Change, ExampleChange, Facet, Part, Segment, Structure
from crdiff.changes.reading import SkipReason, skip_reason
from crdiff.reports.answer import AnswerRow, Count, Document, Line, Share, as_json, keys_of, row_of
from crdiff.reports.breaks import BreakRow, ExcerptRow, break_row, excerpt_row
from crdiff.reports.labels import read_with
from crdiff.reports.view import Summary, View


class ComparedText(AnswerRow, frozen=True):
    """One of the two texts."""

    name: str = field(name="release")
    """Effective date, or the file's name where no date is printed."""
    title: str


class TitlesOfSubsection(AnswerRow, frozen=True):
    """The titles of a subsection, "" where there is none."""

    old: str
    new: str


class SubsectionRow(AnswerRow, frozen=True):
    """A subsection that changed as a whole."""

    old: str | None
    """Number; null where it is added."""
    new: str | None
    """Number; null where it is removed."""
    title: TitlesOfSubsection
    structure: Structure
    members: Count
    """Clauses that only follow its new number."""


class RewordingRow(AnswerRow, frozen=True):
    """A wording replaced throughout the release."""

    old: str
    new: str
    clauses: Line
    """In how many clauses."""
    exceptions: tuple[str, ...]
    """New numbers of the clauses left with the old wording."""


class ChangedClause(AnswerRow, frozen=True):
    """A clause on one side of a change."""

    number: str
    """Clause number, term of a glossary entry, front:N or credits:N."""
    wording: str = field(name="text")
    """All that the redline compares; title and text on lines of their own."""
    examples: tuple[str, ...]
    line: Count
    """Line of the file on which it begins, from 1; 0 where its text is not held."""


class RunnerUpRow(AnswerRow, frozen=True):
    """The next best partner of an undecided clause."""

    old: str | None
    new: str | None
    score: Share


class ReportedChange(AnswerRow, frozen=True):
    """A change, the same wherever one is published."""

    part: Part
    structure: Structure
    facets: tuple[Facet, ...]
    """In which respects the wording differs; empty where it is the same."""
    mechanical: bool
    """Whether the new text is proved from the old one."""
    for_review: bool = field(name="review")
    """Whether it is a row of the reading list; over a whole comparison these rows add up to for_review."""
    review_reason: SkipReason | None
    """Why it is not a row of its own, null where it is one."""
    read_with: tuple[str, ...]
    """The other changes of its row: the same edit elsewhere, or what belongs to the same new rule."""
    old: tuple[ChangedClause, ...]
    """Main clause first; empty where the clause is added."""
    new: tuple[ChangedClause, ...]
    """Main clause first; empty where the clause is removed."""
    confidence: Share
    """How sure the link is; of an added or removed clause, that it has no partner."""
    undetermined: bool
    runner_up: RunnerUpRow | None
    """The next best partner of an undecided clause."""
    evidence: tuple[str, ...]
    """Why these clauses were linked."""
    summary: str
    """The change in a line of prose, or empty."""
    remarks: tuple[str, ...]
    """What a reader should know beyond it."""
    redline: tuple[Segment, ...]
    """Over the texts of all clauses listed, joined by a newline: kept (=) and deleted (-) runs give the old text, kept
    and inserted (+) ones the new."""
    examples: tuple[ExampleChange, ...]


class Compared(Document, frozen=True, tag=""):
    """What is said of a whole comparison, before its changes."""

    old: ComparedText
    new: ComparedText
    summary: Summary
    """Counts over the whole comparison, whatever is listed."""
    breaks_off: tuple[BreakRow, ...]
    excerpts: tuple[ExcerptRow, ...]
    """Texts that are compared in a part only."""
    subsections: tuple[SubsectionRow, ...]
    """Subsections that were renumbered, moved, retitled, added or removed."""
    rewordings: tuple[RewordingRow, ...]
    """Wordings replaced throughout the release."""


class DiffAnswer(Compared, frozen=True, tag="crdiff.diff/1"):
    """Two texts of the Comprehensive Rules compared, as crdiff diff --format json writes it."""

    main = "changes"
    changes: tuple[ReportedChange, ...]
    """In the order of the new text, removed clauses where they stood."""


def diff_json(view: View) -> bytes:
    """Return the report as UTF-8 JSON, each item of a list on a line of its own."""
    parts = []
    for key, value in keys_of(diff_answer(view)).items():
        if isinstance(value, tuple) and value:
            items = b",\n  ".join(map(as_json, value))
            parts.append(b"%s: [\n  %s\n ]" % (as_json(key), items))
        else:
            parts.append(b"%s: %s" % (as_json(key), as_json(value)))
    return b"{\n %s\n}\n" % b",\n ".join(parts)


def diff_answer(view: View) -> DiffAnswer:
    """Return the report as an answer."""
    return row_of(DiffAnswer, **compared(view), changes=map(change_row, view.changes))


def compared(view: View) -> dict[str, object]:
    """Return the fields of `Compared` with their values."""
    alignment, rewordings = view.comparison.alignment, view.comparison.rewordings
    titled = ((each, TitlesOfSubsection(each.old_title, each.new_title)) for each in view.comparison.subsections)
    return {
        "old": view.old,
        "new": view.new,
        "summary": view.summary,
        "breaks_off": map(break_row, alignment.breaks),
        "excerpts": map(excerpt_row, alignment.excerpts),
        "subsections": (row_of(SubsectionRow, each, title=title) for each, title in titled),
        "rewordings": rewordings,
    }


def change_row(change: Change) -> ReportedChange:
    """Return one change as its row, the same wherever a change is published (histories too)."""
    rival = change.runner_up
    return row_of(
        ReportedChange,
        change,
        review_reason=skip_reason(change),
        read_with=read_with(change),
        confidence=round(change.confidence, 4),
        runner_up=row_of(RunnerUpRow, rival, score=round(rival.score, 4)) if rival else None,
    )
