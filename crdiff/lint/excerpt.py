"""A text that is compared in a part only."""

from __future__ import annotations

from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault

_NAMED_MAX = 8
"""Numbers to name; the rest are counted."""


def compared_in_part(checked: CheckedRelease) -> Iterator[Fault]:
    """Yield which part is compared with the release before, and how many of its clauses are outside that."""
    for told in checked.predecessor.alignment.excerpts if checked.predecessor else ():
        if told.lacks_beginning:
            compared = f"begins with {told.numbers[0]}"
        else:
            rest = len(told.numbers) - _NAMED_MAX
            more = f" and {rest:,} more" if rest > 0 else ""
            compared = f"covers only {', '.join(told.numbers[:_NAMED_MAX])}{more}"
        where = "the earlier text" if told.is_new else "this text"
        outside = f"{told.clauses:,} {'clause' if told.clauses == 1 else 'clauses'} of {where}"
        verb = "is" if told.clauses == 1 else "are"
        yield Fault(f"the comparison {compared}; {outside} {verb} not compared", f"{told.release} {told.other}", line=1)
