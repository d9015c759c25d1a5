"""A plugin of pytest that plays the checks of a run against mutants of the game model, and lists the survivors.

    python -m pytest tests/rules -q --crdiff-built-in -p benchmarks.model_mutants

The mutants are all that `benchmarks.made_mutants` makes of the model; it takes minutes. A mutant is tried by every
check that runs the function it changes, in a process of its own. For each clause it says how many its checks tried and
how many these noticed, and lists those that no check at all noticed. A check with an argument other than rule sets,
text, numbers and dates is not played: pytest may have torn a fixture down by then.
"""

from __future__ import annotations

import inspect
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from benchmarks.made_mutants import Mutant, mutants_of
from benchmarks.swapping import model_sources, swap_in
from crdiff.game.rules import Behaviour, RuleSet
from crdiff.pytest_plugin import is_check, session_of
from crdiff.pytest_plugin.items import id_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from crdiff.trace.proof import Play

_PATIENCE = 20.0
"""Seconds that a mutant gets before it counts as noticed, since it does not end. All checks together take two."""
_MODEL = "crdiff.game."
_STILLBORN = "AttributeError: "
"""How a play fails that asks an object for what objects of its kind do not have: such a change proves nothing."""
_LASTING = (str, int, float, bytes, date, type(None))
"""Kinds of arguments that outlive their test."""


@dataclass(frozen=True)
class Playable:
    """A check that passed under `rules`: how to play it again, and the lineages it names."""

    check: str
    rules: RuleSet
    play: Play
    clauses: tuple[str, ...]


_playables_key: pytest.StashKey[dict[tuple[str, frozenset[Behaviour]], Playable]] = pytest.StashKey()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Once a check has passed and was proved able to fail, keep how it is played, once under each rule set."""
    result = yield
    if is_check(pyfuncitem) and (found := _playable(pyfuncitem)):
        pyfuncitem.config.stash.setdefault(_playables_key, {})[found.check, found.rules.behaviours] = found
    return result


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Play the mutants, and print what the checks noticed."""
    if "CRDIFF_MUTANTS" not in os.environ:  # else tests/support/mutants_by_hand.py plays those made by hand
        terminalreporter.section("mutants")
        for line in _lines(playables_of(config)):
            terminalreporter.write_line(line)


def playables_of(config: pytest.Config) -> tuple[Playable, ...]:
    """Return the checks of the model that passed, each once under each of its rule sets."""
    return tuple(config.stash.get(_playables_key, {}).values())


def first_to_notice(mutant: Mutant, playables: Sequence[Playable]) -> str:
    """Return the id of the first check that notices a mutant, "" where none does."""
    return next((each.check for each, is_noticed in _played(mutant, playables) if is_noticed), "")


def _playable(item: pytest.Function) -> Playable | None:
    """Return a check that can be played again; None where its arguments may be gone by then, or have no rules."""
    arguments = {name: item.funcargs[name] for name in inspect.signature(item.obj).parameters}
    given = [name for name, value in arguments.items() if isinstance(value, RuleSet)]
    if not given or not all(isinstance(value, (RuleSet, *_LASTING)) for value in arguments.values()):
        return None
    session = session_of(item.config)
    rules: RuleSet = arguments[given[0]]
    missed = [rules.inverted(Behaviour(name)) for name, *_ in session.remarks(item)["reds"] or ()]

    def failure(under: RuleSet) -> str:
        try:
            item.obj(**arguments | dict.fromkeys(given, under))
        except (Exception, pytest.fail.Exception) as error:
            return f"{type(error).__name__}: {error}".splitlines()[0]
        return ""

    def play(under: RuleSet) -> str:
        """Return why the check fails, or that it does not without a behaviour that it missed before."""
        return failure(under) or ("proves less" if not all(map(failure, missed)) else "")

    return Playable(id_of(item), rules, play, tuple(each.lineage for each in session.links(item) if each.lineage))


def _lines(playables: Sequence[Playable]) -> Iterator[str]:
    tried: dict[str, set[Mutant]] = defaultdict(set)
    noticed: dict[str, set[Mutant]] = defaultdict(set)
    reach = [(each, _functions_run(each)) for each in playables]
    mutants = [mutant for name, source in model_sources().items() for mutant in mutants_of(name, source)]
    for mutant in mutants:
        waiting = [each for each, functions in reach if (mutant.module, mutant.function) in functions]
        for playable, is_noticed in _played(mutant, waiting):
            for lineage in playable.clauses:
                tried[lineage].add(mutant)
                if is_noticed:
                    noticed[lineage].add(mutant)
    everywhere, anywhere = set().union(*tried.values()), set().union(*noticed.values())
    yield f"{len(mutants):,} mutants: {len(everywhere):,} tried, {len(anywhere):,} noticed"
    for lineage, of_clause in sorted(tried.items()):
        yield f"  {lineage:20} {len(of_clause):,} tried, {len(noticed[lineage]):,} noticed by its checks"
        for each in sorted(of_clause - anywhere, key=lambda mutant: (mutant.module, mutant.line, mutant.id)):
            yield f"  {'':20} {each.module}.py:{each.line}: {each.was} → {each.now}"


def _functions_run(playable: Playable) -> frozenset[tuple[str, str]]:
    """Return the functions of the model that a check runs, as module and name; what is within one counts as it."""
    found: set[tuple[str, str]] = set()

    def see(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith(_MODEL):
            found.add((module.removeprefix(_MODEL), frame.f_code.co_qualname.partition(".<locals>")[0]))

    sys.setprofile(see)
    try:
        playable.play(playable.rules)
    finally:
        sys.setprofile(None)
    return frozenset(found)


def _played(mutant: Mutant, playables: Sequence[Playable]) -> Iterator[tuple[Playable, bool]]:
    """Yield each check that was played against a mutant, and whether it noticed.

    A check that noticed is not played again under other rules. One during which the process ends has noticed too.
    """
    if not playables:
        return
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _play_in_child(mutant, playables, lambda sign, at: os.write(writing, f"{sign}{at} ".encode()))
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        lines = told.read().split()
    _, status = os.waitpid(child, 0)
    begun, noticed, stillborn = ([int(line[1:]) for line in lines if line[0] == sign] for sign in "bnx")
    if status and begun:
        noticed.append(begun[-1])
    yield from ((playables[at], at in noticed) for at in begun if at not in stillborn)


def _play_in_child(mutant: Mutant, playables: Sequence[Playable], tell: Callable[[str, int], object]) -> None:
    """Play checks against a mutant, tell of each that it begins and whether it noticed, and end the process."""
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    caught: set[str] = set()
    try:
        swap_in(mutant.module, mutant.source)
        for at, playable in enumerate(playables):
            if playable.check in caught:
                continue
            tell("b", at)
            if failure := playable.play(playable.rules):
                caught.add(playable.check)
                tell("x" if failure.startswith(_STILLBORN) else "n", at)
    except BaseException:
        os._exit(1)
    os._exit(0)
