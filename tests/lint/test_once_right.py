"""An old release in which a citation meant something else is found, however long ago that was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

import clean_text
import pytest
from msgspec.structs import replace

from crdiff.changes.compare import compare_releases
from crdiff.errors import UnknownRelease
from crdiff.lint import lint
from crdiff.lint.indexed_release import IndexedRelease
from crdiff.lint.once_right import NumberedStay, release_before, releases_once_right
from crdiff.lint.registry import BY_ID
from crdiff.lint.touched import Touched, TouchedPlaces, Touching
from tests.changes.conftest import aligned, release

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


@pytest.mark.parametrize(
    ("citing", "found"),
    [
        ("As in rule 100.4, players of this fine old game see rule 100.1 for more of that now.", ["100.2"]),
        ("As in rule 100.4, players of this fine old game see rule 100.1 for more of that again.", ["100.2"]),
        ("As in rule 100.4, players of this fine new game see rule 100.1 for more of that now.", []),
    ],
)
def test_four_words_on_each_side_identify_a_citation_beside_a_new_one(citing: str, found: list[str]) -> None:
    before = "Long ago, players of this fine old game see rule 100.1 for more of that now."
    old = {"100.1": CITED, "100.2": before, "100.4": "Eta."}
    new = {"100.1": "Omega sigma.", "100.2": citing, "100.3": CITED, "100.4": "Eta."}
    assert _found(old, new, {"100.1": ["100.3"], "100.2": ["100.2"], "100.4": ["100.4"]}, 1.0) == found


# what a change touches elsewhere: clauses that still say what it said, Examples that play it, entries that use it


LIFE = "Each player begins the game with a starting life total of 20."
CHOICE = (
    "As a player casts an adventurer card, the player chooses whether they cast the card normally or as an Adventure."
)
TOLD = ("101.3. A player can concede the game at any time.", "200.1. The name of a card is printed on")


def touched_by(old: str, new: str) -> tuple[Touched, ...]:
    """Return what the changes between two texts touch."""
    before, after = clean_text.release(old), clean_text.release(new)
    changes = compare_releases(before, after).changes
    places = TouchedPlaces(IndexedRelease(before), IndexedRelease(after), changes)
    return tuple(touched for change in changes if change.is_unproved for touched in places.of(change))


def with_life(first: str, second: str = LIFE) -> str:
    """Return a text with the sentence of 103.4 and that of 119.1, both of 2026-04-17."""
    return clean_text.broken(
        (TOLD[0], f"101.3. {first}"), (TOLD[1], f"200.1. {second} The name of a card is printed on")
    )


def test_a_clause_that_still_says_what_the_changed_one_said_is_told() -> None:
    (touched,) = touched_by(with_life(LIFE), with_life(LIFE.replace("20", "25")))
    assert touched.why is Touching.SAME_WORDS
    assert (touched.passage.number, touched.words) == ("200.1", "a starting life total of 20")


def test_a_clause_that_changed_alike_is_not_told() -> None:
    other = LIFE.replace("20", "25")
    assert touched_by(with_life(LIFE), with_life(other, other)) == ()


def test_words_that_many_clauses_share_are_a_formula_and_not_told() -> None:
    # 715.3 of 2025-02-07 has two sisters, 718.3 and 720.3; none of the releases up to 2026-04-17 has more than three
    def text(first: str, count: int) -> str:
        more = "\n\n".join(f"200.{at}. {CHOICE}" for at in range(2, 2 + count))
        return clean_text.broken((TOLD[0], f"101.3. {first}"), ("upper left corner.", f"upper left corner.\n\n{more}"))

    changed = CHOICE.replace("the card normally", "it normally")
    told = touched_by(text(CHOICE, 2), text(changed, 2))
    assert [touched.passage.number for touched in told] == ["200.2", "200.3"]
    assert touched_by(text(CHOICE, 4), text(changed, 4)) == ()


def test_a_sentence_that_only_cites_is_left_to_lint() -> None:
    cited = "To end the game early see rule 101.2, “Ending the Game,” and concede."
    assert touched_by(with_life(cited, cited), with_life(cited.replace("and concede", "then leave"), cited)) == ()


def test_an_example_of_a_changed_clause_that_stayed_is_told() -> None:
    wins = "An effect may state that a player wins the game."
    (touched,) = touched_by(
        clean_text.broken(), clean_text.broken((wins, "A spell or ability may declare that a player wins the game."))
    )
    assert (touched.why, touched.passage.number, touched.passage.index) == (Touching.EXAMPLE, "101.2b", 0)


def test_an_example_that_changed_with_its_clause_is_not_told() -> None:
    old, new = "An effect may state that a player wins", "A spell or ability may declare that a player wins"
    example = "If you control no cards, you win the game.”"
    assert (
        touched_by(
            clean_text.broken(), clean_text.broken((old, new), (example, "If you own no cards, you win the game.”"))
        )
        == ()
    )


def test_entries_that_use_a_term_are_told_unless_it_is_an_everyday_word() -> None:
    # the entry Incubator Token of 2025-04-04 is used by Incubate; Commander of 2025-07-25 by twelve
    def text(said: str, count: int) -> str:
        entries = "\n\n".join(f"Term {at}\nA thing that has deathtouch." for at in range(count))
        return clean_text.broken(
            ("A keyword ability that causes damage", f"{said} that causes damage"),
            ("Game\nWhat the players play", f"{entries}\n\nGame\nWhat the players play"),
        )

    old, new = "A keyword ability", "An ability of a creature"
    told = touched_by(text(old, 1), text(new, 1))
    assert [(touched.why, touched.passage.number) for touched in told] == [(Touching.TERM, "Term 0")]
    assert touched_by(text(old, 9), text(new, 9)) == ()
