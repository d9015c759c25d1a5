"""Two wordings of one clause from releases far apart, compared as they are printed.

The renumbering between such releases is unknown, so a reference that followed its clause shows as changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crdiff.changes.change import Segment
from crdiff.changes.description.redline import pieces, redline
from crdiff.changes.places.number_map import NumberMap
from crdiff.changes.text_pair import side_by_side
from crdiff.text.normalise import fold_typography

_UNKNOWN = NumberMap(frozenset(), {}, frozenset(), frozenset(), {}, frozenset())


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """The redline of a text or of one of its examples."""

    segments: tuple[Segment, ...]
    is_example: bool


def compare_as_printed(
    old: str, old_examples: Sequence[str], new: str, new_examples: Sequence[str]
) -> Iterator[ComparedLine]:
    """Yield the redline of the text, then one for each example of either side."""
    yield ComparedLine(_redline(old, new), is_example=False)
    for before, after in _paired(old_examples, new_examples):
        yield ComparedLine(_redline(before, after), is_example=True)


def _redline(old: str, new: str) -> tuple[Segment, ...]:
    passage = side_by_side(old, new, _UNKNOWN)
    return tuple(redline(pieces(passage, passage.edits)))


def _paired(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str]]:
    """Return the examples side by side: first those of the same text, then the rest in order."""
    shared = {fold_typography(each) for each in old} & {fold_typography(each) for each in new}
    left = [each for each in old if fold_typography(each) not in shared]
    pairs: list[tuple[str, str]] = []
    for each in new:
        if fold_typography(each) in shared:
            pairs.append((each, each))
        else:
            pairs.append((left.pop(0) if left else "", each))
    return [*pairs, *((each, "") for each in left)]
