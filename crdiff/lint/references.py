"""Citations that lead nowhere: to no clause, to a clause of another title, along a range that runs the wrong way."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crdiff.changes.change import Part
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault, Fix
from crdiff.lint.indexed_release import Citation
from crdiff.lint.stale import heir_of, range_now
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Level
from crdiff.text.normalise import fold_typography

# What stands after a number of another document.
_OF_ANOTHER = re.compile(r" of the [A-Z]\w+ [A-Z]")


def dangling_references(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the citations of single numbers that the text does not have.

    Source: 421.4 of 2005-08-01 cites 102.6, which had become 102.4b. A number of another document is none of them:
    "section 5.2 of the Magic Tournament Rules".
    """
    for citation in checked.citations:
        reference = citation.reference
        is_elsewhere = _OF_ANOTHER.match(citation.passage.text, reference.stop)
        if reference.last is None and not is_elsewhere and _is_missing(checked, reference.number):
            heir = heir_of(checked, citation, reference.number)
            moved = f"; it is {heir} now" if heir else ""
            message = f"cites {reference.number}, which does not exist{moved}"
            yield _fault(citation, message, Fix(citation.printed, str(heir)) if heir else None)


def broken_ranges(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the ranges that run backwards, join two places that have nothing between them, or run past the end.

    Source: "rules 112.5a-j" in 112.3a of 2009-10-01, where the list had become 112.6a-j.
    """
    for citation in checked.citations:
        reference = citation.reference
        if reference.last is None:
            continue
        first, last = reference.number, reference.last
        printed = citation.printed
        if not (first.place and last.place):
            yield _fault(citation, f"cites {printed}, but no subrule has the letter l or o")
        elif not first < last:
            yield _fault(citation, f"cites {printed}, which runs backwards")
        elif missing := [number for number in reference.numbers if _is_missing(checked, number)]:
            absent = ", ".join(map(str, missing[:3])) + (", …" if len(missing) > 3 else "")
            now = range_now(checked, citation)
            moved = f"; these clauses are {now} now" if now else ""
            yield _fault(
                citation,
                f"cites {printed}, but {absent} {'does' if len(missing) == 1 else 'do'} not exist{moved}",
                Fix(printed, now) if now else None,
            )


def wrong_titles(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the citations that quote another title than the cited clause has.

    Errors where the title belongs to another clause or has nothing of the right one, warnings where it is inexact.
    Source: 502.2 of 2024-03-08 cites 'rule 727, "Day and Night"', which had become 728.
    """
    headings: dict[str, list[ClauseNumber]] = {}
    for node in checked.nodes:
        if node.clause.title:
            headings.setdefault(_folded(node.clause.title), []).append(node.number)
    for citation in checked.citations:
        reference = citation.reference
        cited = checked.numbers.get(reference.number)
        if not reference.title or cited is None or reference.last:
            continue
        quoted, has = _folded(reference.title), _folded(cited.clause.title)
        if quoted.casefold() == has.casefold() or _is_cut_short(citation, quoted, has):
            continue
        same = headings.get(quoted, [])
        is_another = _stems(quoted).isdisjoint(_stems(has))
        fix = _with_title(checked, citation, same[0]) if len(same) == 1 and is_another else None
        elsewhere = f"; that is the title of {same[0]}" if fix else ""
        called = f"is called “{cited.clause.title}”" if has else "has no title"
        message = f"cites {reference.number} as “{reference.title}”, but {reference.number} {called}{elsewhere}"
        is_part = quoted.lower() in has.lower()
        level = None if has and (same or is_another) and not is_part else Level.WARNING
        yield _fault(citation, message, fix, level)


def _with_title(checked: CheckedRelease, citation: Citation, number: ClauseNumber) -> Fix:
    """Return the number of the clause that has the quoted title: sure where the one cited before is there now."""
    return Fix(citation.printed, str(number), heir_of(checked, citation, citation.reference.number) == number)


def _is_missing(checked: CheckedRelease, number: ClauseNumber) -> bool:
    return number not in checked.numbers and checked.covers(number)


def _folded(title: str) -> str:
    """Return a title without what quotations of titles change: quotes within, a mark of the sentence at the end."""
    return fold_typography(title).replace('"', "").replace("'", "").strip(" ,.;:")


def _stems(title: str) -> set[str]:
    return {word.removesuffix("s") for word in title.lower().split()}


def _is_cut_short(citation: Citation, quoted: str, has: str) -> bool:
    """Whether a title with quotes in it was read only up to the first of them ('"Handling "Infinite" Loops"')."""
    after = fold_typography(citation.passage.text[citation.reference.stop :])
    return has.startswith(quoted) and has in after.replace('"', "").replace("'", "")


def _fault(citation: Citation, message: str, fix: Fix | None = None, level: Level | None = None) -> Fault:
    reference = citation.reference
    where = "" if citation.passage.part is Part.RULES else f"{citation.passage.part}: "
    return Fault(
        message, f"{where}{citation.printed}", citation.passage, reference.number_at, reference.stop, fix, level=level
    )
