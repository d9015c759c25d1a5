"""Clauses narrowed by a condition that was put in, drafted by hand from official releases, and the other half beside.

A clause narrowed with its other half added is a split. A clause narrowed beside a new clause of its own is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from crdiff.align.engine import align_releases
from crdiff.dialects.registry import read
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.text.decode import decode
from tests.align.test_tiers import heirs_of

_LETTERS = (*"abcdefghijkmnpqrstuvwxyz", "aa", "ab")
_NUMBER = re.compile(r"([0-9]{3}\.[0-9]{1,2}[a-z]{0,2})\.? ")


class Draft(NamedTuple):
    """A clause of a release, the words at its beginning and what they become, and the rest as the next clause."""

    day: str
    number: str
    before: str
    after: str
    rest: str


DRAFTS = [
    Draft("2026-04-17", "704.5v", "If a battle has", "If a Siege battle has",
          "If a non-Siege battle has defense 0, it's put into its owner's graveyard."),
    Draft("2026-04-17", "704.5v", "If a battle has", "If a Siege battle has",
          "If any other battle has defense 0, it's put into its owner's graveyard."),
    Draft("2026-04-17", "704.5v", "If a battle has", "If a battle other than a Siege has",
          "If a Siege has defense 0, and it isn't the source of an ability that's still on the stack, it's exiled."),
    Draft("2026-04-17", "310.7", "If a battle’s defense", "If a Siege battle’s defense",
          "If a battle that isn't a Siege has defense 0, it's put into its owner's graveyard."),
    Draft("2026-04-17", "310.9", "A battle can’t be", "A Siege can’t be",
          "A battle that isn't a Siege can be attached to a player only if its battle type says so."),
    Draft("2024-06-07", "310.8c", "A battle’s protector may", "A Siege’s protector may",
          "The protector of a battle that isn't a Siege can't block creatures attacking that battle."),
    Draft("2024-06-07", "903.9a", "If a commander is", "If a commander that’s a creature is",
          "If a commander that isn't a creature is in a graveyard or in exile, its owner may cast it from there."),
    Draft("2025-02-07", "602.3a", "more than one opponent", "more than one opponent in range",
          "If there is no opponent in range who could make such a choice, the ability's controller makes it."),
    Draft("2025-02-07", "111.8", "A token that has", "A token that isn’t a copy and that has",
          "A token that's a copy of a permanent and that has left the battlefield may move until the turn ends."),
    Draft("2022-04-29", "602.5b", "an activated ability", "an activated ability that isn’t a loyalty ability",
          "If a loyalty ability has a restriction on its use, the restriction ends when its controller changes."),
    Draft("2021-07-23", "704.5f", "If a creature has", "If a nontoken creature has",
          "If a creature token has toughness 0 or less, it ceases to exist. Regeneration can't replace this event."),
    Draft("2019-08-23", "701.17b", "instructed to scry 0", "instructed to scry 0 by a spell",
          "If a player is instructed to scry 0 by anything other than a spell, that player scries 1."),
    Draft("2018-10-05", "104.3d", "If a player has ten", "Except in games with teams, if a player has ten",
          "In games with teams, if a player has fifteen or more poison counters, that player's team loses."),
    Draft("2017-04-28", "704.5a", "If a player has", "In a game that doesn’t use teams, if a player has",
          "In a game that uses teams, if a team has 0 or less life, each player on that team loses the game."),
    Draft("2016-04-08", "403.2", "A spell or ability affects", "A spell or noncommand ability affects",
          "A command ability affects and checks the command zone as well as the battlefield."),
    Draft("2013-07-13", "202.3d", "Each Phyrexian mana symbol", "Each monocolored Phyrexian mana symbol",
          "Each Phyrexian mana symbol that isn't monocolored contributes 2 to the converted mana cost of the card."),
    Draft("2010-07-16", "303.4h", "attach an Aura on", "attach a non-Role Aura on",
          "If an effect tries to attach a Role on the battlefield to a player, the Role is put into the graveyard."),
    Draft("2006-02-01", "212.7b", "When a sorcery spell resolves", "When a sorcery spell that isn't a copy resolves",
          "When a copy of a sorcery spell resolves, the actions stated in its rules text are followed."),
    Draft("2005-08-01", "420.5b", "A creature with", "A face-up creature with",
          "A creature with toughness 0 or less that isn't face up is turned face up."),
    Draft("2003-10-01", "415.6", "A spell or ability", "A spell or nonmodal ability",
          "A modal ability on the stack is an illegal target for itself and for each other ability of its source."),
]  # fmt: skip

BESIDE = [
    ("2003-10-01", Draft("2003-12-01", "406.4", "A mana ability", "A nonland mana ability", "406.6")),
    ("2006-10-01", Draft("2007-02-01", "217.1d", "If an object would", "If a nontoken object would", "217.1f")),
    ("2008-07-15", Draft("2008-10-01", "421.4", "If the loop", "If a two-player loop", "421.6")),
    ("2011-04-01", Draft("2011-05-01", "303.4h", "attach an Aura", "attach a non-Curse Aura", "303.4i")),
    ("2011-04-01", Draft("2011-05-01", "607.2f", "If an object has", "If a nontoken object has", "607.2e")),
    (
        "2014-05-01",
        Draft("2014-06-01", "611.2d", "If a resolving spell", "If a nonpermanent resolving spell", "611.2e"),
    ),
    ("2016-01-16", Draft("2016-04-08", "400.7f", "If an effect grants", "If a one-shot effect grants", "400.7g")),
    ("2018-07-13", Draft("2018-08-10", "202.3c", "of a melded permanent", "of a face-up melded permanent", "202.3d")),
    ("2019-07-12", Draft("2019-08-23", "508.4a", "puts a creature", "puts a nontoken creature", "508.4b")),
    ("2020-01-24", Draft("2020-04-17", "400.9", "If a face-up object", "If a face-up nontoken object", "400.10")),
    ("2020-06-01", Draft("2020-07-03", "101.4d", "made by a nonactive", "made by a teamless nonactive", "101.4e")),
    ("2021-04-22", Draft("2021-06-18", "113.6b", "An ability that", "A nonloyalty ability that", "113.6c")),
    ("2022-11-18", Draft("2023-02-03", "120.3e", "to a creature", "to a nontoken creature", "120.3g")),
    ("2023-02-03", Draft("2023-04-14", "704.5i", "If a planeswalker", "If a noncreature planeswalker", "704.5v")),
    ("2025-07-25", Draft("2025-09-19", "614.12a", "If a replacement", "If a nonoptional replacement", "614.12b")),
]
"""A release, and the next one with a clause narrowed beside one that is new, whose number is in place of the rest."""


@pytest.fixture(scope="module")
def text_of(shared: Path) -> Callable[[str], str]:
    """Return the function that gives the text of the official release of a date."""
    return cache(lambda day: decode((shared / "cr" / f"{day}.txt").read_bytes()).text)


def release_of(text: str, day: str) -> Release:
    """Return a draft as a release that is newer than that of `day`."""
    return read(text.encode(), f"{day}.txt~", "official")


def narrowed(text: str, draft: Draft) -> tuple[list[str], int]:
    """Return the lines of a text with a clause narrowed, and which line it is."""
    lines = text.split("\n")
    beginning = f"{draft.number} " if draft.number[-1].isalpha() else f"{draft.number}. "
    at = max(at for at, line in enumerate(lines) if line.startswith(beginning))
    is_curly = draft.before in lines[at]
    before, after = (words if is_curly else words.replace("’", "'") for words in (draft.before, draft.after))
    assert before in lines[at]
    lines[at] = lines[at].replace(before, after, 1)
    return lines, at


def drafted(text: str, draft: Draft) -> tuple[str, str]:
    """Return the text with a clause narrowed and the rest as the next one, and the number of that."""
    number = ClauseNumber.parse(draft.number)
    lines, at = narrowed(text, draft)
    rest = _next(number, is_letter=bool(number.letter))
    printed = rest if number.letter else f"{rest}."
    moved = [_moved_on(line, number) for line in lines[at + 1 :]]
    return "\n".join([*lines[: at + 1], "", f"{printed} {draft.rest}", *moved]), rest


def _moved_on(line: str, after: ClauseNumber) -> str:
    found = _NUMBER.match(line)
    number = ClauseNumber.parse(found[1]) if found else after
    is_letter = bool(after.letter)
    is_under = number.letter and number.rule == after.rule if is_letter else number.rule > after.rule
    if number.subsection != after.subsection or number <= after or not is_under:
        return line
    return line.replace(str(number), _next(number, is_letter=is_letter), 1)


def _next(number: ClauseNumber, *, is_letter: bool) -> str:
    if not is_letter:
        return f"{number.subsection}.{number.rule + 1}{number.letter}"
    return f"{number.subsection}.{number.rule}{_LETTERS[_LETTERS.index(number.letter) + 1]}"


@pytest.mark.parametrize("draft", DRAFTS, ids=[f"{draft.day} {draft.number}" for draft in DRAFTS])
def test_a_clause_narrowed_with_its_other_half_added_is_a_split(
    official: Callable[[str], Release], text_of: Callable[[str], str], draft: Draft
) -> None:
    """As 104.4b of 2010-04-23 became 104.4b and 104.4f of 2010-07-16, and 800.4f of 2021-02-15 two of 2021-04-22."""
    text, rest = drafted(text_of(draft.day), draft)
    found = heirs_of(align_releases(official(draft.day), release_of(text, draft.day)))
    assert found[draft.number] == [draft.number, rest]


@pytest.mark.parametrize(("old", "draft"), BESIDE, ids=[f"{draft.day} {draft.number}" for _, draft in BESIDE])
def test_a_clause_narrowed_beside_a_new_clause_is_not_split(
    official: Callable[[str], Release], text_of: Callable[[str], str], old: str, draft: Draft
) -> None:
    text = "\n".join(narrowed(text_of(draft.day), draft)[0])
    heirs = heirs_of(align_releases(official(old), release_of(text, draft.day)))
    assert any(draft.number in found for found in heirs.values())
    assert not any(draft.rest in found for found in heirs.values())
