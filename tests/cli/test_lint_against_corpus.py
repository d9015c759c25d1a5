"""``crdiff lint --against corpus``: the release before, and older ones in which a citation was right."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.cli.conftest import Run
from tests.small_releases import release_text

OWNER = "The owner of an object is whoever brought it into the game."
LEAVING = "A player who leaves the game takes along every object that this player owns."
CARDS = "A card that nobody brought is put aside until the game has come to its end."
RIGHT = {"300": "Owners", "300.1": CARDS, "300.2": OWNER, "700": "Leaving", "700.1": f"{LEAVING} See rule 300.2."}
STALE = {
    "300": "Owners", "300.1": CARDS, "300.2": "A token is owned by the player under whose control it was made.",
    "300.3": OWNER, "700": "Leaving", "700.1": f"{LEAVING} See rule 300.2.",
}  # fmt: skip
RELEASES = {"2003-10-01": RIGHT, "2004-02-01": STALE, "2004-06-01": STALE}
DRAFT = "2004-10-01"


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Return a folder with the releases, and a draft beside it; the citation of 700.1 went stale in the second one."""
    folder = tmp_path / "texts"
    folder.mkdir()
    for day, clauses in RELEASES.items():
        (folder / f"{day}.txt").write_bytes(release_text(day, clauses))
    (tmp_path / "draft.txt").write_bytes(release_text(DRAFT, STALE))
    return folder


def stale(done: CompletedProcess[bytes]) -> list[str]:
    assert done.returncode in {0, 1}, done.stderr
    findings = json.loads(done.stdout)["findings"]
    return [finding["message"] for finding in findings if finding["check"] == "stale-reference"]


def test_a_citation_that_went_stale_long_ago_is_found(crdiff: Run, texts: Path) -> None:
    crdiff("corpus", "add", texts)
    lint = ("lint", "draft.txt", "--format", "json")
    assert stale(crdiff(*lint, "--against", "2004-06-01")) == []
    assert stale(crdiff(*lint, "--against", "corpus")) == []
    done = crdiff(*lint, "--against", "corpus", "--all")
    assert stale(done) == [
        "cites 300.2, but that clause is 300.3 now; 300.2 is “A token is owned by the player under…”"
    ]
    assert b"draft.txt: compared with 2004-06-01, and with 2003-10-01, in which" in done.stderr


def test_the_settings_of_a_project_may_ask_for_it(crdiff: Run, texts: Path, tmp_path: Path) -> None:
    crdiff("corpus", "add", texts)
    (tmp_path / ".crdiff.toml").write_text('[lint]\nagainst = ["corpus"]\n')
    assert len(stale(crdiff("lint", "draft.txt", "--format", "json", "--all"))) == 1


def test_without_a_citation_that_was_right_the_release_before_is_enough(crdiff: Run, texts: Path) -> None:
    crdiff("corpus", "add", texts / "2003-10-01.txt")
    done = crdiff("lint", "draft.txt", "--format", "json", "--against", "corpus")
    assert len(stale(done)) == 1
    assert done.stderr.decode().splitlines()[-1] == "draft.txt: compared with 2003-10-01"


@pytest.mark.parametrize(
    ("text", "held", "said"),
    [
        ("draft.txt", (), "holds no text of a release; expected some added with 'crdiff corpus add'"),
        ("texts/2003-10-01.txt", ("texts",), "no release before 2003-10-01 is held"),
    ],
)
@pytest.mark.usefixtures("texts")
def test_a_corpus_without_an_earlier_release_is_said_to_have_none(
    crdiff: Run, text: str, held: tuple[str, ...], said: str
) -> None:
    if held:
        crdiff("corpus", "add", *held)
    assert said in crdiff.refused("lint", text, "--against", "corpus")
