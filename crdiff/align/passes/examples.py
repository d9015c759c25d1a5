"""Examples: which old one became which new one, within linked clauses first, then across clauses."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from crdiff.align.alignment import ExampleLink, ExampleRef
from crdiff.align.matching import Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.assignment import best_pairs
from crdiff.align.measure.nearest_texts import NearestTexts
from crdiff.align.mirror import examples_in_order
from crdiff.align.side import ReleaseSide, mask_numbers
from crdiff.text.normalise import fold_typography
from crdiff.text.words import distinct_words

_WITHIN_MAX = 20
"""Examples (count) of its heir that an example is compared with where there are too many examples to compare all with
all."""
Examples = Mapping[ExampleRef, str]


def align_examples(matching: Matching) -> tuple[ExampleLink, ...]:
    """Return a link for every example of both releases.

    Equal examples of partners come first, then equal ones anywhere, so that an example may outlive its clause; then
    alike ones, where an example that stayed with its clause needs less likeness than one that left it.
    """
    old, new = _examples(matching.old), _examples(matching.new)
    linked: dict[ExampleRef, ExampleRef] = {}
    _link_equal(old, new, linked, lambda one: matching.heir[one.clause], lambda other: other.clause)
    _link_equal(old, new, linked, lambda _one: None, lambda _other: None)
    _link_alike(matching, old, new, linked)
    taken = set(linked.values())
    links = [ExampleLink(one, linked.get(one)) for one in old]
    links.extend(ExampleLink(None, other) for other in new if other not in taken)
    return examples_in_order(links)


def _examples(side: ReleaseSide) -> dict[ExampleRef, str]:
    return {
        ExampleRef(node.index, at): mask_numbers(fold_typography(example))
        for node in side.nodes
        if node.clause.examples
        for at, example in enumerate(node.clause.examples)
    }


def _link_equal(
    old: Examples,
    new: Examples,
    linked: dict[ExampleRef, ExampleRef],
    from_old: Callable[[ExampleRef], Hashable],
    from_new: Callable[[ExampleRef], Hashable],
) -> None:
    """Link equal texts that are `from_old` and `from_new` the same place, copies in their order."""
    taken = set(linked.values())
    waiting: dict[Hashable, list[ExampleRef]] = {}
    for other, text in reversed(tuple(new.items())):
        if other not in taken:
            waiting.setdefault((text, from_new(other)), []).append(other)
    for one, text in old.items():
        if one not in linked and (found := waiting.get((text, from_old(one)))):
            linked[one] = found.pop()


def _link_alike(matching: Matching, old: Examples, new: Examples, linked: dict[ExampleRef, ExampleRef]) -> None:
    taken = set(linked.values())
    olds = [(one, distinct_words(text)) for one, text in old.items() if one not in linked]
    news = [(other, distinct_words(text)) for other, text in new.items() if other not in taken]
    nearest = NearestTexts([words for _, words in olds], [words for _, words in news])
    within = _by_clause(other for other, _ in news)
    gains = {}
    for at, (one, _) in enumerate(olds):
        near = nearest.of(at)
        if nearest.bounds:
            near = sorted({*near, *within.get(matching.heir[one.clause], [])[:_WITHIN_MAX]})
            matching.notes_old[one.clause] = f"its examples {nearest.bounds[0]}"
        for to in near:
            other, _ = news[to]
            cut = cuts.EXAMPLE_WITHIN_MIN if matching.heir[one.clause] == other.clause else cuts.EXAMPLE_ACROSS_MIN
            if (alike := nearest.likeness(at, to, cut)) > cut:
                gains[at, to] = alike - cut
    linked.update((olds[at][0], news[to][0]) for at, to in best_pairs(gains))


def _by_clause(examples: Iterable[ExampleRef]) -> dict[int, list[int]]:
    """Return where in a list the examples of each clause are."""
    found: dict[int, list[int]] = {}
    for at, example in enumerate(examples):
        found.setdefault(example.clause, []).append(at)
    return found
