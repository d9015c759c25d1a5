"""Every command in every form, and the checks, on archives that nobody has at home: no traceback, nothing untrue."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from tests.abroad.command_lines import COMMAND_LINES, LEFT_OUT, filled, forms, leaves
from tests.abroad.conftest import Abroad, Done, Future, archive, newest_text, undated

_SHORT = ("text", "json")
"""The forms that every command line is asked for; the first line of each command is asked for all."""
IN_EVERY_FORM = {"none": False, "newest and the next two": True, "two texts of one date": False}
"""The archives that differ most, and whether their answers are asked for in every form here."""

OTHERS = ("newest only", "a date that the catalog does not know", "a date after the catalog ends",
    "a gap in a recorded lineage")  # fmt: skip
"""Archives that differ from these; the others are held to the truth by `test_truths`."""

MAY_FAIL = ("507.4", "720", "720.5", "720-mtg-wiki", "nowhere-in-any-text", "2030-01-01")
"""What an archive need not have: a command that names one of these may end with 2, in one line."""
_OLDER = "no release before"
"""What ``--against corpus`` says of the oldest release."""


def test_every_command_is_called_or_left_out_for_a_reason() -> None:
    assert {words for words, _ in leaves()} == COMMAND_LINES.keys() | LEFT_OUT.keys()


def calls(abroad: Abroad, lines: int | None, *, in_every_form: bool) -> Iterator[list[str]]:
    """Yield the words of every call: so many command lines of each, as text only or in the forms of its answer."""
    for words, command in leaves():
        if words.startswith("checks"):
            continue
        for line in COMMAND_LINES.get(words, ())[:lines]:
            arguments = [*words.split(), *filled(line, abroad)]
            chosen = [form for form in forms(command) if form in _SHORT or line == COMMAND_LINES[words][0]]
            yield from ([*arguments, "--format", form] for form in chosen if in_every_form or form == chosen[0])
            if not chosen:
                yield arguments


def faults(abroad: Abroad, lines: int | None = None, *, in_every_form: bool = False) -> list[str]:
    """Return what is wrong with the answers of all commands."""
    called = calls(abroad, lines, in_every_form=in_every_form)
    found = (fault(abroad.crdiff(*call), call, has_texts=bool(abroad.files)) for call in called)
    return [each for each in found if each]


def fault(done: Done, arguments: list[str], *, has_texts: bool) -> str:
    """Return what is wrong with the way a command ended, "" if nothing is."""
    if done.code not in {0, 1, 2} or "Traceback" in done.err:
        return f"{arguments} ends with {done.code}: {done.err[-300:]}"
    if done.code == 2:
        notes = ("crdiff: no texts have been added", "crdiff: the corpus is")
        errors = [line for line in done.err.splitlines() if not line.startswith(notes)]
        if len(errors) != 1 or done.out:
            return f"{arguments} ends with 2 and says {done.err!r} {done.out[:100]!r}"
        if has_texts and not any(word in arguments for word in MAY_FAIL) and _OLDER not in errors[0]:
            return f"{arguments} cannot be answered: {errors[0]}"
    if "json" in arguments and done.code != 2:
        try:
            json.loads(done.out.splitlines()[0] if "export" in arguments else done.out)
        except ValueError:
            return f"{arguments} is no JSON: {done.out[:200]!r}"
    return ""


def test_every_command_answers_in_every_form(small_archives: Callable[[str], Abroad]) -> None:
    found = {kind: faults(small_archives(kind), in_every_form=all_forms) for kind, all_forms in IN_EVERY_FORM.items()}
    assert {kind: wrong for kind, wrong in found.items() if wrong} == {}


@pytest.mark.whole
def test_every_command_answers_on_other_archives(small_archives: Callable[[str], Abroad]) -> None:
    found = {kind: faults(small_archives(kind)) for kind in OTHERS}
    assert {kind: wrong for kind, wrong in found.items() if wrong} == {}


# all official releases in one archive, with a made-up draft: every command, and the checks


CHECKS = Path(__file__).parents[1] / "rules" / "test_when_control_begins_and_ends.py"


@pytest.fixture(scope="module")
def whole(every_release: Path, future: Callable[[int], Future], tmp_path_factory: pytest.TempPathFactory) -> Abroad:
    """Return an archive of all there is, with a made release as a draft."""
    abroad = archive(tmp_path_factory.mktemp("whole"), {}, undated(future(1).text))
    shutil.copytree(every_release, abroad.home)
    with Corpus(abroad.home) as corpus:
        held = {text.release: abroad.home / "texts" / text.file for text in corpus.texts.chosen()}
    return Abroad(abroad.home, held, abroad.draft, abroad.work)


def test_every_command_answers(whole: Abroad) -> None:
    assert faults(whole, lines=1) == []


def test_the_checks_are_played_in_every_release_that_has_the_section(whole: Abroad, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "crdiff", "checks", "status", CHECKS, "--corpus", whole.home, "--format", "json"]
    environment = {**os.environ, "CRDIFF_HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert done.returncode in {0, 1}, done.stderr
    status = json.loads(done.stdout)
    places = [place for clause in status["clauses"] for place in clause["releases"]]
    played = {place["release"] for place in places if place["state"] == "covered"}
    assert {day for day in whole.files if day >= "2003-10-01"} <= played


# the checks that come with crdiff on archives that nobody has at home: none stops, and none says what is untrue


@pytest.mark.parametrize("with_newest", [True, False])
def test_the_checks_that_come_with_crdiff_are_played_on_a_release_to_come(
    shared: Path, future: Callable[[int], Future], tmp_path: Path, with_newest: bool
) -> None:
    """Beside the newest official release or alone, every clause that the checks name is known in it."""
    newest = newest_text(shared)
    texts = {"2027-01-05": future(1).text} | ({newest.stem: newest.read_bytes()} if with_newest else {})
    abroad = archive(tmp_path / "archive", texts, undated(texts["2027-01-05"]))
    command = [sys.executable, "-m", "crdiff", "checks", "status", "--format", "json", "--quiet"]
    environment = {**os.environ, "CRDIFF_HOME": str(abroad.home)}
    done = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    clauses = json.loads(done.stdout)["clauses"]
    assert len(clauses) >= 50
    states = {(place["release"], place["state"]) for clause in clauses for place in clause["releases"]}
    assert {day for day, _ in states} == texts.keys()
    assert {state for _, state in states} <= {"covered", "informational", "suspect"}


def test_on_texts_of_other_rules_they_say_nothing(
    small_archives: Callable[[str], Abroad], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made-up releases of a few clauses, none of which is that of a release that crdiff knows."""
    monkeypatch.chdir(tmp_path)  # a project with checks where crdiff keeps its own plays those
    abroad = small_archives("newest and the next two")
    assert {place["state"] for each in abroad.answer("checks", "status")["clauses"] for place in each["releases"]} <= {
        "uncovered",
        "not played",
    }
    built = abroad.crdiff("site", "build", "--corpus", abroad.home, "--output", tmp_path / "site", "--plain")
    assert built.code == 0
