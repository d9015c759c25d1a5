"""A release as lines of text: an outline of its tree with what the file was, or the text itself in one layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from crdiff.model.printing import GLOSSARY_HEADING, print_clause
from crdiff.model.release import Finding, Paragraph, Release, Source
from crdiff.model.tree import Node, walk
from crdiff.reports.phrases import counted, cut_short

_PLURALS = {"section": "sections", "subsection": "subsections", "rule": "rules", "subrule": "subrules"}


def release_tree(release: Release, width: int = 100) -> str:
    """Return the outline of `release`, a clause a line, cut at `width` columns."""
    nodes = walk(release)
    lines = [
        release.title or release.name,
        *_provenance(release),
        f"  holds     {_contents(release, nodes)}",
        "",
        *_outline(nodes),
        *_findings(release.findings),
    ]
    return "".join(f"{cut_short(line, width)}\n" for line in lines)


def release_text(release: Release) -> str:
    """Return the text of `release` as the newest official releases lay it out, whatever its file looked like.

    A blank line stands between clauses, an example on the line after its clause, a glossary entry under its term.
    """
    blocks = [paragraph.text for paragraph in sorted(release.front + release.contents, key=_line)]
    blocks += ["\n".join(print_clause(node.clause, node.placement)) for node in walk(release)]
    if release.glossary:
        blocks += [GLOSSARY_HEADING, *(f"{entry.term}\n{entry.text}".strip() for entry in release.glossary)]
    blocks += [paragraph.text for paragraph in release.credits]
    return "\n\n".join(blocks) + "\n"


def _line(paragraph: Paragraph) -> int:
    return paragraph.lines.start


def _provenance(release: Release) -> Iterator[str]:
    source: Source = release.source
    yield f"  release   {release.effective or 'the text prints no date'}"
    yield f"  file      {source.name}, {counted(source.size, 'byte')}, {counted(source.lines, 'line')}"
    yield f"  encoding  {source.encoding} ({source.encoding_reason}), line ends {source.line_ends}"
    yield f"  dialect   {source.dialect} ({source.dialect_reason})"
    for damage in source.damage:
        yield f"  damage    {damage.what}: {counted(damage.count, 'time')}"
    if release.lacks_beginning:
        yield f"  begins    with {release.placements[0].number}: what stands before it is lost"
    elif release.coverage.numbers:
        yield f"  quotes    {', '.join(map(str, release.coverage.numbers))}"


def _contents(release: Release, nodes: tuple[Node, ...]) -> str:
    kinds = Counter(node.kind.value for node in nodes)
    parts = [counted(kinds[kind], kind, many) for kind, many in _PLURALS.items() if kinds[kind]]
    examples = sum(len(node.clause.examples) for node in nodes)
    others = ((examples, "example", ""), (len(release.glossary), "glossary entry", "glossary entries"))
    return ", ".join(parts + [counted(*other) for other in others if other[0]])


def _outline(nodes: tuple[Node, ...]) -> Iterator[str]:
    depths: dict[int, int] = {-1: -1}
    for node in nodes:
        depth = depths[node.index] = depths[node.parent] + 1
        clause = node.clause
        examples = f" [{counted(len(clause.examples), 'example')}]" if clause.examples else ""
        yield f"{'  ' * depth}{node.number}{examples} {clause.wording}".replace("\n", " / ")


def _findings(findings: tuple[Finding, ...]) -> Iterator[str]:
    if findings:
        yield ""
        yield counted(len(findings), "finding")
    for finding in findings:
        where = f"line {finding.line}: " if finding.line else ""
        yield f"  {finding.level} {finding.check}: {where}{finding.message}"
