"""Plays that passed are kept: the report of a run that recalls them is the one of a run that plays everything."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import crdiff
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.texts.home import embedded_folder

CONFTEST = """
from pathlib import Path
import pytest

@pytest.fixture
def rules(crdiff_rules, request):
    with Path("played.txt").open("a") as played:
        played.write(f"{request.node.name}\\n")
    return crdiff_rules
"""
CHECKS = """
import pytest
from crdiff.game.rules import Behaviour

@pytest.mark.clause("720.1a", release="2024-06-07")
def test_of_rules(rules):
    assert rules.has(Behaviour.LAST_EFFECT_WORKS)

@pytest.mark.clause("720.6", release="2024-06-07")
def test_of_a_clause_reworded(rules):
    assert rules.has(Behaviour.CONTROLLED_PLAYER_MAY_CONCEDE)
    assert rules.has(Behaviour.CONTROLLER_CANT_CONCEDE_FOR_THE_PLAYER)

@pytest.mark.clause("720.1a", release="2024-06-07")
def test_of_a_release(rules, crdiff_release):
    assert rules.has(Behaviour.LAST_EFFECT_WORKS), crdiff_release
"""
FAILING = CHECKS + "    assert crdiff_release < '2024-08'\n"
TORN = CHECKS.replace("(rules)", "(rules, torn)") + "\n@pytest.fixture\ndef torn():\n    yield\n    raise OSError\n"

ALL = ["test_of_rules", "test_of_a_clause_reworded", "test_of_a_release"]
OLD, NEW = ("June 7, 2024", "August 2, 2024"), "September 6, 2024"
SAID, REWORDED = "even if they are controlled by another player", "even while another player controls them"
PLAY = """
import sys
from pathlib import Path
from crdiff.cli.output import Output
from crdiff.cli.playing import Asked, play
from crdiff.store.texts.chosen import Chosen
played = play(Asked((), (), Chosen(Path("texts").absolute())), Output("json", None, True), options=sys.argv[1:])
sys.stdout.buffer.write(played.raw)
sys.exit(played.has_failed)
"""


@dataclass(frozen=True)
class Checkout:
    """A crdiff whose own checks are few, with a corpus beside it."""

    folder: Path
    whole: dict[tuple[tuple[str, bytes], ...], tuple[int, bytes]] = field(default_factory=dict)
    """What playing everything gives, by what is played."""

    def add(self, day: str, *, is_reworded: bool = False) -> None:
        """Add a release to the corpus, all alike but for the wording of 720.6 in some."""
        corpus = load_corpus()
        text = corpus.raw(corpus.edition("720-mtg-wiki")).decode().replace("June 7, 2024", day)
        assert SAID in text
        (self.folder / "texts" / f"{day}.txt").write_text(
            text.replace(SAID, REWORDED) if is_reworded else text, "utf-8"
        )

    def write(self, checks: str) -> None:
        """Write the checks that come with it."""
        (self.folder / "tests" / "rules" / "test_it.py").write_text(checks, "utf-8")

    def play(self, *options: str) -> tuple[int, bytes, list[str]]:
        """Play them: whether one failed, the report, and the tests that were really played."""
        played = self.folder / "played.txt"
        played.unlink(missing_ok=True)
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        command = [sys.executable, "-c", PLAY, *options]
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, check=False)
        assert done.returncode in {0, 1}, done.stderr.decode()
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done.returncode, done.stdout, played.read_text().split() if played.is_file() else []

    def recall(self) -> list[str]:
        """Play what is not kept; return that, having seen that the results are those of playing everything."""
        failed, report, played = self.play("--crdiff-plays=kept/it.plays")
        files = (*sorted((self.folder / "texts").iterdir()), self.folder / "tests" / "rules" / "test_it.py")
        state = tuple((file.name, file.read_bytes()) for file in files)
        if state not in self.whole:
            self.whole[state] = self.play()[:2]
        assert (failed, report) == self.whole[state]
        return played

    @property
    def kept(self) -> Path:
        """The file with the plays that are kept."""
        return self.folder / "kept" / "it.plays"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    (tmp_path / "texts").mkdir()
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "tests" / "rules" / "conftest.py").write_text(CONFTEST, "utf-8")
    (tmp_path / "crdiff").symlink_to(Path(crdiff.__file__).parent)
    (tmp_path / "corpus").symlink_to(embedded_folder())
    found = Checkout(tmp_path)
    found.write(CHECKS)
    for day in OLD:
        found.add(day)
    return found


def _names(played: list[str]) -> list[str]:
    return [each.partition("[")[0] for each in played]


def test_a_new_release_has_only_what_it_changed_played(checkout: Checkout) -> None:
    """A check that asks for its release, and one whose clause it words anew."""
    assert len(checkout.recall()) == 4
    assert checkout.recall() == []
    checkout.add(NEW, is_reworded=True)
    assert checkout.recall() == ["test_of_a_clause_reworded[2024-09-06]", "test_of_a_release[2024-09-06]"]
    assert checkout.recall() == []


def test_what_is_kept_of_more_releases_serves_fewer(checkout: Checkout) -> None:
    checkout.add(NEW, is_reworded=True)
    checkout.recall()
    (checkout.folder / "texts" / f"{NEW}.txt").unlink()
    assert checkout.recall() == []
    checkout.add(NEW, is_reworded=True)
    assert checkout.recall() == []


def test_a_change_of_any_check_has_all_played_again(checkout: Checkout) -> None:
    checkout.recall()
    checkout.write(CHECKS + "\n")
    assert sorted(set(_names(checkout.recall()))) == sorted(ALL)


def test_a_check_that_failed_is_played_again(checkout: Checkout) -> None:
    checkout.write(FAILING)
    assert len(checkout.recall()) == 4
    assert checkout.recall() == ["test_of_a_release[2024-08-02]"]
    checkout.write(CHECKS)
    assert len(checkout.recall()) == 4


def test_a_check_that_passed_and_could_not_clean_up_is_played_again(checkout: Checkout) -> None:
    checkout.write(TORN)
    checkout.recall()
    assert _names(checkout.recall()) == ALL[:2]


def test_a_file_that_was_damaged_is_not_believed(checkout: Checkout) -> None:
    checkout.recall()
    raw = checkout.kept.read_bytes()
    for spoilt in (raw[:-9], raw[:-9] + bytes([raw[-9] ^ 1]) + raw[-8:], b"", b"{}\n{}"):
        checkout.kept.write_bytes(spoilt)
        assert len(checkout.recall()) == 4
    assert checkout.recall() == []
    checkout.kept.unlink()
    checkout.kept.mkdir()
    assert len(checkout.recall()) == len(checkout.recall()) == 4


def test_what_is_only_collected_has_not_passed(checkout: Checkout) -> None:
    checkout.recall()
    only = ("--collect-only",)
    assert checkout.play("--crdiff-plays=kept/it.plays", *only)[:2] == checkout.play(*only)[:2]


def test_of_the_checks_of_others_nothing_is_kept(checkout: Checkout) -> None:
    """Their engine may have changed."""
    project = checkout.folder / "project"
    project.mkdir()
    (project / "conftest.py").write_text(CONFTEST, "utf-8")
    (project / "test_it.py").write_text(CHECKS, "utf-8")
    command = [sys.executable, "-m", "pytest", f"--crdiff-corpus={checkout.folder / 'texts'}"]
    for _ in range(2):
        done = subprocess.run([*command, "--crdiff-plays=it.plays"], cwd=project, capture_output=True, check=False)
        assert b"4 passed" in done.stdout
    assert not (project / "it.plays").exists()


def test_the_checks_of_others_are_played_by_a_crdiff_without_any(checkout: Checkout) -> None:
    """Nobody has to look for ours who does not play them."""
    checks = checkout.folder / "tests" / "rules"
    project = checks.rename(checkout.folder / "project")
    (project / "pytest.ini").write_text("[pytest]\n", "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(checkout.folder)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--crdiff-corpus={checkout.folder / 'texts'}"]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, check=False)
    assert b"4 passed" in done.stdout, done.stdout
