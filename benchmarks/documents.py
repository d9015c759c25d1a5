"""How many documents a second `identify` reads on one core and on two, over the texts of a corpus and without any.

    python -m benchmarks.documents

The corpus is the one in $CRDIFF_HOME. Documents are made of its newest release; the engine is the process pool of the
standard library, and the index is sent to it as an address.
"""

from __future__ import annotations

import random
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from crdiff.corpus import Corpus
from crdiff.identify.identified import Identified
from crdiff.model.tree import walk
from crdiff.store.archive.words import KnownSentences, MappedWords

DOCUMENTS = 1_000
PORTION = 100
"""Documents of a task."""
SHORTEST = 40
"""Letters of a clause that somebody quotes: a heading is none."""
_PROSE = (
    "My opponent and I read this differently last night.",
    "Please correct me if a newer set has changed it.",
    "The judge at the next table had another opinion.",
    "I could not find anything about it in the forum.",
)
_STRAIGHT = str.maketrans("’“”", '\'""')


def main() -> None:
    """Print documents a second of wall time, and the seconds of CPU of all processes."""
    with Corpus() as corpus, tempfile.TemporaryDirectory() as empty:
        documents = list(_made_documents(_clauses(corpus), DOCUMENTS))
        size = sum(len(document.split()) for document in documents) / DOCUMENTS
        print(f"{DOCUMENTS} documents of {size:.0f} words")
        for name, words in (("with texts", corpus.words), ("without", Corpus(empty).words)):
            _measure(name, words, documents)


def _clauses(corpus: Corpus) -> list[tuple[str, str]]:
    nodes = walk(corpus.release(corpus.releases[-1]))
    return [(str(node.number), node.clause.text) for node in nodes if len(node.clause.text) > SHORTEST]


def _made_documents(clauses: Sequence[tuple[str, str]], count: int, seed: int = 17) -> Iterator[str]:
    """Yield `count` documents that quote up to three of `clauses`, each a number and a text; equal seeds, equal ones.

    Every tenth quotes none.
    """
    chance = random.Random(seed)
    for at in range(count):
        quoted = [] if at % 10 == 9 else chance.sample(clauses, chance.randint(1, 3))
        parts = [chance.choice(_PROSE), *(_quotation(chance, *clause) for clause in quoted), chance.choice(_PROSE)]
        yield "\n\n".join(parts) + "\n"


def _quotation(chance: random.Random, number: str, text: str) -> str:
    said = chance.choice((text, text.translate(_STRAIGHT), _with_slip(chance, text)))
    return chance.choice((f"{number} {said}", f"> **{number}.** {said}", said))


def _with_slip(chance: random.Random, text: str) -> str:
    """Return a text with two letters of a word exchanged."""
    words = text.split(" ")
    at = chance.choice([at for at, word in enumerate(words) if len(word) > 3])
    words[at] = f"{words[at][0]}{words[at][2]}{words[at][1]}{words[at][3:]}"
    return " ".join(words)


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
