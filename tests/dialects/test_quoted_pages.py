"""The five pages that quote rules, and pages like them: lessons, Markdown, rulings, wikis."""

from __future__ import annotations

from collections import Counter
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from crdiff.dialects.oddities import without_slips
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.release import AsideKind, Fact, Release
from crdiff.model.tree import by_number, walk
from tests.dialects.conftest import Seed, unaccounted


def _lesson(*lines: str) -> Release:
    return read("\n\n".join(lines).encode(), "page.txt", "lesson")


def test_the_authors_comments_are_asides_about_the_clause_before_them(seed: Seed) -> None:
    comments = [aside for aside in seed("712").asides if aside.kind is AsideKind.COMMENT]
    assert [(comment.label, str(comment.about)) for comment in comments] == [
        ("Briefly", "712.5"),
        ("Comment", "712.5a"),
    ]
    assert comments[0].text.startswith("While controlling another player, you choose the value of X")


def test_passages_from_elsewhere_are_no_clauses_of_the_lesson(seed: Seed) -> None:
    passages = [aside for aside in seed("712").asides if aside.kind is AsideKind.PASSAGE]
    assert [(passage.label, passage.lines.start, passage.lines.stop) for passage in passages] == [
        ("3.15", 60, 63),
        ("805.8.", 70, 71),
    ]
    assert passages[0].text.startswith("Sideboard\nDuring a game, players may look at their own sideboard")
    assert passages[1].text.startswith("(...) If an effect causes a player to control another player")


def test_slips_of_the_copyist_are_reported_and_not_repaired(seed: Seed) -> None:
    release = seed("712")
    found = Counter((finding.check, finding.number) for finding in release.findings)
    assert found == {
        ("misspelled-not", "712.1"): 1,
        ("misspelled-not", "712.5b"): 3,
        ("misspelled-not", "712.6"): 1,
        ("mixed-quotes", "712.4"): 1,
    }
    texts = {str(node.number): node.clause.text for node in walk(release)}
    assert "the effect doesn’s end" in texts["712.1"]
    assert texts["712.5b"].count("can’s") == 2
    assert "aren’s" in texts["712.5b"]


def test_who_asks_what_the_rules_said_is_answered_without_the_slips(seed: Seed) -> None:
    page = seed("712")
    texts = {str(node.number): node.clause.text for node in walk(without_slips(page))}
    assert "the effect doesn’t end" in texts["712.1"]
    assert texts["712.5b"].count("can’t") == 2
    assert "that aren’t called for" in texts["712.5b"]
    assert without_slips(page).source is page.source
    assert without_slips(seed("720")) == seed("720")


def test_the_printed_number_keeps_its_full_stop(seed: Seed) -> None:
    printed = [placement.printed for placement in seed("712").placements]
    assert printed[:4] == ["712.", "712.1.", "712.1a.", "712.1b."]


IN_LESSON = st.one_of(
    st.sampled_from(
        [
            *("Some prose.", "Example: Something happens.", "Briefly: it happens.", "Comment: it can happen."),
            *("3.15 Sideboard", "805.8. (...) Something about teams.", "712. Controlling another player"),
        ]
    ),
    st.builds("712.{}{}. Text {}.".format, st.integers(1, 3), st.sampled_from("abc"), st.integers()),
)


@given(lines=st.lists(IN_LESSON, max_size=12))
def test_in_a_lesson_nothing_is_lost(lines: list[str]) -> None:
    page = [*lines, "712.9z. The last rule."]
    assert unaccounted("\n\n".join(page), _lesson(*page)) == []


# the 718 page, and Markdown pages like it


def _markdown(page: str) -> Release:
    return read(page.encode(), "page.md")


WORDS = st.lists(st.sampled_from(["card", "player", "isn’t", "“turn”", "mana,", "Word"]), min_size=1).map(" ".join)
RULE = WORDS.map(lambda words: f"**{{number}}** {words}.\n")
EXAMPLE = WORDS.map(lambda words: f"    Example: {words}.\n")
PROSE = WORDS.map(lambda words: f"{words}.\n")


@given(pieces=st.lists(st.one_of(RULE, EXAMPLE, PROSE), max_size=12))
def test_in_markdown_nothing_is_lost(pieces: list[str]) -> None:
    numbered = [piece.format(number=f"718.{index}.") for index, piece in enumerate(pieces, 2)]
    page = "\n".join(["**718.1.** The first rule.\n", *numbered])
    assert unaccounted(page, _markdown(page)) == []


# the 507 page, and indexes of rulings like it


def _rulings(*lines: str) -> Release:
    return read("\n".join(lines).encode(), "page.txt", "rulings")


def test_the_date_of_every_clause_and_example_is_a_fact(seed: Seed) -> None:
    facts = seed("507").facts
    assert len(facts) == 16, "11 clauses and 5 examples"
    assert {fact.name for fact in facts} == {"dated"}
    later = {(str(fact.number), fact.example): fact.value for fact in facts if fact.value != "2003-10-01"}
    assert later == {("507.3a", 0): "2004-10-01", ("507.3b", None): "2005-08-01", ("507.3c", None): "2005-08-01"}


def test_the_date_is_no_part_of_the_wording(seed: Seed) -> None:
    for node in walk(seed("507")):
        assert "CompRules" not in "".join((node.clause.wording, *node.clause.examples))


def test_the_page_says_of_what_it_was_made_but_not_which_release(seed: Seed) -> None:
    release = seed("507")
    assert release.effective is None
    prose = [aside.text for aside in release.asides if aside.kind is AsideKind.PROSE]
    assert prose.count("This search based on the March 17, 2008 release of the Rulings.") == 2


def test_references_with_a_capital_are_reported(seed: Seed) -> None:
    found = [(finding.check, finding.number) for finding in seed("507").findings]
    assert found == [("capital-rule", "507.3b"), ("capital-rule", "507.4")]


IN_RULINGS = st.one_of(
    st.sampled_from(["Some prose.", "", "    Example: Something. [CompRules 2004/10/01]", "507 - Heading"]),
    st.builds("  • {}.{}{} - Text {}. [CompRules 20{:02}/10/01]".format, st.integers(500, 503), st.integers(1, 3),
              st.sampled_from("abc"), st.integers(), st.integers(0, 9)),
)  # fmt: skip


@given(lines=st.lists(IN_RULINGS, max_size=12))
def test_in_rulings_nothing_is_lost(lines: list[str]) -> None:
    page = ["• 507.1 - Text. [CompRules 2003/10/01]", *lines]
    release = _rulings(*page)
    assert unaccounted("\n".join(page), release) == []
    assert release.facts[0] == Fact(ClauseNumber.of(507, 1), None, "dated", "2003-10-01", 1)
    assert len(release.facts) == sum("CompRules" in line for line in page)


# the 720 page, the "Player" page, and wiki pages like them


DATED = "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"


def _wiki(*lines: str) -> Release:
    return read("\n".join(lines).encode(), "page.txt", "wiki")


def test_the_720_page_names_its_release(seed: Seed) -> None:
    release = seed("720")
    assert release.effective == date(2024, 6, 7)
    assert [quotation.name for quotation in release.quotations] == ["Modern Horizons 3"] * 2


def test_passages_repeated_by_accident_are_merged_and_reported(seed: Seed) -> None:
    repeated = {
        name: [(finding.number, finding.line) for finding in seed(name).findings if finding.check == "repeated-number"]
        for name in ("720", "player")
    }
    assert repeated == {"720": [("720.5a", 26), ("720.1", 31)], "player": [("802.2a", 28)]}
    kept = by_number(walk(seed("720")))
    (example,) = next(node.clause.examples for number, node in kept.items() if str(number) == "720.5a")
    assert example.startswith("Example: If the controller of a player decides"), "the repetition has no example"


def test_a_glossary_entry_is_no_clause(seed: Seed) -> None:
    (entry,) = seed("720").glossary
    assert entry.term == "Control Another Player"
    assert entry.text.startswith("To make all choices and decisions")
    assert entry.text.endswith("See rule 720, “Controlling Another Player.”")
    assert (entry.lines.start, entry.lines.stop) == (8, 10)


def test_rulings_on_a_card_are_asides_under_their_heading(seed: Seed) -> None:
    rulings = [aside for aside in seed("720").asides if aside.kind is AsideKind.RULING]
    assert len(rulings) == 15
    assert {ruling.label for ruling in rulings} == {"Rulings for Mindslaver"}


def test_a_template_that_was_not_expanded_is_reported(seed: Seed) -> None:
    found = [(finding.check, finding.line) for finding in seed("player").findings]
    assert ("unexpanded-template", 2) in found


IN_WIKI = st.one_of(
    st.sampled_from(
        [
            DATED,
            "From the glossary of the Comprehensive Rules (June 7, 2024—Modern Horizons 3)",
            *("Rulings for Mindslaver", "Example: Something happens.", "- A bullet", "- A bullet that ends."),
            *("Some prose.", ""),
        ]
    ),
    st.builds(
        "- {}.{}{} Text {}.".format, st.integers(100, 103), st.integers(1, 3), st.sampled_from("abc"), st.integers()
    ),
    st.builds("- {}. Heading".format, st.integers(100, 103)),
)


@given(lines=st.lists(IN_WIKI, max_size=15))
def test_in_a_wiki_nothing_is_lost(lines: list[str]) -> None:
    page = ["- 718.1. The first rule.", *lines]
    assert unaccounted("\n".join(page), _wiki(*page)) == []
