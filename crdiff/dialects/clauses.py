"""Paragraphs of the rules to clauses: which number, title or text, and which example or paragraph belongs to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from crdiff.dialects.blocks import TextBlock, starts_example
from crdiff.dialects.build import Draft
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Finding, Level

_TITLE_MAX = 80
# Characters and words of a title; a longer paragraph without a full stop is text that lost it.
_TITLE_WORDS_MAX = 9
# Characters of a paragraph that is left over from something.
_STRAY_MAX = 3


class Labels:
    """The labels that open the clauses of a book, by how it numbers them."""

    def __init__(self, numbers: type[ClauseNumber]) -> None:
        of = numbers.grammar
        above, ended = f"({of.headed}){of.before}", of.stop if of.is_stopped and not of.mark else f"{of.stop}?"
        self.numbers = numbers
        self.example = starts_example(of)
        self.clause = re.compile(rf"({above}({of.digits})({of.any_letters}){of.stop}?)(?:\s+|$)")
        self.spaced = re.compile(rf"({above}\s({of.digits})({of.letters}{of.stop}?|{of.stop}))\s+")
        self.without_rule = re.compile(rf"({above}({of.letter}){of.stop}?)\s+")
        self.subsection = re.compile(rf"(({of.subsection}){ended})\s+(\S.*)")
        self.section = re.compile(rf"(({of.section}){ended})\s+(\S.*)")
        self.heading = re.compile(rf"({of.heading}){ended}\s+(\S.*)")
        self._head = re.compile(rf"{above}|({of.heading}){ended}\s" if of.mark else above)

    def opening(self, text: str) -> ClauseNumber | None:
        """Return the number of the clause, whatever its level, whose label with its full stop opens a paragraph."""
        if found := self.clause.match(text):
            is_whole = found[1].endswith(".") or not self.numbers.grammar.is_stopped
            return self.numbers.of(found[2], int(found[3]), found[4]) if is_whole else None
        found = self.subsection.match(text) or self.section.match(text)
        return self.numbers.of(found[2]) if found else None

    def subsection_of(self, text: str) -> ClauseNumber | None:
        """Return the subsection in the label that opens a paragraph, None where none does."""
        found = self._head.match(text)
        return self.numbers.of(found[found.lastindex or 1]) if found else None

    def is_headed(self, text: str, number: ClauseNumber) -> bool:
        """Whether a paragraph begins with the label of the heading that has this number."""
        is_stopped = number.grammar.is_stopped and not number.grammar.mark
        return text.startswith(f"{number}. " if is_stopped else (f"{number}. ", f"{number} "))


# The labels of a book, by the class of its numbers.
labels_in = cache(Labels)


def read_clauses(
    blocks: Sequence[TextBlock], findings: list[Finding], numbers: type[ClauseNumber] = ClauseNumber
) -> list[Draft]:
    """Return the clauses of the rules in printed order; what is odd about their labels is added to `findings`."""
    labels = labels_in(numbers)
    drafts: list[Draft] = []
    for at, block in enumerate(blocks):
        draft = None
        if numbers.grammar.may_open(block.text):
            draft = _opened(block, findings, labels) or opened_section(blocks, at, labels)
        if draft:
            drafts.append(draft)
        elif drafts:
            _continue(drafts[-1], block, findings, labels)
    return drafts


def opens_rule(text: str, labels: Labels) -> bool:
    """Whether a paragraph begins with the label of a rule or subrule, odd labels included."""
    return any(label.match(text) for label in (labels.clause, labels.spaced, labels.without_rule))


def _opened(block: TextBlock, findings: list[Finding], labels: Labels) -> Draft | None:
    """Return the clause that a paragraph opens by its label, None where it opens none."""
    text = block.text
    if found := labels.clause.match(text):
        number = labels.numbers.of(found[2], int(found[3]), found[4])
        return _draft(number, found[1], text[found.end() :], block)
    if found := labels.subsection.match(text):
        if spaced := labels.spaced.match(text):
            return _spaced(spaced, block, findings, labels)
        return Draft(labels.numbers.of(found[2]), found[1], found[3], [], [], block.first, block.last)
    if found := labels.without_rule.match(text):
        number = labels.numbers.of(found[2], 0, found[3])
        message = f"{found[1]} is no complete number; expected one such as {found[2]}.1{found[3]}"
        findings.append(Finding("malformed-number", Level.WARNING, message, block.first, str(number)))
        return _draft(number, found[1], text[found.end() :], block)
    return None


def _spaced(found: re.Match[str], block: TextBlock, findings: list[Finding], labels: Labels) -> Draft:
    """Return a clause whose label has a space in it ("606. 8b", 2005-08-01 to 2007-05-01; "702. 37a", 2009-07-11)."""
    number = labels.numbers.of(found[2], int(found[3]), found[4].rstrip("."))
    message = f"{found[1]} is printed with a space; read as {number}"
    findings.append(Finding("malformed-number", Level.WARNING, message, block.first, str(number)))
    return _draft(number, found[1], block.text[found.end() :], block)


def _draft(number: ClauseNumber, printed: str, body: str, block: TextBlock) -> Draft:
    if not number.is_subrule and not number.grammar.mark and _is_title(body):
        return Draft(number, printed, body, [], [], block.first, block.last)
    return Draft(number, printed, "", [body] if body else [], [], block.first, block.last)


def _is_title(body: str) -> bool:
    """Whether the text of a rule is a title: a few words, no full stop ("Flying", "For Mirrodin!")."""
    return (
        0 < len(body) < _TITLE_MAX and "." not in body and body[-1] not in ":;," and body.count(" ") < _TITLE_WORDS_MAX
    )


def opened_section(blocks: Sequence[TextBlock], at: int, labels: Labels) -> Draft | None:
    """Return the section that a paragraph opens: a title, with a clause of that section after it.

    A numbered item of a list inside a clause looks the same, but is not followed so.
    """
    found = labels.section.fullmatch(blocks[at].text)
    if not found or not _is_title(found[3]):
        return None
    number = labels.numbers.of(found[2])
    below = next(filter(None, (labels.subsection_of(block.text) for block in blocks[at + 1 :])), None)
    if below is None or below.section != number:
        return None
    return Draft(number, found[1], found[3], [], [], blocks[at].first, blocks[at].last)


def _continue(draft: Draft, block: TextBlock, findings: list[Finding], labels: Labels) -> None:
    """Give `draft` an example or one more paragraph of its text or of its last example."""
    draft.last = block.last
    if labels.example.match(block.text):
        draft.examples.append(block.text)
        return
    if len(block.text) <= _STRAY_MAX:
        message = f"{block.text!r} stands alone after {draft.number}"
        findings.append(Finding("stray-text", Level.WARNING, message, block.first, str(draft.number)))
    if draft.examples:
        message = f"a paragraph of {draft.number} stands after its example and is read as part of that"
        findings.append(Finding("text-after-example", Level.NOTE, message, block.first, str(draft.number)))
        draft.examples[-1] += "\n" + block.text
    else:
        draft.paragraphs.append(block.text)
