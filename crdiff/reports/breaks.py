"""A text that breaks off, or that has only a part of what the other one has: in a sentence and as JSON."""

from __future__ import annotations

from crdiff.align.alignment import Break, Excerpt
from crdiff.reports.indented import Json
from crdiff.reports.phrases import counted, listed


def break_place(told: Break) -> str:
    """Return where a text breaks off, as a sentence without a full stop."""
    end = told.after.replace("credits:", "paragraph ") if told.part == "credits" else f"“{told.after}”"
    return f"{told.release} breaks off in its {told.part} after {end}"


def break_sentence(told: Break) -> str:
    """Return where a text breaks off and what of the other one is therefore not compared, without a full stop."""
    where = break_place(told)
    beyond = listed(
        [
            said
            for count, said in (
                (told.clauses, counted(told.clauses, "clause")),
                (told.entries, counted(told.entries, "glossary entry", "glossary entries")),
                (told.paragraphs, counted(told.paragraphs, "paragraph of the credits", "paragraphs of the credits")),
            )
            if count
        ]
    )
    if told.instead:
        return f"{where}: {beyond} of {told.instead} {_verb(told, 'stands', 'stand')} in for what is missing"
    if not beyond:
        return f"{where}: {told.other} has nothing beyond that"
    return f"{where}: {beyond} of {told.other} {_verb(told, 'is', 'are')} not compared"


def excerpt_sentence(told: Excerpt) -> str:
    """Return which part is compared and how much of the other text is outside it, without a full stop."""
    text, other = (f"the {side} text" for side in (("new", "old") if told.is_new else ("old", "new")))
    if told.lacks_beginning:
        has = f"lacks its beginning: its rules begin with {told.numbers[0]}"
    else:
        has = f"quotes only {listed(told.numbers, most=8)}"
    verb = "is" if told.clauses == 1 else "are"
    outside = f"; {counted(told.clauses, 'clause')} of {other} ({told.other}) {verb} not compared"
    return f"{text} ({told.release}) {has}{outside if told.clauses else ''}"


def _verb(told: Break, one: str, many: str) -> str:
    return one if told.clauses + told.entries + told.paragraphs == 1 else many


def break_object(told: Break) -> Json:
    """Return the same as the object that stands in ``breaks_off`` of a report."""
    return {
        "release": told.release,
        "side": "new" if told.is_new else "old",
        "part": told.part,
        "after": told.after,
        "other": told.other,
        "not_compared": {"rules": told.clauses, "glossary": told.entries, "credits": told.paragraphs},
        "instead": told.instead or None,
    }


def excerpt_object(told: Excerpt) -> Json:
    """Return the same as the object that stands in ``excerpts`` of a report."""
    return {
        "release": told.release,
        "side": "new" if told.is_new else "old",
        "compared": told.numbers,
        "lacks_beginning": told.lacks_beginning,
        "other": told.other,
        "not_compared": {"rules": told.clauses},
    }
