"""Links of official releases, as checked by hand: the section crdiff began with, and what other tools get wrong."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pytest

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.dialects.registry import read
from crdiff.model.release import Release
from tests.conftest import Aligned, Official

JUMPS = ("2008-02-01 2012-10-01", "2012-10-01 2021-11-19", "2021-11-19 2024-06-07", "2008-02-01 2024-06-07")


@pytest.fixture(scope="module")
def gold(shared: Path) -> dict[str, Any]:
    composed = json.loads((shared / "gold" / "controlling-another-player.json").read_text())["composed"]
    return {f"{jump['old']} {jump['new']}": jump for jump in composed}


def partners(alignment: Alignment) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    heirs: dict[str, list[str]] = {}
    origins: dict[str, list[str]] = {}
    for link in alignment.links:
        old = [str(alignment.old_nodes[index].number) for index in link.old]
        new = [str(alignment.new_nodes[index].number) for index in link.new]
        for number in old:
            heirs.setdefault(number, []).extend(new)
        for number in new:
            origins.setdefault(number, []).extend(old)
    return heirs, origins


def example_heirs(alignment: Alignment) -> dict[str, str | None]:
    def name(nodes: Any, place: Any) -> str | None:
        return f"{nodes[place.clause].number} example {place.example + 1}" if place else None

    return {
        str(name(alignment.old_nodes, link.old)): name(alignment.new_nodes, link.new)
        for link in alignment.examples
        if link.old
    }


@pytest.mark.parametrize("jump", JUMPS)
def test_every_link_of_clauses_and_examples(gold: dict[str, Any], aligned: Aligned, jump: str) -> None:
    found = aligned(*jump.split())
    heirs, origins = partners(found)
    assert {old: heirs[old] for old in gold[jump]["old_to_new"]} == {
        old: want["to"] for old, want in gold[jump]["old_to_new"].items()
    }
    assert {new: origins[new] for new in gold[jump]["new_to_old"]} == {
        new: want["from"] for new, want in gold[jump]["new_to_old"].items()
    }
    examples = example_heirs(found)
    assert {old: examples[old] for old in gold[jump]["examples"]} == {
        old: want["to"] for old, want in gold[jump]["examples"].items()
    }


@pytest.fixture(scope="module")
def editions(shared: Path) -> dict[str, Release]:
    """Return the five pages by the first subsection they set out to quote."""
    read_pages = [read(page.read_bytes(), page.name) for page in sorted((shared / "seeds").iterdir())]
    return {str(page.coverage.numbers[0].subsection): page for page in read_pages}


@pytest.mark.parametrize(
    ("one", "other", "removed", "added"),
    [
        ("507", "712", ["507.4"], ["712.2", "712.7", "712.9"]),
        ("507", "718", ["507.4"], ["718.2", "718.7", "718.9"]),
        ("507", "720", ["507.4"], ["720.2", "720.7", "720.9"]),
        ("712", "718", [], []),
        ("718", "720", [], []),
        ("507", "102", [], []),
    ],
)
def test_pages_that_quote_one_section_each(
    editions: dict[str, Release], one: str, other: str, removed: list[str], added: list[str]
) -> None:
    """What either page did not set out to quote is neither added nor removed."""
    heirs, origins = partners(align_releases(editions[one], editions[other]))
    assert [number for number, to in heirs.items() if not to] == removed
    assert [number for number, of in origins.items() if not of] == added


def test_a_page_and_a_release_say_nothing_of_other_chapters(editions: dict[str, Release], official: Official) -> None:
    found = align_releases(editions["507"], official("2024-06-07"))
    heirs, _ = partners(found)
    assert heirs["507.1c"] == ["720.3"]
    assert {found.new_nodes[link.new[0]].number.subsection for link in found.links if not link.old} == {720}


WRONG_MAX = {
    "2003-05-26__2003-10-01": 6, "2005-02-01__2005-08-01": 0, "2009-05-01__2009-07-11": 2,
    "2014-09-25__2015-01-23": 0, "2015-01-23__2015-03-27": 0, "2015-03-27__2015-07-17": 2,
    "2015-11-13__2016-01-16": 0, "2016-11-11__2017-01-20": 0, "2017-01-20__2017-04-28": 1,
    "2018-07-13__2018-10-05": 0, "2018-10-05__2019-01-25": 0, "2019-08-23__2019-10-04": 0,
    "2020-01-24__2020-04-17": 0, "2020-06-01__2020-07-03": 0,
}  # fmt: skip
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
def test_the_hand_checked_decisions_are_taken(shared: Path, aligned: Aligned, pair: str, most: int) -> None:
    gold = json.loads((shared / "gold" / "alignment" / f"{pair}.json").read_text())
    found = decisions(gold, *partners(aligned(gold["old"], gold["new"])))
    assert len(found) > 10
    assert found.count(False) <= most


# links of official releases, each checked against both texts: what other tools get wrong, what one measure decides


HEIRS: dict[str, dict[str, Collection[str]]] = {
    "2003-05-26 2003-07-01": {"217.5b": {"217.5b", "415.5"}},  # what may be a target, (a) and (b)
    "2004-06-01 2004-10-01": {"502.14d": []},  # snow-covered, not vigilance (502.14c)
    "2005-02-01 2005-08-01": {"308.1": ["308.1"], "309.1": ["309.1"]},  # on attacking and on blocking, nearly alike
    "2009-05-01 2009-07-11": {
        "200.6a": ["110.2"],  # the owner of a permanent was told twice
        "401.2": ["111.1"],  # so was when a spell stops being one
        "408.1e": ["405.1"],  # what goes on top of the stack
        "414.1": ["701.5a"],  # what it is to counter a spell
        "507.4": [],  # mana burn went although its chapter was written anew
        "502.11d": ["702.19m"],  # bands with other, not intimidate (702.11c)
        "406.1": {"605.1a", "605.1b"},  # what is a mana ability, (a) and (b)
        "217.1c": {"400.7", *(f"400.7{letter}" for letter in "abcdef")},  # exceptions, numbered in its text
        "406.6": ["106.5"],
        "406.7": ["106.7"],  # neighbours that are alike
        "203.1c": ["202.1b"],
        "203.1d": ["202.1b"],  # two rules that became one
    },
    "2016-07-22 2016-09-30": {"509.5": ["509.4"]},  # a step was gone, so that "Fifth" became "Fourth"
    "2016-08-26 2016-09-30": {"503.2": ["503.1"], "511.2": ["511.1"], "513.2": ["513.1"]},  # rewritten alike
    # clauses on attacking and on blocking, paired crosswise by Vensers Journal nine times in a row
    "2016-11-11 2017-01-20": {"508.3b": ["508.3b"], "509.7b": ["509.7b"]},
    "2017-04-28 2017-06-05": {"810.7": ["810.7"], "810.7a": ["810.7a"]},  # a parent pulled away from its children
    "2018-01-19 2018-04-27": {
        "103.4c": ["103.4c"],
        "800.5": ["800.5"],  # near-identical mulligan rules, swapped by Academy Ruins
        "810.7a": [],  # 805.10a had said the same for a year when 810.7a went from a chapter that stayed
    },
    "2018-06-08 2018-07-13": {"103.4c": ["103.4c"]},  # the rule stayed; its twin 903.11f is the new one
    "2019-07-12 2019-08-23": {"716.1a": ["716.1a"]},
    "2019-08-23 2019-10-04": {
        "716.1a": ["717.1a"],
        "716.2a": ["717.2a"],  # siblings that differ by one reference
        "601.3": ["601.3", "601.4"],  # a sentence that became the next rule
    },
    "2021-02-15 2021-04-22": {"202.3f": ["202.3f"], "202.3g": ["202.3g"]},  # neighbours that are alike
}
"""Two releases -> number -> its heirs, in order where they are a list."""


@pytest.mark.parametrize(("jump", "heirs"), HEIRS.items(), ids=HEIRS)
def test_a_clause_goes_where_readers_find_it(aligned: Aligned, jump: str, heirs: Mapping[str, Collection[str]]) -> None:
    found, _ = partners(aligned(*jump.split()))
    assert {old: type(new)(found[old]) for old, new in heirs.items()} == heirs  # type: ignore[call-arg]


@pytest.mark.xfail(strict=True, reason="both neighbours and the number speak for another rule in its place")
@pytest.mark.parametrize(
    ("jump", "old", "new"),
    [
        ("2020-08-07 2020-09-25", "700.8", ["206.3"]),  # 700.8 is on a party now
        ("2002-10-07 2003-03-15", "214.7b", []),  # another rule in its place
    ],
)
def test_a_place_alone_makes_no_link(aligned: Aligned, jump: str, old: str, new: list[str]) -> None:
    assert partners(aligned(*jump.split()))[0][old] == new


def test_the_new_twin_is_an_addition(aligned: Aligned) -> None:
    assert partners(aligned("2018-06-08", "2018-07-13"))[1]["903.11f"] == []


def test_a_low_confidence_is_shown_with_its_runner_up(aligned: Aligned) -> None:
    found = aligned("2009-05-01", "2009-07-11")
    doubtful = [link for link in found.links if link.undetermined]
    assert doubtful
    assert all(link.confidence < 0.7 for link in doubtful)
    assert sum(link.runner_up is not None for link in doubtful) > len(doubtful) / 2


@pytest.mark.parametrize(("day", "other"), [("2009-05-01", "2009-07-11"), ("2020-09-25", "2020-11-20")])
def test_every_clause_is_in_a_link(aligned: Aligned, day: str, other: str) -> None:
    found = aligned(day, other)
    assert {old for link in found.links for old in link.old} == set(range(len(found.old_nodes)))
    assert {new for link in found.links for new in link.new} == set(range(len(found.new_nodes)))
