"""The timeline of the corpora that checks may be played against."""

from __future__ import annotations

from crdiff.store.embedded import load_corpus
from crdiff.trace.gather import gather, recorded, recorded_as_mechanical
from crdiff.trace.timeline import Timeline


def embedded_timeline() -> Timeline:
    """Return the lineages and wordings of the embedded corpus. Raises `CorpusError` where it cannot be read."""
    corpus = load_corpus()
    texts = [(edition.release.isoformat(), corpus.text(edition)) for edition in corpus.editions]
    mechanical = recorded_as_mechanical(corpus.lineages, (release for release, _ in texts))
    return gather(recorded(corpus.lineages), texts, mechanical)
