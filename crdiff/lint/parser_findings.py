"""What the reading of the text found odd already, as findings of the lint: nothing is looked for twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from crdiff.lint.checked_release import CheckedRelease
from crdiff.lint.finding import Fault
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Finding, Level

READ: Mapping[str, Level | None] = MappingProxyType(
    {
        "repeated-number": None,
        "malformed-number": None,
        "number-out-of-order": None,
        "number-out-of-place": None,
        "number-without-parent": None,
        "heading-differs": Level.WARNING,
        "heading-not-in-contents": Level.WARNING,
        "heading-not-in-text": Level.WARNING,
        "lacks-beginning": None,
        "missing-part": None,
        "dates-disagree": None,
        "missing-line-break": None,
        "stray-text": None,
    }
)
"""The findings of a reading that are faults of the text, with the level that a lint gives them (None: their own).

The others tell how a page was read, which nobody can mend.
"""

_LINE = re.compile(r" (?:as |than )?on line \d+")


def parser_faults(checked: CheckedRelease, check: str) -> Iterator[Fault]:
    """Yield what the reading found under the id `check`."""
    for finding in checked.release.findings:
        if finding.check == check and not _is_intended(checked, finding):
            level = READ[check] or finding.level
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
