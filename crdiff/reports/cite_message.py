"""What is said of a citation, in a sentence that says since when."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crdiff.cite.checking import CheckedNumber
from crdiff.cite.judging import Basis, Judgement, Verdict
from crdiff.cite.numbering import Numbering
from crdiff.reports.phrases import listed

_BECAUSE = {
    Basis.QUOTATION: ", by the words quoted beside it",
    Basis.WORDS: ", by the words beside it",
    Basis.BLAME: ", by the day on which its line was written",
    Basis.FILE: ", by the other citations of the file",
}
"""How it is known what a citation means, where that is neither written down nor the same for the whole tree."""


def message(checked: CheckedNumber, numbering: Numbering) -> str:
    """Return a sentence on a citation: "114.4 is 115.5 since 2018-04-27; 114.4 is another clause now"."""
    return _MESSAGES[checked.judgement.verdict](checked, numbering)


def _right(checked: CheckedNumber, _: Numbering) -> str:
    return f"{checked.number} is right"


def _moved(checked: CheckedNumber, numbering: Numbering) -> str:
    return f"{checked.number} is {_now(checked)}{_since(checked.judgement, numbering)}{_because(checked)}"


def _reused(checked: CheckedNumber, numbering: Numbering) -> str:
    since = _since(checked.judgement, numbering)
    return f"{checked.number} is {_now(checked)}{since}; {checked.number} is another clause now{_because(checked)}"


def _split(checked: CheckedNumber, numbering: Numbering) -> str:
    since = _since(checked.judgement, numbering)
    return f"what {checked.number} said is in {_now(checked)}{since}{_because(checked)}"


def _retired(checked: CheckedNumber, numbering: Numbering) -> str:
    heir = f"; see {_now(checked)}" if checked.judgement.numbers else ""
    since = _since(checked.judgement, numbering)
    return f"{checked.number} is no longer in the rules{since}{heir}{_because(checked)}"


def _reworded(checked: CheckedNumber, numbering: Numbering) -> str:
    return f"{checked.number} says something else{_since(checked.judgement, numbering)}{_because(checked)}"


def _quotation(checked: CheckedNumber, numbering: Numbering) -> str:
    return f"{checked.number} no longer says what is quoted beside it{_since(checked.judgement, numbering)}"


def _doubtful(checked: CheckedNumber, _: Numbering) -> str:
    return f"the words beside {checked.number} fit {_now(checked)} clearly better"


def _absent(checked: CheckedNumber, numbering: Numbering) -> str:
    judgement, number = checked.judgement, checked.number
    if judgement.until is None or judgement.written is None:
        return f"no clause has ever been numbered {number}"
    written = numbering.dates[judgement.written]
    now = f"; that clause is {judgement.numbers[0]} now" if judgement.numbers else ""
    when = "last" if judgement.until < judgement.written else "first later, and last"
    return f"no clause is {number} in {written}; one had that number {when} in {numbering.dates[judgement.until]}{now}"


_MESSAGES: Mapping[Verdict, Callable[[CheckedNumber, Numbering], str]] = {
    Verdict.RIGHT: _right,
    Verdict.ABSENT: _absent,
    Verdict.MOVED: _moved,
    Verdict.REUSED: _reused,
    Verdict.SPLIT: _split,
    Verdict.RETIRED: _retired,
    Verdict.REWORDED: _reworded,
    Verdict.QUOTATION: _quotation,
    Verdict.DOUBTFUL: _doubtful,
}


def _now(checked: CheckedNumber) -> str:
    return listed(list(map(str, checked.judgement.numbers)))


def _since(judgement: Judgement, numbering: Numbering) -> str:
    """Return since when the number no longer means what is cited."""
    after = None if judgement.until is None else judgement.until + 1
    return f" since {numbering.dates[after]}" if after is not None and after < len(numbering.dates) else ""


def _because(checked: CheckedNumber) -> str:
    return _BECAUSE.get(checked.basis, "")
