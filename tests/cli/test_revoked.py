"""Every command calls a rule revoked whose text became a notice that it is gone, as 306.7 of 2018-04-27."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, built
from tests.revoked_releases import BURN, REVOKED_RELEASES

FIRST, LOST, REVOKED, LAST = REVOKED_RELEASES


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of the releases, built."""
    return built(tmp_path_factory.mktemp("revoked"), REVOKED_RELEASES)


@pytest.fixture
def ask(crdiff: Run, home: Path) -> Run:
    """Return what runs a command on the corpus."""
    return crdiff.of(CRDIFF_HOME=str(home))


def test_a_command_says_revoked(ask: Run) -> None:
    for said, arguments in (
        (f"last in {LAST}; revoked in {REVOKED}, since when its text is a notice", ["history", "306.7"]),
        (f"{REVOKED}  revoked: its text became a notice that the rule is gone", ["history", "306.7", "--at", FIRST]),
        (f"{REVOKED} – {LAST}  306.7  (revoked; ", ["history", "306.7"]),
        (f"{FIRST} – {LAST}  Noncombat damage", ["number", "306.7"]),
        (f"; revoked in {REVOKED}", ["number", "306.7"]),
        (f"306.7 was revoked in {REVOKED}: what stands there is a notice", ["show", "306"]),
        (f"revoked in {REVOKED}: its text is a notice that the rule is gone", ["blame", "306.7"]),
        ("306.7  (revoked; ", ["whatsnew", "--since", LOST]),
        ("306.7 → 306.7  (revoked)", ["renumbering", LOST, LAST]),
        ("306.7 → 306.7  (revoked)", ["renumbering", LAST, LOST]),
        ("306.7  (revoked; ", ["diff", LOST, REVOKED, "--only", "revoked"]),
        ("revoked: the new text is a notice that the rule is gone", ["explain", LOST, REVOKED, "306.7"]),
    ):
        done = ask(*arguments)
        assert said in (done.stdout + done.stderr).decode()


def test_its_json_says_revoked(ask: Run) -> None:
    for line in (
        "history 306.7", "number 306.7", "show 306.7", "blame 306.7", "blame 300.1", f"whatsnew --since {LOST}",
        f"renumbering {LOST} {LAST}", f"diff {LOST} {REVOKED}", "stats",
    ):  # fmt: skip
        assert "revoked" in str(ask.json(*line.split()))


def test_a_release_before_the_notice_has_a_rule_like_any_other(ask: Run) -> None:
    assert "revoked" not in ask.text("show", "306.7", "--at", LOST)
    assert "revoked" not in ask.text("blame", "306.7", "--at", LOST)
    assert "revoked" not in ask.text("renumbering", FIRST, LOST)
    assert "revoked" not in ask.text("renumbering", REVOKED, LAST)


def test_a_revoked_clause_is_counted_apart_from_removed_ones(ask: Run) -> None:
    counted = ask.json("stats")["releases"]
    assert [(one["release"], one["revoked"], one["removed"]) for one in counted if one["revoked"]] == [(REVOKED, 1, 0)]


def test_a_notice_is_new_from_its_first_word(ask: Run) -> None:
    sentences = ask.json("blame", "306.7")["sentences"]
    assert {one["introduced"] for one in sentences[:2]} == {REVOKED}


def test_blame_tells_of_a_sentence_that_ended_inside_a_rule(ask: Run) -> None:
    """300.3 of 2009-05-01 lost mana burn in 2009-07-11, and goes on as 500.4."""
    told = " ".join(ask.printed("blame", "300.1").split())
    assert f"A sentence ended here: “{BURN}” (300.1, last in {FIRST}, gone in {LOST})" in told
    ended = ask.json("blame", "300.1")["ended"]
    assert ended == [{"text": BURN, "number": "300.1", "last": FIRST, "release": LOST}]
    assert ask.json("blame", "300.1", "--at", FIRST)["ended"] == []
