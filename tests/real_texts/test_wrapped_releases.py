"""The hard-wrapped releases against their unwrapped neighbours, and unwrapped ones after wrapping them ourselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

import pytest

from crdiff.dialects.registry import read
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.decode import decode
from crdiff.text.normalise import fold_typography
from tests.conftest import Official

# The numbers that a wrapped release has and the next unwrapped one does not. Real changes all: 408.2f is the 408.f of
# 1999-11-01, which joins 410.8a and b into 410.8 and drops 419.8c; 100.6 on conceding goes to 102.3a.
GONE: dict[tuple[str, str], str] = {
    ("1999-04-23", "1999-11-01"): "408.2f 410.8a 410.8b 419.8c",
    ("2001-07-23", "2002-02-20"): "308.1a 309.1a 309.2a",
    ("2002-02-20", "2002-10-07"): "",
    ("2003-10-01", "2004-06-01"): "",
    ("2003-12-01", "2004-06-01"): "100.6",
    ("2004-02-01", "2004-06-01"): "100.6",
}


@pytest.mark.parametrize("pair", GONE)
def test_a_wrapped_release_has_no_number_that_is_not_a_clause(official: Official, pair: tuple[str, str]) -> None:
    wrapped, neighbour = ({str(node.number) for node in walk(official(date))} for date in pair)
    assert " ".join(sorted(wrapped - neighbour)) == GONE[pair]


@pytest.mark.parametrize("pair", [*GONE, ("2003-10-01", "2003-07-01")])
def test_unwrapping_joins_words_as_the_neighbour_prints_them(official: Official, pair: tuple[str, str]) -> None:
    """Wherever two releases print the same letters, they print the same words, hyphens and dashes included."""
    wrapped, neighbour = (dict(passages(official(date))) for date in pair)
    by_letters = {letters(text): text for text in neighbour.values()}
    both = [(text, by_letters[letters(text)]) for text in wrapped.values() if letters(text) in by_letters]
    differing = [(one, other) for one, other in both if words(one) != words(other)]
    assert [one[:19] for one, _ in differing] == EDITED.get(pair, [])
    assert len(both) > 450


# Texts with the same letters and other words: 214.2 turns "type(s)" into "types".
EDITED = {("2003-10-01", "2003-07-01"): ["Permanent type is t"]}


def passages(release: Release) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield every text of the rules and the glossary with a key."""
    for node in walk(release):
        for at, text in enumerate((node.clause.wording, *node.clause.examples)):
            yield (str(node.placement.lines.start), at), text
    for entry in release.glossary:
        yield (entry.term, 0), entry.text


def letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]", fold_typography(text)))


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold_typography(text))


@pytest.mark.parametrize("width", [60, 72, 78, 100, 115])
@pytest.mark.parametrize("mark", ["", " "], ids=["filled lines", "a space left at each break"])
def test_wrapping_a_release_leaves_its_tree_as_it_is(official: Official, shared: Path, width: int, mark: str) -> None:
    text = decode((shared / "cr" / "2007-05-01.txt").read_bytes()).text
    lines = (wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""] for line in text.split("\n"))
    wrapped = "\n".join(f"{mark}\n".join(parts) for parts in lines)
    assert max(map(len, wrapped.split("\n"))) < 130
    release, expected = read(wrapped.encode(), "wrapped.txt"), official("2007-05-01")
    assert release.sections == expected.sections
    assert release.effective == expected.effective
    assert [entry.term for entry in release.glossary] == [entry.term for entry in expected.glossary]
