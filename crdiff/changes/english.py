"""The English of the rules, as far as a proof or a facet turns on it.

Which words carry meaning, what agrees with a reworded subject, what one slip of the hand makes of a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache, partial
from itertools import chain

from crdiff.changes.keyed_text import KeyedText
from crdiff.model.release import Release
from crdiff.model.tree import walk
from crdiff.text.normalise import fold_typography

# The key of a number or of a symbol that may count something: "4", "x", "{2}".
NUMERIC = re.compile(r"[\dxyzn*]+|\{.*\}")

_HYPHENS = frozenset("-‐‑")
# Prefixes that a hyphen may divide from their word: "non-Human Wizard".
_PREFIXES = frozenset(("non", "un", "re", "anti"))


def is_sign(wording: KeyedText, at: int) -> bool:
    """Whether the word is a minus sign: a dash beside a number, or with nothing on one side of it."""
    if wording.keys[at] != "-":
        return False
    around = (*wording.keys[max(at - 1, 0) : at], *wording.keys[at + 1 : at + 2])
    return len(around) < 2 or any(NUMERIC.fullmatch(other) for other in around)


def is_loose(wording: KeyedText, at: int) -> bool:
    """Whether the dash is a hyphen between two whole words that mean the same without it."""
    if wording.words[at] not in _HYPHENS or is_sign(wording, at) or wording.gaps[at] or wording.gaps[at + 1]:
        return False
    before, after = wording.keys[at - 1], wording.keys[at + 1]
    return before.isalpha() and after.isalpha() and before not in _PREFIXES


# Verbs whose past is no different: "is put", "is cast".
_LIKE_ITS_PAST = frozenset(("put", "cast", "cut", "set", "let", "cost"))
# Verbs that double their last letter: "putting".
_DOUBLING = frozenset(("put", "cut", "set", "let", "get", "stop", "drop"))


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
# The pronouns that 2018-04-27 replaced throughout, and what replaced them.
SINGULAR_THEY: dict[tuple[str, ...], tuple[str, ...]] = {
    ("he", "or", "she"): ("they",),
    ("him", "or", "her"): ("them",),
    ("his", "or", "her"): ("their",),
    ("his", "or", "hers"): ("theirs",),
    ("himself", "or", "herself"): ("themselves",),
}


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
_NUMBER = re.compile(r"\d+")


def weight(keys: Iterable[str]) -> Counter[str]:
    """Return the weighty words among `keys` with their counts.

    Two ways of saying the same may differ in anything but these. Every number counts, inside symbols too, every form of
    "target", and ``can't`` as ``can`` and ``not``. "he or she" counts as the pronoun it is: its "or" lists nothing.
    """
    return Counter(chain.from_iterable(map(_weighty_in, _without_pronoun_pairs(tuple(keys)))))


@lru_cache(maxsize=1 << 14)
def _weighty_in(key: str) -> tuple[str, ...]:
    if key.startswith("target"):
        return ("target",)
    if key.endswith("n't") or key == "cannot":
        return ("can", "not") if key.startswith("can") else ("not",)
    if key in _WEIGHTY:
        return (key,)
    return (key.strip("{o}"),) if _VARIABLE.fullmatch(key) else tuple(_NUMBER.findall(key))


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


# Letters of the shorter word: one letter off a shorter one is often another word ("the" and "she").
_LETTERS_MIN = 4


def is_slip(wrong: str, right: str) -> bool:
    """Whether two words differ by one letter added, dropped, replaced or swapped with its neighbour, not by grammar.

    Source: "creaturse" for "creatures" in 2003-05-26. Words on which meaning turns never count ("can" and "can't").
    """
    if min(len(wrong), len(right)) < _LETTERS_MIN or wrong == right or same_stem(wrong, right):
        return False
    if not (wrong.isalpha() and right.isalpha()) or weight((wrong,)) or weight((right,)):
        return False
    start = next((i for i, (a, b) in enumerate(zip(wrong, right, strict=False)) if a != b), min(len(wrong), len(right)))
    rest, other = wrong[start:], right[start:]
    is_swap = len(rest) > 1 and rest[1] + rest[0] == other[:2] and rest[2:] == other[2:]
    return rest[1:] == other[1:] or rest[1:] == other or rest == other[1:] or is_swap


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
