"""How often a link is right at the confidence it has: the hand-checked decisions, sorted by confidence.

They and the releases are the folders ``gold/alignment`` and ``cr`` in $CRDIFF_SHARED or in ``../shared``. A split or
a merge counts as right where any of its parts is named first; its parts are counted once more, each by itself. A part
that the decisions do not name counts as wrong, though some of them name the main heir only.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from crdiff.align.alignment import Link
from crdiff.align.engine import align_releases, settle
from crdiff.align.finished_links import certain
from crdiff.align.measure.confidence import DECIDED_MIN
from crdiff.dialects.registry import read
from crdiff.model.release import Release

BANDS = (0.0, 0.6, 0.7, 0.8, 0.9, 0.97, 1.001)
Wanted = Mapping[str, set[str]]


def main() -> None:
    """Print the share of right links by band of confidence, and how many were counted."""
    shared = Path(os.environ.get("CRDIFF_SHARED") or Path(__file__).parents[2] / "shared")
    files = sorted((shared / "gold" / "alignment").glob("*.json"))
    show([one for path in files for one in judge(path)])
    print("parts of splits and merges")
    show([one for path in files for one in judge_parts(path)])


def show(judged: Sequence[tuple[float, bool]]) -> None:
    """Print the share of right ones by band of confidence."""
    for low, high in pairwise(BANDS):
        tell(f"{low:.2f} to {min(high, 1.0):.2f}", [right for confidence, right in judged if low <= confidence < high])
    tell(f"from the cut, {DECIDED_MIN}", [right for confidence, right in judged if confidence >= DECIDED_MIN])


def tell(what: str, right: list[bool]) -> None:
    """Print one line of the table."""
    if right:
        print(f"{what:18} {sum(right):4} of {len(right):4} right, {sum(right) / len(right):.1%}")


def judge(path: Path) -> Iterator[tuple[float, bool]]:
    """Yield for each hand-checked decision of a file the confidence of our link and whether it agrees."""
    gold = json.loads(path.read_text())
    found = align_releases(*releases(path, gold))
    old = [str(node.number) for node in found.old_nodes]
    new = [str(node.number) for node in found.new_nodes]
    heirs = {old[at]: (link, [new[one] for one in link.new]) for link in reversed(found.links) for at in link.old}
    origins = {new[at]: (link, [old[one] for one in link.old]) for link in reversed(found.links) for at in link.new}
    for side, have in (("old", heirs), ("new", origins)):
        for number, want in wanted(gold, side).items():
            yield agrees(*have[number], want)


def judge_parts(path: Path) -> Iterator[tuple[float, bool]]:
    """Yield for each part of a split or merge that a file decides on its confidence and whether it is named there."""
    gold = json.loads(path.read_text())
    matching = settle(*releases(path, gold)).matching
    heirs, origins = wanted(gold, "old"), wanted(gold, "new")
    for branch in matching.branches:
        old, new = str(matching.old.numbers[branch.old]), str(matching.new.numbers[branch.new])
        if old in heirs or new in origins:
            yield certain(branch.grounds), new in heirs.get(old, ()) or old in origins.get(new, ())


def releases(path: Path, gold: Mapping[str, Any]) -> tuple[Release, Release]:
    """Return the two releases that a file is about."""
    old, new = (path.parents[2] / "cr" / f"{gold[side]}.txt" for side in ("old", "new"))
    return read(old.read_bytes(), old.name), read(new.read_bytes(), new.name)


def wanted(gold: Mapping[str, Any], side: str) -> Wanted:
    """Return by number of one side the partners that were found by hand, doubtful numbers left out."""
    here, there = (0, 1) if side == "old" else (1, 0)
    found: dict[str, set[str]] = defaultdict(set)
    for number in gold.get("removed" if side == "old" else "added", []):
        found[number] = set()
    for pair in (*gold.get("pairs", []), *gold.get("split", []), *gold.get("merged", [])):
        found[pair[here]].add(pair[there])
    for number, partners in gold.get("old_to_new" if side == "old" else "new_to_old", {}).items():
        found[number].update(partners)
    return {number: partners for number, partners in found.items() if number not in gold["ambiguous"][side]}


def agrees(link: Link, partners: list[str], want: set[str]) -> tuple[float, bool]:
    """Return the confidence of a link, and whether its main partner is one of those wanted (or there is none)."""
    return link.confidence, partners[0] in want if partners and want else not partners and not want


if __name__ == "__main__":
    main()
