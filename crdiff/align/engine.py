"""From two releases to an alignment: the passes in their order, certain before fuzzy.

1. `overrides`: decisions by hand.
2. `headings`: headings of one title.
3. `same_text`: clauses that say the same, first texts printed once, then copies told apart by their places.
4. `headings` again: renamed headings, by the clauses under them.
5. `same_text` again: copies that the renamed headings tell apart.
6. `multiple_instances`: clauses on several instances of one keyword.
7. `similar`: reworded clauses, in rounds from sure to doubtful.
8. `parts_by_sentences`: splits and merges that a whole sentence shows.
9. `similar` again: the doubtful ones, with the context that 8 lends.
10. `parts_by_words`: splits and merges that only words show.
11. `similar` again, with the context that 10 lends.
12. `same_home`: clauses left alone in one step or under one keyword.
13. `headings` a last time: clauses over others that went on together.
14. `notices`: notices that a rule is gone, and the rules whose numbers they keep.
15. `copies`: new clauses that repeat one which moved.
16. `restated`: removed clauses whose content another clause restates.
17. `confirmations`: links that the cross-references confirm or doubt.

Where the clauses of two releases far apart were followed through those between, `followed` comes before and after
pass 7, and passes 8 to 16 do not run.

`examples` and `glossary_and_front` align the other parts of a release. Passes 4 to 16 run only where some clause
changed.

The engine always works from the earlier text to the later one and mirrors the result where the caller names the later
one first, so that swapping the releases mirrors the alignment exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from crdiff.align.alignment import Alignment, PartLink
from crdiff.align.breaks import without_the_missing
from crdiff.align.excerpts import excerpts
from crdiff.align.finished_links import finished_links
from crdiff.align.matching import Matching
from crdiff.align.measure.absence import Absences, weigh_absences
from crdiff.align.measure.citations import Citations
from crdiff.align.measure.lexicon import Lexicon
from crdiff.align.measure.scorer import Rivals, Scorer
from crdiff.align.measure.upheaval import Upheaval
from crdiff.align.mirror import in_order, mirrored
from crdiff.align.overrides import Override, apply_overrides
from crdiff.align.passes.confirmations import confirm_by_references
from crdiff.align.passes.copies import link_copies
from crdiff.align.passes.examples import align_examples
from crdiff.align.passes.followed import Followed, link_followed, settle_followed
from crdiff.align.passes.glossary_and_front import align_glossary, align_paragraphs
from crdiff.align.passes.headings import link_by_content, link_containers, link_headings
from crdiff.align.passes.multiple_instances import link_multiple_instances
from crdiff.align.passes.notices import link_notices
from crdiff.align.passes.parts_by_sentences import link_parts_by_sentences
from crdiff.align.passes.parts_by_words import link_parts_by_words
from crdiff.align.passes.restated import link_restated
from crdiff.align.passes.same_home import link_in_same_home
from crdiff.align.passes.same_text import link_repeated_texts, link_unique_texts
from crdiff.align.passes.similar import link_doubtful, link_similar
from crdiff.align.side import ReleaseSide
from crdiff.model.release import Release

_CLAUSES_COUNTED = 1000
"""Clauses (count), about, whose words are counted to learn which are common; all clauses give nearly the same links."""


def align_releases(
    old: Release, new: Release, overrides: Sequence[Override] = (), followed: Followed | None = None
) -> Alignment:
    """Return every link between the releases `old` and `new`: clauses, examples, glossary, front matter and credits.

    Decisions by hand in `overrides` beat every pass. `followed` says what became of the clauses through the releases
    between, where that is known: it beats what the two texts show. Raises `OverrideError` where a decision does not fit
    the texts.
    """
    if is_backwards(old, new):
        turned = [override.mirrored() for override in overrides]
        return mirrored(_align(new, old, turned, followed and followed.mirrored()))
    return _align(old, new, overrides, followed)


def is_backwards(old: Release, new: Release) -> bool:
    """Whether `new` is the earlier text, so that the engine works the other way round."""
    one, other = _order(old), _order(new)
    return _printed(old) > _printed(new) if one == other else one > other


def _order(release: Release) -> tuple[date, str, str]:
    return release.effective or date.max, release.source.name, release.source.sha256


def _printed(release: Release) -> list[str]:
    return [placement.printed for placement in release.placements]


class Settled(Struct, frozen=True):
    """The matching that the passes made, and the measures by which they made it."""

    matching: Matching
    lexicon: Lexicon
    citations: Citations
    absences: Absences


def settle(old: Release, new: Release, overrides: Sequence[Override] = (), followed: Followed | None = None) -> Settled:
    """Run the passes over the clauses of two releases, `old` the earlier one."""
    matching = Matching(ReleaseSide(old), ReleaseSide(new))
    apply_overrides(matching, overrides)
    link_headings(matching)
    link_unique_texts(matching)
    link_repeated_texts(matching)
    open_old, open_new = matching.open_old(), matching.open_new()
    changed = (matching.new.keys[index] for index in open_new)
    every = 1 + len(matching.old) // _CLAUSES_COUNTED
    lexicon = Lexicon([*matching.old.keys[::every], *changed] if open_old or open_new else ())
    citations = Citations(matching)
    rivals, upheaval = Rivals({}), Upheaval(matching)
    if open_old or open_new:
        link_by_content(matching, lexicon)
        link_repeated_texts(matching)
        link_multiple_instances(matching)
        if followed:
            link_followed(matching, followed)
        scorer = link_similar(matching, lexicon, citations)
        if not followed:
            upheaval = _settle_parts(matching, lexicon, citations, scorer)
        rivals = Rivals(scorer.open_scores())
    if followed:
        settle_followed(matching, followed)
    absences = weigh_absences(matching, rivals, upheaval)
    confirm_by_references(matching, citations)
    return Settled(matching, lexicon, citations, absences)


def _settle_parts(matching: Matching, lexicon: Lexicon, citations: Citations, scorer: Scorer) -> Upheaval:
    """Find splits and merges, and what their context shows: passes 8 to 16."""
    upheaval = Upheaval(matching)
    link_parts_by_sentences(matching, lexicon, upheaval)
    link_doubtful(matching, lexicon, scorer)
    link_parts_by_words(matching, lexicon, citations, upheaval)
    link_doubtful(matching, lexicon, scorer)
    link_in_same_home(matching, lexicon)
    link_containers(matching)
    link_notices(matching)
    link_copies(matching, lexicon)
    link_restated(matching, lexicon, scorer, upheaval)
    return upheaval


def _align(old: Release, new: Release, overrides: Sequence[Override], followed: Followed | None) -> Alignment:
    settled = settle(old, new, overrides, followed)
    matching = settled.matching
    examples = align_examples(matching)  # first: the evidence of the links names what these leave out
    aligned = Alignment(
        old=old,
        new=new,
        old_nodes=matching.old.nodes,
        new_nodes=matching.new.nodes,
        links=in_order(finished_links(matching, settled.absences)),
        examples=examples,
        glossary=_covered(align_glossary(old.glossary, new.glossary), old, new),
        front=_front(old, new),
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


def _front(old: Release, new: Release) -> tuple[PartLink, ...]:
    """Return the links of the front matter; a text without its beginning has lost its own."""
    if old.lacks_beginning or new.lacks_beginning:
        return ()
    return _covered(align_paragraphs(old.front, new.front), old, new)


def _has_end(release: Release) -> bool:
    """Whether a text sets out to have all parts after the rules: one that lost only its beginning does."""
    return release.coverage.is_whole or release.lacks_beginning
