"""The rewordings of a release, mined from the two texts themselves: "comes into play" -> "enters the battlefield".

A rewording replaces one name of a thing by another throughout the release. That is what the conditions here make sure
of: it is met in at least three clauses and in different surroundings, it leaves at most a tenth of the old wording's
occurrences alone, and it neither adds, drops nor swaps a word on which the meaning of a rule turns. Where a word is
replaced only in some company ("from play" -> "from the battlefield", but "play a land" stays), the company belongs to
the rewording.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product
from typing import NamedTuple

from crdiff.changes.agreement import SINGULAR_THEY, agrees, same_stem, without_agreement
from crdiff.changes.occurrences import LeftAlone
from crdiff.changes.passage import Passage
from crdiff.changes.rewriting import ANY, REACH, Pattern
from crdiff.changes.weighty import content, weight

MIN_CLAUSES = 3
"""In how many clauses a rewording must be met."""
MAX_LEFT = 0.1
"""Which share of the old wording's occurrences may be left alone."""
_MIN_CUT = 10
"""In how many clauses words must simply be gone ("enters the battlefield" -> "enters") to count as a rewording."""
_MIN_SHARE = 0.5
"""Which share of the touched occurrences must have become the same new wording."""
_MIN_CORE = 0.25
"""Which share of a word must be given up release-wide before its replacement in some company alone is believed."""
_MAX_OLD, _MAX_NEW = 5, 8
"""How many words the two wordings may have: a rewording renames, it does not rewrite."""
_COMPANY, _MAX_COMPANY = 2, 3
"""How many kept words of company a rewording may take with it, on one side and on both together."""
_BEGINS_A_CUT = frozenset(["the", "this", "to", "from", "in", "of", "on", "at"])

Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mined:
    """A rewording as keys, with its other `forms`, the clauses it was met in, and those that keep the old wording."""

    old: Keys
    new: Keys
    clauses: frozenset[str]
    exceptions: tuple[str, ...]
    forms: tuple[tuple[Keys, Keys], ...] = ()


class _Replacement(NamedTuple):
    old: Keys
    new: Keys


class _Met(NamedTuple):
    """One place where a wording gave way.

    Its clause, the kept words before and after it with compounds in one piece, and the old words around it.
    """

    clause: str
    left: tuple[Keys, ...]
    right: tuple[Keys, ...]
    around: Keys


def mine(passages: Sequence[tuple[str, Passage]], unchanged: Iterable[tuple[str, str]]) -> tuple[Mined, ...]:
    """Return the rewordings of a release, the most frequent first.

    `passages` are the changed texts and `unchanged` the others, each with the new number of its clause.
    """
    met: dict[_Replacement, list[_Met]] = defaultdict(list)
    for clause, passage in passages:
        for replacement, place in _replacements(clause, passage):
            met[replacement].append(place)
    likely = {
        replacement: places
        for replacement, places in sorted(met.items(), key=lambda item: (sum(map(len, item[0])), item[0]))
        if _clauses(places) >= MIN_CLAUSES and _says_the_same(*replacement)
    }
    if not likely:
        return ()
    left_alone = LeftAlone(passages, unchanged)
    touched = _by_old(met, {old for old, _ in likely})
    found: list[Mined] = []
    for replacement, places in likely.items():
        if not any(_contains(replacement, known) for known in found):
            found += _believed(replacement, places, touched[replacement.old], left_alone)
    return tuple(sorted(_families(found, likely), key=lambda mined: (-len(mined.clauses), mined.old, mined.new)))


def _by_old(met: Mapping[_Replacement, Sequence[_Met]], wanted: Container[Keys]) -> dict[Keys, list[_Met]]:
    """Return every place where one of the `wanted` old wordings gave way to anything."""
    found: dict[Keys, list[_Met]] = defaultdict(list)
    for (old, _), places in met.items():
        if old in wanted:
            found[old] += places
    return found


def patterns(rewordings: Sequence[Mined]) -> list[Pattern]:
    """Return what a proof may apply: each rewording, its forms met and its regular forms ("tribals", "commander's")."""
    found: dict[Pattern, None] = {}
    for index, mined in enumerate(rewordings):
        for old, new in ((mined.old, mined.new), *mined.forms):
            found[Pattern(old, new, new == ("they",), index)] = None
            if old not in SINGULAR_THEY and new and old[-1] != new[-1] and old[-1].isalpha():
                for ending in ("s", "'s"):
                    inflected = (*old[:-1], old[-1] + ending), (*new[:-1], new[-1] + ending)
                    found[Pattern(*inflected, rewording=index)] = None
    return list(found)


def _replacements(clause: str, passage: Passage) -> Iterator[tuple[_Replacement, _Met]]:
    """Yield every replacement of the passage with its place.

    Neighbouring edits also count as one, with the few kept words between them ("converted mana cost" -> "mana value")
    or with a gap for more of them ("remove … from the game" -> "exile …").
    """
    edits = passage.edits
    for at in range(len(edits)):
        yield _replacement(clause, passage, at, at, ())
    for at, (one, other) in enumerate(pairwise(edits)):
        middle = tuple(passage.old.keys[one.old_stop : other.old_start])
        if len(middle) <= REACH and all(map(_is_word, middle)):
            if len(middle) <= _MAX_COMPANY:
                yield _replacement(clause, passage, at, at + 1, middle)
            if one.old_stop > one.old_start and other.old_stop > other.old_start:
                yield _replacement(clause, passage, at, at + 1, (ANY,))


def _replacement(clause: str, passage: Passage, first: int, last: int, middle: Keys) -> tuple[_Replacement, _Met]:
    old_keys, new_keys, edits = passage.old.keys, passage.new.keys, passage.edits
    one, other = edits[first], edits[last]
    old, new = tuple(old_keys[one.old_start : one.old_stop]), tuple(new_keys[one.new_start : one.new_stop])
    if last > first:
        old = (*old, *middle, *old_keys[other.old_start : other.old_stop])
        new = (*new, *middle, *new_keys[other.new_start : other.new_stop])
    start = edits[first - 1].old_stop if first else 0
    stop = edits[last + 1].old_start if last + 1 < len(edits) else len(old_keys)
    bare = without_agreement(old, new)
    left = tuple(word[::-1] for word in _company(old_keys[start : one.old_start][::-1])[::-1])
    right = _company(old_keys[other.old_stop : stop]) if bare == (old, new) else ()
    around = (*old_keys[max(0, one.old_start - 3) : one.old_start], "", *old_keys[other.old_stop : other.old_stop + 3])
    return _Replacement(*bare), _Met(clause, left, right, around)


def _company(keys: Sequence[str]) -> tuple[Keys, ...]:
    """Return the first words of `keys` up to a punctuation mark, at most `_COMPANY` of them, a compound as one."""
    found: list[Keys] = []
    for key in keys:
        if key == "-" and found:
            found[-1] = (*found[-1], key)
        elif not _is_word(key):
            break
        elif found and found[-1][-1] == "-":
            found[-1] = (*found[-1], key)
        elif len(found) == _COMPANY:
            break
        else:
            found.append((key,))
    return tuple(found)


def _is_word(key: str) -> bool:
    return key[0].isalnum() or key[0] == "{"


def _says_the_same(old: Keys, new: Keys) -> bool:
    """Whether one may be another name for the other: short, words only, nothing weighty added, dropped or swapped."""
    if not old or len(old) > _MAX_OLD or len(new) > _MAX_NEW:
        return False
    if not all(_is_word(key) or key in {"-", ANY} for key in (*old, *new)):
        return False
    if (len(old) == len(new) == 1 and agrees(old[0], new[0])) or weight(old) != weight(new):
        return False
    if old in SINGULAR_THEY and new == SINGULAR_THEY[old]:
        return True
    gone, come = content(old) - content(new), content(new) - content(old)
    return (bool(gone) or old in SINGULAR_THEY) and (bool(come) or not new)


def _contains(replacement: _Replacement, known: Mined) -> bool:
    """Whether the replacement is a known one in longer company."""
    old, new = replacement
    return any(
        old[at : at + len(known.old)] == known.old and old[:at] + known.new + old[at + len(known.old) :] == new
        for at in range(len(old) - len(known.old) + 1)
    )


def _believed(
    replacement: _Replacement, places: Sequence[_Met], touched: Sequence[_Met], left_alone: LeftAlone
) -> Iterator[Mined]:
    """Yield the replacement where it is a rewording by itself, else in whatever company it is one.

    `touched`: where the old wording gave way to anything.
    """
    old, new = replacement
    left = left_alone.clauses_with(old)
    is_frequent = _surroundings(places) >= MIN_CLAUSES if new else _is_cut(old, (), places)
    if is_frequent and _prevails(places, left, touched):
        yield _mined(replacement, places, left)
    elif ANY not in old:
        share = len(touched) / (len(left) + len(touched))
        yield from _in_company(replacement, places, touched, left_alone, share)


def _prevails(places: Sequence[_Met], left: Sequence[str], touched: Sequence[_Met]) -> bool:
    """Whether few occurrences were left alone, and most of those touched became the same."""
    return len(left) <= MAX_LEFT * (len(left) + len(touched)) and len(places) >= _MIN_SHARE * len(touched)


def _in_company(
    replacement: _Replacement,
    places: Sequence[_Met],
    touched: Sequence[_Met],
    left_alone: LeftAlone,
    share: float,
) -> Iterator[Mined]:
    """Yield the smallest companies in which it is a rewording. `share`: how much of the word is given up."""
    accepted: list[Mined] = []
    for size in _sizes():
        everywhere = _by_company(touched, *size)
        for company, group in sorted(_by_company(places, *size).items()):
            wider = _Replacement(*((*company[0], *core, *company[1]) for core in replacement))
            if not _is_frequent(replacement, company[0], group, share) or any(_contains(wider, m) for m in accepted):
                continue
            left = left_alone.clauses_with(wider.old)
            if _prevails(group, left, everywhere[company]):
                accepted.append(_mined(wider, group, left))
    yield from accepted


def _by_company(places: Sequence[_Met], before: int, after: int) -> dict[tuple[Keys, Keys], list[_Met]]:
    grouped: dict[tuple[Keys, Keys], list[_Met]] = defaultdict(list)
    for place in places:
        if len(place.left) >= before and len(place.right) >= after:
            left = tuple(chain.from_iterable(place.left[len(place.left) - before :]))
            grouped[left, tuple(chain.from_iterable(place.right[:after]))].append(place)
    return grouped


def _sizes() -> list[tuple[int, int]]:
    """Return how many words of company to try before and after, the smallest company first."""
    sizes = product(range(_COMPANY + 1), range(_COMPANY + 1))
    return sorted((size for size in sizes if 0 < sum(size) <= _MAX_COMPANY), key=lambda size: (sum(size), size))


def _is_frequent(replacement: _Replacement, left: Keys, places: Sequence[_Met], share: float) -> bool:
    """Whether a replacement that holds only in some company was met often enough to be believed."""
    if not replacement.new:
        return _is_cut(replacement.old, left, places)
    clauses = _clauses(places)
    return clauses >= _MIN_CUT or (
        clauses >= MIN_CLAUSES and share >= _MIN_CORE and _surroundings(places) >= MIN_CLAUSES
    )


def _is_cut(old: Keys, left: Keys, places: Sequence[_Met]) -> bool:
    """Whether words that are simply gone were a phrase that all the release drops, or a picture named before it.

    Source: "to your mana pool" went in 2018-04-27; "the Planeswalker symbol {PW}" lost its picture in 2023-04-14.
    """
    if len(old) == 1 and old[0].startswith("{") and left[-1:] == ("symbol",):
        return _clauses(places) >= MIN_CLAUSES
    return old[0] in _BEGINS_A_CUT and _clauses(places) >= _MIN_CUT


def _clauses(places: Sequence[_Met]) -> int:
    return len({place.clause for place in places})


def _surroundings(places: Sequence[_Met]) -> int:
    """Return in how many different surroundings the places are.

    Source: 508.5, 802.2a and 805.10e were changed alike, and in what they mean, in 2017-08-25.
    """
    return len({place.around for place in places})


def _mined(replacement: _Replacement, places: Sequence[_Met], left: Sequence[str]) -> Mined:
    return Mined(*replacement, frozenset(place.clause for place in places), tuple(dict.fromkeys(left)))


def _families(found: Sequence[Mined], met: Mapping[_Replacement, Sequence[_Met]]) -> list[Mined]:
    """Return the rewordings with their forms under them: "plays" -> "casts" under "play" -> "cast".

    A form that was met often enough needs no proof of its own that the old wording is given up.
    """
    families: list[Mined] = []
    for mined in sorted(found, key=lambda mined: (-len(mined.clauses), mined.old, mined.new)):
        at = next((i for i, known in enumerate(families) if _is_form(known, mined.old, mined.new)), None)
        if at is None:
            families.append(mined)
        else:
            families[at] = _joined(families[at], mined.old, mined.new, mined.clauses, mined.exceptions)
    for (old, new), places in met.items():
        for at, known in enumerate(families):
            is_bare = _core(known.old, known.new) == (known.old, known.new)
            if is_bare and _is_form(known, old, new) and (old, new) not in {(known.old, known.new), *known.forms}:
                families[at] = _joined(known, old, new, frozenset(place.clause for place in places), ())
    return families


def _is_form(known: Mined, old: Keys, new: Keys) -> bool:
    """Whether a replacement replaces a form of the same words as `known`, company set aside."""
    if known.old in SINGULAR_THEY and SINGULAR_THEY[known.old] == known.new:
        return SINGULAR_THEY.get(old) == new
    cores = zip(_core(known.old, known.new), _core(old, new), strict=True)
    return all(len(one) == len(other) and all(map(same_stem, one, other)) for one, other in cores)


def _core(old: Keys, new: Keys) -> tuple[Keys, Keys]:
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    while len(old) > start and len(new) > start and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return old[start:], new[start:]


def _joined(known: Mined, old: Keys, new: Keys, clauses: frozenset[str], exceptions: Sequence[str]) -> Mined:
    left = tuple(dict.fromkeys((*known.exceptions, *exceptions)))
    return Mined(known.old, known.new, known.clauses | clauses, left, (*known.forms, (old, new)))
