"""Quotations in a text, whose abilities they quote, and how an ability names the object that it is on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from msgspec import Struct

from crdiff.changes.change import Means
from crdiff.changes.keyed_text import KeyedText
from crdiff.changes.text_pair import Edit, TextPair
from crdiff.model.book import CardWords

_NESTED = frozenset("'‘’`´")
_COSTS = r"(?:,\ )?(?:which\ )?costs\ (?:\{\S+\}\ )+and\ "
_SAYS = r"""
    (?:,\ which\ )?(?:also\ )?(?:(?:says|reads|has|with)\ )?
    (?:(?:the|a|two|three|four|following|triggered|activated|static|printed|ability|abilities|that|which
    |says|say|reads|read|in|part|also|,|:)\ )*
"""
_VERBS = frozenset(("says", "reads", "has", "with"))
# Between two quotations of the same card: "says “As …” and “Voice of All has …”" in 614.12 of 2024-11-08.
_AGAIN = frozenset((",", "and", "also"))
_NAME_LINKS = frozenset(("of", "the", "from", "to", "in", "for"))
# Words of the name of a card, commas and hyphens included: "Svogthos, the Restless Tomb" has five.
_NAME_WORDS_MAX = 8
_OPENING_WORDS = frozenset(("if", "when", "while", "suppose"))
# What comes before the name of a card that the words after it are about; "down" in "a face-down Dermoplasm".
#
# After any other word only a relative clause is about it: "a copy of Clone, which reads" (707.9e of 2024-11-08), but
# not "an Aura attached to Clone has".
_BEFORE_A_SUBJECT = frozenset(
    (".", ":", ";", '"', "(", "controls", "control", "casts", "cast", "plays", "play", "down")
)


class QuotedAbility(Struct, frozen=True):
    """The words, half-open, between a pair of quotation marks, up to the first quotation within it.

    `owner`: the keys of the name of the card whose ability it is, () where the text does not name it. `described`:
    what the text says of that card, as keys.
    """

    start: int
    stop: int
    owner: tuple[str, ...] = ()
    described: tuple[str, ...] = ()


@cache
def _introduction(cards: CardWords) -> re.Pattern[str]:
    """Return what may be between the name of a card and the ability of that card that is quoted.

    First the name with what it is: "is a 1/2 creature that", ", a creature with morph that".
    Source: 113.6k of 2024-11-08, "Absolver Thrull has the ability “When …”"; 614.12 there, "Voice of All says “As …”".
    """
    described, types, abilities = ("|".join(each) for each in (cards.described, cards.types, cards.abilities))
    cost = cards.cost.replace(" ", r"\ ")
    is_such = rf"""
        (?:\(\ |,\ )?(?:is\ )?a\ (?:[\dx*]+\ /\ [\dx*]+\ )?(?:(?:{described})\ )*
        (?:(?:{types})\ )+(?:with\ (?:{abilities})\ )?(?:with\ {cost}\ (?:\{{\S+\}}\ )+and\ )?
        (?:(?:that|which|and)\ )?
    """
    return re.compile(rf"(?:{is_such})?(?:{_COSTS})?{_SAYS}", re.VERBOSE)


def quotations(text: KeyedText, cards: CardWords) -> list[QuotedAbility]:
    """Return the quotations of a text in order; none where its marks do not pair."""
    if '"' not in text.keys:
        return []
    found: list[QuotedAbility] = []
    outer = [at for at, key in enumerate(text.keys) if key == '"' and text.words[at] not in _NESTED]
    if len(outer) % 2 or any(text.words[at] == ("“", "”")[i % 2 == 0] for i, at in enumerate(outer)):
        return []
    last_stop = 0
    for opening, closing in zip(outer[::2], outer[1::2], strict=True):
        stop = next((at for at in range(opening + 1, closing) if text.keys[at] == '"'), closing)
        between = text.keys[last_stop:opening]
        if found and _AGAIN.issuperset(between):
            found.append(QuotedAbility(opening + 1, stop, found[-1].owner, found[-1].described))
        else:
            found.append(QuotedAbility(opening + 1, stop, *_introduced(text, last_stop, opening, cards)))
        last_stop = closing + 1
    return found


def _introduced(text: KeyedText, floor: int, opening: int, cards: CardWords) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the name of the card that the words before a quotation introduce, and what they say of it."""
    for last in range(opening - 1, floor - 1, -1):
        if text.keys[last] in {".", ";"}:
            break
        if text.words[last][0].isupper() and len(text.words[last]) > 1:
            between = text.keys[last + 1 : opening]
            if not _VERBS.isdisjoint(between) and _introduction(cards).fullmatch("".join(f"{key} " for key in between)):
                start = _name_start(text, floor, last)
                before = text.keys[start - 1] if start else "."
                if before in _BEFORE_A_SUBJECT or before in _OPENING_WORDS or between[0] == ",":
                    return tuple(text.keys[start : last + 1]), tuple(between)
            break
    return (), ()


def _name_start(text: KeyedText, floor: int, last: int) -> int:
    """Return where the name that ends with word `last` starts: capitals, and small words and marks between them."""
    start = last
    for at in range(last - 1, max(floor, last - _NAME_WORDS_MAX) - 1, -1):
        if text.words[at][0].isupper():
            start = at
        elif not _links(text, at):
            break
    if start < last and text.keys[start] in _OPENING_WORDS:
        start += 1
    return start


def _links(text: KeyedText, at: int) -> bool:
    """Whether a small word or a mark may be inside a name: "Wall of Tears", "Bark-Knuckle Boxer", "Obeka, Splitter"."""
    if text.keys[at] == ",":
        return at > 0 and text.words[at - 1][0].isupper()
    is_hyphen = text.keys[at] == "-" and not text.gaps[at] and not text.gaps[at + 1]
    return is_hyphen or text.keys[at] in _NAME_LINKS


_CARD = "card"


@cache
def _type_of(cards: CardWords) -> Mapping[str, str]:
    """Return what an ability calls the object that it is on, after "this", and the card type of such an object."""
    return {kind: kind for kind in cards.types} | dict(cards.subtypes)


def own_nouns(cards: CardWords) -> tuple[str, ...]:
    """Return what may follow "this" where an ability names its own object."""
    return (*_type_of(cards), _CARD)


_ANY_SUCH = """
    a the this that these those another other each every all any both target named called non no not one two three four
"""
# Before a name these make it the name of any object called so: "a creature named Clone", "another Clone".
_POINTING = frozenset((*_ANY_SUCH.split(), "-", '"'))


def own_names(pair: TextPair, cards: CardWords) -> Iterator[Edit]:
    """Yield a card's own name in its quoted ability that became "this creature", "this artifact", "this card".

    Both mean the object that has the ability: rule 201.5 says so of the name, rule 700.7 of "this [something]".
    Source: 113.6k of 2025-02-07, "Absolver Thrull has the ability “When this creature enters …”".
    """
    nouns = _nouns_by_owner(pair.new, cards)
    for before, after in _same_owner(pair, cards):
        if len(nouns[after.owner] - {_CARD}) > 1:
            continue
        for old_at, new_at in product(_names(before, pair.old, cards), _pointers(after, pair.new, cards)):
            old_stop = old_at + len(before.owner)
            if pair.old.keys[old_stop - 1].endswith("'s") is pair.new.keys[new_at + 1].endswith("'s"):
                yield Edit(old_at, old_stop, new_at, new_at + 2, Means.REWORDING)


def short_names(pair: TextPair, cards: CardWords) -> Iterator[Edit]:
    """Yield what a card's own name lost in its quoted ability: all from the comma on.

    By rule 201.5c a shortened name means the card. Only a name with a comma is shortened here: "Wall" is not short for
    "Wall of Omens". Source: 111.4 of 2025-02-07, "Minsc, Beloved Ranger says, in part, “When Minsc enters …”".
    """
    cuts = [edit for edit in pair.edits if edit.new_start == edit.new_stop and "," in pair.keys_of(edit)[0]]
    for before, after in _same_owner(pair, cards) if cuts else ():
        if "," not in before.owner:
            continue
        head = before.owner.index(",")
        for old_at in _names(before, pair.old, cards):
            old_stop = old_at + len(before.owner)
            if pair.old.keys[old_stop - 1] == before.owner[-1]:
                for new_at in range(after.start + head, after.stop):
                    if tuple(pair.new.keys[new_at - head : new_at]) == before.owner[:head]:
                        yield Edit(old_at + head, old_stop, new_at, new_at, Means.REWORDING)


def brackets(pair: TextPair, cards: CardWords) -> Iterator[Edit]:
    """Yield the brackets around a placeholder for the object itself in a quotation.

    Source: 113.2a of 2025-02-07, "“[This creature] can’t block” is an ability".
    """
    old, new = pair.old, pair.new
    placeholders = {*own_nouns(cards), "permanent", "object"}
    for before, after in product(quotations(old, cards), quotations(new, cards)):
        said = [at for at in range(after.start, after.stop - 1) if new.keys[at] == "this" and new.keys[at - 1] != "["]
        for old_at in range(before.start, before.stop - 3):
            opening, this, noun, closing = old.keys[old_at : old_at + 4]
            if (opening, this, closing) == ("[", "this", "]") and noun in placeholders:
                for new_at in said:
                    if new.keys[new_at + 1] == noun:
                        yield Edit(old_at, old_at + 1, new_at, new_at, Means.TYPOGRAPHY)
                        yield Edit(old_at + 3, old_at + 4, new_at + 2, new_at + 2, Means.TYPOGRAPHY)


def _same_owner(pair: TextPair, cards: CardWords) -> Iterator[tuple[QuotedAbility, QuotedAbility]]:
    """Yield the quoted abilities of both texts that belong to a card of one name."""
    for before, after in product(quotations(pair.old, cards), quotations(pair.new, cards)):
        if before.owner and before.owner == after.owner:
            yield before, after


def _names(quoted: QuotedAbility, text: KeyedText, cards: CardWords) -> list[int]:
    """Return where a quotation names its owner itself: the index of the first word of the name.

    Nouns after a name make it the name of any object called so: "Clone cards".
    """
    size = len(quoted.owner)
    found: list[int] = []
    for at in range(quoted.start, quoted.stop - size + 1):
        said = text.keys[at : at + size]
        if text.words[at][0].isupper() and (*said[:-1], _bare(text, at + size - 1)) == quoted.owner:
            after = text.keys[at + size] if at + size < len(text.keys) else ""
            if (at == quoted.start or text.keys[at - 1] not in _POINTING) and after not in (*cards.counted, "-"):
                found.append(at)
    return found


def _nouns_by_owner(text: KeyedText, cards: CardWords) -> Mapping[tuple[str, ...], set[str]]:
    """Return by what nouns the quoted abilities of each card call it: more than one may mean another object."""
    found: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for quoted in quotations(text, cards):
        found[quoted.owner].update(_bare(text, at + 1) for at in _pointers(quoted, text, cards))
    return found


def _pointers(quoted: QuotedAbility, text: KeyedText, cards: CardWords) -> list[int]:
    """Return where a quotation says "this" and what its owner may be."""
    return [at for at in range(quoted.start, quoted.stop - 1) if _points_at_itself(quoted, text, at, cards)]


def _points_at_itself(quoted: QuotedAbility, text: KeyedText, at: int, cards: CardWords) -> bool:
    """Whether "this" and a noun are at `at`, and the noun is the card's: "card" where that is not in play.

    Most quoted abilities are of creatures; that a card is anything else has to be said of it.
    """
    if text.keys[at] != "this":
        return False
    noun = _bare(text, at + 1)
    is_in_hand = tuple(text.keys[at + 2 : at + 4]) == ("from", "your") or text.keys[at - 1] == "discard"
    if noun == _CARD or is_in_hand:
        return noun == _CARD and is_in_hand
    types = {*cards.types}.intersection(quoted.described) or {cards.types[0]}
    return _type_of(cards).get(noun) in types


def _bare(text: KeyedText, at: int) -> str:
    """Return a word without the ending of a possessive."""
    return text.keys[at].removesuffix("'s")
