"""Which sentences of a clause a check holds: those with the phrase that it names, else those that its words are of."""

from __future__ import annotations

import re

from crdiff.text.words import sentences

# Words of four letters and more, cut to five: a description has "dealt" and "controls", a clause "deals" and "control".
_WORD = re.compile(r"[a-z]{4,}")
_STEM = 5


def rule_sentences(text: str) -> list[str]:
    """Return the sentences of a wording, without its examples."""
    return [each for each in sentences(text) if not each.lower().startswith("example")] if text else []


def sentences_held(text: str, says: str, described: str) -> tuple[int, ...]:
    """Return the sentences of a wording that a check holds, from 1; none where nothing says which.

    `says` is the phrase that it names, "" for none; `described` is what it says of itself. Of a description the
    sentences with most of its words are held: a check of one sentence tells its story in the words of that one.
    """
    rules = [each.lower() for each in rule_sentences(text)]
    if len(rules) == 1:
        return (1,)
    if says and (named := tuple(at for at, each in enumerate(rules, 1) if says.lower() in each)):
        return named
    words = _stems(described)
    shared = [len(words & _stems(each)) for each in rules]
    most = max(shared, default=0)
    return tuple(at for at, count in enumerate(shared, 1) if count == most) if most else ()


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.lower())}
