"""What a change touches elsewhere: clauses that still say what it said, Examples that play it, entries that use it."""

from __future__ import annotations

from clean_text import broken, release

from crdiff.changes.compare import compare_releases
from crdiff.lint.indexed_release import IndexedRelease
from crdiff.lint.touched import Touched, TouchedPlaces, Touching

LIFE = "Each player begins the game with a starting life total of 20."
CHOICE = (
    "As a player casts an adventurer card, the player chooses whether they cast the card normally or as an Adventure."
)
TOLD = ("101.3. A player can concede the game at any time.", "200.1. The name of a card is printed on")


def touched_by(old: str, new: str) -> tuple[Touched, ...]:
    """Return what the changes between two texts touch."""
    before, after = release(old), release(new)
    changes = compare_releases(before, after).changes
    places = TouchedPlaces(IndexedRelease(before), IndexedRelease(after), changes)
    return tuple(touched for change in changes if change.is_unproved for touched in places.of(change))


def with_life(first: str, second: str = LIFE) -> str:
    """Return a text with the sentence of 103.4 and that of 119.1, both of 2026-04-17."""
    return broken((TOLD[0], f"101.3. {first}"), (TOLD[1], f"200.1. {second} The name of a card is printed on"))


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
        return broken((TOLD[0], f"101.3. {first}"), ("upper left corner.", f"upper left corner.\n\n{more}"))

    changed = CHOICE.replace("the card normally", "it normally")
    told = touched_by(text(CHOICE, 2), text(changed, 2))
    assert [touched.passage.number for touched in told] == ["200.2", "200.3"]
    assert touched_by(text(CHOICE, 4), text(changed, 4)) == ()


def test_a_sentence_that_only_cites_is_left_to_lint() -> None:
    cited = "To end the game early see rule 101.2, “Ending the Game,” and concede."
    assert touched_by(with_life(cited, cited), with_life(cited.replace("and concede", "then leave"), cited)) == ()


def test_an_example_of_a_changed_clause_that_stayed_is_told() -> None:
    wins = "An effect may state that a player wins the game."
    (touched,) = touched_by(broken(), broken((wins, "A spell or ability may declare that a player wins the game.")))
    assert (touched.why, touched.passage.number, touched.passage.index) == (Touching.EXAMPLE, "101.2b", 0)


def test_an_example_that_changed_with_its_clause_is_not_told() -> None:
    old, new = "An effect may state that a player wins", "A spell or ability may declare that a player wins"
    example = "If you control no cards, you win the game.”"
    assert touched_by(broken(), broken((old, new), (example, "If you own no cards, you win the game.”"))) == ()


def test_entries_that_use_a_term_are_told_unless_it_is_an_everyday_word() -> None:
    # the entry Incubator Token of 2025-04-04 is used by Incubate; Commander of 2025-07-25 by twelve
    def text(said: str, count: int) -> str:
        entries = "\n\n".join(f"Term {at}\nA thing that has deathtouch." for at in range(count))
        return broken(
            ("A keyword ability that causes damage", f"{said} that causes damage"),
            ("Game\nWhat the players play", f"{entries}\n\nGame\nWhat the players play"),
        )

    old, new = "A keyword ability", "An ability of a creature"
    told = touched_by(text(old, 1), text(new, 1))
    assert [(touched.why, touched.passage.number) for touched in told] == [(Touching.TERM, "Term 0")]
    assert touched_by(text(old, 9), text(new, 9)) == ()
