"""Prove the tests of an engine able to fail: run them with each of its behaviours switched off.

The engine brings the switches, a file says how they are used. Beside the tests:

    command = "mvn -q test -Dengine.off={behaviour}"
    results = ["target/surefire-reports"]
    environment = { ENGINE_OFF = "{behaviour}" }

    [behaviours]
    "zero life loses" = ["704.5a"]

A test that passes is proved if, for each clause that it names, a behaviour of that clause turns it red.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from crdiff.checks.importing import ClauseFinder, files_of_results
from crdiff.checks.runs import results_in
from crdiff.errors import CorpusError, CrdiffError, UsageError
from crdiff.store.text_file import read_raw
from crdiff.text.toml import toml_values
from crdiff.trace.engines import EngineResults, EngineSwitch, EngineTest

_PLACE = "{behaviour}"
_EXPECTED = "command, results and a table [behaviours] of names with their clauses"
# Seconds that one run of the tests may take, where the file does not say `timeout`.
_LONGEST = 3600
# Characters kept of the last line that a failing command prints.
_SAID_MAX = 200


class EngineSwitches(Struct, frozen=True):
    """How to run the tests of an engine without a behaviour, in `folder`; the clauses of each, as written."""

    folder: Path
    command: tuple[str, ...]
    environment: Mapping[str, str]
    results: tuple[str, ...]
    timeout: int
    behaviours: Mapping[str, tuple[str, ...]]

    def without(self, behaviour: str) -> tuple[list[str], dict[str, str]]:
        """Return the command and the environment that run the tests without a behaviour."""
        command = [word.replace(_PLACE, behaviour) for word in self.command]
        return command, {name: value.replace(_PLACE, behaviour) for name, value in self.environment.items()}


def read_switches(path: Path) -> EngineSwitches:
    """Return the switches in a file. Raises `CorpusError` where it is not a file of switches."""
    try:
        said = toml_values(read_raw(path).decode())
        command, results = said["command"], said["results"]
        switches = EngineSwitches(
            folder=path.resolve().parent,
            command=_texts(shlex.split(command) if isinstance(command, str) else command),
            environment={str(name): str(value) for name, value in said.get("environment", {}).items()},
            results=_texts(results),
            timeout=int(said.get("timeout", _LONGEST)),
            behaviours={name: _texts(each) for name, each in said["behaviours"].items()},
        )
    except OSError as error:
        raise CorpusError(f"the switches cannot be read ({error.strerror})", _EXPECTED, path=str(path)) from None
    except KeyError as error:
        raise CorpusError(f"has no {error.args[0]!r}", _EXPECTED, path=str(path)) from None
    except (ValueError, TypeError, AttributeError, OverflowError) as error:  # not TOML, not UTF-8, not of its kind
        raise CorpusError(f"is not a file of switches ({error})", _EXPECTED, path=str(path)) from None
    if not any(_PLACE in word for word in (*switches.command, *switches.environment.values())):
        raise CorpusError(f"names no {_PLACE} in its command or environment", f"a place for {_PLACE}", path=str(path))
    return switches


def prove_by_switches(
    results: EngineResults, finder: ClauseFinder, path: Path, tell: Callable[[str], None]
) -> EngineResults:
    """Return results with what switching each behaviour off did to the tests that passed.

    Raises `CrdiffError` where the file is wrong, a run takes too long or leaves no results.
    """
    switches = read_switches(path)
    passed = {(test.suite, test.name) for test in results.tests if test.outcome == "passed"}
    reds: dict[tuple[str, str], list[str]] = defaultdict(list)
    found: list[EngineSwitch] = []
    for at, (behaviour, written) in enumerate(switches.behaviours.items(), 1):
        tell(f"crdiff: without {behaviour!r} ({at} of {len(switches.behaviours)})")
        links = tuple(finder.link(each, "", "map") for each in written)
        if wrong := next((link.problem for link in links if link.problem), ""):
            raise CorpusError(f"behaviour {behaviour!r}: {wrong}", path=str(path))
        failed = passed.intersection(_failing_without(behaviour, switches))
        found.append(EngineSwitch(behaviour, links, len(failed)))
        for test in failed:
            reds[test].append(behaviour)
    tests = tuple(_proved(test, reds.get((test.suite, test.name), ()), found) for test in results.tests)
    return replace(results, tests=tests, switches=tuple(found))


def _failing_without(behaviour: str, switches: EngineSwitches) -> Iterator[tuple[str, str]]:
    """Run the tests without a behaviour, and yield those that fail."""
    before = _stamps(switches)
    command, environment = switches.without(behaviour)
    said = _run(command, environment, switches)
    written = [file for file, stamp in _stamps(switches).items() if before.get(file) != stamp]
    if not written:
        what = f"without {behaviour!r} the command wrote no results{f' ({said})' if said else ''}"
        raise CrdiffError(what, f"files of JUnit XML at {', '.join(switches.results)}")
    for file in written:
        yield from ((test.suite, test.name) for test in results_in(file) if test.outcome == "failed")


def _run(command: Sequence[str], environment: Mapping[str, str], switches: EngineSwitches) -> str:
    """Run a command to its end, whatever that is; return the last line that it printed."""
    with TemporaryFile() as printed:
        try:
            process = subprocess.Popen(
                command, cwd=switches.folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                stdout=printed, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise UsageError(
                f"{command[0]!r} cannot be run ({error.strerror})", "a command that is installed"
            ) from None
        try:
            process.wait(switches.timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise CrdiffError(
                f"{shlex.join(command)} took more than {switches.timeout} s", "a longer timeout"
            ) from None
        printed.seek(max(printed.seek(0, os.SEEK_END) - 4 * _SAID_MAX, 0))
        lines = [line.strip() for line in printed.read().decode("utf-8", "replace").splitlines() if line.strip()]
        return lines[-1][:_SAID_MAX] if lines else ""


def _stamps(switches: EngineSwitches) -> dict[Path, tuple[int, int]]:
    """Return the files of results that there are, with when they were written and how long they are."""
    there = [path for each in switches.results if (path := switches.folder / each).exists()]
    files = (file for path in there for file in files_of_results(path))
    stamps = ((file, file.stat()) for file in files)
    return {file: (stamp.st_mtime_ns, stamp.st_size) for file, stamp in stamps}


def _proved(test: EngineTest, reds: Sequence[str], switches: Sequence[EngineSwitch]) -> EngineTest:
    if test.outcome != "passed":
        return test
    proving = {link.lineage for switch in switches if switch.behaviour in reds for link in switch.clauses} - {""}
    return replace(test, reds=tuple(reds), proved=all(link.lineage in proving for link in test.clauses))


def _texts(read: Any) -> tuple[str, ...]:
    """Return a list of texts, or the one text, as it was read. Raises `TypeError` for anything else."""
    values = [read] if isinstance(read, str) else read
    if not isinstance(values, list) or not values or not all(isinstance(each, str) for each in values):
        raise TypeError(f"{values!r} is not a list of texts")
    return tuple(values)
