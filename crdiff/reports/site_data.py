"""The data that a site publishes beside its pages: clauses and changes of a release, numbers, what differs today."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from crdiff.changes.change import Change, Facet, Part, Structure
from crdiff.changes.reading import SkipReason, skip_reason
from crdiff.history.news import ReleaseNews
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Share, row_of
from crdiff.reports.breaks import BreakRow, break_row
from crdiff.reports.diff_json import RewordingRow
from crdiff.reports.formats import csv_of


class ClausesAnswer(Document, frozen=True, tag="crdiff.clauses/1"):
    """The clauses of a release, as the site publishes them beside its page."""

    release: Day
    fields: tuple[str, str, str]
    """What the three values of each clause are: lineage, number, fingerprint."""
    clauses: tuple[tuple[str, str, str], ...]
    """In the order of the text; two with the same fingerprint say the same, letter by letter."""
    revoked: tuple[str, ...]
    """Ids of those that are only notices that their rule is gone."""


class ListedChange(AnswerRow, frozen=True):
    """A change without its texts."""

    part: Part
    structure: Structure
    facets: tuple[Facet, ...]
    to_read: bool
    """Whether a person has to read it."""
    review_reason: SkipReason | None
    """Why it is not a row to read, null where it is one."""
    mechanical: bool
    """Whether the new text is proved from the old one."""
    old: tuple[str, ...]
    """Numbers or terms before, main one first; empty for what was added."""
    new: tuple[str, ...]
    """Numbers or terms after, main one first; empty for what was removed."""
    lineage: str
    """Id of the lineage of the first new clause, or of the first old one; empty for what is no rule."""
    confidence: Share
    summary: str


class ChangesAnswer(Document, frozen=True, tag="crdiff.changes/1"):
    """What a release changed, without the texts, as the site publishes it beside its page."""

    release: Day
    before: Day | None
    """The release before it; null for the first one held."""
    breaks_off: tuple[BreakRow, ...]
    rewordings: tuple[RewordingRow, ...]
    """Rewordings made throughout, the most frequent first."""
    changes: tuple[ListedChange, ...]
    """Those to read first."""


class NumberPlace(AnswerRow, frozen=True):
    """Where a number leads."""

    to: str
    """Address within the site."""
    says: str
    """What became of it, as a sentence."""
    current: bool = False
    """Present where the number names a rule of the newest text, which the address leads to."""


class NumbersAnswer(Document, frozen=True, tag="crdiff.numbers/1"):
    """Where the numbers of a subsection lead, as the site publishes it beside its page."""

    subsection: Count | str
    """Its number, as text where that is none of three digits."""
    numbers: dict[str, NumberPlace]
    """By number: every one that ever named a clause of a release held."""


def changes_answer(news: ReleaseNews, lineage_of: Callable[[str, Day], str]) -> ChangesAnswer:
    """Return what a release changed; `lineage_of` gives the id of the clause that has a number in a release."""
    rows = tuple(_listed(change, news, lineage_of) for change in (*news.to_read, *news.others))
    return row_of(ChangesAnswer, news, breaks_off=tuple(map(break_row, news.breaks)), changes=rows)


def _listed(change: Change, news: ReleaseNews, lineage_of: Callable[[str, Day], str]) -> ListedChange:
    side, release = (change.new, news.release) if change.new else (change.old, news.before)
    lineage = lineage_of(side[0].number, release) if change.part is Part.RULES else ""
    return row_of(
        ListedChange,
        change,
        to_read=change.for_review,
        review_reason=skip_reason(change),
        old=tuple(clause.number for clause in change.old),
        new=tuple(clause.number for clause in change.new),
        lineage=lineage,
        confidence=round(change.confidence, 4),
    )


def changes_csv(rows: Iterable[ListedChange]) -> bytes:
    """Return changes of a release as CSV; lists have ``; `` between, since a term may have spaces."""
    columns = ListedChange.__struct_fields__
    return csv_of(columns, ((_cell(getattr(row, name)) for name in columns) for row in rows)).encode()


def _cell(value: object) -> str:
    return " ".join(("; ".join(value) if isinstance(value, tuple) else str(value)).split())
