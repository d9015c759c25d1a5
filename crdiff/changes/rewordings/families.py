"""Rewordings as families ("plays" -> "casts" is a form of "play" -> "cast"), and where an old one was kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from crdiff.changes.english import SINGULAR_THEY, able, content, ing, participle, same_stem
from crdiff.changes.rewordings.replacements import ANY, GAP_MAX, Keys, Pattern, Replacement, shared
from crdiff.changes.text_pair import TextPair
from crdiff.text.normalise import straight_quotes

# Words of a verb with its object: "play this ability".
_VERB_AND_OBJECT = 3
_ARTICLES = frozenset(("a", "the", "this", "that"))
# Objects of which some keep the old verb: since July 2009 spells are cast, lands are still played, both are cards.
_OF_TWO_KINDS = frozenset(("card", "cards"))


class MinedRewording(NamedTuple):
    """A rewording as keys and as printed, with the clauses it was found in and those that keep the old wording.

    `forms` are further replacements of the same words: other inflections, other company.
    """

    old: Keys
    new: Keys
    printed: tuple[str, str]
    clauses: frozenset[str]
    exceptions: tuple[str, ...]
    forms: tuple[Replacement, ...] = ()

    @property
    def names(self) -> tuple[str, str]:
        """The one word that gave way and the one in its place, or "" for both where it is not one word for another."""
        old, new = map(content, core_of(self.old, self.new))
        return (old[0], new[0]) if len(old) == len(new) == 1 else ("", "")


def families(found: Iterable[MinedRewording], met: Mapping[Replacement, frozenset[str]]) -> list[MinedRewording]:
    """Return the rewordings with their forms under them, the most frequent first.

    `met`: the clauses of every likely replacement. One that is a form of a rewording which needs no company needs no
    proof of its own that the release gave up the old wording.
    """
    gathered: list[MinedRewording] = []
    for mined in sorted(found, key=_frequent_first):
        at = next((i for i, known in enumerate(gathered) if _is_form(known, mined.old, mined.new)), None)
        if at is None:
            gathered.append(mined)
        else:
            exceptions = tuple(dict.fromkeys((*gathered[at].exceptions, *mined.exceptions)))
            gathered[at] = _with_form(gathered[at], Replacement(mined.old, mined.new), mined.clauses, exceptions)
    for form, clauses in met.items():
        for at, known in enumerate(gathered):
            is_new = form not in {(known.old, known.new), *known.forms}
            if is_new and core_of(known.old, known.new) == (known.old, known.new) and _is_form(known, *form):
                gathered[at] = _with_form(known, form, clauses, known.exceptions)
    return sorted(gathered, key=_frequent_first)


def patterns(rewordings: Sequence[MinedRewording]) -> list[Pattern]:
    """Return what a proof may apply: each rewording, the forms met, and regular ones ("tribals", "come into play")."""
    met = {
        form: index
        for index, mined in enumerate(rewordings)
        for form in (Replacement(mined.old, mined.new), *mined.forms)
    }
    found = dict(met)
    for form, index in met.items():
        for inflected in _regular_forms(form):
            found.setdefault(inflected, index)
    verbs = _verbs_by_object(met)
    for form, index in met.items():
        if _is_of_object(form) and len(verbs[form.old[0], form.old[-1]]) == 1:
            for passive in _passives(form):
                found.setdefault(passive, index)
    return [Pattern(*form, form.new == ("they",), index) for form, index in found.items()]


def _regular_forms(form: Replacement) -> Iterator[Replacement]:
    """Yield the inflections of a replacement at its end and at its beginning; all pronouns for one of "he or she"."""
    old, new = form
    if SINGULAR_THEY.get(old) == new:
        yield from (Replacement(*pair) for pair in SINGULAR_THEY.items())
        return
    if new and old[-1] != new[-1] and old[-1].isalpha():
        for ending in ("s", "'s"):
            yield Replacement((*old[:-1], old[-1] + ending), (*new[:-1], new[-1] + ending))
    if new and old[0] != new[0] and len(old) > 1:
        yield Replacement((old[0] + "s", *old[1:]), (new[0] + "s", *new[1:]))
        if old[-1] not in _OF_TWO_KINDS:
            yield Replacement((ing(old[0]), *old[1:]), (ing(new[0]), *new[1:]))
        if old[0].endswith("s") and new[0].endswith("s"):
            yield Replacement((old[0][:-1], *old[1:]), (new[0][:-1], *new[1:]))


def _verbs_by_object(forms: Iterable[Replacement]) -> Mapping[tuple[str, str], set[str]]:
    """Return what gives way to what: an old verb and its object -> the new verbs."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for form in filter(_is_of_object, forms):
        found[form.old[0], form.old[-1]].add(form.new[0])
    return found


def _is_of_object(form: Replacement) -> bool:
    """Whether a replacement only puts a verb in place of another one before its object: "play this ability"."""
    old, new = form
    return (
        len(old) == len(new) == _VERB_AND_OBJECT
        and old[0] != new[0]
        and old[1:] == new[1:]
        and old[1] in _ARTICLES
        and old[-1] not in _OF_TWO_KINDS
    )


def _passives(form: Replacement) -> Iterator[Replacement]:
    """Yield what else follows from "play this ability" -> "activate this ability": what is done to an ability.

    Source: "ability that can be played" in 502.53a of 2009-05-01, "the cycling ability is playable" in 502.18b.
    """
    old, new, noun = form.old[0], form.new[0], form.old[-1]
    done, done_now = participle(old), participle(new)
    for before in ((noun, "can", "be"), (noun, "that", "can", "be"), (noun, "can't", "be"), (noun, "is")):
        yield Replacement((*before, done), (*before, done_now))
    yield Replacement((noun, "is", able(old)), (noun, "can", "be", done_now))


def _frequent_first(mined: MinedRewording) -> tuple[int, Keys, Keys]:
    return -len(mined.clauses), mined.old, mined.new


def _with_form(
    known: MinedRewording, form: Replacement, clauses: frozenset[str], exceptions: tuple[str, ...]
) -> MinedRewording:
    return known._replace(clauses=known.clauses | clauses, exceptions=exceptions, forms=(*known.forms, form))


def _is_form(known: MinedRewording, old: Keys, new: Keys) -> bool:
    """Whether a replacement replaces a form of the same words as `known`, company set aside."""
    if ANY in (*known.old, *old):
        return _fits((known.old, known.new), (old, new)) or _fits((old, new), (known.old, known.new))
    cores = zip(core_of(known.old, known.new), core_of(old, new), strict=True)
    return all(len(one) == len(other) and all(map(same_stem, one, other)) for one, other in cores)


def _fits(wide: tuple[Keys, Keys], narrow: tuple[Keys, Keys]) -> bool:
    """Whether a replacement with a gap is the other one, or a form of it, with the gap filled."""
    if ANY not in wide[0]:
        return False
    middles: list[Keys] = []
    for pattern, keys in zip(wide, narrow, strict=True):
        head, tail = pattern[: pattern.index(ANY)], pattern[pattern.index(ANY) + 1 :]
        ends = (*keys[: len(head)], *keys[len(keys) - len(tail) :])
        if len(keys) < len(pattern) or not all(map(same_stem, (*head, *tail), ends)):
            return False
        middles.append(keys[len(head) : len(keys) - len(tail)])
    return middles[0] == middles[1]


def core_of(old: Keys, new: Keys) -> tuple[Keys, Keys]:
    """Return what differs between the two, without the words that they begin or end with alike."""
    start, end = shared(old, new)
    return old[start : len(old) - end], new[start : len(new) - end]


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
