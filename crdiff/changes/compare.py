"""From an alignment to everything that is said about two releases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from crdiff.align import Alignment, Override, align_releases
from crdiff.changes.change import Change, Comparison, ExampleChange, Part, Rewording, Structure
from crdiff.changes.headings import headings_followed, subsection_changes
from crdiff.changes.passage import Passage, set_side_by_side
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.proof.usage import Usage
from crdiff.changes.renumbering import renumbering
from crdiff.changes.rewordings.families import Mined, patterns
from crdiff.changes.rewordings.mining import MIN_CLAUSES, mine
from crdiff.changes.rows import Row, clause_rows, other_rows
from crdiff.changes.structure import structures
from crdiff.changes.summary import summarise
from crdiff.changes.telling import Teller, Told
from crdiff.model.release import Release

_Texts = tuple[str, str]


def compare_releases(old: Release, new: Release, overrides: Sequence[Override] = ()) -> Comparison:
    """Return what changed from `old` to `new`; decisions by hand on the alignment in `overrides`."""
    return compare(align_releases(old, new, overrides))


def compare(alignment: Alignment) -> Comparison:
    """Return every link of `alignment` described: what happened to its place, and in what its text differs."""
    numbers = renumbering(alignment)
    places = structures(alignment)
    rows = [*clause_rows(alignment, places), *other_rows(alignment)]
    passages = {
        texts: set_side_by_side(*texts, numbers) for row in rows for texts in _texts(row) if texts[0] != texts[1]
    }
    usage = Usage(alignment.old, alignment.new)
    mined = [found for found in mine(*_sorted_for_mining(rows, passages)) if not usage.tells_apart(*found.names)]
    known = patterns(mined)
    teller = Teller(numbers, passages, Rewriter(known, numbers, usage), alignment.new)
    told = [teller.tell(row) for row in rows]
    rare = {at for at, names in _met(rows, told).items() if len(names) < MIN_CLAUSES}
    if rare:
        believed = [pattern for pattern in known if pattern.rewording not in rare]
        teller = Teller(numbers, passages, Rewriter(believed, numbers, usage), alignment.new)
        told = [said if said.rewordings.isdisjoint(rare) else teller.tell(rows[at]) for at, said in enumerate(told)]
    says_the_same = {at for at in range(len(places)) if not told[at].facets}
    followed = headings_followed(alignment, places, says_the_same)
    return Comparison(
        alignment=alignment,
        changes=tuple([_change(row, told[at], at in followed) for at, row in enumerate(rows)]),
        subsections=subsection_changes(alignment, places, followed),
        rewordings=tuple(_rewordings(mined, rows, told)),
    )


def _texts(row: Row) -> Iterator[_Texts]:
    """Yield the texts of a row that stand on both sides, old and new, the wording first."""
    if row.old and row.new and row.old_text and row.new_text:
        yield row.old_text, row.new_text
    yield from ((example.old_text, example.new_text) for example in row.examples if example.old and example.new)


def _sorted_for_mining(
    rows: Iterable[Row], passages: Mapping[_Texts, Passage]
) -> tuple[list[tuple[str, Passage]], list[tuple[str, str]]]:
    """Return the changed texts of paired clauses and glossary entries, and those that say the same, by name."""
    changed: list[tuple[str, Passage]] = []
    unchanged: list[tuple[str, str]] = []
    for row in rows:
        if row.is_pair and row.part in {Part.RULES, Part.GLOSSARY}:
            for texts in _texts(row):
                if texts[0] == texts[1]:
                    unchanged.append((row.name, texts[1]))
                else:
                    changed.append((row.name, passages[texts]))
    return changed, unchanged


def _change(row: Row, told: Told, follows: bool) -> Change:
    examples = tuple(
        [
            ExampleChange(example.old, example.new, described.redline)
            for example, described in zip(row.examples, told.examples, strict=True)
        ]
    )
    return Change(
        part=row.part,
        structure=row.structure,
        facets=told.facets,
        mechanical=told.proof is not None,
        old=row.old,
        new=row.new,
        confidence=row.confidence,
        undetermined=row.undetermined,
        runner_up=row.runner_up,
        evidence=row.evidence,
        redline=told.wording.redline,
        examples=examples,
        summary=summarise(row, told.wording.redline, examples),
        remarks=(*told.remarks, *_departures(row)) if row.departed else told.remarks,
        follows=follows or (row.structure is Structure.RENUMBERED and row.part is not Part.RULES and not told.facets),
        proof=told.proof,
    )


def _departures(row: Row) -> Iterator[str]:
    for index, number in row.departed:
        yield f"example {index + 1} stands under {number} now"


def _rewordings(mined: Sequence[Mined], rows: Sequence[Row], told: Sequence[Told]) -> list[Rewording]:
    """Return the rewordings that were met, with how many clauses they were met in, the most frequent first."""
    order = {row.name: at for at, row in enumerate(rows)}
    found = [
        Rewording(*mined[at].printed, len(names), tuple(sorted(mined[at].exceptions, key=order.__getitem__)))
        for at, names in _met(rows, told).items()
    ]
    return sorted(found, key=lambda rewording: (-rewording.clauses, rewording.old, rewording.new))


def _met(rows: Sequence[Row], told: Sequence[Told]) -> dict[int, set[str]]:
    """Return the names of the rows in which each rewording was met, by its index."""
    met: dict[int, set[str]] = defaultdict(set)
    for row, said in zip(rows, told, strict=True):
        for rewording in said.rewordings:
            met[rewording].add(row.name)
    return met
