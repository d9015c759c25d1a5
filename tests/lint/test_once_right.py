"""An old release in which a citation meant something else is found, however long ago that was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

import clean_text
import pytest
from msgspec.structs import replace
from reviewed import answered
from table import table

from crdiff.changes.compare import compare_releases
from crdiff.errors import UnknownRelease
from crdiff.lint import lint
from crdiff.lint.indexed_release import IndexedRelease
from crdiff.lint.once_right import NumberedStay, release_before, releases_once_right
from crdiff.lint.registry import BY_ID
from crdiff.lint.touched import TouchedPlaces
from tests.changes.conftest import aligned, release
from tests.conftest import Golden

CITING = "See rule 101.1 for more."
# The lineages of the clause that cites, of the one that it cited, and of the one that has its number now.
TURN, MOVED, NEWCOMER = 1, 2, 3


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


# A citation is stale only where it is certain that its clause went elsewhere and another clause has its number


CITED = "Alpha beta gamma delta zeta kappa."
REFERRING = "See rule 100.1 for more."


def stale(now: str, heir: str, confidence: float = 1.0) -> list[str]:
    """Return the clauses with a stale citation where 100.1 became 100.3 and the text `now` has its number."""
    new = {"100.1": now, "100.2": REFERRING, "100.3": heir}
    return _found({"100.1": CITED, "100.2": REFERRING}, new, {"100.1": ["100.3"]}, confidence)


def stale_when_removed(now: str) -> list[str]:
    """Return the same where 100.1 was removed and 100.3, which says `now`, took its number."""
    old = {"100.1": CITED, "100.2": REFERRING, "100.3": now}
    return _found(old, {"100.1": now, "100.2": REFERRING}, {"100.1": [], "100.3": ["100.1"]}, 1.0)


def _found(old: dict[str, str], new: dict[str, str], heirs: dict[str, list[str]], confidence: float) -> list[str]:
    alignment = aligned(old, new, heirs)
    links = tuple(replace(link, confidence=confidence) for link in alignment.links)
    against = replace(alignment, links=links)
    return [found.number for found in lint(against.new, alignments=(against,), checks=(BY_ID["stale-reference"],))]


def test_a_citation_of_a_clause_that_moved_is_stale() -> None:
    assert stale("Omega sigma.", CITED) == ["100.2"]


def test_the_heir_has_to_be_much_more_like_the_cited_clause_than_the_clause_at_its_number() -> None:
    """As 601.3 of 2019-10-04, which kept half of what it said and gave the rest to 601.4."""
    half = "Alpha beta gamma delta omega sigma."
    assert stale("Gamma delta zeta mu nu.", CITED) == ["100.2"]
    assert stale("Gamma delta zeta mu nu.", half) == []


@pytest.mark.parametrize(("confidence", "found"), [(0.89, []), (0.9, ["100.2"])])
def test_a_doubtful_link_accuses_nobody(confidence: float, found: list[str]) -> None:
    assert stale("Omega sigma.", CITED, confidence) == found


@pytest.mark.parametrize(("now", "found"), [("Omega sigma mu.", ["100.2"]), ("Alpha beta gamma omega sigma.", [])])
def test_a_clause_much_like_a_removed_one_may_stand_for_it(now: str, found: list[str]) -> None:
    assert stale_when_removed(now) == found


@table
def test_four_words_on_each_side_identify_a_citation_beside_a_new_one(citing: str, found: list[str]) -> None:
    before = "Long ago, players of this fine old game see rule 100.1 for more of that now."
    old = {"100.1": CITED, "100.2": before, "100.4": "Eta."}
    new = {"100.1": "Omega sigma.", "100.2": citing, "100.3": CITED, "100.4": "Eta."}
    assert _found(old, new, {"100.1": ["100.3"], "100.2": ["100.2"], "100.4": ["100.4"]}, 1.0) == found


# what a change touches elsewhere: clauses that still say what it said, Examples that play it, entries that use it


FILE = Path(__file__).with_name("touched.txt")


def touched_by(given: list[str]) -> Iterator[str]:
    """Yield what the changes between two texts touch: given is what is put in both, in the old or in the new one."""
    before, after = (clean_text.release(_text(given, {side, "both"})) for side in ("old", "new"))
    changes = compare_releases(before, after).changes
    places = TouchedPlaces(IndexedRelease(before), IndexedRelease(after), changes)
    for touched in (each for change in changes if change.is_unproved for each in places.of(change)):
        passage = touched.passage
        yield f"{touched.why} in {passage.number}, {passage.piece} {passage.index}: {touched.words}".rstrip(": ")


def _text(given: list[str], sides: set[str]) -> str:
    lines = (line.replace("\\n", "\n").partition(" ") for line in given)
    pairs = (said.partition(" => ") for side, _, said in lines if side in sides)
    return clean_text.broken(*((old, new) for old, _, new in pairs))


def test_what_a_change_touches_is_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, touched_by))
