"""What came of adding, fetching and removing texts, as text and as ``crdiff.added/1``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crdiff.reports.indented import indented
from crdiff.reports.phrases import counted, listed

SCHEMA = "crdiff.added/1"


@dataclass(frozen=True, slots=True)
class Handled:
    """A text and what was done with it: `outcome` in words, `file` its name in the corpus."""

    release: str
    outcome: str
    file: str


def handled_text(texts: Sequence[Handled]) -> str:
    """Return a line for each text, the counts last."""
    lines = [f"{text.release}  {text.outcome}: {text.file}" for text in texts]
    counts = Counter(text.outcome for text in texts)
    said = [f"{count:,} {outcome}" for outcome, count in counts.items()]
    return "\n".join([*lines, f"{counted(len(texts), 'text')}: {listed(said)}" if texts else "nothing added"]) + "\n"


def handled_json(texts: Sequence[Handled], failures: Sequence[str]) -> bytes:
    """Return the same as JSON, with what failed, a line each."""
    return indented(SCHEMA, {"texts": texts, "failures": failures})
