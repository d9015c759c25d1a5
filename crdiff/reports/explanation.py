"""Why a clause was paired as it was, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crdiff.align.alignment import Link
from crdiff.align.explain import Candidate, Explanation
from crdiff.model.release import Release
from crdiff.model.tree import Node, walk
from crdiff.reports.indented import Json, indented
from crdiff.reports.labels import ARROW
from crdiff.reports.phrases import cut_short, listed

SCHEMA = "crdiff.explanation/1"

Nodes = tuple[tuple[Node, ...], tuple[Node, ...]]
"""The walks of the old and of the new text, which the indices of links count in."""


def explanation_text(old: Release, new: Release, explanations: Sequence[Explanation], width: int = 100) -> str:
    """Return the explanations as lines: the links with their evidence, what decided, the candidates, best first."""
    nodes = walk(old), walk(new)
    lines: list[str] = []
    for explanation in explanations:
        release = old if explanation.which == "old" else new
        lines += [*([""] if lines else []), *_explained(explanation, release, nodes, width)]
    return "".join(f"{line}\n" for line in lines)


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


def explanation_json(old: Release, new: Release, explanations: Sequence[Explanation]) -> bytes:
    """Return the explanations as indented JSON."""
    nodes = walk(old), walk(new)
    shown = [_explanation_object(explanation, nodes) for explanation in explanations]
    return indented(SCHEMA, {"old": old.name, "new": new.name, "explanations": shown})


def _explanation_object(explanation: Explanation, nodes: Nodes) -> Json:
    return {
        "side": explanation.which,
        "number": str(explanation.node.number),
        "text": explanation.node.clause.wording,
        "links": [_link_object(link, nodes) for link in explanation.links],
        "cuts": [{"what": cut.what, "value": float(cut), "unit": cut.unit} for cut in explanation.cuts],
        "candidates": [
            {
                "number": str(candidate.number),
                "odds": candidate.odds,
                "features": dict(candidate.features),
                "partners": [str(number) for number in candidate.partners],
                "is_partner": candidate.is_partner,
            }
            for candidate in explanation.candidates
        ],
    }


def _link_object(link: Link, nodes: Nodes) -> Json:
    rival = link.runner_up
    ends = _ends(rival.old, rival.new, nodes) if rival else ("", "")
    return {
        "old": [str(nodes[0][index].number) for index in link.old],
        "new": [str(nodes[1][index].number) for index in link.new],
        "tier": link.tier,
        "evidence": link.evidence,
        "confidence": round(link.confidence, 4),
        "undetermined": link.undetermined,
        "runner_up": {"old": ends[0] or None, "new": ends[1] or None, "score": round(rival.score, 4)}
        if rival
        else None,
    }
