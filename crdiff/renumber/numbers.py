"""The number of every label of a draft, from the order in which they stand and the numbers of the release before.

A clause moves only as far as it must: up where one before it was taken out, down where one was put in, not at all where
nothing changed among its siblings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from crdiff.errors import UnknownNumber
from crdiff.model.number import ClauseNumber
from crdiff.renumber.labels import DraftLabel, numbered

# A label and the line it stands on, from 1.
LabelLine = tuple[DraftLabel, int]


# Levels of labels: section, subsection, rule, subrule.
_DEPTH = 4


def new_numbers(
    draft: Sequence[LabelLine], old: Sequence[ClauseNumber], removed: Collection[ClauseNumber], *, keeps_gaps: bool
) -> Mapping[DraftLabel, ClauseNumber]:
    """Return the number of every label of `draft`, whose labels come in the order in which they stand.

    `old` are the numbers of the release before, `removed` those of them that the draft took out; with `keeps_gaps` the
    numbers of these stay free, unless a new clause takes one. Raises `UnknownNumber` with its line for a label that is
    there twice, that the release before does not have, or that has no place.
    """
    known = {DraftLabel.of(number): at for at, number in enumerate(dict.fromkeys(old))}
    _check(draft, Counter(map(DraftLabel.of, old)), frozenset(map(DraftLabel.of, removed)))
    groups: dict[DraftLabel | None, list[LabelLine]] = defaultdict(list)
    for label, line in dict(draft).items():
        groups[label.parent].append((label, line))
    gone: dict[DraftLabel | None, list[int]] = defaultdict(list)
    for number in () if keeps_gaps else removed:
        gone[DraftLabel.of(number).parent].append(number.place)
    found: dict[DraftLabel, ClauseNumber] = {}
    for parent in sorted(groups, key=_depth):
        _number_group(found, parent, _in_old_order(groups[parent], known), gone[parent])
    return found


def moved_with_its_parent(number: ClauseNumber, found: Mapping[DraftLabel, ClauseNumber]) -> ClauseNumber:
    """Return the new number of a number that no clause of the draft has: it goes where what is above it goes."""
    above = found.get(DraftLabel.of(number.of_rule)) if number.is_subrule else None
    above = above or found.get(DraftLabel.of(number.subsection))
    return number.under(above) if above else number


def _depth(label: DraftLabel | None) -> int:
    return 0 if label is None else 1 + (label.subsection != label.section) + bool(label.rule) + bool(label.letter)


def _number_group(
    found: dict[DraftLabel, ClauseNumber],
    parent: DraftLabel | None,
    group: Sequence[tuple[DraftLabel, int, ClauseNumber | None]],
    gone: Sequence[int],
) -> None:
    """Give the clauses under `parent` numbers: each has its line and the number that stood there before, if any."""
    is_touched = bool(gone) or any(before is None or DraftLabel.of(before) != label for label, _, before in group)
    above = _number_of(parent, found) if parent else None
    last = 0
    for label, line, before in group:
        if above is None:
            found[label] = label.numbers.of(label.subsection)
        elif before is not None and not is_touched:
            found[label] = before.under(above)
        else:
            last = last + 1 if before is None else max(last + 1, _without(gone, before.place))
            number = numbered(above, last)
            if number is None:
                raise UnknownNumber(f"no number is left for {label}", f"fewer clauses under {above}", line=line)
            found[label] = number


def _without(gone: Iterable[int], place: int) -> int:
    """Return a place among siblings once those that are `gone` are taken out."""
    return place - sum(each < place for each in gone)


def _number_of(label: DraftLabel, found: Mapping[DraftLabel, ClauseNumber]) -> ClauseNumber:
    """Return the number of a clause, or the one it would have: an excerpt may lack what its clauses stand under."""
    if label in found:
        return found[label]
    assert label.number is not None, "an open label above another one is checked before"
    return moved_with_its_parent(label.number, found)


def _in_old_order(
    group: Sequence[LabelLine], known: Mapping[DraftLabel, int]
) -> list[tuple[DraftLabel, int, ClauseNumber | None]]:
    """Return siblings with the number that each takes over: the number of the clause that stood there before.

    Where clauses changed places, that is not their own.
    """
    pool = iter(sorted((label for label, _ in group if label in known), key=known.__getitem__))
    return [(label, line, next(pool).number if label in known else None) for label, line in group]


def _check(draft: Sequence[LabelLine], copies: Mapping[DraftLabel, int], removed: Collection[DraftLabel]) -> None:
    """Raise `UnknownNumber` for the first label that has no place; `copies` count those of the release before."""
    lines: dict[DraftLabel, list[int]] = defaultdict(list)
    last: dict[int, DraftLabel] = {}
    for label, line in draft:
        lines[label].append(line)
        if len(lines[label]) > max(copies.get(label, 0), 1):
            expected = f"a label of its own, such as {_second(label)}"
            raise UnknownNumber(f"{label} is on line {lines[label][0]} too", expected, line=line)
        if label.is_open:
            _check_open(label, line, last, copies, removed)
        elif label not in copies:
            raise UnknownNumber(f"the release before has no {label}", "an open label for a new clause", line=line)
        if label.parent in removed:
            raise UnknownNumber(f"{label} has no {label.parent} above it", "that clause, or none under it", line=line)
        _pass(label, last)


def _second(label: DraftLabel) -> str:
    """Return an open label for a second clause at the place of `label`."""
    return f"{label}+" if label.rule or not label.is_open else f"{label.subsection[:-2]}yy"


def _pass(label: DraftLabel, last: dict[int, DraftLabel]) -> None:
    """Note in `last` what the last label of each level is."""
    for below in range(_depth(label) + 1, _DEPTH + 1):
        last.pop(below, None)
    above: DraftLabel | None = label
    while above:
        last[_depth(above)] = above
        above = above.parent


def _check_open(
    label: DraftLabel,
    line: int,
    last: Mapping[int, DraftLabel],
    copies: Mapping[DraftLabel, int],
    removed: Collection[DraftLabel],
) -> None:
    """Raise `UnknownNumber` where an open label does not stand where it says that it belongs."""
    parent, anchor = label.parent, label.anchor
    if parent and last.get(_depth(parent)) != parent:
        raise UnknownNumber(f"{label} has no place here", f"it under {parent}", line=line)
    if anchor is None or anchor in removed:
        return
    if not anchor.is_open and anchor not in copies:
        raise UnknownNumber(f"{label} has no place: there is no {anchor}", "the label of a clause", line=line)
    before = last.get(_depth(label))
    if before is None or anchor not in (before, before.anchor):
        raise UnknownNumber(f"{label} has no place here", f"it right after {anchor}", line=line)
