"""What texts quote, as JSON, for a terminal, as Markdown and as results for CI."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import field

from crdiff.changes.change import Segment
from crdiff.identify.identified import DatedPassage, Identified, IdentifiedClause, SlipKind
from crdiff.model.fingerprint import digest
from crdiff.model.release import Level
from crdiff.reports import identified as said
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Line, json_of, row_of
from crdiff.reports.diff_markdown import LIMIT, escaped, escaped_line, quoted, that_fit
from crdiff.reports.identified import IdentifiedDocument, Remark
from crdiff.reports.phrases import counted
from crdiff.reports.results import Result, Results, Rule
from crdiff.reports.terminal import PLAIN, Style, excerpt
from crdiff.text.hidden import shown_on_a_line


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
    return row_of(QuotingDocument, found, name=name, verdict=said.verdict(found), passages=passages)


def _passage(passage: DatedPassage, found: Identified) -> QuotedPassage:
    clauses = (row_of(QuotedClauseRow, each, days=found.days(each.spans)) for each in passage.quotations)
    return row_of(QuotedPassage, passage, days=found.days(passage.spans), clauses=clauses)


_TEXT_CONTEXT = 12
"""Unchanged words shown on each side of a difference, where the reader does not say how many."""
_INDENT = " " * 6


def identified_text(documents: Sequence[IdentifiedDocument], style: Style = PLAIN) -> str:
    """Return for each document the verdict, then a line for each clause and each slip, with the redlines."""
    return "\n".join("\n".join(_lines(document, style)) + "\n" for document in documents)


def _lines(document: IdentifiedDocument, style: Style) -> Iterator[str]:
    yield f"{terminal.bold(shown_on_a_line(document.name), style.colour)}: {said.verdict(document.found)}"
    for passage in document.found.passages:
        yield ""
        yield _head(passage, document.found)
        for one in passage.quotations:
            yield from _text_clause(one, style, document.found)


def _head(passage: DatedPassage, found: Identified) -> str:
    every, by_words, by_numbers = (
        said.days_text(found.days(spans)) for spans in (passage.spans, passage.by_words, passage.by_numbers)
    )
    head = f"As in force {every}"
    if passage.by_numbers and passage.by_words != passage.spans:
        head += f" (by its words {by_words}, by its numbers {by_numbers})"
    return head


def _text_clause(one: IdentifiedClause, style: Style, found: Identified) -> Iterator[str]:
    absent = "; not in the release asked about" if one.is_absent else ""
    yield f"  line {one.line}  {said.name_of(one)}{said.how_quoted(one)}: {said.fate_of_words(one)}{absent}"
    if said.reads_otherwise(one, found):
        yield "    reads otherwise in the release asked about"
    for slip in one.slips:
        yield f"    {slip.line}:{slip.column}: {said.slip_text(slip)}"
    yield from (f"    {said.misprint_text(misprint)}" for misprint in one.misprints)
    if stated := said.stated_text(one, found):
        yield f"    {stated}"
    yield from _marked("the rules, and the page:", said.slips_redline(one), style)
    yield from _marked("then, and today:", said.today_redline(one), style)


def _marked(head: str, redline: Sequence[Segment], style: Style) -> Iterator[str]:
    if redline:
        yield f"    {head}"
        context = _TEXT_CONTEXT if style.context is None else style.context
        lines = terminal.inline(excerpt(redline, context), style.width - len(_INDENT), style.colour)
        yield from (f"{_INDENT}{line}" for line in lines)


_CLOSING_ROOM = 300
"""Bytes kept free for the line that counts what did not fit."""
_MARKDOWN_CONTEXT = 12
"""Unchanged words shown on each side of a difference."""


def identified_markdown(documents: Sequence[IdentifiedDocument], limit: int = LIMIT) -> str:
    """Return the verdict and the clauses of each document, at most `limit` bytes of UTF-8 long."""
    blocks = [block for document in documents for block in _blocks(document)]
    taken = that_fit(blocks, limit - _CLOSING_ROOM)
    if len(taken) < len(blocks):
        left_out = counted(len(blocks) - len(taken), "paragraph")
        taken = [*taken, f"*{left_out} left out, because a comment holds {limit:,} bytes.*"]
    return "\n\n".join(taken) + "\n"


def _blocks(document: IdentifiedDocument) -> Iterator[str]:
    yield f"## {escaped_line(document.name)}"
    yield escaped(said.verdict(document.found))
    for passage in document.found.passages:
        yield f"### As in force {said.days_text(document.found.days(passage.spans))}"
        for one in passage.quotations:
            yield from _markdown_clause(one, document.found)


def _markdown_clause(one: IdentifiedClause, found: Identified) -> Iterator[str]:
    told = [said.slip_text(slip) for slip in one.slips] + [said.misprint_text(each) for each in one.misprints]
    told += [stated] if (stated := said.stated_text(one, found)) else []
    lines = [f"**{escaped(said.name_of(one))}**, line {one.line}{said.how_quoted(one)}: {said.fate_of_words(one)}"]
    yield "\n".join((*lines, *(f"- {escaped(each)}" for each in told)))
    for head, redline in (
        ("The rules, and the page:", said.slips_redline(one)),
        ("Then, and today:", said.today_redline(one)),
    ):
        if redline:
            yield f"{head}\n\n{quoted(redline, _MARKDOWN_CONTEXT)}"


_RULES = {
    Remark.SLIP: Rule("slip", Level.WARNING, "The rules say it in other words than the quotation does."),
    Remark.OUTDATED: Rule("outdated", Level.WARNING, "A reader takes for today's rules what is no longer in force."),
    Remark.MISDATED: Rule("misdated", Level.WARNING, "On the date that the page prints the rules read otherwise."),
    Remark.ABSENT: Rule("absent", Level.ERROR, "The release checked against does not have the clause."),
}


def identified_results(documents: Sequence[IdentifiedDocument]) -> Results:
    """Return a result for each slip, and for each quotation that is outdated, misdated or absent."""
    results = (each for document in documents for each in _results(document))
    return Results("identify", tuple(_RULES.values()), tuple(results))


def _results(document: IdentifiedDocument) -> Iterator[Result]:
    for remark, one in said.remarks(document.found):
        if remark is Remark.SLIP:
            for slip in one.slips:
                yield _result(remark, one, said.slip_text(slip), document.file, slip.line)
            if said.reads_otherwise(one, document.found):
                yield _result(remark, one, "reads otherwise in the release checked against", document.file, one.line)
            continue
        message = said.fate_of_words(one) if remark is Remark.OUTDATED else "is not in the release checked against"
        message = said.stated_text(one, document.found) if remark is Remark.MISDATED else message
        yield _result(remark, one, message, document.file, one.line)


def _result(remark: Remark, one: IdentifiedClause, message: str, file: str, line: int) -> Result:
    rule, last, name = _RULES[remark], max(line, one.last_line), said.name_of(one)
    fingerprint = digest([rule.id, file, one.id, message])
    return Result(rule.id, rule.level, name, message, file, line, 0, last, 0, fingerprint)
