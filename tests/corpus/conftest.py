"""What the tests of the corpus check it against: every official release, read once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest

from crdiff.model.clause import Clause
from crdiff.model.release import Release
from crdiff.model.tree import by_number, walk
from crdiff.store.embedded.corpus import EmbeddedCorpus, load_corpus

Archive = Mapping[date, Mapping[str, Clause]]


@pytest.fixture(scope="session")
def corpus() -> EmbeddedCorpus:
    """Return the embedded corpus."""
    return load_corpus()


@pytest.fixture(scope="session")
def releases(all_shared: Path, official: Callable[[str], Release]) -> Mapping[date, Release]:
    """Return every official release at hand, by date."""
    days = sorted(path.stem for path in (all_shared / "cr").glob("*.txt"))
    return {date.fromisoformat(day): official(day) for day in days}


@pytest.fixture(scope="session")
def archive(releases: Mapping[date, Release]) -> Archive:
    """Return the clauses of every official release at hand, by date and number."""
    return {
        day: {str(number): node.clause for number, node in by_number(walk(release)).items()}
        for day, release in releases.items()
    }


@pytest.fixture(scope="session")
def glossaries(releases: Mapping[date, Release]) -> Mapping[date, str]:
    """Return the glossary of every official release at hand, by date."""
    return {
        day: "\n".join(f"{entry.term}\n{entry.text}" for entry in release.glossary) for day, release in releases.items()
    }
