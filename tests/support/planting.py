"""Planting faults: one slip of an editor in the lines of an official text, and what a lint must say of it.

Every planter takes the draft and a source of chance and returns what it planted, or None where it finds no place. The
places it touches are marked as used, so that faults of one draft do not meet.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from crdiff.annotate.cross_references import cross_references
from crdiff.dialects.registry import read
from crdiff.lint.indexed_release import Citation, IndexedRelease
from crdiff.model.number import ClauseNumber, next_number
from crdiff.model.release import Release
from crdiff.model.tree import Node, subtree


@dataclass(frozen=True)
class Planted:
    """A fault: its kind, the findings one of which must be there, and those that may come with it.

    Findings are (check, number); a number of ``*`` stands for any.
    """

    kind: str
    expected: frozenset[tuple[str, str]]
    consequences: frozenset[tuple[str, str]] = frozenset()

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


def _in_sentence(kind: str, check: str, change: Callable[[str, Random], str | None], *others: str) -> Planter:
    """Return the planter that changes the line of some clause and expects one check to tell.

    `others` are checks that may tell of the same clause, or of another one after an asterisk.
    """

    def plant(draft: Draft, chance: Random) -> Planted | None:
        for node in _shuffled(draft.rules(), chance):
            at = draft.body(node)[0]
            label, _, text = draft.lines[at].partition(" ")
            changed = change(text, chance)
            if changed is not None and changed != text:
                number = str(node.number)
                draft.use(number)
                draft.put(at, f"{label} {changed}")
                may = {(other.strip("*"), "*" if "*" in other else number) for other in ("odd-template", *others)}
                return Planted(kind, frozenset({(check, number)}), frozenset(may))
        return None

    return plant


def _shuffled(nodes: list[Node], chance: Random) -> list[Node]:
    return chance.sample(nodes, len(nodes))


def _cite_another(draft: Draft, chance: Random) -> Planted | None:
    """Let a citation name another clause than it did."""
    for node in _shuffled(draft.rules(), chance):
        at = draft.body(node)[0]
        found = re.search(r"(?<=rule )(\d{3}\.\d+)[a-z]?(?![\d.a-z–-])(?!, “)", draft.lines[at])
        others = [
            other for other in draft.text.nodes if other.number.is_subrule and found and other.number.path[0] == 7
        ]
        if found and others:
            number, other = str(node.number), chance.choice(others).number
            if other.within(ClauseNumber.parse(found[1])):
                continue
            draft.use(number)
            draft.put(at, f"{draft.lines[at][: found.start()]}{other}{draft.lines[at][found.end() :]}")
            return Planted("a citation of another clause", frozenset({("changed-reference", number)}))
    return None


def _delete_cited(draft: Draft, chance: Random) -> Planted | None:
    """Take a cited subrule out: its citations lead nowhere, and its number is missing among its siblings."""
    nodes = [node for node in draft.rules() if node.number.is_subrule and not node.clause.examples]
    for node in _shuffled(nodes, chance):
        citing = list(draft.citing(node.number))
        if not citing or not all(map(draft.is_free, (c.passage.number for c in citing))):
            continue
        checks = {("dangling-reference", c.passage.number) for c in citing if c.reference.last is None}
        ranges = {("reference-range", c.passage.number) for c in citing if c.reference.last}
        draft.use(str(node.number), *(c.passage.number for c in citing))
        del draft.lines[draft.body(node)[0]]
        draft.parse()
        gap = {("numbering-gap", str(after.number)) for after in _siblings(draft, node.number)}
        return Planted("a cited clause deleted", frozenset(checks | ranges), frozenset(gap | {("unused-term", "*")}))
    return None


def _siblings(draft: Draft, number: ClauseNumber) -> list[Node]:
    node = draft.text.numbers.get(number)
    upper = node.parent if node else draft.text.numbers[number.parent or number].index
    return list(draft.text.children[upper])


def _insert_before_cited(draft: Draft, chance: Random) -> Planted | None:
    """Put a new subrule before a cited one and move the letters on, without moving the citations."""
    nodes = [node for node in draft.rules() if node.number.is_subrule and node.number.letters < "f"]
    for node in _shuffled(nodes, chance):
        later = [other for other in _siblings(draft, node.number) if node.number <= other.number]
        citing = [c for other in later for c in draft.citing(other.number) if not c.reference.last]
        citing = [c for c in citing if not c.reference.title and c.reference.number == node.number]
        everyone = [c.passage.number for other in later for c in draft.citing(other.number)]
        if not citing or not all(map(draft.is_free, everyone)) or len(later) > 6 or len(later) < 2:
            continue
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
        told = {("stale-reference", moved.get(c.passage.number, c.passage.number)) for c in citing}
        checks = ("stale-reference", "reference-range", "glossary-reference")
        may = {(check, moved.get(number, number)) for number in everyone for check in checks}
        return Planted("a clause inserted, its citations left", frozenset(told), frozenset(may))
    return None


def _renumber_subsection(draft: Draft, chance: Random) -> Planted | None:
    """Give the last subsection of a section another number, in its heading, contents and rules, not in citations."""
    subsections = [node for node in draft.text.nodes if node.kind == "subsection"]
    last = {node.number.section: node for node in subsections}
    for section in chance.sample(sorted(last), len(last)):
        node = last[section]
        old, new = str(node.number), str(next_number(node.number.subsection))
        outside = [c for c in draft.citing(node.number) if not c.passage.number.startswith(f"{old}.")]
        inside = [c for c in draft.citing(node.number) if c.passage.number.startswith(f"{old}.")]
        inner = list(subtree(draft.text.nodes, node.index))
        touched = (new, *(str(one.number) for one in inner), *(c.passage.number for c in outside))
        if not outside or not all(map(draft.is_free, touched)):
            continue
        draft.use(*touched)
        for one in inner:
            at = one.placement.lines.start - 1
            draft.lines[at] = new + draft.lines[at][3:]
        for at, line in enumerate(draft.lines[:400]):
            if line.startswith(f"{old}. "):
                draft.lines[at] = new + line[3:]
        draft.parse()
        told = {("dangling-reference", c.passage.number) for c in outside}
        may = {("dangling-reference", new + c.passage.number[3:]) for c in inside}
        may |= {("reference-range", c.passage.number) for c in (*inside, *outside)}
        may |= {("reference-range", new + c.passage.number[3:]) for c in inside}
        return Planted("a subsection renumbered alone", frozenset(told), frozenset(may | {("numbering-gap", new)}))
    return None


def _swap_lines(draft: Draft, chance: Random) -> Planted | None:
    """Let two neighbouring subrules change places."""
    for node in _shuffled([node for node in draft.rules() if node.number.is_subrule], chance):
        after = next(
            (other for other in draft.rules() if other.index == node.index + 1 and other.number.is_subrule), None
        )
        if after is None:
            continue
        number = str(node.number)
        one, other = draft.body(node)[0], draft.body(after)[0]
        draft.use(number)
        draft.lines[one], draft.lines[other] = draft.lines[other], draft.lines[one]
        draft.parse()
        gap = frozenset({("numbering-gap", str(after.number)), ("numbering-gap", number)})
        return Planted("two subrules swapped", frozenset({("number-out-of-order", number)}), gap)
    return None


def _swap_texts(draft: Draft, chance: Random) -> Planted | None:
    """Let two neighbouring subrules change texts while their numbers, one of which is cited, stay."""
    for node in _shuffled([node for node in draft.rules() if node.number.is_subrule], chance):
        after = next(
            (other for other in draft.rules() if other.index == node.index + 1 and other.number.is_subrule), None
        )
        if after is None:
            continue
        citing = [c for one in (node, after) for c in draft.citing(one.number)]
        single = [c for c in citing if c.reference.last is None and not c.passage.number.startswith(_stem(node))]
        if not single or not all(map(draft.is_free, (c.passage.number for c in citing))):
            continue
        one, other = draft.body(node)[0], draft.body(after)[0]
        draft.use(str(node.number), *(c.passage.number for c in citing))
        first, second = draft.lines[one].partition(" "), draft.lines[other].partition(" ")
        draft.lines[one], draft.lines[other] = f"{first[0]} {second[2]}", f"{second[0]} {first[2]}"
        draft.parse()
        told = frozenset(("stale-reference", c.passage.number) for c in single)
        may = {(check, c.passage.number) for c in citing for check in ("stale-reference", "glossary-reference")}
        return Planted("two texts swapped under their numbers", told, frozenset(may))
    return None


def _stem(node: Node) -> str:
    return str(node.number.of_rule)


def _last_subrules(draft: Draft) -> list[Node]:
    """Return the last subrules of rules that nobody cites."""
    nodes = [node for node in draft.rules() if node.number.is_subrule]
    last = {_stem(node): node for node in nodes}
    return [
        node
        for node in last.values()
        if not list(draft.citing(node.number)) and node is _siblings(draft, node.number)[-1]
    ]


def _in_number(kind: str, check: str, label: Callable[[Draft, Node, Random], str | None], *others: str) -> Planter:
    """Return the planter that gives a last subrule another label and expects one check to tell, `others` perhaps."""

    def plant(draft: Draft, chance: Random) -> Planted | None:
        for node in _shuffled(_last_subrules(draft), chance):
            new = label(draft, node, chance)
            if new:
                _relabel(draft, node, new)
                return Planted(kind, frozenset({(check, new)}), frozenset((other, new) for other in others))
        return None

    return plant


def _the_one_before(draft: Draft, node: Node, _: Random) -> str | None:
    return str(_siblings(draft, node.number)[-2].number) if "b" <= node.number.letters < "k" else None


def _the_next_but_one(_: Draft, node: Node, __: Random) -> str | None:
    return f"{_stem(node)}{chr(ord(node.number.letters) + 1)}" if "b" <= node.number.letters < "g" else None


def _a_skipped_letter(_: Draft, node: Node, chance: Random) -> str | None:
    return f"{_stem(node)}{chance.choice('lo')}"


def _another_rule(_: Draft, node: Node, __: Random) -> str | None:
    """Misprint the rule of a subrule: it stands under another number than its own."""
    return str(node.number.under(node.number.of_rule.beside(str(node.number.of_rule.place + 300))))


def _relabel(draft: Draft, node: Node, label: str) -> None:
    at = node.placement.lines.start - 1
    draft.use(str(node.number), label)
    draft.put(at, draft.lines[at].replace(str(node.number), label, 1))


def _space_in_number(draft: Draft, chance: Random) -> Planted | None:
    for node in _shuffled([node for node in draft.rules() if node.number.is_subrule], chance):
        number = str(node.number)
        draft.use(number)
        at = draft.body(node)[0]
        draft.put(at, draft.lines[at].replace(".", ". ", 1))
        return Planted(
            "a space in a number", frozenset({("malformed-number", number)}), frozenset({("double-space", number)})
        )
    return None


def _swap_entries(draft: Draft, chance: Random) -> Planted | None:
    entries = [entry for entry in draft.release.glossary if entry.lines.stop - entry.lines.start == 2]
    at = chance.randrange(5, len(entries) - 5)
    pairs = zip(entries[at:], entries[at + 1 :], strict=False)
    for one, other in pairs:
        around = [entry.term for entry in entries[entries.index(one) - 1 : entries.index(one) + 3]]
        is_plain = all(map(str.isalpha, around)) and around == sorted(around, key=str.lower)
        if not is_plain or not draft.used.isdisjoint(around) or other.lines.start - one.lines.stop > 1:
            continue
        draft.used |= {one.term, other.term}
        first, second = one.lines.start - 1, other.lines.start - 1
        lines = draft.lines
        lines[first], lines[second] = lines[second], lines[first]
        lines[first + 1], lines[second + 1] = lines[second + 1], lines[first + 1]
        draft.parse()
        told = frozenset({("glossary-order", one.term), ("glossary-order", other.term)})
        return Planted("two entries swapped", told, frozenset({("glossary-order", "*")}))
    return None


def _drop_keyword_entry(draft: Draft, chance: Random) -> Planted | None:
    keywords = {
        node.clause.title: str(node.number) for node in draft.text.nodes if str(node.number)[:4] in {"701.", "702."}
    }
    entries = [entry for entry in draft.release.glossary if entry.term in keywords and entry.term not in draft.used]
    for entry in chance.sample(entries, len(entries)):
        draft.used.add(entry.term)
        del draft.lines[entry.lines.start - 1 : entry.lines.stop]
        draft.parse()
        told = frozenset({("keyword-without-entry", keywords[entry.term])})
        return Planted(
            "a keyword's entry deleted", told, frozenset({("glossary-pointer", "*"), ("glossary-order", "*")})
        )
    return None


def _rename_keyword(draft: Draft, chance: Random) -> Planted | None:
    """Let the rule of a keyword have another title than its entry in the glossary."""
    terms = {entry.term for entry in draft.release.glossary if entry.text.startswith("A keyword ability")}
    nodes = [
        n
        for n in draft.text.nodes
        if n.clause.title in terms and n.clause.title not in draft.used and not n.number.is_heading
    ]
    for node in _shuffled(nodes, chance):
        citing = list(draft.citing(node.number))
        if not all(map(draft.is_free, (c.passage.number for c in citing))):
            continue
        title, number = node.clause.title, str(node.number)
        draft.used.add(title)
        draft.use(number, *(c.passage.number for c in citing))
        at = node.placement.lines.start - 1
        draft.put(at, draft.lines[at].replace(title, "Dragonsong"))
        told = frozenset({("entry-without-keyword", title), ("keyword-without-entry", number)})
        may = {("reference-title", c.passage.number) for c in citing} | {("odd-template", "*")}
        return Planted("a keyword renamed in one place", told, frozenset(may))
    return None


def _add_unused_term(draft: Draft, chance: Random) -> Planted | None:
    entries = [entry for entry in draft.release.glossary if entry.term.isalpha() and entry.term not in draft.used]
    entry = chance.choice(entries)
    term = f"{entry.term}zq"
    draft.used |= {entry.term, term}
    draft.lines[entry.lines.stop - 1 : entry.lines.stop - 1] = ["", term, "A matter that was settled long ago."]
    draft.parse()
    told = frozenset({("unused-term", term)})
    return Planted("a term that no rule uses", told, frozenset({("glossary-order", "*"), ("misspelt-word", term)}))


def _point_nowhere(draft: Draft, chance: Random) -> Planted | None:
    entries = [e for e in draft.release.glossary if re.search(r"See (?!rule|section)[A-Z][a-z]+\.$", e.text)]
    for entry in chance.sample(entries, len(entries)):
        if entry.term not in draft.used and entry.lines.stop - entry.lines.start == 2:
            draft.used.add(entry.term)
            draft.put(
                entry.lines.start, re.sub(r"See ([A-Z][a-z]+)\.$", r"See \1hood.", draft.lines[entry.lines.start])
            )
            return Planted("an entry that points nowhere", frozenset({("glossary-pointer", entry.term)}))
    return None


def _contents_lines(draft: Draft) -> list[int]:
    start = next(at for at, line in enumerate(draft.lines) if line.strip() == "Contents")
    stop = next(at for at in range(start, len(draft.lines)) if draft.lines[at].strip() == "Glossary")
    headings = [at for at in range(start, stop) if re.match(r"\d{3}\. ", draft.lines[at])]
    return [at for at in headings if draft.lines[at] not in draft.used]


def _drop_from_contents(draft: Draft, chance: Random) -> Planted | None:
    at = chance.choice(_contents_lines(draft))
    number = draft.lines[at][:3]
    draft.used |= {draft.lines[at], number}
    del draft.lines[at]
    draft.parse()
    return Planted("a heading dropped from the contents", frozenset({("heading-not-in-contents", number)}))


def _reword_contents(draft: Draft, chance: Random) -> Planted | None:
    at = chance.choice(_contents_lines(draft))
    number = draft.lines[at][:3]
    draft.put(at, f"{draft.lines[at]} and More")
    draft.used |= {draft.lines[at], number}
    return Planted("a heading reworded in the contents", frozenset({("heading-differs", number)}))


def _run_into_the_one_before(draft: Draft, chance: Random) -> Planted | None:
    """Take out the blank line before the entry of a keyword."""
    keywords = {node.clause.title for node in draft.text.nodes if str(node.number)[:4] in {"701.", "702."}}
    entries = draft.release.glossary
    places = [at for at in range(1, len(entries)) if entries[at].term in keywords]
    for at in chance.sample(places, len(places)):
        before, entry = entries[at - 1], entries[at]
        if draft.used.isdisjoint((before.term, entry.term)) and not draft.lines[entry.lines.start - 2].strip():
            draft.used |= {before.term, entry.term}
            del draft.lines[entry.lines.start - 2]
            draft.parse()
            told = frozenset({("merged-entry", entry.term)})
            return Planted("an entry without a blank line before it", told, frozenset({("glossary-order", "*")}))
    return None


def _cite_a_sibling_from_an_entry(draft: Draft, chance: Random) -> Planted | None:
    """Let an entry of the glossary cite a clause beside the one that alone speaks of its term."""
    entries = [entry for entry in draft.release.glossary if entry.term not in draft.used]
    for entry in chance.sample(entries, len(entries)):
        found = re.search(r"See rule (\d{3}\.\d+)([a-z])\.$", entry.text)
        node = draft.text.numbers.get(ClauseNumber.parse(found[1] + found[2])) if found else None
        if found is None or node is None or " " in entry.term:
            continue
        stem = entry.term.lower()[:-2]
        siblings = draft.text.children[node.parent]
        speaking = [one for one in siblings if stem in _all_of(draft, one)]
        silent = [one for one in siblings if one is not node and stem not in _all_of(draft, one)]
        heading = draft.text.nodes[node.parent].clause
        if [one.index for one in speaking] != [node.index] or not silent or stem in heading.wording.lower():
            continue
        if stem in draft.text.nodes[draft.text.nodes[node.parent].parent].clause.title.lower():
            continue
        draft.used.add(entry.term)
        at = entry.lines.stop - 2
        draft.put(at, draft.lines[at].replace(found[1] + found[2], str(silent[0].number)))
        told = frozenset({("glossary-reference", entry.term)})
        return Planted("an entry that cites a sibling", told, frozenset({("changed-reference", entry.term)}))
    return None


def _all_of(draft: Draft, node: Node) -> str:
    below = subtree(draft.text.nodes, node.index)
    return "\n".join(text for one in below for text in (one.clause.wording, *one.clause.examples)).lower()


def _announce_in_the_contents(draft: Draft, chance: Random) -> Planted | None:
    """Let the contents promise a subsection that is not there."""
    section = draft.lines[chance.choice(_contents_lines(draft))][0]
    at = max(at for at in _contents_lines(draft) if draft.lines[at][0] == section)
    number = str(int(draft.lines[at][:3]) + 1)
    if number[0] != section or "Sleeping" in draft.lines[at]:
        return None
    draft.used |= {draft.lines[at], number}
    draft.lines.insert(at + 1, f"{number}. Sleeping Dragons")
    draft.used.add(draft.lines[at + 1])
    draft.parse()
    return Planted("a heading that the contents invent", frozenset({("heading-not-in-text", number)}))


def _put_under_another_parent(draft: Draft, chance: Random) -> Planted | None:
    """Give the last subrule of a rule the number of a rule elsewhere that has none."""
    nodes = _last_subrules(draft)
    for node in _shuffled(nodes, chance):
        others = [n for n in draft.text.nodes if n.number.is_rule and draft.is_free(str(n.number))]
        free = [n for n in others if not draft.text.children[n.index] and n.number.subsection != node.number.subsection]
        if node.number.letters != "a" and free:
            label = f"{chance.choice(free).number}a"
            draft.use(label)
            _relabel(draft, node, label)
            return Planted("a subrule under another rule", frozenset({("number-out-of-place", label)}))
    return None


def _leave_a_letter(draft: Draft, chance: Random) -> Planted | None:
    """Leave a letter alone on a line after a clause."""
    for node in _shuffled(draft.rules(), chance):
        number = str(node.number)
        if not node.clause.examples and node.number.is_subrule:
            draft.use(number)
            at = draft.body(node)[0]
            draft.lines[at + 1 : at + 1] = ["", chance.choice("fgk"), ""]
            draft.parse()
            told = frozenset({("stray-text", number)})
            return Planted("a letter left over", told, frozenset({("missing-full-stop", number)}))
    return None


def _join_term_and_text(draft: Draft, chance: Random) -> Planted | None:
    """Print the term of an entry and its first sense on one line."""
    entries = [e for e in draft.release.glossary if e.text.startswith("1. ") and e.term not in draft.used]
    for entry in chance.sample(entries, len(entries)):
        at = entry.lines.start - 1
        draft.used.add(entry.term)
        draft.lines[at : at + 2] = [draft.lines[at] + draft.lines[at + 1]]
        draft.parse()
        may = {("missing-full-stop", "*"), ("glossary-order", "*"), ("unused-term", "*"), ("misspelt-word", "*")}
        return Planted("a term and its text on one line", frozenset({("missing-line-break", "")}), frozenset(may))
    return None


def _unmark_example(draft: Draft, chance: Random) -> Planted | None:
    nodes = [
        n for n in draft.text.nodes if n.clause.examples and draft.is_free(str(n.number)) and not n.number.is_heading
    ]
    for node in _shuffled(nodes, chance):
        lines = [at for at in draft.body(node) if draft.lines[at].startswith("Example: ")]
        if lines:
            number = str(node.number)
            draft.use(number)
            draft.put(lines[0], draft.lines[lines[0]].removeprefix("Example: "))
            told = frozenset({("unmarked-example", number)})  # in an example Alex may be "she"
            return Planted("an example without its word", told, frozenset({("gendered-pronoun", number)}))
    return None


def _misspelt(text: str, chance: Random) -> str | None:
    """Return `text` with one letter of a common word dropped, doubled or swapped with the next."""
    common = (
        "battlefield",
        "creature",
        "controller",
        "ability",
        "player",
        "permanent",
        "damage",
        "graveyard",
        "effect",
    )
    found = [match for word in common for match in re.finditer(rf"\b{word}\b", text)]
    if not found:
        return None
    match = chance.choice(found)
    word, at = match[0], chance.randrange(1, len(match[0]) - 2)
    how = chance.choice(("drop", "swap", "double"))
    if how == "swap" and word[at] != word[at + 1]:
        slipped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    elif how == "double":
        slipped = word[: at + 1] + word[at:]
    else:
        slipped = word[:at] + word[at + 1 :]
    return text[: match.start()] + slipped + text[match.end() :]


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


_CITED, _RANGE = r"(?<=rule )(\d{3}\.\d+)[a-z]?(?![\d.a-z–-])", r"rules (\d{3}\.\d+)([a-z])–([a-z])\b"

PLANTERS: tuple[Planter, ...] = (
    _in_sentence("a citation of nothing", "dangling-reference", _replaced(_CITED, r"\1z")),
    _cite_another,
    _in_sentence("a range that runs backwards", "reference-range", _replaced(_RANGE, r"rules \1\3–\2")),
    _in_sentence("a range past the end", "reference-range", _replaced(_RANGE, r"rules \1\2–z")),
    _in_sentence("a number that is not the title's", "reference-title", _another_title),
    _delete_cited,
    _insert_before_cited,
    _renumber_subsection,
    _swap_lines,
    _swap_texts,
    _in_number("a number printed twice", "repeated-number", _the_one_before),
    _in_number("a number left out", "numbering-gap", _the_next_but_one),
    _in_number("a letter that is skipped", "skipped-letter", _a_skipped_letter, "numbering-gap", "number-out-of-order"),
    _space_in_number,
    _in_number("a subrule without its rule", "number-without-parent", _another_rule, "numbering-gap"),
    _swap_entries,
    _drop_keyword_entry,
    _rename_keyword,
    _add_unused_term,
    _point_nowhere,
    _drop_from_contents,
    _reword_contents,
    _unmark_example,
    _run_into_the_one_before,
    _cite_a_sibling_from_an_entry,
    _announce_in_the_contents,
    _put_under_another_parent,
    _leave_a_letter,
    _join_term_and_text,
    _in_sentence(
        "cards miscounted", "card-count", _replaced(r"\bOne card \((?=[A-Z][^,()]+\) )", "Two cards ("), "*card-count"
    ),
    _in_sentence("a word misspelt", "misspelt-word", _misspelt),
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
"""A planter for every kind of fault."""
