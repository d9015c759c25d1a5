"""``crdiff explain``: why a clause was paired as it was."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from jsonschema import Draft202012Validator

from crdiff.reports.schemas import schema
from tests.cli.conftest import Run

EDITIONS = ("507-crystal-keep", "720-mtg-wiki")


def explained(done: CompletedProcess[bytes]) -> list[dict[str, object]]:
    assert (done.returncode, done.stderr) == (0, b"")
    answer = json.loads(done.stdout)
    Draft202012Validator(json.loads(schema("explanation"))).validate(answer)
    found: list[dict[str, object]] = answer["explanations"]
    return found


def test_a_clause_is_explained_with_evidence_and_candidates(crdiff: Run) -> None:
    (found,) = explained(crdiff("explain", *EDITIONS, "507.1c", "--format", "json"))
    (link,) = found["links"]
    assert (found["side"], link["old"], link["new"]) == ("old", ["507.1c"], ["720.3"])
    assert link["evidence"]
    first, second, *_ = found["candidates"]
    assert (first["number"], first["is_partner"]) == ("720.3", True)
    assert first["odds"] > second["odds"]
    assert sum(first["features"].values()) == pytest.approx(first["odds"], abs=0.001)


def test_a_clause_without_an_heir_shows_what_came_nearest(crdiff: Run) -> None:
    answer = crdiff.text("explain", *EDITIONS, "507.4")
    assert "507.4 → nothing: removed" in answer
    assert "Candidates" in answer


def test_a_number_that_both_texts_have_is_explained_on_both_sides(crdiff: Run, texts: tuple[Path, Path]) -> None:
    both = explained(crdiff("explain", *texts, "720.3", "--format", "json"))
    assert [found["side"] for found in both] == ["old", "new"]
    (new,) = explained(crdiff("explain", *texts, "720.3", "--format", "json", "--side", "new"))
    assert new == both[1]


def test_a_number_that_is_not_there_is_answered_with_the_nearest(crdiff: Run) -> None:
    for number, side, said in (
        ("507.9", (), "no clause 507.9 in 507-crystal-keep and 2024-06-07; expected 507.4"),
        ("507.3", ("--side", "new"), "no clause 507.3 in 2024-06-07; expected --side old, which has it"),
        ("509.1", ("--side", "new"), "no clause 509.1 in 2024-06-07; expected 720"),
        ("5O7", (), "'5O7' is not a clause number"),
    ):
        assert said in crdiff.refused("explain", *EDITIONS, number, *side)
