"""Examples that are not marked as such: the word "Example:" is missing or misspelt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import ClausePiece, Fault

_NEARLY = re.compile(r"(?:For [Ee]xample:|Ex\.?:|(?!Examples?:)(?:E[a-z]{5,7}|[A-Za-z]xample)s?[:;.,])\s")
_MARK = re.compile(r"Examples?:\s*", re.IGNORECASE)


def unmarked_examples(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the paragraphs that were an example in the release before, or begin with nearly the word "Example:"."""
    known = _examples_before(checked)
    for passage in checked.rules:
        at = 0
        for paragraph in passage.text.split("\n"):
            is_marked = passage.piece is ClausePiece.EXAMPLE and not at
            if (
                passage.piece is not ClausePiece.TITLE
                and not is_marked
                and (paragraph in known or _NEARLY.match(paragraph))
            ):
                message = f"an example without its word “Example:”: “{paragraph[:40]}…”"
                yield Fault(message, paragraph[:40], passage, at, at + len(paragraph))
            at += len(paragraph) + 1


def _examples_before(checked: CheckedRelease) -> frozenset[str]:
    """Return what the examples of the release before say, without their word."""
    if checked.predecessor is None:
        return frozenset()
    examples = (passage.text for passage in checked.predecessor.before.rules if passage.piece is ClausePiece.EXAMPLE)
    return frozenset(_MARK.sub("", example, count=1) for example in examples if _MARK.match(example))
