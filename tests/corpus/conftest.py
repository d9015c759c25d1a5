"""What the tests of the corpus check it against: every official release, read once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from crdiff.dialects.registry import read
from crdiff.model.clause import Clause
from crdiff.model.tree import by_number, walk
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus

Archive = Mapping[date, Mapping[str, Clause]]


@pytest.fixture(scope="session")
def corpus() -> EmbeddedCorpus:
    """Return the embedded corpus."""
    return load_corpus()


@pytest.fixture(scope="session")
def archive(all_shared: Path) -> Archive:
    """Return the clauses of every official release at hand, by date and number."""
    found: dict[date, dict[str, Clause]] = {}
    for path in sorted((all_shared / "cr").glob("*.txt")):
        nodes = by_number(walk(read(path.read_bytes(), path.name)))
        found[date.fromisoformat(path.stem)] = {str(number): node.clause for number, node in nodes.items()}
    return found
