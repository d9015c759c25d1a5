"""Who had a number: every subsection that ever stood under it, each with all its numbers on one scale of time."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex, ClauseLineage
from crdiff.pages.drawing.timeline import TrackPeriod, draw_track
from crdiff.pages.frame import address

ROW = 62
"""Pixels that a subsection takes: its title and its track."""


NumberPicture = dict[str, object]
"""Tracks in the order in which the number came to them, each with the pixel it begins at, as the template names it."""


def draw_number(subsection: int, archive: ArchiveIndex) -> NumberPicture | None:
    """Return the picture of the number of a subsection, None where no heading is known to have had it."""
    number = ClauseNumber(subsection)
    headings = {lineage.id: lineage for _, lineage in archive.meanings(number)}
    if not headings:
        return None
    tracks = [
        (
            archive.title(lineage.id),
            archive.clause_page(lineage.id),
            at * ROW,
            draw_track(_spans(lineage, number, archive), archive.scale),
        )
        for at, lineage in enumerate(headings.values())
    ]
    return {"number": subsection, "height": ROW * len(tracks) + 22, "tracks": tracks, "years": archive.years}


def _spans(lineage: ClauseLineage, number: ClauseNumber, archive: ArchiveIndex) -> Iterator[TrackPeriod]:
    runs = lineage.joined_runs
    ends = [*(run.first for run in runs[1:]), archive.until(lineage)]
    for run, until in zip(runs, ends, strict=True):
        title = f"{archive.title(lineage.id)}: {run.number}, {run.first} to {archive.named(run.last)}"
        href = "" if run.number == number else address.number(run.number)
        yield TrackPeriod(run.first, until, str(run.number), run.number == number, title, href)
