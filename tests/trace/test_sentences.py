"""Which sentences of a clause a check holds: what its marker names comes before what its words are like."""

from __future__ import annotations

from table import table

from crdiff.trace.sentences import rule_sentences, sentences_held

DEALT = (
    "Second, all combat damage that's been assigned is dealt simultaneously. This turn-based action doesn't use the "
    "stack. No player has the chance to cast spells between the time combat damage is assigned and the time it's dealt."
    "\nExample: Squadron Hawk and Goblin Piker attack."
)


@table
def test_a_check_holds_what_it_names_or_else_what_its_words_are_of(
    says: str, described: str, held: tuple[int, ...]
) -> None:
    assert len(rule_sentences(DEALT)) == 3
    assert sentences_held(DEALT, says, described) == held


def test_a_clause_of_one_sentence_is_held_whatever_the_check_says() -> None:
    assert sentences_held("Ann loses the game.", "", "") == (1,)
    assert sentences_held("", "", "words") == ()
