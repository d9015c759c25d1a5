"""Citations are found in every spelling that people use, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from every import every
from hypothesis import given
from hypothesis import strategies as st

from crdiff.cite.citation import CitedGroup, Spelling
from crdiff.cite.scan import Scanner, numbers_cited
from crdiff.cite.spellings import spelled_like
from crdiff.model.number import LETTERS, ClauseNumber

SCANNER = Scanner()


def groups(text: str | bytes, scanner: Scanner = SCANNER) -> list[CitedGroup]:
    return list(scanner.scan(text if isinstance(text, bytes) else text.encode()))


def numbers(text: str | bytes, scanner: Scanner = SCANNER) -> list[str]:
    return [str(number) for group in groups(text, scanner) for item in group.items for number in numbers_cited(item)]


# "an" and "at" behind 602.2b and 702.26f of 2026-04-17 are words.
SPELLINGS = {
    "CR 704.5k": "704.5k",
    "see rule 508": "508",
    "See Rules 613.6 and 613.7.": "613.6 613.7",
    "Comprehensive Rules 903.9a": "903.9a",
    "§704 and § 704.5": "704 704.5",
    "[CR#704.5k]": "704.5k",
    "CR@2025-02-07 704.5k": "704.5k",
    "CR: 704.5k": "704.5k",
    "(CR **704.5k**)": "704.5k",
    "CR 704.5w/x": "704.5w 704.5x",
    "CR 510.1c, d": "510.1c 510.1d",
    "CR 510.1c and d apply": "510.1c 510.1d",
    "CR 702.61a-c": "702.61a 702.61b 702.61c",
    "CR 702.61a–c": "702.61a 702.61b 702.61c",
    "CR 702.61a..c": "702.61a 702.61b 702.61c",
    "CR 702.61a through c": "702.61a 702.61b 702.61c",
    "CR 602.2b — an ability": "602.2b",
    "CR 702.26f, at the next turn": "702.26f",
    "CR 704.5y-aa": "704.5y 704.5z 704.5aa",
    "CR 119.7-8": "119.7 119.8",
    "CR 702.36-37.": "702.36 702.37",
    "CR 508-511": "508 509 510 511",
    "CR 704.5k-m": "704.5k 704.5m",
    "CR 702.* and 701.38": "702 701.38",
    "CR 603.10/608.2h": "603.10 608.2h",
    "CR 704.5w + CR 704.5x": "704.5w 704.5x",
    "CR 707.10c/CR\n /// 114.6a": "707.10c 114.6a",
    "(CR\n        // 101.4): choose": "101.4",
    "// 702.84. Cascade": "702.84",
    "//701.12b. If one": "701.12b",
    "- 704.5k says": "704.5k",
    " * are four exceptions: # 109.4a An emblem is": "109.4a",  # of 2020-06-01
    ' * "Emblems." # 109.4b In a': "109.4b",
    "| 613.4c |": "613.4c",
    "| **614.16** | as": "614.16",
    "according to the exception in 702.19b": "702.19b",
    '"704.5w/x Battle Protector"': "704.5w 704.5x",
    "704.5k,Legend rule": "704.5k",
    "508.1,Declare attackers": "508.1",
    "614.16\n  Some replacement effects": "614.16",
    "see `CR _704.5k_`": "704.5k",
    "rule&nbsp;508": "508",
    "fn cr_500_8_aurelia()": "500.8",
    "test_Rules_111_4_Example1()": "111.4",
    "cr_704_5k": "704.5k",
    "https://example.org/#R7045k": "704.5k",
    "https://example.org/#R70219b": "702.19b",
    "https://example.org/cr/704.5k": "704.5k",
    "{{CR|exact|702.19b}}": "702.19b",
    "{{CR|702.19b|2023-04-14}}": "702.19b",
    "CR 704.5K": "704.5k",
    "CR 704.5K-M": "704.5k 704.5m",
    "CR 704.5W/X": "704.5w 704.5x",
    "CR 702.19.b": "702.19b",
    "CR 702.19.b/c": "702.19b 702.19c",
    "CR 702.19(b)": "702.19b",
    "CR 702.19(a)–(c)": "702.19a 702.19b 702.19c",
    "CR 903.3(b)/(c): Vehicles": "903.3b 903.3c",  # of sereilly/mtg-engine
    "// RULE 305.9 / Apr 22 2021": "305.9",  # of reavowed/mtg
    "RULES 305.9 and 305.10": "305.9 305.10",
    '@pytest.mark.cr("903.4")': "903.4",
    "const START_YOUR_ENGINES = 50  // 704.5z (speed)": "704.5z",
    "assert attacker.tapped  # 508.1f": "508.1f",
    "const PROTECTOR = 560 // 704.5w/x": "704.5w 704.5x",
    '@pytest.mark.cr("903.4", "903.5a")': "903.4 903.5a",
    "check(cr=704.5k)": "704.5k",
    'check(cr="704.5")': "704.5",
    'cr_refs=["601.2"]': "601.2",
    '"case_id": "cr-601.2"': "601.2",
    '{"rule": "603.10", "text": 1}': "603.10",
    "{@rule 502.2}": "502.2",
    "{@mtg.rule 502.2}": "502.2",
    "class TestCR601_2a:": "601.2a",
    "class TestCR601_2aCosts:": "601.2a",
    "def test_contract_traces_every_cr_601_rule()": "601",
    "**601.2f–h**": "601.2f 601.2g 601.2h",
    "801.13 / 801.13a / 801.13b": "801.13 801.13a 801.13b",
    "can't be blocked [509.1b] [702.19] except": "509.1b 702.19",
    "CR 702.19b的规定": "702.19b",
    "CR 702.61a - 702.61c": "702.61a 702.61b 702.61c",
    "CR 119.7 through 9": "119.7 119.8 119.9",
    "CR 903.7 — 40 life each": "903.7",  # of wingedsheep/argentum-engine
    "CR 903.7—40 life each": "903.7",
    "CR 119.1 - 20 life": "119.1",
    "CR 119.1 to 20 life": "119.1",
    "CR 611.2c — złota": "611.2c",  # of jurekjurekgh/mtg
    "CR 611.2c—złota": "611.2c",
    "CR 117.3c, własność": "117.3c",
    "hexproof (702.11b — własne": "702.11b",
    "CR 611.2c — в начале": "611.2c",
    "CR 701.21a, i.e. a death": "701.21a",  # of dan-blanchard/mtg-skills
    'CR 104.2b, e.g., "target player wins': "104.2b",  # of phase-rs/phase
    "CR 608.2b, c. 1999": "608.2b",
    "| 1 | 613.4 | Layer 7 |": "613.4",
}


@every("text, cited", SPELLINGS.items())
def test_every_spelling_is_read(text: str, cited: str) -> None:
    assert numbers(text) == cited.split()


FALSE_FRIENDS = (
    "Assert.assertEquals(290.2, player1)",
    '$("123.4")',
    "see issue #508.1f",
    "values: [\n  0.1523,\n  310.7\n]",
    "CR_704 and rule_508",
    "Some pay $119.30 for it",
    "paid €704.5 or £702.3",
    "version 145.0.1 and v704.5",
    "width: 704.5px; margin: 310.8px; 604.1em",
    "at 192.168.1.1",
    "HTTP 404 and 404.1",
    '<path d="M 704.5 310.8 L 510.1 120.3"/>',
    "took 603.4 ms, 702.2 MB, 601.2%",
    "IPG 3.7, MTR 4.4",
    "CRC 704, SCR 310.8, CR LF 100, CR 1/4",
    "a CR of 702",
    "x = 704.5 * 3",
    "-704.5",
    "abc704.5k",
    'SetCardInfo("Swamp", "cr341")',
    "1704.5k",
    "423.3 us and the mean",
    "  423.3 µs per op",
    "416.1 kB**), smoke",
    "| Rally | 44.342 s | 0.4510 | 120.6 | 4,758 | 107.3 |",  # of jackmaiorino/mtg-kernel
    "Ticket CR-199",
    "CR #702 is merged",
    "cr(404); rules = 100",
    "rule 404 Not Found",
    "Comprehensive Rules 100 years",
    "ticket_cr_199",
)


@every("text", FALSE_FRIENDS)
def test_prices_versions_measures_and_names_are_left_alone(text: str) -> None:
    assert numbers(text) == []


@pytest.mark.parametrize(
    "text",
    [
        *("CR 702.19b, a creature", "CR 510.1c or a player", "CR 704.5k and I", "CR 704.5a, a", "rule 704.5b's"),
        *("CR 704.5(b) or (a creature)", "CR 704.5(b), c", "CR 704.5B, c", "CR 702.19b, c’est"),
    ],
)
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
