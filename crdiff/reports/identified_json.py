"""What texts quote, as ``crdiff.identified/1``."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field

from crdiff.identify.identified import DatedPassage, Identified, IdentifiedClause, SlipKind
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Line, json_of, row_of
from crdiff.reports.identified import IdentifiedDocument, verdict


class SpanRow(AnswerRow, frozen=True):
    """Releases, the first and the last."""

    first: Day
    last: Day


class DaysRow(AnswerRow, frozen=True):
    """DaysRow, the first and the last."""

    first: Day
    last: Day | None
    """Null where no later release is known."""


class SlipRow(AnswerRow, frozen=True):
    """A difference from the official text."""

    kind: SlipKind
    """How it differs."""
    written: str
    """What the page has."""
    official: str
    """What the rules have."""
    line: Line
    """From 1."""
    column: Line
    """From 1."""


class MisprintRow(AnswerRow, frozen=True):
    """An error of the rules."""

    printed: str
    """What the rules print."""
    mended: str
    """What their next wording prints."""
    mended_in: Day


class QuotedClauseRow(AnswerRow, frozen=True):
    """Words of a text that quote a clause or a glossary entry."""

    id: str = field(name="lineage")
    """The lineage of the clause or entry."""
    is_entry: bool
    """Whether it is a glossary entry."""
    written: str
    """The number beside the quotation, or nothing."""
    label: str
    """That number as it stands there, with the full stop that ends it, or nothing."""
    number: str
    """Its number or term in the newest release of the passage."""
    today: str | None
    """Its number or term in the newest release known, null where it is gone."""
    gone: Day | None
    """The first known release without it, null where it is in force."""
    merged_into: str | None
    """The number, in that release, of the clause that it was merged into; null for any other end."""
    text: str
    """The words quoted."""
    official: str | None
    """The same words as the rules print them, null where texts are not at hand."""
    now: str | None
    """The whole clause in the newest release known."""
    since: Count = field(name="reworded_since")
    """How often it was reworded after the passage's newest release."""
    is_part: bool | None
    """Whether the clause says more, null where that is not known."""
    is_absent: bool
    """Whether the release of as_of does not have it."""
    stated: Day | None
    """The date that the page prints for it."""
    is_misdated: bool
    """Whether the rules of that date read otherwise."""
    spans: tuple[SpanRow, ...] = field(name="releases")
    """The releases in which the clause read so, by its words alone."""
    days: tuple[DaysRow, ...]
    """The days on which these releases were in force."""
    line: Line
    """From 1."""
    last_line: Line
    """From 1."""
    slips: tuple[SlipRow, ...]
    """In the order of the text."""
    misprints: tuple[MisprintRow, ...]
    """Errors of the rules that it quotes."""


class QuotedPassage(AnswerRow, frozen=True):
    """Quotations of one release."""

    spans: tuple[SpanRow, ...] = field(name="releases")
    """The releases it can be of."""
    by_words: tuple[SpanRow, ...]
    """Those by its words alone."""
    by_numbers: tuple[SpanRow, ...]
    """Those by its numbers alone; none where no number fits."""
    days: tuple[DaysRow, ...]
    """The days on which these releases were in force."""
    clauses: tuple[QuotedClauseRow, ...]
    """In the order of the text."""


class QuotingDocument(AnswerRow, frozen=True):
    """A document, and what it quotes."""

    name: str
    """The document, as it was named."""
    verdict: str
    """The answer in a sentence."""
    newest: Day
    as_of: Day | None
    """The release checked against."""
    has_texts: bool
    """Whether texts of the rules were at hand; else whole sentences without a slip were looked for."""
    words: Count
    """Words of the document."""
    passages: tuple[QuotedPassage, ...]
    """Quotations of one release each."""


class IdentifiedAnswer(Document, frozen=True, tag="crdiff.identified/1"):
    """What texts quote, as crdiff identify --format json writes it."""

    main = "documents.passages.clauses"
    documents: tuple[QuotingDocument, ...]
    """In the order of their names given."""


def identified_answer(documents: Sequence[IdentifiedDocument]) -> IdentifiedAnswer:
    """Return what documents quote, each with its name."""
    return IdentifiedAnswer(tuple(_document(each.name, each.found) for each in documents))


def identified_to_json(found: Identified, name: str = "") -> bytes:
    """Return `found` by `Corpus.identify` as UTF-8 JSON, as ``identify`` does for a document called `name`."""
    return json_of(IdentifiedAnswer((_document(name, found),)))


def _document(name: str, found: Identified) -> QuotingDocument:
    passages = (_passage(each, found) for each in found.passages)
    return row_of(QuotingDocument, found, name=name, verdict=verdict(found), passages=passages)


def _passage(passage: DatedPassage, found: Identified) -> QuotedPassage:
    clauses = (_clause(each, found) for each in passage.quotations)
    return row_of(QuotedPassage, passage, days=found.days(passage.spans), clauses=clauses)


def _clause(clause: IdentifiedClause, found: Identified) -> QuotedClauseRow:
    return row_of(QuotedClauseRow, clause, days=found.days(clause.spans))
