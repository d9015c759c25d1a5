"""Which release brought each sentence of a clause or a glossary entry, as text and as ``crdiff.blame/1``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from textwrap import wrap
from typing import Literal

from crdiff.history.blame import Blame, Sentence
from crdiff.history.lineage import Term
from crdiff.model.number import ClauseNumber
from crdiff.reports.answer import AnswerRow, Day, Document, row_of
from crdiff.reports.phrases import in_lines
from crdiff.reports.terminal import PLAIN, Style

_Number = ClauseNumber | Term
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
