"""The 712 page, and lessons like it."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from crdiff.dialects.oddities import without_slips
from crdiff.dialects.registry import read
from crdiff.model.release import AsideKind, Release
from crdiff.model.tree import walk
from tests.dialects.conftest import Seed, unaccounted


def _read(*lines: str) -> Release:
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


def test_a_lesson_without_headings_quotes_whatever_it_numbers() -> None:
    release = _read("104.3a. A player can concede.", "805.8. A team takes the turn.")
    assert [str(node.number) for node in walk(release)] == ["104.3a", "805.8"]


def test_an_example_before_any_clause_is_prose_with_a_finding() -> None:
    release = _read("Example: of what?", "712. Controlling", "712.1a. Text.")
    assert [finding.check for finding in release.findings] == ["stray-example"]
    assert release.asides[0].text == "Example: of what?"


LINE = st.one_of(
    st.sampled_from(
        [
            *("Some prose.", "Example: Something happens.", "Briefly: it happens.", "Comment: it can happen."),
            *("3.15 Sideboard", "805.8. (...) Something about teams.", "712. Controlling another player"),
        ]
    ),
    st.builds("712.{}{}. Text {}.".format, st.integers(1, 3), st.sampled_from("abc"), st.integers()),
)


@given(lines=st.lists(LINE, max_size=12))
def test_whatever_the_order_nothing_is_lost(lines: list[str]) -> None:
    page = [*lines, "712.9z. The last rule."]
    assert unaccounted("\n\n".join(page), _read(*page)) == []
