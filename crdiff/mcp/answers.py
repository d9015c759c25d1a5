"""The one form of all answers: each says its day, its release, where knowledge ends, and what was left out."""

from __future__ import annotations

from itertools import accumulate

from msgspec import field
from msgspec.structs import replace

from crdiff.history.lineage import headline
from crdiff.reports.answer import AnswerRow, Day, Document, as_json

# Share of an answer that the outline of what is left out may take.
_OUTLINE_SHARE = 0.5
# Bytes kept free for the words that say how much of a text is not shown.
_ROOM_LEFT = 100


class Told(AnswerRow, frozen=True):
    """A clause, a glossary entry, a wording, a change or a citation; keys that do not apply are left out."""

    # Its number then, or its term; of a change the old and the new one; of a citation what is written.
    number: str = ""
    # Permanent id of the clause or entry, whatever its number.
    lineage: str = ""
    title: str = ""
    # What it says then, or what is said of it; absent where the text is not held.
    text: str | None = None
    examples: tuple[str, ...] = ()
    # First release of the time in which it has this number.
    numbered_since: Day | None = None
    # First release of the time that the row is about: in which it reads so, has the number, or has the words.
    first: Day | None = field(default=None, name="from")
    # Last release of that time.
    last: Day | None = field(default=None, name="to")
    # What it is in the newest release known.
    today: str = ""
    # File and line, from 1.
    place: str = ""
    # What else is to be said of it: in what a quotation differs, how sure a finding is.
    remarks: tuple[str, ...] = ()
    # Levels below what was asked for.
    depth: int = 0

    @property
    def outline(self) -> str:
        """The row in a few words; "" where it stands two levels below what was asked for, or more."""
        said = (self.place, self.number or self.first, self.title or headline(self.text or "", 6))
        return " ".join(str(each) for each in said if each) if self.depth <= 1 else ""


class DatedAnswer(Document, frozen=True, tag="crdiff.mcp/1"):
    """An answer of the server, with what it holds for."""

    main = "rows"
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
    # Numbers and events of a clause, or releases with the number of their changes.
    facts: tuple[str, ...] = ()
    rows: tuple[Told, ...] = ()
    # What there was no room for, in outline; a higher limit shows it.
    left_out: tuple[str, ...] = ()


def fitted(answer: DatedAnswer, limit: int) -> DatedAnswer:
    """Return an answer in at most `limit` bytes of JSON: its last rows in outline, then its texts and lists cut."""
    cut, shown = answer, sum(size < limit for size in accumulate(map(_size, answer.rows)))
    while _size(cut) > limit and shown:
        cut, shown = _with_rows(answer, shown, limit), shown - 1
    while (excess := _size(cut) - limit) > 0:
        (row,) = cut.rows or (Told(),)
        size, name = max((_size(getattr(row, name)), name) for name in ("text", "examples", "remarks"))
        if size > excess + _ROOM_LEFT:
            cut = replace(cut, rows=(_shortened(row, name, excess + _ROOM_LEFT),))
        elif cut.left_out or cut.facts:
            cut = replace(cut, left_out=cut.left_out[: len(cut.left_out) // 2], facts=cut.facts[: len(cut.facts) // 2])
        else:
            cut = replace(cut, rows=(), said=cut.said[: limit // 2], warnings=(*cut.warnings[:2], "There was no room."))
            break
    return cut


def _size(value: object) -> int:
    return len(as_json(value))


def _with_rows(answer: DatedAnswer, shown: int, limit: int) -> DatedAnswer:
    """Return an answer with its first rows; the others are counted, and named as far as there is room."""
    lines, room = [f"{len(answer.rows) - shown:,} of {len(answer.rows):,} rows are not shown"], limit * _OUTLINE_SHARE
    for line in filter(None, (row.outline for row in answer.rows[shown:])):
        room -= _size(line) + 1
        lines += [line] if room > 0 else []
    return replace(answer, rows=answer.rows[:shown], left_out=tuple(lines))


def _shortened(row: Told, name: str, excess: int) -> Told:
    """Return a row whose text is about `excess` bytes shorter, or half of a list of it."""
    value = getattr(row, name)
    if isinstance(value, tuple):
        return replace(row, **{name: value[: len(value) // 2]})
    kept = value.encode()[: _size(value) - excess].decode(errors="ignore")
    return replace(row, text=f"{kept}… ({len(value) - len(kept):,} more characters)")
