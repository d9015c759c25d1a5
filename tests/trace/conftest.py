"""Timelines to ask: the embedded one, a small one made up for the purpose, and that of all official texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.checks.inputs import embedded_timeline, timeline_of_folder
from crdiff.trace.timeline import Lineage, NumberRun, Timeline, Wording


@pytest.fixture(scope="session")
def embedded() -> Timeline:
    """Return the timeline of the four editions."""
    return embedded_timeline()


@pytest.fixture(scope="session")
def archive(all_shared: Path) -> Timeline:
    """Return the timeline of every official text there is."""
    return timeline_of_folder(all_shared / "cr")


@pytest.fixture
def small() -> Timeline:
    """Return three releases of two clauses: one is reworded, then moved; the other ends."""
    moved = Lineage(
        "2001-01-01-100.1",
        (NumberRun("2001-01-01", "2002-02-02", "100.1"), NumberRun("2003-03-03", "2003-03-03", "200.5")),
        ("2002-02-02-100.1", "2003-03-03-200.5"),
    )
    ended = Lineage("2001-01-01-100.2", (NumberRun("2001-01-01", "2002-02-02", "100.2"),), ended="2003-03-03")
    wordings = {
        (moved.id, "2001-01-01"): Wording("a" * 16, "A player may."),
        (moved.id, "2002-02-02"): Wording("b" * 16, "A player can't."),
        (moved.id, "2003-03-03"): Wording("c" * 16, "A player can’t. See rule 200.", is_mechanical=True),
        (ended.id, "2001-01-01"): Wording("d" * 16, "Mana burns."),
        (ended.id, "2002-02-02"): Wording("d" * 16, "Mana burns."),
    }
    return Timeline(("2001-01-01", "2002-02-02", "2003-03-03"), (moved, ended), wordings)
