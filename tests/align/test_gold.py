"""The hand-checked pairs of releases, as a floor that a change may not fall through."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from crdiff.align.alignment import Alignment
from tests.align.test_controlling_another_player import partners

WRONG_MAX = {
    "2003-05-26__2003-10-01": 6,
    "2005-02-01__2005-08-01": 0,
    "2009-05-01__2009-07-11": 2,
    "2014-09-25__2015-01-23": 0,
    "2015-01-23__2015-03-27": 0,
    "2015-03-27__2015-07-17": 2,
    "2015-11-13__2016-01-16": 0,
    "2016-11-11__2017-01-20": 0,
    "2017-01-20__2017-04-28": 1,
    "2018-07-13__2018-10-05": 0,
    "2018-10-05__2019-01-25": 0,
    "2019-08-23__2019-10-04": 0,
    "2020-01-24__2020-04-17": 0,
    "2020-06-01__2020-07-03": 0,
}
"""The decisions (count) of each pair that may be wrong: as many as are today."""


def decisions(gold: Mapping[str, Any], heirs: Mapping[str, list[str]], origins: Mapping[str, list[str]]) -> list[bool]:
    """Return for each decision whether the alignment takes it: the main partner agrees, or that there is none."""
    doubtful_old, doubtful_new = set(gold["ambiguous"]["old"]), set(gold["ambiguous"]["new"])
    split = {number for pair in (*gold.get("split", []), *gold.get("merged", [])) for number in pair}
    found = []
    for old, new in gold.get("pairs", []):
        if old not in doubtful_old and new not in doubtful_new:
            found.append(heirs[old][:1] == [new] or (bool({old, new} & split) and new in heirs[old]))
    found.extend(not origins[new] for new in gold.get("added", []) if new not in doubtful_new)
    found.extend(not heirs[old] for old in gold.get("removed", []) if old not in doubtful_old)
    for wanted, have, doubtful in (
        (gold.get("old_to_new", {}), heirs, doubtful_old),
        (gold.get("new_to_old", {}), origins, doubtful_new),
    ):
        for number, want in wanted.items():
            if number not in doubtful:
                first = have[number][:1]
                found.append(first == want[:1] or (len(want) > 1 and first[:1] != [] and first[0] in want))
    return found


@pytest.mark.parametrize(("pair", "most"), WRONG_MAX.items())
def test_the_hand_checked_decisions_are_taken(
    shared: Path, aligned: Callable[[str, str], Alignment], pair: str, most: int
) -> None:
    gold = json.loads((shared / "gold" / "alignment" / f"{pair}.json").read_text())
    found = decisions(gold, *partners(aligned(gold["old"], gold["new"])))
    assert len(found) > 10
    assert found.count(False) <= most
