"""What a number meant and when, as text and as ``crdiff.number/1``."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field

from crdiff.history.lineage import Use
from crdiff.reports.answer import AnswerRow, Day, Document, json_of, row_of
from crdiff.reports.history_text import period


class UseRow(AnswerRow, frozen=True, kw_only=True):
    """What a number meant for a stretch of releases."""

    first: Day = field(name="from")
    last: Day = field(name="to")
    lineage: str
    """Id of a lineage: its first known place, such as 2003-10-01-507.3b."""
    title: str
    under: str = ""
    """Title of the heading above it then, where its own text is not held."""
    revoked: Day | None
    """Release in which the clause became a notice that its rule is gone; null where it was none yet."""
    unsure: bool = False
    """Only where it is true: not sure that its last release names this lineage, since no text of the release before is
    held."""


class NumberAnswer(Document, frozen=True, tag="crdiff.number/1"):
    """What a number meant, as crdiff number --format json writes it."""

    main = "uses"
    number: str
    """Of a clause, as printed, without a trailing full stop."""
    uses: tuple[UseRow, ...]
    """Oldest first."""


def number_text(number: str, uses: Sequence[Use]) -> str:
    """Return a line for each clause that had the number, oldest first."""
    if not uses:
        return f"No release held has a number {number}.\n"
    lines = [f"{period(use.first, use.last)}  {_called(use)}  ({use.lineage}){_end(use)}" for use in uses]
    return "\n".join([f"Number {number}", *(f"  {line}" for line in lines)]) + "\n"


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
