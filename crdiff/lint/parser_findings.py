"""Oddities that the dialect found while it read the text, as faults of the lint: nothing is looked for twice.

Only the oddities that `registry` names are faults of the text; the others say how a page was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Finding, Level

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
    heading = checked.numbers.get(ClauseNumber.parse(finding.number))
    return heading is not None and heading.clause.title.endswith((".", "]"))
