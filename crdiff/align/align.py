"""The whole way from two releases to an alignment: the passes in their order, certain before fuzzy.

The engine always works from the earlier text to the later one and turns the result round where it was asked
the other way, so that swapping the releases mirrors the alignment exactly.
"""

from __future__ import annotations

from datetime import date

from crdiff.align.alignment import Alignment, Link
from crdiff.align.examples import align_examples
from crdiff.align.headings import link_headings
from crdiff.align.matching import Matching
from crdiff.align.mirror import in_order, mirrored
from crdiff.align.outside import align_glossary, align_paragraphs
from crdiff.align.same_text import link_repeated_texts, link_unique_texts
from crdiff.align.side import Side
from crdiff.align.similar import link_similar
from crdiff.model.release import Release


def align(old: Release, new: Release) -> Alignment:
    """Return every link between two releases."""
    if _order(old) > _order(new):
        return mirrored(_align(new, old))
    return _align(old, new)


def _order(release: Release) -> tuple[date, str, str]:
    return release.effective or date.max, release.source.name, release.source.sha256


def _align(old: Release, new: Release) -> Alignment:
    matching = Matching(Side(old), Side(new))
    link_headings(matching)
    link_unique_texts(matching)
    link_repeated_texts(matching)
    link_similar(matching)
    links = _links(matching)
    return Alignment(
        old=old,
        new=new,
        old_nodes=matching.old.nodes,
        new_nodes=matching.new.nodes,
        links=links,
        examples=align_examples(matching),
        glossary=align_glossary(old.glossary, new.glossary),
        front=align_paragraphs(old.front, new.front),
        credits=align_paragraphs(old.credits, new.credits),
    )


def _links(matching: Matching) -> tuple[Link, ...]:
    found: list[Link] = []
    for old, new in enumerate(matching.heir):
        if new >= 0:
            proof = matching.proofs[old]
            found.append(Link((old,), (new,), proof.tier, proof.evidence, proof.confidence, runner_up=proof.runner_up))
        elif _within_coverage(matching, old, removed=True):
            found.append(Link((old,), (), "removed", ("no partner in the new text",), 0.9))
    for new in matching.free_new():
        if _within_coverage(matching, new, removed=False):
            found.append(Link((), (new,), "added", ("no partner in the old text",), 0.9))
    return in_order(found)


def _within_coverage(matching: Matching, index: int, *, removed: bool) -> bool:
    """Whether the other text set out to quote the place of a clause without partner.

    It did where it is whole, or where a clause above this one has a partner that it set out to quote.
    """
    side, other, partners = (
        (matching.old, matching.new, matching.heir) if removed else (matching.new, matching.old, matching.origin)
    )
    coverage = other.release.coverage
    while not coverage.is_whole:
        index = side.parents[index]
        if index < 0:
            return False
        if partners[index] >= 0 and coverage.covers(other.numbers[partners[index]]):
            return True
    return True
