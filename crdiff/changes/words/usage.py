"""How two releases use words, read from all their texts only when a proof depends on it."""

from __future__ import annotations

import re
from functools import cache, partial

from crdiff.changes.words.meaning import is_grammar
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.normalise import fold_typography

_BEFORE_A_VERB = "to|may|can|can't|must|would|does|doesn't|they|she"
_BEFORE_A_NOUN = "a|an|each|target|one|another"
_JOINING = frozenset(("not", "even", "either", "any", "just", "only", "each", "all", "unless", "instead"))
_BETWEEN = "or|and|nor|not|and/or|rather than"
_ARTICLE = "an? |the |its |that |their "


class Usage:
    """The words of an old and a new release in their company, in small letters and plain typography."""

    def __init__(self, old: Release, new: Release) -> None:
        self._old, self._new = cache(partial(_text, old)), cache(partial(_text, new))
        self.is_compound = cache(self._is_compound)
        self.is_loose_compound = cache(self._is_loose_compound)
        self.is_verb_only = cache(self._is_verb_only)
        self.tells_apart = cache(self._tells_apart)

    def _is_compound(self, one: str, other: str) -> bool:
        """Whether `one` and `other` are joined by a hyphen anywhere but in one place of the new release.

        Source: "upper right corner" and "upper-right corner" both occur until 2003-07-01; a hyphen put where there
        never was one binds other words together ("one energy-counter").
        """
        return self._is_printed(f"{one}-{other}")

    def _is_loose_compound(self, one: str, other: str) -> bool:
        """Whether the release also prints the two words without a hyphen, and neither only joins or limits others.

        Source: 2003-07-01 prints hyphens for dashes ("Tokens aren't considered cards-even a card that represents a
        token isn't"); "lower-right corner" lost a real one in 2002-10-07.
        """
        if one in _JOINING or other in _JOINING or is_grammar(one) or is_grammar(other):
            return False
        return self._is_printed(f"{one} {other}")

    def _is_printed(self, words: str) -> bool:
        """Whether the old release prints `words` by themselves anywhere, or the new one in more places than one."""
        # The words first, then a look back from them: a search is several times faster where it begins with letters.
        escaped = re.escape(words)
        pattern = rf"{escaped}(?<![\w-]{escaped})(?![\w-])"
        return bool(re.search(pattern, self._old())) or len(re.findall(pattern, self._new())) > 1

    def _is_verb_only(self, base: str) -> bool:
        """Whether `base` is used as a verb, and nowhere as the name of a thing: ``declare``, but not ``counter``."""
        word = re.escape(base)
        return any(re.search(rf"\b(?:{_BEFORE_A_VERB}) {word}\b", text) for text in self._read()) and not any(
            re.search(rf"\b(?:{_BEFORE_A_NOUN}) {word}\b", text) for text in self._read()
        )

    def _tells_apart(self, one: str, other: str) -> bool:
        """Whether the old release lists the two words side by side: "attacking or blocking", "owner and controller".

        Such words name two things, so that one in place of the other is another rule, however often it is put.
        """
        if one == other:
            return False
        pairs = ((re.escape(one), re.escape(other)), (re.escape(other), re.escape(one)))
        between = rf"(?:/|,? (?:{_BETWEEN}) (?:{_ARTICLE})?)"
        return any(re.search(rf"{a}(?<=\b{a}){between}{b}\b", self._old()) for a, b in pairs)

    def _read(self) -> tuple[str, ...]:
        return self._old(), self._new()


def _text(release: Release) -> str:
    clauses = [text for node in walk(release) for text in (node.clause.wording, *node.clause.examples)]
    entries = [f"{entry.term}\n{entry.text}" for entry in release.glossary]
    return "\n".join(map(fold_typography, (*clauses, *entries))).lower()  # most of them were folded for the alignment
