"""Words on which the meaning of a rule turns, and words that are mere grammar."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from crdiff.changes.words.agreement import SINGULAR_THEY

_TURNING = """
    may might must can could cannot shall should will would not no nor never none only each every any all both either
    neither another other others same different up unless except without instead if when whenever until before after
    during then and or than least most more less fewer first second third fourth fifth last next once twice thrice half
    zero one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred
    additional extra exactly always also own
"""
_GRAMMATICAL = """
    a an the this that these those it its itself he she him her his they them their theirs themselves you your yours who
    whom whose which what there here of in on to from by for with at into onto as is are was were be been being has have
    had do does did and or but so if when while where i we us our
"""
_WEIGHTY = frozenset(_TURNING.split())
_GRAMMAR = frozenset(_GRAMMATICAL.split())
_VARIABLE = re.compile(r"[nxyz]|\{o?[nxyz]\}")


def weight(keys: Iterable[str]) -> Counter[str]:
    """Return the weighty words among `keys` with their counts.

    Two ways of saying the same may differ in anything but these. Every number counts, inside symbols too, every form of
    "target", and ``can't`` as ``can`` and ``not``. "he or she" counts as the pronoun it is: its "or" lists nothing.
    """
    found: Counter[str] = Counter()
    for key in _without_pronoun_pairs(tuple(keys)):
        if key.startswith("target"):
            found["target"] += 1
        elif key.endswith("n't") or key == "cannot":
            found["not"] += 1
            found["can"] += key.startswith("can")
        elif key in _WEIGHTY:
            found[key] += 1
        elif _VARIABLE.fullmatch(key):
            found[key.strip("{o}")] += 1
        else:
            found.update(re.findall(r"\d+", key))
    return +found


def content(keys: Iterable[str]) -> list[str]:
    """Return the words among `keys` that name something, in order; "player's" names a player."""
    return [key.removesuffix("'s") for key in keys if key not in _GRAMMAR and (key[0].isalnum() or key[0] == "{")]


def _without_pronoun_pairs(keys: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(keys):
        plural = SINGULAR_THEY.get(keys[at : at + 3])
        found.append(plural[0] if plural else keys[at])
        at += 3 if plural else 1
    return found


def is_grammar(key: str) -> bool:
    """Whether `key` is a word of mere grammar or a punctuation mark."""
    return key in _GRAMMAR or not (key[0].isalnum() or key[0] in "{§")
