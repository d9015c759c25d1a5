"""The wordings of a clause or glossary entry as a page shows them: a table, a step for each, what is not counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct

from crdiff.changes.change import Change, Facet, Op, Segment
from crdiff.history.lineage import Lineage, Number_co, Phrasing, Uncounted, Worded
from crdiff.pages.frame import change_view
from crdiff.pages.frame.change_view import RedlineStretch, RedlineView, view_change
from crdiff.pages.frame.english import counted, sentence
from crdiff.pages.lives import Calendar
from crdiff.reports.labels import gist
from crdiff.reports.phrases import listed, numeral


class WordingStep(Struct, frozen=True):
    """What a change of wording is called, and its redlines; `before` is the text it is marked against, if not the last.

    `redline` is None where the text is not available.
    """

    icon: str
    label: str
    summary: str
    redline: RedlineView | None
    examples: tuple[RedlineView, ...]
    same_examples: tuple[RedlineView, ...]
    evidence: tuple[str, ...]
    confidence: int


_KINDS = {
    Uncounted.TYPOGRAPHY: ("typography", "typography"),
    Uncounted.REFERENCE: ("a reference", "references"),
    Uncounted.MISPRINT: ("a misprint", "misprints"),
    Uncounted.EXAMPLES: ("examples", "examples"),
}
_ONE = {Uncounted.MISPRINT: 2}
"""Count of wordings that are one of a kind: a misprint comes, and goes."""
_SAID = {
    Uncounted.TYPOGRAPHY: "Typography changed",
    Uncounted.REFERENCE: "References changed",
    Uncounted.EXAMPLES: "Examples changed",
}


def wording_rows(lineage: Lineage[Number_co], calendar: Calendar, *, has_steps: bool) -> Iterator[dict[str, object]]:
    """Yield the rows of the table of wordings, newest first.

    A row has the wording's number, the release that brought it, and what changed in about five words. Its `id` is ""
    where the wording has a step of its own.
    """
    phrasings = lineage.phrasings
    is_new = bool(lineage.origin) and lineage.origin[0].release == lineage.runs[0].first
    for index in range(len(phrasings) - 1, -1, -1):
        first = phrasings[index].first
        yield {
            "count": index + 1,
            "first": first,
            "gist": _gist(phrasings[index].wordings[0]) if index else "New" if is_new else calendar.first_text,
            "is_now": index == len(phrasings) - 1 and lineage.in_force,
            "id": "" if has_steps else f"w{first}",
        }


def _gist(worded: Worded[Number_co]) -> str:
    if worded.change:
        said = gist(worded.change)
        return said[:1].upper() + said[1:]
    return change_view.of_facets(worded.own_facets) if worded.facets else "Not known"


def not_counted(phrasings: Sequence[Phrasing[Number_co]], told: Collection[date] = ()) -> dict[str, object]:
    """Return the changes that are not counted as wordings, newest first, nothing where there are none.

    `kinds` says in words of which kinds they are; `typography` are those of typography alone, `others` the others.
    Releases in `told` have a step of their own.
    """
    found = [pair for phrasing in phrasings for pair in phrasing.uncounted if pair[0].first not in told]
    if not found:
        return {}
    counts = Counter(kind for _, kind in found)
    said = _said([kind for _, kind in found])
    rows = [
        (kind, _folded(worded, kind, words)) for (worded, kind), words in reversed(list(zip(found, said, strict=True)))
    ]
    return {
        "kinds": listed([_KINDS[kind][counts[kind] > _ONE.get(kind, 1)] for kind in Uncounted if counts[kind]]),
        "typography": [row for kind, row in rows if kind is Uncounted.TYPOGRAPHY],
        "others": [row for kind, row in rows if kind is not Uncounted.TYPOGRAPHY],
    }


def _said(kinds: Iterable[Uncounted]) -> Iterator[str]:
    """Yield what each of the changes was, in time order: a misprint comes, then it is corrected."""
    is_there = False
    for kind in kinds:
        if kind is Uncounted.MISPRINT:
            is_there = not is_there
            yield "Misprint" if is_there else "Misprint corrected"
        else:
            yield _SAID[kind]


def _folded(worded: Worded[Number_co], kind: Uncounted, said: str) -> dict[str, object]:
    """Return a release that changed no words: what it changed, the redline if that says more."""
    is_shown = kind is not Uncounted.TYPOGRAPHY and worded.change is not None
    if kind is Uncounted.EXAMPLES and worded.change:
        said = sentence(gist(worded.change)).rstrip(".")
    return {
        "first": worded.first,
        "said": said,
        "redlines": list(_changed_parts(worded.change)) if is_shown and worded.change else [],
    }


def _changed_parts(change: Change) -> Iterator[tuple[bool, tuple[RedlineStretch, ...]]]:
    """Yield (whether it is an example, its changed sentences) of the text and of each example that changed."""
    shown = view_change(change, lambda _side, _number: "")
    for is_example, each in ((False, shown.redline), *((True, example) for example in shown.examples)):
        if each.differs:
            yield is_example, tuple(stretch for stretch in each.stretches if not stretch.unchanged)


def step(worded: Worded[Number_co], change: Change | None, before: str, icon: str, label: str) -> WordingStep:
    """Return what brought a wording; `before` names the text that `change` is marked against, "" for the last one."""
    plain = RedlineView((Segment(Op.KEPT, worded.wording),), whole=False) if worded.is_held else None
    if change is None:
        kept = ((Segment(Op.KEPT, each),) for each in worded.examples)
        examples = tuple(RedlineView(each, whole=False, label="Example") for each in kept)
        return WordingStep(icon, label, "", plain, examples, (), (), 100)
    shown = view_change(change, lambda _side, _number: "")
    said = f"Compared with {before}, the last available text before it." if before else ""
    return WordingStep(
        icon=icon if before else shown.icon,
        label=label if before else shown.label,
        # of what came or went, the summary says how many examples did with it
        summary=said or (sentence(gist(change)) if change.old and change.new else shown.summary),
        redline=shown.redline,
        examples=tuple(each for each in shown.examples if each.differs or shown.redline.whole),
        same_examples=tuple(each for each in shown.examples if not (each.differs or shown.redline.whole)),
        evidence=shown.evidence,
        confidence=shown.confidence,
    )


def label_of(worded: Worded[Number_co], first_text: str, *, is_first: bool, is_added: bool) -> tuple[str, str]:
    """Return the icon and the name of what brought a wording, as far as its facets say."""
    if set(worded.own_facets) - {Facet.TYPOGRAPHIC}:
        return "reworded", change_view.of_facets(worded.own_facets)
    if is_first and is_added:
        return "added", "New"
    return "same", first_text if is_first else "Typography changed"


def wordings_since(lineage: Lineage[Number_co]) -> str:
    """Return "seven wordings since 1999", with those counted too that only updated references."""
    phrasings = lineage.phrasings
    begun = lineage.runs[0].first.year
    updated = sum(kind is Uncounted.REFERENCE for phrasing in phrasings for _, kind in phrasing.uncounted)
    last = lineage.ended.release.year if lineage.ended else 0
    time = f"since {begun}" if not last else f"in {begun}" if last == begun else f"from {begun} to {last}"
    said = f"{counted(len(phrasings), 'wording')} {time}"
    return f"{said}; {numeral(len(phrasings) + updated)}, counting updated references" if updated else said
