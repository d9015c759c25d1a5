"""From an alignment to a comparison: every change between two releases described."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from crdiff.align.alignment import Alignment, Break
from crdiff.align.engine import align_releases
from crdiff.align.overrides import Override
from crdiff.book_words import words_of
from crdiff.changes.change import Change, Comparison, ExampleChange, Part, Rewording, Structure
from crdiff.changes.company import in_company
from crdiff.changes.description.describer import Describer, RowDescription, summarise
from crdiff.changes.english import Usage
from crdiff.changes.places.headings import headings_followed, structures, subsection_changes
from crdiff.changes.places.number_map import number_map
from crdiff.changes.proof.rewriting import Rewriter
from crdiff.changes.rewordings.families import ChangedText, MinedRewording, UnchangedText, patterns
from crdiff.changes.rewordings.mining import CLAUSES_MIN, mine
from crdiff.changes.rows import QuotedLink, clause_rows, other_rows
from crdiff.changes.text_pair import TextPair, side_by_side
from crdiff.model.release import Release

_Texts = tuple[str, str]


def compare_releases(old: Release, new: Release, overrides: Sequence[Override] = ()) -> Comparison:
    """Return what changed from `old` to `new`; decisions by hand on the alignment in `overrides`."""
    return compare(align_releases(old, new, overrides))


def compare(alignment: Alignment) -> Comparison:
    """Return every link of `alignment` described: what happened to its place, and in what its text differs."""
    places = structures(alignment)
    rows = [*clause_rows(alignment, places), *other_rows(alignment)]
    described, mined = _described(alignment, rows)
    unchanged = {at for at in range(len(places)) if not described[at].facets}
    followed = headings_followed(alignment, places, unchanged)
    changed = [_change(row, described[at], at in followed) for at, row in enumerate(rows)]
    changes = in_company(changed, alignment.new.numbers)
    return Comparison(
        alignment=alignment,
        changes=_remarked(changes, alignment.breaks),
        subsections=subsection_changes(alignment, places, followed),
        rewordings=tuple(_rewordings(mined, rows, described)),
    )


def _remarked(changes: tuple[Change, ...], breaks: Iterable[Break]) -> tuple[Change, ...]:
    """Return `changes` with a remark where the old clause, at line 0, is that of a stand-in for a broken text."""
    stand_in = next((each for each in breaks if each.instead), None)
    if stand_in is None:
        return changes
    remark = f"as {stand_in.instead} has it: {stand_in.release} breaks off before it"
    return tuple(
        replace(change, remarks=(*change.remarks, remark)) if change.old and not change.old[0].line else change
        for change in changes
    )


def _described(alignment: Alignment, rows: Sequence[QuotedLink]) -> tuple[list[RowDescription], list[MinedRewording]]:
    """Return the description of each row, and the rewordings that the descriptions cite by index.

    A rewording that explains edits in too few rows proves nothing: rows that rely on one are described again without.
    """
    numbers = number_map(alignment)
    pairs = {texts: side_by_side(*texts, numbers) for row in rows for texts in _texts(row) if texts[0] != texts[1]}
    usage = Usage(alignment.old, alignment.new)
    mined = [found for found in mine(*_sorted_for_mining(rows, pairs)) if not usage.tells_apart(*found.names)]
    known = patterns(mined)
    cards = words_of(alignment.new.book).cards
    describer = Describer(numbers, pairs, Rewriter(known, numbers, usage, cards), alignment.new)
    described = [describer.describe(row) for row in rows]
    rare = {at for at, names in _met(rows, described).items() if len(names) < CLAUSES_MIN}
    if rare:
        believed = [pattern for pattern in known if pattern.rewording not in rare]
        describer = Describer(numbers, pairs, Rewriter(believed, numbers, usage, cards), alignment.new)
        described = [
            found if found.rewordings.isdisjoint(rare) else describer.describe(row)
            for row, found in zip(rows, described, strict=True)
        ]
    return described, mined


def _texts(row: QuotedLink) -> Iterator[_Texts]:
    """Yield each old and new text of a row that both sides have, the wording first."""
    if row.old and row.new and row.old_text and row.new_text:
        yield row.old_text, row.new_text
    yield from ((example.old_text, example.new_text) for example in row.examples if example.old and example.new)


def _sorted_for_mining(
    rows: Iterable[QuotedLink], pairs: Mapping[_Texts, TextPair]
) -> tuple[list[ChangedText], list[UnchangedText]]:
    """Return the changed texts of paired clauses and glossary entries, and the others, by name of row."""
    changed: list[ChangedText] = []
    unchanged: list[UnchangedText] = []
    for row in rows:
        if row.is_pair and row.part in {Part.RULES, Part.GLOSSARY}:
            for texts in _texts(row):
                if texts[0] == texts[1]:
                    unchanged.append(UnchangedText(row.name, texts[1]))
                else:
                    changed.append(ChangedText(row.name, pairs[texts]))
    return changed, unchanged


def _change(row: QuotedLink, described: RowDescription, follows: bool) -> Change:
    examples = tuple(
        [
            ExampleChange(example.old, example.new, found.redline)
            for example, found in zip(row.examples, described.examples, strict=True)
        ]
    )
    proof = None if row.structure is Structure.REVOKED else described.proof
    return Change(
        part=row.part,
        structure=row.structure,
        facets=described.facets,
        mechanical=proof is not None,
        old=row.old,
        new=row.new,
        confidence=row.confidence,
        undetermined=row.undetermined,
        runner_up=row.runner_up,
        evidence=row.evidence,
        redline=described.wording.redline,
        examples=examples,
        summary=summarise(row, described.wording.redline, examples),
        remarks=(*described.remarks, *_departures(row)) if row.departed else described.remarks,
        follows=follows or (row.follows_its_part and not described.facets),
        proof=proof,
    )


def _departures(row: QuotedLink) -> Iterator[str]:
    for example in row.departed:
        yield f"example {example.at + 1} stands under {example.now_under} now"


def _rewordings(
    mined: Sequence[MinedRewording], rows: Sequence[QuotedLink], described: Sequence[RowDescription]
) -> list[Rewording]:
    """Return the rewordings found in rows, with the count of their clauses, the most frequent first."""
    order = {row.name: at for at, row in enumerate(rows)}
    found = [
        Rewording(*mined[at].printed, len(names), tuple(sorted(mined[at].exceptions, key=order.__getitem__)))
        for at, names in _met(rows, described).items()
    ]
    return sorted(found, key=lambda rewording: (-rewording.clauses, rewording.old, rewording.new))


def _met(rows: Sequence[QuotedLink], described: Sequence[RowDescription]) -> dict[int, set[str]]:
    """Return the names of the rows that each rewording was found in, by its index."""
    met: dict[int, set[str]] = defaultdict(set)
    for row, found in zip(rows, described, strict=True):
        for rewording in found.rewordings:
            met[rewording].add(row.name)
    return met
