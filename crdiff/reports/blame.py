"""Which release brought each sentence of a clause or a glossary entry, as text and as ``crdiff.blame/1``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from textwrap import wrap

from crdiff.history.blame import Blame, Sentence
from crdiff.history.endings import EndedSentence
from crdiff.history.lineage import Term
from crdiff.model.number import ClauseNumber
from crdiff.reports.indented import Json, indented
from crdiff.reports.style import PLAIN, Style

_Number = ClauseNumber | Term
SCHEMA = "crdiff.blame/1"
_COLUMNS = "introduced   reads so    "
_NUMBER_MIN = 8
"""Characters (count) of the column of numbers, or of terms where none is longer."""
_OPEN = "?"
"""Marks a release that is the last one possible, because texts before it are missing."""


def blame_text(blame: Blame[_Number], style: Style = PLAIN) -> str:
    """Return a block for each sentence: the release of its first form, that of its present one, where it stood then."""
    return "".join(f"{line}\n" for line in _lines(blame, style))


def _lines(blame: Blame[_Number], style: Style) -> Iterator[str]:
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
        yield from wrap(ended_here(ended), style.width, break_long_words=False, break_on_hyphens=False)
    left_open = dict.fromkeys(_left_open(blame))
    if left_open:
        yield ""
    for release, earliest in left_open:
        yield f"{_OPEN} {release}, or a release before it, from {earliest} on: their texts are not held"


def ended_here(ended: EndedSentence[_Number]) -> str:
    """Return that a sentence ended inside a clause, in a line of prose."""
    return f"A sentence ended here: “{ended.text}” ({ended.number}, last in {ended.last}, gone in {ended.release})"


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
    head = f"{introduced:11}  {'' if since == introduced else since:11} {sentence.number!s:{column}}"
    paragraphs = sentence.text.split("\n")
    width = max(style.width - len(head), 30)
    lines = [line for one in paragraphs for line in wrap(one, width, break_long_words=False, break_on_hyphens=False)]
    for place, line in enumerate(lines):
        yield f"{head if place == 0 else ' ' * len(head)}{line}"


def blame_json(blame: Blame[_Number]) -> bytes:
    """Return the sentences as JSON."""
    answer = {
        **({"part": "glossary"} if isinstance(blame.number, Term) else {}),
        "lineage": blame.lineage,
        "release": blame.release,
        "number": str(blame.number),
        "revoked": blame.revoked,
        "ended": [_ended(one) for one in blame.ended],
        "sentences": [_object(sentence) for sentence in blame.sentences],
    }
    return indented(SCHEMA, answer)


def _ended(ended: EndedSentence[_Number]) -> Json:
    return {"text": ended.text, "number": str(ended.number), "last": ended.last, "release": ended.release}


def _object(sentence: Sentence[_Number]) -> Json:
    return {
        "text": sentence.text,
        "is_example": sentence.is_example,
        "introduced": sentence.introduced,
        "introduced_earliest": sentence.introduced_earliest,
        "since": sentence.since,
        "since_earliest": sentence.since_earliest,
        "number": str(sentence.number),
        "lineage": sentence.lineage,
    }
