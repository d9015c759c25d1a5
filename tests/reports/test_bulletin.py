"""What a bulletin tells players: each change as it was and as it is, and nothing that only its editor needs."""

from __future__ import annotations

from clean_text import CLEAN, broken

from crdiff.align.engine import align_releases
from crdiff.changes.compare import compare
from crdiff.dialects.registry import read
from crdiff.reports.html_files import Bulletin, BulletinEntry, bulletin_html, bulletin_of, review_bulletin
from crdiff.reports.review import review
from crdiff.reports.view import view

WINS = "That player wins the game."


def _made(*edits: tuple[str, str]) -> tuple[Bulletin, str, str]:
    """Return the bulletin on the clean text with `edits`: its values, and as Markdown and HTML."""
    old = read(CLEAN.encode(), "old.txt")
    new = read(broken(("June 7, 2024", "July 30, 2024"), *edits).encode(), "new.txt")
    made = review(view(compare(align_releases(old, new))), ())
    return bulletin_of(made), review_bulletin(made), bulletin_html(made)


def _entries(bulletin: Bulletin) -> list[BulletinEntry]:
    return [entry for section in bulletin.sections for entry in section.entries]


def test_it_opens_with_a_sentence_and_not_with_counts() -> None:
    bulletin, markdown, page = _made(("at any time", "whenever they like"))
    assert bulletin.sentences == ("These rules replace those of 2024-06-07",)
    assert markdown.startswith(
        "# Comprehensive Rules changes, 2024-07-30\n\nThese rules replace those of 2024-06-07.\n"
    )
    assert "to read" not in page


def test_without_a_change_it_says_so() -> None:
    assert _made()[1].endswith("No rule changed since 2024-06-07.\n")


def test_an_example_that_changed_is_marked_and_one_that_did_not_is_left_out() -> None:
    bulletin, markdown, page = _made((WINS, "That player wins that game."), ("own deck", "own library"))
    (one, other) = _entries(bulletin)
    assert [len(entry.examples) for entry in (one, other)] == [0, 1]
    assert (bool(one.redline), other.redline) == (True, ())
    assert "**Example 1**\n\n> Example: A player controls" in markdown
    assert "<del>the</del>" in markdown
    assert "<ins>that</ins>" in page
    assert markdown.count("> **Old**") == 1


def test_an_example_that_came_or_went_is_named_so() -> None:
    _, markdown, _ = _made((f"{WINS}\n", f"{WINS}\nExample: Nobody wins.\n"))
    assert "**Example 2, added**\n\n> <ins>Example: Nobody wins.</ins>" in markdown


def test_a_new_rule_is_printed_with_what_is_new_under_it() -> None:
    flying = "Flying is an evasion ability of a creature that a player controls."
    bulletin, markdown, page = _made((flying, f"{flying}\n\n300.4. Echoing\n\n300.4a Echoing echoes.\n\n300.4b Twice."))
    (entry,) = _entries(bulletin)
    assert (entry.number, entry.title) == ("300.4", "Echoing")
    assert entry.new == ("300.4 Echoing", "300.4a Echoing echoes.", "300.4b Twice.")
    assert "> **Added**\n>\n> 300.4 Echoing\n>\n> 300.4a Echoing echoes.\n>\n> 300.4b Twice." in markdown
    assert "<ins>300.4 Echoing\n300.4a Echoing echoes.\n300.4b Twice.</ins>" in page


def test_new_numbers_are_told_in_runs_and_without_what_only_follows() -> None:
    bulletin, markdown, _ = _made(
        ("101.1. A game", "101.1. Every game ends some day, whoever plays it.\n\n101.2. A game"),
        ("101.2. There", "101.3. There"),
        ("101.2a A", "101.3a A"),
        ("101.2b An", "101.3b An"),
        ("101.3. A", "101.4. A"),
        ("(see rules 101.2a–b)", "(see rules 101.3a–b)"),
        ("(see rule 101.2a)", "(see rule 101.3a)"),
        ("game. See rule 101.3.\n\nG", "game. See rule 101.4.\n\nG"),
        ("leave a game. See rule 101.3", "leave a game. See rule 101.4"),
    )
    assert [run.sentence for run in bulletin.renumbered] == ["101.1–101.3 are now 101.2–101.4"]
    assert markdown.endswith("## New numbers\n\n- 101.1–101.3 are now 101.2–101.4.\n")


def test_the_credits_are_for_nobody_who_plays() -> None:
    entries = _entries(_made(("Somebody wrote", "Everybody wrote"))[0])
    assert entries == []
