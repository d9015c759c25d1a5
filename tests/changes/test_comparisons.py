"""What is said of two small releases, as it was reviewed in ``comparisons.txt``.

Given is a clause that both have (``507.1 Text``), one that moved (``507.1 -> 710.1 Text``), or one as only one of them
has it: ``old``, with ``->`` and what it became where its number does not tell, or ``new``. The answer is a line for
each change, but for what stayed: where, what happened to the place, facets, whether somebody has to read it, the
redline, remarks; then the subsections whose rows are left out, and the rewordings that were met.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from reviewed import answered

from crdiff.changes.change import Change
from crdiff.model.number import ClauseNumber
from tests.changes.conftest import compared, shown
from tests.conftest import Golden

FILE = Path(__file__).with_name("comparisons.txt")
_CLAUSE = re.compile(r"(old |new |)(\S+)(?: -> ((?:nothing|\d\S*)(?: \d\S*)*))? (.*)")


def what_changed(given: list[str]) -> Iterator[str]:
    """Yield what a comparison says of releases written as above."""
    old: dict[str, str] = {}
    new: dict[str, str] = {}
    heirs: dict[str, list[str]] = {}
    for found in filter(None, map(_CLAUSE.fullmatch, given)):
        side, number, became, text = found.groups()
        said = text.replace("\\n", "\n")
        if side != "new ":
            old[number] = said
        if became:
            heirs[number] = became.replace("nothing", "").split()
        if side != "old ":
            new[heirs[number][0] if became else number] = said
    new = {str(number): new[str(number)] for number in sorted(map(ClauseNumber.parse, new))}
    comparison = compared(old, new, heirs)
    yield from (_told(change) for change in comparison.changes if change.is_changed)
    for row in comparison.subsections:
        titles = " -> ".join(filter(None, dict.fromkeys((row.old_title, row.new_title))))
        yield f"subsection {row.old} -> {row.new} {row.structure}, {titles}, {row.members} left out"
    for one in comparison.rewordings:
        kept = f", not in {' '.join(one.exceptions)}" if one.exceptions else ""
        yield f"reworded: “{one.old}” -> “{one.new}” in {one.clauses}{kept}"


def _told(change: Change) -> str:
    where = " -> ".join("+".join(clause.number for clause in side) for side in (change.old, change.new) if side)
    ways = (
        ("follows", change.follows),
        ("to read", change.for_review),
        ("proved", change.mechanical and change.facets),
    )
    said = [str(change.structure), *change.facets, *(way for way, holds in ways if holds)]
    redlines = [change.redline, *(example.redline for example in change.examples)]
    words = " / ".join(shown(redline).replace("\n", "\\n") for redline in redlines) if change.facets else ""
    return f"{where}: {', '.join(said)}. {words}{''.join(f' ({each})' for each in change.remarks)}".rstrip()


def test_comparisons_are_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, what_changed))
