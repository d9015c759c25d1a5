"""A change in about five words: '“excess” for “remaining”', 'two sentences added', 'one clause merged in'.

Made from the redline and the structure alone, so that it says nothing that the change does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crdiff.changes.change import Change, ExampleChange, Op, Segment, Structure
from crdiff.model.number import NUMBERS
from crdiff.reports.phrases import numeral, quoted
from crdiff.reports.word_edits import WordEdit, word_edits
from crdiff.text.normalise import squeeze
from crdiff.text.words import sentences

_QUOTED_MAX = 32
"""Characters of a passage that is quoted whole: five words, about. Longer ones are cut.

Source: 702.19b of 2023-04-14 has ", planeswalker, or battle" in place of " or planeswalker".
"""
_KEPT_MIN = 0.4
"""Share of the characters of the longer text that stay the same, below which a text counts as rewritten.

Source: 702.19b of 2009-07-11 keeps 0.5 of its old text, with two clauses merged in; 702.11e of 2017-09-29 keeps 0.2.
"""
_MARKS = ',;:. ()"“”'
"""What is not quoted at the edges of a passage."""
_REFERENCE = re.compile(rf"[\W_]*(?:(?:rules?|sections?)\s+)?{NUMBERS.subsection}(?:{NUMBERS.below})?[\W_]*")


def gist(change: Change) -> str:
    """Return what a change of a clause that was there before and goes on did, in about five words."""
    place = _structure(change)
    words = _wording(change.redline)
    if words == _UNSAID:
        words = _examples(change.examples) or ("" if place else words)
    return "; ".join(filter(None, (place, words)))


_UNSAID = "only typography or references"


def _structure(change: Change) -> str:
    count = max(len(change.old), len(change.new)) - 1
    match change.structure:
        case Structure.MERGED:
            return f"{_clauses(count)} merged in"
        case Structure.SPLIT:
            return f"{_clauses(count)} split off"
        case Structure.ADDED:
            return "new"
        case Structure.REVOKED:
            return "now a notice that the rule is gone"
        case _:
            return ""


def _clauses(count: int) -> str:
    return f"{numeral(count)} clause{'s' * (count > 1)}"


def _wording(redline: Sequence[Segment]) -> str:
    squeezed = (WordEdit(squeeze(edit.old), squeeze(edit.new)) for edit in word_edits(redline))
    edits = tuple(dict.fromkeys(filter(_has_words, squeezed)))
    if not edits or _is_one_sided(redline):
        return "" if edits else _UNSAID
    if _kept(redline) < _KEPT_MIN:
        return "rewritten"
    whole = [edit for edit in edits if _is_sentence(edit)]
    said, count = (_whole_sentences(whole), len(whole)) if whole else (_named(max(edits, key=_size)), 1)
    return said if count == len(edits) else f"{said}, and more"


def _has_words(edit: WordEdit) -> bool:
    """Whether an edit changes more than marks, typography and references."""
    old, new = ("".join(filter(str.isalnum, text)) for text in edit)
    return old != new and not all(_REFERENCE.fullmatch(text) for text in edit if text)


def _is_one_sided(redline: Sequence[Segment]) -> bool:
    return len({segment.op for segment in redline}) == 1


def _kept(redline: Sequence[Segment]) -> float:
    kept, old, new = (sum(len(each.text) for each in redline if each.op is op) for op in Op)
    return kept / (kept + max(old, new))


def _is_sentence(edit: WordEdit) -> bool:
    """Whether an edit is whole sentences that came, or that went."""
    text = edit.old or edit.new
    is_whole = text.lstrip("\"“'(")[:1].isupper() and text.rstrip("\"”')")[-1:] in {".", "!", "?"}
    return is_whole and not (edit.old and edit.new)


def _whole_sentences(edits: Sequence[WordEdit]) -> str:
    counts = {
        "added": sum(len(sentences(edit.new)) for edit in edits),
        "removed": sum(len(sentences(edit.old)) for edit in edits),
    }
    said = (f"{numeral(count)} sentence{'s' * (count > 1)} {verb}" for verb, count in counts.items() if count)
    return ", ".join(said)


def _size(edit: WordEdit) -> int:
    return len(edit.old) + len(edit.new)


def _named(edit: WordEdit) -> str:
    """Return an edit with its words quoted."""
    old, new = (_cut(text.strip(_MARKS) or text) for text in edit)
    if old and new:
        return f"{quoted(new)} for {quoted(old)}"
    return f"{quoted(new)} added" if new else f"{quoted(old)} removed"


def _cut(text: str) -> str:
    if len(text) <= _QUOTED_MAX:
        return text
    return f"{text[:_QUOTED_MAX].rpartition(' ')[0] or text[:_QUOTED_MAX]}…"


def _examples(examples: Sequence[ExampleChange]) -> str:
    counts = {
        "added": sum(each.old is None for each in examples),
        "removed": sum(each.new is None for each in examples),
        "changed": sum(
            each.old is not None and each.new is not None and any(one.op is not Op.KEPT for one in each.redline)
            for each in examples
        ),
    }
    said = (f"{numeral(count)} example{'s' * (count > 1)} {verb}" for verb, count in counts.items() if count)
    return ", ".join(said)
