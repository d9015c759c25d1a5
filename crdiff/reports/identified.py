"""What texts quote: as JSON, for a terminal, as Markdown and for CI, from sentences that all forms share.

Of one quotation, whether a clause says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct, field

from crdiff.changes.change import Segment
from crdiff.changes.description.redline import compare_as_printed
from crdiff.identify import identified
from crdiff.identify.check import CheckedQuotation, QuotationVerdict
from crdiff.identify.identified import Identified
from crdiff.identify.today import is_outdated, reads_otherwise_today, said_today
from crdiff.model.fingerprint import digest
from crdiff.model.release import DaysInForce, Level
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, Line, Result, Results, Rule, json_of, row_of
from crdiff.reports.diff import quoted
from crdiff.reports.formats import LIMIT, escaped, escaped_line, that_fit
from crdiff.reports.phrases import counted, in_lines, listed, numeral
from crdiff.reports.terminal import PLAIN, Style, excerpt
from crdiff.text.hidden import shown_on_a_line
from crdiff.text.normalise import squeeze, straight_quotes

# Marks after the last word, which the words quoted are told without.
_MARKS_AT_END = '.”)’"'
_CURLY = frozenset("’‘“”")
_TIMES = {1: "once", 2: "twice"}
# Passages of different dates that the verdict names one by one.
_DATES_MOST = 3


class Remark(StrEnum):
    """What may be said of a quotation that somebody has to mend."""

    SLIP = "slip"
    OUTDATED = "outdated"
    MISDATED = "misdated"
    ABSENT = "absent"


class IdentifiedDocument(Struct, frozen=True):
    """A document called `name` and what it quotes; `file` is its path in a repository, "" where it has none."""

    name: str
    file: str
    found: Identified


def verdict(found: Identified) -> str:
    """Return in a sentence what a text quotes."""
    if not found.passages and not found.has_texts:
        return "Quotes no whole sentence of the known rules; finding anything less exact takes the texts of the rules."
    if not found.passages:
        return f"Quotes no known rules{'' if found.is_english else '; the text does not read as English'}."
    limits = (
        ""
        if found.has_texts
        else " Without the texts of the rules, only whole sentences quoted without a mistake can be found."
    )
    return f"{_checked(found) if found.as_of else _dated(found)}{limits}"


def _dated(found: Identified) -> str:
    if len(found.passages) > 1:
        said = "; ".join(_quoted(each, found) for each in found.passages[:_DATES_MOST])
        more = len(found.passages) - _DATES_MOST
        rest = f"; and {numeral(more)} more" if more > 0 else ""
        differ = " of different dates" if len({passage.spans for passage in found.passages}) > 1 else ""
        return f"Quotes the rules in {numeral(len(found.passages))} passages{differ}: {said}{rest}."
    (passage,) = found.passages
    clauses = _each_once(passage.quotations)
    before = earlier_text(clauses[0], found) if len(clauses) == 1 else ""
    earlier = f" {before[0].upper()}{before[1:]}." if before else ""
    return f"Quotes {_quoted(passage, found)}; {_since(passage)}.{earlier}"


def _quoted(passage: identified.DatedPassage, found: Identified) -> str:
    when = days_text(found.days(passage.spans))
    exact = ", without a slip" if all(one.official for one in passage.quotations) else ""  # else it is not known
    return f"{_clauses(passage.quotations)} as in force {when}{_with_slips(passage.slips) or exact}"


def _checked(found: Identified) -> str:
    absent = sum(one.is_absent for one in _each_once(found.quotations))
    said = f"Checked against {found.as_of}: quotes {_clauses(found.quotations)}"
    otherwise = sum(reads_otherwise(one, found) for one in found.quotations)
    said += _with_slips(found.slips) or (", word for word" if not absent and not otherwise else "")
    said += f"; {numeral(otherwise)} of them read{'s' if otherwise == 1 else ''} otherwise in it" if otherwise else ""
    return f"{said}; {numeral(absent)} of them {'is' if absent == 1 else 'are'} not in it." if absent else f"{said}."


def _with_slips(slips: Sequence[identified.Slip]) -> str:
    return f", with {counted(len(slips), 'slip')}" if slips else ""


def _clauses(quotations: Sequence[identified.IdentifiedClause]) -> str:
    """Return what is quoted: one clause, or several by the subsections of them."""
    clauses = _each_once(quotations)
    if len(clauses) == 1:
        return name_of(clauses[0])
    rules = [one for one in clauses if not one.is_entry]
    entries = len(clauses) - len(rules)
    named = [f"{counted(len(rules), 'clause')} of {listed(_subsections(one.number for one in rules))}"] if rules else []
    named += [counted(entries, "glossary entry", "glossary entries")] if entries else []
    return " and ".join(named)


def _each_once(quotations: Sequence[identified.IdentifiedClause]) -> tuple[identified.IdentifiedClause, ...]:
    """Return one quotation of each clause, one that reads otherwise today if any does.

    Its examples may be quoted by themselves.

    Source: 507.2 and 507.3 of 2005-08-01 on the page of the Crystal Keep, each example in a paragraph of its own.
    """
    return tuple({one.id: one for one in sorted(quotations, key=reads_otherwise_today)}.values())


def _subsections(numbers: Iterator[str]) -> list[str]:
    return sorted({number.partition(".")[0] for number in numbers if number})


def name_of(one: identified.IdentifiedClause) -> str:
    """Return what a clause is called: its number, or its term in quotation marks."""
    return called(one.number, is_entry=one.is_entry)


def called(number: str, *, is_entry: bool) -> str:
    """Return a number, or a term in quotation marks."""
    return f"“{number}”" if is_entry else number


def how_quoted(one: identified.IdentifiedClause) -> str:
    """Return how a clause is quoted, to stand behind what it is called: ", without its number, in part".

    A full stop after the letter of a subrule is told: the rules seldom print one. Source: 502.9a of 2009-05-01, quoted
    as "502.9a." in a forum of that week; 102.2c of 2005-08-01 is one of eight that have it.
    """
    unnumbered = ", without its number" if not one.written and not one.is_entry else ""
    pointed = f", with a full stop after its letter (“{one.label}”)" if re.search(r"[^\W\d]\.$", one.label) else ""
    return f"{unnumbered}{pointed}{', in part' if one.is_part else ''}"


def days_text(days: Sequence[DaysInForce]) -> str:
    """Return days as a person reads them: ``2009-07-11 to 2013-07-12``, ``since 2009-07-11``."""
    return " and ".join(f"{one.first} to {one.last}" if one.last else f"since {one.first}" for one in days)


def _since(passage: identified.DatedPassage) -> str:
    """Return what became of a passage: "today they are in 723; four of them have been reworded since"."""
    clauses = _each_once(passage.quotations)
    if len(clauses) == 1:
        return fate(clauses[0])
    rules = [one for one in clauses if not one.is_entry]
    then, now = _subsections(one.number for one in rules), _subsections(one.today for one in rules)
    merged = sum(1 for one in clauses if one.merged_into)
    gone = sum(1 for one in clauses if one.gone) - merged
    otherwise = sum(1 for one in clauses if one.today and one.since)
    touched = sum(1 for one in clauses if _has_other_details(one))
    said = [f"today they are in {listed(now)}"] if now and now != then else []
    said += (
        [f"{numeral(otherwise)} of them {'has' if otherwise == 1 else 'have'} been reworded since"] if otherwise else []
    )
    said += [f"details of {numeral(touched)} of them changed since"] if touched else []
    was = "was" if merged == 1 else "were"
    said += [f"{numeral(merged)} of them {was} merged into another clause"] if merged else []
    said += [f"{numeral(gone)} of them {'is' if gone == 1 else 'are'} no longer in the rules"] if gone else []
    said += [] if otherwise or touched or gone or merged else ["none of it has been reworded since"]
    return "; ".join(said)


def fate(one: identified.IdentifiedClause) -> str:
    """Return what became of a clause: "reworded twice since, today 702.19b".

    It was gone *by* a release: releases between may not be known, and the clause may have ended in one of them.
    """
    if one.merged_into:
        return f"merged into {one.merged_into} by {one.gone}"
    if one.gone:
        return f"gone from the rules by {one.gone}"
    words = f"reworded {_TIMES.get(one.since, f'{one.since} times')} since" if one.since else "unchanged since"
    words = "only details changed since" if _has_other_details(one) else words
    return words if one.today == one.number else f"{words}, today {one.today}"


def _has_other_details(one: identified.IdentifiedClause) -> bool:
    """Whether a clause was not reworded, but reads otherwise: in a number that it cites, a misprint or an example.

    A rule that it refers to may have another number since, such as 733 for 732.
    """
    return bool(one.today and not one.since and not one.is_current)


def fate_of_words(one: identified.IdentifiedClause) -> str:
    """Return what became of a clause, and where only the rest of it was reworded, that what is quoted was not.

    Source: the first sentence of 702.19b, from 2013-07-13 on; others of it were reworded in 2020-04-17 and 2023-04-14.
    """
    is_still_said = one.since and one.is_current and _today(one) and not reads_otherwise_today(one)
    return f"{fate(one)}; what is quoted reads the same today" if is_still_said else fate(one)


def slip_text(slip: identified.Slip) -> str:
    """Return in what a quotation differs from the rules."""
    match slip.kind:
        case identified.SlipKind.LEFT_OUT:
            return f"leaves out “{squeeze(slip.official)}”"
        case identified.SlipKind.ADDED:
            return f"adds “{squeeze(slip.written)}”"
        case identified.SlipKind.NUMBER:
            return f"is numbered {slip.written}; the rules number it {slip.official}"
        case _:
            return f"“{squeeze(slip.written)}”, where the rules say “{squeeze(slip.official)}”"


def earlier_text(one: identified.IdentifiedClause, found: Identified) -> str:
    """Return where the words of a quotation without a number stood before, "" where nowhere or where one is there."""
    places = [f"{called(each.number, is_entry=each.is_entry)} {_stood(each, found)}" for each in one.before]
    return f"the same words stood in {listed(places)}" if places and not one.written else ""


def _stood(place: identified.EarlierPlace, found: Identified) -> str:
    return " and ".join(f"from {one.first} to {one.last}" for one in found.days(place.spans))


def hint_text(hint: identified.Hint, found: Identified) -> str:
    """Return in which outdated words of a clause a sentence is that does not quote it."""
    until = found.days(hint.spans)[-1].last
    name = called(hint.number, is_entry=hint.is_entry)
    return f"near {name}, no quotation; outdated by words: it says “{squeeze(hint.said)}”, which ended {until}"


def misprint_text(one: identified.Misprint) -> str:
    """Return what the rules themselves print wrong."""
    return f"the rules themselves print “{one.printed}”, corrected to “{one.mended}” by {one.mended_in}"


def stated_text(one: identified.IdentifiedClause, found: Identified) -> str:
    """Return how the date that the page prints for a quotation agrees with it, "" where it prints none."""
    if not one.stated:
        return ""
    if one.is_misdated:
        return f"the page dates it {one.stated}, when it read otherwise; it read so {days_text(found.days(one.spans))}"
    return f"the page dates it {one.stated}, when it read so"


def reads_otherwise(one: identified.IdentifiedClause, found: Identified) -> bool:
    """Whether the release checked against has the clause in other words, and no text at hand says in which."""
    day = found.as_of
    if day is None or found.has_texts or one.is_absent:
        return False
    return not any(span.covers(day) for span in one.spans)


def remarks(found: Identified) -> Iterator[tuple[Remark, identified.IdentifiedClause]]:
    """Yield what is to be mended, in the order of the text."""
    for one in found.quotations:
        if one.is_absent:
            yield Remark.ABSENT, one
        if (one.slips and not one.is_absent) or reads_otherwise(one, found):
            yield Remark.SLIP, one
        if one.is_misdated:
            yield Remark.MISDATED, one
        if is_outdated(one) and not found.as_of:
            yield Remark.OUTDATED, one


def slips_redline(one: identified.IdentifiedClause) -> tuple[Segment, ...]:
    """Return the rules' words with those of the page marked as inserted; nothing where they agree."""
    is_worded = one.official and any(slip.kind is not identified.SlipKind.NUMBER for slip in one.slips)
    return _redline(one.official, one.text) if is_worded else ()


def today_redline(one: identified.IdentifiedClause) -> tuple[Segment, ...]:
    """Return what became of the words quoted: those of then, marked up to those of today; nothing where none did."""
    said = _today(one)
    return _redline(one.official or one.text, said) if said and reads_otherwise_today(one) else ()


def _today(one: identified.IdentifiedClause) -> str:
    """Return what stands today where the words quoted stood, "" where nothing does or that is not known."""
    return (said_today(one) or "").rstrip(_MARKS_AT_END)


def _redline(old: str, new: str) -> tuple[Segment, ...]:
    if not {*old} & _CURLY or not {*new} & _CURLY:
        old, new = straight_quotes(old), straight_quotes(new)
    (line,) = compare_as_printed(squeeze(old), (), squeeze(new), ())
    return line.segments


class SpanRow(AnswerRow, frozen=True):
    """Releases, the first and the last."""

    first: Day
    last: Day


class DaysRow(AnswerRow, frozen=True):
    """DaysRow, the first and the last."""

    first: Day
    # Null where no later release is known.
    last: Day | None


class SlipRow(AnswerRow, frozen=True):
    """A difference from the official text."""

    # How it differs.
    kind: identified.SlipKind
    # What the page has.
    written: str
    # What the rules have.
    official: str
    # From 1.
    line: Line
    # From 1.
    column: Line


class MisprintRow(AnswerRow, frozen=True):
    """An error of the rules."""

    # What the rules print.
    printed: str
    # What their next wording prints.
    mended: str
    mended_in: Day


class EarlierPlaceRow(AnswerRow, frozen=True):
    """Where the same words stood before."""

    # The number, or the term, that they stood under.
    number: str
    # Whether that is a glossary entry.
    is_entry: bool
    # The releases in which they did.
    spans: tuple[SpanRow, ...] = field(name="releases")


class QuotedClauseRow(AnswerRow, frozen=True):
    """Words of a text that quote a clause or a glossary entry."""

    # The lineage of the clause or entry.
    id: str = field(name="lineage")
    # Whether it is a glossary entry.
    is_entry: bool
    # The number beside the quotation, or nothing.
    written: str
    # That number as it stands there, with the full stop that ends it, or nothing.
    label: str
    # Its number or term in the newest release of the passage.
    number: str
    # Its number or term in the newest release known, null where it is gone.
    today: str | None
    # The first known release without it, null where it is in force.
    gone: Day | None
    # The number, in that release, of the clause that it was merged into; null for any other end.
    merged_into: str | None
    # The words quoted.
    text: str
    # The same words as the rules print them, null where texts are not at hand.
    official: str | None
    # The whole clause in the newest release known.
    now: str | None
    # How often it was reworded after the passage's newest release.
    since: Count = field(name="reworded_since")
    # Whether the clause says more, null where that is not known.
    is_part: bool | None
    # Whether the release of as_of does not have it.
    is_absent: bool
    # The date that the page prints for it.
    stated: Day | None
    # Whether the rules of that date read otherwise.
    is_misdated: bool
    # The releases in which the clause read so, by its words alone.
    spans: tuple[SpanRow, ...] = field(name="releases")
    # The days on which these releases were in force.
    days: tuple[DaysRow, ...]
    # From 1.
    line: Line
    # From 1.
    last_line: Line
    # In the order of the text.
    slips: tuple[SlipRow, ...]
    # Errors of the rules that it quotes.
    misprints: tuple[MisprintRow, ...]
    # Under which other numbers the words stood before, the oldest first.
    before: tuple[EarlierPlaceRow, ...]


class QuotedPassage(AnswerRow, frozen=True):
    """Quotations of one release."""

    # The releases it can be of.
    spans: tuple[SpanRow, ...] = field(name="releases")
    # Those by its words alone.
    by_words: tuple[SpanRow, ...]
    # Those by its numbers alone; none where no number fits.
    by_numbers: tuple[SpanRow, ...]
    # The days on which these releases were in force.
    days: tuple[DaysRow, ...]
    # In the order of the text.
    clauses: tuple[QuotedClauseRow, ...]


class HintRow(AnswerRow, frozen=True):
    """A sentence that quotes nothing and has outdated words of a clause."""

    # The lineage of the clause or entry.
    id: str = field(name="lineage")
    # Whether it is a glossary entry.
    is_entry: bool
    # Its last number or term with these words.
    number: str
    # The words that no clause has today.
    said: str
    # The sentence of the rules that is near.
    official: str
    # The releases in which the clause had the words.
    spans: tuple[SpanRow, ...] = field(name="releases")
    # From 1.
    line: Line


class QuotingDocument(AnswerRow, frozen=True):
    """A document, and what it quotes."""

    # The document, as it was named.
    name: str
    # The answer in a sentence.
    verdict: str
    newest: Day
    # The release checked against.
    as_of: Day | None
    # Whether texts of the rules were at hand; else whole sentences without a slip were looked for.
    has_texts: bool
    # Words of the document.
    words: Count
    # Quotations of one release each.
    passages: tuple[QuotedPassage, ...]
    # What is outdated by its words and no quotation, where hints were asked for.
    hints: tuple[HintRow, ...]


class IdentifiedAnswer(Document, frozen=True, tag="crdiff.identified/1"):
    """What texts quote, as crdiff identify --format json writes it."""

    main = "documents.passages.clauses"
    # In the order of their names given.
    documents: tuple[QuotingDocument, ...]


def identified_answer(documents: Sequence[IdentifiedDocument]) -> IdentifiedAnswer:
    """Return what documents quote, each with its name."""
    return IdentifiedAnswer(tuple(_document(each.name, each.found) for each in documents))


def identified_to_json(found: Identified, name: str = "") -> bytes:
    """Return `found` by `Corpus.identify` as UTF-8 JSON, as ``identify`` does for a document called `name`."""
    return json_of(IdentifiedAnswer((_document(name, found),)))


def _document(name: str, found: Identified) -> QuotingDocument:
    passages = (_passage(each, found) for each in found.passages)
    return row_of(QuotingDocument, found, name=name, verdict=verdict(found), passages=passages)


def _passage(passage: identified.DatedPassage, found: Identified) -> QuotedPassage:
    clauses = (row_of(QuotedClauseRow, each, days=found.days(each.spans)) for each in passage.quotations)
    return row_of(QuotedPassage, passage, days=found.days(passage.spans), clauses=clauses)


# Unchanged words shown on each side of a difference, where the reader does not say how many.
_TEXT_CONTEXT = 12
_INDENT = " " * 6


def identified_text(documents: Sequence[IdentifiedDocument], style: Style = PLAIN) -> str:
    """Return for each document the verdict, then a line for each clause and each slip, with the redlines."""
    return "\n".join("\n".join(_lines(document, style)) + "\n" for document in documents)


def _lines(document: IdentifiedDocument, style: Style) -> Iterator[str]:
    yield f"{terminal.bold(shown_on_a_line(document.name), style.colour)}: {verdict(document.found)}"
    for passage in document.found.passages:
        yield ""
        yield _head(passage, document.found)
        for one in passage.quotations:
            yield from _text_clause(one, style, document.found)
    yield from (f"  line {hint.line}  {hint_text(hint, document.found)}" for hint in document.found.hints)


def _head(passage: identified.DatedPassage, found: Identified) -> str:
    every, by_words, by_numbers = (
        days_text(found.days(spans)) for spans in (passage.spans, passage.by_words, passage.by_numbers)
    )
    head = f"As in force {every}"
    if passage.by_numbers and passage.by_words != passage.spans:
        head += f" (by its words {by_words}, by its numbers {by_numbers})"
    return head


def _text_clause(one: identified.IdentifiedClause, style: Style, found: Identified) -> Iterator[str]:
    absent = "; not in the release asked about" if one.is_absent else ""
    yield f"  line {one.line}  {name_of(one)}{how_quoted(one)}: {fate_of_words(one)}{absent}"
    if reads_otherwise(one, found):
        yield "    reads otherwise in the release asked about"
    if earlier := earlier_text(one, found):
        yield f"    {earlier}"
    for slip in one.slips:
        yield f"    {slip.line}:{slip.column}: {slip_text(slip)}"
    yield from (f"    {misprint_text(misprint)}" for misprint in one.misprints)
    if stated := stated_text(one, found):
        yield f"    {stated}"
    yield from _marked("the rules, and the page:", slips_redline(one), style)
    yield from _marked("then, and today:", today_redline(one), style)


def _marked(head: str, redline: Sequence[Segment], style: Style) -> Iterator[str]:
    if redline:
        yield f"    {head}"
        context = _TEXT_CONTEXT if style.context is None else style.context
        lines = terminal.inline(excerpt(redline, context), style.width - len(_INDENT), style.colour)
        yield from (f"{_INDENT}{line}" for line in lines)


# Bytes kept free for the line that counts what did not fit.
_CLOSING_ROOM = 300
# Unchanged words shown on each side of a difference.
_MARKDOWN_CONTEXT = 12


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
    yield escaped(verdict(document.found))
    for passage in document.found.passages:
        yield f"### As in force {days_text(document.found.days(passage.spans))}"
        for one in passage.quotations:
            yield from _markdown_clause(one, document.found)
    for hint in document.found.hints:
        yield f"Line {hint.line}: {escaped(hint_text(hint, document.found))}"


def _markdown_clause(one: identified.IdentifiedClause, found: Identified) -> Iterator[str]:
    told = [slip_text(slip) for slip in one.slips] + [misprint_text(each) for each in one.misprints]
    told += [stated] if (stated := stated_text(one, found)) else []
    lines = [f"**{escaped(name_of(one))}**, line {one.line}{how_quoted(one)}: {fate_of_words(one)}"]
    yield "\n".join((*lines, *(f"- {escaped(each)}" for each in told)))
    for head, redline in (("The rules, and the page:", slips_redline(one)), ("Then, and today:", today_redline(one))):
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
    for remark, one in remarks(document.found):
        if remark is Remark.SLIP:
            for slip in one.slips:
                yield _result(remark, one, slip_text(slip), document.file, slip.line)
            if reads_otherwise(one, document.found):
                yield _result(remark, one, "reads otherwise in the release checked against", document.file, one.line)
            continue
        message = fate_of_words(one) if remark is Remark.OUTDATED else "is not in the release checked against"
        message = stated_text(one, document.found) if remark is Remark.MISDATED else message
        yield _result(remark, one, message, document.file, one.line)


def _result(remark: Remark, one: identified.IdentifiedClause, message: str, file: str, line: int) -> Result:
    rule, last, name = _RULES[remark], max(line, one.last_line), name_of(one)
    fingerprint = digest([rule.id, file, one.id, message])
    return Result(rule.id, rule.level, name, message, file, line, 0, last, 0, fingerprint)


class QuotationAnswer(Document, frozen=True, tag="crdiff.quotation/1"):
    """Whether a clause says what is quoted, as crdiff identify --number --format json writes it."""

    # The number or the term asked about, as the release has it.
    asked: str
    # What is quoted.
    text: str
    # The day asked about.
    day: Day
    # Whether the clause of that day says it.
    verdict: QuotationVerdict
    # The verdict in a sentence.
    message: str
    # Why the verdict is unknown; null for any other.
    reason: str | None
    # The release in force on that day; null where none is known.
    release: Day | None
    # The newest release known.
    newest: Day
    # Whether the answer stands on the newest release known: a later one may say otherwise by that day.
    is_open: bool
    # The lineage of the clause or entry that says it; null where none does.
    lineage: str | None
    # Whether that is a glossary entry.
    is_entry: bool
    # Its number or term in the release nearest to the day that has these words.
    number: str | None
    # Its whole text there; null where no text is held.
    official: str | None
    # The days on which it said so.
    days: tuple[DaysRow, ...]
    # In the order of the text.
    slips: tuple[SlipRow, ...]


@in_lines
def quotation_text(checked: CheckedQuotation) -> Iterator[str]:
    """Return the verdict, what it rests on, when the rules read so, and the slips."""
    yield f"{checked.verdict.replace('_', ' ')}: {verdict_text(checked)}"
    if checked.release:
        newest = ", the newest known" if checked.is_open else ""
        yield f"  by the release of {checked.release}{newest}"
    if checked.days:
        slips = ", but for the slips" if checked.slips else ""
        yield f"  {_name(checked)} reads so{slips}: in force {days_text(checked.days)}"
    yield from (f"  {slip.line}:{slip.column}: {slip_text(slip)}" for slip in checked.slips)
    if checked.official and checked.verdict is not QuotationVerdict.HOLDS:
        yield f"  {_name(checked)}: {squeeze(checked.official)}"


def verdict_text(checked: CheckedQuotation) -> str:
    """Return the verdict in a sentence."""
    slips = f", with {counted(len(checked.slips), 'slip')}" if checked.slips else ""
    match checked.verdict:
        case QuotationVerdict.HOLDS | QuotationVerdict.SLIP:
            return f"{_name(checked)} says this on {checked.day}{slips}."
        case QuotationVerdict.ELSEWHERE:
            return f"on {checked.day} {_name(checked)} says this{slips}, and not {checked.asked}."
        case QuotationVerdict.ANOTHER_TIME:
            return f"no clause says this on {checked.day}; {_name(checked)} does at another time{slips}."
        case QuotationVerdict.NEVER:
            return "no clause of the releases known ever said this."
        case QuotationVerdict.UNKNOWN:
            return f"{checked.reason}."


def _name(checked: CheckedQuotation) -> str:
    return called(checked.number, is_entry=checked.is_entry)


def quotation_answer(checked: CheckedQuotation) -> QuotationAnswer:
    """Return the same as an answer."""
    return row_of(QuotationAnswer, checked, message=verdict_text(checked))
