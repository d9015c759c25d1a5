"""Planting faults: one slip of an editor in the lines of an official text, and what a lint must say of it.

Every planter takes the draft and a source of chance and returns what it planted, or None where it finds no place. The
places it touches are marked as used, so that faults of one draft do not meet.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from random import Random
from typing import Any

from crdiff.annotate.cross_references import cross_references
from crdiff.dialects.registry import read
from crdiff.lint.indexed_release import Citation, IndexedRelease
from crdiff.model.number import ClauseNumber, next_number
from crdiff.model.release import GlossaryEntry, Release
from crdiff.model.tree import Node, subtree

# Check and number of each; a number of ``*`` stands for any.
Findings = Set[tuple[str, str]]


@dataclass(frozen=True)
class Planted:
    """A fault: its kind, the findings one of which must be there, and those that may come with it."""

    kind: str
    expected: Findings
    consequences: Findings = frozenset()

    def explains(self, check: str, number: str) -> bool:
        """Whether a finding is the fault or one of its consequences."""
        known = self.expected | self.consequences
        return (check, number) in known or (check, "*") in known


@dataclass
class Draft:
    """The lines of a text while faults are planted in it."""

    lines: list[str]
    used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.parse()

    def parse(self) -> None:
        """Read the lines again after a change."""
        self.release: Release = read("\n".join(self.lines).encode(), "draft.txt", "official")
        self.text = IndexedRelease(self.release)
        self.cited: dict[ClauseNumber, list[Citation]] | None = None

    def rules(self) -> list[Node]:
        """Return the unused clauses that stand on one line each."""
        return [
            node
            for node in self.text.nodes
            if node.clause.text
            and self.is_free(str(node.number))
            and len(self.body(node)) == 1
            and not node.number.is_heading
        ]

    def subrules(self) -> list[Node]:
        """Return those of them that have a letter."""
        return [node for node in self.rules() if node.number.is_subrule]

    def entries(self) -> list[GlossaryEntry]:
        """Return the unused entries of the glossary."""
        return [entry for entry in self.release.glossary if entry.term not in self.used]

    def body(self, node: Node) -> list[int]:
        """Return the lines (from 0) that a clause fills, blank ones left out."""
        lines = node.placement.lines
        return [at for at in range(lines.start - 1, lines.stop - 1) if self.lines[at].strip()]

    def is_free(self, number: str) -> bool:
        """Whether no fault touched a clause, its parent, its children or its siblings."""
        return re.sub(r"[a-z]+$", "", number) not in self.used

    def use(self, *numbers: str) -> None:
        """Mark places as touched."""
        self.used |= {re.sub(r"[a-z]+$", "", number) for number in numbers}

    def put(self, at: int, line: str) -> None:
        """Change a line (from 0) of a place that is used: what was read of the others stays."""
        self.lines[at] = line

    def citing(self, number: ClauseNumber) -> Iterator[Citation]:
        """Yield the citations of a clause or of one under it."""
        if self.cited is None:
            self.cited = defaultdict(list)
            for citation in self.text.citations:
                upper = {above for cited in citation.reference.numbers for above in _upwards(cited)}
                for above in sorted(upper):
                    self.cited[above].append(citation)
        yield from self.cited.get(number, ())


def _upwards(number: ClauseNumber) -> Iterator[ClauseNumber]:
    """Yield a number and those above it."""
    above: ClauseNumber | None = number
    while above is not None:
        yield above
        above = above.parent


Planter = Callable[[Draft, Random], Planted | None]


# What a fault has to be told by and what may come with it; None where a place is not fit for it.
Found = tuple[Findings, Findings] | None


def _somewhere(
    kind: str, places: Callable[[Draft], Sequence[Any]], plant: Callable[[Draft, Any, Random], Found]
) -> Planter:
    """Return the planter that tries the places of a draft, in any order, up to one where `plant` can do its work."""

    def planter(draft: Draft, chance: Random) -> Planted | None:
        every = places(draft)
        for place in chance.sample(every, len(every)):
            if found := plant(draft, place, chance):
                return Planted(kind, *found)
        return None

    return planter


def _in_sentence(kind: str, check: str, change: Callable[[str, Random], str | None], *others: str) -> Planter:
    """Return the planter that changes the line of some clause and expects one check to tell.

    `others` are checks that may tell of the same clause, or of another one after an asterisk.
    """

    def plant(draft: Draft, node: Node, chance: Random) -> Found:
        at, number = draft.body(node)[0], str(node.number)
        label, _, text = draft.lines[at].partition(" ")
        changed = change(text, chance)
        if changed is None or changed == text:
            return None
        draft.use(number)
        draft.put(at, f"{label} {changed}")
        may = {(other.strip("*"), "*" if "*" in other else number) for other in ("odd-template", *others)}
        return {(check, number)}, may

    return _somewhere(kind, Draft.rules, plant)


def _cite_another(draft: Draft, node: Node, chance: Random) -> Found:
    """Let a citation name another clause than it did."""
    at, number = draft.body(node)[0], str(node.number)
    found = re.search(r"(?<=rule )(\d{3}\.\d+)[a-z]?(?![\d.a-z–-])(?!, “)", draft.lines[at])
    others = [other for other in draft.text.nodes if found and other.number.is_subrule and other.number.path[0] == 7]
    other = chance.choice(others).number if others else None
    if not found or not other or other.within(ClauseNumber.parse(found[1])):
        return None
    draft.use(number)
    draft.put(at, f"{draft.lines[at][: found.start()]}{other}{draft.lines[at][found.end() :]}")
    return {("changed-reference", number)}, set()


def _delete_cited(draft: Draft, node: Node, _: Random) -> Found:
    """Take a cited subrule out: its citations lead nowhere, and its number is missing among its siblings."""
    citing = list(draft.citing(node.number))
    if not citing or not all(map(draft.is_free, (c.passage.number for c in citing))):
        return None
    told = {("reference-range" if c.reference.last else "dangling-reference", c.passage.number) for c in citing}
    draft.use(str(node.number), *(c.passage.number for c in citing))
    del draft.lines[draft.body(node)[0]]
    draft.parse()
    gap = {("numbering-gap", str(after.number)) for after in _siblings(draft, node.number)}
    return told, gap | {("unused-term", "*")}


def _siblings(draft: Draft, number: ClauseNumber) -> list[Node]:
    node = draft.text.numbers.get(number)
    upper = node.parent if node else draft.text.numbers[number.parent or number].index
    return list(draft.text.children[upper])


def _insert_before_cited(draft: Draft, node: Node, _: Random) -> Found:
    """Put a new subrule before a cited one and move the letters on, without moving the citations."""
    later = [other for other in _siblings(draft, node.number) if node.number <= other.number]
    citing = [c for other in later for c in draft.citing(other.number) if not c.reference.last]
    citing = [c for c in citing if not c.reference.title and c.reference.number == node.number]
    everyone = [c.passage.number for other in later for c in draft.citing(other.number)]
    if not citing or not all(map(draft.is_free, everyone)) or len(later) > 6 or len(later) < 2:
        return None
    draft.use(str(node.number), *everyone)
    moved = {}
    for other in reversed(later):
        at = other.placement.lines.start - 1
        label = str(next_number(other.number))
        draft.lines[at] = draft.lines[at].replace(str(other.number), label, 1)
        moved[str(other.number)] = label
    new = f"{node.number} Nothing of this concerns emblems that a sleeping dragon controls."
    draft.lines.insert(node.placement.lines.start - 1, new)
    draft.parse()
    checks = ("stale-reference", "reference-range", "glossary-reference")
    may = {(check, moved.get(number, number)) for number in everyone for check in checks}
    return {("stale-reference", moved.get(c.passage.number, c.passage.number)) for c in citing}, may


def _next_subrule(draft: Draft, node: Node) -> Node | None:
    return next((other for other in draft.subrules() if other.index == node.index + 1), None)


def _swap_texts(draft: Draft, node: Node, _: Random) -> Found:
    """Let two neighbouring subrules change texts while their numbers, one of which is cited, stay."""
    after = _next_subrule(draft, node)
    citing = [c for one in (node, after) if one for c in draft.citing(one.number)]
    single = [c for c in citing if c.reference.last is None and not c.passage.number.startswith(_stem(node))]
    if after is None or not single or not all(map(draft.is_free, (c.passage.number for c in citing))):
        return None
    one, other = draft.body(node)[0], draft.body(after)[0]
    draft.use(str(node.number), *(c.passage.number for c in citing))
    first, second = draft.lines[one].partition(" "), draft.lines[other].partition(" ")
    draft.lines[one], draft.lines[other] = f"{first[0]} {second[2]}", f"{second[0]} {first[2]}"
    draft.parse()
    may = {(check, c.passage.number) for c in citing for check in ("stale-reference", "glossary-reference")}
    return {("stale-reference", c.passage.number) for c in single}, may


def _stem(node: Node) -> str:
    return str(node.number.of_rule)


def _cite_a_sibling_from_an_entry(draft: Draft, entry: GlossaryEntry, _: Random) -> Found:
    """Let an entry of the glossary cite a clause beside the one that alone speaks of its term."""
    found = re.search(r"See rule (\d{3}\.\d+[a-z])\.$", entry.text)
    node = draft.text.numbers.get(ClauseNumber.parse(found[1])) if found else None
    if found is None or node is None or " " in entry.term:
        return None
    stem, parent = entry.term.lower()[:-2], draft.text.nodes[node.parent]
    siblings = draft.text.children[node.parent]
    speaking = [one for one in siblings if stem in _all_of(draft, one)]
    silent = [one for one in siblings if one is not node and stem not in _all_of(draft, one)]
    above = f"{parent.clause.wording}\n{draft.text.nodes[parent.parent].clause.title}"
    if [one.index for one in speaking] != [node.index] or not silent or stem in above.lower():
        return None
    draft.used.add(entry.term)
    at = entry.lines.stop - 2
    draft.put(at, draft.lines[at].replace(found[1], str(silent[0].number)))
    return {("glossary-reference", entry.term)}, {("changed-reference", entry.term)}


def _all_of(draft: Draft, node: Node) -> str:
    below = subtree(draft.text.nodes, node.index)
    return "\n".join(text for one in below for text in (one.clause.wording, *one.clause.examples)).lower()


def _without_one(marks: str) -> Callable[[str, Random], str | None]:
    def change(text: str, chance: Random) -> str | None:
        places = [at for at, mark in enumerate(text) if mark in marks]
        if not places:
            return None
        at = chance.choice(places)
        return text[:at] + text[at + 1 :]

    return change


def _replaced(pattern: str, new: str) -> Callable[[str, Random], str | None]:
    def change(text: str, chance: Random) -> str | None:
        found = list(re.finditer(pattern, text))
        if not found:
            return None
        match = chance.choice(found)
        return text[: match.start()] + match.expand(new) + text[match.end() :]

    return change


def _another_title(text: str, chance: Random) -> str | None:
    return _replaced(r"(?<=rule )(\d{3})(?=, “)", str(chance.choice((100, 205, 305, 506, 601, 903))))(text, chance)


def _unended(text: str, chance: Random) -> str | None:
    del chance
    is_long = len(text.split()) > 6 and not cross_references(text[-20:])
    return text[:-1] if is_long and re.search(r"[a-z]\.$", text) else None


# A common word, with two letters after each other.
_COMMON = r"\b(battle|crea|contro|abil|perm|dam|grav)(?!(.)\2)([a-z])([a-z])(?=[a-z]+\b)"

_CITED, _RANGE = r"(?<=rule )(\d{3}\.\d+)[a-z]?(?![\d.a-z–-])", r"rules (\d{3}\.\d+)([a-z])–([a-z])\b"

# A planter for every kind of fault.
PLANTERS: tuple[Planter, ...] = (
    _in_sentence("a citation of nothing", "dangling-reference", _replaced(_CITED, r"\1z")),
    _somewhere("a citation of another clause", Draft.rules, _cite_another),
    _in_sentence("a range that runs backwards", "reference-range", _replaced(_RANGE, r"rules \1\3–\2")),
    _in_sentence("a range past the end", "reference-range", _replaced(_RANGE, r"rules \1\2–z")),
    _in_sentence("a number that is not the title's", "reference-title", _another_title),
    _somewhere("a cited clause deleted", Draft.subrules, _delete_cited),
    _somewhere("a clause inserted, its citations left", Draft.subrules, _insert_before_cited),
    _somewhere("two texts swapped under their numbers", Draft.subrules, _swap_texts),
    _somewhere("an entry that cites a sibling", Draft.entries, _cite_a_sibling_from_an_entry),
    _in_sentence(
        "cards miscounted", "card-count", _replaced(r"\bOne card \((?=[A-Z][^,()]+\) )", "Two cards ("), "*card-count"
    ),
    _in_sentence("a word misspelt", "misspelt-word", _replaced(_COMMON, r"\1\4\3")),
    _in_sentence("a word doubled", "doubled-word", _replaced(r"\b(the|of|player|a)\b", r"\1 \1"), "reference-title"),
    _in_sentence("a quote broken", "unbalanced-quotes", _without_one("“”")),
    _in_sentence("a bracket broken", "unbalanced-brackets", _without_one("()[]"), "missing-full-stop"),
    _in_sentence("a straight apostrophe", "straight-quote", _replaced("’", "'")),
    _in_sentence("a double space", "double-space", _replaced(r"(?<=[a-z]) (?=[a-z])", "  ")),
    _in_sentence("a space before a comma", "space-before-comma", _replaced(r"(?<=[a-z]), ", " , ")),
    _in_sentence("a full stop dropped", "missing-full-stop", _unended),
    _in_sentence("a gendered pronoun", "gendered-pronoun", _replaced(r"\btheir\b", "his or her")),
    _in_sentence("a retired wording", "retired-wording", _replaced(r"\benters the battlefield\b", "comes into play")),
    _in_sentence("a retired name", "retired-wording", _replaced(r"\bmana value\b", "converted mana cost")),
    _in_sentence("a character lost", "encoding-damage", _replaced("’", "\ufffd")),
    _in_sentence(
        "a template broken",
        "odd-template",
        _replaced(r"^(Multiple .* same creature) are redundant\.$", r"\1 is redundant."),
    ),
)
