"""``crdiff lint`` as a process: formats, settings, baseline, texts before, and every exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from clean_text import CLEAN, broken

from tests.cli.conftest import Run, write_releases
from tests.small_releases import release_text

DANGLING = broken(("see rule 101.2a)", "see rule 101.2c)"))
SLIP = broken(("can concede", "can  concede"))
REMARK = broken(("Player\nOne of the people", "Oldtimer\nSomebody who was there.\n\nPlayer\nOne of the people"))
MOVED = broken(
    ("101.3. A player can concede the game", "101.4. A player can concede the game"),
    ("101.4. A", "101.3. Whoever owns the most dragons rules the skies over Shiv forever.\n\n101.4. A"),
)
"""Two citations of 101.3 went stale."""


@pytest.fixture
def rules(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a text into the folder that commands run in."""

    def write(text: str, name: str = "rules.txt") -> Path:
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path / name

    return write


def test_the_json_keeps_to_its_schema(crdiff: Run, rules: Callable[..., Path]) -> None:
    rules(DANGLING)
    rules(CLEAN, "before.txt")
    lint = ("lint", "rules.txt", "before.txt", "--against", "before.txt")
    answer = crdiff.json(*lint, code=1)
    assert answer["summary"] == {"error": 1, "warning": 0, "note": 0, "silenced": 0, "known": 0}
    assert [text["file"] for text in answer["texts"]] == ["rules.txt", "before.txt"]
    (finding,) = answer["findings"]
    assert (finding["check"], finding["number"], finding["file"]) == ("dangling-reference", "100.2", "rules.txt")


def test_a_baseline_silences_what_was_accepted_and_tells_what_is_gone(
    crdiff: Run, rules: Callable[..., Path], tmp_path: Path
) -> None:
    lint = crdiff.of("lint", "rules.txt", "--baseline", "lint.toml")
    rules(DANGLING)
    assert lint.text("--accept", 'it "stays"') == "lint.toml: 1 added, 0 removed, 1 in all\n"
    assert lint.text("--fail-on", "warning") == "no findings; 1 silenced\n"
    rules(CLEAN)
    assert lint("--fail-on", "warning").returncode == 1
    stale = lint.printed()
    assert stale.startswith("baseline: warning: 100.2 the baseline silences dangling-reference")
    assert "[stale-baseline-entry]" in stale
    assert "\n| baseline, 100.2 | the baseline silences dangling-reference" in lint.printed("--format", "markdown")
    assert lint.text("--ignore", "dangling-reference") == "no findings\n"
    lint("--accept", "mended")
    assert "finding" not in (tmp_path / "lint.toml").read_text("utf-8").split("\n", 1)[1]


SETTINGS = {
    ".crdiff.toml": "[lint]\nignore = ['double-space']\nfail-on = 'warning'\n",
    "pyproject.toml": "[tool.crdiff.lint]\nignore = ['double-space']\nfail-on = 'warning'\n",
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_are_found_and_options_come_first(
    crdiff: Run, rules: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    rules(SLIP)
    assert crdiff("lint", "rules.txt", "--fail-on", "warning").returncode == 1
    (tmp_path / name).write_text(SETTINGS[name], "utf-8")
    assert crdiff("lint", "rules.txt").returncode == 0
    assert crdiff("lint", "rules.txt", "--ignore", "unused-term").returncode == 1


def test_standard_input_is_linted_with_its_spaces(crdiff: Run) -> None:
    done = crdiff("lint", "-", "--fail-on", "warning", stdin=SLIP.encode())
    assert done.returncode == 1
    assert done.stdout.decode().startswith("-:")


def test_a_file_of_others_that_says_nothing_of_crdiff_is_passed_over(
    crdiff: Run, rules: Callable[..., Path], tmp_path: Path
) -> None:
    for of_others in ("tool = 1", "[tool]\ncrdiff = 1", "[[tool]]\ncrdiff = 1"):
        rules(CLEAN)
        (tmp_path / "pyproject.toml").write_text(of_others, "utf-8")
        assert crdiff("lint", "rules.txt").returncode == 0


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
    write_releases(folder, RELEASES)
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


@pytest.mark.usefixtures("texts")
def test_a_corpus_without_an_earlier_release_is_said_to_have_none(crdiff: Run) -> None:
    none_held = crdiff("lint", "draft.txt", "--against", "corpus")
    crdiff("corpus", "add", "texts")
    none_before = crdiff("lint", "texts/2003-10-01.txt", "--against", "corpus")
    assert (none_held.returncode, none_before.returncode) == (2, 2)
    assert b"holds no text of a release; expected some added with 'crdiff corpus add'" in none_held.stderr
    assert b"no release before 2003-10-01 is held" in none_before.stderr
