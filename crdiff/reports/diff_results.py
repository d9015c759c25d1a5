"""Changes as results for continuous integration: what a person must read is a warning, the rest is a note."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from crdiff.align.alignment import Break, Excerpt
from crdiff.changes.change import Change, Part
from crdiff.changes.reading import SkipReason, skip_reason
from crdiff.model.release import Level, Release
from crdiff.reports.breaks import break_sentence, excerpt_sentence
from crdiff.reports.labels import in_words, kinds, label_with_part, prose
from crdiff.reports.results import Result, Results, Rule
from crdiff.reports.view import View

RULES = (
    Rule("undetermined", Level.WARNING, "A change whose clauses could not be paired for certain."),
    Rule("review", Level.WARNING, "A change that a person has to read."),
    Rule("mechanical", Level.NOTE, "A change proved mechanical: typography, references or rewordings only."),
    Rule("place", Level.NOTE, "The same words in another place."),
    Rule("furniture", Level.NOTE, "Dates, trademarks, addresses or names outside the rules."),
    Rule("together", Level.NOTE, "A change that is read with another: the same edit, or a part of a new rule."),
    Rule("breaks-off", Level.WARNING, "A text breaks off: what the other one has beyond its end is not compared."),
    Rule(
        "excerpt", Level.WARNING, "A text quotes a part of the rules: what the other one has outside is not compared."
    ),
    Rule(
        "lacks-beginning", Level.ERROR, "A text has lost its beginning: what the other one has there is not compared."
    ),
)
"""What can be reported of a change, the most pressing first."""
_BY_ID = {rule.id: rule for rule in RULES}


def diff_results(view: View, file: str) -> Results:
    """Return the changed clauses of `view`, each at its line of `file`, the path of the new text or ""."""
    results = tuple(_result(change, file) for change in view.changes if change.is_changed)
    breaks = tuple(_break_result(told, view.new, file) for told in view.comparison.alignment.breaks)
    excerpts = tuple(_excerpt_result(told, file) for told in view.comparison.alignment.excerpts)
    return Results("diff", RULES, (*excerpts, *breaks, *results))


def _rule(change: Change) -> Rule:
    if change.undetermined:
        return _BY_ID["undetermined"]
    match skip_reason(change):
        case None:
            return _BY_ID["review"]
        case SkipReason.SAME_EDIT | SkipReason.NEW_RULE:
            return _BY_ID["together"]
        case SkipReason.FURNITURE:
            return _BY_ID["furniture"]
        case SkipReason.PLACE | SkipReason.UNCHANGED:
            return _BY_ID["place"]
        case _:
            return _BY_ID["mechanical"]


def _break_result(told: Break, new: Release, file: str) -> Result:
    """Return a text that breaks off as a result, at the last line of the new text if it is that one."""
    said = (told.release, told.part, told.after, told.other)
    line = new.source.lines if told.is_new else 0
    subject = in_words(told.after) if told.part == Part.CREDITS else f"{told.part}: {told.after}"
    return _at_line(_BY_ID["breaks-off"], subject, break_sentence(told), (file, line), said)


def _excerpt_result(told: Excerpt, file: str) -> Result:
    """Return a text that is compared in a part only as a result, at the first line of the new text if that is it."""
    rule = _BY_ID["lacks-beginning" if told.lacks_beginning else "excerpt"]
    said = (told.release, *told.numbers, told.other)
    return _at_line(rule, told.numbers[0], excerpt_sentence(told), (file, int(told.is_new)), said)


def _result(change: Change, file: str) -> Result:
    """Return a change as a result. A removed clause has no line in the new text.

    Its fingerprint is over what the clauses said and say: a change that stays the same keeps it.
    """
    line = change.new[0].line if change.new else 0
    quoted = [(clause.number, clause.wording, *clause.examples) for clause in (*change.old, *change.new)]
    said = (change.part, *(part for clause in quoted for part in clause))
    message = "; ".join((kinds(change), *prose(change)))
    return _at_line(_rule(change), label_with_part(change), message, (file, line), said)


def _at_line(rule: Rule, subject: str, message: str, place: tuple[str, int], said: Iterable[str]) -> Result:
    """Return a result at a file and a line of it; `said` makes its fingerprint, 12 hex digits."""
    file, line = place
    return Result(
        rule=rule.id,
        level=rule.level,
        subject=subject,
        message=message,
        file=file,
        line=line,
        column=0,
        end_line=line,
        end_column=0,
        fingerprint=blake2b("\x1f".join(said).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest(),
    )
