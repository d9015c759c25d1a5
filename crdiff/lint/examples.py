"""Examples that are not marked as such: the word "Example:" is missing or misspelt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crdiff.lint.finding import Fault, Piece
from crdiff.lint.trial import Trial

_NEARLY = re.compile(r"(?:For [Ee]xample:|Ex\.?:|(?!Examples?:)(?:E[a-z]{5,7}|[A-Za-z]xample)s?[:;.,])\s")
_MARK = re.compile(r"Examples?:\s*", re.IGNORECASE)


def unmarked_examples(trial: Trial) -> Iterator[Fault]:
    """Yield the paragraphs that were an example in the release before, or begin with nearly the word "Example:"."""
    known = _examples_before(trial)
    for passage in trial.rules:
        at = 0
        for paragraph in passage.text.split("\n"):
            is_marked = passage.piece is Piece.EXAMPLE and not at
            if passage.piece is not Piece.TITLE and not is_marked and (paragraph in known or _NEARLY.match(paragraph)):
                message = f"an example without its word “Example:”: “{paragraph[:40]}…”"
                yield Fault(message, paragraph[:40], passage, at, at + len(paragraph))
            at += len(paragraph) + 1


def _examples_before(trial: Trial) -> frozenset[str]:
    """Return what the examples of the release before say, without their word."""
    if trial.comparer is None:
        return frozenset()
    examples = (passage.text for passage in trial.comparer.before.rules if passage.piece is Piece.EXAMPLE)
    return frozenset(_MARK.sub("", example, count=1) for example in examples if _MARK.match(example))
