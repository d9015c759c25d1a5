"""Releases made of a few real clauses, and excerpts of whole ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from msgspec.structs import replace

from crdiff.align.alignment import Alignment
from crdiff.align.matching import SAME, Branch, Grounds, Matching
from crdiff.align.side import ReleaseSide
from crdiff.align.state import Pass, PassState
from crdiff.dialects.build import Draft, grow
from crdiff.model.clause import Placement
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release, Source
from crdiff.model.tree import walk

SOURCE = Source("made.txt", "", 0, 0, "utf-8", "made", "LF", "official", "made")


def release_of(clauses: Mapping[str, str], day: str = "2009-05-01") -> Release:
    """Return a release with these clauses by number; a text that does not end a sentence is a title.

    Lines that begin with "Example:" are examples.
    """
    drafts = []
    for line, (printed, wording) in enumerate(clauses.items(), 1):
        first, *examples = wording.split("\n")
        number = ClauseNumber.parse(printed)
        is_title = not number.is_subrule and not first.endswith((".", ":", "”", '"', ")"))
        draft = Draft(number, printed, title=first if is_title else "")
        draft.paragraphs = [] if is_title else [first]
        draft.examples, draft.first, draft.last = examples, line, line
        drafts.append(draft)
    tree = grow(drafts)
    return Release(date.fromisoformat(day), "Rules", tree.sections, tree.placements, replace(SOURCE, name=f"{day}.txt"))


def excerpt_of(release: Release, subsections: Iterable[int], as_numbers: Mapping[int, int] | None = None) -> Release:
    """Return the release cut down to some subsections, each under the number that `as_numbers` gives it."""
    wanted = {
        ClauseNumber.of(number): ClauseNumber.of((as_numbers or {}).get(number, number)) for number in subsections
    }
    nodes = walk(release)
    chosen = [(wanted[node.number], node.index) for node in nodes if node.number in wanted]
    sections, placements = [], []
    for number, index in sorted(chosen):
        sections.append(nodes[index].clause)
        for node in nodes[index:]:
            if node.number.subsection != nodes[index].number.subsection:
                break
            renumbered = node.number.under(number)
            placements.append(Placement(renumbered, str(renumbered), node.placement.lines))
    return replace(release, sections=tuple(sections), placements=tuple(placements))


def links_by_number(alignment: Alignment) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the links as numbers, old ones to new ones; additions under ()."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for link in alignment.links:
        old = tuple(str(alignment.old_nodes[index].number) for index in link.old)
        new = tuple(str(alignment.new_nodes[index].number) for index in link.new)
        found[old] = (*found.get(old, ()), *new)
    return found


# The tier of links that a test makes itself.
HAND = "by hand"
# Number -> title or text; see `release_of`.
Clauses = Mapping[str, str]
NOTHING: Clauses = {}


def state_of(old: Clauses, new: Clauses, linked: Clauses = NOTHING, *passes: Pass) -> PassState:
    """Return the state of two lists of clauses after some links, old -> new number, and then some passes.

    The clauses come in the order of their numbers. Several new numbers, apart by blanks, are the main one and parts
    beside it.
    """
    old, new = (dict(sorted(clauses.items(), key=_order)) for clauses in (old, new))
    state = PassState(Matching(ReleaseSide(release_of(old)), ReleaseSide(release_of(new, "2009-07-11"))))
    for one, others in linked.items():
        main, *parts = others.split()
        link(state, one, main)
        for part in parts:
            state.matching.add_branch(Branch(*places(state, one, part), Grounds(HAND, (), 1.0)))
    for each in passes:
        each(state)
    return state


def _order(clause: tuple[str, str]) -> ClauseNumber:
    return ClauseNumber.parse(clause[0])


def places(state: PassState, old: str, new: str) -> tuple[int, int]:
    """Return the indices of an old and of a new clause."""
    numbers = state.matching.old.numbers, state.matching.new.numbers
    return numbers[0].index(ClauseNumber.parse(old)), numbers[1].index(ClauseNumber.parse(new))


def link(state: PassState, old: str, new: str) -> None:
    """Link two clauses by number, as the first passes do where their texts are the same."""
    one, other = places(state, old, new)
    is_same = state.matching.old.keys[one] == state.matching.new.keys[other]
    state.matching.link(one, other, Grounds(SAME if is_same else HAND, (), 1.0))


def heirs(state: PassState) -> dict[str, str]:
    """Return the heirs of each old clause that has any, the main one first, apart by blanks."""
    old, new = state.matching.old.numbers, state.matching.new.numbers
    found = {str(number): state.matching.heirs(at) for at, number in enumerate(old)}
    return {number: " ".join(str(new[at]) for at in to) for number, to in found.items() if to}
