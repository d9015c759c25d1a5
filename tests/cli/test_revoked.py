"""Every command calls a rule revoked whose text became a notice that it is gone, as 306.7 of 2018-04-27."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from crdiff.reports.schemas import schema
from tests.cli.conftest import Run, built
from tests.revoked_releases import BURN, REVOKED_RELEASES

Ask = Callable[..., str]
FIRST, LOST, REVOKED, LAST = REVOKED_RELEASES


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus of the releases, built."""
    return built(tmp_path_factory.mktemp("revoked"), REVOKED_RELEASES)


@pytest.fixture
def ask(crdiff: Run, home: Path) -> Ask:
    """Return a function that runs a command on the corpus and gives what it prints and notes."""

    def run(*arguments: str) -> str:
        done = crdiff(*arguments, CRDIFF_HOME=str(home))
        assert done.returncode == 0, done.stderr
        return done.stdout.decode() + done.stderr.decode()

    return run


def test_a_command_says_revoked(ask: Ask) -> None:
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
        assert said in ask(*arguments)


def test_its_json_says_revoked_and_keeps_its_schema(crdiff: Run, home: Path) -> None:
    for name, arguments in (
        ("history", ["history", "306.7"]),
        ("number", ["number", "306.7"]),
        ("show", ["show", "306.7"]),
        ("blame", ["blame", "306.7"]),
        ("blame", ["blame", "300.1"]),
        ("whatsnew", ["whatsnew", "--since", LOST]),
        ("renumbering", ["renumbering", LOST, LAST]),
        ("diff", ["diff", LOST, REVOKED]),
        ("stats", ["stats"]),
    ):
        done = crdiff(*arguments, "--format", "json", CRDIFF_HOME=str(home))
        Draft202012Validator(json.loads(schema(name))).validate(json.loads(done.stdout))
        assert b"revoked" in done.stdout


def test_a_release_before_the_notice_has_a_rule_like_any_other(ask: Ask) -> None:
    assert "revoked" not in ask("show", "306.7", "--at", LOST)
    assert "revoked" not in ask("blame", "306.7", "--at", LOST)
    assert "revoked" not in ask("renumbering", FIRST, LOST)
    assert "revoked" not in ask("renumbering", REVOKED, LAST)


def test_a_revoked_clause_is_counted_apart_from_removed_ones(ask: Ask) -> None:
    counted = json.loads(ask("stats", "--format", "json"))["releases"]
    assert [(one["release"], one["revoked"], one["removed"]) for one in counted if one["revoked"]] == [(REVOKED, 1, 0)]


def test_a_notice_is_new_from_its_first_word(ask: Ask) -> None:
    sentences = json.loads(ask("blame", "306.7", "--format", "json"))["sentences"]
    assert {one["introduced"] for one in sentences[:2]} == {REVOKED}


def test_blame_tells_of_a_sentence_that_ended_inside_a_rule(ask: Ask) -> None:
    """300.3 of 2009-05-01 lost mana burn in 2009-07-11, and goes on as 500.4."""
    told = " ".join(ask("blame", "300.1").split())
    assert f"A sentence ended here: “{BURN}” (300.1, last in {FIRST}, gone in {LOST})" in told
    ended = json.loads(ask("blame", "300.1", "--format", "json"))["ended"]
    assert ended == [{"text": BURN, "number": "300.1", "last": FIRST, "release": LOST}]
    assert json.loads(ask("blame", "300.1", "--at", FIRST, "--format", "json"))["ended"] == []
