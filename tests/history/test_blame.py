"""Each sentence is due to the release that brought it, and ends inside a clause where nothing goes on saying it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from reviewed import answered
from table import table

from crdiff.history.blame import Endings, blame
from crdiff.history.lineage import Event, How, Lineage, Worded
from crdiff.model.number import ClauseNumber
from tests.conftest import Golden
from tests.support.days import number as parsed
from tests.support.days import on, run

Clause = Lineage[ClauseNumber]

LASTS = "This effect applies to the next turn that the affected player actually takes."


FILE = Path(__file__).with_name("blame.txt")


def sentences_of(given: list[str]) -> Iterator[str]:
    """Yield the sentences of the first clause in each release asked for, or its last: since when, and whence.

    A line has the clause, its first and last release, its number and its text, or ``from``, another clause, and how
    and when it came from that; ``in`` asks.
    """
    wordings: dict[str, list[Worded[ClauseNumber]]] = defaultdict(list)
    origins: dict[str, list[Event[ClauseNumber]]] = defaultdict(list)
    asked = []
    for name, first, *more in (line.split(" ", 4) for line in given):
        if name == "in":
            asked.append(first)
        elif first == "from":
            other, how, day = more
            origins[name].append(Event(How(how), on(day), other, wordings[name][0].number))
        else:
            last, number, said = more
            text, *examples = said.split("\\n")
            wordings[name].append(worded(first, last, text, *examples, number=number))
    clauses = {
        name: Lineage(name, "", tuple(run(str(each.first), str(each.last), str(each.number)) for each in said),
                      tuple(said), tuple(origins[name]), (), said[-1].last)
        for name, said in wordings.items()
    }  # fmt: skip
    one = next(iter(clauses.values()))
    for day in asked or [str(one.wordings[-1].last)]:
        for each in blame(one, on(day), clauses.__getitem__):
            kind = "example" if each.is_example else "sentence"
            place = f"introduced {each.introduced} in {each.number} of {each.lineage}"
            yield f"{day}: {kind} since {each.since}, {place}: {each.text}"


def test_each_sentence_is_due_to_its_release_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, sentences_of))


def worded(first: str, last: str, text: str, *examples: str, number: str = "507.1") -> Worded[ClauseNumber]:
    return Worded(on(first), on(last), parsed(number), "", text, examples, None)


OLD, NEW = ("2003-10-01", "2009-05-01"), ("2009-07-11", "2014-05-01")


# a sentence ends inside a clause that lives on where nothing goes on saying it


BURN = "That player loses 1 life for each one mana lost this way."
UNSPENT = "When a phase ends (but not a step), any unused mana left in a player's mana pool is lost."
UNSPENT_NOW = "When a step or phase ends, any unused mana left in a player's mana pool is lost."
AFTER = on("2009-07-11")


def clause(old: str, new: str, *fate: Event[ClauseNumber]) -> Lineage[ClauseNumber]:
    """Return a clause that was reworded in 2009-07-11."""
    wordings = (
        worded("2003-07-01", "2009-05-01", old, number="300.3"),
        worded("2009-07-11", "2010-02-01", new, number="300.3"),
    )
    return Lineage("a", "", (run("2003-07-01", "2010-02-01", "300.3"),), wordings, (), fate, on("2010-02-01"))


def ended(lineage: Lineage[ClauseNumber], elsewhere: Sequence[str] = (), heir: str = "") -> list[str]:
    """Return the ended sentences, with wordings that began `elsewhere` and the wording of the `heir` of a part."""
    other = Lineage("b", "", (), (worded("2009-07-11", "2010-02-01", heir),), (), (), on("2010-02-01"))
    found = Endings({"b": other}.__getitem__, lambda _: elsewhere).of(lineage, on("2010-02-01"))
    return [one.text for one in found]


def test_a_sentence_that_the_clause_goes_on_without_has_ended() -> None:
    """300.3 of 2009-05-01 became 500.4 of 2009-07-11."""
    (one,) = Endings({}.__getitem__, lambda _: ()).of(clause(f"{UNSPENT} {BURN}", UNSPENT_NOW), AFTER)
    assert (one.text, one.last, one.release, str(one.number)) == (BURN, on("2009-05-01"), AFTER, "300.3")


def test_a_sentence_has_not_ended_before_the_release_that_lacks_it() -> None:
    found = Endings({}.__getitem__, lambda _: ()).of(clause(f"{UNSPENT} {BURN}", UNSPENT_NOW), on("2009-05-01"))
    assert list(found) == []


@table
def test_short_sentences_and_references_are_of_no_weight(sentence: str) -> None:
    assert ended(clause(f"{UNSPENT} {sentence}", UNSPENT_NOW)) == []


@table
def test_a_sentence_in_other_words_or_in_several_has_not_ended(new: str) -> None:
    assert ended(clause(f"{UNSPENT} {BURN}", f"{UNSPENT_NOW} {new}")) == []


def test_another_kind_of_quotes_ends_no_sentence() -> None:
    """702.119a has curly quotes in 2018-10-05, straight ones in 2019-01-25."""
    old = (
        "Escalate is a static ability of modal spells (see rule 700.2) that functions while the spell is on the stack. "
        "“Escalate [cost]” means “For each mode you choose beyond the first as you cast this spell, you pay an "
        "additional [cost].” Paying a spell’s escalate cost follows the rules for paying additional costs."
    )
    assert ended(clause(old, old.replace("“", '"').replace("”", '"').replace("’", "'"))) == []


@pytest.mark.parametrize("how", [How.SPLIT, How.MERGED])
def test_a_sentence_that_a_part_of_the_clause_took_along_has_not_ended(how: How) -> None:
    parted = Event(how, AFTER, "b", parsed("500.5"))
    lost = clause(f"{UNSPENT} {BURN}", UNSPENT_NOW, parted)
    assert ended(lost, heir="A player loses 1 life for each mana lost in this way.") == []
    assert ended(lost, heir="Each player draws a card.") == [BURN]


def test_a_sentence_that_a_new_wording_elsewhere_has_did_not_end() -> None:
    lost = clause(f"{UNSPENT} {BURN}", UNSPENT_NOW)
    assert ended(lost, [f"Mana is lost. {BURN}"]) == []
    assert ended(lost, ["That player loses the game this way for each card."]) == [BURN]


def test_the_sentence_on_snow_landwalk_went_into_that_on_landwalk() -> None:
    """502.6c of 2009-05-01 and 702.12b of 2009-07-11, which does not come from it."""
    snow = (
        "A creature with snow landwalk is unblockable as long as the defending player controls at least one snow land "
        "with the specified subtype."
    )
    landwalk = (
        "A creature with landwalk is unblockable as long as the defending player controls at least one land with the "
        "specified subtype and/or supertype."
    )
    assert ended(clause(f"{UNSPENT} {snow}", UNSPENT_NOW), [landwalk]) == []


def test_no_sentence_ends_where_the_clause_is_revoked_or_a_text_is_missing() -> None:
    """306.7 of 2018-04-27 says that the whole rule is gone."""
    assert ended(clause(BURN, "Ignore this rule.", Event(How.REVOKED, AFTER))) == []
    missing = clause(BURN, "")
    assert (
        ended(Lineage("a", "", missing.runs, (missing.wordings[0], _unheld(missing.wordings[1])), (), (), AFTER)) == []
    )


def _unheld(one: Worded[ClauseNumber]) -> Worded[ClauseNumber]:
    return Worded(one.first, one.last, one.number, "", "", (), None, is_held=False)
