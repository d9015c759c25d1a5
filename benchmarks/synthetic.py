"""Synthetic texts of any size, in the official layout: what the cost of a comparison is measured on as texts grow.

A text has as many words a clause as the releases have, drawn so that a few words are in most clauses and most words in
a few, a title for each subsection, references, Examples and a glossary. The same arguments give the same text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from enum import StrEnum

_HEAD = "Magic: The Gathering Comprehensive Rules\n\nThese rules are effective as of {}.\n\n"
_WORDS = 4000
"""How many words there are; the rules of 2024-11-08 use 3,770 stems."""
_BRANCHES = 8, 3
"""Rules in a subsection, and subrules under each rule; with the heading 33 clauses, of which 2024-11-08 has 22."""
_SIBLINGS = 900, 0
"""The same where every clause is a copy: as many siblings as numbers of three figures allow, in hundreds."""
_SENTENCE = 14
"""Words in a sentence, two of which make a clause; with marks a clause of 2024-11-08 has 43."""
_CITING = 5
_ILLUSTRATED = 15
_ENTRY = 4
"""One clause in so many cites another, has an Example, and has an entry of the glossary to go with it."""
_TENTH = 10
_SUBSECTIONS_MAX = 899
_SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te", "vi", "zo", "ka")


class Edit(StrEnum):
    """What the new text changes: nothing, a word of each tenth clause, or the same words in every clause."""

    NONE = "unchanged"
    TENTH = "a tenth reworded"
    ALIKE = "all reworded alike"


def release(clauses: int, edit: Edit = Edit.NONE, day: str = "January 1, 2030") -> str:
    """Return a whole release of about so many clauses, at most 29,000."""
    rng = random.Random(clauses)
    parts = [_HEAD.format(day)]
    entries: list[str] = []
    section = 0
    for at, number in enumerate(_numbers(clauses, *_BRANCHES)):
        if int(number[0]) != section:
            section = int(number[0])
            parts.append(f"{section}. Section {_word(section)}")
        if "." not in number:
            parts.append(f"{number}. {_title(int(number))}")
            continue
        text = f"{_sentence(rng, 'If it comes into play,')} {_sentence(rng, 'The player')}"
        if at % _CITING == 0:
            text += f" See rule {number[0]}{rng.randrange(10, 20)}.{rng.randrange(1, 3)}."
        parts.append(f"{number}{'' if number[-1].isalpha() else '.'} {_edited(text, at, edit)}")
        if at % _ILLUSTRATED == 0:
            parts.append(_edited(f"Example: {_sentence(rng, 'A creature comes into play,')}", at, edit))
        if at % _ENTRY == 0:
            term = f"{_word(at)} {_word(at // _WORDS + 1)}".title()
            entries.append(f"{term}\n{_edited(_sentence(rng, 'A card that comes into play'), at, edit)}")
    parts += ["Glossary", *entries, "Credits", "Somebody"]
    return "\n\n".join(parts) + "\n"


def copies(clauses: int, edit: Edit = Edit.NONE, day: str = "January 1, 2030") -> str:
    """Return a release of which every clause says the same: the least that can tell one clause from another."""
    parts = [_HEAD.format(day)]
    section = 0
    for at, number in enumerate(_numbers(clauses, *_SIBLINGS)):
        if int(number[0]) != section:
            section = int(number[0])
            parts.append(f"{section}. Section {_word(section)}")
        if "." not in number:
            parts.append(f"{number}. {_title(int(number))}")
        else:
            parts.append(f"{number}{'' if number[-1].isalpha() else '.'} {_said(at, edit)}")
    return "\n\n".join([*parts, "Glossary", "Loss\nWhat a player loses.", "Credits", "Somebody"]) + "\n"


def _said(at: int, edit: Edit) -> str:
    if edit is Edit.ALIKE or (edit is Edit.TENTH and at % _TENTH == 0):
        return "A player loses the game."
    return "The player loses the game."


def sentences(count: int, edit: Edit = Edit.NONE, day: str = "January 1, 2030") -> str:
    """Return a release of one clause with so many sentences, as a paste without line breaks has."""
    rng = random.Random(count)
    said = [_edited(_sentence(rng, "If it comes into play,"), at, edit) for at in range(count)]
    return f"{_HEAD.format(day)}1. Section\n\n100. Title\n\n100.1. {' '.join(said)}\n"


TEXTS: dict[str, Callable[[int, Edit, str], str]] = {"release": release, "copies": copies, "sentences": sentences}


def _numbers(clauses: int, rules: int, subrules: int) -> Iterator[str]:
    """Yield the numbers of a release in order, each subsection before its rules and each rule before its subrules."""
    count = min(_SUBSECTIONS_MAX, max(1, clauses // (1 + rules * (1 + subrules))))
    for at in range(count):
        subsection = 100 + at * _SUBSECTIONS_MAX // count  # spread over all nine sections
        yield str(subsection)
        for rule in range(1, rules + 1):
            yield f"{subsection}.{rule}"
            yield from (f"{subsection}.{rule}{letter}" for letter in "abcdefgh"[:subrules])


def _word(rank: int) -> str:
    """Return the word of a rank, from 0; the same rank is always the same word."""
    found = ""
    rank += len(_SYLLABLES)
    while rank:
        rank, rest = divmod(rank, len(_SYLLABLES))
        found += _SYLLABLES[rest]
    return found


def _title(subsection: int) -> str:
    return f"{_word(_WORDS + subsection)} {_word(subsection)}".title()


def _sentence(rng: random.Random, opening: str) -> str:
    """Return a sentence in which the word of rank r is met about 1 / r times as often as the first one."""
    words = [_word(int(_WORDS ** rng.random()) - 1) for _ in range(_SENTENCE)]
    return f"{opening} {' '.join(words)}."


def _edited(text: str, at: int, edit: Edit) -> str:
    match edit:
        case Edit.ALIKE:
            return text.replace("comes into play", "enters the battlefield")
        case Edit.TENTH if at % _TENTH == 0:
            head, _, tail = text.rpartition(" ")
            return f"{head} otherwise {tail}"
        case _:
            return text
