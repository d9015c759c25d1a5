"""What a text turned out to quote, with places in the source that it was read out of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from crdiff.model.release import DaysInForce, ReleaseSpan, days_in_force
from crdiff.text.source_text import SourceText, line_starts

# What the first example of a clause begins with, and the end of the line before.
EXAMPLES = "\nExample"


def without_examples(text: str) -> str:
    """Return the text of a clause up to its first example."""
    return text.partition(EXAMPLES)[0]


class SlipKind(StrEnum):
    """How a quotation differs from the wording that it quotes."""

    SPELLING = "spelling"
    """a word with other letters, no word of the rules"""
    WORDS = "words"
    """other words"""
    LEFT_OUT = "left-out"
    ADDED = "added"
    NUMBER = "number"
    """the number beside it, which the clause did not have in the releases that fit"""


class Slip(Struct, frozen=True):
    """A difference: what the text has, what the rules have, and where it stands in the text, counted from 1."""

    kind: SlipKind
    written: str
    official: str
    line: int
    column: int


class Misprint(Struct, frozen=True):
    """Words that the rules print, and those of the next known wording, of release `mended_in`, in their place."""

    printed: str
    mended: str
    mended_in: date


class EarlierPlace(Struct, frozen=True):
    """Where words stood before: a clause or an entry called `number`, in the releases of `spans`."""

    number: str
    is_entry: bool
    spans: tuple[ReleaseSpan[date], ...]


class IdentifiedClause(Struct, frozen=True):
    """Words of a text that quote a clause or a glossary entry.

    `id` is its lineage, `written` the number beside it or "", `label` that number as it stands there ("502.9a."),
    `number` its number in the newest release of its passage, `today` that in the newest release known, or, where it is
    gone, that of a clause which says the very same. Where there is none `today` is "", `gone` the first known release
    without it, and `merged_into` the number in that release of the clause that took it in, "" where none did.
    `text` are the words as they stand, from `line` to `last_line` of the text and from character `start` to
    `stop - 1` of what was read; `official` the same words as the rules print them, between the marks `opening` and
    `closing`; `now` the whole clause as it reads in the newest release known, which `is_current` says to have the words
    quoted as well as any. `since` counts how often it was reworded after the passage's newest release.
    `is_part` says that the clause says more, examples aside; it is None where the text of the clause is not at hand.
    `misprints` are the errors of the rules that it quotes. `is_absent` says that the release it was checked against
    does not have the clause. `stated` is the date that the page prints for it; where it `is_misdated`, the release in
    force on that day read otherwise. `before` says under which other numbers the words stood until the clause had them
    under this one, the oldest first; `was_whole` of a part that in some release of the passage the clause had no more
    words than these, examples aside.
    """

    id: str
    is_entry: bool
    written: str
    number: str
    today: str
    text: str
    official: str
    now: str
    since: int
    is_part: bool | None
    spans: tuple[ReleaseSpan[date], ...]
    slips: tuple[Slip, ...]
    line: int
    last_line: int
    start: int
    stop: int
    misprints: tuple[Misprint, ...] = ()
    gone: date | None = None
    merged_into: str = ""
    is_absent: bool = False
    stated: date | None = None
    is_misdated: bool = False
    label: str = ""
    is_current: bool = True
    opening: str = ""
    closing: str = ""
    before: tuple[EarlierPlace, ...] = ()
    was_whole: bool = False


class DatedPassage(Struct, frozen=True):
    """Quotations that are of one release: the `spans` it can be, by words and numbers, and by each alone.

    In those of `spans` each clause has the words under its number; in those `by_words` others may have them.
    `by_numbers` is empty where no quotation has a number beside it, or none that its clause ever had.
    """

    quotations: tuple[IdentifiedClause, ...]
    spans: tuple[ReleaseSpan[date], ...]
    by_words: tuple[ReleaseSpan[date], ...]
    by_numbers: tuple[ReleaseSpan[date], ...]

    @property
    def slips(self) -> tuple[Slip, ...]:
        """The slips of all its quotations."""
        return tuple(slip for one in self.quotations for slip in one.slips)


class Hint(Struct, frozen=True):
    """Words of a sentence that quotes nothing: `official`, a sentence near to it of clause `id`, had them in `spans`.

    `said` are the longest such words in a row that no clause has today, `number` the last number of the clause with
    them, and `line` counts from 1.
    """

    id: str
    is_entry: bool
    number: str
    said: str
    official: str
    spans: tuple[ReleaseSpan[date], ...]
    line: int


class Identified(Struct, frozen=True):
    """What a text quotes, in its order, judged by the releases up to `newest`; `words` are all that it has.

    Without `has_texts` only whole sentences without a slip were looked for. `as_of` is the release that slips and
    numbers were checked against, None where each passage was checked against those it can be of. `releases` are all
    known ones, oldest first. A text that is not `is_english` is in a language that no known rules are in. `hints` are
    given where somebody asks for them: what is outdated by its words and no quotation.
    """

    passages: tuple[DatedPassage, ...]
    newest: date
    words: int
    has_texts: bool
    as_of: date | None = None
    releases: tuple[date, ...] = ()
    is_english: bool = True
    hints: tuple[Hint, ...] = ()

    def days(self, spans: Iterable[ReleaseSpan[date]]) -> tuple[DaysInForce, ...]:
        """Return the days on which releases of `spans` were in force."""
        return days_in_force(spans, self.releases)

    @property
    def quotations(self) -> tuple[IdentifiedClause, ...]:
        """The quotations of all passages."""
        return tuple(one for passage in self.passages for one in passage.quotations)

    @property
    def slips(self) -> tuple[Slip, ...]:
        """The slips of all passages."""
        return tuple(slip for passage in self.passages for slip in passage.slips)


def located(found: Identified, source: SourceText) -> Identified:
    """Return what was found in the text of `source`, its lines, columns and characters being those of the source."""
    starts = line_starts(source.text)
    passages = (
        replace(passage, quotations=tuple(_clause(one, source, starts) for one in passage.quotations))
        for passage in found.passages
    )
    hints = (replace(one, line=source.line(source.place(starts[one.line - 1]))) for one in found.hints)
    return replace(found, passages=tuple(passages), hints=tuple(hints))


def _clause(one: IdentifiedClause, source: SourceText, starts: Sequence[int]) -> IdentifiedClause:
    start, stop = source.place(one.start), source.end(one.stop)
    slips = tuple(_slip(slip, source, starts) for slip in one.slips)
    last_line = source.line(max(start, stop - 1))
    return replace(one, start=start, stop=stop, slips=slips, line=source.line(start), last_line=last_line)


def _slip(slip: Slip, source: SourceText, starts: Sequence[int]) -> Slip:
    place = source.place(starts[slip.line - 1] + slip.column - 1)
    return replace(slip, line=source.line(place), column=source.column(place))
