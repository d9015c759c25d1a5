"""How often the findings of ``crdiff cite`` are right: citations judged by hand, and corrections made by hand.

    python benchmarks/cite_quality.py [magefree/mage=FOLDER phase-rs/phase=FOLDER ...]

The judgements are ``gold/citations`` in $CRDIFF_SHARED or in ``../shared``; the folders hold the trees that they are
of. Texts come from $CRDIFF_HOME. Corrections are judged by the line that they left, with the number before it and after
it: all lines of one release make a tree. With other trees, the findings of each are counted.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from crdiff import Corpus
from crdiff.cite.checking import CheckedNumber, CheckedTree, CiteChecker, CitingText
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.judging import Certainty, Verdict, judge
from crdiff.cite.numbering import Numbering
from crdiff.cite.scan import Scanner
from crdiff.cite_tree.files import files_of
from crdiff.cite_tree.reading import TextReader, TreeRead, numbering_of, read_tree, words_of_clauses
from crdiff.model.number import ClauseNumber

SHARED = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")
STALE = frozenset({"absent", "moved", "reused", "split", "retired"})
FINE = frozenset({"right", "reworded", "loose", "ambiguous"})
Row = Mapping[str, Any]


class Judge:
    """Judges texts by a release with the texts of the corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.numbering: Numbering = numbering_of(corpus)
        self.words: ClauseWords | None = words_of_clauses(corpus, self.numbering)

    def position(self, day: str) -> int:
        """Return the place of the release in force on a day."""
        return self.numbering.position(date.fromisoformat(day)) or 0

    def tree(self, texts: Sequence[CitingText], day: str = "") -> CheckedTree:
        """Return texts judged by the release of a day, the newest for none."""
        at = self.position(day) if day else self.numbering.newest
        return CiteChecker(self.numbering, at, words=self.words).check(texts)


def main() -> None:
    """Print the figures."""
    trees = dict(argument.split("=", 1) for argument in sys.argv[1:])
    with Corpus() as corpus:
        judge_with = Judge(corpus)
        checks = sorted((SHARED / "gold/citations").glob("check-*.json"))
        read = (json.loads(path.read_text()) for path in checks)
        by_repository = {answers["repository"]: answers["citations"] for answers in read}
        for repository, folder in trees.items():
            of_tree(judge_with, repository, folder, by_repository.get(repository, ()))
        for path in sorted((SHARED / "gold/citations").glob("corrections-*.json")):
            corrections(judge_with, path.stem, json.loads(path.read_text())["corrections"])


def of_tree(judge_with: Judge, repository: str, folder: str, rows: Sequence[Row]) -> None:
    """Print what is found in a tree, and how that agrees with citations of it judged by hand."""
    texts = list(read_tree(files_of([folder]), TextReader(Scanner()), TreeRead()))
    began = time.process_time()
    tree = judge_with.tree(texts)
    print(f"{repository}: {len(tree.numbers):,} numbers, {time.process_time() - began:.1f} s of CPU")
    found = Counter((one.judgement.verdict.value, one.certainty.value) for one in tree.numbers)
    print("  ", ", ".join(f"{kind} {certainty} {count}" for (kind, certainty), count in sorted(found.items())))
    if rows:
        agreement(rows, places(tree, folder))


def places(tree: CheckedTree, folder: str) -> dict[tuple[str, int, str], CheckedNumber]:
    """Return the numbers of a tree by file, line and number; a group stands in all its lines."""
    found: dict[tuple[str, int, str], CheckedNumber] = {}
    for one in tree.numbers:
        raw, name = one.text.text, one.text.name.removeprefix(f"{folder.rstrip('/')}/")
        lines = range(raw.count(b"\n", 0, one.group.start) + 1, raw.count(b"\n", 0, one.group.stop) + 2)
        for line in lines:
            found.setdefault((name, line, str(one.number)), one)
    return found


def agreement(rows: Sequence[Row], found: Mapping[tuple[str, int, str], CheckedNumber]) -> None:
    """Print recall and precision of what is called stale, and what is said of the citations that are wrong."""
    counts: Counter[str] = Counter()
    for row in rows:
        one = found.get((row["file"], row["line"], row["number"]))
        if one is None:
            counts["not read"] += 1
            continue
        is_found = one.judgement.verdict.value in STALE
        if row["verdict"] == "stale":
            today = row["today"]["number_today"]
            counts["stale found" if is_found else "stale missed"] += 1
            counts["stale found and led to the right number"] += today in map(str, one.judgement.numbers)
        elif row["verdict"] in FINE:
            counts["right called stale" if is_found else "right left alone"] += 1
            counts["right called doubtful"] += one.judgement.verdict is Verdict.DOUBTFUL
        else:
            counts[f"{row['verdict']} called {one.judgement.verdict.value}"] += 1
    print("  ", ", ".join(f"{what} {count}" for what, count in sorted(counts.items())))


def corrections(judge_with: Judge, name: str, rows: Sequence[Row]) -> None:
    """Print what is said of citations before and after they were corrected by hand."""
    renumbered = [row for row in rows if row["kind"] == "renumbered"]
    given = sum(
        ClauseNumber.parse(row["after"]) in followed.numbers
        for row in renumbered
        for followed in (
            judge(
                judge_with.numbering, ClauseNumber.parse(row["before"]),
                judge_with.position(row["before_meant_it_until"]), judge_with.position(row["release_then"]),
            ),
        )
    )  # fmt: skip
    print(f"{name}: {given} of {len(renumbered)} renumberings as corrected where their release is given")
    for kind in ("renumbered", "other-clause"):
        of_kind = [row for row in rows if row["kind"] == kind]
        for when in ("before", "after"):
            said = Counter(_said(row, one) for row, one in _lines(judge_with, of_kind, when))
            print(f"   {kind}, {when}:", ", ".join(f"{what} {count}" for what, count in sorted(said.items())))


def _lines(judge_with: Judge, rows: Sequence[Row], when: str) -> Iterator[tuple[Row, CheckedNumber | None]]:
    """Yield each correction with what is said of its number, before it or after it."""
    by_release: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_release[row["release_then"]].append(row)
    for day, group in by_release.items():
        texts = [_text(place, row, when) for place, row in enumerate(group)]
        numbers = {(one.text.name, str(one.number)): one for one in judge_with.tree(texts, day).numbers}
        yield from ((row, numbers.get((text.name, row[when]))) for row, text in zip(group, texts, strict=True))


def _text(place: int, row: Row, when: str) -> CitingText:
    line = row["context"].replace(row["after"], row[when], 1).encode() + b"\n"
    return CitingText(f"{place}.rs", line, tuple(Scanner().scan(line)))


def _said(row: Row, one: CheckedNumber | None) -> str:
    if one is None:
        return "not read"
    verdict = one.judgement.verdict
    if verdict is Verdict.RIGHT:
        return "nothing"
    kind = "doubtful" if verdict is Verdict.DOUBTFUL else "stale"
    after = ClauseNumber.parse(row["after"])
    named = any(after.of_rule == number.of_rule for number in one.judgement.numbers)
    sure = ", sure" if one.certainty is Certainty.SURE else ""
    return f"{kind}{sure}{', as corrected' if named else ', otherwise'}"


if __name__ == "__main__":
    main()
