"""Statements of how many cards do a thing: "One card (Shahrazad)", against the names in the brackets and elsewhere."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault, PlacedText
from crdiff.text.normalise import fold_typography

_COUNTS = ("one", "two", "three", "four", "five", "six")
_STATED = re.compile(rf"\b({'|'.join(_COUNTS)})( (?:older |old )?cards? )\(([^()]+)\)([^.]+)", re.IGNORECASE)
_FOREWORDS = re.compile(r"^(?:such as|for example|e\.g\.)", re.IGNORECASE)


def card_counts(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the counts that the names in brackets, or another statement of the same, do not bear out.

    Names may hold commas and "and", so a count is doubted only where no reading of the names gives it: "One card
    (Mindslaver)" in one place where another says "Two cards (Mindslaver and Sorin Markov)".
    """
    stated: dict[str, list[tuple[int, PlacedText, re.Match[str]]]] = defaultdict(list)
    for passage in checked.prose:
        if " card" not in passage.text or "(" not in passage.text:
            continue
        for found in _STATED.finditer(passage.text):
            count, names = _COUNTS.index(found[1].lower()) + 1, found[3]
            if _FOREWORDS.match(names):
                continue
            if not _may_be(count, names):
                message = f"says {found[1].lower()}{found[2].rstrip()}, but names ({names})"
                yield Fault(message, found[1].lower() + names, passage, found.start(), found.end(3) + 1)
            stated[_deed(found[4])].append((count, passage, found))
    for same in stated.values():
        most, other, _ = max(same, key=lambda one: one[0])
        for count, passage, found in same:
            if count < most:
                message = f"says {found[1].lower()}{found[2].rstrip()} ({found[3]}), but {other.number} counts {most}"
                yield Fault(message, found[1].lower() + found[3], passage, found.start(), found.end(3) + 1)


def _may_be(count: int, names: str) -> bool:
    """Whether a list of names can be read as `count` names."""
    commas, ands = names.count(", "), len(re.findall(r" and ", names))
    if count == 1:
        return not (ands and re.search(r"^[A-Z][^,]+(?:, [A-Z][^,]+)*,? and [A-Z]", names))
    return commas + ands >= count - 1 and not (ands == 0 and count > 1 and commas == 0)


def _deed(words: str) -> str:
    """Return what the cards do to the end of the sentence, without the agreement of the verb: "allow a player to…"."""
    first, *rest = fold_typography(words).lower().split()
    return " ".join((first.removesuffix("s"), *rest))
