"""From two releases to an alignment: the passes in their order, certain before fuzzy.

`PASSES` is the order. Each pass is a function of the `PassState`: it reads the links made so far, adds its own, and
leaves what it does not know to those after it. `examples` and `glossary_and_front` align the other parts of a release.

The engine always works from the earlier text to the later one and mirrors the result where the caller names the later
one first, so that swapping the releases mirrors the alignment exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec.structs import replace

from crdiff.align.alignment import Alignment, Followed, PartLink, in_order, mirrored
from crdiff.align.breaks import completed, excerpts, without_the_missing
from crdiff.align.finished_links import finished_links
from crdiff.align.matching import Matching
from crdiff.align.overrides import Override
from crdiff.align.passes.followed import link_followed, settle_followed
from crdiff.align.passes.glossary_and_front import align_glossary, align_paragraphs
from crdiff.align.passes.ledger import link_sentences
from crdiff.align.passes.main_links import elect_main_links
from crdiff.align.passes.notices import link_notices
from crdiff.align.passes.parts_by_words import link_parts_by_words
from crdiff.align.passes.same_text import apply_overrides, link_same_texts
from crdiff.align.passes.similar import align_examples, link_doubtful, link_sure
from crdiff.align.passes.titles import link_containers, link_renamed, link_titles
from crdiff.align.side import ReleaseSide
from crdiff.align.state import Pass, PassState
from crdiff.model.release import Release

# The passes in their order.
PASSES: tuple[Pass, ...] = (
    apply_overrides,
    link_titles,
    link_same_texts,
    link_followed,
    link_sure,
    link_renamed,
    link_doubtful,
    link_notices,
    link_sentences,
    link_parts_by_words,
    link_containers,
    elect_main_links,
    settle_followed,
)


def align_releases(
    old: Release,
    new: Release,
    overrides: Sequence[Override] = (),
    followed: Followed | None = None,
    before: Release | None = None,
) -> Alignment:
    """Return every link between the releases `old` and `new`: clauses, examples, glossary, front matter and credits.

    Decisions by hand in `overrides` beat every pass. `followed` says what became of the clauses through the releases
    between, where that is known: it beats what the two texts show. `before` is an earlier text: where `old` breaks off,
    it stands in for what is missing. Raises `OverrideError` where a decision does not fit the texts.
    """
    whole, stand_in = completed(old, before) if before else (old, None)
    found = alignment_of(settle(whole, new, overrides, followed))
    found = mirrored(found) if is_backwards(old, new) else found
    return replace(found, breaks=(*found.breaks, stand_in)) if stand_in else found


def is_backwards(old: Release, new: Release) -> bool:
    """Whether `new` is the earlier text, so that the engine works the other way round."""
    return _order(old) > _order(new)


def _order(release: Release) -> tuple[date, str, str, list[str]]:
    printed = [placement.printed for placement in release.placements]
    return release.effective or date.max, release.source.name, release.source.sha256, printed


def settle(
    old: Release,
    new: Release,
    overrides: Sequence[Override] = (),
    followed: Followed | None = None,
    passes: Sequence[Pass] = PASSES,
) -> PassState:
    """Run the passes from the earlier of two releases to the later one, and return the state they leave."""
    if is_backwards(old, new):
        old, new, followed = new, old, followed and followed.mirrored()
        overrides = [override.mirrored() for override in overrides]
    state = PassState(Matching(ReleaseSide(old), ReleaseSide(new)), overrides, followed)
    for each in passes:
        each(state)
    return state


def alignment_of(state: PassState) -> Alignment:
    """Return the alignment of two releases, from the earlier to the later, once the passes have run."""
    matching = state.matching
    old, new = matching.old.release, matching.new.release
    examples = align_examples(matching)  # first: the evidence of the links names what these leave out
    has_lost_its_front = old.lacks_beginning or new.lacks_beginning
    aligned = Alignment(
        old=old,
        new=new,
        old_nodes=matching.old.nodes,
        new_nodes=matching.new.nodes,
        links=in_order(finished_links(state)),
        examples=examples,
        glossary=_covered(align_glossary(old.glossary, new.glossary), old, new),
        front=() if has_lost_its_front else _covered(align_paragraphs(old.front, new.front), old, new),
        credits=_covered(align_paragraphs(old.credits, new.credits), old, new),
    )
    aligned = replace(aligned, excerpts=excerpts(aligned))
    return without_the_missing(aligned) if old.missing or new.missing else aligned


def _covered(links: Iterable[PartLink], old: Release, new: Release) -> tuple[PartLink, ...]:
    """Return `links` without entries added to or removed from an excerpt, which may leave any entry unquoted.

    Source: the 720 page quotes the glossary entry "Control Another Player", the 718 page no glossary at all.
    """
    return tuple(
        link for link in links if (link.old is not None or _has_end(old)) and (link.new is not None or _has_end(new))
    )


def _has_end(release: Release) -> bool:
    """Whether a text sets out to have all parts after the rules: one that lost only its beginning does."""
    return release.coverage.is_whole or release.lacks_beginning
