"""Documents as people write them: prose around clauses of the rules, with and without numbers, some with a slip."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

PROSE = (
    "My opponent and I read this differently last night.",
    "Please correct me if a newer set has changed it.",
    "The judge at the next table had another opinion.",
    "I could not find anything about it in the forum.",
)
_STRAIGHT = str.maketrans("’“”", '\'""')


def made_documents(clauses: Sequence[tuple[str, str]], count: int, seed: int = 17) -> Iterator[str]:
    """Yield `count` documents that quote up to three of `clauses`, each a number and a text; equal seeds, equal ones.

    Every tenth quotes none.
    """
    chance = random.Random(seed)
    for at in range(count):
        quoted = [] if at % 10 == 9 else chance.sample(clauses, chance.randint(1, 3))
        parts = [chance.choice(PROSE), *(_quotation(chance, *clause) for clause in quoted), chance.choice(PROSE)]
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
