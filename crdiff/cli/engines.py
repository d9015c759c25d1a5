"""The whole book as checks that were played and engines claim it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crdiff.cli.playing import Played
    from crdiff.trace.book import WholeBook
    from crdiff.trace.engines import EngineResults


def book_of(played: Played, engines: tuple[EngineResults, ...]) -> WholeBook:
    """Return who plays which rule of the newest release that checks were played under."""
    from crdiff.checks.inputs import clauses_known
    from crdiff.trace.book import WholeBook, checks_player, clauses_of_book, engine_player
    from crdiff.trace.engine_states import played_engines
    from crdiff.trace.timeline import release_named

    timeline = clauses_known(played.corpus)
    asked = (release_named(name) for name in played.report.dates)
    at = max((release for release in asked if release in timeline.releases), default=timeline.newest)

    def known(lineage_id: str) -> str:
        lineage = timeline.lineage(lineage_id)
        return lineage.id if lineage else ""

    checks = checks_player(played.report, at).renamed(known)
    others = map(engine_player, played_engines(engines, timeline, at))
    return WholeBook(at, clauses_of_book(timeline, at), (checks, *others))
