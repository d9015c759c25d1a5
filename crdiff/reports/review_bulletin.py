"""A review as the text of a rules bulletin: what was reworded, then each rule with its old and its new wording."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from crdiff.changes.change import Change, Part, Quoted
from crdiff.reports.diff_markdown import escaped
from crdiff.reports.labels import exceptions, heading, label, named, prose
from crdiff.reports.phrases import counted
from crdiff.reports.review import DraftReview

_PARTS = {
    Part.RULES: "Rules",
    Part.GLOSSARY: "Glossary",
    Part.FRONT: "Introduction",
    Part.CREDITS: "Credits",
}
_BLOCK_START = re.compile(r"^(\s*(?:\d+(?=[.)]\s)|(?=[#+=-])))")


def review_bulletin(review: DraftReview) -> str:
    """Return the bulletin in Markdown: a section per part, a block per change that somebody has to read."""
    return "\n\n".join(_blocks(review)) + "\n"


def _blocks(review: DraftReview) -> Iterator[str]:
    view = review.view
    yield f"# Comprehensive Rules changes, {escaped(view.new.name)}"
    yield "\n".join(f"- {escaped(sentence)}." for sentence in view.headlines)
    rewordings = view.comparison.rewordings
    if rewordings:
        yield "## Wordings"
        yield "\n".join(
            f"- “{escaped(one.old)}” is now {f'“{escaped(one.new)}”' if one.new else 'left out'}, in "
            f"{counted(one.clauses, 'clause')}{'; ' + exceptions(one.exceptions) if one.exceptions else ''}."
            for one in rewordings
        )
    for part, title in _PARTS.items():
        changes = [item.change for item in review.items if item.change.part is part]
        if changes:
            yield f"## {title}"
        for change in changes:
            yield from _change(change)


def _change(change: Change) -> Iterator[str]:
    """Yield the heading of a change and its blocks: old wording and new wording, or the one there is."""
    titled = f" {escaped(heading(change))}" if heading(change) and change.part is Part.RULES else ""
    name = label(change) if change.part in {Part.RULES, Part.GLOSSARY} else named(change).capitalize()
    yield f"### {escaped(name)}{titled}"
    said = [f"{line[:1].upper()}{line[1:]}." for line in prose(change)]
    if said:
        yield escaped(" ".join(said))
    is_numbered = change.part is Part.RULES
    if change.old:
        yield _block("Old" if change.new else "Removed", change.old, is_numbered=is_numbered)
    if change.new:
        yield _block("New" if change.old else "Added", change.new, is_numbered=is_numbered)


def _block(name: str, clauses: Iterable[Quoted], *, is_numbered: bool) -> str:
    lines = [f"**{name}**"]
    for clause in clauses:
        number = f"{clause.number} " if is_numbered else ""
        text = "\n".join((f"{number}{clause.wording}", *clause.examples))
        lines += [_BLOCK_START.sub(r"\1\\", escaped(line)) for line in text.split("\n")]
    return "\n>\n".join(f"> {line}" for line in lines)
