"""A change in a few words: its numbers, its kinds, its examples, its doubts."""

from __future__ import annotations

from crdiff.changes.change import Change, ExampleChange, Op, Part, Quoted, Rewording, Structure
from crdiff.reports.phrases import counted, listed

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
    """Whether there is a wording to show: that of a clause which says something else, came or went."""
    return bool(change.facets) or not (change.old and change.new)


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
    summary = change.summary if change.old and change.new else ""
    return tuple(filter(None, (summary, doubt(change), *change.remarks)))


def became(old: str, new: str) -> str:
    """Return "507 → 710", or the one there is where one is missing or both are equal."""
    return f" {ARROW} ".join(dict.fromkeys(filter(None, (old, new))))


def exceptions(numbers: tuple[str, ...]) -> str:
    """Return where a rewording left the old words: "3 left unchanged (100.1, 100.2 and 1 more)"."""
    return f"{counted(len(numbers), 'clause')} left unchanged ({listed(numbers, most=8)})" if numbers else ""
