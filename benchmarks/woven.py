"""How well a lone text is woven onto facts that end before it: numbers and runs, compared with the whole archive.

    python benchmarks/woven.py ARCHIVE [--releases 30] [--before 1,2] [--seed 4] [--wrong]

ARCHIVE is a corpus that holds all releases. For each release R drawn and each K in `--before`, a corpus of R alone is
asked, with the facts that the archive gives cut to those before the K-th release up to R. A clause is right where
`number` and the runs of `history` are, in the releases of those facts and in R, what the archive says; "not said" are
those that are wrong and not said to be unsure. Prints clauses, right, unsure, right and unsure, and not said for each,
then the sums; and with `--wrong` those not said: their number, the life that was found and the one of the archive.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.lives import lives_of
from crdiff.corpus import Corpus
from crdiff.store.archive.entries import ArchiveAtOnce
from tests.support.cut_lives import cut_lives, facts_before


class Score(NamedTuple):
    """Clauses asked for, those that were right, said to be unsure, both, and neither."""

    clauses: int = 0
    right: int = 0
    unsure: int = 0
    right_and_unsure: int = 0
    not_said: int = 0

    def plus(self, other: Score) -> Score:
        """Return the sum of both."""
        return Score(*map(sum, zip(self, other, strict=True)))


def main() -> None:
    """Print all figures."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("archive", type=Path)
    reader.add_argument("--releases", type=int, default=30)
    reader.add_argument("--before", default="1,2")
    reader.add_argument("--seed", type=int, default=4)
    reader.add_argument("--wrong", action="store_true")
    asked = reader.parse_args()
    with Corpus(asked.archive) as corpus:
        whole = ArchiveAtOnce(corpus.archive)
        written = lives_of(corpus.archive)
        total = Score()
        for release in Random(asked.seed).sample(corpus.releases, len(corpus.releases))[: asked.releases]:
            text = corpus.folder / "texts" / corpus.texts.text_of(str(release)).file
            for before in map(int, asked.before.split(",")):
                at = corpus.releases.index(release) - before
                if at < 0:
                    continue
                cut = cut_lives(written, corpus.releases[at + 1])
                score, not_said = measured(whole, cut, text, release)
                total = total.plus(score)
                print(release, before, *score, f"{score.right / score.clauses:.4f}", flush=True)
                for one in not_said if asked.wrong else ():
                    print("   ", one, flush=True)
    print("in all", *total, f"{total.right / total.clauses:.4f}")


def measured(whole: ArchiveAtOnce, written: str, text: Path, release: date) -> tuple[Score, list[str]]:
    """Return the score of a corpus of one text, with the facts in `written`, and what is wrong and not said."""
    with tempfile.TemporaryDirectory() as folder, Corpus(folder) as corpus:
        with facts_before("9999", Path(folder), written):
            corpus.add(text)
            facts = corpus.archive.facts
            assert facts, "some release has no text"
            days = [*facts.lives.dates, release]
        return score_of(ArchiveAtOnce(corpus.archive), whole, days)


def score_of(joined: ArchiveAtOnce, whole: ArchiveAtOnce, days: Sequence[date]) -> tuple[Score, list[str]]:
    """Return the score of the clauses of the newest release of `days`, and those that are wrong and not said."""
    total, not_said = Score(), []
    position = whole.dates.index(days[-1])
    positions = [whole.dates.index(day) for day in days]
    rows = {(one.number, one.copy): one.name for one in whole.standing(position)}
    known: dict[str, list[tuple[int, int, str]]] = {}
    for row in whole.lineages():
        known.update({whole.place_of(row): [(s.first, s.last, s.number) for s in whole.stays(row)]})
    for number, copy in sorted({(one.number, one.copy) for one in joined.standing(joined.newest_position)}):
        if copy > 1:
            continue
        place = whole.place_of(rows[number, copy])
        expected = [next((n for a, b, n in known[place] if a <= at <= b), None) for at in positions]
        lineage = joined.lineage(joined.find(number, days[-1]))
        found = [str(n) if (n := lineage.number_in(day)) else None for day in days]
        first_use = next(day for day, at in zip(days, positions, strict=True) if _has(known[place], at, number))
        runs_of_use = [u for u in joined.uses(number) if u.lineage == lineage.id]
        is_right = expected == found and runs_of_use[0].first == first_use
        is_unsure = bool(lineage.unsure) and any(u.unsure for u in runs_of_use)
        total = total.plus(Score(1, is_right, is_unsure, is_right and is_unsure, not is_right and not is_unsure))
        if not is_right and not is_unsure:
            not_said.append(f"{number} {lineage.id} {place}")
    return total, not_said


def _has(stays: Sequence[tuple[int, int, str]], at: int, number: str) -> bool:
    return any(first <= at <= last and number == there for first, last, there in stays)


if __name__ == "__main__":
    main()
