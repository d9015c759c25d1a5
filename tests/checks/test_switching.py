"""Tests of an engine and of the model are proved by running them without a behaviour, or with a changed source."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from table import table

from crdiff.checks.importing import ClauseFinder, import_results
from crdiff.checks.inputs import known_timeline
from crdiff.checks.switching import prove_by_switches
from crdiff.errors import CrdiffError
from crdiff.trace.engines import EngineResults

ENGINE = """
import os, sys
off = os.environ.get("ENGINE_OFF", "")
def case(name, holds):
    return f"<testcase name='{name}'>{'' if holds else '<failure/>'}</testcase>"
cases = [case("cr_704_5a_zero_life", off != "zero life loses"), case("cr_704_5j_legend_rule", True),
         case("cr_510_2_and_CR_704.5a", off != "zero life loses")]
open("junit.xml", "w").write(f"<testsuite name='s'>{''.join(cases)}</testsuite>")
sys.exit(1)
"""
SWITCHES = """
command = [{python!r}, "engine.py"]
results = "junit.xml"
environment = {{ ENGINE_OFF = "{{behaviour}}" }}

[behaviours]
"zero life loses" = "704.5a"
"mana burn" = ["704.5j"]
"""


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    (tmp_path / "engine.py").write_text(ENGINE)
    (tmp_path / "switches.toml").write_text(SWITCHES.format(python=sys.executable))
    (tmp_path / "before.xml").write_text(
        "<testsuite name='s'><testcase name='cr_704_5a_zero_life'/><testcase name='cr_704_5j_legend_rule'/>"
        "<testcase name='cr_510_2_and_CR_704.5a'/></testsuite>"
    )
    return tmp_path


@pytest.fixture(scope="module")
def finder() -> ClauseFinder:
    return ClauseFinder(known_timeline(), date(2026, 4, 17))


def proved(engine: Path, finder: ClauseFinder) -> EngineResults:
    results = import_results("e", [engine / "before.xml"], finder)
    return prove_by_switches(results, finder, engine / "switches.toml", lambda _: None)


def test_a_test_is_proved_if_a_behaviour_of_each_clause_turns_it_red(engine: Path, finder: ClauseFinder) -> None:
    results = proved(engine, finder)
    assert {test.name: (test.reds, test.proved) for test in results.tests} == {
        "cr_704_5a_zero_life": (("zero life loses",), True),
        "cr_704_5j_legend_rule": ((), False),
        "cr_510_2_and_CR_704.5a": (("zero life loses",), False),
    }
    assert [(switch.behaviour, switch.reds) for switch in results.switches] == [
        ("zero life loses", 2),
        ("mana burn", 0),
    ]


@table
def test_switches_that_cannot_work_are_refused(
    said: str, instead: str, error: str, engine: Path, finder: ClauseFinder
) -> None:
    file, said = engine / "switches.toml", said.replace("PYTHON", repr(sys.executable))
    assert said in file.read_text()
    file.write_text(file.read_text().replace(said, instead))
    with pytest.raises(CrdiffError) as caught:
        proved(engine, finder)
    assert error in str(caught.value)


def test_results_of_before_do_not_count_as_those_of_a_run(engine: Path, finder: ClauseFinder) -> None:
    """A run that breaks off before it writes anything leaves the file of the run before it."""
    (engine / "junit.xml").write_text(
        "<testsuite><testcase name='cr_704_5a_zero_life'><failure/></testcase></testsuite>"
    )
    (engine / "engine.py").write_text("print('it does not compile')")
    with pytest.raises(CrdiffError, match="wrote no results \\(it does not compile\\)"):
        proved(engine, finder)


# a changed source in place of the model's: functions imported before work by it, and so do methods and constants


_PLAY = """
from crdiff.checks.swapping import model_sources, swap_in
from crdiff.game import spells
from crdiff.game.control import controller_of
from crdiff.game.rules import RuleSet
from crdiff.game.state import Object, TurnStep, Zone, new_game
from crdiff.game.turns import controlled_turn, go_to
old, new = {edit!r}
source = model_sources()[{module!r}]
assert source.count(old) == 1
swap_in({module!r}, source.replace(old, new))
print({asked})
"""


@table
def test_what_was_imported_before_works_as_the_new_source_says(
    module: str, edit: tuple[str, str], asked: str, answer: str
) -> None:
    script = _PLAY.format(module=module, edit=edit, asked=asked)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (answer, "")


def test_other_defaults_of_a_value_are_refused() -> None:
    script = _PLAY.format(module="state", edit=("life: int = 20", "life: int = 19"), asked="")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("ValueError: the defaults of Player cannot be changed\n")


# every change to the game model that people thought of, and that no check noticed once, is noticed by one today


ROOT = Path(__file__).parents[2]
GOLD = Path(os.environ.get("CRDIFF_SHARED") or ROOT.parent / "shared") / "gold" / "mutants.json"


@pytest.mark.slow
@pytest.mark.whole
@pytest.mark.skipif(not GOLD.is_file(), reason="the mutants made by hand are not at hand")
def test_a_check_bound_to_a_clause_notices_each_mutant_made_by_hand(tmp_path: Path) -> None:
    noticed = tmp_path / "noticed.json"
    options = ["-q", "--crdiff-built-in", "-p", "tests.support.mutants_by_hand", "-p", "no:cacheprovider"]
    environment = {**os.environ, "CRDIFF_MUTANTS": str(GOLD), "CRDIFF_NOTICED": str(noticed)}
    command = [sys.executable, "-m", "pytest", "tests/rules", *options]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    found = json.loads(noticed.read_text("utf-8"))
    assert [each["id"] for each in json.loads(GOLD.read_text("utf-8")) if not found[each["id"]]] == []
