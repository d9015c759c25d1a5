"""Files of cases that were reviewed: under ``===`` a sentence, what is given after ``>``, and the answer, line by line.

``pytest --update-golden`` writes the answers; the difference is then read as code is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path


def answered(file: Path, answer: Callable[[list[str]], Iterable[str]]) -> str:
    """Return the text of a file of cases with the answers that are given today; lines after "# " are remarks."""
    told = []
    for case in file.read_text("utf-8").split("=== ")[1:]:
        sentence, *lines = case.split("\n")
        kept = [line for line in lines if line[:1] == ">" or line[:2] == "# "]
        given = [line[2:] for line in kept if line[:1] == ">"]
        told.append("\n".join([f"=== {sentence}", *kept, *answer(given), ""]))
    return "\n".join(told)
