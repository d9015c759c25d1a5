"""A change in a few words: its numbers, its kinds, its examples, its doubts."""

from __future__ import annotations

from collections import Counter

from crdiff.changes.change import Bond, Change, ExampleChange, Facet, Op, Part, Quoted, Rewording, Structure
from crdiff.reports.phrases import counted, listed
from crdiff.text.words import tokens

ARROW = "→"


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


_PARAGRAPHS: dict[str, str] = {Part.FRONT: "introduction", Part.CREDITS: "credits"}


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
_JOINTS = Counter(dict.fromkeys(("and", "or", "nor", "either", "neither", "both"), 99))
"""Words that follow the number of items of a list, however often."""


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
