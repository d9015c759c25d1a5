"""References are found where the releases print them, with the place of every number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reviewed import answered
from table import table

from crdiff.annotate.cross_references import cross_references, is_notice, is_revoked
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import walk
from tests.conftest import Golden

FILE = Path(__file__).with_name("references.txt")


def named_in(given: list[str]) -> Iterator[str]:
    """Yield of each text its references: the mention, the numbers as printed, all that are meant, the title."""
    for text in given:
        for found in cross_references(text):
            title = f", {found.title}" if found.title else ""
            mention, printed = text[found.start : found.stop], text[found.number_at : found.stop]
            yield f"{mention} [{printed}]: {' '.join(map(str, found.numbers))}{title}"


def test_references_are_found_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, named_in))


@given(st.text(alphabet='rules section 12346.abz–-, "“”and', max_size=60))
def test_any_text_gives_references_in_order_without_overlap(text: str) -> None:
    """No combination of the pieces of a reference raises, and a rewriter can replace them one after the other."""
    end = 0
    for found in cross_references(text):
        assert end <= found.start <= found.number_at < found.stop <= len(text)
        end = found.stop


def test_references_of_a_release_name_clauses_it_has(shared: Path) -> None:
    """All references of the rules of 2024-06-07 lead somewhere; its glossary says 110.10 where 111.10 is meant."""
    release = read((shared / "cr/2024-06-07.txt").read_bytes(), "2024-06-07.txt")
    known = {placement.number for placement in release.placements}
    rules = [text for node in walk(release) for text in (node.clause.text, *node.clause.examples)]
    assert len(_named(rules)) > 1200
    assert [number for number in _named(rules) if number not in known] == []
    assert [str(number) for number in _named(entry.text for entry in release.glossary) if number not in known] == [
        "110.10"
    ]


def _named(texts: Iterable[str]) -> list[ClauseNumber]:
    return [number for text in texts for reference in cross_references(text) for number in reference.numbers]


# texts that only say that a rule is gone, told from texts that look back at something else


PLANESWALKERS = (
    "Previously, planeswalkers were subject to a “planeswalker uniqueness rule” that stopped a player from controlling "
    "two planeswalkers of the same planeswalker type. This rule has been removed and planeswalker cards printed before "
    "this change have received errata in the Oracle card reference to have the legendary supertype."
)


@pytest.mark.parametrize("text", ["Ignore this rule.", PLANESWALKERS])
def test_a_text_that_says_its_rule_is_gone_is_a_notice(text: str) -> None:
    """Source: 502.9d of 2001-07-23; 306.4 of 2017-09-29."""
    assert is_notice(text)


@table
def test_a_text_that_looks_back_or_names_itself_a_rule_is_none(text: str) -> None:
    """403.5, 206.3, 502.9d before its end, 704.5j."""
    assert not is_notice(text)


def test_a_rule_is_revoked_where_a_notice_takes_its_place_and_only_there() -> None:
    """306.4 of 2017-08-25 and 2017-09-29."""
    rule = "If a player controls two planeswalkers that share a planeswalker type, that player chooses one of them."
    assert is_revoked(rule, PLANESWALKERS)
    assert not is_revoked(PLANESWALKERS, rule)
    assert not is_revoked(rule, rule)
    assert not is_revoked(PLANESWALKERS, f"{PLANESWALKERS} See rule 704.5j.")
