"""Citations are found in every spelling that people use, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import table, table_at_once

from crdiff.cite.citation import CitedGroup, Spelling
from crdiff.cite.scan import Scanner, numbers_cited
from crdiff.cite.spellings import spelled_like
from crdiff.model.number import LETTERS, ClauseNumber

SCANNER = Scanner()


def groups(text: str | bytes, scanner: Scanner = SCANNER) -> list[CitedGroup]:
    return list(scanner.scan(text if isinstance(text, bytes) else text.encode()))


def numbers(text: str | bytes, scanner: Scanner = SCANNER) -> list[str]:
    return [str(number) for group in groups(text, scanner) for item in group.items for number in numbers_cited(item)]


@table_at_once
def test_every_spelling_is_read(text: str, cited: str) -> None:
    assert numbers(text) == cited.split()


@table_at_once
def test_prices_versions_measures_and_names_are_left_alone(text: str) -> None:
    assert numbers(text) == []


@table
def test_an_article_is_no_letter_of_a_list(text: str) -> None:
    assert len(numbers(text)) == 1


def test_items_of_a_group_share_their_sentence() -> None:
    (group,) = groups("/// CR 704.5w + CR 310.10 + CR 310.11a: If")
    assert [str(item.number) for item in group.items] == ["704.5w", "310.10", "310.11a"]


def test_a_pin_is_read_with_its_citation() -> None:
    (group,) = groups("// CR@2025-02-07 704.5k: two legends")
    assert (group.pin, group.spelling) == ("2025-02-07", Spelling.PREFIXED)


def test_digits_without_their_full_stop_are_malformed_in_the_place_of_a_number() -> None:
    (group,) = groups("paying additional costs in 409.1b and 4091f-h")
    assert [wrong.text for wrong in group.malformed] == ["4091f-h"]


def test_an_identifier_that_does_not_say_so_is_a_citation_only_where_asked() -> None:
    assert numbers("fn covers_700_8b_assignment()") == []
    assert numbers("fn covers_700_8b_assignment()", Scanner(is_loose=True)) == ["700.8b"]
    assert numbers("fn cr_500_8()", Scanner(identifiers=False)) == []


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_prefix_may_have_letters_of_any_language(encoding: str) -> None:
    french = Scanner(prefixes=["règle", "Règles Complètes"])
    for text in ("règle 704.5k", "la Règle 704.5k", "Règles  Complètes 704.5k"):
        assert numbers(text.encode(encoding), french) == ["704.5k"]
    assert numbers("правило 508", Scanner(prefixes=["Правило"])) == ["508"]


def test_a_number_behind_a_citation_is_not_at_the_head_of_a_line() -> None:
    assert numbers("CR 704.5k 310.8 apart") == ["704.5k"]


def test_the_leader_of_a_comment_joins_nothing() -> None:
    assert len(groups("// CR 704.5a\n// CR 704.5b\n")) == 2
    assert len(groups("// CR 704.5a,\n// CR 704.5b\n")) == 1


def test_prefixes_are_those_that_a_configuration_gives() -> None:
    house = Scanner(prefixes=["Regel"])
    assert numbers("siehe Regel 704.5k", house) == ["704.5k"]
    assert numbers("see CR 704", house) == []


@pytest.mark.parametrize("text", ["§ 704.5k–m, 508.1".encode(), "§ 704.5k\x96m, 508.1".encode("latin-1")])
def test_utf_8_and_latin_1_are_read_alike(text: bytes) -> None:
    assert numbers(text) == ["704.5k", "704.5m", "508.1"]


@given(
    st.sampled_from(["{0}{1}", "{0}{2}", "{0}.{1}", "{0}({1})"]), st.sampled_from(LETTERS[1:]), st.sampled_from(LETTERS)
)
def test_a_number_spelled_like_another_is_read_as_itself_and_spelled_like_it(style: str, old: str, new: str) -> None:
    before, after = (style.format("704.5", letter, letter.upper()) for letter in (old, new))
    number = ClauseNumber.of(704, 5, new)
    assert spelled_like(before, number) == after
    assert numbers(f"CR {after}: a player") == [str(number)]
    assert spelled_like(before, number.of_rule) == "704.5"


@given(st.binary(max_size=300))
def test_any_bytes_are_read_and_what_is_found_stands_where_it_says(text: bytes) -> None:
    at = 0
    for group in SCANNER.scan(text):
        assert at <= group.start < group.stop <= len(text)
        at = group.stop
        for item in group.items:
            assert group.start <= item.start < item.stop <= group.stop


@given(
    st.lists(st.sampled_from(["CR 704.5k", "rule 508", "702.19b", "§", "CR", "\n// ", ", ", "/", "-", "a", "$", " "]))
)
def test_what_is_found_is_found_again_in_what_it_was_read_from(pieces: list[str]) -> None:
    text = "".join(pieces).encode()
    for group in SCANNER.scan(text):
        for item in group.items:
            if not item.is_abbreviated:
                assert str(item.number).encode() in text[item.start : item.stop]


def test_a_line_of_a_million_numbers_is_read_in_a_moment() -> None:
    assert groups("7045 " * 200_000) == []
    assert len(groups("704.5k, " * 20_000)) <= 1


def test_the_spellings_collected_from_public_repositories_are_read(shared: Path) -> None:
    cases = json.loads((shared / "gold" / "citations" / "spellings.json").read_bytes())["cases"]
    loose = Scanner(is_loose=True)
    wrong = [case["text"] for case in cases if numbers(case["text"], loose) != case["numbers"]]
    assert not wrong
