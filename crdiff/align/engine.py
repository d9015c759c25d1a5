"""The whole way from two releases to an alignment: the passes in their order, certain before fuzzy.

The engine always works from the earlier text to the later one and turns the result round where it was asked the other
way, so that swapping the releases mirrors the alignment exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from crdiff.align.alignment import Alignment, PartLink
from crdiff.align.breaks import without_the_missing
from crdiff.align.excerpts import excerpts
from crdiff.align.matching import Matching
from crdiff.align.measure.absence import Absences, weigh_absences
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.scorer import Rivals
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.measure.vocabulary import Vocabulary
from crdiff.align.mirror import in_order, mirrored
from crdiff.align.overrides import Override, apply_overrides
from crdiff.align.passes.copies import link_copies
from crdiff.align.passes.examples import align_examples
from crdiff.align.passes.glossary_and_front import align_glossary, align_paragraphs
from crdiff.align.passes.headings import link_by_content, link_containers, link_headings
from crdiff.align.passes.instances import link_multiple_instances
from crdiff.align.passes.leftovers import link_leftovers
from crdiff.align.passes.parts import link_parts
from crdiff.align.passes.restated import link_restated
from crdiff.align.passes.same_text import link_repeated_texts, link_unique_texts
from crdiff.align.passes.similar import link_doubtful, link_similar
from crdiff.align.passes.verify import verify
from crdiff.align.rows import links_of
from crdiff.align.side import Side
from crdiff.model.release import Release

_ENOUGH_TO_COUNT = 1000
"""About so many clauses are read to learn which words are common; all clauses give the same links."""


def align_releases(old: Release, new: Release, overrides: Sequence[Override] = ()) -> Alignment:
    """Return every link between the releases `old` and `new`: clauses, examples, glossary, front matter and credits.

    Decisions by hand in `overrides` beat every pass. Raises `OverrideError` where one does not fit the texts.
    """
    if is_backwards(old, new):
        return mirrored(_align(new, old, [override.mirrored() for override in overrides]))
    return _align(old, new, overrides)


def is_backwards(old: Release, new: Release) -> bool:
    """Whether `new` is the earlier text, so that the engine works the other way round."""
    one, other = _order(old), _order(new)
    return _printed(old) > _printed(new) if one == other else one > other


def _order(release: Release) -> tuple[date, str, str]:
    return release.effective or date.max, release.source.name, release.source.sha256


def _printed(release: Release) -> list[str]:
    return [placement.printed for placement in release.placements]


class Settled(Struct, frozen=True):
    """What the passes found, and what they found it with."""

    matching: Matching
    vocabulary: Vocabulary
    citations: Citations
    absences: Absences


def settle(old: Release, new: Release, overrides: Sequence[Override] = ()) -> Settled:
    """Run the passes over the clauses of two releases, `old` the earlier one."""
    matching = Matching(Side(old), Side(new))
    apply_overrides(matching, overrides)
    link_headings(matching)
    link_unique_texts(matching)
    link_repeated_texts(matching)
    open_old, open_new = matching.open_old(), matching.open_new()
    changed = (matching.new.keys[index] for index in open_new)
    every = 1 + len(matching.old) // _ENOUGH_TO_COUNT
    vocabulary = Vocabulary([*matching.old.keys[::every], *changed] if open_old or open_new else ())
    citations = Citations(matching)
    rivals, upheaval = Rivals({}), Upheaval(matching)
    if open_old or open_new:
        link_by_content(matching, vocabulary)
        link_repeated_texts(matching)
        link_multiple_instances(matching)
        scorer = link_similar(matching, vocabulary, citations)
        upheaval = Upheaval(matching)
        link_parts(matching, vocabulary, upheaval)
        link_doubtful(matching, vocabulary, scorer)
        link_leftovers(matching, vocabulary, upheaval)
        link_doubtful(matching, vocabulary, scorer)
        link_containers(matching)
        link_copies(matching, vocabulary)
        link_restated(matching, vocabulary, scorer, upheaval)
        rivals = Rivals(scorer.open_scores())
    absences = weigh_absences(matching, rivals, upheaval)
    verify(matching, citations)
    return Settled(matching, vocabulary, citations, absences)


def _align(old: Release, new: Release, overrides: Sequence[Override]) -> Alignment:
    settled = settle(old, new, overrides)
    matching = settled.matching
    examples = align_examples(matching)  # before the links, whose evidence says where the search for them was cut short
    aligned = Alignment(
        old=old,
        new=new,
        old_nodes=matching.old.nodes,
        new_nodes=matching.new.nodes,
        links=in_order(links_of(matching, settled.absences)),
        examples=examples,
        glossary=_covered(align_glossary(old.glossary, new.glossary), old, new),
        front=_front(old, new),
        credits=_covered(align_paragraphs(old.credits, new.credits), old, new),
    )
    aligned = replace(aligned, excerpts=excerpts(aligned))
    return without_the_missing(aligned) if old.missing or new.missing else aligned


def _covered(links: Iterable[PartLink], old: Release, new: Release) -> tuple[PartLink, ...]:
    """Return `links` without entries added to or removed from an excerpt: what it does not quote, it does not deny.

    Source: the 720 page quotes the glossary entry "Control Another Player", the 718 page no glossary at all.
    """
    return tuple(
        link for link in links if (link.old is not None or _has_end(old)) and (link.new is not None or _has_end(new))
    )


def _front(old: Release, new: Release) -> tuple[PartLink, ...]:
    """Return the links of the front matter; a text without its beginning has lost it and holds no other."""
    if old.lacks_beginning or new.lacks_beginning:
        return ()
    return _covered(align_paragraphs(old.front, new.front), old, new)


def _has_end(release: Release) -> bool:
    """Whether a text sets out to have all that stands after the rules: one that lost only its beginning does."""
    return release.coverage.is_whole or release.lacks_beginning
