"""Small releases made on the spot, aligned by hand, so that each test sees all there is to see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from crdiff.align.alignment import Alignment, ExampleLink, ExampleRef, Link
from crdiff.changes.change import Change, Comparison, Op, Segment
from crdiff.changes.compare import compare
from crdiff.model.release import Release
from crdiff.model.tree import walk
from tests.align.conftest import release_of

# Number -> text, or text and examples; what does not end like a sentence is a title.
Texts = Mapping[str, str | Sequence[str]]


def release(texts: Texts) -> Release:
    """Return a release with these clauses."""
    joined = {number: said if isinstance(said, str) else "\n".join(said) for number, said in texts.items()}
    return release_of(joined, "2009-07-11")


def aligned(old: Texts, new: Texts, heirs: Mapping[str, Sequence[str]] | None = None) -> Alignment:
    """Return an alignment by number, but for the old numbers that `heirs` has: these become what it says."""
    before, after = release(old), release(new)
    old_nodes, new_nodes = walk(before), walk(after)
    old_at = {str(node.number): node.index for node in old_nodes}
    new_at = {str(node.number): node.index for node in new_nodes}
    became = {number: [number] if number in new_at else [] for number in old_at} | {
        number: list(found) for number, found in (heirs or {}).items()
    }
    groups: dict[tuple[int, ...], list[int]] = {}
    for number, found in became.items():
        if found:
            groups.setdefault(tuple(new_at[heir] for heir in found), []).append(old_at[number])
    links = [Link(tuple(olds), news, "hand", ("by hand",), 1.0) for news, olds in groups.items()]
    taken = {at for news in groups for at in news}
    links += [Link((), (at,), "hand", ("by hand",), 1.0) for at in new_at.values() if at not in taken]
    links += [Link((old_at[number],), (), "hand", ("by hand",), 1.0) for number, found in became.items() if not found]
    examples = []
    for link in links:
        old_examples = [ExampleRef(at, i) for at in link.old for i in range(len(old_nodes[at].clause.examples))]
        new_examples = [ExampleRef(at, i) for at in link.new for i in range(len(new_nodes[at].clause.examples))]
        examples += [ExampleLink(*pair) for pair in zip_longest(old_examples, new_examples)]
    return Alignment(before, after, old_nodes, new_nodes, tuple(links), tuple(examples))


def both(text: str) -> tuple[str, str]:
    """Return the old and the new text of one in which the changes are marked, as in ``A player «may|must» draw``."""
    return re.sub(r"«(.*?)\|(.*?)»", r"\1", text), re.sub(r"«(.*?)\|(.*?)»", r"\2", text)


def compared(old: Texts, new: Texts, heirs: Mapping[str, Sequence[str]] | None = None) -> Comparison:
    """Compare two small releases."""
    return compare(aligned(old, new, heirs))


def change_of(old: str, new: str) -> Change:
    """Return the change of a clause that says `old` and then `new`."""
    return compared({"100.1": old}, {"100.1": new}).changes[0]


def shown(redline: Iterable[Segment]) -> str:
    """Return a redline as one line: ``[-deleted-]{+inserted+}``."""
    marks = {Op.KEPT: "{}", Op.DELETED: "[-{}-]", Op.INSERTED: "{{+{}+}}"}
    return "".join(marks[segment.op].format(segment.text) for segment in redline)
