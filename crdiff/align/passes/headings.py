"""Sections, subsections and keyword headings: by title, then by the clauses that went from one to the other.

A title stays with its chapter when everything in it is renumbered: "Controlling Another Player's Turn" is 507 in
2009-05-01 and 710 in 2009-07-11. A renamed chapter is known by its content: 217.5 "In Play" became 403 "Battlefield".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from crdiff.align.matching import Branch, Grounds, Matching
from crdiff.align.measure import cuts
from crdiff.align.measure.assignment import best_pairs
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.side import ReleaseSide
from crdiff.model.clause import ClauseKind
from crdiff.text.similarity import likeness

TIER = "heading"
CONTENT = "content"
_BY_CONTENT = (cuts.HEADING_GAIN_MIN,)
_BY_CLAUSES = (cuts.CONTAINER_SHARE_MIN,)
_TOP = -9
"""In place of the parent of a clause at the top; unlike the mark of a parent without heir, clauses may share it."""
Pair = tuple[int, int]


def link_headings(matching: Matching) -> None:
    """Link headings whose title occurs once at its level on both sides; then those of one title told apart by place."""
    old, new = _by_title(matching.old), _by_title(matching.new)
    for key, olds in old.items():
        news = new.get(key, [])
        if len(olds) == len(news) == 1 and matching.is_open_old(olds[0]) and matching.is_open_new(news[0]):
            _link_titles(matching, olds[0], news[0], "", 0.99)
    for key, olds in old.items():
        for one, other in _matched_by_parent(matching, olds, new.get(key, [])):
            _link_titles(matching, one, other, ", in the same chapter", 0.97)


def link_by_content(matching: Matching, lexicon: Lexicon) -> None:
    """Link renamed headings by the clauses that went from under one to under the other, and by title."""
    free_old = {at for at in matching.open_old() if matching.old.headings[at]}
    free_new = {at for at in matching.open_new() if matching.new.headings[at]}
    if not (free_old and free_new):
        return
    votes, cast_old, cast_new = _votes(matching, free_old, free_new)
    shares: dict[Pair, float] = {}
    gains: dict[Pair, float] = {}
    for (old, new), count in sorted(votes.items()):
        share = 2 * count / (cast_old[old] + cast_new[new])
        alike = _titles_alike(matching, lexicon, old, new)
        shares[old, new] = share
        gains[old, new] = (
            cuts.HEADING_VOTES_WORTH * share + (1 - cuts.HEADING_VOTES_WORTH) * alike - cuts.HEADING_GAIN_MIN
            if count > 1 or alike > 0
            else 0.0
        )
    for old, new in best_pairs(gains):
        under = "1 clause" if votes[old, new] == 1 else f"{votes[old, new]} clauses"
        evidence = f"{under} under it correspond{'s' if votes[old, new] == 1 else ''}, {shares[old, new]:.0%} of both"
        matching.link(
            old, new, Grounds(CONTENT, (evidence,), round(min(0.98, 0.6 + gains[old, new]), 4), cuts=_BY_CONTENT)
        )


def link_containers(matching: Matching) -> None:
    """Link a clause without partner to the clause that took over most of its children, heading or not.

    Source: the heading 418.3 of 2009-05-01, "Continuous Effects from Spells or Abilities", gave way to the rule 610.2,
    which all four of its clauses stand under; 110.5, on tokens, became the subsection 111 in 2019-07-12.
    """
    for old, new in _containers(matching):
        became_heading = matching.is_open_new(new) and matching.new.headings[new] and not matching.old.headings[old]
        if not (matching.is_open_old(old) or became_heading) or new in matching.heirs(old):
            continue
        heirs = [matching.heir[child] for child in matching.old.children[old]]
        moved = sum(heir >= 0 and matching.new.parents[heir] == new for heir in heirs)
        under_old, under_new = len(matching.old.children[old]), len(matching.new.children[new])
        if moved < cuts.CONTAINER_SHARE_MIN * max(under_old, under_new):
            continue
        evidence = f"{moved} of {under_old} clauses under it went on under {matching.new.numbers[new]}"
        grounds = Grounds(CONTENT, (evidence,), round(0.3 + moved / (under_old + under_new), 4), cuts=_BY_CLAUSES)
        if matching.is_open_old(old) and matching.is_open_new(new):
            matching.link(old, new, grounds)
        elif matching.heir[old] >= 0 or matching.origin[new] >= 0:
            matching.add_branch(Branch(old, new, grounds))


def _containers(matching: Matching) -> list[Pair]:
    """Return each old clause over others with the new ones that have heirs of these under them, in order.

    A heading that took over the clauses of one under it was there before: the list 314.1 of 2003-05-26 was dissolved.
    """
    old, new = matching.old, matching.new
    found: set[Pair] = set()
    for child, heir in matching.pairs():
        above_old, above_new = old.parents[child], new.parents[heir]
        if above_old >= 0 and above_new >= 0 and matching.heir[above_old] != above_new:
            over = old.parents[above_old]
            if over < 0 or matching.heir[over] != above_new:
                found.add((above_old, above_new))
    return sorted(found)


def _votes(
    matching: Matching, free_old: set[int], free_new: set[int]
) -> tuple[Counter[Pair], Counter[int], Counter[int]]:
    """Return the counts of linked clauses that went from one heading to another, and of all under each heading."""
    votes: list[Pair] = []
    cast_old: list[int] = []
    cast_new: list[int] = []
    for old, new in matching.pairs():
        above_old = free_old.intersection(matching.old.ancestors[old])
        above_new = free_new.intersection(matching.new.ancestors[new])
        cast_old += above_old
        cast_new += above_new
        votes += product(above_old, above_new)
    return Counter(votes), Counter(cast_old), Counter(cast_new)


def _titles_alike(matching: Matching, lexicon: Lexicon, old: int, new: int) -> float:
    one, other = matching.old.words(old), matching.new.words(new)
    return likeness(lexicon.shared(one, other), lexicon.mass(one), lexicon.mass(other))


def _link_titles(matching: Matching, old: int, new: int, detail: str, confidence: float) -> None:
    is_same = (
        matching.old.texts[old] == matching.new.texts[new] and matching.old.numbers[old] == matching.new.numbers[new]
    )
    evidence = f"same title {matching.old.nodes[old].clause.title!r}{detail}"
    matching.link(old, new, Grounds(TIER, (evidence,), 1.0 if is_same else confidence))


def _by_title(side: ReleaseSide) -> dict[tuple[bool, str], list[int]]:
    found: dict[tuple[bool, str], list[int]] = {}
    for index, node in enumerate(side.nodes):
        if side.headings[index]:
            is_rule = node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}
            found.setdefault((is_rule, side.keys[index].casefold()), []).append(index)
    return found


def _matched_by_parent(matching: Matching, olds: list[int], news: list[int]) -> Iterator[Pair]:
    """Yield the headings of one title whose parents are partners, where only one pair has such parents."""
    under_old: dict[int, list[int]] = {}
    for one in filter(matching.is_open_old, olds):
        above = matching.old.parents[one]
        under_old.setdefault(matching.heir[above] if above >= 0 else _TOP, []).append(one)
    under_new: dict[int, list[int]] = {}
    for other in filter(matching.is_open_new, news):
        above = matching.new.parents[other]
        under_new.setdefault(above if above >= 0 else _TOP, []).append(other)
    for above, ones in under_old.items():
        others = under_new.get(above, ())
        if len(ones) == len(others) == 1:
            yield ones[0], others[0]
