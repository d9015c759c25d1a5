"""Play the checks of a run against mutants of the model, each mutant in a process of its own."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import FrameType

from msgspec import Struct
from msgspec.structs import replace

from crdiff.checks.swapping import model_sources, mutation_in, swap_in
from crdiff.errors import UsageError
from crdiff.game.rules import RuleSet
from crdiff.output.atomic_file import write_whole
from crdiff.trace.mutants import Mutant, MutantPlay, MutationResults, model_fingerprint, mutants_of, named
from crdiff.trace.proof import Play

# Seconds that a mutant gets before it counts as noticed, since it does not end. All checks together take two.
_PATIENCE = 20.0
_MODEL = "crdiff.game."
# How a play fails that asks an object for what objects of its kind do not have: such a change proves nothing.
_STILLBORN = "AttributeError: "


class Playable(Struct, frozen=True):
    """A check that passed under `rules`: how to play it again, the lineages it names, the file it is in."""

    check: str
    rules: RuleSet
    play: Play
    clauses: tuple[str, ...]
    path: Path

    @property
    def key(self) -> tuple[str, str, str]:
        """What decides what the check finds: itself, the rules, the source of its file."""
        rules = sha256(" ".join(sorted(each.name for each in self.rules.behaviours)).encode()).hexdigest()[:16]
        return self.check, rules, sha256(self.path.read_bytes()).hexdigest()[:16]


def mutate(playables: Sequence[Playable], path: Path, tell: Callable[[int, int], None]) -> MutationResults:
    """Play checks against every mutant of what they run, and write the results to `path`.

    What it holds of the same model, checks and rules is kept. `tell` hears how many mutants are done, of how many.
    Raises `UsageError` where processes cannot be forked.
    """
    if not hasattr(os, "fork"):
        raise UsageError("mutants need a system that forks processes", "Linux or macOS")
    mutants = tuple(each for name, source in model_sources().items() for each in mutants_of(name, source))
    known = _known(path)
    found = [known.get(each.key) or MutantPlay(*each.key, each.clauses, (), ()) for each in playables]
    new = [at for at, each in enumerate(playables) if each.key not in known]
    reach = {at: _functions_run(playables[at]) for at in new}
    tried: dict[int, set[int]] = {at: set() for at in new}
    noticed: dict[int, set[int]] = {at: set() for at in new}
    caught = {(play.check, place) for play in found for place in play.noticed}
    for place, mutant in enumerate(mutants):
        waiting = [at for at in new if (mutant.module, mutant.function) in reach[at]]
        waiting = [at for at in waiting if (playables[at].check, place) not in caught]
        for at, is_noticed in _played(mutant, waiting, playables):
            tried[at].add(place)
            if is_noticed:
                noticed[at].add(place)
        tell(place + 1, len(mutants))
    for at in new:
        found[at] = replace(found[at], tried=tuple(sorted(tried[at])), noticed=tuple(sorted(noticed[at])))
    results = MutationResults(model=model_fingerprint(model_sources()), mutants=named(mutants), plays=tuple(found))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, results.encoded())
    return results


def _known(path: Path) -> Mapping[tuple[str, str, str], MutantPlay]:
    """Return what an earlier run found of the same model; nothing where there is no such run."""
    before = mutation_in(path)
    return {(play.check, play.rules, play.source): play for play in before.plays} if before else {}


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


def _played(mutant: Mutant, waiting: Sequence[int], playables: Sequence[Playable]) -> Iterator[tuple[int, bool]]:
    """Yield each check that was played against a mutant, and whether it noticed.

    A check that noticed is not played again under other rules. One during which the process ends has noticed too.
    """
    if not waiting:
        return
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _play_in_child(mutant, [playables[at] for at in waiting], writing)
    os.close(writing)
    with os.fdopen(reading, encoding="ascii") as told:
        lines = told.read().split()
    _, status = os.waitpid(child, 0)
    begun, noticed, stillborn = ([waiting[int(line[1:])] for line in lines if line[0] == sign] for sign in "bnx")
    if status and begun:
        noticed.append(begun[-1])
    yield from ((at, at in noticed) for at in begun if at not in stillborn)


def _play_in_child(mutant: Mutant, playables: Sequence[Playable], writing: int) -> None:
    """Play checks against a mutant, write of each that it begins and whether it noticed, and end the process."""
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    caught: set[str] = set()
    try:
        swap_in(mutant.module, mutant.source)
        for at, playable in enumerate(playables):
            if playable.check in caught:
                continue
            os.write(writing, f"b{at} ".encode())
            failure = playable.play(playable.rules)
            if failure:
                caught.add(playable.check)
                os.write(writing, f"{'x' if failure.startswith(_STILLBORN) else 'n'}{at} ".encode())
    except BaseException:
        os._exit(1)
    os._exit(0)


def without_repeats(playables: Iterable[Playable]) -> tuple[Playable, ...]:
    """Return the checks that can find different things: each under each of its rule sets once."""
    return tuple({(each.check, each.rules.behaviours): each for each in playables}.values())
