"""Phrases of cards that were shortened as a whole, from their first word to their last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, product

from msgspec import Struct

from crdiff.changes.frames.quotations import QuotedAbility, quotations
from crdiff.changes.keyed_text import KeyedText
from crdiff.changes.proof.steps import Means
from crdiff.changes.text_pair import Edit, TextPair
from crdiff.text.inline import differences


class _Template(Struct, frozen=True):
    """Keys of cards, and those that cards have instead since a release. `begins`: whether they begin a sentence."""

    old: Sequence[str]
    new: Sequence[str]
    begins: bool


def _template(old: str, new: str, *, begins: bool) -> _Template:
    return _Template(old.split(), new.split(), begins)


_TEMPLATES = (
    _template("activate this ability only", "activate only", begins=True),
    *(
        _template(f"{activate} any time you could cast a {kind}", f"activate only as a {kind}", begins=True)
        for activate in ("activate only", "activate this ability only")
        for kind in ("sorcery", "instant")
    ),
    _template("enters the battlefield", "enters", begins=False),
    _template("enter the battlefield", "enter", begins=False),
)
"""What holds in a quotation, and not in the words of the rules.

Source: 602.5d of 2021-04-22, "“Activate only as a sorcery” means …"; 113.6k of 2024-07-30, "“When Absolver Thrull
enters or …”".
"""
_SENTENCE_BEGINS_AFTER = frozenset((".", ":", "("))
_POOL_OWNER_WORDS_MAX = 4
"""Words between "into" and "mana pool": "a player's", "his or her"."""


def shortened(pair: TextPair) -> Iterator[Edit]:
    """Yield what a template of cards lost in a quotation: "Activate this ability only" -> "Activate only"."""
    known = [template for template in _TEMPLATES if template.old[0] in pair.old.keys]
    quoted = quotations(pair.old) if known else []
    for before, template in product(quoted, known):
        olds = _read(template.old, template.begins, before, pair.old)
        news = [_read(template.new, template.begins, after, pair.new) for after in quotations(pair.new)] if olds else []
        for old_at, new_at in product(olds, chain.from_iterable(news)):
            for run in differences(template.old, template.new):
                yield Edit(
                    old_at + run.old_start,
                    old_at + run.old_stop,
                    new_at + run.new_start,
                    new_at + run.new_stop,
                    Means.REWORDING,
                )


def _read(keys: Sequence[str], begins: bool, quoted: QuotedAbility, text: KeyedText) -> list[int]:
    """Return where a quotation reads `keys`; only at the beginning of a sentence if `begins`."""
    return [
        at
        for at in range(quoted.start, quoted.stop - len(keys) + 1)
        if text.keys[at : at + len(keys)] == keys
        and (not begins or at == quoted.start or text.keys[at - 1] in _SENTENCE_BEGINS_AFTER)
    ]


def mana_added(pair: TextPair) -> Iterator[Edit]:
    """Yield "put mana into a player's mana pool" that became "add mana to a player's mana pool": rule 106.4 says both.

    Source: 605.1a of 2017-09-29.
    """
    for old_at, new_at in product(_to_pool(pair.old, "put", "into"), _to_pool(pair.new, "add", "to")):
        yield Edit(old_at, old_at + 1, new_at, new_at + 1, Means.REWORDING)
        yield Edit(old_at + 2, old_at + 3, new_at + 2, new_at + 3, Means.REWORDING)


def _to_pool(text: KeyedText, verb: str, preposition: str) -> list[int]:
    """Return where `text` reads like "put mana into a player's mana pool"."""
    found: list[int] = []
    for at in range(len(text.keys) - 2):
        if text.keys[at : at + 3] == [verb, "mana", preposition]:
            ahead = text.keys[at + 3 : at + 5 + _POOL_OWNER_WORDS_MAX]
            if ("mana", "pool") in pairwise(ahead):
                found.append(at)
    return found
