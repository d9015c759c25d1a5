"""A clause in a release, as lineages are called by it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from crdiff.errors import UnknownNumber
from crdiff.history.nearest import read_date
from crdiff.model.number import ClauseNumber

_PLACE = re.compile(r"(\d{4}-\d\d-\d\d)-([^~]+)(?:~(\d+))?")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A clause in a release: release, number, and which of the clauses printed with that number, from 1.

    Written ``2003-10-01-507.3b``, and ``2006-05-01-501.2~2`` for the second 501.2 of 2006-05-01.
    """

    release: date
    number: ClauseNumber
    copy: int = 1

    @classmethod
    def parse(cls, written: str) -> Place:
        """Return the place that `written` names.

        Raises `UnknownNumber` for anything else, and `UnknownRelease` where it names no day.
        """
        match = _PLACE.fullmatch(written.strip())
        if not match:
            raise UnknownNumber(
                f"{written!r} is no place of a clause", "a release and a number such as 2003-10-01-507.3b"
            )
        return cls(read_date(match[1]), ClauseNumber.parse(match[2]), int(match[3] or 1))

    def __str__(self) -> str:
        return f"{self.release}-{self.number}" + (f"~{self.copy}" if self.copy > 1 else "")
