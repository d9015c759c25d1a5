"""The texts held of one clause, in time order, each with its change since the text before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from crdiff.changes.change import Change, Part
from crdiff.model.corpus import KnownLineage
from crdiff.model.tree import Node
from crdiff.pages.frame import address
from crdiff.pages.library import Library, Text


@dataclass(frozen=True, slots=True)
class Held:
    """A text held that has the clause; `compared` leads to the comparison with the text before, "" for the oldest."""

    text: Text
    node: Node
    change: Change | None
    compared: str

    @property
    def effective(self) -> date:
        """The release it is a text of."""
        return self.text.effective


def held_texts(lineage: KnownLineage, library: Library) -> tuple[Held, ...]:
    """Return the texts held that have the clause, oldest first."""
    found: list[tuple[Text, Node]] = []
    for text in sorted(library.texts, key=lambda text: (text.effective, text.id)):
        number = lineage.number_in(text.effective)
        node = text.clause(number) if number else None
        if node:
            found.append((text, node))
    return tuple(
        Held(text, node, *_change_since([before for before, _ in found[:index]], text, node, library))
        for index, (text, node) in enumerate(found)
    )


def _change_since(earlier: Sequence[Text], text: Text, node: Node, library: Library) -> tuple[Change | None, str]:
    """Return the change that brought this wording, and where it is compared with the nearest earlier text."""
    for before in reversed(earlier):
        comparison = library.comparison_of(before, text)
        if comparison is None:
            continue
        printed = str(node.number)
        rules = (change for change in comparison.changes if change.part is Part.RULES)
        change = next((change for change in rules if any(clause.number == printed for clause in change.new)), None)
        return change, address.comparison(before.effective.isoformat(), text.effective.isoformat())
    return None, ""
