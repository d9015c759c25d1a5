"""Which edits known means explain: all of them where there is a proof, else as many as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from msgspec.structs import replace

from crdiff.changes.frames.frames import Frames, frames_of
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.proof.steps import Means
from crdiff.changes.text_pair import Edit, TextPair

_EDIT_WORDS_MAX = 12
"""Words of neighbouring edits on either side: more are no rewording, and to search them takes long."""
_TOGETHER_MAX = 3
"""Neighbouring edits that one search explains together: a rewording with a gap makes two, its verb a third."""
_QUOTES = frozenset('"?\ufffd')


def explain(pair: TextPair, rewriter: Rewriter) -> list[Edit]:
    """Return the edits of `pair` in order, explained ones with their means.

    Where known means turn the whole old text into the new one, these are the edits; else the fewest words that differ,
    of which single edits or a few neighbours may still be explained.
    """
    frames = frames_of(pair)
    proof = rewriter.rewrite(pair, frames)
    edits = list(_piecewise(pair, rewriter, frames)) if proof is None else proof
    return _with_articles(pair, _with_moved_quotes(pair, edits))


def _with_moved_quotes(pair: TextPair, edits: Sequence[Edit]) -> list[Edit]:
    """Return `edits`, quotation marks that moved past a word unexplained: they quote another thing now.

    A mark that moved past a full stop or a comma only follows another custom.
    """
    found = list(edits)
    loose = [at for at, edit in enumerate(found) if _is_quote(pair, edit)]
    for one, other in pairwise(loose):
        has_moved = (found[one].old_start < found[one].old_stop) is not (found[other].old_start < found[other].old_stop)
        between = pair.old.keys[found[one].old_stop : found[other].old_start]
        if has_moved and any(key[0].isalnum() for key in between):
            found[one], found[other] = replace(found[one], means=None), replace(found[other], means=None)
    return found


def _is_quote(pair: TextPair, edit: Edit) -> bool:
    """Whether an edit drops or puts a quotation mark, or what a carrier may have made of one."""
    old, new = pair.keys_of(edit)
    return edit.means is Means.TYPOGRAPHY and not (old and new) and {*old, *new} <= _QUOTES


def _piecewise(pair: TextPair, rewriter: Rewriter, frames: Frames) -> Iterator[Edit]:
    edits = pair.edits
    at = 0
    while at < len(edits):
        for together in range(min(_TOGETHER_MAX, len(edits) - at), 0, -1):
            explained = _explained(pair, rewriter, frames, at, at + together)
            if explained is not None:
                yield from explained
                at += together
                break
        else:
            yield edits[at]
            at += 1


def _explained(pair: TextPair, rewriter: Rewriter, frames: Frames, start: int, stop: int) -> list[Edit] | None:
    """Return what explains the edits from `start` to `stop - 1`, looked at with the kept words around them."""
    first, last = pair.edits[start], pair.edits[stop - 1]
    if last.old_stop - first.old_start > _EDIT_WORDS_MAX or last.new_stop - first.new_start > _EDIT_WORDS_MAX:
        return None
    if not rewriter.may_explain(pair, pair.edits[start:stop], frames):
        return None
    before = first.old_start - (pair.edits[start - 1].old_stop if start else 0)
    after = (pair.edits[stop].old_start if stop < len(pair.edits) else len(pair.old.keys)) - last.old_stop
    most_left, most_right = rewriter.company
    searches = [
        rewriter.search(pair, last.old_stop + right, last.new_stop + right, frames)
        for right in range(min(most_right, after) + 1)
    ]
    for left, search in product(range(min(most_left, before) + 1), searches):
        explained = search.run(first.old_start - left, first.new_start - left)
        if explained is not None:
            return explained
    return None


def _with_articles(pair: TextPair, edits: Sequence[Edit]) -> list[Edit]:
    """Return `edits` with "a" that became "an" among them: as part of the edit after it, or by itself."""
    found: list[Edit] = []
    old_at = new_at = 0
    end = Edit(len(pair.old.keys), len(pair.old.keys), len(pair.new.keys), len(pair.new.keys))
    for edit in (*edits, end):
        articles = [
            Edit(old_at + i, old_at + i + 1, new_at + i, new_at + i + 1)
            for i in range(edit.old_start - old_at)
            if pair.old.keys[old_at + i] == "a"
            and pair.old.words[old_at + i].lower() != pair.new.words[new_at + i].lower()
        ]
        if articles and articles[-1].old_stop == edit.old_start and edit is not end:
            found += (*articles[:-1], replace(edit, old_start=edit.old_start - 1, new_start=edit.new_start - 1))
        else:
            found += (*articles, edit)
        old_at, new_at = edit.old_stop, edit.new_stop
    return found[:-1]
