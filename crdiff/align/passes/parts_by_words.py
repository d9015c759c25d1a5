"""Parts found by their words: clauses without partner that contain the words a changed pair lost or gained.

A clause without origin was split off where it consists of words that an old clause had and its heirs lack; a clause
without heir was merged in where a new clause has words of it that its origins lacked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations
from typing import NamedTuple

from crdiff.align.matching import OPEN, Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.context import Context
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.narrowed import is_narrowed
from crdiff.align.measure.part_candidate import PartCandidate
from crdiff.align.measure.rare_words import RareWords
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.overrides import TIER as OVERRIDE
from crdiff.align.passes.same_text import TIER as SAME
from crdiff.align.side import ReleaseSide
from crdiff.text.similarity import Words

TIER = "leftover"
_TEXTS_MET = 90
"""Texts that the rarest words find before no further word is looked up (count)."""
_SOURCES_MAX = 8
"""Sources that a clause is measured against for its words (count); those of its neighbours come beside them."""


class _Surroundings(NamedTuple):
    """What is known of the places and the references of both sides."""

    context: Context
    citations: Citations
    upheaval: Upheaval


class _Search:
    """The search for parts from the side of the candidates, so that one procedure finds splits and merges.

    `ours` is the side of the candidates, `theirs` that of the sources. `partner` and `source_of` give main partners by
    index, `partners` all partners of a source, `taken` all sources of a candidate. `changed` are the sources to search,
    `losses` caches the words that they lost, `lexicon` maps their words to ours.
    """

    def __init__(self, matching: Matching, lexicon: Lexicon, around: _Surroundings, *, is_old: bool) -> None:
        changed = [old for old, _ in matching.pairs() if _is_changed(matching, old)]
        self._around = around
        self.is_old = is_old
        self.lexicon = lexicon.reversed() if is_old else lexicon
        self.partners: Callable[[int], list[int]]
        self.taken: Callable[[int], list[int]]
        self.losses: dict[int, tuple[Words, float]] = {}
        if is_old:
            self.ours, self.theirs = matching.old, matching.new
            self.partner, self.source_of = matching.origin, matching.heir
            self.partners, self.taken = matching.origins, matching.heirs
            self.changed = frozenset(matching.heir[old] for old in changed)
        else:
            self.ours, self.theirs = matching.new, matching.old
            self.partner, self.source_of = matching.heir, matching.origin
            self.partners, self.taken = matching.heirs, matching.origins
            self.changed = frozenset(changed)

    def pair(self, clause: int, source: int) -> tuple[int, int]:
        """Return the old and the new one of a clause of our side and a source."""
        return (clause, source) if self.is_old else (source, clause)

    def is_near(self, clause: int, source: int) -> bool:
        """Whether the chapters of a clause and a source correspond at least in part."""
        return self._around.context.is_near(*self.pair(clause, source))

    def is_anew(self, clause: int, source: int) -> bool:
        """Whether the chapters of a clause and a source were both written anew."""
        return self._around.upheaval.has(*self.pair(clause, source))

    def cited(self, clause: int) -> tuple[int, ...]:
        """Return the clauses of our side that one of them cites."""
        return self._around.citations.targets(self.ours, clause)


def link_parts_by_words(matching: Matching, lexicon: Lexicon, citations: Citations, upheaval: Upheaval) -> None:
    """Add the clauses without partner to the pairs they belong to: first those split off, then those merged in."""
    around = _Surroundings(Context(matching), citations, upheaval)
    for search in [_Search(matching, lexicon, around, is_old=is_old) for is_old in (False, True)]:
        for found in _settle(search):
            grounds = Grounds(TIER, (_evidence(search, found),), found.confidence, cuts=found.cuts)
            matching.add_branch(Branch(*search.pair(found.clause, found.source), grounds))


def _is_changed(matching: Matching, old: int) -> bool:
    return matching.grounds[old].tier not in {SAME, OVERRIDE} and not matching.old.headings[old]


def _settle(search: _Search) -> Iterator[PartCandidate]:
    """Yield the candidates that are parts, the best of each source first; words of one do not count for the next."""
    holders = _holders(search)
    known = {
        clause: _explanations(search, clause, _sources(search, holders, clause)) for clause in _unexplained(search)
    }
    while best := _best(known):
        for source in sorted(best):
            del known[best[source].clause]
            yield best[source]
            del search.losses[source]
        for clause, explanations in known.items():
            if any(one.source in best for one in explanations):
                known[clause] = _explanations(search, clause, [one.source for one in explanations])


def _evidence(search: _Search, found: PartCandidate) -> str:
    source, partner = search.theirs.numbers[found.source], search.ours.numbers[search.partner[found.source]]
    if found.is_twin:
        return f"says what {source} says for another case, as {partner} does for its own"
    return (
        f"{found.cover:.0%} of its words are in {source}, and it has {found.recall:.0%} of those that {partner} lacks"
    )


def _unexplained(search: _Search) -> list[int]:
    """Return the clauses of our side that have no partner, or one of other wording."""
    ours, partners = search.ours, search.source_of
    return [
        clause
        for clause in range(len(ours))
        if not ours.headings[clause] and (partners[clause] == OPEN or partners[clause] in search.changed)
    ]


def _explanations(search: _Search, clause: int, sources: Iterable[int]) -> list[PartCandidate]:
    """Return a clause as a part of some of `sources`, unless it was made on the pattern of a sibling."""
    taken = search.taken(clause)
    if len(taken) >= cuts.PARTNERS_MAX or (taken and search.source_of[clause] < 0):
        return []
    asked = (source for source in sources if source not in taken and len(search.partners(source)) < cuts.PARTNERS_MAX)
    measured = (_measure(search, clause, source) for source in asked)
    parts = [one for one in measured if one and one.cuts and (one.is_twin or not _is_template(search, one))]
    return [
        one
        for one in parts
        if one.cover >= cuts.COVER_OF_SEVERAL_MIN or len(search.partners(one.source)) < cuts.PARTNERS_SEVERAL
    ]


def _is_template(search: _Search, found: PartCandidate) -> bool:
    """Whether a sibling with another origin explains the clause better: the clause was made on its pattern.

    Source: 117.7d of 2016-01-16 is 117.7c over again, for colorless mana.
    """
    ours, lexicon = search.ours, search.lexicon
    words = ours.words(found.clause)
    needed = (found.cover + cuts.PATTERN_LEAD_MIN) * lexicon.mass(words)
    return any(
        lexicon.mass(words & ours.words(sibling)) >= needed
        for sibling in ours.beside(found.clause)
        if sibling != found.clause and search.taken(sibling) and found.source not in search.taken(sibling)
    )


def _best(known: Mapping[int, list[PartCandidate]]) -> dict[int, PartCandidate]:
    """Return by source the best candidate, of those of which it is the best explanation."""
    best: dict[int, PartCandidate] = {}
    for explanations in known.values():
        if explanations:
            found = max(explanations, key=lambda one: one.strength)
            if found.source not in best or found.strength > best[found.source].strength:
                best[found.source] = found
    return best


def _holders(search: _Search) -> RareWords:
    holders = RareWords(search.lexicon, _TEXTS_MET, _SOURCES_MAX)
    for source in sorted(search.changed):
        holders.put(source, search.theirs.words(source))
    return holders


def _sources(search: _Search, holders: RareWords, clause: int) -> list[int]:
    """Return the changed clauses of the other side to measure: partners of neighbours, and those of like rare words."""
    ours = search.ours
    parent = ours.parents[clause]
    near = {parent, *ours.children[clause]}
    if parent >= 0:
        near.update((*ours.beside(clause), ours.before[parent], ours.after[parent]))
    near -= {-1, clause}
    found = {source for index in near for source in search.taken(index)}
    if not search.taken(clause):
        found.update(holders.sharing(ours.words(clause)))
    return sorted(
        source
        for source in found
        if source in search.changed and not _is_apart(search, clause, source) and _in_chapter(search, clause, source)
    )


def _in_chapter(search: _Search, clause: int, source: int) -> bool:
    chapters = search.ours.chapters
    return search.is_near(clause, source) or any(chapters[one] == chapters[clause] for one in search.partners(source))


def _is_apart(search: _Search, clause: int, source: int) -> bool:
    """Whether the clause is under another keyword than the partners of the source."""
    home = search.ours.homes[clause]
    return home >= 0 and search.ours.homes[search.partner[source]] != home


def _measure(search: _Search, clause: int, source: int) -> PartCandidate | None:
    """Return a clause as a possible part of a source; None where the source has too little of it."""
    lexicon = search.lexicon
    mine, whole = search.ours.words(clause), search.theirs.words(source)
    taken = search.taken(clause)
    mass = lexicon.mass(mine) or 1.0
    cover = lexicon.shared(whole, mine) / mass
    is_twin = not taken and _is_twin(search, clause, source)
    if cover < cuts.FRESH_OF_LINKED_MIN and not is_twin:
        return None
    lost, mass_lost = _lost(search, source)
    accounted: Words = frozenset().union(*(search.theirs.words(one) for one in taken))
    moved = lexicon.shared(lost - accounted, mine)
    recall = moved / (mass_lost or 1.0)
    partners = search.partners(source)
    is_beside = _parents_linked(search, clause, source) or any(_is_beside(search.ours, clause, one) for one in partners)
    return PartCandidate(
        clause=clause,
        source=source,
        cover=cover,
        moved=moved,
        recall=recall,
        fresh=moved / mass,
        is_twin=is_twin,
        is_beside=is_beside,
        is_joined=search.ours.parents[clause] in partners
        or (cuts.COVER_ANEW_MIN <= cover < cuts.COVER_ASIDE_MIN and _is_referred(search, clause, partners)),
        is_taken=bool(taken),
        is_old=search.is_old,
        is_anew=search.is_anew(clause, source),
    )


def _is_referred(search: _Search, clause: int, partners: Iterable[int]) -> bool:
    """Whether a clause cites a partner of its source, or the rule above that, or is cited by one.

    Source: 711.10 of 2015-01-23 has the second sentence of 711.9d of 2014-09-25 and says "See rule 711.3"; the first
    one is in 711.3d now.
    """
    cited, parents, numbers = search.cited(clause), search.ours.parents, search.ours.numbers
    above = {parents[one] for one in partners if parents[one] >= 0 and numbers[parents[one]].rule}
    return not above.union(partners).isdisjoint(cited) or any(clause in search.cited(one) for one in partners)


def _lost(search: _Search, source: int) -> tuple[Words, float]:
    """Return the words of a source that its partners lack, and their weight.

    Words with a digit do not count: a label such as "7d" shifts where nothing moved.
    """
    found = search.losses.get(source)
    if found is None:
        kept: Words = frozenset().union(*(search.ours.words(partner) for partner in search.partners(source)))
        lost = search.lexicon.lost(search.theirs.words(source), kept)
        lost = frozenset(word for word in lost if not any(map(str.isdigit, word)))
        found = search.losses[source] = lost, search.lexicon.mass(lost)
    return found


def _parents_linked(search: _Search, clause: int, source: int) -> bool:
    above, other = search.ours.parents[clause], search.theirs.parents[source]
    return above >= 0 and search.source_of[above] == other


def _is_beside(side: ReleaseSide, one: int, other: int) -> bool:
    parents = side.parents
    return parents[one] == parents[other] or parents[one] == other or parents[other] == one


def _is_twin(search: _Search, clause: int, source: int) -> bool:
    """Whether a sibling of the clause took the source's place, and the two divide the cases of the source.

    Source: 610.3a of 2020-06-01 became 610.3a for spells and activated abilities and 610.3b for triggered ones.
    """
    partner = search.partner[source]
    if search.ours.parents[partner] != search.ours.parents[clause]:
        return False
    if _both_say(search, source, clause, partner):
        return True
    keys, whole = search.ours.keys, search.theirs.words(source)
    kept = search.lexicon.shared(whole, search.ours.words(partner))
    return kept >= cuts.NARROWED_KEPT_MIN * search.lexicon.mass(whole) and is_narrowed(
        search.lexicon, search.theirs.keys[source], keys[partner], keys[clause]
    )


def _both_say(search: _Search, source: int, *twins: int) -> bool:
    """Whether each of two twins says nearly all of a source, and a case of its own: both a part of it or neither.

    Source: 415.2 of 2009-05-01, on activated or triggered abilities, became 113.1c and 113.1d.
    """
    lexicon, whole = search.lexicon, search.theirs.words(source)
    words = [search.ours.words(twin) for twin in twins]
    if min(lexicon.shared(whole, each) for each in words) < cuts.TWIN_SAID_MIN * lexicon.mass(whole):
        return False
    own = [one - other for one, other in permutations(words)]
    return any(
        all(lexicon.mass(each) >= cuts.TWIN_OWN_MIN for each in cases)
        for cases in ([each & whole for each in own], [each - whole for each in own])
    )
