"""What a clause says, what a number meant and where words stand, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Literal, NamedTuple

from msgspec import field

from crdiff.history.lineage import Use
from crdiff.history.news import Entry, Hit, Passage, Shown
from crdiff.reports import terminal
from crdiff.reports.answer import AnswerRow, Count, Day, Document, json_of, row_of
from crdiff.reports.phrases import counted, in_lines, period
from crdiff.reports.terminal import PLAIN, Style


class ShownClause(AnswerRow, frozen=True):
    """A clause as a release has it."""

    # Of a clause, as printed, without a trailing full stop.
    number: str
    title: str
    # Null where the text is not held.
    text: str | None
    examples: tuple[str, ...]
    # Levels below what was asked for.
    depth: Count
    # Id of a lineage: its first known place, such as 2003-10-01-507.3b.
    lineage: str
    # Release in which it became a notice that its rule is gone; null where it is none.
    revoked: Day | None


class PassageAnswer(Document, frozen=True, tag="crdiff.show/1"):
    """A part of a release, as crdiff show --format json writes it."""

    main = "clauses"
    release: Day
    # The numbers, places, titles or terms asked for, null for the whole release.
    asked: str | None
    # The number it has in the release; null for the whole release, a range, several, and a glossary entry alone.
    number: str | None
    # In document order.
    clauses: tuple[ShownClause, ...]
    # The glossary entry of the name asked for, null where there is none.
    entry: Entry | None
    # How many clauses are not among them; only where a limit or an outline was asked for.
    left_out: Count = 0


@in_lines
def passage_text(passage: Passage, style: Style = PLAIN) -> Iterator[str]:
    """Return the clauses as the rules print them, wrapped, then the glossary entry."""
    for place, clause in enumerate(passage.clauses):
        if place:
            yield ""
        yield from _clause(clause, style)
    if passage.left_out:
        yield from ("", f"({counted(passage.left_out, 'clause')} left out)")
    if passage.entry:
        if passage.clauses:
            yield ""
        yield terminal.bold(passage.entry.term, style.colour)
        yield from _wrapped(passage.entry.text, style, 0)


def _clause(clause: Shown, style: Style) -> Iterator[str]:
    paragraphs = [paragraph for paragraph in (clause.title, *clause.text.split("\n")) if paragraph]
    said = paragraphs if clause.is_held else ["(the text is not held)"]
    label = clause.number.label
    lines = [line for paragraph in said for line in _wrapped(paragraph, style, len(label) + 1)]
    yield f"{terminal.bold(label, style.colour)} {lines[0] if lines else ''}".rstrip()
    yield from lines[1:]
    for example in clause.examples:
        yield from _wrapped(example, style, 0)


def _wrapped(text: str, style: Style, first: int) -> Iterator[str]:
    """Yield `text` in lines, room for `first` columns left before the first one."""
    for paragraph in text.split("\n"):
        lines = wrap(paragraph, style.width, initial_indent=" " * first, break_long_words=False, break_on_hyphens=False)
        yield from (line.lstrip() for line in lines)


def passage_answer(passage: Passage) -> PassageAnswer:
    """Return the clauses in document order, each with its depth below what was asked for."""
    clauses = tuple(row_of(ShownClause, each, text=each.text if each.is_held else None) for each in passage.clauses)
    return row_of(PassageAnswer, passage, clauses=clauses)


class UseRow(AnswerRow, frozen=True, kw_only=True):
    """What a number meant for a stretch of releases."""

    first: Day = field(name="from")
    last: Day = field(name="to")
    # Id of a lineage: its first known place, such as 2003-10-01-507.3b.
    lineage: str
    title: str
    # Title of the heading above it then, where its own text is not held.
    under: str = ""
    # Release in which the clause became a notice that its rule is gone; null where it was none yet.
    revoked: Day | None
    # Only where it is true: not sure that its last release names this lineage, since no text of the release before is
    # held.
    unsure: bool = False


class NumberAnswer(Document, frozen=True, tag="crdiff.number/1"):
    """What a number meant, as crdiff number --format json writes it."""

    main = "uses"
    # Of a clause, as printed, without a trailing full stop.
    number: str
    # Oldest first.
    uses: tuple[UseRow, ...]


@in_lines
def number_text(number: str, uses: Sequence[Use]) -> Iterator[str]:
    """Return a line for each clause that had the number, oldest first."""
    yield f"Number {number}" if uses else f"No release held has a number {number}."
    for use in uses:
        yield f"  {period(use.first, use.last)}  {_called(use)}  ({use.lineage}){_end(use)}"


def _called(use: Use) -> str:
    if use.title:
        return use.title
    return f"under “{use.under}”; the text is not held" if use.under else "the text is not held"


def number_answer(number: str, uses: Sequence[Use]) -> NumberAnswer:
    """Return what `Corpus.number` answered: the `number` asked for and its `uses`."""
    return row_of(NumberAnswer, number=number, uses=uses)


def uses_to_json(number: str, uses: Sequence[Use]) -> bytes:
    """Return the `uses` of a `number` as UTF-8 JSON, as ``number`` does."""
    return json_of(number_answer(number, uses))


def _end(use: Use) -> str:
    revoked = f"; revoked in {use.revoked}" if use.revoked else ""
    return f"{revoked}; not sure in {use.last}" if use.unsure else revoked


_INDENT = "    "


class SearchHit(AnswerRow, frozen=True):
    """A wording that holds the words searched for."""

    part: Literal["rules", "glossary"]
    # Of the clause at the end of the stretch, or the term.
    number: str
    # Id of the lineage, such as 2003-10-01-507.3b; of an entry 1999-04-23-ability.
    lineage: str
    first: Day = field(name="from")
    last: Day = field(name="to")
    title: str
    # The words found stand between [ and ].
    excerpt: str


class FoundInBook(AnswerRow, frozen=True):
    """What another book of the corpus has of the words."""

    # The name of the rule book.
    book: str
    # Best first.
    hits: tuple[SearchHit, ...]


class SearchAnswer(Document, frozen=True, tag="crdiff.search/1"):
    """Clauses that hold some words, as crdiff search --format json writes them."""

    main = "hits"
    words: str
    # Best first.
    hits: tuple[SearchHit, ...]
    # What the other books of the corpus have.
    books: tuple[FoundInBook, ...] = ()


class BookHits(NamedTuple):
    """What another book of a corpus has of the words searched for; `where` says which of its clauses were searched."""

    book: str
    title: str
    hits: tuple[Hit, ...]
    where: str


@in_lines
def search_text(
    words: str, hits: Sequence[Hit], style: Style = PLAIN, *, where: str = "looked at", others: Sequence[BookHits] = ()
) -> Iterator[str]:
    """Return a block for each hit: its number, when it held the words, the passage; `where` was searched.

    The hits in `others` stand below, each group under the name of its book.
    """
    yield from _found(words, hits, style, where)
    for each in others:
        yield from ("", terminal.bold(f"{each.title} ({each.book})", style.colour))
        yield from _found(words, each.hits, style, each.where)


def _found(words: str, hits: Sequence[Hit], style: Style, where: str) -> Iterator[str]:
    if not hits:
        yield f"No clause {where} contains {words}."
    for hit in hits:
        title = hit.title if hit.part == "rules" else "(glossary)"
        head = f"{terminal.bold(str(hit.number), style.colour)} {title}".rstrip()
        yield f"{head}  {period(hit.first, hit.last).rstrip()}"
        yield from (f"{_INDENT}{line}" for line in wrap(hit.excerpt, style.width - len(_INDENT)))


def search_answer(words: str, hits: Sequence[Hit], others: Sequence[BookHits] = ()) -> SearchAnswer:
    """Return what `Corpus.search` found: the `words` asked for, the `hits`, and those in other books of the corpus."""
    return row_of(SearchAnswer, words=words, hits=hits, books=others)


def hits_to_json(words: str, hits: Sequence[Hit]) -> bytes:
    """Return the `hits` for `words` as UTF-8 JSON, as ``search`` does."""
    return json_of(search_answer(words, hits))
