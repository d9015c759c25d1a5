"""What the commands that show results of engines have in common: reading them, and the book that they play."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from crdiff.errors import CorpusError

if TYPE_CHECKING:
    from crdiff.cli.playing import Played
    from crdiff.trace.book import WholeBook
    from crdiff.trace.engines import EngineResults


def read_engines(files: Iterable[str]) -> tuple[EngineResults, ...]:
    """Return the results in files. Raises `CorpusError` where one is none, and for two of one engine and release."""
    from crdiff.trace.engines import read_engine_results, require_distinct

    found: list[EngineResults] = []
    for file in files:
        try:
            raw = Path(file).read_bytes()
        except OSError as error:
            what = f"the results cannot be read ({error.strerror})"
            raise CorpusError(what, "a file that 'crdiff checks import' wrote", path=file) from None
        found.append(read_engine_results(raw, file))
    return require_distinct(found)


def book_of(played: Played, engines: tuple[EngineResults, ...]) -> WholeBook:
    """Return who plays which rule of the newest release that checks were played under."""
    from crdiff.checks.inputs import clauses_known
    from crdiff.trace.book import WholeBook, checks_player, clauses_of_book, engine_players
    from crdiff.trace.timeline import release_named

    timeline = clauses_known(played.corpus)
    asked = (release_named(name) for name in played.report.dates)
    at = max((release for release in asked if release in timeline.releases), default=timeline.newest)

    def known(lineage_id: str) -> str:
        lineage = timeline.lineage(lineage_id)
        return lineage.id if lineage else ""

    checks = checks_player(played.report, at).renamed(known)
    return WholeBook(at, clauses_of_book(timeline, at), (checks, *engine_players(engines, timeline, at)))
