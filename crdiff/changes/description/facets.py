"""In which respects a text changed: facets of its edits, and references dropped, added or moved."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Facet, Means
from crdiff.changes.description.lists import is_recount, listed_items
from crdiff.changes.description.redline import RedlinePiece
from crdiff.changes.english import is_sign, is_slip
from crdiff.changes.keyed_text import references_in
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.text_pair import Edit, SentenceEdits, TextPair, sentences
from crdiff.model.number import DOTTED_LEVELS, NUMBERS, ClauseNumber, NumberGrammar

# Begins with a character and looks back from it: a search then skips any other at once, in a seventh of the time.
_PRINTED_NUMBER = re.compile(
    rf"[0-9IVXLC](?:(?<=\b[0-9])[0-9]{{2}}(?![0-9])(?:{NUMBERS.below})?|(?<=ection [0-9])\b"
    rf"|(?<=(?<![0-9.])[0-9IVXLC])(?:(?<=[0-9])[0-9]?|(?<=[IVXLC])[IVXLC]{{0,6}}){DOTTED_LEVELS}\b)"
)
_NUMBER = rf"[0-9]+(?:\.[0-9]+)*{NUMBERS.any_letters}"
# Each number can be taken in one way only: with several, "100.1100.1…" takes longer than anybody waits.
_CITATION = re.compile(
    rf"""[\s(,;.]*(?:see\s+|also\s+|and\s+|or\s+|in\s+)*
    (?:(?:rules?|sections?)\s+)?
    (?:(?:{_NUMBER}|[a-z])\b(?:\s?[-–—]+(?:\s?(?:{_NUMBER}|{NUMBERS.letters})\b)?+)*+(?:,?\s*["“][^"“”]*["”])?
       (?:[\s,]|and\b|or\b|rules?\b|sections?\b)*)+
    [\s).,;"”]*""",
    re.VERBOSE | re.IGNORECASE,
)


@cache
def _dotted(grammar: NumberGrammar) -> re.Pattern[str]:
    return re.compile(rf"(?<![\d.]){grammar.headed}{grammar.before}{grammar.rule}{grammar.any_letters}(?!\w)")


def is_citation(text: str) -> bool:
    """Whether `text` only cites: ``(See rule 408, "Timing of Spells and Abilities.")``, ``see rule 119.3``."""
    return bool(_PRINTED_NUMBER.search(text)) and bool(_CITATION.fullmatch(text))


def stale_numbers(text: str, numbers: NumberMap) -> list[ClauseNumber]:
    """Return the numbers in an unchanged text whose clauses moved or were removed."""
    if not numbers.stale or ("ule" not in text and "ection" not in text):
        return []
    if numbers.stale.isdisjoint(_PRINTED_NUMBER.findall(text)):
        return []
    cited = (
        number for found in cross_references(text, numbers.numbers) for number in (found.number, found.last) if number
    )
    return [number for number in dict.fromkeys(cited) if str(number) in numbers.stale]


def stale_remark(number: ClauseNumber, numbers: NumberMap) -> str:
    """Return the remark on a reference that stayed as it was: what its clause became."""
    return f"still cites {_named(number)}{_fate(number, numbers)}"


def reference_remarks(pair: TextPair, edits: Iterable[Edit], numbers: NumberMap) -> Iterator[str]:
    """Yield remarks on the numbers in unexplained edits: no longer cited, newly cited, or cited in place of another.

    A number that the other text cites anywhere else has only moved within the text.
    """
    old_at, new_at = sorted(pair.old.cited), sorted(pair.new.cited)
    places = [
        (_between(old_at, edit.old_start, edit.old_stop), _between(new_at, edit.new_start, edit.new_stop))
        for edit in edits
        if not edit.means
    ]
    if not any(olds or news for olds, news in places):
        return
    cited_before = {numbers.became(number) for number in _all_cited(pair.old.text, numbers.numbers)}
    cited_now = {*_all_cited(pair.new.text, numbers.numbers)}
    for olds, news in places:
        before = [pair.old.cited[at] for at in olds]
        after = [pair.new.cited[at] for at in news]
        kept = {*before} & {*after} if len(before) > 1 else ()
        yield from (
            stale_remark(number, numbers) for number in before if number in kept and str(number) in numbers.stale
        )
        gone = [number for number in before if number not in kept and numbers.became(number) not in cited_now]
        come = [number for number in after if number not in kept and number not in cited_before]
        if len(before) == len(after) == 1 and (before == after or (gone and come)):
            yield from _replaced(before[0], after[0], numbers)
            continue
        yield from (f"no longer cites {_named(number)}" for number in gone)
        yield from (f"now cites {_named(number)}" for number in come)


def _all_cited(text: str, numbers: type[ClauseNumber]) -> Iterator[ClauseNumber]:
    """Yield every number that a text cites, all those of a range, and what a misprint hides.

    Source: "See rule702.72" in the entry on Hideaway of 2009-07-11.
    """
    yield from (number for found in references_in(text, numbers) for number in found.numbers)
    yield from map(numbers.parse, _dotted(numbers.grammar).findall(text))


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


_BY_MEANS = {
    Means.TYPOGRAPHY: Facet.TYPOGRAPHIC,
    Means.PUNCTUATION: Facet.TYPOGRAPHIC,
    Means.REFERENCE: Facet.REFERENCE,
    Means.REWORDING: Facet.TERMINOLOGY,
}


class Surroundings(Struct, frozen=True):
    """Facts beyond a pair of texts that its facets depend on.

    `items`: how many clauses the old clause and the new one have under them. `is_known`: whether the new release
    uses a word anywhere.
    """

    numbers: NumberMap
    is_known: Callable[[str], bool]
    items: tuple[int, int] = (0, 0)


class FacetsFound(Struct, frozen=True):
    """The facets of a pair of texts, with remarks for a reader."""

    facets: frozenset[Facet]
    remarks: tuple[str, ...]


def facets_of(
    pair: TextPair, edits: Sequence[Edit], marked: Iterable[RedlinePiece], around: Surroundings
) -> FacetsFound:
    """Return the facets of a pair of texts from all its edits, explained or not, and its text laid out."""
    unexplained = [edit for edit in edits if not edit.means]
    facets = {_BY_MEANS[piece.means] for piece in marked if piece.means and _counts(piece, bool(unexplained))}
    remarks: list[str] = []
    if unexplained:
        for sentence in sentences(pair, edits):
            found, remark = _of_sentence(pair, sentence, around)
            facets |= found
            remarks.append(remark)
        if pair.old.cited or pair.new.cited:
            remarks += reference_remarks(pair, unexplained, around.numbers)
    return FacetsFound(frozenset(facets), tuple(filter(None, dict.fromkeys(remarks))))


def _counts(piece: RedlinePiece, is_reworded: bool) -> bool:
    """Whether a piece makes a facet. In a reworded text, capitals, spaces and stray marks follow the words."""
    if is_reworded and piece.means in {Means.TYPOGRAPHY, Means.PUNCTUATION}:
        old, new = piece.old.strip().lower(), piece.new.strip().lower()
        return bool(old and new) and old != new
    return not piece.is_kept


def _of_sentence(pair: TextPair, sentence: SentenceEdits, around: Surroundings) -> tuple[set[Facet], str]:
    """Return the facets of the unexplained edits of a sentence, and a remark on items added or removed."""
    facets: set[Facet] = set()
    known: list[Edit] = []
    is_open = False
    for edit in sentence.edits:
        facet = None if edit.means else _simple(pair, edit, around)
        if facet:
            facets.add(facet)
        is_open = is_open or not (edit.means or facet)
        known.append(replace(edit, means=Means.REFERENCE) if facet is Facet.REFERENCE else edit)
    if not is_open:
        return facets, ""
    items = listed_items(pair, replace(sentence, edits=tuple(known)))
    facets.discard(Facet.TYPOGRAPHIC)
    if items:
        facets.add(Facet.ENUMERATION)
    if not items or not items.is_plain:
        facets.add(Facet.WORDING)
    if any(_cites(pair, edit) for edit in sentence.edits if not edit.means):
        facets.add(Facet.REFERENCE)
    return facets, items.remark if items else ""


def _simple(pair: TextPair, edit: Edit, around: Surroundings) -> Facet | None:
    """Return the facet of an edit that the edit alone shows; None where its sentence decides."""
    old, new = pair.keys_of(edit)
    if not any(key[0].isalnum() or key[0] in "{§+" for key in (*old, *new)) and not _is_sign(pair, edit):
        return Facet.TYPOGRAPHIC
    texts = (pair.old.printed(edit.old_start, edit.old_stop), pair.new.printed(edit.new_start, edit.new_stop))
    if all(not text or is_citation(text) for text in texts):
        return Facet.REFERENCE
    if len(old) == len(new) == 1:
        if old == new or (is_slip(old[0], new[0]) and not around.is_known(old[0])):
            return Facet.TYPO
        if is_recount(old[0], new[0], around.items):
            return Facet.ENUMERATION
    is_doubled = len(old) == 1 and not new and edit.old_start and pair.old.keys[edit.old_start - 1] == old[0]
    return Facet.TYPO if is_doubled else None


def _is_sign(pair: TextPair, edit: Edit) -> bool:
    """Whether the edit adds or drops the minus sign of a number."""
    old = any(is_sign(pair.old, at) for at in range(edit.old_start, edit.old_stop))
    new = any(is_sign(pair.new, at) for at in range(edit.new_start, edit.new_stop))
    return old != new


def _cites(pair: TextPair, edit: Edit) -> bool:
    old, new = range(edit.old_start, edit.old_stop), range(edit.new_start, edit.new_stop)
    return any(at in pair.old.cited for at in old) or any(at in pair.new.cited for at in new)
