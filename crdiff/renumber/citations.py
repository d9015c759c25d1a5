"""The citations of a draft with their new numbers: single ones, lists, ranges, and those that cite an open label.

A number means the clause that had it in the release before; a new clause is cited by its open label. A subrule in the
introduction goes with its rule: "subrule 704.5k is followed by 704.5m, then 704.5n" (2026-08-07) says how letters
follow each other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct

from crdiff.annotate.cross_references import CrossReference, cross_references, print_range
from crdiff.errors import UnknownNumber
from crdiff.model.number import ClauseNumber
from crdiff.renumber.labels import DraftLabel, LabelPlace, labels_of
from crdiff.renumber.numbers import moved_with_its_parent
from crdiff.text.edit import TextEdit

# The path of what stands in for an open label, so that a list with one is read as a list: no release has a rule 999.9.
_STAND_IN = (9, 99, 9)
_OPEN = re.compile(r"[^+]*\+|[0-9IVXLC]+\.?(?:xx|yy|zz)")


class GoneCitation(Struct, frozen=True):
    """A citation left as it is, for its clause is gone: the line it stands on, from 1, and the number as printed."""

    line: int
    printed: str


class _Block(Struct, frozen=True):
    """A paragraph without its label: the line it begins on and its offset in the text, both from 0."""

    line: int
    at: int
    text: str

    def line_of(self, at: int) -> int:
        """Return the line, from 1, of the character at an offset in the block."""
        return self.line + 1 + self.text.count("\n", 0, at)


class DraftCitations(Struct, frozen=True):
    """Cites what a draft in such `numbers` says: `found` has that of each of its labels, `removed` what it took out."""

    found: Mapping[DraftLabel, ClauseNumber]
    removed: frozenset[ClauseNumber]
    numbers: type[ClauseNumber] = ClauseNumber

    def edits(
        self, lines: Sequence[str], places: Mapping[int, LabelPlace], introduction: Collection[int]
    ) -> Iterator[TextEdit[str] | GoneCitation]:
        """Yield an edit for every citation whose number changes, and the citations of what is gone.

        `places` are the labels at the head of their lines, `introduction` its lines. Raises `UnknownNumber` for an open
        label that no clause has.
        """
        rules = {label: new for label, new in self.found.items() if not label.letter}
        by_rule = DraftCitations(rules, frozenset(), self.numbers)
        for block in _blocks(lines, places):
            if block.text:
                yield from (by_rule if block.line in introduction else self).of_block(block)

    def of_block(self, block: _Block) -> Iterator[TextEdit[str] | GoneCitation]:
        """Yield what becomes of the citations of one paragraph."""
        opened = [mention for mention in labels_of(self.numbers).mention.finditer(block.text) if _is_open(mention)]
        stand_in = str(self.numbers(_STAND_IN))
        shifts = [0, *accumulate(len(mention[0]) - len(stand_in) for mention in opened)]
        pieces, at, stand_ins = [], 0, []
        for mention, shift in zip(opened, shifts, strict=False):
            pieces += [block.text[at : mention.start()], stand_in]
            at = mention.end()
            stand_ins.append(mention.start() - shift)
            yield TextEdit(block.at + mention.start(), block.at + mention.end(), self._opened(mention, block))
        masked = "".join((*pieces, block.text[at:]))
        for reference in cross_references(masked, self.numbers):
            if reference.number_at in stand_ins:
                continue
            shift = shifts[sum(place < reference.number_at for place in stand_ins)]
            printed = masked[reference.number_at : reference.stop]
            start = reference.number_at + shift
            new = self._closed(reference, printed)
            if new is None:
                yield GoneCitation(block.line_of(start), printed)
            elif new != printed:
                yield TextEdit(block.at + start, block.at + start + len(printed), new)

    def _opened(self, mention: re.Match[str], block: _Block) -> str:
        """Return a mention of an open label, or of a range with one, in numbers."""
        first = DraftLabel.parse(mention["first"], self.numbers)
        tail = mention["tail"] or mention["whole"]
        new = [self._number(first, mention, block)]
        if not tail:
            return str(new[0])
        new.append(self._number(first.tail(tail), mention, block))
        joint = mention["joint"] or mention["apart"]
        return _range(new[0], new[1], f"{first}{joint}{tail.replace('+', '')}")

    def _number(self, label: DraftLabel, mention: re.Match[str], block: _Block) -> ClauseNumber:
        """Return the number of a label in a mention of an open one."""
        number = self.found.get(label)
        if number is None:
            line = block.line_of(mention.start())
            raise UnknownNumber(f"cites {label}, but no clause has this label", "a label of the draft", line=line)
        return number

    def _closed(self, reference: CrossReference, printed: str) -> str | None:
        """Return a citation of numbers of the release before with their new ones; None where all of them are gone."""
        stay = [number for number in reference.numbers if number not in self.removed]
        if not stay:
            return None
        first, last = self._moved(stay[0]), self._moved(stay[-1])
        if reference.last is None or (first, last) == (reference.number, reference.last):
            return str(first) if first != reference.number else printed
        return _range(first, last, printed) if first != last else str(first)

    def _moved(self, number: ClauseNumber) -> ClauseNumber:
        return self.found.get(DraftLabel.of(number)) or moved_with_its_parent(number, self.found)


def _is_open(mention: re.Match[str]) -> bool:
    return any(map(_OPEN.match, (mention["first"], mention["tail"] or mention["whole"] or "")))


def _range(first: ClauseNumber, last: ClauseNumber, like: str) -> str:
    """Return a range in the notation of `like`, its end in full where the two are not siblings."""
    if first.parent == last.parent:
        return print_range(first, last, like)
    return print_range(first, last.subsection, like).removesuffix(str(last.subsection)) + str(last)


def _blocks(lines: Sequence[str], places: Mapping[int, LabelPlace]) -> Iterator[_Block]:
    """Yield the paragraphs: what stands between blank lines, each label beginning one."""
    block = _Block(0, 0, "")
    at = 0
    for line, text in enumerate(lines):
        place = places.get(line)
        if place or not text.strip() or not block.text:
            yield block
            start = place.stop if place else 0
            block = _Block(line, at + start, text[start:])
        else:
            block = _Block(block.line, block.at, f"{block.text}\n{text}")
        at += len(text) + 1
    yield block
