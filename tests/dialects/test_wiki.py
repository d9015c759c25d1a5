"""The 720 page, the "Player" page, and wiki pages like them."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from crdiff.dialects.registry import read
from crdiff.model.release import AsideKind, Release
from crdiff.model.tree import by_number, walk
from tests.dialects.conftest import Seed, unaccounted

DATED = "From the Comprehensive Rules (June 7, 2024—Modern Horizons 3)"


def _read(*lines: str) -> Release:
    return read("\n".join(lines).encode(), "page.txt", "wiki")


def _numbers(release: Release) -> list[str]:
    return [str(node.number) for node in walk(release)]


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


def test_a_number_repeated_with_another_text_is_kept_and_reported() -> None:
    release = _read("- 100.1. One text.", "- 100.1. Another text.")
    assert _numbers(release) == ["100.1", "100.1"]
    (finding,) = release.findings
    assert (finding.check, finding.level, finding.line) == ("repeated-number", "error", 2)


def test_a_glossary_entry_is_no_clause(seed: Seed) -> None:
    (entry,) = seed("720").glossary
    assert entry.term == "Control Another Player"
    assert entry.text.startswith("To make all choices and decisions")
    assert entry.text.endswith("See rule 720, “Controlling Another Player.”")
    assert (entry.lines.start, entry.lines.stop) == (8, 10)


def test_several_terms_of_a_glossary_are_told_apart() -> None:
    release = _read(
        "From the glossary of the Comprehensive Rules (June 7, 2024)",
        "- Active Player",
        "- The player whose turn it is.",
        "- See rule 102.1.",
        "- Opponent",
        "- Someone a player is playing against.",
        DATED,
        "- 102.1. A player is one of the people in the game.",
    )
    assert [(entry.term, entry.text.count("\n")) for entry in release.glossary] == [
        ("Active Player", 1),
        ("Opponent", 0),
    ]
    assert _numbers(release) == ["102.1"]


def test_rulings_on_a_card_are_asides_under_their_heading(seed: Seed) -> None:
    rulings = [aside for aside in seed("720").asides if aside.kind is AsideKind.RULING]
    assert len(rulings) == 15
    assert {ruling.label for ruling in rulings} == {"Rulings for Mindslaver"}


def test_prose_ends_a_passage() -> None:
    release = _read(DATED, "- 102.1. A player is one of the people in the game.", "Types of players", "- see below")
    assert walk(release)[0].clause.text == "A player is one of the people in the game."
    assert [aside.text for aside in release.asides] == ["Types of players", "- see below"]


def test_bullets_without_a_number_continue_the_clause() -> None:
    release = _read(DATED, "- 205.3a The subtypes are:", "- Adventure", "- Aura", "- 205.4. Next.")
    assert walk(release)[0].clause.text == "The subtypes are:\nAdventure\nAura"


def test_passages_of_two_releases_leave_the_page_without_a_date() -> None:
    release = _read(DATED, "- 102.1. One.", "From the Comprehensive Rules (July 30, 2024)", "- 103.1. Two.")
    assert release.effective is None
    assert [quotation.effective.isoformat() for quotation in release.quotations] == ["2024-06-07", "2024-07-30"]


def test_a_date_that_no_calendar_has_is_reported_and_kept_as_prose() -> None:
    release = _read("From the Comprehensive Rules (June 31, 2024)", "- 102.1. One.")
    assert [finding.check for finding in release.findings] == ["unreadable-date"]
    assert release.asides[0].text == "From the Comprehensive Rules (June 31, 2024)"


def test_a_template_that_was_not_expanded_is_reported(seed: Seed) -> None:
    found = [(finding.check, finding.line) for finding in seed("player").findings]
    assert ("unexpanded-template", 2) in found


LINE = st.one_of(
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


@given(lines=st.lists(LINE, max_size=15))
def test_whatever_the_order_nothing_is_lost(lines: list[str]) -> None:
    page = ["- 718.1. The first rule.", *lines]
    assert unaccounted("\n".join(page), _read(*page)) == []
