"""Play checks in two processes, each a part of the files: this one the first part, another one the rest.

What the other one has to report is reported here after the first part, so all is heard in the order of the tests, as
from one process. `crdiff.cli.playing` loads this for the checks that come with crdiff: none of them needs another.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from typing import Any

import pytest

from crdiff.output.child_process import can_fork, end_with_parent

_FEWEST = 600
"""Tests for which two processes pay. On 126 releases, to 2026-04-17, there are 6,225, played in 5.6 seconds by one."""
_OWN_SHARE = 0.55
"""Share of the tests that this process plays. It also hears of the others, and the longest, of stories, come late."""
_REPORT = "pytest_runtest_logreport"

_Event = tuple[str, Mapping[str, Any]]
"""A hook of pytest's that tells how far a run is, and its arguments; of a report what it is made from."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Play the tests, in two parts where that pays. Raises `pytest.UsageError` where one part is lost."""
    own = _own_part(session.items)
    if not own or not _may_fork(session):
        return None
    context = multiprocessing.get_context("fork")
    hearing, telling = context.Pipe(duplex=False)
    other = context.Process(target=_play_apart, args=(session, session.items[own:], telling))
    other.start()
    telling.close()
    try:
        _play(session, session.items[:own])
        _repeat(session.config, _heard(hearing))
    finally:
        other.terminate()
        other.join()
    return True


def _may_fork(session: pytest.Session) -> bool:
    """Whether another process helps: mutants are played by checks of this one, and what is collected is not played."""
    config = session.config
    is_apart = config.getoption("collectonly") or config.getoption("--crdiff-mutants")
    return can_fork() and (os.cpu_count() or 1) > 1 and not is_apart and not session.testsfailed


def _own_part(items: Sequence[pytest.Item]) -> int:
    """Return how many tests are this process's: whole files, none where there are too few tests for two processes."""
    if len(items) < _FEWEST:
        return 0
    ends = [at for at, (item, following) in enumerate(pairwise(items), 1) if item.path != following.path]
    return min(ends, key=lambda at: abs(at - _OWN_SHARE * len(items)), default=0)


def _play(session: pytest.Session, items: Sequence[pytest.Item]) -> None:
    """Play tests as pytest does."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)


def _play_apart(session: pytest.Session, items: Sequence[pytest.Item], telling: Connection) -> None:
    """Play tests without a word, and then send all that is to be reported; whatever fails ends the process."""
    end_with_parent()
    try:
        plugins, listener = session.config.pluginmanager, _Listener(session.config)
        for name in ("terminalreporter", "crdiff-recorder"):
            plugins.unregister(name=name)
        plugins.register(listener)
        _play(session, items)
        telling.send(listener.events)
    except BaseException:
        os._exit(1)


def _heard(hearing: Connection) -> Sequence[_Event]:
    try:
        events: Sequence[_Event] = hearing.recv()
    except EOFError:
        what = "a process that played checks ended before its time"
        raise pytest.UsageError(f"{what}; expected enough memory") from None
    return events


def _repeat(config: pytest.Config, events: Sequence[_Event]) -> None:
    """Report here what happened in the other process."""
    for name, arguments in events:
        if name == _REPORT:
            report = config.hook.pytest_report_from_serializable(config=config, data=arguments)
            config.hook.pytest_runtest_logreport(report=report)
        else:
            getattr(config.hook, name)(**arguments)


class _Listener:
    """Remembers what is to be reported."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.events: list[_Event] = []

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        """Remember that a test begins."""
        self.events.append(("pytest_runtest_logstart", {"nodeid": nodeid, "location": location}))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a report."""
        said = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self.events.append((_REPORT, said))

    def pytest_runtest_logfinish(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        """Remember that a test is over."""
        self.events.append(("pytest_runtest_logfinish", {"nodeid": nodeid, "location": location}))
