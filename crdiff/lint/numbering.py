"""The order of the numbers, names of cards counted, excerpts, and what the dialect found odd."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault, PlacedText
from crdiff.model.number import ClauseNumber, first_number, next_number
from crdiff.model.release import Finding, Level
from crdiff.model.tree import Node
from crdiff.text.normalise import fold_typography


def numbering_gaps(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the clauses before which a number is missing.

    A number that is out of order or under the wrong parent is reported as that, and shows no gap.
    Source: 2009-07-11 goes from 113.7 to 113.9, 2023-04-14 from 712.3 to 712.3d.
    """
    for siblings in checked.children:
        before: Node | None = None
        for node in siblings:
            if before and before.number.parent != node.number.parent:  # an excerpt goes on elsewhere
                before = node
                continue
            is_alike = before is not None and before.number.is_heading == node.number.is_heading
            expected = _after(before.number) if before and is_alike else _first(checked, node)
            if expected and expected < node.number and checked.covers(expected) and expected not in checked.numbers:
                message = f"follows {before.number if before else 'its parent'}; {expected} is missing"
                yield Fault(message, f"{expected}", number=str(node.number), line=node.placement.lines.start)
            if before is None or before.number < node.number:
                before = node


def skipped_letters(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the subrules whose letter looks like a digit: l and o are skipped."""
    for node in checked.nodes:
        if not node.number.place:
            message = "has a letter that subrules skip because it looks like a digit"
            yield Fault(message, str(node.number), number=str(node.number), line=node.placement.lines.start)


def _first(checked: CheckedRelease, node: Node) -> ClauseNumber | None:
    """Return the number that the first clause under a parent should have; None where it is unknown."""
    if node.parent < 0:
        return checked.release.numbers((1,)) if node.number.is_section and checked.release.coverage.is_whole else None
    parent = checked.nodes[node.parent].number
    if node.number.parent != parent:
        return None
    return node.number.beside("1") if parent.grammar.mark else first_number(parent)


def _after(number: ClauseNumber) -> ClauseNumber | None:
    """Return the number that follows among siblings; None after a letter that there should not be."""
    if not number.is_complete or not number.place:
        return None
    return next_number(number)


_COUNTS = ("one", "two", "three", "four", "five", "six")
_STATED = re.compile(rf"\b({'|'.join(_COUNTS)})( (?:older |old )?cards? )\(([^()]+)\)([^.]+)", re.IGNORECASE)
_FOREWORDS = re.compile(r"^(?:such as|for example|e\.g\.)", re.IGNORECASE)


def card_counts(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield the counts that the names in brackets, or another statement of the same, do not bear out.

    Names may hold commas and "and", so a count is doubted only where no reading of the names gives it: "One card
    (Mindslaver)" in one place where another says "Two cards (Mindslaver and Sorin Markov)".
    """
    stated: dict[str, list[tuple[int, PlacedText, re.Match[str]]]] = defaultdict(list)
    for passage in checked.prose:
        if " card" not in passage.text or "(" not in passage.text:
            continue
        for found in _STATED.finditer(passage.text):
            count, names = _COUNTS.index(found[1].lower()) + 1, found[3]
            if _FOREWORDS.match(names):
                continue
            if not _may_be(count, names):
                message = f"says {found[1].lower()}{found[2].rstrip()}, but names ({names})"
                yield Fault(message, found[1].lower() + names, passage, found.start(), found.end(3) + 1)
            first, *rest = fold_typography(found[4]).lower().split()  # "allow a player to…", as "allows a player to…"
            stated[" ".join((first.removesuffix("s"), *rest))].append((count, passage, found))
    for same in stated.values():
        most, other, _ = max(same, key=lambda one: one[0])
        for count, passage, found in same:
            if count < most:
                message = f"says {found[1].lower()}{found[2].rstrip()} ({found[3]}), but {other.number} counts {most}"
                yield Fault(message, found[1].lower() + found[3], passage, found.start(), found.end(3) + 1)


def _may_be(count: int, names: str) -> bool:
    """Whether a list of names can be read as `count` names."""
    commas, ands = names.count(", "), len(re.findall(r" and ", names))
    if count == 1:
        return not (ands and re.search(r"^[A-Z][^,]+(?:, [A-Z][^,]+)*,? and [A-Z]", names))
    return commas + ands >= count - 1 and not (ands == 0 and count > 1 and commas == 0)


# Numbers that the message names; it counts the rest.
_NAMED_MAX = 8


def compared_in_part(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield a fault that names the part compared, with the count of clauses of the other text outside it."""
    for part in checked.predecessor.alignment.excerpts if checked.predecessor else ():
        if part.lacks_beginning:
            compared = f"begins with {part.numbers[0]}"
        else:
            rest = len(part.numbers) - _NAMED_MAX
            more = f" and {rest:,} more" if rest > 0 else ""
            compared = f"covers only {', '.join(part.numbers[:_NAMED_MAX])}{more}"
        where = "the earlier text" if part.is_new else "this text"
        outside = f"{part.clauses:,} {'clause' if part.clauses == 1 else 'clauses'} of {where}"
        verb = "is" if part.clauses == 1 else "are"
        yield Fault(f"the comparison {compared}; {outside} {verb} not compared", f"{part.release} {part.other}", line=1)


_LINE = re.compile(r" (?:as |than )?on line \d+")


def parser_faults(checked: CheckedRelease, check: str) -> Iterator[Fault]:
    """Yield what the reading found under the id `check`; a note of the reading takes the level of the check."""
    for finding in checked.release.findings:
        if finding.check == check and not _is_intended(checked, finding):
            level = None if finding.level is Level.NOTE else finding.level
            subject = _LINE.sub("", finding.message)
            message = finding.message.removeprefix(f"{finding.number} ")
            yield Fault(message, subject, number=finding.number, line=finding.line, level=level)


def _is_intended(checked: CheckedRelease, finding: Finding) -> bool:
    """Whether a heading is left out of the contents because it is none.

    Source: "215. This section is now empty." (2004-10-01), "211. [This section has been intentionally left blank…]".
    """
    if finding.check != "heading-not-in-contents":
        return False
    heading = checked.numbers.get(checked.release.numbers.parse(finding.number))
    return heading is not None and heading.clause.title.endswith((".", "]"))
