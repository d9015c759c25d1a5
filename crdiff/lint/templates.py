"""Sentences that differ in one word from the template of their siblings, by a slip or on purpose."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from crdiff.align.side import mask_numbers
from crdiff.changes.change import Part
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import ClausePiece, Fault, PlacedText
from crdiff.model.release import Level
from crdiff.text.normalise import fold_typography

_END = re.compile(r"(?<=\.) |(?<=\.[)”\"]) |\n|$")
# Characters of a sentence made from a template; longer ones have more than one word of their own.
_SENTENCE_LENGTH_MAX = 130
# Characters of a sentence that says enough to be made from a template.
_SENTENCE_LENGTH_MIN = 20
_RANGE = re.compile(r"\d[a-z]?[–-][\da-z]")
# Sentences that make a template, for each one that differs from it.
_SIBLINGS_MIN = 6
# Sentences that differ in the same way; more of them are a template of their own.
_ODD_MAX = 2
# Words of a sentence made from a template.
_WORDS_MIN = 6
# Words whose change is a slip; any other may be meant ("redundant on the same permanent").
_GRAMMAR = frozenset(("a", "an", "the", "is", "are", "rule", "rules", "section", "of", "on", "in", "and", "or", "see"))

# With kinds of things: a sentence with another one of them speaks of another thing; X is its own name.
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "X")

_Words = tuple[str, ...]


def odd_templates(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the sentences that differ in one word from a sentence that many siblings have, with their own names in it.

    Warnings where the word is one of grammar. What says another number or another kind of thing means it: 702.176a of
    2024-09-20 represents "four abilities" where its siblings represent "two", 714.4 is a "state-based" action among
    "turn-based" ones, 702.12c is redundant "on the same permanent" and not "on the same creature".
    """
    places: dict[_Words, list[tuple[PlacedText, int, str]]] = defaultdict(list)
    for passage in checked.prose:
        if passage.piece is ClausePiece.TEXT:
            name = _name(checked, passage)
            for at, sentence in _short_sentences(passage.text):
                words = tuple(_masked(sentence, name).split())
                if len(words) >= _WORDS_MIN and '"' not in words[-1] and not _RANGE.search(sentence):
                    places[words].append((passage, at, sentence))
    templates = _with_gaps([words for words, same in places.items() if len(same) >= _SIBLINGS_MIN])
    kinds = {*_NUMBERS, *checked.words.kinds}
    for words, same in places.items():
        near = _nearest(words, templates) if len(same) <= _ODD_MAX else None
        if near and len(places[near]) >= _SIBLINGS_MIN * len(same) and not _is_meant(words, near, kinds):
            told = [place for place in same if fold_typography(place[2]) not in checked.vocabulary.sentences]
            yield from (_fault(words, near, len(places[near]), place) for place in told)


def _short_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the sentences short enough to be made from a template, each with where it begins."""
    start = 0
    for end in _END.finditer(text):
        if _SENTENCE_LENGTH_MIN < end.start() - start < _SENTENCE_LENGTH_MAX:
            yield start, text[start : end.start()]
        start = end.end()


def _name(checked: CheckedRelease, passage: PlacedText) -> str:
    """Return what a passage is about, which its siblings have in other words: its title, its parent's, its term."""
    if passage.part is Part.GLOSSARY:
        return fold_typography(passage.number).lower()
    node = checked.nodes[passage.node]
    parent = checked.nodes[node.parent].clause.title if node.parent >= 0 else ""
    return fold_typography(parent or node.clause.title).lower()


def _masked(sentence: str, name: str) -> str:
    """Return a sentence in lower case with its name as X and its rule numbers as #."""
    masked = mask_numbers(fold_typography(sentence)).lower()
    return masked.replace(name, "X") if name else masked


def _with_gaps(templates: Sequence[_Words]) -> dict[_Words, list[_Words]]:
    """Return the templates by every form with one word left open, and with one word left out."""
    found: dict[_Words, list[_Words]] = defaultdict(list)
    for words in templates:
        for at in range(len(words)):
            found[(*words[:at], "*", *words[at + 1 :])].append(words)
            found[(*words[:at], *words[at + 1 :])].append(words)
    return found


def _nearest(words: _Words, templates: dict[_Words, list[_Words]]) -> _Words | None:
    """Return the first template that differs in one word, replaced, missing or added."""
    near = list(templates.get(words, ()))
    for at in range(len(words)):
        near += templates.get((*words[:at], "*", *words[at + 1 :]), ())
    return min(near) if near else None


def _is_meant(words: _Words, template: _Words, kinds: set[str]) -> bool:
    """Whether two sentences differ in a number, a kind of thing, or the first half of a compound."""
    mine, its = (
        [word.strip('.,()"').removesuffix("s") for word, other in zip(one, two, strict=False) if word != other]
        for one, two in ((words, template), (template, words))
    )
    if len(words) != len(template) or len(mine) != 1:
        return False
    halves = [word.partition("-") for word in (mine[0], its[0])]
    is_compound = halves[0][1] == halves[1][1] == "-" and halves[0][2] == halves[1][2]
    return is_compound or {mine[0], its[0]} <= kinds


def _fault(words: _Words, template: _Words, count: int, place: tuple[PlacedText, int, str]) -> Fault:
    passage, at, sentence = place
    plain = [{word.strip('.,()"') for word in side} for side in (words, template)]
    is_slip = (plain[0] ^ plain[1]) <= _GRAMMAR and plain[0] != plain[1]
    message = f"“{sentence}” differs in one word from {count} others: “{' '.join(template)}”"
    level = Level.WARNING if is_slip else None
    return Fault(message, " ".join(words), passage, at, at + len(sentence), level=level)
