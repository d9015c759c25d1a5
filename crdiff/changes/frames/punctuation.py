"""Marks of punctuation that may come, go or change without changing what a sentence says.

A mark is believed harmless by what is next to it, never because no word changed: brackets around a condition, a colon
after a cost, a semicolon between two parts of a sentence and a comma before "with" all decide what belongs together.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from crdiff.changes.description.references import is_citation
from crdiff.changes.keyed_text import KeyedText
from crdiff.changes.proof.steps import Means
from crdiff.changes.text_pair import SENTENCE_ENDS, Edit, TextPair
from crdiff.changes.words.meaning import is_grammar, weight

_ENDS = frozenset(",.;")
_AROUND_A_CITATION = frozenset(",.;()")
_PAUSES = SENTENCE_ENDS | {","}
"""Marks of which one stands before "see rule 502.3" on either side: "phases in see rule 502.3" has lost a bracket."""
_CONNECTING = frozenset(("then", "also", "however", "otherwise"))
"""Words that open a sentence with a comma after them or without one, besides adverbs in "-ly"."""


def punctuation(pair: TextPair) -> Iterator[Edit]:
    """Yield the marks that came, went or changed where that says nothing."""
    for edit in pair.edits:
        old, new = pair.keys_of(edit)
        if {*old, *new} <= _AROUND_A_CITATION and (_says_nothing(pair, edit) or _is_around_a_citation(pair, edit)):
            yield replace(edit, means=Means.PUNCTUATION)


def _says_nothing(pair: TextPair, edit: Edit) -> bool:
    old, new = pair.keys_of(edit)
    if len(old) + len(new) == 1:
        side, at = (pair.old, edit.old_start) if old else (pair.new, edit.new_start)
        return _is_closed(side, at) if side.keys[at] == "." else side.keys[at] == "," and _is_idle_comma(side, at)
    ends_both = edit.old_stop == len(pair.old.keys) and edit.new_stop == len(pair.new.keys)
    return {*old, *new} <= _ENDS and len(old) == len(new) == 1 and (ends_both or _begins_a_sentence(pair, edit))


def _is_closed(text: KeyedText, at: int) -> bool:
    """Whether the sentence that the full stop at `at` ends is closed without it: at the end, beside a closing mark.

    Source: 702.25m of 2018-06-08 (at the end); 401.3 of 2003-10-01, "(see rule 401.6.)" -> "(see rule 401.6).".
    """
    is_last = at + 1 == len(text.keys) or "\n" in text.gaps[at + 1]
    return is_last or _closes(text, at - 1) or _closes(text, at + 1)


def _closes(text: KeyedText, at: int) -> bool:
    return at >= 0 and (text.keys[at] == ")" or (text.keys[at] == '"' and text.words[at] != "“" and not text.gaps[at]))


def _is_idle_comma(text: KeyedText, at: int) -> bool:
    """Whether the comma at `at` repeats another one, borders a quotation, follows "Then", or closes a list of words.

    Source: 509.4c of 2009-09-04 (", ,"); 706.2 of 2019-06-14 ("that reads, “"); 309.1 of 2003-10-01 ("Then, any");
    201.2 of 2003-05-26 ("card, spell, or permanent").
    """
    before, after = ([*text.keys[max(at - 3, 0) : at]], text.keys[at + 1 : at + 3])
    if not before or not after or after[0] == "," or before[-1] == ",":
        return bool(before and after)
    if after[0] == '"':
        return before[-1].isalnum()
    if before[-1] in _CONNECTING or before[-1].endswith("ly"):
        return before[-2:-1] in ([], ["."])
    is_list = before[-2:-1] == [","] and after[0] in {"and", "or"}
    return is_list and all(word.isalpha() for word in (before[-3], before[-1], after[-1]))


def _begins_a_sentence(pair: TextPair, edit: Edit) -> bool:
    """Whether a full stop and a comma change places before a word that begins a sentence on both sides.

    Source: 722.3a of 2026-08-07, "a prepare spell, Additionally, a permanent" -> "a prepare spell. Additionally".
    """
    before, after = pair.old.words[edit.old_stop], pair.new.words[edit.new_stop]
    key = pair.new.keys[edit.new_stop]
    is_opener = key.isalpha() and (is_grammar(key) or key.endswith("ly") or bool(weight((key,))))
    return (
        before == after
        and before[0].isupper()
        and is_opener
        and "." in {*pair.keys_of(edit)[0], *pair.keys_of(edit)[1]}
    )


def _is_around_a_citation(pair: TextPair, edit: Edit) -> bool:
    """Whether the marks are before or after words that only cite a rule, or between its number and its title.

    Source: 207.2b of 2010-02-01, "; see rule 706.2." -> ". (See rule 706.2.)"; 502.26b of 2003-10-01, "(See rule
    418.5. “Interaction of Continuous Effects.”)".
    """
    sides = ((pair.old, edit.old_start, edit.old_stop), (pair.new, edit.new_start, edit.new_stop))
    return all(_cites_after(*side) for side in sides) or all(_cites_before(*side) for side in sides)


def _cites_after(text: KeyedText, start: int, stop: int) -> bool:
    if start - 1 in text.cited:
        return text.keys[stop : stop + 1] == ['"']
    if text.keys[stop : stop + 1] != ["see"] or _PAUSES.isdisjoint(text.keys[max(start - 1, 0) : stop]):
        return False
    ends = (at for at in range(stop, len(text.keys)) if text.keys[at] in SENTENCE_ENDS)
    return is_citation(text.printed(stop, next(ends, len(text.keys))))


def _cites_before(text: KeyedText, start: int, stop: int) -> bool:
    sees = (at for at in range(start - 1, -1, -1) if text.keys[at] == "see")
    is_end = stop == len(text.keys) or text.keys[stop] not in {"and", "or", '"'}
    return is_end and (at := next(sees, -1)) >= 0 and is_citation(text.printed(at, start))
