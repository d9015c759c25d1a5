"""Where a release kept an old wording."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from crdiff.changes.rewordings.pattern import ANY, GAP_MAX
from crdiff.changes.text_pair import TextPair
from crdiff.text.normalise import straight_quotes


def _folded(text: str) -> str:
    return straight_quotes(text.lower()).replace("–", "-").replace("—", "-")


class ChangedText(NamedTuple):
    """A text that differs on both sides, with the new number of its clause or the term of its entry."""

    clause: str
    pair: TextPair


class UnchangedText(NamedTuple):
    """A text that is the same on both sides, with the new number of its clause or the term of its entry."""

    clause: str
    text: str


class LeftAlone:
    """The old texts as far as the new release keeps them: kept runs of changed texts, and unchanged texts."""

    def __init__(self, changed: Iterable[ChangedText], unchanged: Iterable[UnchangedText]) -> None:
        pieces = [
            (clause, _printed(pair.old.keys[start:stop])) for clause, pair in changed for start, stop in pair.kept()
        ]
        pieces += [(clause, _folded(text)) for clause, text in unchanged]
        self._clauses = [clause for clause, _ in pieces]
        self._text = "\n".join(text for _, text in pieces)
        self._starts = list(accumulate((len(text) + 1 for _, text in pieces), initial=0))

    def clauses_with(self, keys: Sequence[str]) -> list[str]:
        """Return the clause of each occurrence of `keys`, in order; a clause may come more than once."""
        return [self._clauses[bisect_right(self._starts, at) - 1] for at in _found(keys, self._text)]


def _found(keys: Sequence[str], text: str) -> list[int]:
    """Return where `text` has `keys` as whole words."""
    head, gap, tail = _printed(keys).partition(f" {ANY} ")
    after = re.compile(rf"(?: [^\s.]+){{1,{GAP_MAX}}} {re.escape(tail)}(?![\w'])") if gap else _WORD_END
    found: list[int] = []
    at = text.find(head)
    while at >= 0:
        if (at == 0 or not text[at - 1].isalnum()) and after.match(text, at + len(head)):
            found.append(at)
        at = text.find(head, at + 1)
    return found


_WORD_END = re.compile(r"(?![\w'])")


def _printed(keys: Sequence[str]) -> str:
    return " ".join(keys).replace(" - ", "-")
