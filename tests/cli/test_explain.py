"""``crdiff explain``: why a clause was paired as it was; decisions by hand, which beat that and have to fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.small_releases import RELEASES, release_text

EDITIONS = ("507-crystal-keep", "720-mtg-wiki")


def test_a_clause_is_explained_with_evidence_and_candidates(crdiff: Run) -> None:
    (found,) = crdiff.json("explain", *EDITIONS, "507.1c")["explanations"]
    (link,) = found["links"]
    assert (found["side"], link["old"], link["new"]) == ("old", ["507.1c"], ["720.3"])
    assert link["evidence"]
    first, second, *_ = found["candidates"]
    assert (first["number"], first["is_partner"]) == ("720.3", True)
    assert first["odds"] > second["odds"]
    assert sum(first["features"].values()) == pytest.approx(first["odds"], abs=0.001)


def test_a_number_that_both_texts_have_is_explained_on_both_sides(crdiff: Run, texts: tuple[Path, Path]) -> None:
    both = crdiff.json("explain", *texts, "720.3")["explanations"]
    assert [found["side"] for found in both] == ["old", "new"]
    (new,) = crdiff.json("explain", *texts, "720.3", "--side", "new")["explanations"]
    assert new == both[1]


OLD, NEW = "2003-10-01", "2009-07-11"
DECISION = '[[link]]\nold = ["507.4"]\nnew = ["710.2"]\nreason = "read by a person"\n'
TURNED = '[[link]]\nold = ["710.2"]\nnew = ["507.4"]\nreason = "read by a person"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where a user's decisions stand, with the two releases as files beside."""
    for day in (OLD, NEW):
        (tmp_path / f"{day}.txt").write_bytes(release_text(day, RELEASES[day]))
    made = tmp_path / "home" / "overrides"
    made.mkdir(parents=True)
    return made


def pairs(crdiff: Run) -> list[tuple[list[str], list[str]]]:
    rows = crdiff.json("diff", f"{OLD}.txt", f"{NEW}.txt", "--all")["changes"]
    return [([c["number"] for c in row["old"]], [c["number"] for c in row["new"]]) for row in rows]


@pytest.mark.parametrize(("name", "text"), [(f"{OLD}__{NEW}.toml", DECISION), (f"{NEW}__{OLD}.toml", TURNED)])
def test_a_decision_beats_the_algorithm_whichever_way_round_it_is_written(
    crdiff: Run, folder: Path, name: str, text: str
) -> None:
    before = pairs(crdiff)
    (folder / name).write_text(text)
    after = pairs(crdiff)
    assert (["507.2"], ["710.2"]) in before
    assert (["507.4"], ["710.2"]) in after


def test_a_decision_that_no_longer_fits_is_an_error_with_its_line(crdiff: Run, folder: Path) -> None:
    file = folder / f"{OLD}__{NEW}.toml"
    file.write_text("# a comment\n\n" + DECISION.replace("710.2", "710.9"))
    for command in ("diff", "explain"):
        line = crdiff.refused(command, f"{OLD}.txt", f"{NEW}.txt", *(["507.4"] if command == "explain" else []))
        assert line.startswith(f"{file}:3: ")
        assert "710.9" in line
