"""Parts that only words show: clauses without partner that contain what a changed pair lost or gained.

A clause without origin was split off where it consists of words that an old clause had and its heirs lack; a clause
without heir was merged in where a new clause has words of it that its origins lacked. The sentences of such clauses
were rewritten, so the ledger does not find them: of the 33 splits and merges of the developers' gold six come out whole
by their words only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from crdiff.align.matching import OVERRIDE, SAME, Branch, Grounds
from crdiff.align.measure import cuts
from crdiff.align.measure.context import Context
from crdiff.align.measure.cuts import Cut
from crdiff.align.state import PassState
from crdiff.text.nearest import RareWords
from crdiff.text.words import Words

TIER = "leftover"


class WordPart(Struct, frozen=True):
    """A clause without partner as a candidate part of `source`, a changed clause of the other side.

    `cover` is the share of its words that the source has, `moved` the weight of those that the partners of the source
    lack, `recall` their share of all such words. `is_beside`: it is a sibling, parent or child of a partner.
    """

    clause: int
    source: int
    cover: float
    moved: float
    recall: float
    is_beside: bool

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts that the clause passes as a part of the source; none where it more likely belongs to nothing."""
        least = cuts.MOVED_MIN if self.is_beside else cuts.MOVED_FAR_MIN
        if self.moved < least:
            return ()
        if self.is_beside and self.cover >= cuts.COVER_ALONE_MIN:
            return least, cuts.COVER_ALONE_MIN
        is_part = self.cover >= cuts.COVER_MIN and self.recall >= cuts.RECALL_MIN
        return (least, cuts.COVER_MIN, cuts.RECALL_MIN) if is_part else ()

    @property
    def strength(self) -> tuple[float, int]:
        """The order of candidates: by the greatest, the best explanation of a clause and the best part of a source."""
        return self.cover + self.moved, -self.source

    @property
    def confidence(self) -> float:
        """The raw confidence, 0.0-1.0."""
        return round(min(0.9, 0.3 + self.cover / 2), 4)


class _Search:
    """The search for parts from the side of the candidates, so that one procedure finds splits and merges.

    `ours` is the side of the candidates, `theirs` that of the sources. `partners` gives all partners of a source, the
    main one first, `taken` all sources of a candidate. `changed` are the sources to search, `losses` caches the words
    that they lost, `lexicon` maps their words to ours.
    """

    def __init__(self, state: PassState, context: Context, *, is_old: bool) -> None:
        matching = self.matching = state.matching
        self.ours, self.theirs = (matching.old, matching.new) if is_old else (matching.new, matching.old)
        self.taken: Callable[[int], list[int]] = matching.heirs if is_old else matching.origins
        self.partners: Callable[[int], list[int]] = matching.origins if is_old else matching.heirs
        self.open = matching.open_old() if is_old else matching.open_new()
        self.changed = {
            new if is_old else old
            for old, new in matching.pairs()
            if matching.grounds[old].tier not in {SAME, OVERRIDE} and not matching.old.headings[old]
        }
        self._context = context
        self.is_old = is_old
        self.lexicon = state.lexicon.reversed() if is_old else state.lexicon
        self.losses: dict[int, tuple[Words, float]] = {}
        self.holders = RareWords(self.lexicon)
        for source in sorted(self.changed):
            self.holders.put(source, self.theirs.words(source))

    def pair(self, clause: int, source: int) -> tuple[int, int]:
        """Return the old and the new one of a clause of our side and a source."""
        return (clause, source) if self.is_old else (source, clause)

    def is_in_reach(self, clause: int, source: int) -> bool:
        """Whether a clause is in a chapter that took over that of the source, and under no other keyword than it."""
        homes, chapters, partners = self.ours.homes, self.ours.chapters, self.partners(source)
        if homes[clause] >= 0 and homes[partners[0]] != homes[clause]:
            return False
        is_near = self._context.is_near(*self.pair(clause, source))
        return is_near or any(chapters[one] == chapters[clause] for one in partners)


def link_parts_by_words(state: PassState) -> None:
    """Add the clauses without partner to the pairs they belong to: first those split off, then those merged in."""
    if state.followed or not state.scorer:
        return
    context = Context(state.matching)
    for search in [_Search(state, context, is_old=is_old) for is_old in (False, True)]:
        for found in _settle(search):
            source = search.theirs.numbers[found.source]
            partner = search.ours.numbers[search.partners(found.source)[0]]
            cover, recall = f"{found.cover:.0%} of its words are in {source}", f"it has {found.recall:.0%} of those"
            evidence = f"{cover}, and {recall} that {partner} lacks"
            grounds = Grounds(TIER, (evidence,), found.confidence, cuts=found.cuts)
            state.matching.add_branch(Branch(*search.pair(found.clause, found.source), grounds))


def _settle(search: _Search) -> Iterator[WordPart]:
    """Yield the candidates that are parts, the best of each source first; words of one do not count for the next."""
    alone = [clause for clause in search.open if not search.ours.headings[clause] and not search.taken(clause)]
    known = {clause: _explanations(search, clause, _sources(search, clause)) for clause in alone}
    while best := _best(known):
        for source in sorted(best):
            del known[best[source].clause]
            yield best[source]
            del search.losses[source]
        for clause, explanations in known.items():
            if any(one.source in best for one in explanations):
                known[clause] = _explanations(search, clause, [one.source for one in explanations])


def _explanations(search: _Search, clause: int, sources: Iterable[int]) -> list[WordPart]:
    """Return a clause as a part of some of `sources`, unless it was made on the pattern of a sibling."""
    asked = (source for source in sources if len(search.partners(source)) < cuts.PARTNERS_MAX)
    measured = (_measure(search, clause, source) for source in asked)
    return [one for one in measured if one.cuts and not _is_template(search, one)]


def _is_template(search: _Search, found: WordPart) -> bool:
    """Whether a sibling with another origin explains the clause better: the clause was made on its pattern."""
    ours, lexicon = search.ours, search.lexicon
    words = ours.words(found.clause)
    needed = (found.cover + cuts.FIT_GAIN_MIN) * lexicon.mass(words)
    return any(
        lexicon.mass(words & ours.words(sibling)) >= needed
        for sibling in ours.beside(found.clause)
        if sibling != found.clause and search.taken(sibling) and found.source not in search.taken(sibling)
    )


def _best(known: Mapping[int, list[WordPart]]) -> dict[int, WordPart]:
    """Return by source the best candidate, of those of which it is the best explanation."""
    best: dict[int, WordPart] = {}
    for explanations in known.values():
        if explanations:
            found = max(explanations, key=lambda one: one.strength)
            if found.source not in best or found.strength > best[found.source].strength:
                best[found.source] = found
    return best


def _sources(search: _Search, clause: int) -> list[int]:
    """Return the changed clauses of the other side to measure: partners of neighbours, and those of like rare words."""
    ours = search.ours
    parent = ours.parents[clause]
    near = {parent, *ours.children[clause]}
    if parent >= 0:
        near.update((*ours.beside(clause), ours.before[parent], ours.after[parent]))
    near -= {-1, clause}
    found = {source for index in near for source in search.taken(index)}
    found.update(search.holders.sharing(ours.words(clause)))
    return sorted(source for source in found & search.changed if search.is_in_reach(clause, source))


def _measure(search: _Search, clause: int, source: int) -> WordPart:
    """Return a clause as a possible part of a source."""
    lexicon, ours, theirs = search.lexicon, search.ours, search.theirs
    mine = ours.words(clause)
    lost, mass_lost = _lost(search, source)
    moved = lexicon.shared(lost, mine)
    above = ours.parents[clause]
    are_parents_linked = above >= 0 and search.matching.parents_linked(*search.pair(clause, source))
    is_beside = are_parents_linked or any(
        ours.parents[one] == above or one == above or ours.parents[one] == clause for one in search.partners(source)
    )
    cover = lexicon.shared(theirs.words(source), mine) / (lexicon.mass(mine) or 1.0)
    return WordPart(clause, source, cover, moved, moved / (mass_lost or 1.0), is_beside)


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
