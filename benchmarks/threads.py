"""Whether a corpus answers several threads as it answers one: mixed questions, all of them about real clauses.

    python benchmarks/threads.py CORPUS [--threads N] [--questions N]

CORPUS is a folder with texts. Each thread asks its own questions of one `Corpus`; then one thread asks them all again
of another. Printed are how many answers differ and how many failed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from crdiff import Corpus, CrdiffError

Question = tuple[str, tuple[object, ...]]
_WORDS = [
    "legend rule",
    "mana burn",
    "damage",
    "triggered ability",
    "poison counters",
    "first strike",
    "state-based actions",
]


def main() -> None:
    """Print how many answers of the threads are not those of one."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("corpus", type=Path)
    reader.add_argument("--threads", type=int, default=8)
    reader.add_argument("--questions", type=int, default=1000)
    asked = reader.parse_args()
    with Corpus(asked.corpus) as corpus:
        drawn = [questions(corpus, Random(seed), asked.questions) for seed in range(asked.threads)]
    begun = time.perf_counter()
    with Corpus(asked.corpus) as corpus, ThreadPoolExecutor(asked.threads) as threads:
        told = list(threads.map(lambda each: answers(corpus, each), drawn))
    took = time.perf_counter() - begun
    with Corpus(asked.corpus) as corpus:
        alone = [answers(corpus, each) for each in drawn]
    pairs = [pair for one, other in zip(told, alone, strict=True) for pair in zip(one, other, strict=True)]
    differ = [pair for pair in pairs if pair[0] != pair[1]]
    for pair in differ[:5]:
        print(*(text[:200] for text in pair), sep="\n  ")
    failed = sum(one.startswith("StoreError") for one, _ in pairs)
    print(f"{len(pairs):,} answers to {asked.threads} threads in {took:.0f} s: {len(differ)} differ, {failed} failed")


def questions(corpus: Corpus, random: Random, amount: int) -> list[Question]:
    """Return so many questions about numbers, releases and words of the corpus."""
    days = corpus.releases
    numbers = [str(run.number) for one in random.sample(list(corpus.lineages()), 400) for run in one.runs]

    def one() -> Question:
        number, day, words = random.choice(numbers), random.choice(days), random.choice(_WORDS)
        old, new = sorted(random.sample(days, 2))
        kinds: Sequence[Question] = (
            *[("history", (number,)), ("number", (number,)), ("show", (number, day)), ("blame", (number,))] * 12,
            *[("search", (words,)), ("search", (words, day)), ("entry", (words.title(),))] * 6,
            *[("identify", (f"It says that {words} of rule {number} is new.",))] * 4,
            *[("news", (old, number)), ("in_force", (day,)), ("stats", ())] * 2,
            ("renumbering", (old, new)),
        )
        return random.choice(kinds)

    return [one() for _ in range(amount)]


def answers(corpus: Corpus, asked: Sequence[Question]) -> list[str]:
    """Return each answer as it prints, or the error."""

    def said(kind: str, arguments: tuple[object, ...]) -> str:
        question: Callable[..., object] = getattr(corpus, kind)
        known = {"check": False} if kind == "renumbering" else {}
        try:
            return repr(question(*arguments, **known))
        except CrdiffError as error:
            return f"{type(error).__name__}: {error}"

    return [said(*one) for one in asked]


if __name__ == "__main__":
    main()
