"""A text of which only a part is compared."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault

_NAMED_MAX = 8
"""Numbers that the message names; it counts the rest."""


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
