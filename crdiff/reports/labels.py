"""A change in a few words: its numbers, its kinds, its examples, its doubts; and its gist in about five words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from crdiff.changes.change import Bond, Change, ExampleChange, Facet, Op, Part, Quoted, Rewording, Segment, Structure
from crdiff.model.number import DOTTED, NUMBERS
from crdiff.reports.phrases import counted, cut_short, listed, numeral, quoted
from crdiff.reports.terminal import WordEdit, word_edits
from crdiff.text.normalise import squeeze
from crdiff.text.words import sentences, tokens

ARROW = "→"
# What the parts of a text are called in headings; clauses of the rules have their own.
PART_TITLES = {
    Part.GLOSSARY: "Glossary",
    Part.FRONT: "Introduction",
    Part.CREDITS: "Credits",
    Part.APPENDIX: "Appendix",
}


def label(change: Change) -> str:
    """Return the numbers of a change: "507.3b → 710.5", "711.1c + 711.2 → 711.3", "720.2", "507.4"."""
    return became(*(" + ".join(dict.fromkeys(clause.number for clause in side)) for side in (change.old, change.new)))


def label_with_part(change: Change) -> str:
    """Return the label with its part in words: "720.2", "glossary: Room", "introduction, paragraph 2"."""
    return f"{change.part}: {label(change)}" if change.part is Part.GLOSSARY else in_words(label(change))


def in_words(number: str) -> str:
    """Return what a clause or a paragraph is called: "720.2" for itself, "introduction, paragraph 4" for "front:4"."""
    part, colon, at = number.partition(":")
    if not (colon and at[:1].isdigit() and part in _PARAGRAPHS):
        return number
    return f"{_PARAGRAPHS[part]}, paragraph {at.replace(f'{part}:', '')}"


_PARAGRAPHS: dict[str, str] = {Part.FRONT: "introduction", Part.CREDITS: "credits", Part.APPENDIX: "appendix"}


def anchor(change: Change) -> str:
    """Return the id of a change in the document: ``to-720.1``, or ``from-507.4`` where the clause is gone."""
    where, clause = ("to", change.new[0]) if change.new else ("from", change.old[0])
    place = "" if change.part is Part.RULES else f"{change.part}-"
    printed = "".join(char if char.isalnum() or char in ".-" else "-" for char in clause.number)
    return f"{where}-{place}{printed}-{clause.line}"


def has_redline(change: Change) -> bool:
    """Whether there is a wording to show: that of a clause which says something else, came or went.

    Items that came into a list or left it are named in one line; the list around them may be very long.
    """
    return (bool(change.facets) and not is_of_items(change)) or not (change.old and change.new)


def is_of_items(change: Change) -> bool:
    """Whether its remarks name all that was put into lists and taken out of them, and nothing else changed."""
    if change.facets != (Facet.ENUMERATION,) or not all(each.startswith(_OF_ITEMS) for each in change.remarks):
        return False
    named_items = Counter(words_only(" ".join(change.remarks)))
    edited = Counter(word for op, text in change.redline if op is not Op.KEPT for word in words_only(text))
    return bool(edited) and edited - named_items <= _JOINTS


def words_only(text: str) -> list[str]:
    """Return the words of a text in small letters, without its marks."""
    return [word for word in tokens(text.lower()) if word[0].isalnum() or word[0] == "{"]


_OF_ITEMS = ("added to the list", "removed from the list")
# Words that follow the number of items of a list, however often.
_JOINTS = Counter(dict.fromkeys(("and", "or", "nor", "either", "neither", "both"), 99))


def heading(change: Change) -> str:
    """Return the title of a change's first clause, "" where it has none or is named by it (glossary entries)."""
    clause: Quoted = (change.new or change.old)[0]
    return "" if clause.title == clause.number else clause.title


def kinds(change: Change) -> str:
    """Return structure and facets in words: "moved; reference, wording"; "unchanged" where there are none."""
    facets = ", ".join(change.facets)
    if change.structure is Structure.SAME:
        return facets or "unchanged"
    return f"{change.structure}; {facets}" if facets else str(change.structure)


def example_label(example: ExampleChange) -> str:
    """Return which example this is and what became of it: "example 2 of 507.3b → example 1 of 710.5"."""
    old, new = (f"example {side[1] + 1} of {side[0]}" if side else "" for side in (example.old, example.new))
    if not new:
        return f"{old}, removed"
    if not old:
        return f"{new}, added"
    return new if old == new else f"{old} {ARROW} {new}"


def telling_examples(change: Change) -> tuple[ExampleChange, ...]:
    """Return the examples there is something to say of: those that differ, came, went, or stood elsewhere before."""
    own = {clause.number for clause in change.old}
    return tuple(
        example
        for example in change.examples
        if not (example.old and example.new)
        or example.old.clause not in own
        or any(segment.op is not Op.KEPT for segment in example.redline)
    )


def put(rewording: Rewording) -> str:
    """Return what a rewording puts in the place of the old words: the new ones in quotes, or "nothing"."""
    return f"'{rewording.new}'" if rewording.new else "nothing"


def doubt(change: Change) -> str:
    """Return what to say of a change that could not be decided: confidence and next best partner; "" if it could."""
    if not change.undetermined:
        return ""
    other = change.runner_up
    rival = f"; next best: {other.new or other.old} ({other.score:.2f})" if other else ""
    return f"undetermined, confidence {change.confidence:.2f}{rival}"


def prose(change: Change) -> tuple[str, ...]:
    """Return the lines before the redline: what happened (said by the kind of a whole clause), doubts, remarks."""
    summary = change.summary if change.old and change.new and not is_of_items(change) else ""
    return tuple(filter(None, (summary, doubt(change), row_of(change), *change.remarks)))


def read_with(change: Change) -> tuple[str, ...]:
    """Return the labels of the other changes that are read in the row of a change."""
    company = change.company
    return (*company.labels[: company.at], *company.labels[company.at + 1 :]) if company else ()


def row_of(change: Change) -> str:
    """Return what a change is read with: "the same edit in 3 places: 702.2e, 702.15c and 702.80b"; "" where nothing."""
    company = change.company
    if company is None:
        return ""
    if company.bond is Bond.NEW_RULE:
        return f"belongs to {company.labels[0]}" if company.at else f"with {listed(read_with(change), most=8)}"
    if company.at:
        return f"the same edit as in {company.labels[0]}"
    return f"the same edit in {len(company.labels)} places: {listed(company.labels)}"


def became(old: str, new: str) -> str:
    """Return "507 → 710", or the one there is where one is missing or both are equal."""
    return f" {ARROW} ".join(dict.fromkeys(filter(None, (old, new))))


def exceptions(numbers: tuple[str, ...]) -> str:
    """Return where a rewording left the old words: "3 left unchanged (100.1, 100.2 and 1 more)"."""
    return f"{counted(len(numbers), 'clause')} left unchanged ({listed(numbers, most=8)})" if numbers else ""


# Characters of a passage that is quoted whole: five words, about. Longer ones are cut.
#
# Source: 702.19b of 2023-04-14 has ", planeswalker, or battle" in place of " or planeswalker".
_QUOTED_MAX = 32
# Share of the characters of the longer text that stay the same, below which a text counts as rewritten.
#
# Source: 702.19b of 2009-07-11 keeps 0.5 of its old text, with two clauses merged in; 702.11e of 2017-09-29 keeps 0.2.
_KEPT_MIN = 0.4
# What is not quoted at the edges of a passage.
_MARKS = ',;:. ()"“”'
_REFERENCE = re.compile(
    rf"[\W_]*(?:(?:rules?|sections?)\s+)?(?:{NUMBERS.subsection}(?:{NUMBERS.below})?|{DOTTED})[\W_]*"
)


def gist(change: Change) -> str:
    """Return what a change of a clause that was there before and goes on did, in about five words."""
    place = _structure(change)
    words = gist_of_words(change.redline) or gist_of_examples(change.examples)
    return "; ".join(filter(None, (place, words))) or "only typography or references"


def _structure(change: Change) -> str:
    count = max(len(change.old), len(change.new)) - 1
    match change.structure:
        case Structure.MERGED:
            return f"{_some(count, 'clause')} merged in"
        case Structure.SPLIT:
            return f"{_some(count, 'clause')} split off"
        case Structure.ADDED:
            return "new"
        case Structure.REVOKED:
            return "now a notice that the rule is gone"
        case _:
            return ""


def _some(count: int, noun: str) -> str:
    return f"{numeral(count)} {noun}{'s' * (count > 1)}"


def gist_of_words(redline: Sequence[Segment]) -> str:
    """Return what happened to the words of a text that goes on, "" where nothing but typography and references did."""
    edits = _edits(redline)
    if not edits or len({segment.op for segment in redline}) == 1:
        return ""
    if _kept(redline) < _KEPT_MIN:
        return "rewritten"
    whole = [edit for edit in edits if _is_sentence(edit)]
    said, count = (
        (_whole_sentences(whole), len(whole))
        if whole
        else (_named(max(edits, key=lambda edit: len(edit.old) + len(edit.new))), 1)
    )
    return said if count == len(edits) else f"{said}, and more"


def has_whole_sentences(redline: Sequence[Segment]) -> bool:
    """Whether whole sentences came or went in a text that goes on."""
    return any(map(_is_sentence, _edits(redline)))


def _edits(redline: Sequence[Segment]) -> tuple[WordEdit, ...]:
    squeezed = (WordEdit(squeeze(edit.old), squeeze(edit.new)) for edit in word_edits(redline))
    return tuple(dict.fromkeys(filter(_has_words, squeezed)))


def _has_words(edit: WordEdit) -> bool:
    """Whether an edit changes more than marks, typography and references."""
    old, new = ("".join(filter(str.isalnum, text)) for text in edit)
    return old != new and not all(_REFERENCE.fullmatch(text) for text in edit if text)


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
    return ", ".join(f"{_some(count, 'sentence')} {verb}" for verb, count in counts.items() if count)


def _named(edit: WordEdit) -> str:
    """Return an edit with its words quoted."""
    old, new = (cut_short(text.strip(_MARKS) or text, _QUOTED_MAX) for text in edit)
    if old and new:
        return f"{quoted(new)} for {quoted(old)}"
    return f"{quoted(new)} added" if new else f"{quoted(old)} removed"


def gist_of_examples(examples: Sequence[ExampleChange]) -> str:
    """Return how many examples came, went and changed; of one that changed alone, what happened to its words."""
    changed = [each for each in examples if each.old and each.new and any(op is not Op.KEPT for op, _ in each.redline)]
    if len(examples) == len(changed) == 1 and (said := gist_of_words(changed[0].redline)):
        return f"in the example, {said}"
    counts = {
        "added": sum(each.old is None for each in examples),
        "removed": sum(each.new is None for each in examples),
        "changed": len(changed),
    }
    return ", ".join(f"{_some(count, 'example')} {verb}" for verb, count in counts.items() if count)
