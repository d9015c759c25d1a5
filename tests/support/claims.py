"""What the recorded lives say of a change that a note claims."""

from __future__ import annotations

from crdiff.history.lineage import How
from crdiff.history.stories import AnyLineage, began_with
from crdiff.model.corpus import Happened, StatedChange


def is_borne_out(known: AnyLineage, claim: StatedChange) -> bool:
    """Whether a recorded life confirms what a note claims of it."""
    release = claim.release
    ends = [event.release for event in known.fate if event.how in {How.REMOVED, How.MERGED}]
    reworded = [worded.first for worded in known.wordings[1:] if worded.begins_phrasing]
    return {
        Happened.ADDED: began_with(known) == release,
        Happened.REMOVED: release in ends and known.number_in(release) is None,
        Happened.REVOKED: known.revoked == release,
        Happened.REWORDED: release in reworded,
        Happened.RENAMED: any(run.first == release for run in known.runs[1:]),
    }[claim.happened]
