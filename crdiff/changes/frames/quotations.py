"""Quotations in a text, and whose abilities they quote: "Clone says “You may have Clone enter …”"."""

from __future__ import annotations

import re

from msgspec import Struct

from crdiff.changes.keyed_text import KeyedText

_NESTED = frozenset("'‘’`´")
_TYPES = "creature|artifact|enchantment|land|planeswalker|battle"
_COLORS = "white|blue|black|red|green|colorless"
_DESCRIBED = rf"""
    (?:\(\ |,\ )?(?:is\ )?a\ (?:[\dx*]+\ /\ [\dx*]+\ )?(?:(?:legendary|snow|token|{_COLORS})\ )*
    (?:(?:{_TYPES})\ )+(?:with\ (?:morph|flying)\ )?(?:with\ mana\ cost\ (?:\{{\S+\}}\ )+and\ )?
    (?:(?:that|which|and)\ )?
"""
"""The name with what it is: "is a 1/2 creature that", ", a creature with morph that"."""
_COSTS = r"(?:,\ )?(?:which\ )?costs\ (?:\{\S+\}\ )+and\ "
_SAYS = r"""
    (?:,\ which\ )?(?:also\ )?(?:(?:says|reads|has|with)\ )?
    (?:(?:the|a|two|three|four|following|triggered|activated|static|printed|ability|abilities|that|which
    |says|say|reads|read|in|part|also|,|:)\ )*
"""
_INTRODUCTION = re.compile(rf"(?:{_DESCRIBED})?(?:{_COSTS})?{_SAYS}", re.VERBOSE)
"""What may be between the name of a card and the ability of that card that is quoted.

Source: 113.6k of 2024-11-08, "Absolver Thrull has the ability “When …”"; 614.12 there, "Voice of All says “As …”".
"""
_VERBS = frozenset(("says", "reads", "has", "with"))
_AGAIN = frozenset((",", "and", "also"))
"""Between two quotations of the same card: "says “As …” and “Voice of All has …”" in 614.12 of 2024-11-08."""
_NAME_LINKS = frozenset(("of", "the", "from", "to", "in", "for"))
_NAME_WORDS_MAX = 8
"""Words of the name of a card, commas and hyphens included: "Svogthos, the Restless Tomb" has five."""
_OPENING_WORDS = frozenset(("if", "when", "while", "suppose"))
_BEFORE_A_SUBJECT = frozenset(
    (".", ":", ";", '"', "(", "controls", "control", "casts", "cast", "plays", "play", "down")
)
"""What comes before the name of a card that the words after it are about; "down" in "a face-down Dermoplasm".

After any other word only a relative clause is about it: "a copy of Clone, which reads" (707.9e of 2024-11-08), but
not "an Aura attached to Clone has".
"""


class QuotedAbility(Struct, frozen=True):
    """The words, half-open, between a pair of quotation marks, up to the first quotation within it.

    `owner`: the keys of the name of the card whose ability it is, () where the text does not name it. `described`:
    what the text says of that card, as keys.
    """

    start: int
    stop: int
    owner: tuple[str, ...] = ()
    described: tuple[str, ...] = ()


def quotations(text: KeyedText) -> list[QuotedAbility]:
    """Return the quotations of a text in order; none where its marks do not pair."""
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
            found.append(QuotedAbility(opening + 1, stop, *_introduced(text, last_stop, opening)))
        last_stop = closing + 1
    return found


def _introduced(text: KeyedText, floor: int, opening: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the name of the card that the words before a quotation introduce, and what they say of it."""
    for last in range(opening - 1, floor - 1, -1):
        if text.keys[last] in {".", ";"}:
            break
        if text.words[last][0].isupper() and len(text.words[last]) > 1:
            between = text.keys[last + 1 : opening]
            if not _VERBS.isdisjoint(between) and _INTRODUCTION.fullmatch("".join(f"{key} " for key in between)):
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
