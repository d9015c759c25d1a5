"""What a check of the corpus found: files that are not as they are declared."""

from __future__ import annotations

from collections.abc import Sequence

from crdiff.reports.indented import indented
from crdiff.reports.phrases import counted

SCHEMA = "crdiff.verify/1"

Mismatches = Sequence[tuple[str, str]]
"""File relative to the corpus, and what is wrong with it."""


def mismatches_text(checked: int, found: Mismatches) -> str:
    """Return the outcome as lines of text, the count last."""
    lines = [f"{file}: {what}" for file, what in found]
    outcome = counted(len(found), "mismatch", "mismatches") if found else "no mismatch"
    return "\n".join([*lines, f"{counted(checked, 'text')} checked, {outcome}"]) + "\n"


def mismatches_json(checked: int, found: Mismatches) -> bytes:
    """Return the outcome as indented UTF-8 JSON."""
    rows = [{"file": file, "what": what} for file, what in found]
    return indented(SCHEMA, {"texts": checked, "mismatches": rows})
