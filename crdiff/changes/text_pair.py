"""An old and a new text side by side: which words pair, and the edits between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from crdiff.changes.change import Means
from crdiff.changes.keyed_text import KeyedText, key_new, key_old
from crdiff.changes.places.number_map import NumberMap
from crdiff.text.inline import Difference, differences

SENTENCE_ENDS = frozenset((".", ":", ";"))


class Edit(Difference, frozen=True):
    """A difference between the words of an old and a new wording.

    `means` is None where nothing explains the edit; `rewording` is the index of the rewording that does, -1 for another
    means. Between edits the words pair one by one and count as the same.
    """

    means: Means | None = None
    rewording: int = -1


class SentenceEdits(Struct, frozen=True):
    """The edits of one sentence, with the words, half-open, that the sentence has on both sides."""

    old: tuple[int, int]
    new: tuple[int, int]
    edits: tuple[Edit, ...]


class TextPair(Struct, frozen=True):
    """Two texts compared: of a clause, or of one of its examples; `edits` in order, none of them explained yet."""

    old: KeyedText
    new: KeyedText
    edits: Sequence[Edit]

    def keys_of(self, edit: Edit) -> tuple[Sequence[str], Sequence[str]]:
        """Return the keys of the old and of the new words of an edit."""
        return self.old.keys[edit.old_start : edit.old_stop], self.new.keys[edit.new_start : edit.new_stop]

    def kept(self) -> list[tuple[int, int]]:
        """Return the runs of old words, half-open, that no edit touches."""
        starts = [0, *(edit.old_stop for edit in self.edits)]
        stops = [*(edit.old_start for edit in self.edits), len(self.old.keys)]
        return [(start, stop) for start, stop in zip(starts, stops, strict=True) if start < stop]


def side_by_side(old: str, new: str, numbers: NumberMap) -> TextPair:
    """Return `old` and `new` compared word by word, typography and renumbering set aside."""
    before, after = key_old(old, numbers), key_new(new, numbers)
    return TextPair(before, after, _compounds_joined(before, differences(before.keys, after.keys)))


def _compounds_joined(old: KeyedText, runs: Sequence[Difference]) -> list[Edit]:
    """Return `runs` as edits, those joined that only a kept hyphen divides: "comes-into-play" is one edit."""
    edits: list[Edit] = []
    for run in runs:
        if edits and run.old_start == edits[-1].old_stop + 1 and old.keys[edits[-1].old_stop] == "-":
            last = edits.pop()
            edits.append(Edit(last.old_start, run.old_stop, last.new_start, run.new_stop))
        else:
            edits.append(Edit(run.old_start, run.old_stop, run.new_start, run.new_stop))
    return edits


def sentences(pair: TextPair, edits: Sequence[Edit]) -> Iterator[SentenceEdits]:
    """Yield the sentences that `edits` are in, cut where a full stop, a colon or a semicolon was kept."""
    open_edits: list[Edit] = []
    old_from = new_from = old_at = new_at = 0
    for edit in edits:
        is_cut = not SENTENCE_ENDS.isdisjoint(pair.old.keys[old_at : edit.old_start])
        for old_index in range(old_at, edit.old_start) if is_cut else ():
            if pair.old.keys[old_index] in SENTENCE_ENDS:
                new_index = new_at + old_index - old_at
                if open_edits:
                    yield SentenceEdits((old_from, old_index), (new_from, new_index), tuple(open_edits))
                    open_edits = []
                old_from, new_from = old_index + 1, new_index + 1
        open_edits.append(edit)
        old_at, new_at = edit.old_stop, edit.new_stop
    if open_edits:
        ends = (i for i in range(old_at, len(pair.old.keys)) if pair.old.keys[i] in SENTENCE_ENDS)
        old_stop = next(ends, len(pair.old.keys))
        yield SentenceEdits((old_from, old_stop), (new_from, new_at + old_stop - old_at), tuple(open_edits))
