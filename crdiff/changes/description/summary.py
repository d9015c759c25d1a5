"""One line of prose before a redline: how many words, phrases and sentences were replaced, added or removed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from crdiff.changes.change import ExampleChange, Op, Part, Segment, Structure
from crdiff.changes.rows import QuotedLink
from crdiff.model.number import NUMBERS

_SENTENCE = re.compile(r"\(?[\"“(]*[A-Z{].*[.!?][\"”)]*", re.DOTALL)
_SENTENCE_END = re.compile(r"[.!?][\"”)]*(?=\s|$)")
_REFERENCE = re.compile(
    rf"(?:{NUMBERS.subsection}(?:{NUMBERS.below})?|\d)(?:[\s–—-]+(?:{NUMBERS.dotted}|{NUMBERS.any_letters}))?"
)
_LETTER = re.compile(r"[a-z]")
_CITES = re.compile(r"(?:rule|section)s?\s(?:[\d.a-z–-]+,?\s)*$", re.IGNORECASE)
_RANGE = re.compile(r"(?:^|\d[a-z])\s?[–—-]+\s?$")
_NO_WORD = re.compile(r"(?:[\W_]|\((?:tm|r)\))*", re.IGNORECASE)
_VERBS = ("replaced", "added", "removed")
_ORDER = ("reference", "sentence", "phrase", "word", "mark", "space")


_NOUNS = {Part.RULES: "Clause", Part.GLOSSARY: "Entry", Part.FRONT: "Paragraph", Part.CREDITS: "Paragraph"}


def summarise(row: QuotedLink, redline: Sequence[Segment], examples: Sequence[ExampleChange]) -> str:
    """Return what happened to a row as one line, such as "2 phrases replaced, 1 sentence added; 1 example removed"."""
    structure = row.structure
    if len(redline) < 2 and not examples and structure in {Structure.SAME, Structure.RENUMBERED, Structure.MOVED}:
        return "Text unchanged"
    text, illustrated = ", ".join(_marked(redline)), ", ".join(_changed_examples(examples))
    match structure:
        case Structure.ADDED | Structure.REMOVED:
            count = len(examples)
            with_examples = f", with {count} example{'s' * (count > 1)}" if count else ""
            return f"{_NOUNS[row.part]} {structure}{with_examples}"
        case Structure.REVOKED:
            return "Clause revoked: its text is a notice that the rule is gone"
        case Structure.SPLIT:
            lead = f"Split into {len(row.new)} clauses"
        case Structure.MERGED:
            lead = f"Merged from {len(row.old)} clauses"
        case _:
            lead = ""
    if not text and not illustrated:
        return lead or "Text unchanged"
    return "; ".join(part for part in (lead, text, illustrated) if part)


def _marked(redline: Sequence[Segment]) -> Iterator[str]:
    counts: dict[tuple[str, str], int] = {}
    for before, old, new in _runs(redline):
        noun, number = _noun(before, old, new)
        kind = "replaced" if old and new else "added" if new else "removed", noun
        counts[kind] = counts.get(kind, 0) + number
    for verb, noun in sorted(counts, key=_place):
        count = counts[verb, noun]
        shown = "updated" if (noun, verb) == ("reference", "replaced") else verb
        shown = "changed" if noun in {"mark", "space"} and verb == "replaced" else shown
        yield f"{count} {noun}{'s' * (count > 1)} {shown}"


def _place(kind: tuple[str, str]) -> tuple[int, int]:
    """Return the place of a kind of run, (verb, noun), in the line."""
    return _VERBS.index(kind[0]), _ORDER.index(kind[1])


def _runs(redline: Sequence[Segment]) -> Iterator[tuple[str, str, str]]:
    """Yield the kept text before each run, and its old and new text."""
    before = old = new = ""
    for segment in (*redline, Segment(Op.KEPT, "")):
        match segment.op:
            case Op.DELETED:
                old = segment.text
            case Op.INSERTED:
                new = segment.text
            case Op.KEPT:
                if old or new:
                    yield before, old, new
                before, old, new = segment.text, "", ""


def _noun(before: str, old: str, new: str) -> tuple[str, int]:
    """Return the noun for a run after the kept text `before`, and how many of them it counts for."""
    texts = [text.strip() for text in (old, new) if text]
    if all(_REFERENCE.fullmatch(text) for text in texts) and (
        any("." in text for text in texts) or _CITES.search(before)
    ):
        return "reference", 1
    if len(texts) == 2 and all(_LETTER.fullmatch(text) for text in texts) and _RANGE.search(before):
        return "reference", 1
    if not any(texts):
        return "space", 1
    if all(_NO_WORD.fullmatch(text) for text in texts):
        return "mark", 1
    if all(_SENTENCE.fullmatch(text) for text in texts):
        return "sentence", max(len(_SENTENCE_END.findall(text)) for text in texts)
    return ("word" if all(len(text.split()) == 1 for text in texts) else "phrase"), 1


def _changed_examples(examples: Iterable[ExampleChange]) -> Iterator[str]:
    counts = Counter(
        "added" if example.old is None else "removed" if example.new is None else "changed"
        for example in examples
        if any(segment.op is not Op.KEPT for segment in example.redline)
    )
    for verb in ("changed", "added", "removed"):
        if counts[verb]:
            yield f"{counts[verb]} example{'s' * (counts[verb] > 1)} {verb}"
