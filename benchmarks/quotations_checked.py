"""Judge 40 quotations drawn from the official texts by `Corpus.check`: 10 true, 10 altered, 10 of others, 10 of years.

    python benchmarks/quotations_checked.py ../shared/cr CORPUS [SEED]

The quotations and what is expected of them come from the texts alone, as lines of characters: no index is asked.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import crdiff

SEED = 4
EACH = 10
_WORDS = ("never", "three", "graveyard", "opponent", "colorless", "twice")


def _clauses(path: Path) -> Mapping[str, str]:
    """Return the texts of the clauses of a release by number; none printed twice."""
    release = crdiff.read(path.read_bytes(), path.name)
    return {str(node.number): node.clause.text for node in crdiff.walk(release) if node.clause.text}


def _plain(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else "" if char in "'’?" else " " for char in text.lower()).split())


def _part(text: str, random: Random) -> str:
    """Return a whole clause, or some of its words in a row."""
    words = text.split()
    if len(words) < 12 or random.random() < 0.5:
        return text
    start = random.randrange(len(words) - 10)
    return " ".join(words[start : start + random.randint(8, 24)])


def _altered(text: str, random: Random) -> str:
    words = text.split()
    at = random.randrange(1, len(words) - 1)
    match random.randrange(3):
        case 0:
            words[at] = random.choice([word for word in _WORDS if word != words[at]])
        case 1:
            del words[at]
        case _:
            words.insert(at, random.choice(_WORDS))
    return " ".join(words)


def drawn(folder: Path, random: Random) -> list[tuple[str, str, str, str]]:
    """Return (expected verdict, number, quotation, day)."""
    days = sorted(path.stem for path in folder.glob("*.txt"))
    texts = {day: _clauses(folder / f"{day}.txt") for day in days}
    ever = {day: " | ".join(map(_plain, clauses.values())) for day, clauses in texts.items()}
    found: dict[str, list[tuple[str, str, str, str]]] = {
        kind: [] for kind in ("holds", "slip", "elsewhere", "another_time")
    }
    while min(map(len, found.values())) < EACH:
        day, other = random.sample(days, 2)
        number = random.choice([one for one in texts[day] if len(texts[day][one].split()) >= 8])
        quotation = _part(texts[day][number], random)
        altered, stranger = _altered(quotation, random), random.choice(list(texts[day]))
        found["holds"].append(("holds", number, quotation, day))
        if not any(_plain(altered) in said for said in ever.values()):
            found["slip"].append(("slip", number, altered, day))
        if _plain(quotation) not in _plain(texts[day][stranger]):
            found["elsewhere"].append(("elsewhere", stranger, quotation, day))
        if _plain(quotation) not in ever[other]:
            found["another_time"].append(("another_time", number, quotation, other))
    return [case for cases in found.values() for case in cases[:EACH]]


def main() -> None:
    """Print each quotation with both verdicts, then how many agree."""
    folder, corpus = map(Path, sys.argv[1:3])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else SEED
    agreeing = 0
    with crdiff.Corpus(corpus) as asked:
        for expected, number, quotation, day in drawn(folder, Random(seed)):
            found = asked.check(number, quotation, day)
            agreeing += found.verdict == expected
            mark = "" if found.verdict == expected else "  <-- "
            print(f"{mark}{expected} / {found.verdict}: {number} of {day}: {quotation}")
            print("   ", found.number, *(f"{one.first}..{one.last}" for one in found.days))
            print("   ", *((slip.written, slip.official) for slip in found.slips))
    print(f"{agreeing} of {4 * EACH}")


if __name__ == "__main__":
    main()
