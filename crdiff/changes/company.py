"""Changes that are read as one row: the same edit in several places, and a new rule with all that belongs to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Bond, Change, Company, Facet, Part, Segment, Structure
from crdiff.changes.description.redline import runs
from crdiff.changes.english import content, weight
from crdiff.model.number import ClauseNumber
from crdiff.text.normalise import fold_typography
from crdiff.text.words import tokens

# Kept words on each side of an edit that has to be the same there too ("the" -> "a", "not" put in).
_AROUND_WORDS = 3
# Words that name something, from which on an edit with a "not" or a number in it tells what it does by itself.
_TELLING_WORDS_MIN = 4
_STALE = "still cites "

_Signature = Hashable


def in_company(changes: Sequence[Change], numbers: type[ClauseNumber] = ClauseNumber) -> tuple[Change, ...]:
    """Return `changes` with those that are read as one row bound to each other, in their order.

    Whatever company they had before is forgotten: it may be of changes that are not listed here.
    """
    unproved = [at for at, change in enumerate(changes) if change.is_unproved and not change.is_outside]
    groups = [(Bond.NEW_RULE, group) for group in _new_rules(changes, unproved, numbers)]
    groups += [(Bond.SAME_EDIT, group) for group in _same_edits(changes, unproved)]
    found: dict[int, Company] = {}
    for bond, group in groups:
        if len(group) > 1:
            labels = tuple(_label(changes[index]) for index in group)
            found |= {index: Company(bond, labels, place) for place, index in enumerate(group)}
    return tuple(
        change if change.company is found.get(at) else replace(change, company=found.get(at))
        for at, change in enumerate(changes)
    )


def _label(change: Change) -> str:
    number = (change.new or change.old)[0].number
    return number if change.part is Part.RULES else f"{change.part}: {number}"


def _new_rules(changes: Sequence[Change], unproved: Iterable[int], numbers: type[ClauseNumber]) -> Iterable[list[int]]:
    """Return the new clauses by the new rule that they belong to, with the new entries of the glossary that name it.

    The bare heading of a new subsection belongs to the first new rule under it. An entry names a rule by its title, or
    by a number that it cites. Source: 701.70 of 2026-08-07 with 701.70a and an entry.
    """
    added = [at for at in unproved if changes[at].structure is Structure.ADDED]
    clauses = {numbers.parse(changes[at].new[0].number): at for at in added if changes[at].part is Part.RULES}
    rules = _rules_of(clauses)
    groups: dict[ClauseNumber, list[int]] = {}
    titles: dict[str, ClauseNumber] = {}
    for number, at in sorted(clauses.items()):
        groups.setdefault(rules[number], []).append(at)
        titles.setdefault(fold_typography(changes[at].new[0].title).lower(), rules[number])
    for at in added:
        entry = changes[at].new[0]
        if changes[at].part is Part.GLOSSARY:
            cited = (rules[each.number] for each in cross_references(entry.text, numbers) if each.number in rules)
            named = titles.get(fold_typography(entry.number).lower()) or next(cited, None)
            if named:
                groups[named].append(at)
    return groups.values()


def _rules_of(clauses: Collection[ClauseNumber]) -> dict[ClauseNumber, ClauseNumber]:
    """Return the new rule that each new clause belongs to: itself where the one above it is not new."""
    rules: dict[ClauseNumber, ClauseNumber] = {}
    after: ClauseNumber | None = None
    for number in sorted(clauses, reverse=True):
        if number.is_heading:
            rules[number] = after if after and after.within(number) else number
        else:
            rules[number] = number.of_rule if number.of_rule in clauses else number
            after = number
    return rules


def _same_edits(changes: Sequence[Change], unproved: Iterable[int]) -> Iterable[list[int]]:
    """Return the changes that the same edits made, and nothing else.

    Source: 702.2e, 702.15c, 702.80b and 702.90d of 2026-06-19, "changes zones before" -> "is no longer in the zone …".
    """
    edited = [at for at in unproved if changes[at].keeps_clauses and not changes[at].undetermined]
    for alike in _alike(edited, lambda at: _letters_edited(changes[at])):
        yield from _alike(alike, lambda at: _signature(changes[at]))


def _alike(places: Iterable[int], key: Callable[[int], _Signature | None]) -> Iterable[list[int]]:
    """Return those that share a key with others; None is no key."""
    groups: dict[_Signature, list[int]] = defaultdict(list)
    for at in places:
        if (found := key(at)) is not None:
            groups[found].append(at)
    return [group for group in groups.values() if len(group) > 1]


def _letters_edited(change: Change) -> _Signature:
    """Return the letters that a change drops and puts: quickly read, and the same wherever the signatures are."""
    edits = ((_letters(run.old), _letters(run.new)) for run in runs(change.redline))
    return frozenset((old, new) for old, new in edits if old != new)


def _letters(text: str) -> str:
    return "".join(fold_typography(text).lower().split())


def _signature(change: Change) -> _Signature | None:
    """Return all that a change does to its clause; None where that cannot be said, or is only said in remarks."""
    redlines = (change.redline, *(each.redline for each in change.examples if each.old and each.new))
    edits = tuple(frozenset(_edits(redline)) for redline in redlines)
    is_whole = all(each.old and each.new for each in change.examples)
    stays_stale = change.facets == (Facet.REFERENCE,) and any(each.startswith(_STALE) for each in change.remarks)
    if not is_whole or not (any(edits) or (stays_stale and change.redline)):
        return None
    return change.remarks, edits[0], frozenset(edits[1:])


def _edits(redline: Sequence[Segment]) -> Iterator[tuple[Sequence[str], ...]]:
    """Yield the old and the new words of each edit; with the words around them where it does not speak for itself."""
    for run in runs(redline):
        old, new = _words(run.old), _words(run.new)
        if old != new:
            is_told = _speaks_for_itself(old, new)
            around = () if is_told else (*_words(run.before)[-_AROUND_WORDS:], "", *_words(run.after)[:_AROUND_WORDS])
            yield tuple(old), tuple(new), around


def _words(text: str) -> list[str]:
    return [word for word in tokens(fold_typography(text).lower()) if not word.isspace()]


def _speaks_for_itself(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether an edit tells what it does wherever it is made: it names something, and its meaning turns on no word."""
    named = content((*old, *new))
    return bool(named) and (weight(old) == weight(new) or len(named) >= _TELLING_WORDS_MIN)
