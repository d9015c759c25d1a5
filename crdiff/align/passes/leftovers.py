"""Tier 4, second half: clauses left over that say what a changed pair lost or gained.

A clause without origin was split off where it is made of words that an old clause had and its heirs do not have; a
clause without heir was merged in where the new clause has words of it that its origins did not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from crdiff.align.matching import OPEN, Matching, Part, Proof
from crdiff.align.measure.context import Context
from crdiff.align.measure.rare_words import RareWords
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.leftover import LEAST, Leftover
from crdiff.align.passes.same_text import TIER as SAME
from crdiff.align.side import Side
from crdiff.text.similarity import Words

TIER = "leftover"
_HOLDERS = 90
_BEST = 8
_TWIN = 0.85
_MORE = 1.15
_SEVERAL = 4
_CLEARLY = 0.8
"""How much of a clause must be in a source that has several partners already: 603.6d of 2016-09-30 became six."""
_MOST = 12
_PATTERN = 0.15


class _Way(Struct, frozen=True):
    """The search seen from the side of the leftovers, so that splits and merges are one procedure.

    `ours` is the side of the leftovers, `theirs` that of the sources. `partner` and `source_of` give main partners by
    index, `partners` all partners of a source. `vocabulary` reads from their words to ours. `losses` remembers what the
    sources lost.
    """

    is_old: bool
    ours: Side
    theirs: Side
    partner: Sequence[int]
    source_of: Sequence[int]
    partners: Callable[[int], list[int]]
    taken: Callable[[int], list[int]]
    changed: frozenset[int]
    vocabulary: Vocabulary
    near: Callable[[int, int], bool]
    anew: Callable[[int, int], bool]
    part: Callable[[int, int, Proof], Part]
    losses: dict[int, tuple[Words, float]] = field(default_factory=dict)


def link_leftovers(matching: Matching, vocabulary: Vocabulary, upheaval: Upheaval) -> None:
    """Add the clauses left over to the pairs they belong to: what was split off, then what was merged in."""
    changed_old = frozenset(
        old
        for old, _ in matching.pairs()
        if matching.proofs[old].tier not in {SAME, OVERRIDE} and not matching.old.headings[old]
    )
    changed_new = frozenset(matching.heir[old] for old in changed_old)
    context = Context(matching)
    split = _Way(
        is_old=False,
        ours=matching.new,
        theirs=matching.old,
        partner=matching.heir,
        source_of=matching.origin,
        partners=matching.heirs,
        taken=matching.origins,
        changed=changed_old,
        vocabulary=vocabulary,
        near=lambda clause, source: context.is_near(source, clause),
        anew=lambda clause, source: upheaval.has(source, clause),
        part=lambda clause, source, proof: Part(source, clause, proof),
    )
    merged = _Way(
        is_old=True,
        ours=matching.old,
        theirs=matching.new,
        partner=matching.origin,
        source_of=matching.heir,
        partners=matching.origins,
        taken=matching.heirs,
        changed=changed_new,
        vocabulary=vocabulary.reversed(),
        near=context.is_near,
        anew=upheaval.has,
        part=Part,
    )
    for way in (split, merged):
        for found in _settle(way):
            proof = Proof(TIER, (_evidence(way, found),), found.confidence)
            matching.add_part(way.part(found.clause, found.source, proof))


def _settle(way: _Way) -> Iterator[Leftover]:
    """Yield the leftovers that are parts, the best of each source first; what one explains, the next need not."""
    holders = _holders(way)
    known = {clause: _explanations(way, clause, _sources(way, holders, clause)) for clause in _changed(way)}
    while best := _best(known):
        for source in sorted(best):
            del known[best[source].clause]
            yield best[source]
            del way.losses[source]
        for clause, explanations in known.items():
            if any(one.source in best for one in explanations):
                known[clause] = _explanations(way, clause, [one.source for one in explanations])


def _evidence(way: _Way, found: Leftover) -> str:
    source, partner = way.theirs.numbers[found.source], way.ours.numbers[way.partner[found.source]]
    if found.is_twin:
        return f"says all that {source} says, as {partner} does, for another case"
    return f"{found.cover:.0%} of its words are in {source}, with {found.recall:.0%} of those that {partner} lacks"


def _changed(way: _Way) -> list[int]:
    """Return the clauses of our side that have no partner, or one that says something else."""
    ours, partners = way.ours, way.source_of
    return [
        clause
        for clause in range(len(ours))
        if not ours.headings[clause] and (partners[clause] == OPEN or partners[clause] in way.changed)
    ]


def _explanations(way: _Way, clause: int, sources: Iterable[int]) -> list[Leftover]:
    taken = way.taken(clause)
    if len(taken) >= _MOST or (taken and way.source_of[clause] < 0):
        return []
    asked = (source for source in sources if source not in taken and len(way.partners(source)) < _MOST)
    measured = (_measure(way, clause, source) for source in asked)
    parts = [one for one in measured if one and one.is_part and (one.is_twin or not _is_template(way, one))]
    return [one for one in parts if one.cover >= _CLEARLY or len(way.partners(one.source)) < _SEVERAL]


def _is_template(way: _Way, found: Leftover) -> bool:
    """Whether a sibling with another origin explains the clause better: then it was made on its pattern.

    Source: 117.7d of 2016-01-16 is 117.7c over again, for colorless mana.
    """
    ours, vocabulary = way.ours, way.vocabulary
    words = ours.words(found.clause)
    needed = (found.cover + _PATTERN) * vocabulary.mass(words)
    return any(
        vocabulary.mass(words & ours.words(sibling)) >= needed
        for sibling in ours.beside(found.clause)
        if sibling != found.clause and way.taken(sibling) and found.source not in way.taken(sibling)
    )


def _best(known: Mapping[int, list[Leftover]]) -> dict[int, Leftover]:
    """Return by source the best leftover, of those of which it is the best explanation."""
    best: dict[int, Leftover] = {}
    for explanations in known.values():
        if explanations:
            found = max(explanations, key=lambda one: one.strength)
            if found.source not in best or found.strength > best[found.source].strength:
                best[found.source] = found
    return best


def _holders(way: _Way) -> RareWords:
    holders = RareWords(way.vocabulary, _HOLDERS, _BEST)
    for source in sorted(way.changed):
        holders.put(source, way.theirs.words(source))
    return holders


def _sources(way: _Way, holders: RareWords, clause: int) -> list[int]:
    """Return the changed clauses of the other side worth a look: the partners of the neighbours, and by rare words."""
    ours = way.ours
    parent = ours.parents[clause]
    near = {parent, *ours.children[clause]}
    if parent >= 0:
        near.update((*ours.beside(clause), ours.before[parent], ours.after[parent]))
    near -= {-1, clause}
    found = {source for index in near for source in way.taken(index)}
    if not way.taken(clause):
        found.update(holders.sharing(ours.words(clause)))
    return sorted(
        source
        for source in found
        if source in way.changed and not _is_apart(way, clause, source) and _in_chapter(way, clause, source)
    )


def _in_chapter(way: _Way, clause: int, source: int) -> bool:
    chapters = way.ours.chapters
    return way.near(clause, source) or any(chapters[one] == chapters[clause] for one in way.partners(source))


def _is_apart(way: _Way, clause: int, source: int) -> bool:
    """Whether the clause stands under another keyword than the partners of the source."""
    above = way.ours.parents[clause]
    return above >= 0 and way.ours.named[above] and way.ours.parents[way.partner[source]] != above


def _measure(way: _Way, clause: int, source: int) -> Leftover | None:
    """Return what speaks for a clause being part of a source; None where too little of it is in the source."""
    vocabulary = way.vocabulary
    mine, whole = way.ours.words(clause), way.theirs.words(source)
    taken = way.taken(clause)
    mass = vocabulary.mass(mine) or 1.0
    cover = vocabulary.shared(whole, mine) / mass
    is_twin = not taken and _is_twin(way, clause, source)
    if cover < LEAST and not is_twin:
        return None
    lost, mass_lost = _lost(way, source)
    accounted: Words = frozenset().union(*(way.theirs.words(one) for one in taken))
    moved = vocabulary.shared(lost - accounted, mine)
    recall = moved / (mass_lost or 1.0)
    partners = way.partners(source)
    is_beside = _parents_linked(way, clause, source) or any(_is_beside(way.ours, clause, one) for one in partners)
    is_anew = way.anew(clause, source)
    fresh = moved / mass
    is_under = way.ours.parents[clause] in partners
    return Leftover(
        clause=clause,
        source=source,
        cover=cover,
        moved=moved,
        recall=recall,
        fresh=fresh,
        is_twin=is_twin,
        is_beside=is_beside,
        is_under=is_under,
        is_taken=bool(taken),
        is_old=way.is_old,
        is_anew=is_anew,
    )


def _lost(way: _Way, source: int) -> tuple[Words, float]:
    """Return the words of a source that its partners do not have, and what they weigh."""
    found = way.losses.get(source)
    if found is None:
        kept: Words = frozenset().union(*(way.ours.words(partner) for partner in way.partners(source)))
        lost = frozenset(word for word in way.vocabulary.lost(way.theirs.words(source), kept) if not _has_digit(word))
        found = way.losses[source] = lost, way.vocabulary.mass(lost)
    return found


def _has_digit(word: str) -> bool:
    """Whether a word is a figure or a label such as "7d", which shifts without anything having moved."""
    return any(letter.isdigit() for letter in word)


def _parents_linked(way: _Way, clause: int, source: int) -> bool:
    above, other = way.ours.parents[clause], way.theirs.parents[source]
    return above >= 0 and way.source_of[above] == other


def _is_beside(side: Side, one: int, other: int) -> bool:
    parents = side.parents
    return parents[one] == parents[other] or parents[one] == other or parents[other] == one


def _is_twin(way: _Way, clause: int, source: int) -> bool:
    """Whether a sibling of the clause took the source's place, and both say all of it and more.

    Source: 610.3a of 2020-06-01 became 610.3a for spells and activated abilities and 610.3b for triggered ones.
    """
    partner = way.partner[source]
    if way.ours.parents[partner] != way.ours.parents[clause]:
        return False
    vocabulary, whole = way.vocabulary, way.theirs.words(source)
    mass = vocabulary.mass(whole)
    return all(
        vocabulary.shared(whole, words) >= _TWIN * mass and vocabulary.mass(words) >= _MORE * mass
        for words in (way.ours.words(clause), way.ours.words(partner))
    )
