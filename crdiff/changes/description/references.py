"""Changes to the references of a text: which were dropped or added, and which no longer cite the same clause."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.keyed_text import references_in
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.text_pair import Edit, TextPair
from crdiff.model.number import NUMBERS, ClauseNumber

_PRINTED_NUMBER = re.compile(rf"[0-9](?:(?<=\b[0-9])[0-9]{{2}}(?![0-9])(?:{NUMBERS.below})?|(?<=ection [0-9])\b)")
"""Begins with the digit and looks back from it: a search then skips whatever is no digit at once."""
_NUMBER = rf"[0-9]+(?:\.[0-9]+)*{NUMBERS.any_letters}"
_CITATION = re.compile(
    rf"""[\s(,;.]*(?:see\s+|also\s+|and\s+|or\s+|in\s+)*
    (?:(?:rules?|sections?)\s+)?
    (?:(?:{_NUMBER}|[a-z])\b(?:\s?[-–—]+(?:\s?(?:{_NUMBER}|{NUMBERS.letters})\b)?+)*+(?:,?\s*["“][^"“”]*["”])?
       (?:[\s,]|and\b|or\b|rules?\b|sections?\b)*)+
    [\s).,;"”]*""",
    re.VERBOSE | re.IGNORECASE,
)
"""Each number can be taken in one way only: with several, "100.1100.1…" takes longer than anybody waits."""


_DOTTED = re.compile(rf"(?<![\d.]){NUMBERS.subsection}\.{NUMBERS.rule}{NUMBERS.any_letters}(?!\w)")


def is_citation(text: str) -> bool:
    """Whether `text` only cites: ``(See rule 408, "Timing of Spells and Abilities.")``, ``see rule 119.3``."""
    return bool(_PRINTED_NUMBER.search(text)) and bool(_CITATION.fullmatch(text))


def stale_numbers(text: str, numbers: NumberMap) -> list[ClauseNumber]:
    """Return the numbers in an unchanged text whose clauses moved or were removed."""
    if not numbers.stale or ("ule" not in text and "ection" not in text):
        return []
    if numbers.stale.isdisjoint(_PRINTED_NUMBER.findall(text)):
        return []
    cited = (number for found in cross_references(text) for number in (found.number, found.last) if number)
    return [number for number in dict.fromkeys(cited) if str(number) in numbers.stale]


def stale_remark(number: ClauseNumber, numbers: NumberMap) -> str:
    """Return the remark on a reference that stayed as it was: what its clause became."""
    return f"still cites {_named(number)}{_fate(number, numbers)}"


def reference_remarks(pair: TextPair, edits: Iterable[Edit], numbers: NumberMap) -> Iterator[str]:
    """Yield remarks on the numbers in unexplained edits: no longer cited, newly cited, or cited in place of another.

    A number that the other text cites anywhere else has only moved within the text.
    """
    old_at, new_at = sorted(pair.old.cited), sorted(pair.new.cited)
    cited_before = {numbers.became(number) for number in _all_cited(pair.old.text)}
    cited_now = {*_all_cited(pair.new.text)}
    for edit in edits:
        if edit.means:
            continue
        before = [pair.old.cited[at] for at in _between(old_at, edit.old_start, edit.old_stop)]
        after = [pair.new.cited[at] for at in _between(new_at, edit.new_start, edit.new_stop)]
        gone = [number for number in before if numbers.became(number) not in cited_now]
        come = [number for number in after if number not in cited_before]
        if len(before) == len(after) == 1 and (before == after or (gone and come)):
            yield from _replaced(before[0], after[0], numbers)
            continue
        yield from (f"no longer cites {_named(number)}" for number in gone)
        yield from (f"now cites {_named(number)}" for number in come)


def _all_cited(text: str) -> Iterator[ClauseNumber]:
    """Yield every number that a text cites, all those of a range, and what a misprint hides.

    Source: "See rule702.72" in the entry on Hideaway of 2009-07-11.
    """
    yield from (number for found in references_in(text) for number in found.numbers)
    yield from map(ClauseNumber.parse, _DOTTED.findall(text))


def _between(places: Sequence[int], start: int, stop: int) -> Sequence[int]:
    """Return those of the sorted `places` that are from `start` to `stop - 1`."""
    return places[bisect_left(places, start) : bisect_left(places, stop)]


def _replaced(before: ClauseNumber, after: ClauseNumber, numbers: NumberMap) -> Iterator[str]:
    if before == after:
        yield from (stale_remark(number, numbers) for number in (before,) if str(number) in numbers.stale)
    elif numbers.allows(before, after):
        yield f"cites {_named(after)}, which was {_named(before)}"
    else:
        yield f"cites {_named(after)} instead of {_named(before)}{_fate(before, numbers)}"


def _fate(number: ClauseNumber, numbers: NumberMap) -> str:
    if number in numbers.gone:
        return ", which was removed"
    if number in numbers.staying:
        return ", which did not move"
    became = numbers.became(number)
    return f", which became {_named(became)}" if became and became != number else ""


def _named(number: ClauseNumber) -> str:
    return f"section {number}" if number.is_section else str(number)
