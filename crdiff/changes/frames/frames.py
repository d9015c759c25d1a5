"""Every edit that a frame allows in a pair of texts: marks, pronouns, and phrases of cards shortened as a whole."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, pairwise, product

from msgspec import Struct
from msgspec.structs import replace

from crdiff.changes.change import Means
from crdiff.changes.description.facets import is_citation
from crdiff.changes.english import is_grammar, weight
from crdiff.changes.frames.quotations import QuotedAbility, brackets, own_names, own_nouns, quotations, short_names
from crdiff.changes.keyed_text import KeyedText
from crdiff.changes.text_pair import SENTENCE_ENDS, Edit, TextPair
from crdiff.model.book import CardWords
from crdiff.text.inline import differences

_ENDS = frozenset(",.;")
_AROUND_A_CITATION = frozenset(",.;()")
# Marks of which one stands before "see rule 502.3" on either side: "phases in see rule 502.3" has lost a bracket.
_PAUSES = SENTENCE_ENDS | {","}
# Words that open a sentence with a comma after them or without one, besides adverbs in "-ly".
_CONNECTING = frozenset(("then", "also", "however", "otherwise"))


def punctuation(pair: TextPair) -> Iterator[Edit]:
    """Yield the marks that came, went or changed where that says nothing."""
    for edit in pair.edits:
        old, new = pair.keys_of(edit)
        if {*old, *new} <= _AROUND_A_CITATION and (_says_nothing(pair, edit) or _is_around_a_citation(pair, edit)):
            yield replace(edit, means=Means.PUNCTUATION)


def _says_nothing(pair: TextPair, edit: Edit) -> bool:
    old, new = pair.keys_of(edit)
    if len(old) + len(new) == 1:
        side, at = (pair.old, edit.old_start) if old else (pair.new, edit.new_start)
        return _is_closed(side, at) if side.keys[at] == "." else side.keys[at] == "," and _is_idle_comma(side, at)
    ends_both = edit.old_stop == len(pair.old.keys) and edit.new_stop == len(pair.new.keys)
    return {*old, *new} <= _ENDS and len(old) == len(new) == 1 and (ends_both or _begins_a_sentence(pair, edit))


def _is_closed(text: KeyedText, at: int) -> bool:
    """Whether the sentence that the full stop at `at` ends is closed without it: at the end, beside a closing mark.

    Source: 702.25m of 2018-06-08 (at the end); 401.3 of 2003-10-01, "(see rule 401.6.)" -> "(see rule 401.6).".
    """
    is_last = at + 1 == len(text.keys) or "\n" in text.gaps[at + 1]
    return is_last or _closes(text, at - 1) or _closes(text, at + 1)


def _closes(text: KeyedText, at: int) -> bool:
    return at >= 0 and (text.keys[at] == ")" or (text.keys[at] == '"' and text.words[at] != "“" and not text.gaps[at]))


def _is_idle_comma(text: KeyedText, at: int) -> bool:
    """Whether the comma at `at` repeats another one, borders a quotation, follows "Then", or closes a list of words.

    Source: 509.4c of 2009-09-04 (", ,"); 706.2 of 2019-06-14 ("that reads, “"); 309.1 of 2003-10-01 ("Then, any");
    201.2 of 2003-05-26 ("card, spell, or permanent").
    """
    before, after = ([*text.keys[max(at - 3, 0) : at]], text.keys[at + 1 : at + 3])
    if not before or not after or after[0] == "," or before[-1] == ",":
        return bool(before and after)
    if after[0] == '"':
        return before[-1].isalnum()
    if before[-1] in _CONNECTING or before[-1].endswith("ly"):
        return before[-2:-1] in ([], ["."])
    is_list = before[-2:-1] == [","] and after[0] in {"and", "or"}
    return is_list and all(word.isalpha() for word in (before[-3], before[-1], after[-1]))


def _begins_a_sentence(pair: TextPair, edit: Edit) -> bool:
    """Whether a full stop and a comma change places before a word that begins a sentence on both sides.

    Source: 722.3a of 2026-08-07, "a prepare spell, Additionally, a permanent" -> "a prepare spell. Additionally".
    """
    before, after = pair.old.words[edit.old_stop], pair.new.words[edit.new_stop]
    key = pair.new.keys[edit.new_stop]
    is_opener = key.isalpha() and (is_grammar(key) or key.endswith("ly") or bool(weight((key,))))
    return (
        before == after
        and before[0].isupper()
        and is_opener
        and "." in {*pair.keys_of(edit)[0], *pair.keys_of(edit)[1]}
    )


def _is_around_a_citation(pair: TextPair, edit: Edit) -> bool:
    """Whether the marks are before or after words that only cite a rule, or between its number and its title.

    Source: 207.2b of 2010-02-01, "; see rule 706.2." -> ". (See rule 706.2.)"; 502.26b of 2003-10-01, "(See rule
    418.5. “Interaction of Continuous Effects.”)".
    """
    sides = ((pair.old, edit.old_start, edit.old_stop), (pair.new, edit.new_start, edit.new_stop))
    return all(_cites_after(*side) for side in sides) or all(_cites_before(*side) for side in sides)


def _cites_after(text: KeyedText, start: int, stop: int) -> bool:
    if start - 1 in text.cited:
        return text.keys[stop : stop + 1] == ['"']
    if text.keys[stop : stop + 1] != ["see"] or _PAUSES.isdisjoint(text.keys[max(start - 1, 0) : stop]):
        return False
    ends = (at for at in range(stop, len(text.keys)) if text.keys[at] in SENTENCE_ENDS)
    return is_citation(text.printed(stop, next(ends, len(text.keys))))


def _cites_before(text: KeyedText, start: int, stop: int) -> bool:
    sees = (at for at in range(start - 1, -1, -1) if text.keys[at] == "see")
    is_end = stop == len(text.keys) or text.keys[stop] not in {"and", "or", '"'}
    return is_end and (at := next(sees, -1)) >= 0 and is_citation(text.printed(at, start))


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


class _Template(Struct, frozen=True):
    """Keys of cards, and those that cards have instead since a release. `begins`: whether they begin a sentence."""

    old: Sequence[str]
    new: Sequence[str]
    begins: bool


@cache
def _templates(cards: CardWords) -> tuple[_Template, ...]:
    """Return what holds in a quotation, and not in the words of the rules.

    Source: 602.5d of 2021-04-22, "“Activate only as a sorcery” means …"; 113.6k of 2024-07-30, "“When Absolver Thrull
    enters or …”".
    """
    ways = ((cards.opening, True), (cards.within, False))
    return tuple(_Template(old.split(), new.split(), begins) for pairs, begins in ways for old, new in pairs)


_SENTENCE_BEGINS_AFTER = frozenset((".", ":", "("))
# Words between "into" and "mana pool": "a player's", "his or her".
_POOL_OWNER_WORDS_MAX = 4


def shortened(pair: TextPair, cards: CardWords) -> Iterator[Edit]:
    """Yield what a template of cards lost in a quotation: "Activate this ability only" -> "Activate only"."""
    known = [template for template in _templates(cards) if template.old[0] in pair.old.keys]
    quoted = quotations(pair.old, cards) if known else []
    for before, template in product(quoted, known):
        olds = _read(template.old, template.begins, before, pair.old)
        afters = quotations(pair.new, cards) if olds else []
        news = [_read(template.new, template.begins, after, pair.new) for after in afters]
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


def pooled(pair: TextPair, cards: CardWords) -> Iterator[Edit]:
    """Yield "put mana into a player's mana pool" that became "add mana to a player's mana pool": rule 106.4 says both.

    Source: 605.1a of 2017-09-29.
    """
    what = cards.pooled
    for old_at, new_at in product(_to_pool(pair.old, "put", what, "into"), _to_pool(pair.new, "add", what, "to")):
        yield Edit(old_at, old_at + 1, new_at, new_at + 1, Means.REWORDING)
        yield Edit(old_at + 2, old_at + 3, new_at + 2, new_at + 3, Means.REWORDING)


def _to_pool(text: KeyedText, verb: str, what: str, preposition: str) -> list[int]:
    """Return where `text` reads like "put mana into a player's mana pool"."""
    found: list[int] = []
    for at in range(len(text.keys) - 2):
        if text.keys[at : at + 3] == [verb, what, preposition]:
            ahead = text.keys[at + 3 : at + 5 + _POOL_OWNER_WORDS_MAX]
            if (what, "pool") in pairwise(ahead):
                found.append(at)
    return found


class Frames(Struct, frozen=True):
    """The edits that frames allow in a pair of texts, by the old and the new word where each begins.

    `dropped` and `put` are the keys of all their words.
    """

    edits: Mapping[tuple[int, int], Sequence[Edit]]
    dropped: frozenset[str] = frozenset()
    put: frozenset[str] = frozenset()


class _Frame(Struct, frozen=True):
    """A frame, with the words that its edits drop and put: at least all of one of `drops`, and all of one of `puts`."""

    edits: Callable[[TextPair], Iterator[Edit]]
    drops: Sequence[frozenset[str]] = (frozenset(),)
    puts: Sequence[frozenset[str]] = (frozenset(),)

    def may_be_in(self, dropped: set[str], put: set[str]) -> bool:
        """Whether texts that drop and put these words may have an edit of this frame."""
        return any(map(dropped.issuperset, self.drops)) and any(map(put.issuperset, self.puts))


def _words(*alternatives: str) -> list[frozenset[str]]:
    return [frozenset(words.split()) for words in alternatives]


_MARKS = _words(",", ".", ";", "(", ")")
_FRAMES = (
    _Frame(pronouns, drops=_words("his", "he", "him"), puts=_words("that")),
    _Frame(punctuation, drops=_MARKS),
    _Frame(punctuation, puts=_MARKS),
)
NO_FRAMES = Frames({})


@cache
def _frames(cards: CardWords | None) -> tuple[_Frame, ...]:
    """Return all frames of a book, with those of `cards` where it quotes their abilities."""
    if cards is None:
        return _FRAMES
    dropped = [frozenset(each.old) - {*each.new} for each in _templates(cards)]
    nouns = [frozenset(("this", noun + ending)) for noun in own_nouns(cards) for ending in ("", "'s")]
    return (
        _Frame(partial(own_names, cards=cards), puts=nouns),
        _Frame(partial(short_names, cards=cards), drops=_words(",")),
        _Frame(partial(brackets, cards=cards), drops=_words("[ ]")),
        _Frame(partial(shortened, cards=cards), drops=dropped),
        _Frame(partial(pooled, cards=cards), drops=_words("put into"), puts=_words("add to")),
        *_FRAMES,
    )


def frames_of(pair: TextPair, cards: CardWords | None = None) -> Frames:
    """Return the edits that frames allow in `pair`, those of `cards` too; quick where it lacks the words of a frame."""
    dropped, put = set[str](), set[str]()
    for edit in pair.edits:
        dropped.update(pair.old.keys[edit.old_start : edit.old_stop])
        put.update(pair.new.keys[edit.new_start : edit.new_stop])
    found = {edit: None for frame in _frames(cards) if frame.may_be_in(dropped, put) for edit in frame.edits(pair)}
    if not found:
        return NO_FRAMES
    edits: dict[tuple[int, int], list[Edit]] = defaultdict(list)
    for edit in found:
        edits[edit.old_start, edit.new_start].append(edit)
    sides = [pair.keys_of(edit) for edit in found]
    return Frames(edits, frozenset().union(*(old for old, _ in sides)), frozenset().union(*(new for _, new in sides)))
