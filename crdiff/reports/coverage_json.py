"""Who tests which rule, as JSON: the value of ``crdiff.coverage/1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from crdiff.reports.indented import Json, indented
from crdiff.trace.book import BookPlayer, Numbers, WholeBook

SCHEMA = "crdiff.coverage/1"


def coverage_json(book: WholeBook) -> bytes:
    """Return the book as indented UTF-8 JSON: all that is claimed clause by clause, the rest as a list of numbers."""
    everything = book.clauses
    return indented(
        SCHEMA,
        {
            "release": str(book.release),
            "clauses": len(everything),
            "players": [{"name": player.name, **_counts(player, everything)} for player in book.players],
            "sections": [
                {
                    "number": str(number),
                    "clauses": len(part),
                    "claimed": {player.name: player.named(part) for player in book.players},
                    "nobody": len(book.nobody(part)),
                }
                for number in (*book.sections, *book.subsections)
                if (part := book.part(number))
            ],
            "claimed": list(_claimed(book)),
            "nobody": list(map(str, book.nobody(everything))),
        },
    )


def _counts(player: BookPlayer, among: Numbers) -> Mapping[str, object]:
    return {"clauses": player.named(among), "states": dict(sorted(player.count(among).items()))}


def _claimed(book: WholeBook) -> Iterator[Json]:
    for lineage, number in book.claimed(book.clauses).items():
        by = [
            {
                "player": player.name,
                "state": cell.state,
                "since": str(cell.since) if cell.since else None,
                "passed": cell.passed,
                "failed": cell.failed,
                "skipped": cell.skipped,
                "proved": cell.proved,
            }
            for player in book.players
            if (cell := player.cells.get(lineage))
        ]
        yield {"lineage": lineage, "number": str(number), "by": by}
