"""Changes of meaning planted in whole official releases, inside clauses whose change is mechanical: none is set aside.

Everything runs as for a reader: the new release is read, aligned, mined for rewordings and described with the planted
words in it. A second round plants one and the same change in clause after clause, as a rewording would be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from table import rows_of, table

from crdiff.align.engine import align_releases
from crdiff.changes.change import Comparison, Part, Quoted
from crdiff.changes.compare import compare
from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.text.decode import decode
from crdiff.text.normalise import unify_line_ends
from tests.conftest import Compared, Official

pytestmark = pytest.mark.whole

_NAMES = "creature|player|card|spell|permanent|land|token|counter|object|effect|cost|opponent|turn|source|game"
_NEXT_NUMBER = {"one": "two", "two": "three", "three": "two", "four": "five", "seven": "six", "ten": "nine"}

Put = str | Callable[[re.Match[str]], str]

_COUNTED: dict[str, Put] = {
    "another number": lambda found: str(int(found[1]) + 1),
    "another number in a symbol": lambda found: f"{{{int(found[1]) + 1}}}",
    "another number in words": lambda found: _NEXT_NUMBER[found[1]],
    "another colour": lambda found: "{U}" if found[1] != "U" else "{B}",
    "cite a neighbour": lambda found: found[1] + chr(ord(found[2]) + 1),
    "cite another rule": lambda found: f"rule {found[1]}.{int(found[2]) + (1 if int(found[2]) < 2 else -1)}",
    "cite another subsection": lambda found: f"rule {int(found[1]) + 2}",
    "stretch a range": lambda found: found[1] + chr(ord(found[2]) + 1),
}


def _swap(swap: str, pattern: str, put: str) -> tuple[str, Put]:
    spelt = pattern.replace("NAMES", _NAMES).replace("NUMBERS", "|".join(_NEXT_NUMBER)).replace("␣", " ")
    return spelt, _COUNTED.get(swap) or put.replace("␣", " ")


# What is planted, by what an editor does: a pattern, and what stands in its place.
SWAPS: dict[str, tuple[str, Put]] = {row["swap"]: _swap(**row) for row in rows_of(__file__, "swaps")}
# What is done to any word in the other tests of proofs: a word printed twice is a slip, which nobody has to read.
WORD_SWAPS = {"twice": r"\g<0> \g<0>", "non": r"non\g<0>", "not": r"not \g<0>"}
ANY_WORD = r"\b[a-z]{2,}\b"


@pytest.fixture(scope="module")
def texts(shared: Path) -> Callable[[str], str]:
    """Return a function that returns the text of the official release of a date."""

    def text(date: str) -> str:
        return unify_line_ends(decode((shared / "cr" / f"{date}.txt").read_bytes()).text)

    return text


@table
def test_no_change_of_meaning_hides_in_a_mechanical_change(
    official: Official, comparison: Compared, texts: Callable[[str], str], old: str, new: str
) -> None:
    chance = Random(f"{old} {new}")
    planted, text = plant(mechanical(comparison(old, new)), texts(new), SWAPS, chance)
    assert len(planted) > 15
    assert set_aside(official(old), text, planted) == []


@pytest.mark.parametrize("swap", ["controller to owner", "plural", "the to some"])
def test_one_change_of_meaning_made_again_and_again_is_no_rewording(
    official: Official, comparison: Compared, texts: Callable[[str], str], swap: str
) -> None:
    """Beside "his or her" -> "their" in hundreds of clauses, "a player … their" -> "a players … their" is not named."""
    old, new = "2018-01-19", "2018-04-27"
    planted, text = plant(mechanical(comparison(old, new)), texts(new), {swap: SWAPS[swap]}, Random(swap))
    assert len(planted) > 10
    assert set_aside(official(old), text, planted) == []


def mechanical(comparison: Comparison) -> dict[str, tuple[str, ...]]:
    """Return the clauses whose wording changed mechanically: new number -> new text and examples, if they changed."""
    return {
        change.new[0].number: tuple(
            text
            for before, text in zip(_texts(change.old[0]), _texts(change.new[0]), strict=True)
            if text and text != before
        )
        for change in comparison.changes
        if change.part is Part.RULES and change.mechanical and change.facets
    }


def _texts(clause: Quoted) -> tuple[str, ...]:
    return clause.text, *clause.examples


def plant(
    clauses: Mapping[str, Sequence[str]], text: str, swaps: Mapping[str, tuple[str, Put]], chance: Random
) -> tuple[dict[str, tuple[str, str]], str]:
    """Return what was planted, number -> (swap, text of the clause or of its example now), and the whole text with it.

    A clause in two gets one change. The others stay as they are, so that what is mechanical still can be told.
    """
    planted: dict[str, tuple[str, str]] = {}
    for number, wordings in clauses.items():
        wording = chance.choice(wordings) if wordings else ""
        if text.count(wording) != 1 or chance.random() < 0.4:
            continue
        for name in chance.sample(sorted(swaps), len(swaps)):
            found = list(re.finditer(swaps[name][0], wording))
            place = chance.choice(found) if found else None
            changed = replaced(wording, place, swaps[name][1]) if place else wording
            if changed != wording:
                text = text.replace(wording, changed)
                planted[number] = name, changed
                break
    return planted, text


def replaced(text: str, place: re.Match[str], put: Put) -> str:
    """Return `text` with what was found at `place` replaced."""
    said = put(place) if callable(put) else place.expand(put)
    return text[: place.start()] + said + text[place.end() :]


def set_aside(old: Release, text: str, planted: Mapping[str, tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Return what nobody is asked to read of what was planted: swap, number and text."""
    new = read(text.encode(), "planted.txt", "official")
    return [
        (planted[clause.number][0], clause.number, clause.text)
        for change in compare(align_releases(old, new)).changes
        if not change.is_unproved
        for clause in change.new
        if clause.number in planted and planted[clause.number][1] in _texts(clause)
    ]
