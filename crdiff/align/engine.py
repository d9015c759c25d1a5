"""The whole way from two releases to an alignment: the passes in their order, certain before fuzzy.

The engine always works from the earlier text to the later one and turns the result round where it was asked
the other way, so that swapping the releases mirrors the alignment exactly.
"""

from __future__ import annotations

from datetime import date

from crdiff.align.alignment import Alignment
from crdiff.align.citations import Citations
from crdiff.align.examples import align_examples
from crdiff.align.headings import link_by_content, link_headings
from crdiff.align.leftovers import link_leftovers
from crdiff.align.matching import Matching
from crdiff.align.mirror import in_order, mirrored
from crdiff.align.outside import align_glossary, align_paragraphs
from crdiff.align.parts import link_parts
from crdiff.align.rows import links_of
from crdiff.align.same_text import link_repeated_texts, link_unique_texts
from crdiff.align.side import Side
from crdiff.align.similar import link_doubtful, link_similar
from crdiff.align.vocabulary import Vocabulary
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
    _link_changed(matching)
    return Alignment(
        old=old,
        new=new,
        old_nodes=matching.old.nodes,
        new_nodes=matching.new.nodes,
        links=in_order(links_of(matching)),
        examples=align_examples(matching),
        glossary=align_glossary(old.glossary, new.glossary),
        front=align_paragraphs(old.front, new.front),
        credits=align_paragraphs(old.credits, new.credits),
    )


def _link_changed(matching: Matching) -> None:
    """Link what has no equal text on the other side; nothing to do, and nothing spent, where all has."""
    free_new = matching.free_new()
    if not (matching.free_old() or free_new):
        return
    vocabulary = Vocabulary([*matching.old.keys, *(matching.new.keys[new] for new in free_new)])
    citations = Citations(matching)
    link_by_content(matching, vocabulary)
    link_repeated_texts(matching)
    link_similar(matching, vocabulary, citations)
    link_parts(matching, vocabulary)
    link_doubtful(matching, vocabulary, citations)
    link_leftovers(matching, vocabulary)
