"""The one form of all answers: each says its day, its release, where knowledge ends, and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from msgspec import field
from msgspec.structs import replace

from crdiff.history.lineage import headline
from crdiff.reports.answer import AnswerRow, Day, Document, as_json

# Share of the room for rows that they take where not all of them fit; the rest is for the outline of the others.
_ROWS_SHARE = 0.75


class Told(AnswerRow, frozen=True):
    """A clause, a wording, a number, an event, a change or a citation; keys that do not apply are left out."""

    # Its number then, or its term; of a change the old and the new one; of a citation what is written.
    number: str = ""
    # Permanent id of the clause or entry, whatever its number.
    lineage: str = ""
    # Title of the clause; of other rows what they are.
    title: str = ""
    # What it says then, examples after it, or what is said of it; absent where the text is not held.
    text: str | None = None
    # First release of the time that the row is about: in which it reads so, has the number, or has the words.
    first: Day | None = field(default=None, name="from")
    # Last release of that time.
    last: Day | None = field(default=None, name="to")
    # What it is in the newest release known.
    today: str = ""
    # File and line, from 1.
    place: str = ""
    # Levels below what was asked for.
    depth: int = 0

    @property
    def outline(self) -> str:
        """The row in a few words; "" where it stands two levels below what was asked for, or more."""
        said = (self.place, self.number or self.first, self.title or headline(self.text or "", 6))
        return " ".join(str(each) for each in said if each) if self.depth <= 1 else ""


class DatedAnswer(Document, frozen=True, tag="crdiff.mcp/1"):
    """An answer of the server, with what it holds for."""

    # The day asked about; null where none was named.
    day: Day | None
    # The release in force on that day, by which it is answered; without a day the newest one known.
    release: Day
    # The newest release known: where knowledge ends.
    known_to: Day
    # Where knowledge ends, in words.
    note: str
    # What is not as the question has it, to be told wherever the answer is used.
    warnings: tuple[str, ...]
    # The answer in a sentence.
    said: str
    # On a quotation: holds, slip, elsewhere, another_time, never, or unknown.
    verdict: str = ""
    rows: tuple[Told, ...] = ()
    # What there was no room for, in outline; a higher limit shows it.
    left_out: tuple[str, ...] = ()


def fitted(answer: DatedAnswer, limit: int) -> DatedAnswer:
    """Return an answer in at most `limit` bytes of JSON: its last rows in outline, or the text of its first one cut."""
    if _size(answer) <= limit:
        return answer
    room = limit - _size(replace(answer, rows=(), left_out=("",)))
    rows = answer.rows[: _fitting(answer.rows, room * _ROWS_SHARE)] or (_shortened(answer.rows[0], room * _ROWS_SHARE),)
    others = answer.rows[len(rows) :]
    said = f"{len(others):,} of {len(answer.rows):,} rows are not shown"
    lines = [said, *filter(None, (row.outline for row in others))] if others else []
    return replace(answer, rows=rows, left_out=tuple(lines[: _fitting(lines, room - _size(rows))]))


def _size(value: object) -> int:
    return len(as_json(value))


def _fitting(values: Sequence[object], room: float) -> int:
    """Return how many of the first values there is room for."""
    return sum(size <= room for size in accumulate(_size(value) + 1 for value in values))


def _shortened(row: Told, room: float) -> Told:
    """Return a row that fits, its text cut: it says how much is missing."""
    text, cut = row.text or "", row
    kept = len(text)
    while kept > 0 and (size := _size(cut)) > room:
        kept = int(kept * room / size)
        cut = replace(row, text=f"{text[:kept]}… ({len(text) - kept:,} more characters)")
    return cut
