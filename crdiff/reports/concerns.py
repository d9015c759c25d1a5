"""Which checks a draft concerns, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.reports.indented import indented
from crdiff.reports.labels import became
from crdiff.reports.phrases import counted
from crdiff.trace.drafts import Concern

SCHEMA = "crdiff.concerns/1"


def concerns_text(concerns: Sequence[Concern]) -> str:
    """Return a line for each check that has to be looked at again, the count first."""
    lines = [f"The draft concerns {counted(len(concerns), 'check') if concerns else 'no check'}."]
    lines += [f"  {concern.state}: {became(concern.old, concern.new)}, {concern.check.id}" for concern in concerns]
    return "\n".join(lines) + "\n"


def concerns_json(concerns: Sequence[Concern]) -> bytes:
    """Return the same as indented JSON; `new` is null where the draft has no such clause."""
    rows = [
        {
            "check": concern.check.id,
            "lineage": concern.link.lineage,
            "state": concern.state.value,
            "old": concern.old,
            "new": concern.new or None,
        }
        for concern in concerns
    ]
    return indented(SCHEMA, {"concerns": rows})
