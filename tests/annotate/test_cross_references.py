"""References are found where the releases print them, with the place of every number."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from every import every
from hypothesis import given
from hypothesis import strategies as st
from table import table

from crdiff.annotate.cross_references import CrossReference, cross_references, is_notice, is_revoked
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import walk


def _printed(text: str) -> list[str]:
    return [text[found.number_at : found.stop] for found in cross_references(text)]


def _only(text: str) -> CrossReference:
    (found,) = cross_references(text)
    return found


CASES = {
    "A player may concede at any time. See rule 104.3a.": ["104.3a"],
    "See Rule 300.3.)": ["300.3"],
    "the legal steps (rules 601.2a–d)": ["601.2a–d"],
    "rules 601.2b and 601.2f-h": ["601.2b", "601.2f-h"],
    "See rules 506.4, 508.1, and 509": ["506.4", "508.1", "509"],
    "See rules 119.7–8).": ["119.7–8"],
    "follow rules 903.6–903.11.": ["903.6–903.11"],
    "follows steps 409.1a-409.1h of rule 409, “Playing”": ["409.1a-409.1h", "409"],
    "the shared team turns option, see 805.8.": ["805.8"],
    "See section 7, “Additional Rules.”": ["7"],
    'See section 217, "Zones."': ["217"],
    "subrule 704.5k is followed by 704.5m, then 704.5n": ["704.5k", "704.5m", "704.5n"],
    "the last of them is rule 704.5aa.": ["704.5aa"],
    "See rule 301, “Artifacts,” and rule 302, “Creatures.”": ["301", "302"],
    "you lose 100 life and draw 7 cards in 2024.": [],
    "rule 100.6 - a rule on 2 players": ["100.6"],
    "rule 704.5a - a player": ["704.5a"],
    "See rules 510.1c - d.": ["510.1c - d"],
    "steps 601.2a - g of": ["601.2a - g"],
    "pay {2.5} or 3.14 of them under the rules of 1999": [],
}


@every("text, numbers", CASES.items())
def test_numbers_are_found_as_printed(text: str, numbers: list[str]) -> None:
    assert _printed(text) == numbers


def test_a_reference_says_what_it_names_and_where() -> None:
    text = 'You may. See rule 718, "Controlling Another Player."'
    found = _only(text)
    assert str(found.number) == "718"
    assert text[found.start : found.stop] == "rule 718"
    assert found.title == "Controlling Another Player"


def test_a_quoted_title_may_hold_the_comma_of_the_sentence() -> None:
    titles = [found.title for found in cross_references("See rule 301, “Artifacts,” and rule 302, “Creatures.”")]
    assert titles == ["Artifacts", "Creatures"]


def test_only_the_first_of_a_list_takes_the_word_rules_into_its_mention() -> None:
    text = "See rules 506.4, 508.1, and 509."
    assert [text[found.start : found.stop] for found in cross_references(text)] == ["rules 506.4", "508.1", "509"]


RANGES = {
    "rules 704.5j–n": "704.5j 704.5k 704.5m 704.5n",
    "rules 704.5z-aa": "704.5z 704.5aa",
    "rules 119.7–8": "119.7 119.8",
    "rules 306–309": "306 307 308 309",
    "rules 903.6–903.8": "903.6 903.7 903.8",
    "rules 601.2 through 602.3": "601.2 602.3",
    "rules 601.2d–a": "601.2d 601.2a",
}


@pytest.mark.parametrize(("text", "members"), RANGES.items())
def test_a_range_names_every_number_in_it(text: str, members: str) -> None:
    assert " ".join(map(str, _only(text).numbers)) == members


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
