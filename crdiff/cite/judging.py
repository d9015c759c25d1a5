"""Whether a citation is right at a release: what its number meant when it was written, and what became of that."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from crdiff.cite.numbering import Numbering
from crdiff.model.number import ClauseNumber


class Verdict(StrEnum):
    """What is said of a citation."""

    # its number names at the release asked about what it named when it was written
    RIGHT = "right"
    # no clause had its number in the release that it was written for
    ABSENT = "absent"
    # its clause has another number
    MOVED = "moved"
    # its clause has another number, and its number names another clause
    REUSED = "reused"
    # its clause was divided
    SPLIT = "split"
    # no clause has its number in the newest release known, and one of a later release may
    NEWER = "newer"
    # it would be one of these, but its line says itself that it is wrong
    MENTIONED = "mentioned"
    # its clause is gone
    RETIRED = "retired"
    # its clause says something else
    REWORDED = "reworded"
    # its clause says no longer what is quoted
    QUOTATION = "quotation"
    # it exists, but the words beside it fit another clause clearly better
    DOUBTFUL = "doubtful"


class Certainty(StrEnum):
    """How certain a verdict is."""

    # it is acted upon
    SURE = "sure"
    # it is worth a look
    LIKELY = "likely"
    # nothing says of which release the citation is: it is read by the release asked about
    OPEN = "open"


class Basis(StrEnum):
    """How it is known of which release a citation is."""

    PIN = "pin"
    FROM = "from"
    QUOTATION = "quotation"
    WORDS = "words"
    BLAME = "blame"
    FILE = "file"
    TREE = "tree"


class Judgement(Struct, frozen=True, array_like=True):
    """A verdict on one number: `numbers` are where what it meant is read at the release asked about.

    `written` is the position of the release that it was judged as written for, `until` that of the last one in which
    the number named what is meant; None where neither is known.
    """

    verdict: Verdict
    numbers: tuple[ClauseNumber, ...] = ()
    written: int | None = None
    until: int | None = None
    clause: int | None = None

    @property
    def needs_nothing(self) -> bool:
        """Whether the number may stay: it names what is meant, or a reader has to say what is."""
        return self.verdict in _STAYING


_STAYING = frozenset(Verdict) - {Verdict.ABSENT, Verdict.MOVED, Verdict.REUSED, Verdict.SPLIT, Verdict.RETIRED}


def judge(numbering: Numbering, number: ClauseNumber, written: int, at: int) -> Judgement:
    """Return what is to say at the release `at` of `number`, cited as of the release `written`."""
    clause = numbering.clause(number, written)
    if clause is None:
        return absent(numbering, number, at, written)
    return followed(numbering, number, clause, written, at)


def followed(numbering: Numbering, number: ClauseNumber, clause: int, written: int, at: int) -> Judgement:
    """Return what is to say at `at` of `number` where it means `clause` as of `written`."""
    until = max((use.last for use in numbering.uses(number) if use.clause == clause), default=written)
    if at < written:
        earlier = numbering.number(clause, at)
        verdict = Verdict.RIGHT if earlier == number else Verdict.MOVED if earlier else Verdict.ABSENT
        return Judgement(verdict, (earlier,) if earlier else (), written, until, clause)
    became = numbering.became(clause, written, at)
    if became.number is None and became.heirs == (number,):
        return Judgement(Verdict.RIGHT, became.heirs, written, until, clause)
    if became.number is None:
        verdict = Verdict.SPLIT if len(became.heirs) > 1 else Verdict.RETIRED
        return Judgement(verdict, became.heirs, written, until, clause)
    if became.parts:
        return Judgement(Verdict.SPLIT, (became.number, *became.parts), written, until, clause)
    if became.number == number:
        return Judgement(Verdict.RIGHT, (number,), written, until, clause)
    verdict = Verdict.MOVED if numbering.clause(number, at) is None else Verdict.REUSED
    return Judgement(verdict, (became.number,), written, until, clause)


def absent(numbering: Numbering, number: ClauseNumber, at: int, written: int) -> Judgement:
    """Return where the clause went that had `number` last before `written`, or has it first afterwards."""
    uses = numbering.uses(number)
    before = [use for use in uses if use.last < written]
    use = before[-1] if before else next(iter(uses), None)
    if use is None:
        return Judgement(Verdict.ABSENT, (), written)
    gone = numbering.became(use.clause, use.last, at)
    found = (gone.number,) if gone.number else gone.heirs
    return Judgement(Verdict.ABSENT, found, written, use.last, use.clause)


def reworded(numbering: Numbering, judgement: Judgement, at: int) -> Judgement:
    """Return a right judgement as one of a clause that says something else at `at` than when it was written."""
    clause, written = judgement.clause, judgement.written
    if judgement.verdict is not Verdict.RIGHT or clause is None or written is None or written >= at:
        return judgement
    before = numbering.wordings(clause, written, written)
    if not before or before == numbering.wordings(clause, at, at):
        return judgement
    return replace(judgement, verdict=Verdict.REWORDED, until=numbering.last_said(clause, before[-1], at))
