"""Spoiling a store byte by byte: a question is answered as before, or refused in one line."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path

from crdiff.errors import StoreError
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.questions import blamed, last_held, news, passage, renumbering, search, sizes
from crdiff.store.archive.state import INDEX, STORE

Question = Callable[[Archive], object]


def _blamed(archive: Archive, number: str) -> object:
    lineage = archive.lineage(archive.find(number))
    return blamed(archive, lineage, last_held(lineage), number)


def questions(dates: tuple[date, ...], number: str, words: str) -> Mapping[str, Question]:
    """Return the questions to ask of an archive with those `dates`, about a number and words that it has."""
    last = len(dates) - 1
    return {
        "history": lambda archive: archive.lineage(archive.find(number)),
        "number": lambda archive: archive.uses(number),
        "blame": lambda archive: _blamed(archive, number),
        "show": lambda archive: passage(archive, None, None),
        "whatsnew": lambda archive: news(archive, dates[-3], ()),
        "search": lambda archive: search(archive, words, None, 20),
        "stats": sizes,
        "renumbering": lambda archive: renumbering(archive, 0, last),
    }


@contextmanager
def spoiled(path: Path, count: int, chance: random.Random) -> Iterator[None]:
    """Change `count` bytes of a file for a while."""
    before = path.read_bytes()
    places = [chance.randrange(len(before)) for _ in range(count)]
    after = bytearray(before)
    for place in places:
        after[place] ^= chance.randrange(1, 256)
    path.write_bytes(after)
    try:
        yield
    finally:
        path.write_bytes(before)


def outcome(store: Path, ask: Question, right: object) -> str:
    """Return what comes of a question: ``right``, ``refused``, or what should never be."""
    try:
        with closing(Archive.open(store)) as archive:
            return "right" if ask(archive) == right else "wrong"
    except StoreError as error:
        return "refused" if len(str(error).splitlines()) == 1 and store.stem in str(error) else f"unclear: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def outcomes(
    corpus: Path, asked: Mapping[str, Question], copies: int, count: int, seed: int
) -> Counter[tuple[str, str]]:
    """Spoil the store of a corpus so many times; return (question, what came of it) -> how often."""
    chance = random.Random(seed)
    store = corpus / STORE
    with closing(Archive.open(store)) as archive:
        right = {name: ask(archive) for name, ask in asked.items()}
    found: Counter[tuple[str, str]] = Counter()
    for copy in range(copies):
        with spoiled(corpus / INDEX if copy % 6 == 5 else store, count, chance):
            found.update((name, outcome(store, ask, right[name])) for name, ask in asked.items())
    return found
