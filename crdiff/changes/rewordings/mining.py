"""The rewordings of a release, mined from the two texts themselves: "comes into play" -> "enters the battlefield".

A rewording replaces one name of a thing by another throughout the release. The conditions here ensure that:
it occurs in at least three clauses and in different surroundings, it leaves at most a tenth of the old wording's
occurrences alone, and it neither adds, drops nor swaps a word on which the meaning of a rule turns. Where a word is
replaced only in some company ("from play" -> "from the battlefield", but "play a land" stays), the company belongs to
the rewording.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product

from crdiff.changes.english import SINGULAR_THEY, agrees, content, is_grammar, is_slip, weight
from crdiff.changes.rewordings.families import ChangedText, LeftAlone, MinedRewording, UnchangedText, core_of, families
from crdiff.changes.rewordings.replacements import (
    ANY,
    COMPANY_MAX,
    Keys,
    Occurrence,
    Replacement,
    is_word,
    replacements,
)

# Clauses in which a rewording occurs: two may be one change and its copy in the glossary.
CLAUSES_MIN = 3
# Share of the occurrences of the old wording that the release leaves alone, because it forgot them.
_LEFT_SHARE_MAX = 0.1
# Clauses from which words must disappear ("enters the battlefield" -> "enters") to be cut as a rewording: words that
# disappear from fewer clauses may change what these say.
_CUT_CLAUSES_MIN = 10
# Share of the changed occurrences that became the same new wording.
_SAME_SHARE_MIN = 0.5
# Share of the occurrences of a word that changed to anything, from which it may be reworded in some company only.
_GIVEN_UP_SHARE_MIN = 0.25
# Words of either wording: a rewording renames, it does not rewrite.
_WORDS_MAX = 6
_PREPOSITIONS = frozenset(("in", "on", "at", "to", "into", "onto", "from", "of", "by", "for", "with"))
_BEGINS_A_CUT = frozenset(("the", "this", "to", "from", "in", "of", "on", "at"))


def mine(changed: Sequence[ChangedText], unchanged: Iterable[UnchangedText]) -> list[MinedRewording]:
    """Return the rewordings of a release, the most frequent first.

    `changed` and `unchanged` are the texts of paired clauses and glossary entries.
    """
    met: dict[Replacement, list[Occurrence]] = defaultdict(list)
    for clause, pair in changed:
        for replacement, place in replacements(clause, pair):
            met[replacement].append(place)
    likely = {
        replacement: places
        for replacement, places in sorted(met.items(), key=lambda item: (sum(map(len, item[0])), item[0]))
        if len(places) >= CLAUSES_MIN and len(_clauses(places)) >= CLAUSES_MIN and _says_the_same(*replacement)
    }
    if not likely:
        return []
    left_alone = LeftAlone(changed, unchanged)
    touched = _by_old(met, {old for old, _ in likely})
    found: list[MinedRewording] = []
    for replacement, places in likely.items():
        if not any(_contains(replacement, known) for known in found):
            found += _believed(replacement, places, touched[replacement.old], left_alone)
    found = [
        mined for mined in found if not _adds_to(mined, found) and not any(_rivals(mined, other) for other in found)
    ]
    return families(found, {replacement: _clauses(places) for replacement, places in likely.items()})


def _by_old(met: Mapping[Replacement, Sequence[Occurrence]], wanted: Container[Keys]) -> dict[Keys, list[Occurrence]]:
    """Return every place where one of the `wanted` old wordings gave way to anything."""
    found: dict[Keys, list[Occurrence]] = defaultdict(list)
    for (old, _), places in met.items():
        if old in wanted:
            found[old] += places
    return found


def _says_the_same(old: Keys, new: Keys) -> bool:
    """Whether one may be another name for the other: short, words only, nothing weighty added, dropped or swapped."""
    if not old or max(len(old), len(new)) > _WORDS_MAX:
        return False
    if not all(is_word(key) or key in {"-", ANY} for key in (*old, *new)):
        return False
    if len(old) == len(new) == 1 and (agrees(old[0], new[0]) or is_slip(old[0], new[0])):
        return False
    if weight(old) != weight(new):
        return False
    if SINGULAR_THEY.get(old) == new:
        return True
    before, after = Counter(content(old)), Counter(content(new))
    gone, come = before - after, after - before
    return (bool(gone) or old in SINGULAR_THEY) and (bool(come) or not new)


def _contains(replacement: Replacement, known: MinedRewording) -> bool:
    """Whether the replacement is a known one in longer company."""
    rests = product(_rests(replacement.old, known.old), _rests(replacement.new, known.new))
    return any(before == after for before, after in rests)


def _adds_to(mined: MinedRewording, others: Iterable[MinedRewording]) -> bool:
    """Whether a rewording is a more frequent one that besides changes words next to it, prepositions apart.

    Words that change beside a rewording now and again may still change the rule. Source: from 2003-10-01 to 2009-07-11
    "a player may play" became "a player who has priority may cast" five times.
    """
    is_addition = False
    for other in others:
        core = core_of(other.old, other.new)
        if len(other.clauses) > len(mined.clauses) and (mined.old, mined.new) != core:
            for before, after in product(_rests(mined.old, core[0]), _rests(mined.new, core[1])):
                if _without_prepositions(before) == _without_prepositions(after):
                    return False
                is_addition = True
    return is_addition


def _without_prepositions(keys: Keys) -> list[str]:
    return [key for key in keys if key not in _PREPOSITIONS]


def _rivals(mined: MinedRewording, other: MinedRewording) -> bool:
    """Whether a more frequent rewording puts the same words in place of the same old ones with another article.

    "In play" that became "on the battlefield" throughout is not renamed where it becomes "on a battlefield".
    """
    (old, new), (same, usual) = core_of(mined.old, mined.new), core_of(other.old, other.new)
    if old != same or new == usual or content(new) != content(usual):
        return False
    return (-len(mined.clauses), mined.old, mined.new) > (-len(other.clauses), other.old, other.new)


def _rests(keys: Keys, part: Keys) -> list[Keys]:
    """Return what is left of `keys` without `part`, once for every place of `part` in them."""
    size = len(part)
    return [keys[:at] + keys[at + size :] for at in range(len(keys) - size + 1) if keys[at : at + size] == part]


def _believed(
    replacement: Replacement, places: Sequence[Occurrence], touched: Sequence[Occurrence], left_alone: LeftAlone
) -> Iterator[MinedRewording]:
    """Yield the replacement where it is a rewording by itself, else in whatever company it is one.

    `touched`: where the old wording gave way to anything.
    """
    old, new = replacement
    left = left_alone.clauses_with(old)
    is_frequent = _is_met_widely(replacement, places) if new else _is_cut(old, (), places)
    if is_frequent and _prevails(places, left, touched):
        yield _mined(replacement, places, left)
    elif ANY not in old:
        share = len(touched) / (len(left) + len(touched))
        yield from _in_company(replacement, places, touched, left_alone, share)


def _prevails(places: Sequence[Occurrence], left: Sequence[str], touched: Sequence[Occurrence]) -> bool:
    """Whether few occurrences were left alone, and most of those touched became the same."""
    return len(left) <= _LEFT_SHARE_MAX * (len(left) + len(touched)) and len(places) >= _SAME_SHARE_MIN * len(touched)


def _in_company(
    replacement: Replacement,
    places: Sequence[Occurrence],
    touched: Sequence[Occurrence],
    left_alone: LeftAlone,
    share: float,
) -> Iterator[MinedRewording]:
    """Yield the smallest companies in which it is a rewording. `share`: how much of the word is given up."""
    accepted: list[MinedRewording] = []
    for size in _sizes():
        everywhere = _by_company(touched, *size)
        for (left_words, right_words), group in sorted(_by_company(places, *size).items()):
            wider = Replacement(*((*left_words, *core, *right_words) for core in replacement))
            if not _is_frequent(replacement, left_words, group, share) or any(_contains(wider, m) for m in accepted):
                continue
            left = left_alone.clauses_with(wider.old)
            if _prevails(group, left, everywhere[left_words, right_words]):
                accepted.append(_mined(wider, group, left, size))
    yield from accepted


def _by_company(places: Sequence[Occurrence], before: int, after: int) -> dict[tuple[Keys, Keys], list[Occurrence]]:
    grouped: dict[tuple[Keys, Keys], list[Occurrence]] = defaultdict(list)
    for place in places:
        if len(place.left) >= before and len(place.right) >= after:
            left = tuple(chain.from_iterable(place.left[len(place.left) - before :]))
            grouped[left, tuple(chain.from_iterable(place.right[:after]))].append(place)
    return grouped


def _sizes() -> list[tuple[int, int]]:
    """Return how many words of company to try before and after, the smallest company first."""
    sizes = product(range(COMPANY_MAX + 1), range(COMPANY_MAX + 1))
    return sorted((size for size in sizes if sum(size)), key=lambda size: (sum(size), size))


def _is_frequent(replacement: Replacement, left: Keys, places: Sequence[Occurrence], share: float) -> bool:
    """Whether a replacement that holds only in some company was met often enough to be accepted."""
    if not replacement.new:
        return _is_cut(replacement.old, left, places)
    clauses = len(_clauses(places))
    return clauses >= _CUT_CLAUSES_MIN or (
        clauses >= CLAUSES_MIN and share >= _GIVEN_UP_SHARE_MIN and _is_met_widely(replacement, places)
    )


def _is_cut(old: Keys, left: Keys, places: Sequence[Occurrence]) -> bool:
    """Whether words that are simply gone were a phrase that all the release drops, or a picture named before it.

    Source: "to your mana pool" went in 2018-04-27; "the Planeswalker symbol {PW}" lost its picture in 2023-04-14.
    """
    if len(old) == 1 and old[0].startswith("{") and left[-1:] == ("symbol",):
        return len(_clauses(places)) >= CLAUSES_MIN
    return old[0] in _BEGINS_A_CUT and len(_clauses(places)) >= _CUT_CLAUSES_MIN


def _clauses(places: Iterable[Occurrence]) -> frozenset[str]:
    return frozenset(place.clause for place in places)


def _surroundings(places: Sequence[Occurrence]) -> int:
    """Return in how many different surroundings the places are.

    Source: 508.5, 802.2a and 805.10e were changed alike, and in what they mean, in 2017-08-25.
    """
    return len({place.around for place in places})


def _independent(places: Iterable[Occurrence]) -> int:
    """Return in how many clauses the places are, those that share surroundings counted as one.

    Source: the entry on Sunburst repeats 502.37a, where "used to pay its cost" became "spent to play it" in two places
    in 2009-05-01. What holds grammar besides names has to be met more often than in one clause and its copy.
    """
    first: dict[str | Keys, str | Keys] = {}

    def root(name: str | Keys) -> str | Keys:
        while first.setdefault(name, name) != name:
            first[name] = name = first[first[name]]  # shortens the way for the next one
        return name

    for place in places:
        first[root(place.around)] = root(place.clause)
    return len({root(name) for name in tuple(first)})


def _is_met_widely(replacement: Replacement, places: Sequence[Occurrence]) -> bool:
    """Whether a replacement was met in enough surroundings to be more than one change made to copies of a clause."""
    is_name = not any(key.isalpha() and is_grammar(key) for key in replacement.old)
    return (_surroundings(places) if is_name else _independent(places)) >= CLAUSES_MIN


def _mined(
    replacement: Replacement, places: Sequence[Occurrence], left: Iterable[str], company: tuple[int, int] = (0, 0)
) -> MinedRewording:
    """Return the rewording as it is printed most often."""
    printed = Counter(place.printed(*company) for place in places)
    usual = min(printed, key=lambda pair: (-printed[pair], pair))
    if ANY in replacement.old:
        usual = " ".join(replacement.old), " ".join(replacement.new)
    return MinedRewording(*replacement, usual, _clauses(places), tuple(dict.fromkeys(left)))
