"""Examples: which old one became which new one, within linked clauses first, then across clauses."""

from __future__ import annotations

from collections import defaultdict

from crdiff.align.alignment import ExampleLink, ExampleRef
from crdiff.align.matching import Matching
from crdiff.align.measure import cuts
from crdiff.align.mirror import examples_in_order
from crdiff.align.passes.glossary_and_front import Pairing
from crdiff.align.side import ReleaseSide, mask_numbers
from crdiff.text.normalise import fold_typography


def align_examples(matching: Matching) -> tuple[ExampleLink, ...]:
    """Return a link for every example of both releases.

    Equal examples of partners come first, then equal ones anywhere, so that an example may outlive its clause; then
    alike ones, where an example that stayed with its clause needs less likeness than one that left it.
    """
    (olds, texts_old), (news, texts_new) = _examples(matching.old), _examples(matching.new)
    heirs, homes = [matching.heir[one.clause] for one in olds], [other.clause for other in news]
    pairing = Pairing(len(olds), len(news))
    pairing.by_key(
        list(zip(texts_old, heirs, strict=True)), list(zip(texts_new, homes, strict=True)), "in its clause", 1.0
    )
    pairing.by_key(texts_old, texts_new, "elsewhere", 1.0)
    left = tuple(pairing.free_old)
    within: dict[int, list[int]] = defaultdict(list)
    for to in pairing.free_new:
        within[homes[to]].append(to)

    def least(at: int, to: int) -> float:
        return cuts.EXAMPLE_WITHIN_MIN if heirs[at] == homes[to] else cuts.EXAMPLE_ACROSS_MIN

    pairing.by_likeness(texts_old, texts_new, least, "alike", lambda at: within.get(heirs[at], ()))
    for bound in pairing.bounds:
        matching.notes_old.update((olds[at].clause, f"its examples {bound}") for at in left)
    ends = [(link.old, link.new) for link in pairing.links()]
    return examples_in_order(
        ExampleLink(None if old is None else olds[old], None if new is None else news[new]) for old, new in ends
    )


def _examples(side: ReleaseSide) -> tuple[list[ExampleRef], list[str]]:
    """Return the examples of one side, and their texts with numbers masked."""
    found = [(node.index, at, each) for node in side.nodes for at, each in enumerate(node.clause.examples)]
    return [ExampleRef(*where) for *where, _ in found], [mask_numbers(fold_typography(each)) for *_, each in found]
