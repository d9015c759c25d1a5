"""How well quotations are identified: made passages, whose truth is known, and texts that quote no rules.

    python benchmarks/identify_quality.py [--count 400] [--seed 1] [--show 5] [--texts FOLDER ...]

The corpus is that of $CRDIFF_HOME. With `--texts` the files in some folders, which quote nothing, are read too. Ends
with 1 where a figure is worse than it must be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.made_passages import MadePassage, Numbers, Texts, index_at_hand, made_passages
from crdiff.dialects.registry import read_lines
from crdiff.errors import CrdiffError
from crdiff.identify.identified import Identified, ReleaseSpan, SlipKind
from crdiff.identify.identify import identify
from crdiff.identify.word_index import WordIndex

LEAST_EXACT, LEAST_SLIPS, MOST_INVENTED, MOST_CLAIMED = 0.98, 0.97, 0.01, 1 / 200
"""Shares: passages with the true interval, slips found, passages with an invented one, texts claimed to quote."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a made passage."""

    passage: MadePassage
    holds_release: bool
    is_exact: bool
    found: int
    invented: int


def judged(passage: MadePassage, index: WordIndex) -> Outcome:
    """Return how well a passage was identified."""
    text = "\n".join(read_lines(passage.text.encode(), passage.name))
    answer = identify(text, index)
    positions = _positions(answer, index, by_words=passage.numbers is not Numbers.KEPT)
    written = [slip.written.lower() for one in answer.quotations for slip in one.slips if slip.kind != SlipKind.NUMBER]
    made = [slip.lower() for slip in passage.slips]
    found = sum(any(slip in each for each in written) for slip in made)
    invented = sum(not any(slip in each for slip in made) for each in written)
    return Outcome(passage, passage.position in positions, positions == passage.truth, found, invented)


def _positions(answer: Identified, index: WordIndex, *, by_words: bool) -> frozenset[int]:
    """Return the releases that all passages of an answer can be of: what was made is one passage."""
    every = [_within(one.by_words if by_words else one.spans, index) for one in answer.passages]
    return frozenset.intersection(*every) if every else frozenset()


def _within(spans: Iterable[ReleaseSpan], index: WordIndex) -> frozenset[int]:
    spans = tuple(spans)
    return frozenset(at for at, day in enumerate(index.dates) if any(one.first <= day <= one.last for one in spans))


def figures(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Return the shares that outcomes come to."""
    slips = sum(len(one.passage.slips) for one in outcomes)
    return {
        "release": sum(one.holds_release for one in outcomes) / len(outcomes),
        "exact": sum(one.is_exact for one in outcomes) / len(outcomes),
        "slips": sum(one.found for one in outcomes) / max(1, slips),
        "invented": sum(bool(one.invented) for one in outcomes) / len(outcomes),
    }


def are_good(found: dict[str, float]) -> bool:
    """Whether figures are as good as they must be."""
    is_dated = found["release"] == 1 and found["exact"] >= LEAST_EXACT
    return is_dated and found["slips"] >= LEAST_SLIPS and found["invented"] <= MOST_INVENTED


def claimed(files: Iterable[Path], index: WordIndex) -> tuple[int, list[Path]]:
    """Return how many texts could be read, and those that are said to quote rules."""
    count, found = 0, []
    for file in files:
        try:
            text = "\n".join(read_lines(file.read_bytes(), file.name))
        except CrdiffError:
            continue
        count += 1
        if identify(text, index).passages:
            found.append(file)
    return count, found


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="passages to print that were not identified exactly")
    parser.add_argument("--texts", type=Path, nargs="*", default=())
    given = parser.parse_args()
    index = index_at_hand(parser)
    start = time.process_time()
    passages = list(made_passages(Texts(index), Random(given.seed), given.count))
    made = time.process_time()
    outcomes = [judged(one, index) for one in passages]
    found = figures(outcomes)
    each = (time.process_time() - made) / len(passages)
    print(f"{len(passages)} passages made in {made - start:.1f} s, identified in {each * 1000:.1f} ms each")
    print(", ".join(f"{name} {share:.2%}" for name, share in found.items()))
    print("numbers:", dict(Counter(str(one.passage.numbers) for one in outcomes if not one.is_exact)))
    for one in [one for one in outcomes if not one.is_exact or one.invented][: given.show]:
        print(f"  {index.dates[one.passage.position]} {one.passage.numbers} {one.passage.text[:160]!r}")
    files = [file for folder in given.texts for file in sorted(folder.rglob("*")) if file.is_file()]
    count, wrong = claimed(files, index)
    if files:
        print(f"{len(wrong)} of {count} texts without rules claimed", *wrong[: given.show])
    return 0 if are_good(found) and len(wrong) <= MOST_CLAIMED * count else 1


if __name__ == "__main__":
    sys.exit(main())
