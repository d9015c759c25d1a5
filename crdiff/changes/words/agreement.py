"""Agreement: how the words around a reworded subject follow it ("he or she untaps" -> "they untap")."""

from __future__ import annotations

_IRREGULAR = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "isn't": "aren't",
    "wasn't": "weren't",
    "hasn't": "haven't",
    "doesn't": "don't",
    "he's": "they're",
}
_SINGULARS = {plural: singular for singular, plural in _IRREGULAR.items()}
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")
SINGULAR_THEY: dict[tuple[str, ...], tuple[str, ...]] = {
    ("he", "or", "she"): ("they",),
    ("him", "or", "her"): ("them",),
    ("his", "or", "her"): ("their",),
    ("his", "or", "hers"): ("theirs",),
    ("himself", "or", "herself"): ("themselves",),
}
"""The pronouns that 2018-04-27 replaced throughout, and what replaced them."""


def agrees(singular: str, plural: str) -> bool:
    """Whether `plural` is what the verb `singular` becomes after "they": ``untaps`` and ``untap``."""
    if singular in _IRREGULAR:
        return _IRREGULAR[singular] == plural
    if singular == plural + "s":
        return not plural.endswith(_SIBILANTS)
    if singular == plural + "es":
        return plural.endswith(_SIBILANTS)
    return singular.endswith("ies") and singular[:-3] + "y" == plural and len(plural) > 2


def plurals_of(singular: str) -> list[str]:
    """Return every word that a verb may become after "they"."""
    if singular in _IRREGULAR:
        return [_IRREGULAR[singular]]
    if not singular.endswith("s"):
        return []
    likely = (singular[:-1], singular[:-2], singular[:-3] + "y")
    return [plural for plural in likely if agrees(singular, plural)]


def singulars_of(plural: str) -> list[str]:
    """Return every verb that may become `plural` after "they"."""
    likely = (_SINGULARS.get(plural, ""), plural + "s", plural + "es", plural[:-1] + "ies")
    return [singular for singular in likely if agrees(singular, plural)]


def without_agreement(old: tuple[str, ...], new: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return "he or she untaps" and "they untap" without the verbs, which only follow their subject."""
    if old[:3] in SINGULAR_THEY:
        while len(old) > 3 and len(new) > 1 and agrees(old[-1], new[-1]):
            old, new = old[:-1], new[:-1]
    return old, new


def same_stem(one: str, other: str) -> bool:
    """Whether two words are forms of one: ``play``, ``plays``, ``played`` and ``playing``; ``exile`` and ``exiled``."""
    return one == other or (_stem(one) == _stem(other) and len(_stem(one)) > 2)


def _stem(word: str) -> str:
    for ending in ("'s", "ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)]
    return word
