"""Official texts: their parts, their clauses and what is odd in them; whatever looks like rules loses nothing."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from printing import normalised_lines, print_release

from crdiff.dialects.registry import read
from crdiff.errors import UnrecognisedText
from crdiff.model.clause import ClauseKind
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.decode import decode

WHOLE = """Magic: The Gathering Comprehensive Rules

These rules are effective as of June 7, 2024.

Introduction

This document is the ultimate authority. See rule
100.1, which is not a clause.

Contents

1. Game Concepts
100. General
101. The Magic Golden Rules

Glossary

Credits

1. Game Concepts

100. General

100.1. These Magic rules apply to any Magic game with two or more players.

100.1a A two-player game is a game that begins with only two players.
Example: Two players sit down.
Example: One of them stands up.

100.2. To play, each player needs:
• a deck of cards;
1) or another
     Cards printed before don't count.

101. The Magic Golden Rules

101.1. Loops

101.1a Whenever a card’s text contradicts these rules, the card wins.

101.2. “Can’t” beats “can.”

101.3. {T} means tap this permanent.

Glossary

Ability
1. Text on an object.
2. An activated ability on the stack.
See rule 113, “Abilities.”

APNAP Order
See Active Player, Nonactive Player Order.

Credits

Original Game Design: Richard Garfield
"""


def parse(text: str) -> Release:
    return read(text.encode(), "text.txt", "official")


def texts(release: Release) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """Return title, text and examples by number."""
    return {str(node.number): (node.clause.title, node.clause.text, node.clause.examples) for node in walk(release)}


def test_the_parts_of_a_text_are_told_apart() -> None:
    release = parse(WHOLE)
    assert release.title == "Magic: The Gathering Comprehensive Rules"
    assert release.effective == date(2024, 6, 7)
    assert [paragraph.text for paragraph in release.front][-1] == "100.1, which is not a clause."
    assert [paragraph.text for paragraph in release.contents] == [
        *("Contents", "1. Game Concepts", "100. General", "101. The Magic Golden Rules", "Glossary", "Credits")
    ]
    assert [entry.term for entry in release.glossary] == ["Ability", "APNAP Order"]
    assert release.glossary[0].text.split("\n")[2] == "See rule 113, “Abilities.”"
    assert [paragraph.text for paragraph in release.credits] == ["Credits", "Original Game Design: Richard Garfield"]
    assert release.findings == ()


def test_titles_texts_examples_and_further_paragraphs_belong_to_their_clause() -> None:
    found = texts(parse(WHOLE))
    assert list(found) == ["1", "100", "100.1", "100.1a", "100.2", "101", "101.1", "101.1a", "101.2", "101.3"]
    assert found["1"] == ("Game Concepts", "", ())
    assert found["100.1a"][2] == ("Example: Two players sit down.", "Example: One of them stands up.")
    assert found["100.2"][1].split("\n")[1:] == [
        *("• a deck of cards;", "1) or another", "Cards printed before don't count.")
    ]
    assert found["101.1"] == ("Loops", "", ())
    assert found["101.2"] == ("", "“Can’t” beats “can.”", ())
    assert found["101.3"] == ("", "{T} means tap this permanent.", ())


def test_the_tree_follows_the_numbers_and_knows_its_lines() -> None:
    release = parse(WHOLE)
    (section,) = release.sections
    assert section.kind is ClauseKind.SECTION
    assert [child.title for child in section.children] == ["General", "The Magic Golden Rules"]
    assert [len(child.children) for child in section.children] == [2, 3]
    lines = {str(node.number): node.placement.lines for node in walk(release)}
    numbered = WHOLE.split("\n")
    assert numbered[lines["100.2"].start - 1].startswith("100.2. To play")
    assert numbered[lines["100.2"].stop - 2] == "     Cards printed before don't count."


def test_an_excerpt_without_headings_contents_or_date_is_read() -> None:
    release = parse("702.9a Flying is an evasion ability.\n\n702.9b A creature with flying.\nExample: A bird.\n")
    assert [str(placement.number) for placement in release.placements] == ["702.9a", "702.9b"]
    assert release.effective is None
    assert release.name == "text.txt"
    assert [finding.check for finding in release.findings] == ["no-date"]


def test_a_clause_right_after_another_without_a_blank_line_is_a_clause() -> None:
    """Source: 310.2d of 2005-02-01, 306.6 of 2009-10-01, 901.4 of 2021-07-23."""
    found = texts(
        parse("306.5d Each planeswalker has a number of loyalty abilities.\n306.6. Planeswalkers can be attacked.\n")
    )
    assert found["306.6"] == ("", "Planeswalkers can be attacked.", ())


def test_a_numbered_item_inside_a_clause_is_no_section() -> None:
    found = texts(
        parse("7. Additional Rules\n\n702. Keywords\n\n702.1. Do this:\n1. Untap\n2. Upkeep\n\n702.2. Deathtouch\n")
    )
    assert list(found) == ["7", "702", "702.1", "702.2"]
    assert found["702.1"][1] == "Do this:\n1. Untap\n2. Upkeep"


@pytest.mark.parametrize(
    ("line", "number", "check"),
    [
        ("606. 8b Each team shares a life total.", "606.8b", "malformed-number"),
        ("306.b If an effect would put a creature into play.", "306.b", "malformed-number"),
        ("305.3.After triggered abilities are added to the stack.", "305.3", None),
        ("309.2a. If the proposed block isn't legal.", "309.2a", None),
    ],
)
def test_odd_labels_are_clauses_too(line: str, number: str, check: str | None) -> None:
    release = parse(f"100.1. A rule.\n\n{line}\n")
    (placement,) = release.placements[1:]
    assert str(placement.number) == number
    assert line.startswith(placement.printed)
    assert texts(release)[number][1] == line.removeprefix(placement.printed).strip()
    assert (check in [finding.check for finding in release.findings]) == bool(check)


def test_numbers_out_of_place_are_reported_where_they_stand() -> None:
    release = parse(
        "501. Evasion\n\n501.1. One.\n\n510. Status\n\n501.2. Two.\n\n510.2. Three.\n\n510.1. Four.\n\n432.1a Five.\n"
    )
    odd = [(finding.check, finding.number, finding.line) for finding in release.findings if finding.line]
    assert odd == [
        ("number-out-of-place", "501.2", 7),
        ("number-out-of-order", "510.1", 11),
        ("number-without-parent", "432.1a", 13),
    ]


def test_a_heading_only_in_the_contents_and_one_only_in_the_text_are_reported() -> None:
    release = parse(WHOLE.replace("101. The Magic Golden Rules\n\nGlossary", "102. Players\n\nGlossary"))
    assert [(finding.check, finding.number) for finding in release.findings] == [
        ("heading-not-in-text", "102"),
        ("heading-not-in-contents", "101"),
    ]


def test_a_text_that_breaks_off_says_which_part_is_missing() -> None:
    """Source: 2013-02-01 ends inside its glossary, after "Attack Multiple Players"."""
    release = parse(WHOLE[: WHOLE.index("See Active")])
    assert release.glossary[-1].term == "APNAP Order"
    assert release.glossary[-1].text == ""
    assert [finding.message for finding in release.findings] == [
        "the contents list 'Credits', which the text does not have"
    ]


def test_two_dates_that_disagree_are_reported_and_the_first_is_taken() -> None:
    release = parse(WHOLE + "\nThese rules are effective as of June 8, 2024.\n")
    assert release.effective == date(2024, 6, 7)
    assert [finding.check for finding in release.findings] == ["dates-disagree"]


@pytest.mark.parametrize(
    "text",
    ["Lorem ipsum dolor sit amet.\n" * 20, "1. The Game\n\n100. General\n", "On 7.9.2024 I paid 100.50 for 3.15 kg.\n"],
)
def test_a_text_without_numbered_rules_is_refused(text: str) -> None:
    with pytest.raises(UnrecognisedText, match=r"^no numbered rules found; expected lines such as"):
        parse(text)


@pytest.mark.parametrize(("printed", "read"), [("August 1, 1996", "1996-08-01"), ("December 31, 9999", "9999-12-31")])
def test_rules_of_a_year_without_any_are_refused(printed: str, read: str) -> None:
    with pytest.raises(UnrecognisedText, match=rf"^the rules of {read}; expected a release of 1999 to 2099$"):
        parse(WHOLE.replace("June 7, 2024", printed))


# laws of reading: whatever looks like rules is read without an error, and nothing of it is lost


_WORDS = st.sampled_from(
    ("a", "player", "may", "draw", "cards.", "See", "rule", "104.3a,", "“Ending", "the", "Game.”", "{T}:", "Add",
     "-1/-1", "mid-", "sentence", "—", "1.", "(2)", "Flying", "702.", "Example:")
)  # fmt: skip
_SENTENCE = st.lists(_WORDS, min_size=1, max_size=9).map(" ".join)
_LABEL = st.sampled_from(
    ("1.", "7.", "100.", "702.", "100.1.", "100.1a", "702.9.", "702.9b", "704.5aa", "606. 8b", "306.b", "305.3.After",
     "Example:", "EXAMPLE:", "    ", " ", "•", "1)", "Ability", "Ability1. Text")
)  # fmt: skip
_OTHER = st.sampled_from(
    ("Glossary", "Credits", "Index", "Contents", "These rules are effective as of June 7, 2024.", "-----------", "", "",
     "", "", "f")
)  # fmt: skip
_LINE = st.one_of(st.builds("{} {}{}".format, _LABEL, _SENTENCE, st.sampled_from(["", "", " "])), _OTHER, _SENTENCE)
TEXTS = st.lists(_LINE, min_size=1, max_size=25).map("\n".join)
"""Lines of all kinds in any order. A clause's label never stands alone: it takes the next paragraph as its text."""


@settings(max_examples=150)
@given(TEXTS)
def test_a_text_is_read_whole_or_refused(text: str) -> None:
    raw = text.encode()
    if not text.strip():
        return
    try:
        release = read(raw, "text.txt", "official")
    except UnrecognisedText:
        return
    merged = any(finding.check == "repeated-number" and "merged" in finding.message for finding in release.findings)
    if not merged:
        assert print_release(release) == normalised_lines(decode(raw).text)
    assert len(walk(release)) == len(release.placements)


@settings(max_examples=100)
@given(TEXTS)
def test_normalised_lines_lose_no_character(text: str) -> None:
    kept = "".join(line for line in text.split("\n") if line.strip().strip("-"))
    assert "".join("".join(normalised_lines(text)).split()) == "".join(kept.split())
