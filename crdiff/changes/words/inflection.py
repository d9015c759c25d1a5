"""Participles of regular verbs, and of the few others that the rules reword."""

from __future__ import annotations

_LIKE_ITS_PAST = frozenset(("put", "cast", "cut", "set", "let", "cost"))
"""Verbs whose past is no different: "is put", "is cast"."""
_DOUBLING = frozenset(("put", "cut", "set", "let", "get", "stop", "drop"))
"""Verbs that double their last letter: "putting"."""


def participle(verb: str) -> str:
    """Return the past participle of `verb`: ``play`` -> ``played``, ``cast`` -> ``cast``."""
    if verb in _LIKE_ITS_PAST:
        return verb
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in {*"aeou"}:
        return verb[:-1] + "ied"
    return verb + verb[-1] + "ed" if verb in _DOUBLING else verb + "ed"


def ing(verb: str) -> str:
    """Return the present participle of `verb`: ``put`` -> ``putting``, ``create`` -> ``creating``."""
    if verb in _DOUBLING:
        return verb + verb[-1] + "ing"
    return verb[:-1] + "ing" if verb.endswith("e") and not verb.endswith("ee") else verb + "ing"


def able(verb: str) -> str:
    """Return that something can be done: ``play`` -> ``playable``."""
    return (verb.removesuffix("e")) + "able"
