"""The glossary against itself and against the rules: order, keywords, terms, and where its entries point."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from crdiff.changes.change import Part
from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import ClausePiece, Fault, PlacedText
from crdiff.lint.wording import Phrases
from crdiff.model.clause import ClauseKind
from crdiff.model.release import LAYOUT, GlossaryEntry
from crdiff.model.tree import Node, subtree
from crdiff.text.normalise import fold_typography

_REMARK = re.compile(r"\s*\([^()]*\)")
_LETTERS = re.compile(r"[^\W\d_]+")
_NOT_LETTERS = re.compile(r"[^a-z0-9 ]")
_NOT_SIGNS = re.compile(r"[^a-z0-9 -]")
_KEYWORD = re.compile(r"(?:^|\n)(?:\d\. )?(?:A|An|[^\s.]+(?: [^\s.]+){0,3} is a)(?: \w+)? keyword (?:ability|action)\b")
_SEE = re.compile(r"\bSee (?:also )?(?=[A-Z“\"])([^.;:\n]+)(?=[.;]|$)", re.MULTILINE)
_NOT_A_TERM = re.compile(r"^(?:rules?|sections?|http|www)\b|\d|\b(?:appendix|glossary)\b", re.IGNORECASE)
_IN_SEE = re.compile(r"\bSee (?:also )?(?:rules? )?(?:[^.\n]|\.\d)*$")
# Characters of a paragraph in an entry that may be a term which lost the blank line before it.
_TERM_MAX = 40
# Words from one word of a term to the next in the rules: "completes a dungeon" uses "Complete Dungeon".
_APART_MAX = 4
_IN_BRACKETS = re.compile(r"\(([^()]*)\)")
# Words of a title that are nobody's chance words where another entry has them: "Roll to Visit Your Attractions".
_TITLE_WORDS_MIN = 3
_ONLY_POINTS = re.compile(r"See (?!rules? )[^.]+\.?")
_OPPOSITE = {"before": "after", "after": "before"}
_OF_KEYWORDS = ("Keyword Abilities", "Keyword Actions")


def glossary_order(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the entries out of alphabetical order, in every order that editors have used.

    Source: "Junk Token" before "If" in 2024-03-08, "Exert" before "Excess Damage" since 2020-04-17; but not "State
    Trigger" before "State-Based Actions" since 2026-04-17, which sorts a space before a hyphen.
    """
    entries = checked.release.glossary
    for at in range(1, len(entries)):
        before, entry = entries[at - 1], entries[at]
        if not _is_after(before.term, entry.term):
            continue
        jumped_ahead = at > 1 and not _is_after(entries[at - 2].term, entry.term)
        wrong, other, side = (before, entry, "before") if jumped_ahead else (entry, before, "after")
        message = f"comes {side} “{other.term}”; it should come {_OPPOSITE[side]}"
        yield Fault(message, wrong.term, _passage(wrong), 0, len(wrong.term))


def keywords_without_entry(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the keywords that the glossary lacks. Source: 502.24, Madness, of 2002-02-20.

    A keyword that is a sign is looked up under its word in brackets: 702.186 of 2025-09-19, "∞ (Infinity)". An action
    may be explained with a keyword that speaks of it: 701.49 of 2022-10-07, "Roll to Visit Your Attractions", in Visit.
    """
    if not checked.release.glossary or checked.release.missing:
        return
    terms = _terms(checked.release.glossary)
    for keyword in _keywords(checked):
        title = keyword.clause.title
        if not any(_has_entry(name, terms) for name in _looked_up(title)) and not _is_explained(title, checked):
            message = f"the keyword “{keyword.clause.title}” has no entry in the glossary"
            subject, line = keyword.clause.title, keyword.placement.lines.start
            yield Fault(message, subject, number=str(keyword.number), line=line)


def entries_without_keyword(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the entries that call their term a keyword, when no rule has it as its title."""
    keywords = {_plain(keyword.clause.title) for keyword in _keywords(checked)}
    if not keywords:
        return
    for entry in checked.release.glossary:
        is_keyword = _KEYWORD.search(entry.text) and "bsolete" not in entry.term
        if is_keyword and not keywords.intersection((*_names(entry.term), *_run_in(entry))):
            message = "is called a keyword, but no keyword rule has that title"
            yield Fault(message, entry.term, _passage(entry), 0, len(entry.term))


def merged_entries(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the entries that are printed without a blank line before them, as if they were text of the one before.

    Source: "Affinity" under "Adventurer Card" in 2021-07-23.
    """
    entries = () if checked.release.source.dialect == LAYOUT else checked.release.glossary
    for before, entry in pairwise(entries):
        if entry.lines.start == before.lines.stop:
            message = f"is printed without a blank line before it, as if it were text of “{before.term}”"
            yield Fault(message, entry.term, _passage(entry), 0, len(entry.term))


def glossary_pointers(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the entries that point at a term which the glossary lacks.

    Source: "See Landcycling" in five entries of 2007-05-01, when Landcycling had become Typecycling.
    """
    if not checked.release.glossary or checked.release.missing:
        return
    terms = _terms(checked.release.glossary)
    for passage in checked.glossary:
        if passage.piece is not ClausePiece.TEXT:
            continue
        for found in _SEE.finditer(passage.text):
            for name in _pointed_at(found[1], terms):
                if not _has_entry(_plain(name), terms):
                    message = f"points to “{name}”, which has no entry"
                    yield Fault(message, _plain(name), passage, found.start(), found.end())


def glossary_references(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the entries whose "See rule N" leads to a clause that does not speak of the term, while one beside it does.

    Only where the clause alone is cited, without a title. Source: "See rules 508.1b and 509.1b" under Requirement in
    2009-07-11, where 508.1d and 509.1c speak of requirements.
    """
    for citation in checked.citations:
        reference, passage = citation.reference, citation.passage
        cited = checked.numbers.get(reference.number)
        if passage.part is not Part.GLOSSARY or cited is None or reference.title or reference.last:
            continue
        if reference.number.is_heading or not _IN_SEE.search(passage.text[: reference.start]):
            continue
        words = [_stem_of(word) for word in _LETTERS.findall(_plain(_REMARK.sub("", passage.number)))]
        if not words or any(map(_wording(checked, cited).__contains__, words)):
            continue
        beside = [node for node in checked.children[cited.parent] if node is not cited]
        better = [node for node in beside if any(map(_wording(checked, node).__contains__, words))]
        if len(better) == 1:
            message = f"cites {citation.printed}, which does not speak of “{passage.number}”; {better[0].number} does"
            yield Fault(message, citation.printed, passage, reference.number_at, reference.stop)


def unused_terms(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the terms that no rule uses: left behind by a change, or explained nowhere.

    Entries that only point elsewhere and those marked as obsolete or informal are there on purpose.
    """
    if not checked.release.coverage.is_whole:
        return
    entries = [entry for entry in checked.release.glossary if not _is_kept_on_purpose(entry)]
    rules = _plain("\n".join(passage.text for passage in checked.rules))
    words = _LETTERS.findall(rules)
    known = frozenset(words)
    phrases = Phrases(rules)
    left = [entry for entry in entries if not any(name in known or name in phrases for name in _names(entry.term))]
    used = _Used(words, {stem for entry in left for name in _names(entry.term) for stem in _stems(name)})
    for entry in left:
        if not any(map(used.holds, _names(entry.term))):
            yield Fault("is not used in any rule", entry.term, _passage(entry), 0, len(entry.term))


class _Used:
    """Where the rules use some words, in whatever form; `words` are all of them in order."""

    def __init__(self, words: Sequence[str], wanted: Set[str]) -> None:
        self.places: dict[str, list[int]] = {stem: [] for stem in sorted(wanted)}
        for at, word in enumerate(words):
            stem = word.rstrip("s")
            if stem in wanted:
                self.places[stem].append(at)

    def holds(self, name: str) -> bool:
        """Whether the words of a term follow each other, few others between them: "completes a dungeon"."""
        first, *rest = [self.places[stem] for stem in _stems(name)] or [[]]
        reached: Sequence[int] = first
        for places in rest:
            reached = _following(reached, places)
        return bool(reached)


def _following(before: Sequence[int], places: Sequence[int]) -> Sequence[int]:
    """Return those of `places` at most `_APART_MAX` after one of `before`, both in order; linear in the shorter."""
    if len(places) <= len(before):
        nearest = ((at, bisect_left(before, at) - 1) for at in places)
        return [at for at, index in nearest if index >= 0 and before[index] >= at - _APART_MAX]
    reached: dict[int, None] = {}
    for at in before:
        start = bisect_right(places, at)
        reached.update(dict.fromkeys(place for place in places[start : start + _APART_MAX] if place <= at + _APART_MAX))
    return list(reached)


def _stems(name: str) -> list[str]:
    return [word.rstrip("s") for word in _LETTERS.findall(name)]


class _Order(NamedTuple):
    """The ways of sorting a term: word by word, letter by letter, and with a space before a hyphen before a letter.

    These go up to the first comma; `whole` is word by word to the end.
    """

    words: list[str]
    letters: str
    signs: str
    whole: list[str]


def _order(term: str) -> _Order:
    bare = _REMARK.sub("", fold_typography(term)).lower().removeprefix("the ")
    first = bare.split(",")[0]
    words, whole = (_NOT_LETTERS.sub("", re.sub(r"[-/,]", " ", part)).split() for part in (first, bare))
    return _Order(words, "".join(words), _NOT_SIGNS.sub("", first.replace("/", " ")), whole)


def _is_after(one: str, other: str) -> bool:
    """Whether `one` sorts after `other` in every way."""
    first, second = _order(one), _order(other)
    return (
        first.words > second.words
        and first.letters > second.letters
        and first.signs > second.signs
        and first.whole > second.whole
    )


def _keywords(checked: CheckedRelease) -> Iterator[Node]:
    """Yield the rules that name a keyword: those with a title under "Keyword Abilities" and "Keyword Actions"."""
    for node in checked.nodes:
        if node.kind is ClauseKind.SUBSECTION and node.clause.title in _OF_KEYWORDS:
            yield from (rule for rule in checked.children[node.index] if rule.clause.title)


def _plain(text: str) -> str:
    return fold_typography(text).replace('"', "").replace("'", "").lower().strip(" .!?")


def _names(term: str) -> list[str]:
    """Return what an entry may be looked up under: "Kicker, Kicked" has two names, "Fizzle (Informal)" one.

    A sign after its word may be left out: Lorcana's rules have an entry "inkwell symbol {C}".
    """
    bare = _REMARK.sub("", term)
    forms = (bare, bare.partition(" {")[0], *re.split(r",|/", bare))
    return [name for name in dict.fromkeys(map(_plain, forms)) if name]


def _looked_up(title: str) -> list[str]:
    """Return what a keyword may be looked up under: a sign under the word beside it too."""
    in_words = _IN_BRACKETS.search(title) if not _LETTERS.search(_REMARK.sub("", title)) else None
    return [_plain(title), *([_plain(in_words[1])] if in_words else [])]


def _is_explained(title: str, checked: CheckedRelease) -> bool:
    """Whether the entry of a keyword speaks of an action by its title, one of several words."""
    name = _plain(title)
    if name.count(" ") + 1 < _TITLE_WORDS_MIN:
        return False
    return any(_KEYWORD.search(entry.text) and name in _plain(entry.text) for entry in checked.release.glossary)


def _run_in(entry: GlossaryEntry) -> list[str]:
    """Return the short paragraphs of an entry, which may be terms that lost the blank line before them."""
    return [_plain(paragraph) for paragraph in entry.text.split("\n") if len(paragraph) < _TERM_MAX]


def _terms(entries: Iterable[GlossaryEntry]) -> Mapping[str, GlossaryEntry]:
    found: dict[str, GlossaryEntry] = {}
    for entry in entries:
        for name in (_plain(entry.term), *_names(entry.term), *_run_in(entry)):
            found.setdefault(name, entry)
    return found


def _has_entry(name: str, terms: Mapping[str, GlossaryEntry]) -> bool:
    """Whether a term is there, in the singular at least, or its parts are: Daybound and Nightbound have their own."""
    if name in terms or name.removesuffix("s") in terms:
        return True
    parts = name.split(" and ")
    return len(parts) > 1 and all(part in terms for part in parts)


def _pointed_at(words: str, terms: Mapping[str, GlossaryEntry]) -> Iterator[str]:
    """Yield the terms, as printed, in "Cost, Mana Ability and Untap"; a term may contain a comma or an "and" itself."""
    whole = _plain(words)
    if whole in terms or _NOT_A_TERM.search(whole):
        return
    for part in re.split(r",? and |, ", words):
        name = part.strip(' .!?“”"').removeprefix("also ")
        if name and not _NOT_A_TERM.search(name) and name[0].isalpha():
            yield name


def _is_kept_on_purpose(entry: GlossaryEntry) -> bool:
    """Whether an entry is for readers who come with a word that the rules do not use."""
    is_marked = "bsolete" in entry.term or "nformal" in entry.term or "nformal" in entry.text
    return is_marked or _ONLY_POINTS.fullmatch(entry.text) is not None


def _stem_of(word: str) -> str:
    """Return the part of a word that its forms share: "flipped" and "flip", "restriction" and "restrictions"."""
    for ending in ("ing", "ed", "es", "er", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)].rstrip(word[-len(ending) - 1]) + word[-len(ending) - 1]
    return word


def _wording(checked: CheckedRelease, node: Node) -> str:
    """Return the text of a clause and of those under it, with examples and the headings over it."""
    upper, above = node.parent, []
    while upper >= 0:
        above.append(checked.nodes[upper].clause.title)
        upper = checked.nodes[upper].parent
    below = [text for one in subtree(checked.nodes, node.index) for text in (one.clause.wording, *one.clause.examples)]
    return _plain("\n".join((*above, *below)))


def _passage(entry: GlossaryEntry) -> PlacedText:
    return PlacedText(Part.GLOSSARY, entry.term, ClausePiece.TITLE, 0, entry.term, entry.lines)
