"""Which clauses of a text go on from a known release without text, on lists of clauses made by hand."""

from __future__ import annotations

from collections.abc import Mapping

from crdiff.history.chain import NONE
from crdiff.history.onto_facts import FactClause, FactStep, fact_clauses, fact_step
from crdiff.model.number import ClauseNumber

RULES = {
    "3": "Cards", "300": "General", "300.1": "A card has a name. A name is printed at the top.",
    "300.2": "A card has a cost.", "300.3": "A card has a type.", "301": "Colors", "301.1": "There are five colors.",
    "301.2": "A card without a color is colorless.",
}  # fmt: skip


def clauses(says: Mapping[str, str]) -> tuple[FactClause, ...]:
    """Return clauses by number; what has no full stop is a title."""
    return fact_clauses(
        (ClauseNumber.parse(number), 1, "" if "." in said else said, said if "." in said else "", ())
        for number, said in says.items()
    )


def stepped(later: Mapping[str, str]) -> tuple[dict[str, str], FactStep]:
    """Return the step from the rules above to later ones, and new number -> old number of what went on."""
    old, new = clauses(RULES), clauses(later)
    step = fact_step(old, new)
    assert step is not None
    pairs = zip(new, step.step.continues, strict=True)
    return {each.number: old[before].number for each, before in pairs if before != NONE}, step


def named(later: Mapping[str, str], indices: frozenset[int]) -> set[str]:
    return {list(later)[index] for index in indices}


def test_what_says_the_same_is_the_same_under_whatever_number() -> None:
    later = {"3": "Cards", "300": "General", "300.1": "A card exists.", **_moved()}
    went, step = stepped(later)
    assert (went["300.2"], went["300.3"], went["300.4"]) == ("300.1", "300.2", "300.3")
    assert {"300.2", "300.3", "300.4"} <= named(later, step.same)
    assert not named(later, step.unsure) & {"300.2", "300.3", "300.4"}


def _moved() -> dict[str, str]:
    shifted = {"300.2": RULES["300.1"], "300.3": RULES["300.2"], "300.4": RULES["300.3"]}
    return {**shifted, **{number: said for number, said in RULES.items() if number.startswith("301")}}


def test_number_and_a_sentence_of_its_own_are_enough() -> None:
    later = {**RULES, "300.1": "A card has a name. It is a word."}
    went, step = stepped(later)
    assert went["300.1"] == "300.1"
    assert "300.1" not in named(later, step.unsure | step.same)


def test_a_clause_in_other_words_where_one_stood_alone_most_likely_is_that_one_and_it_is_unsure() -> None:
    later = {**RULES, "300.2": "Every card has a cost that is paid."}
    went, step = stepped(later)
    assert went["300.2"] == "300.2"
    assert named(later, step.unsure) == {"300.2"}


def test_of_two_clauses_where_one_stood_the_one_with_its_number_may_be_that_one() -> None:
    later = {"3": "Cards", "300": "General", "300.1": RULES["300.1"], "300.2": "Every card has a cost that is paid."}
    later |= {"300.3": "What it costs is mana.", "300.4": RULES["300.3"]}
    later |= {number: said for number, said in RULES.items() if number.startswith("301")}
    went, step = stepped(later)
    assert went["300.2"] == "300.2"
    assert "300.3" not in went
    assert "300.2" in named(later, step.unsure)
    assert step.open == frozenset()


def test_what_shares_most_of_its_words_may_be_the_same_under_another_number() -> None:
    old = clauses({**RULES, "301.3": "Each color has its own basic land that is named after what grows there."})
    new = clauses({**RULES, "300.4": "Each color has its own basic land that was named after what grows there."})
    step = fact_step(old, new)
    assert step is not None
    at = [clause.number for clause in new].index("300.4")
    assert old[step.step.continues[at]].number == "301.3"
    assert at in step.unsure


def test_headings_without_a_common_word_are_not_taken_for_one_because_of_their_place() -> None:
    went, _ = stepped({**RULES, "301": "Loyalty", "301.1": "A planeswalker has loyalty.", "301.2": "It goes up."})
    assert "301" not in went


def test_what_comes_where_nothing_went_is_new_and_what_goes_where_nothing_came_is_gone() -> None:
    later = {number: said for number, said in RULES.items() if number != "301.2"} | {"302": "Sets", "302.1": "It has."}
    went, step = stepped(later)
    assert {"302", "302.1"}.isdisjoint(went)
    assert not step.unsure
    assert not step.open


def test_other_rules_are_not_joined() -> None:
    assert fact_step(clauses(RULES), clauses({"1": "Chess", "100": "Pieces", "100.1": "A pawn goes one step."})) is None


def test_a_clause_that_was_taken_apart_goes_on_in_the_one_that_begins_as_it_did() -> None:
    old = clauses({**RULES, "301.3": "Loyalty is a number. It goes up."})
    new = clauses({**RULES, "300.4": "Loyalty is a number. Who has it is told.", "300.5": "It goes up. It goes down."})
    step = fact_step(old, new)
    assert step is not None
    continues = {new[at].number: old[was].number for at, was in enumerate(step.step.continues) if was != NONE}
    assert continues["300.4"] == "301.3"
    assert "300.5" not in continues


def test_clauses_without_a_word_in_common_are_not_taken_for_one_because_of_their_place() -> None:
    went, _ = stepped({**RULES, "301.2": "Nobody ever wins."})
    assert "301.2" not in went


LAND = "Each color has its own basic land that {} named after what grows there."


def test_of_two_clauses_as_like_a_reworded_one_goes_on_where_its_family_went() -> None:
    old = clauses({**RULES, "301.3": LAND.format("is")})
    moved = {"304": "Hues", "304.1": LAND.format("was"), "304.2": RULES["301.1"], "304.3": RULES["301.2"]}
    moved |= {"305": "Lands", "305.1": LAND.format("was")}
    new = clauses({**{number: said for number, said in RULES.items() if number < "301"}, **moved})
    step = fact_step(old, new)
    assert step is not None
    continues = {new[at].number: old[was].number for at, was in enumerate(step.step.continues) if was != NONE}
    assert continues["304.1"] == "301.3"
    assert "305.1" not in continues


def test_where_most_is_new_all_that_does_not_read_as_before_is_unsure() -> None:
    later = {"3": "Cards", "300": "General", "300.1": "A card has a name. It is a word.", "300.2": RULES["300.2"]}
    later |= {f"302.{at}": f"Sentence {at} is told here for the first time." for at in range(1, 8)}
    _, step = stepped(later)
    assert named(later, step.unsure) == set(later) - {"3", "300", "300.2"}


def test_what_is_like_a_clause_that_does_not_surely_go_on_may_be_that_one() -> None:
    old = clauses({**RULES, "301.3": LAND.format("is")})
    new = clauses({**RULES, "302": "Lands", "302.1": LAND.format("was"), "302.2": LAND.format("shall be")})
    step = fact_step(old, new)
    assert step is not None
    assert {new[at].number for at in step.unsure} == {"302.1", "302.2"}


def test_of_two_clauses_as_like_a_reworded_one_goes_on_in_the_one_between_its_neighbours() -> None:
    begun = {**RULES, "300.1a": "A card has a nickname."}
    old = clauses({**begun, "300.1b": LAND.format("is"), "300.1c": "A card has a sound."})
    new = clauses(
        {**begun, "300.1c": LAND.format("was"), "300.1d": "A card has a sound.", "300.1e": LAND.format("was")}
    )
    step = fact_step(old, new)
    assert step is not None
    continues = {new[at].number: old[was].number for at, was in enumerate(step.step.continues) if was != NONE}
    assert continues["300.1c"] == "300.1b"
