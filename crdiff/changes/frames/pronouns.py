"""Pronouns that became "that player" where a player is the only person of the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from crdiff.changes.keyed_text import KeyedText
from crdiff.changes.proof.steps import Means
from crdiff.changes.text_pair import SENTENCE_ENDS, Edit, TextPair

_NOUN_OF: Mapping[tuple[str, ...], str] = {
    ("his", "or", "her"): "player's",
    ("he", "or", "she"): "player",
    ("him", "or", "her"): "player",
}
_PERSON = re.compile(
    r"(?:player|opponent|controller|owner|teammate|person|people|judge|emperor|general|archenemy|archenemies|designer"
    r"|anyone|someone|nobody|everyone|who|whom|whose)(?:s|'s|s')?"
)
_ONE = frozenset(("a", "each", "the", "that"))


def pronouns(pair: TextPair) -> Iterator[Edit]:
    """Yield "his or her" that became "that player's" after "each player".

    Source: 805.3b of 2018-04-27, "each player on the starting team … from that player’s opening hand".
    """
    old, new = pair.old, pair.new
    said = [at for at in range(len(new.keys) - 1) if new.keys[at] == "that"]
    for old_at in range(len(old.keys) - 2):
        noun = _NOUN_OF.get(tuple(old.keys[old_at : old_at + 3]))
        if noun and _is_of_one_player(old, old_at):
            for new_at in said:
                if new.keys[new_at + 1] == noun:
                    yield Edit(old_at, old_at + 3, new_at, new_at + 2, Means.REWORDING)


def _is_of_one_player(text: KeyedText, at: int) -> bool:
    """Whether "a player" or "each player" is the only person that the sentence names before word `at`."""
    start = next((back + 1 for back in range(at - 1, -1, -1) if text.keys[back] in SENTENCE_ENDS), 0)
    persons = [back for back in range(start, at) if _PERSON.fullmatch(text.keys[back])]
    return len(persons) == 1 and text.keys[persons[0]] == "player" and text.keys[persons[0] - 1] in _ONE
