"""What a change does, in words: which words became which, which sentence is new, what happened to its examples."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from crdiff.changes.change import Change, ExampleChange, Rewording, Structure
from crdiff.changes.reading import is_of_examples
from crdiff.pages.frame.english import counted, quoted, sentence
from crdiff.reports.phrases import listed
from crdiff.reports.word_edits import WordEdit, word_edits

_QUOTED_WORDS_MAX = 9
"""Words of a phrase that a reason quotes; more are read faster in the redline beneath.

Source: "instructs a player to add" in 106.4 of 2018-04-27 is quoted, its new sentence of 29 words is counted.
"""
_QUOTED_EDITS_MAX = 2
"""Places that a reason quotes one by one; of more it only says how many they are. Source: 103.4 of 2018-04-27 has 9."""
_LIST_REMARKS = ("added to the list", "removed from the list")
_AROUND = " \n\t.,;:"
"""What a quoted phrase does not begin or end with."""
_SENTENCE_ENDS = (".", ".)", ".”", '."', "!", "?")


def _is_short(edit: WordEdit) -> bool:
    """Whether both sides can be quoted."""
    return max(len(edit.old.split()), len(edit.new.split())) <= _QUOTED_WORDS_MAX


def _is_of_words(edit: WordEdit) -> bool:
    """Whether it is of more than marks and spaces."""
    return any(char.isalnum() for char in edit.old + edit.new)


def _is_sentence(edit: WordEdit) -> bool:
    """Whether it only adds, or only removes, a whole sentence or several."""
    said = edit.old.strip() or edit.new.strip()
    is_one_sided = not (edit.old.strip() and edit.new.strip())
    return is_one_sided and said.endswith(_SENTENCE_ENDS) and not said[:1].islower() and " " in said


def _said(edit: WordEdit) -> str:
    """Return the edit with its words quoted."""
    old, new = (text.strip(_AROUND) for text in edit)
    if old and new:
        return f"{quoted(old)} became {quoted(new)}"
    return f"{quoted(new)} is new" if new else f"{quoted(old)} was left out"


def reason(change: Change, rewordings: Mapping[str, Collection[Rewording]]) -> str:
    """Return what a change does, as one or more sentences; "" where its kind says it all.

    `rewordings` are those of the whole release by the clauses that keep their old words.
    """
    if change.structure is Structure.REVOKED:
        return "Its text is now a notice that the rule is gone."
    told = [*_place(change), *_kept(change, rewordings)]
    if change.old and change.new:
        if not is_of_examples(change):
            told += _lists(change) or _wording(word_edits(change.redline))
        told += _examples(change.examples)
    return " ".join(map(sentence, told))


def _place(change: Change) -> Iterator[str]:
    if change.structure is Structure.SPLIT:
        yield f"split into {listed([clause.number for clause in change.new])}"
    elif change.structure is Structure.MERGED:
        yield f"merged from {listed([clause.number for clause in change.old])}"


def _kept(change: Change, rewordings: Mapping[str, Collection[Rewording]]) -> Iterator[str]:
    """Yield which rewordings left a clause out that reads otherwise for another reason."""
    for rewording in rewordings.get(change.new[0].number, ()) if change.old and change.new else ():
        elsewhere = f"became {quoted(rewording.new)} elsewhere" if rewording.new else "was left out elsewhere"
        yield f"it keeps {quoted(rewording.old)}, which {elsewhere}"


def _lists(change: Change) -> list[str]:
    """Return the items added to a list and removed from it, where nothing else differs."""
    remarks = [remark for remark in change.remarks if remark.startswith(_LIST_REMARKS)]
    return remarks if len(word_edits(change.redline)) <= len(remarks) else []


def _wording(found: Sequence[WordEdit]) -> list[str]:
    """Return what happened to the words: quoted where they are few, else counted."""
    of_words = list(filter(_is_of_words, found))
    if not of_words:
        return []
    sentences = [edit for edit in of_words if _is_sentence(edit) and not _is_short(edit)]
    others = [edit for edit in of_words if edit not in sentences]
    told = list(_sentences(sentences))
    if others and len(others) <= _QUOTED_EDITS_MAX and all(map(_is_short, others)):
        told.append("; ".join(dict.fromkeys(map(_said, others))))
    elif others:
        told.append(f"words changed in {counted(len(others), 'place')}" if len(others) > 1 else _one_passage(others[0]))
    return told


def _one_passage(edit: WordEdit) -> str:
    if edit.old.strip() and edit.new.strip():
        return "one passage changed"
    return "a passage is new" if edit.new.strip() else "a passage was removed"


def _sentences(found: Sequence[WordEdit]) -> Iterator[str]:
    new = sum(bool(edit.new.strip()) for edit in found)
    gone = len(found) - new
    if new:
        yield "a sentence is new" if new == 1 else f"sentences are new in {counted(new, 'place')}"
    if gone:
        yield "a sentence was removed" if gone == 1 else f"sentences were removed in {counted(gone, 'place')}"


def _examples(examples: Sequence[ExampleChange]) -> list[str]:
    added = sum(example.old is None for example in examples)
    removed = sum(example.new is None for example in examples)
    both = [word_edits(example.redline) for example in examples if example.old and example.new]
    told = []
    if len(both) == 1 and len(examples) == 1:
        (said,) = [_wording(both[0])]
        told += [f"in the example, {said[0]}"] if len(said) == 1 else ["the example changed"]
    elif both:
        told.append(f"{counted(len(both), 'example')} changed")
    if added:
        told.append(f"{counted(added, 'example')} added")
    if removed:
        told.append(f"{counted(removed, 'example')} removed")
    return told
