"""Why a clause was paired as it was, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import field

from crdiff.align.alignment import Link
from crdiff.align.explain import Candidate, Explanation
from crdiff.align.measure.cuts import Unit
from crdiff.model.release import Release
from crdiff.model.tree import Node, walk
from crdiff.reports.answer import AnswerRow, Document, Share, row_of
from crdiff.reports.diff import RunnerUpRow
from crdiff.reports.labels import ARROW
from crdiff.reports.phrases import cut_short, in_lines, listed


class ExplainedLink(AnswerRow, frozen=True):
    """What a clause is linked to."""

    # Numbers, main clause first.
    old: tuple[str, ...]
    # Numbers, main clause first.
    new: tuple[str, ...]
    # The pass that made the link.
    tier: str
    evidence: tuple[str, ...]
    confidence: Share
    undetermined: bool
    # The next best link; null where there was none.
    runner_up: RunnerUpRow | None


class ExplainedCut(AnswerRow, frozen=True):
    """A threshold that decided."""

    # What is measured, and on which side of the value it has to be.
    what: str
    value: float
    unit: Unit


class ExplainedCandidate(AnswerRow, frozen=True):
    """A clause that was considered."""

    number: str
    # Logarithm of how much likelier the two are one clause than not.
    odds: float
    # What adds up to it, by name.
    features: dict[str, float]
    # Numbers that the candidate is linked to.
    partners: tuple[str, ...]
    is_partner: bool


class ExplainedClause(AnswerRow, frozen=True):
    """Why a clause has its links."""

    which: Literal["old", "new"] = field(name="side")
    number: str
    text: str
    links: tuple[ExplainedLink, ...]
    # The numbers that decided on the links, in the order in which they did.
    cuts: tuple[ExplainedCut, ...]
    # Best first.
    candidates: tuple[ExplainedCandidate, ...]


class ExplanationAnswer(Document, frozen=True, tag="crdiff.explanation/1"):
    """Why a clause was paired as it was, as crdiff explain --format json writes it."""

    # Effective date, or the name of the text.
    old: str
    # Effective date, or the name of the text.
    new: str
    # One for each text that has the number.
    explanations: tuple[ExplainedClause, ...]


# The walks of the old and of the new text, which the indices of links count in.
Nodes = tuple[tuple[Node, ...], tuple[Node, ...]]


@in_lines
def explanation_text(
    old: Release, new: Release, explanations: Sequence[Explanation], width: int = 100
) -> Iterator[str]:
    """Return the explanations as lines: the links with their evidence, what decided, the candidates, best first."""
    nodes = walk(old), walk(new)
    for place, explanation in enumerate(explanations):
        if place:
            yield ""
        yield from _explained(explanation, old if explanation.which == "old" else new, nodes, width)


def _explained(explanation: Explanation, release: Release, nodes: Nodes, width: int) -> Iterator[str]:
    node = explanation.node
    yield f"{node.number} of {release.name}"
    yield f"  {cut_short(' '.join(node.clause.wording.split()), width - 2)}"
    for link in explanation.links:
        yield ""
        yield from _link(link, nodes)
    if not explanation.links:
        yield ""
        yield "  not compared: the other text quotes another part of the rules, or breaks off before it"
    if explanation.cuts:
        yield ""
        yield "Decided by"
        yield from (f"  {cut.what} {cut:g} ({cut.unit})" for cut in explanation.cuts)
    if explanation.candidates:
        yield ""
        yield "Candidates, with the logarithm of the odds that they are the same clause"
    for candidate in explanation.candidates:
        yield from _candidate(candidate, nodes[explanation.which == "old"], width)


def _link(link: Link, nodes: Nodes) -> Iterator[str]:
    doubt = ", undetermined" if link.undetermined else ""
    yield f"  {_numbers(link, nodes)}: {link.tier}, confidence {link.confidence:.2f}{doubt}"
    yield from (f"    {reason}" for reason in link.evidence)
    if link.runner_up:
        old, new = _ends(link.runner_up.old, link.runner_up.new, nodes)
        yield f"    next best: {old or 'nothing'} {ARROW} {new or 'nothing'}, {link.runner_up.score:.2f}"


def _candidate(candidate: Candidate, theirs: tuple[Node, ...], width: int) -> Iterator[str]:
    partners = listed([str(number) for number in candidate.partners])
    state = "its partner" if candidate.is_partner else f"linked to {partners}" if partners else "without a partner"
    yield f"  {candidate.number!s:8} {candidate.odds:+6.2f}  {state}"
    words = next(node.clause.wording.split() for node in theirs if node.number == candidate.number)
    yield f"           {cut_short(' '.join(words), width - 11)}"
    yield f"           {', '.join(f'{name} {worth:+.2f}' for name, worth in candidate.features)}"


def _numbers(link: Link, nodes: Nodes) -> str:
    old, new = ([str(side[index].number) for index in at] for side, at in zip(nodes, (link.old, link.new), strict=True))
    return f"{' + '.join(old) or 'nothing'} {ARROW} {' + '.join(new) or 'nothing'}"


def _ends(old: int | None, new: int | None, nodes: Nodes) -> tuple[str, str]:
    return "" if old is None else str(nodes[0][old].number), "" if new is None else str(nodes[1][new].number)


def explanation_answer(old: Release, new: Release, explanations: Sequence[Explanation]) -> ExplanationAnswer:
    """Return the explanations as an answer."""
    nodes = walk(old), walk(new)
    shown = tuple(_explanation(each, nodes) for each in explanations)
    return ExplanationAnswer(old.name, new.name, shown)


def _explanation(each: Explanation, nodes: Nodes) -> ExplainedClause:
    candidates = (row_of(ExplainedCandidate, one, features=dict(one.features)) for one in each.candidates)
    return row_of(
        ExplainedClause,
        each,
        number=each.node.number,
        text=each.node.clause.wording,
        links=(_link_row(link, nodes) for link in each.links),
        cuts=(row_of(ExplainedCut, cut, value=float(cut)) for cut in each.cuts),
        candidates=candidates,
    )


def _link_row(link: Link, nodes: Nodes) -> ExplainedLink:
    rival = link.runner_up
    ends = _ends(rival.old, rival.new, nodes) if rival else ("", "")
    return row_of(
        ExplainedLink,
        link,
        old=(nodes[0][index].number for index in link.old),
        new=(nodes[1][index].number for index in link.new),
        confidence=round(link.confidence, 4),
        runner_up=RunnerUpRow(ends[0] or None, ends[1] or None, round(rival.score, 4)) if rival else None,
    )
