"""The work of a corpus on a Dask cluster: an engine that knows nothing of crdiff, whose workers give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from crdiff.corpus import Corpus
from crdiff.output.workers import InProcess
from crdiff.reports.history import history_line
from crdiff.store.archive.words import WORDS
from crdiff.store.build.build import Built
from crdiff.store.texts.corpus_folder import INDEX
from tests.small_releases import RELEASES, release_text

pytestmark = pytest.mark.slow

# Enough releases for three batches: the small ones again and again.
CLAUSES = [*RELEASES.values()]
TEXTS = {f"{2000 + at}-05-01": CLAUSES[at % len(CLAUSES)] for at in range(15)}


def worked(corpus: Corpus, texts: Path) -> tuple[object, ...]:
    """Return what a corpus publishes of texts: its tables, its index of wordings, and the history of every clause."""
    corpus.add(texts)
    assert corpus.build() == Built(15, 14, 15)
    assert corpus.words
    files = [(corpus.folder / name).read_bytes() for name in (INDEX, WORDS)]
    return (*files, *map(history_line, corpus.lineages()))


def test_a_cluster_publishes_the_same_bytes_and_identifies_the_same_as_one_process(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    for day, clauses in TEXTS.items():
        (tmp_path / "texts" / f"{day}.txt").write_bytes(release_text(day, clauses))
    documents = [f"A forum said: {text}" for clauses in CLAUSES for text in clauses.values()]
    with (
        LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster,
        Client(cluster) as client,
        client.get_executor() as executor,
        Corpus(tmp_path / "cluster", executor=executor) as corpus,
        Corpus(tmp_path / "one", executor=InProcess()) as alone,
    ):
        assert worked(corpus, tmp_path / "texts") == worked(alone, tmp_path / "texts")
        words = alone.words

        def identified(portion: Sequence[str]) -> list[object]:
            return [words.identify(document) for document in portion]

        found = [one for portion in executor.map(identified, [documents[::2], documents[1::2]]) for one in portion]
        assert found == identified(documents[::2]) + identified(documents[1::2])
        assert any(one.passages for one in found)
