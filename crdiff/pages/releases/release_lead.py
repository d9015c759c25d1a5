"""What a release changed, in sentences: for its page, for the feeds, and for pages that name it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from crdiff.changes.change import Change, Part, Rewording, Structure
from crdiff.changes.reading import ReadingKind, kind_of
from crdiff.history.news import ReleaseNews, Shares
from crdiff.pages.drawing.flow import LEFT_BLANK, Flow
from crdiff.pages.frame.english import sentence
from crdiff.pages.releases.release_changes import ChangeGroup, mechanical
from crdiff.reports.phrases import counted, listed, quoted

_NAMED = 3
"""Rewordings, and subsections with much to read, that the page names at its top."""
_LISTED = 5
"""Subsections that are named in one sentence."""


def lead_of(news: ReleaseNews) -> str:
    """Return in a sentence or two what a release changed: what is to be read, and how much besides."""
    others = sum(1 for _ in mechanical(news))
    rest = f" {counted(others, 'more change')} safe to skip." if others else ""
    return f"{said_of(news.to_read) or 'Nothing to read.'}{rest}"


def said_of(changes: Iterable[Change]) -> str:
    """Return what changes to read do, as a sentence: ``Three clauses added, one removed and two reworded.``."""
    every = tuple(changes)
    kinds = Counter(_said_kind(change) for change in every if change.part is Part.RULES)
    entries = sum(change.part is Part.GLOSSARY for change in every)
    paragraphs = len(every) - kinds.total() - entries
    told = [f"{kinds[words]:,} {words}" for words in _KINDS if kinds[words]]
    if told:
        count, _, rest = told[0].partition(" ")
        told[0] = f"{count} {'clause' if count == '1' else 'clauses'} {rest}"
    if entries:
        told.append(counted(entries, "glossary entry", "glossary entries") + " changed")
    if paragraphs:
        told.append(counted(paragraphs, "paragraph") + " of the introduction changed")
    return sentence(listed(told)) if told else ""


_KINDS = ("added", "removed", "revoked", "reworded", "with changed examples")


def _said_kind(change: Change) -> str:
    if change.structure is Structure.REVOKED:
        return "revoked"
    kind = kind_of(change)
    return "with changed examples" if kind is ReadingKind.EXAMPLE else kind.value


def shares_sentence(shares: Shares, rewordings: int) -> str:
    """Return how the changes of a release are divided, for the head of its page."""
    if not shares.total:
        return "Nothing but typography changed."
    made = f"{counted(rewordings, 'rewording')} made throughout"
    throughout = made if rewordings else "words replaced in other rules too"
    told = [
        f"{_are(shares.rewordings)} explained by {throughout}" if shares.rewordings else "",
        f"{shares.references:,} only updated a reference" if shares.references else "",
        f"{shares.numbers:,} changed only {'their numbers' if shares.numbers > 1 else 'its number'}"
        if shares.numbers
        else "",
        f"{shares.together:,} {'belongs' if shares.together == 1 else 'belong'} to another row"
        if shares.together
        else "",
    ]
    explained = listed([each for each in told if each])
    total = f"{counted(shares.total, 'clause or glossary entry', 'clauses and glossary entries')} changed"
    left = f"{_are(shares.to_read)} left to read" if shares.to_read else "None is left to read"
    return f"{total}: {explained}. {left}." if explained else f"{total}. {left}."


def _are(count: int) -> str:
    return f"{count:,} {'is' if count == 1 else 'are'}"


def in_short(flowed: Sequence[Flow], told: Sequence[ChangeGroup], reworded: Sequence[Rewording]) -> Iterator[str]:
    """Yield what stands out: subsections that came or went, the commonest rewordings, where most is to be read."""
    titled = [flow for flow in flowed if flow.title != LEFT_BLANK]
    came, gone = [flow for flow in titled if not flow.old], [flow for flow in titled if not (flow.new or flow.section)]
    if came:
        yield f"New: {_named(f'{flow.new} {flow.title}' for flow in came)}."
    if gone:
        yield f"Removed: {_named(f'{flow.old} {flow.title}' for flow in gone)}."
    for flow in flowed:
        if flow.section:
            yield f"{flow.old} {flow.was or flow.title} is now section {flow.section}."
    if moved := sum(bool(flow.old and flow.new and flow.old != flow.new) for flow in flowed):
        yield f"{counted(moved, 'subsection was renumbered', 'subsections were renumbered')}."
    for each in reworded[:_NAMED]:
        what = f"became {quoted(each.new)}" if each.new else "was left out"
        left = (
            f"; {counted(len(each.exceptions), 'place keeps', 'places keep')} the old words" if each.exceptions else ""
        )
        yield f"{quoted(each.old)} {what} in {counted(each.clauses, 'clause')}{left}."
    if len(told) > _NAMED:
        most = sorted(told, key=lambda group: -len(group.changes))[:_NAMED]
        yield f"Most to read in {_named(f'{group.title} ({len(group.changes)})' for group in most)}."


def _named(names: Iterable[str]) -> str:
    """Return names as a list in words, at most five of them and how many more there are."""
    every = list(names)
    shown = every if len(every) <= _LISTED else [*every[: _LISTED - 1], f"{len(every) - _LISTED + 1} more"]
    return listed(shown)
