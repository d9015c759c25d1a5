"""The work of a corpus on a Dask cluster: an engine that knows nothing of crdiff, whose workers give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError, StoreError
from crdiff.identify.identified import Identified
from crdiff.output.workers import InProcess
from crdiff.reports.answer import json_of
from crdiff.reports.history import history_line
from crdiff.reports.identified import IdentifiedDocument, identified_answer
from crdiff.store.archive.words import WORDS
from crdiff.store.build.build import Built
from crdiff.store.texts.corpus_folder import INDEX
from tests.small_releases import RELEASES, release_text
from tests.support.made_documents import made_documents

pytestmark = pytest.mark.slow

DOCUMENTS = 200
# Documents of a task.
PORTION = 10
# Enough releases for three batches.
DAYS = tuple(f"{2000 + at}-05-01" for at in range(15))
CLAUSES = [(number, text) for day in RELEASES.values() for number, text in day.items() if "." in number]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """Give the client of a cluster of two processes with two threads each."""
    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster, Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of releases that go through the small ones again and again."""
    folder = tmp_path_factory.mktemp("texts")
    every = list(RELEASES.values())
    for at, day in enumerate(DAYS):
        (folder / f"{day}.txt").write_bytes(release_text(day, every[at % len(every)]))
    return folder


@pytest.fixture(scope="module")
def one_process(texts: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    """Give a corpus of them that was built in this process."""
    with Corpus(tmp_path_factory.mktemp("one") / "corpus", executor=InProcess()) as corpus:
        corpus.add(texts)
        assert corpus.build() == Built(15, 14, 15)
        yield corpus


def published(corpus: Corpus) -> tuple[bytes, ...]:
    """Return the published tables, the index of wordings and the history of every clause."""
    files = ((corpus.folder / name).read_bytes() for name in (INDEX, WORDS))
    return (*files, b"".join(map(history_line, corpus.lineages())))


def as_json(found: Sequence[Identified]) -> bytes:
    return json_of(identified_answer([IdentifiedDocument(str(at), "", one) for at, one in enumerate(found)]))


def test_a_build_on_a_cluster_publishes_the_same_bytes_as_one_process(
    client: Client, texts: Path, one_process: Corpus, tmp_path: Path
) -> None:
    with client.get_executor() as executor, Corpus(tmp_path / "corpus", executor=executor) as corpus:
        corpus.add(texts)
        assert corpus.build() == Built(15, 14, 15)
        assert published(corpus) == published(one_process)


def test_a_text_at_fault_is_told_from_the_cluster_in_the_same_line(client: Client, texts: Path, tmp_path: Path) -> None:
    said = []
    for name, executor in (("one", InProcess()), ("cluster", client.get_executor())):
        corpus = Corpus(tmp_path / name, executor=executor)
        corpus.add(texts)
        held = corpus.texts.chosen()[7]
        later = next(text for text in corpus.texts.chosen() if text.release == DAYS[8])
        path = corpus.folder / "texts" / held.file
        assert path.is_file()
        path.write_bytes((corpus.folder / "texts" / later.file).read_bytes())
        with pytest.raises((CorpusError, StoreError)) as error:
            corpus.build()
        said.append(str(error.value).replace(str(corpus.folder), ""))
    assert said[0] == said[1]
    assert "\n" not in said[0]


def test_a_map_over_documents_on_a_cluster_gives_the_same_bytes_as_one_process(
    client: Client, one_process: Corpus
) -> None:
    documents = list(made_documents(CLAUSES, DOCUMENTS))
    words = one_process.words

    def identified(portion: Sequence[str]) -> list[Identified]:
        return [words.identify(document) for document in portion]

    portions = [documents[at : at + PORTION] for at in range(0, DOCUMENTS, PORTION)]
    with client.get_executor() as executor:
        found = [one for portion in executor.map(identified, portions) for one in portion]
    assert as_json(found) == as_json([one_process.identify(document) for document in documents])
    assert sum(bool(one.passages) for one in found) == DOCUMENTS * 9 // 10
