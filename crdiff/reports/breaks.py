"""A text that breaks off, in a sentence and as JSON."""

from __future__ import annotations

from crdiff.align.alignment import Break
from crdiff.reports.indented import Json
from crdiff.reports.phrases import counted, listed


def break_sentence(told: Break) -> str:
    """Return where a text breaks off and what of the other one is therefore not compared, without a full stop."""
    end = told.after.replace("credits:", "paragraph ") if told.part == "credits" else f"“{told.after}”"
    where = f"{told.release} breaks off in its {told.part} after {end}"
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
