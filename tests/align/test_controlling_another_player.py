"""The section crdiff began with must come out as it was checked by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.dialects.registry import read
from crdiff.model.release import Release

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
def test_every_link_of_clauses_and_examples(
    gold: dict[str, Any], aligned: Callable[[str, str], Alignment], jump: str
) -> None:
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


def test_a_page_against_a_whole_release_says_nothing_of_other_chapters(
    editions: dict[str, Release], official: Callable[[str], Release]
) -> None:
    found = align_releases(editions["507"], official("2024-06-07"))
    heirs, _ = partners(found)
    assert heirs["507.1c"] == ["720.3"]
    assert {found.new_nodes[link.new[0]].number.subsection for link in found.links if not link.old} == {720}
