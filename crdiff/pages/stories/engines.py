"""What the tests of engines say of a story that the game model plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crdiff.history.stories import stretch_in
from crdiff.model.corpus import Annotation, StoryStretch
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.trace.engine_states import EngineClause, PlayedEngine


@dataclass(frozen=True, slots=True)
class EngineVerdict:
    """Whether an engine that plays the rules of `release` agrees: its `tests` that name what decides there all pass."""

    engine: str
    release: str
    agrees: bool
    tests: int


def verdicts(note: Annotation, archive: ArchiveIndex) -> Iterator[EngineVerdict]:
    """Yield what the engines at hand say whose tests name a clause that decides in their release."""
    for engine in archive.engines:
        stretch = stretch_in(note.stretches, engine.results.release)
        clauses = tuple(_deciding(stretch, engine, archive)) if stretch else ()
        if clauses:
            tests = {(test.suite, test.name) for clause in clauses for test in clause.tests}
            agrees = all(clause.is_green for clause in clauses)
            yield EngineVerdict(engine.results.engine, str(engine.results.release), agrees, len(tests))


def _deciding(stretch: StoryStretch, engine: PlayedEngine, archive: ArchiveIndex) -> Iterator[EngineClause]:
    """Yield the deciding clauses of a stretch that the tests of an engine name."""
    for name in stretch.deciding:
        followed = archive.followed.get(name)
        if followed and followed.held and followed.held.id in engine.clauses:
            yield engine.clauses[followed.held.id]
