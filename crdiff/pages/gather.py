"""From what the embedded corpus states and holds to a `Library`: which texts are compared is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from msgspec import structs

from crdiff.align import align_releases
from crdiff.changes import compare
from crdiff.model.corpus import Edition
from crdiff.model.release import Release
from crdiff.pages.check_results import CheckResults
from crdiff.pages.library import Library, Text
from crdiff.pages.prose import Prose
from crdiff.store.embedded.corpus import EmbeddedCorpus


def gather(
    corpus: EmbeddedCorpus,
    editions: Iterable[tuple[Edition, Release]],
    prose: Iterable[Prose] = (),
    checks: CheckResults | None = None,
) -> Library:
    """Return the library of `corpus`; `editions` are its editions with their trees, read by the caller.

    A text is named by the release it is taken to quote, whether or not its page prints a date.
    """
    texts = [Text(edition, structs.replace(release, effective=edition.release)) for edition, release in editions]
    texts.sort(key=lambda text: (text.effective, text.id))
    library = Library(
        releases=corpus.releases,
        texts=tuple(texts),
        lineages=corpus.lineages,
        annotations=corpus.annotations,
        comparisons=(),
        prose=tuple(sorted(prose, key=lambda page: page.path)),
        checks=checks,
    )
    compared = (compare(align_releases(old.rules, new.rules)) for old, new in _pairs(library))
    return replace(library, comparisons=tuple(compared))


def _pairs(library: Library) -> Iterator[tuple[Text, Text]]:
    """Yield neighbours in time among the texts of one subsection, then its oldest and its newest."""
    sections: dict[str, list[Text]] = {}
    for text in library.texts:
        lineage = library.lineage_at(text.heading.number, text.effective) if text.heading else None
        if lineage:
            sections.setdefault(lineage.id, []).append(text)
    for texts in sections.values():
        yield from pairwise(texts)
        if len(texts) > 2:
            yield texts[0], texts[-1]
