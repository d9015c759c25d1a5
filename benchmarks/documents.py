"""How many documents a second `identify` reads on one core and on two, over the texts of a corpus and without any.

    python -m benchmarks.documents

The corpus is the one in $CRDIFF_HOME. Documents are made of its newest release; the engine is the process pool of the
standard library, and the index is sent to it as an address.
"""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from crdiff.corpus import Corpus
from crdiff.identify.identified import Identified
from crdiff.model.tree import walk
from crdiff.store.archive.words import KnownSentences, MappedWords
from tests.support.made_documents import made_documents

DOCUMENTS = 1_000
PORTION = 100
"""Documents of a task."""
SHORTEST = 40
"""Letters of a clause that somebody quotes: a heading is none."""


def main() -> None:
    """Print documents a second of wall time, and the seconds of CPU of all processes."""
    with Corpus() as corpus, tempfile.TemporaryDirectory() as empty:
        documents = list(made_documents(_clauses(corpus), DOCUMENTS))
        size = sum(len(document.split()) for document in documents) / DOCUMENTS
        print(f"{DOCUMENTS} documents of {size:.0f} words")
        for name, words in (("with texts", corpus.words), ("without", Corpus(empty).words)):
            _measure(name, words, documents)


def _clauses(corpus: Corpus) -> list[tuple[str, str]]:
    nodes = walk(corpus.release(corpus.releases[-1]))
    return [(str(node.number), node.clause.text) for node in nodes if len(node.clause.text) > SHORTEST]


def _measure(name: str, words: MappedWords | KnownSentences, documents: Sequence[str]) -> None:
    portions = [documents[at : at + PORTION] for at in range(0, len(documents), PORTION)]
    begun, worked = time.perf_counter(), time.process_time()
    alone = [found for portion in portions for found in identified(words, portion)]
    wall, cpu = time.perf_counter() - begun, time.process_time() - worked
    print(f"{name:10} one core  {len(documents) / wall:6.0f} a second ({cpu:.1f} s of CPU)")
    before = _children()
    for processes in (1, 2):
        with ProcessPoolExecutor(processes) as executor:
            begun = time.perf_counter()
            mapped = list(executor.map(identified, [words] * len(portions), portions))
            wall = time.perf_counter() - begun
        cpu, before = _children() - before, _children()
        if [found for portion in mapped for found in portion] != alone:
            raise RuntimeError(f"{processes} processes give other answers than this one")
        print(f"{name:10} {processes} in a pool {len(documents) / wall:5.0f} a second ({cpu:.1f} s of CPU)")


def _children() -> float:
    """Return the seconds of CPU of the processes that this one started and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def identified(words: MappedWords | KnownSentences, portion: Sequence[str]) -> list[Identified]:
    """Return what each document of a portion quotes."""
    return [words.identify(document) for document in portion]


if __name__ == "__main__":
    main()
