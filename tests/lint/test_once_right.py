"""An old release in which a citation meant something else is found, however long ago that was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

import pytest
from msgspec.structs import replace

from crdiff.errors import UnknownRelease
from crdiff.lint.once_right import NumberedStay, release_before, releases_once_right
from tests.changes.conftest import release

CITING = "See rule 101.1 for more."
TURN, MOVED, NEWCOMER = 1, 2, 3
"""The lineages of the clause that cites, of the one that it cited, and of the one that has its number now."""


class Archive:
    """Three releases: from the second on, 102.1 is what was 101.1, and another clause has its number."""

    dates: Sequence[date] = (date(2009, 7, 11), date(2009, 10, 1), date(2010, 2, 1))

    def __init__(self, said: str | None) -> None:
        self._texts: Mapping[int, str | None] = {1: said, 2: CITING}

    def stays(self) -> Iterable[NumberedStay]:
        """Return where each clause was."""
        return (
            NumberedStay(0, 0, "100.2", 1, TURN),
            NumberedStay(1, 2, "100.2", 2, TURN),
            NumberedStay(0, 0, "101.1", 3, MOVED),
            NumberedStay(1, 2, "102.1", 3, MOVED),
            NumberedStay(1, 2, "101.1", 4, NEWCOMER),
        )

    def entry_wording(self, _term: str, _position: int) -> int | None:
        """Return no wording: there is no glossary."""
        return None

    def text_of(self, wording: int) -> str | None:
        """Return what the citing clause said."""
        return self._texts.get(wording)


@pytest.mark.parametrize(
    ("said", "found"),
    [(CITING, (date(2009, 7, 11),)), ("See rule 103.1 for more.", ()), ("Nothing was cited.", ()), (None, ())],
)
def test_a_release_is_asked_in_which_the_clause_cited_what_has_another_number_now(
    said: str | None, found: tuple[date, ...]
) -> None:
    held = replace(release({"100.2": CITING, "101.1": "Omega.", "102.1": "Alpha."}), effective=date(2010, 2, 1))
    assert releases_once_right(Archive(said), held) == found


def test_the_release_before_a_text_is_the_newest_one_that_is_older() -> None:
    text = release({"100.2": CITING})
    assert release_before(Archive.dates, replace(text, effective=date(2010, 1, 1))) == date(2009, 10, 1)
    assert release_before(Archive.dates, replace(text, effective=None)) == date(2010, 2, 1)


def test_a_text_that_no_release_is_older_than_has_none_before_it() -> None:
    with pytest.raises(UnknownRelease, match="no release before 2009-07-11 is held"):
        release_before(Archive.dates, release({"100.2": CITING}))
