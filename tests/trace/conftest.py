"""Timelines to ask: the embedded one, a small one made up for the purpose, and that of all official texts."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from msgspec.structs import replace

from crdiff.checks.inputs import embedded_timeline, timeline_of_folder
from crdiff.history.lineage import Event, How
from crdiff.model.number import ClauseNumber
from crdiff.trace.timeline import Timeline, Wording
from tests.conftest import once_in_a_run
from tests.support.days import on, run, standing


@pytest.fixture(scope="session")
def embedded() -> Timeline:
    """Return the timeline of the four editions."""
    return embedded_timeline()


@pytest.fixture(scope="session")
def archive(all_shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    """Return the timeline of every official text there is, made once for all processes of a run."""
    with once_in_a_run(tmp_path_factory, "timeline") as file:
        if not file.exists():
            file.write_bytes(pickle.dumps(timeline_of_folder(all_shared / "cr")))
        timeline: Timeline = pickle.loads(file.read_bytes())
    return timeline


@pytest.fixture
def small() -> Timeline:
    """Return three releases of two clauses: one is reworded, then moved; the other ends."""
    runs = run("2001-01-01", "2002-02-02", "100.1"), run("2003-03-03", "2003-03-03", "200.5")
    moved = standing("2001-01-01-100.1", *runs, aliases=("2002-02-02-100.1", "2003-03-03-200.5"))
    gone: Event[ClauseNumber] = Event(How.REMOVED, on("2003-03-03"))
    ended = replace(standing("2001-01-01-100.2", run("2001-01-01", "2002-02-02", "100.2")), fate=(gone,))
    wordings = {
        (moved.id, on("2001-01-01")): Wording("a" * 16, "A player may."),
        (moved.id, on("2002-02-02")): Wording("b" * 16, "A player can't."),
        (moved.id, on("2003-03-03")): Wording("c" * 16, "A player can’t. See rule 200.", is_mechanical=True),
        (ended.id, on("2001-01-01")): Wording("d" * 16, "Mana burns."),
        (ended.id, on("2002-02-02")): Wording("d" * 16, "Mana burns."),
    }
    return Timeline((on("2001-01-01"), on("2002-02-02"), on("2003-03-03")), (moved, ended), wordings)
