"""Full stops beside a mark that ends the sentence anyway."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from crdiff.changes.keyed_text import KeyedText
from crdiff.changes.proof.steps import Means
from crdiff.changes.text_pair import Edit, TextPair


def sentence_ends(pair: TextPair) -> Iterator[Edit]:
    """Yield the full stops that came or went beside a closing mark, at the end, or before "(See rule …)".

    Source: 702.25m of 2018-06-08 (at the end); 401.3 of 2003-10-01, "(see rule 401.6.)" -> "(see rule 401.6).".
    """
    for edit in pair.edits:
        sizes = edit.old_stop - edit.old_start, edit.new_stop - edit.new_start
        if sum(sizes) == 1:
            side, at = (pair.old, edit.old_start) if sizes[0] else (pair.new, edit.new_start)
            if side.keys[at] == "." and _is_closed(side, at):
                yield replace(edit, means=Means.TYPOGRAPHY)


def _is_closed(text: KeyedText, at: int) -> bool:
    """Whether the sentence that the full stop at `at` ends is closed without it."""
    is_last = at + 1 == len(text.keys) or "\n" in text.gaps[at + 1]
    return is_last or _closes(text, at - 1) or _closes(text, at + 1) or text.keys[at + 1 : at + 3] == ["(", "see"]


def _closes(text: KeyedText, at: int) -> bool:
    return at >= 0 and (text.keys[at] == ")" or (text.keys[at] == '"' and text.words[at] != "“" and not text.gaps[at]))
