"""What is true of an archive comes out, whoever asks and whatever texts it has: of a next release, of every clause."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from importlib.metadata import packages_distributions
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from next_release import Answers

from crdiff.align.alignment import Alignment
from crdiff.align.engine import align_releases
from crdiff.align.explain import explain
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.tree import walk
from crdiff.store.embedded.corpus import load_corpus
from crdiff.store.embedded.lives import known_lives
from tests.abroad.command_lines import COMMAND_LINES, LEFT_OUT, filled, forms, leaves
from tests.abroad.conftest import (
    SECOND_ANSWERS,
    SMALL,
    SMALL_ANSWERS,
    Abroad,
    Done,
    Future,
    answer,
    archive,
    newest_text,
    undated,
)
from tests.conftest import Official

Rows = list[dict[str, Any]]
SEEDS = (1, 2, 3)


def assert_answers_come_out(old: Path, new: Path, answers: Answers) -> Rows:
    """Assert that the comparison of two texts says what is true of the new one; return its changes of the rules."""
    compared = answer("diff", old, new, "--all")
    changes = [row for row in compared["changes"] if row["part"] == "rules"]
    heirs = {row["old"][0]["number"]: [one["number"] for one in row["new"]] for row in changes if row["old"]}
    added = {one["number"] for row in changes if not row["old"] for one in row["new"]}
    assert {number: heirs[number] for number in answers.moved} == {old: [new] for old, new in answers.moved.items()}
    assert added == answers.added
    assert {number for number, found in heirs.items() if not found} == answers.removed
    return changes


def assert_stale_citations_are_named(old: Path, new: Path, answers: Answers) -> None:
    """Assert that lint names each citation left behind, with the number it should have, as something to put there."""
    findings = answer("lint", new, "--against", old, "--fail-on", "never")["findings"]
    mended = {
        (found["number"], *(fix.split("–")[0].split("-")[0] for fix in (found["fix"]["old"], found["fix"]["new"])))
        for found in findings
        if found["fix"] and "reference" in found["check"]
    }
    assert answers.stale <= mended


def test_a_made_release_is_told_clause_by_clause(small_archives: Callable[[str], Abroad]) -> None:
    two = small_archives("newest and the next two")
    first, second, third = two.files.values()
    for old, new, answers in ((first, second, SMALL_ANSWERS), (second, third, SECOND_ANSWERS)):
        assert_answers_come_out(old, new, answers)
        assert_stale_citations_are_named(old, new, answers)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_next_official_release_is_told_clause_by_clause(
    shared: Path, future: Callable[[int], Future], tmp_path: Path, seed: int
) -> None:
    made = future(seed)
    new = tmp_path / "next.txt"
    new.write_bytes(made.text)
    changes = assert_answers_come_out(newest_text(shared), new, made.answers)
    to_read = {one["number"] for row in changes if row["old"] and not row["mechanical"] for one in row["new"]}
    assert made.reworded <= to_read
    assert to_read - made.reworded <= {by for by, _, _ in made.answers.stale}
    assert_stale_citations_are_named(newest_text(shared), new, made.answers)


# what the commands say of an archive is true of its texts, whatever texts it has


KINDS = [kind for kind in SMALL if kind != "none"]


@pytest.fixture
def archives(small_archives: Callable[[str], Abroad]) -> list[Abroad]:
    """Return the small archives that have texts."""
    return [small_archives(kind) for kind in KINDS]


def test_every_number_of_the_newest_release_is_known_and_in_force(archives: list[Abroad]) -> None:
    for abroad in archives:
        for node in walk(read(abroad.files[abroad.newest].read_bytes(), "newest.txt")):
            number = str(node.number)
            life = abroad.answer("history", number)
            assert (life["runs"][-1]["to"], life["runs"][-1]["number"]) == (abroad.newest, number)
            assert abroad.answer("number", number)["uses"][-1]["to"] == abroad.newest
            shown = abroad.crdiff("show", number)
            assert shown.code == 0
            assert " ".join(node.clause.wording.split())[:40] in " ".join(shown.out.split())


def test_what_is_called_the_newest_release_is_the_newest_held(archives: list[Abroad]) -> None:
    for abroad in archives:
        said = abroad.crdiff("history", abroad.number).out
        assert f"in force in {abroad.newest}, the newest release of the corpus" in " ".join(said.split())


def test_the_releases_are_those_that_were_added(archives: list[Abroad]) -> None:
    for abroad in archives:
        assert [row["release"] for row in abroad.answer("stats")["releases"]] == list(abroad.files)
        listed = abroad.crdiff("corpus", "list").out
        assert [day for day in abroad.files if day not in listed] == []


def test_the_release_in_force_on_a_day_is_that_of_the_catalog_or_a_newer_one_held(archives: list[Abroad]) -> None:
    published = {release.effective.isoformat() for release in load_corpus().releases}
    for abroad in archives:
        for day in ("2012-08-01", "2026-05-05", "2030-12-31"):
            in_force = max(each for each in published | abroad.files.keys() if each <= day)
            news = abroad.crdiff("whatsnew", f"{day}..")
            if news.code == 0 and in_force not in abroad.files:
                assert in_force in news.out + news.err, (day, news)


def test_a_clause_once_recorded_goes_on_in_releases_to_come(small_archives: Callable[[str], Abroad]) -> None:
    """The record of the section that comes with crdiff ends long before 2027."""
    life = small_archives("newest and the next two").answer("history", "714")
    assert [run["number"] for run in life["runs"]] == ["712", "713", "714"]


# whoever asks, and however: one clause has one number in a release, whether it is named by a diff or by a history


# Releases, pairs of them, and numbers of each pair that are asked for: reading a text takes a second.
_RELEASES, _PAIRS, _NUMBERS = 6, 6, 16


@pytest.fixture(scope="module")
def every(every_release: Path) -> Iterator[Corpus]:
    with Corpus(every_release) as corpus:
        yield corpus


def pairs() -> list[tuple[date, date]]:
    """Return pairs of releases, most of them far apart, some with the later one first."""
    drawn = Random(14)
    releases = drawn.sample(known_lives().dates, _RELEASES)
    return drawn.sample(list(permutations(releases, 2)), _PAIRS)


def heirs(alignment: Alignment, number: ClauseNumber) -> tuple[set[str], set[str]]:
    """Return the main heirs of a number in an alignment, and all of them."""
    at = {node.index for node in alignment.old_nodes if node.number == number}
    links = [link for link in alignment.links if at.intersection(link.old) and link.new]
    numbers = alignment.new_nodes
    main = {str(numbers[link.new[0]].number) for link in links if link.old[0] in at}
    return main, {str(numbers[new].number) for link in links for new in link.new}


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), pairs(), ids=str)
def test_diff_explain_renumbering_history_and_number_agree(
    every: Corpus, official: Official, old: date, new: date
) -> None:
    """Numbers that a release prints twice are left out: they name two clauses."""
    before, after = official(str(old)), official(str(new))
    jump = every.jump(before, after)
    alignment = align_releases(before, after, (), jump)
    renumbering = every.renumbering(old, new)
    printed = Counter(row.old for row in renumbering.rows)
    rows = {row.old: row for row in renumbering.rows if printed[row.old] == 1}
    for number in Random(f"{old} {new}").sample(sorted(rows), _NUMBERS):
        row = rows[number]
        composed = {str(one) for one in row.new}
        main, every_heir = heirs(alignment, number)
        assert every_heir == composed, number
        assert main <= composed
        lineage = every.history(str(number), at=old)
        there = lineage.number_in(new)
        assert there is None or str(there) in composed or not row.agrees
        met = any(event.lineage for event in (*lineage.origin, *lineage.fate))
        assert there is not None or met or not composed or not row.agrees, number
        assert any(use.first <= old <= use.last and use.lineage == lineage.id for use in every.number(str(number)))
    told = explain(before, after, number, followed=jump)
    assert {str(alignment.new_nodes[at].number) for link in told.links for at in link.new} == composed


# every command in every form, and the checks, on archives that nobody has at home: no traceback, nothing untrue


# The forms that every command line is asked for; the first line of each command is asked for all.
_SHORT = ("text", "json")
# The archives that differ most, and whether their answers are asked for in every form here.
IN_EVERY_FORM = {"none": False, "newest and the next two": True, "two texts of one date": False}

# Archives that differ from these; the others are held to the truth by `test_truths`.
OTHERS = ("newest only", "a date that the catalog does not know", "a date after the catalog ends",
    "a gap in a recorded lineage")  # fmt: skip

# What an archive need not have: a command that names one of these may end with 2, in one line.
MAY_FAIL = ("507.4", "720", "720.5", "720-mtg-wiki", "nowhere-in-any-text", "2030-01-01")
# What ``--against corpus`` says of the oldest release, and ``whatsnew`` where there is no other.
_OLDER = ("no release before", "only one release is held, so none is 'previous'")


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
        may_fail = any(word in arguments for word in MAY_FAIL) or any(said in errors[0] for said in _OLDER)
        if has_texts and not may_fail:
            return f"{arguments} cannot be answered: {errors[0]}"
    if "json" in arguments and done.code != 2:
        try:
            json.loads(done.out)
        except ValueError:
            return f"{arguments} is no JSON: {done.out[:200]!r}"
    return ""


def test_every_command_answers_in_every_form(small_archives: Callable[[str], Abroad]) -> None:
    found = {kind: faults(small_archives(kind), in_every_form=all_forms) for kind, all_forms in IN_EVERY_FORM.items()}
    assert {kind: wrong for kind, wrong in found.items() if wrong} == {}


def _of_extras() -> list[str]:
    """Return the modules that only an extra installs, pytest aside."""
    extras = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    wanted = {re.split(r"[^\w-]", line)[0] for name, lines in extras.items() if name != "dev" for line in lines}
    return [name for name, of in packages_distributions().items() if {*of} & (wanted - {"pytest"})]


def test_every_command_answers_without_what_only_the_extras_install(
    small_archives: Callable[[str], Abroad], tmp_path: Path
) -> None:
    """A folder that git does not know has patterns of its own."""
    abroad = small_archives("newest and the next two")
    (tmp_path / ".gitignore").write_text("*.log\n")
    asked = [*calls(abroad, 1, in_every_form=False), ["cite", "list", str(tmp_path)], ["lint", str(tmp_path)]]
    program = (
        f"import json, sys; sys.modules |= dict.fromkeys({_of_extras()}); from crdiff.cli.app import run\n"
        "for words in json.load(sys.stdin): print(run(words), *words, file=sys.stderr)"
    )
    environment = {**os.environ, "CRDIFF_HOME": str(abroad.home)}
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, input=json.dumps(asked), env=environment, capture_output=True, text=True, check=True)
    assert "a mistake of ours" not in told.stderr


@pytest.mark.whole
def test_every_command_answers_on_other_archives(small_archives: Callable[[str], Abroad]) -> None:
    found = {kind: faults(small_archives(kind)) for kind in OTHERS}
    assert {kind: wrong for kind, wrong in found.items() if wrong} == {}


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
