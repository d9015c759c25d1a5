"""Each check finds what it is for, at its place, and is silent about a text in which nothing is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clean_text import CLEAN, broken, release, with_siblings
from every import every
from msgspec.structs import replace

from crdiff.align.alignment import Excerpt
from crdiff.lint import lint
from crdiff.lint.finding import LintFinding
from crdiff.lint.registry import BY_ID, CHECKS
from crdiff.model.release import Damage
from tests.changes.conftest import aligned

Pairs = tuple[tuple[str, str], ...]


def found(text: str, before: str | None = None) -> tuple[LintFinding, ...]:
    return lint(release(text), release(before) if before else None, lines=text.split("\n"))


def test_nothing_is_found_in_a_clean_text() -> None:
    assert found(CLEAN) == ()
    assert found(CLEAN, CLEAN) == ()


ALONE: dict[str, tuple[str, Pairs]] = {
    "dangling-reference": ("100.2", (("see rule 101.2a)", "see rule 101.2c)"),)),
    "reference-range": ("101.1", (("101.2a–b", "101.2b–a"),)),
    "reference-title": ("100.1b", (("rule 301, “Con", "rule 300, “Con"),)),
    "repeated-number": ("101.2a", (("101.2b An", "101.2a An"),)),
    "malformed-number": ("100.1b", (("100.1b A", "100. 1b A"),)),
    "number-out-of-order": ("101.2a", (("101.2a A player still", "101.2c A player still"), ("101.2b An", "101.2a An"))),
    "number-out-of-place": ("100.1b", (("200.1. The name", "100.1b A name\n\n200.1. The name"),)),
    "number-without-parent": ("904.1a", (("101.3. A", "904.1a A\n\n101.3. A"),)),
    "numbering-gap": ("301.3", (("301.2. The controller", "301.3. The controller"),)),
    "skipped-letter": ("100.1l", (("100.1b A", "100.1l A"),)),
    "heading-differs": ("200", (("200. Names\n", "200. Name\n"),)),
    "heading-not-in-contents": ("200", (("200. Names\n", ""),)),
    "heading-not-in-text": ("201", (("200. Names\n", "200. Names\n201. Colors\n"),)),
    "lacks-beginning": ("", (("1. Game Concepts\n\n100. General\n\n100.1. These", "200.1. These"),)),
    "missing-part": ("", (("\nCredits\n\nSomebody wrote these rules.\n", ""),)),
    "dates-disagree": ("", (("Somebody wrote these rules.", "These rules are effective as of May 1, 2024."),)),
    "missing-line-break": ("", (("Player\nOne of", "Player1. One of"),)),
    "stray-text": (
        "101.3",
        (("\n2. Parts of a Card\n\n200. Names\n\n200.1", "f\n\n2. Parts of a Card\n\n200. Names\n\n200.1"),),
    ),
    "glossary-order": (
        "Concede",
        (
            ("Game\nWhat the players play. See Player.\n\n", ""),
            ("Concede\nTo", "Game\nWhat. See Player.\n\nConcede\nTo"),
        ),
    ),
    "glossary-pointer": ("Game", (("See Player.", "See Gamer."),)),
    "glossary-reference": ("Concede", (("To leave a game. See rule 101.3.", "To leave a game. See rule 101.1."),)),
    "keyword-without-entry": ("300.3", (("300.3. Flying", "300.3. Reach"),)),
    "entry-without-keyword": ("Flying", (("300.3. Flying", "300.3. Reach"),)),
    "merged-entry": ("Flying", (("\n\nFlying\nA keyword", "\nFlying\nA keyword"),)),
    "unused-term": (
        "Zombie",
        (("One of the people in the game. See rule 100.1.", "A person.\n\nZombie\nSomebody dead."),),
    ),
    "card-count": ("301.1", (("One card (Mindslaver) allows", "Two cards (Mindslaver) allow"),)),
    "unbalanced-quotes": ("100.1b", (("Another Player.”", "Another Player."),)),
    "unbalanced-brackets": ("100.2", (("(see rule 101.2a)", "see rule 101.2a)"),)),
    "straight-quote": ("301.2", (("can’t", "can't"), *((("player’s", "player’s’’’’’’"),) * 4))),
    "missing-full-stop": ("101.3", (("concede the game at any time.", "concede the game at any time"),)),
    "double-space": ("101.3", (("can concede", "can  concede"),)),
    "space-before-comma": ("100.1", (("players, and", "players , and"),)),
    "doubled-word": ("101.3", (("can concede", "can can concede"),)),
    "retired-wording": ("300.1", (("Most abilities describe", "If it comes into play, most abilities describe"),)),
    "gendered-pronoun": ("100.2", (("needs their own", "needs his or her own"),)),
    "unmarked-example": ("101.2b", (("Example: A player", "Exmaple: A player"),)),
    "encoding-damage": ("301.2", (("can’t", "can\ufffdt"),)),
}
"""Check -> the clause at fault and what is changed for it, where the text alone tells."""

TOGETHER: dict[str, tuple[str, Pairs]] = {
    "stale-reference": (
        "301.2",
        (
            ("101.3. A player can concede the game", "101.4. A player can concede the game"),
            ("101.4. A", "101.3. Whoever owns the most dragons rules the skies over Shiv forever.\n\n101.4. A"),
        ),
    ),
    "changed-reference": ("301.2", (("concede the game. See rule 101.3", "concede the game. See rule 200.1"),)),
    "misspelt-word": ("301.2", (("make that player concede", "make that plyaer concede"),)),
    "unmarked-example": ("101.2b", (("Example: A player", "A player"),)),
    "excerpt": ("", (("1. Game Concepts\n\n100. General\n\n100.1. These", "200.1. These"),)),
}
"""The same, where the text before is needed: it is the clean one."""


@every("check", ALONE)
def test_a_fault_is_found_where_it_is(check: str) -> None:
    number, pairs = ALONE[check]
    text = broken(*pairs)
    findings = [finding for finding in found(text) if finding.check == check]
    assert [finding.number for finding in findings] == [number] * len(findings) != []


@pytest.mark.parametrize("check", TOGETHER)
def test_a_fault_is_found_against_the_text_before(check: str) -> None:
    number, pairs = TOGETHER[check]
    text = broken(*pairs)
    assert number in [finding.number for finding in found(text, CLEAN) if finding.check == check]


def checks_of(text: str, check: str) -> list[str]:
    """Return the clauses in which one check finds something."""
    return [finding.number for finding in found(text) if finding.check == check]


_ENDING = "concede the game at any time."
THRESHOLDS = [
    ("encoding-damage", "can concede", "can" + " can?t" * 20 + " concede", 20),
    ("encoding-damage", "can concede", "can" + " can?t" * 21 + " concede", 1),  # one fault of the file
    ("double-space", "can concede", "can" + " stop.  Go" * 20 + " concede", 20),
    ("double-space", "can concede", "can" + " stop.  Go" * 21 + " concede", 0),  # a habit after sentences
    ("missing-full-stop", _ENDING, f"{_ENDING} The kinds are:\n\nplayers who see it", 0),
    ("missing-full-stop", _ENDING, f"{_ENDING} The kinds are:\n\nplayers who see it all", 1),  # five words: a sentence
    ("misspelt-word", "can concede", "can meet an elephnt or " + "elephant, " * 29 + "and can concede", 0),
    ("misspelt-word", "can concede", "can meet an elephnt or " + "elephant, " * 30 + "and can concede", 1),
]
"""Check, what is replaced by what, and how many faults it finds."""


@pytest.mark.parametrize(("check", "old", "new", "faults"), THRESHOLDS)
def test_how_often_something_is_printed_decides_what_it_is_taken_for(
    check: str, old: str, new: str, faults: int
) -> None:
    assert len(checks_of(broken((old, new)), check)) == faults


def test_a_straight_quote_is_no_slip_where_curly_ones_are_few() -> None:
    assert CLEAN.count("’") > 3
    assert checks_of(broken(("can’t", "can't")), "straight-quote") == []


@pytest.mark.parametrize(("lost", "faults"), [(19, 1), (20, 0)])
def test_quotes_of_a_text_that_lost_twenty_characters_are_not_paired(lost: int, faults: int) -> None:
    text = broken(("Another Player.”", "Another Player."))
    read = release(text)
    damaged = replace(read, source=replace(read.source, damage=(Damage("characters lost", lost),)))
    findings = lint(damaged, None, lines=text.split("\n"))
    assert [finding.check for finding in findings].count("unbalanced-quotes") == faults


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("Another Player.”", "Another Player.", "a quotation is not closed"),
        ("Another Player.”", "Another Player.“", "a quotation is closed by an opening mark"),
        ("“Con", "Con", "a quotation is closed that was not opened"),
    ],
)
def test_a_quote_without_partner_is_named_for_what_it_lacks(old: str, new: str, message: str) -> None:
    messages = [each.message for each in found(broken((old, new))) if each.check == "unbalanced-quotes"]
    assert [each.startswith(message) for each in messages] == [True]


@pytest.mark.parametrize(("siblings", "odd", "faults"), [(5, 1, 0), (6, 1, 1), (12, 2, 2), (18, 3, 0)])
def test_six_siblings_to_each_odd_sentence_make_a_template(siblings: int, odd: int, faults: int) -> None:
    assert len(checks_of(with_siblings(["are"] * siblings + ["is"] * odd), "odd-template")) == faults


@pytest.mark.parametrize(("apart", "is_used"), [(0, True), (3, True), (4, False)])
def test_the_words_of_a_term_may_stand_a_few_words_apart(apart: int, is_used: bool) -> None:
    """The words "completes a dungeon" use the term "Complete Dungeon"; words further apart are two words."""
    rule = f"301.4. A zombie {'very ' * apart}king rules.\n\nGlossary\n\nConcede"
    text = broken(("Glossary\n\nConcede", rule), ("See rule 100.1.", "A person.\n\nZombie King\nSomebody dead."))
    assert [f.number for f in found(text) if f.check == "unused-term"] == ([] if is_used else ["Zombie King"])


def test_every_check_is_tested() -> None:
    assert {*ALONE, *TOGETHER, "odd-template"} == set(BY_ID)


def test_every_check_has_its_section_with_reason_and_instance() -> None:
    page = (Path(__file__).parents[2] / "site" / "lint.md").read_text("utf-8")
    sections = dict(re.findall(r"^### `([a-z-]+)`\n((?:(?!##).*\n?)*)", page, re.MULTILINE))
    assert set(sections) == set(BY_ID)
    for check in CHECKS:
        assert check.reason in sections[check.id], check.id
        assert check.level in sections[check.id], check.id
        assert "Seen" in sections[check.id] or "Not seen" in sections[check.id], check.id


def test_a_place_is_told_to_the_column() -> None:
    text = broken(("see rule 101.2a)", "see rule 101.2c)"))
    (finding,) = found(text)
    line = text.split("\n")[finding.line - 1]
    assert line[finding.column - 1 : finding.end_column - 1] == finding.quote == "101.2c"


def test_without_the_lines_of_the_file_the_clause_is_told() -> None:
    text = broken(("see rule 101.2a)", "see rule 101.2c)"))
    (finding,) = lint(release(text))
    assert text.split("\n")[finding.line - 1].startswith("100.2.")
    assert finding.column == 0


def test_a_place_is_found_in_a_wrapped_paragraph() -> None:
    wrapped = broken(("see rule 101.2a)", "see rule 101.2c)")).split("\n")
    at = next(number for number, line in enumerate(wrapped) if line.startswith("100.2."))
    wrapped[at] = wrapped[at].replace("deck (see ", "deck\n(see   ")
    lines = "\n".join(wrapped).split("\n")
    findings = lint(release("\n".join(lines)), lines=lines)
    (finding,) = [finding for finding in findings if finding.check == "dangling-reference"]
    assert lines[finding.line - 1][finding.column - 1 :].startswith("101.2c")


def test_a_citation_that_quotes_the_right_title_is_never_stale() -> None:
    after = broken(
        (
            "301. Controlling Another Player\n\nGlossary",
            "301. Counting Dragons\n302. Controlling Another Player\n\nGlossary",
        ),
        (
            "301. Controlling Another Player\n\n301.1",
            "301. Counting Dragons\n\n301.1. Dragons are counted.\n\n302. Controlling Another Player\n\n302.1",
        ),
        ("301.2. The controller", "302.2. The controller"),
        ("rule 301, “Controlling", "rule 302, “Controlling"),
    )
    assert found(after, CLEAN) == ()


def test_what_an_excerpt_does_not_quote_is_not_missing() -> None:
    excerpt = CLEAN[CLEAN.index("301. Controlling Another Player\n\n301.1") : CLEAN.index("Glossary\n\nConcede")]
    assert found(excerpt) == ()
    assert [finding.check for finding in found(excerpt.replace("rule 101.3", "rule 301.9"))] == ["dangling-reference"]


def test_a_fingerprint_stays_when_the_clause_moves_and_differs_from_fault_to_fault() -> None:
    text = broken(("See rule 101.3.\n\nGlossary", "See rule 101.9.\n\nGlossary"))
    moved = text.replace("301", "302")
    (one,) = [finding for finding in found(text) if finding.check == "dangling-reference"]
    (other,) = [finding for finding in found(moved) if finding.check == "dangling-reference"]
    assert one.fingerprint == other.fingerprint
    assert one.number != other.number
    twice = found(broken(("can concede", "can  concede"), ("make that player", "make  that player")))
    assert len({finding.fingerprint for finding in twice}) == len(twice) == 2


@pytest.mark.parametrize(
    ("said", "is_same"),
    [("Then perhaps you may read in full rule 101.9 if you really like to.", True),
     ("Then perhaps one may now read rule 101.9 if you really like to.", False),
     ("Then perhaps one may read in full rule 101.9 if someone really likes to.", False)],
)  # fmt: skip
def test_a_fingerprint_is_made_from_three_words_on_each_side(said: str, is_same: bool) -> None:
    def fingerprint(sentence: str) -> str:
        (one,) = [f for f in found(broken(("101.3. A", f"101.3. {sentence} A"))) if f.check == "dangling-reference"]
        return one.fingerprint

    known = fingerprint("Then perhaps one may read in full rule 101.9 if you really want to.")
    assert (fingerprint(said) == known) is is_same


@pytest.mark.parametrize(
    ("subsections", "named"),
    [(2, "101, 102"), (8, "101, 102, 103, 104, 105, 106, 107, 108"),
     (10, "101, 102, 103, 104, 105, 106, 107, 108 and 2 more")],
)  # fmt: skip
def test_an_excerpt_is_named_by_its_first_eight_numbers(subsections: int, named: str) -> None:
    alignment = aligned({"100.1": "A rule."}, {"100.1": "A rule."}, {"100.1": ["100.1"]})
    numbers = tuple(str(101 + at) for at in range(subsections))
    against = replace(alignment, excerpts=(Excerpt("page", True, numbers, "release", 5, lacks_beginning=False),))
    (one,) = lint(against.new, alignments=(against,), checks=(BY_ID["excerpt"],))
    assert one.message == f"the comparison covers only {named}; 5 clauses of the earlier text are not compared"


def test_findings_come_in_the_order_of_the_text() -> None:
    text = broken(("can concede", "can  concede"), ("players, and", "players , and"), ("See Player.", "See Gamer."))
    lines = [finding.line for finding in found(text)]
    assert lines == sorted(lines)
    assert len(lines) == 3


def test_the_spaces_of_a_pdf_are_those_of_its_typesetting() -> None:
    """2009-05-01.pdf has double spaces where its .txt has none, and none where that has some."""
    text = broken(("can concede", "can  concede"))
    read = release(text)
    printed = replace(read, source=replace(read.source, encoding="pdf"))
    lines = text.split("\n")
    assert [finding.check for finding in lint(read, lines=lines)] == ["double-space"]
    assert lint(printed, lines=lines) == ()


@pytest.mark.parametrize(
    ("wrong", "quote", "mended"), [("can  concede", "  ", "can concede"), ("concede , and", " ", "concede, and")]
)
def test_spaces_are_told_with_the_columns_they_fill_and_a_fix(wrong: str, quote: str, mended: str) -> None:
    text = broken(("can concede", wrong))
    (finding,) = lint(release(text), lines=text.split("\n"))
    line = text.split("\n")[finding.line - 1]
    assert line[finding.column - 1 : finding.end_column - 1] == finding.quote == quote
    assert finding.fix
    assert finding.fix.old == quote
    assert mended in line[: finding.column - 1] + finding.fix.new + line[finding.end_column - 1 :]
