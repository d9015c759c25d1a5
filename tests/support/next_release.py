"""A plausible next release made from small releases, with what is true of it: for clones without official texts.

It does what the publisher does to a text: a new subsection pushes those behind it up by one, a new subrule pushes the
letters behind it, a clause is reworded, one is removed, and a citation is left as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from crdiff.model.number import ClauseNumber, next_number

Clauses = Mapping[str, str]

# Title of a subsection that no release has -> its first rule.
BORROWED = {
    "Borrowed Turns": "A player may borrow a turn that another player would take.",
    "Forgotten Turns": "Turns nobody remembers are skipped, in the order of the seats.",
}
_CITED = re.compile(r"\d{3}\.\d+[a-z]?")


@dataclass(frozen=True, slots=True)
class Answers:
    """What is true of a made release.

    `moved`: old number -> new number of every clause whose number changed. `stale`: the citing clause, the number it
    still cites, the number it should cite.
    """

    moved: Mapping[str, str]
    added: frozenset[str]
    removed: frozenset[str]
    stale: frozenset[tuple[str, str, str]]


def next_release(clauses: Clauses, title: str = "Borrowed Turns") -> tuple[dict[str, str], Answers]:
    """Return the clauses of a next release and what became of the old ones.

    A new subsection takes the number of the first one that is cited; the citation is left as it was. A new subrule
    takes the place of the first one that there is. The last rule that cites nothing is removed.
    """
    by, cited = next((number, found[0]) for number, said in clauses.items() if (found := _CITED.search(said)))
    head = ClauseNumber.parse(cited[:3])
    parent = next(number for number in clauses if f"{number}a" in clauses)

    def renumbered(number: str) -> str:
        parsed = ClauseNumber.parse(number)
        moved = next_number(parsed) if parsed.is_subrule and number.startswith(parent) else parsed
        return str(moved.under(next_number(moved.subsection)) if moved.subsection >= head else moved)

    removed = max(set(clauses) - {by}, key=ClauseNumber.parse)
    subrule = f"{renumbered(parent)}a"
    made: dict[str, str] = {}
    for number, said in clauses.items():
        if number == str(head):
            made |= {number: title, f"{number}.1": BORROWED[title]}
        if number == f"{parent}a":
            made[subrule] = f"This applies to {title.lower()} too, whoever takes them."
        if number != removed:
            made[renumbered(number)] = said
    moved = {number: renumbered(number) for number in clauses if number != removed and renumbered(number) != number}
    stale = (renumbered(by), cited, renumbered(cited))
    return made, Answers(moved, frozenset({str(head), f"{head}.1", subrule}), frozenset({removed}), frozenset({stale}))
