"""Each sentence is due to the release that brought it, and ends inside a clause where nothing goes on saying it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from table import table

from crdiff.history.blame import Endings, Sentence, blame
from crdiff.history.lineage import Event, How, Lineage, Worded
from crdiff.model.number import ClauseNumber
from tests.support.days import number as parsed
from tests.support.days import on, run

Clause = Lineage[ClauseNumber]

LASTS = "This effect applies to the next turn that the affected player actually takes."
ENDS = "The effect doesn't end until the beginning of the next turn."
MANY = "Multiple effects that affect the same player overwrite each other."


def worded(first: str, last: str, text: str, *examples: str, number: str = "507.1") -> Worded[ClauseNumber]:
    return Worded(on(first), on(last), parsed(number), "", text, examples, None)


def told(name: str, *wordings: Worded[ClauseNumber], origin: tuple[Event[ClauseNumber], ...] = ()) -> Clause:
    runs = tuple(run(str(one.first), str(one.last), str(one.number)) for one in wordings)
    return Lineage(name, "", runs, wordings, origin, (), on("2014-05-01"))


def event(how: How, release: str, other: str, number: str) -> Event[ClauseNumber]:
    return Event(how, on(release), other, parsed(number))


def blamed(one: Clause, at: str, others: Mapping[str, Clause] | None = None) -> list[tuple[str, str, str]]:
    return [
        (sentence.text, str(sentence.introduced), str(sentence.since))
        for sentence in blame(one, on(at), lambda name: (others or {})[name])
    ]


OLD, NEW = ("2003-10-01", "2009-05-01"), ("2009-07-11", "2014-05-01")


@table
def test_a_sentence_is_due_to_the_releases_of_itself_and_its_words(old: str, new: str, expected: list[str]) -> None:
    clause = told("a", worded(*OLD, old), worded(*NEW, new))
    found = blamed(clause, "2014-05-01")
    assert [f"{introduced[:4]} {since[:4]}" for _, introduced, since in found] == expected
    assert " ".join(text for text, _, _ in found).startswith(new[:20])


def test_only_what_stood_on_the_day_asked_for_is_told() -> None:
    clause = told("a", worded(*OLD, LASTS), worded(*NEW, f"{LASTS} {ENDS}"))
    assert blamed(clause, "2009-05-01") == [(LASTS, "2003-10-01", "2003-10-01")]


def test_a_clause_split_off_another_keeps_the_releases_of_its_sentences() -> None:
    parent = told("p", worded(*OLD, f"{LASTS} {ENDS}"), worded(*NEW, LASTS))
    child = told(
        "c", worded(*NEW, f"{ENDS} {MANY}", number="710.2"), origin=(event(How.SPLIT, "2009-07-11", "p", "507.1"),)
    )
    assert blamed(child, "2014-05-01", {"p": parent}) == [
        (ENDS, "2003-10-01", "2003-10-01"),
        (MANY, "2009-07-11", "2009-07-11"),
    ]
    (sentence, _) = blame(child, on("2014-05-01"), {"p": parent}.__getitem__)
    assert (str(sentence.number), sentence.lineage) == ("507.1", "p")


def test_a_merged_clause_brings_its_sentences() -> None:
    taken = told("t", worded("2005-08-01", "2009-05-01", ENDS))
    kept = told(
        "k",
        worded(*OLD, LASTS),
        worded(*NEW, f"{LASTS} {ENDS}"),
        origin=(event(How.MERGED, "2009-07-11", "t", "507.2"),),
    )
    assert [since for _, _, since in blamed(kept, "2014-05-01", {"t": taken})] == ["2003-10-01", "2005-08-01"]


def test_two_clauses_that_exchange_sentences_come_to_an_end() -> None:
    one = told("1", worded(*OLD, LASTS), worded(*NEW, ENDS), origin=(event(How.MERGED, "2009-07-11", "2", "507.2"),))
    other = told("2", worded(*OLD, ENDS), worded(*NEW, LASTS), origin=(event(How.MERGED, "2009-07-11", "1", "507.1"),))
    lineages = {"1": one, "2": other}
    assert blamed(one, "2014-05-01", lineages) == [(ENDS, "2003-10-01", "2003-10-01")]
    assert blamed(other, "2014-05-01", lineages) == [(LASTS, "2003-10-01", "2003-10-01")]


def test_an_example_is_followed_as_a_whole_and_never_taken_for_a_sentence() -> None:
    example = "Example: The controller of another player decides which spells that player casts."
    clause = told(
        "a", worded(*OLD, LASTS, example), worded(*NEW, f"{LASTS} {example.removeprefix('Example: ')}", example)
    )
    sentences = blame(clause, on("2014-05-01"), {}.__getitem__)
    assert [(one.is_example, str(one.introduced)) for one in sentences] == [
        (False, "2003-10-01"),
        (False, "2009-07-11"),
        (True, "2003-10-01"),
    ]
    assert all(isinstance(one, Sentence) for one in sentences)


LEGEND = "This is called the “legend rule.” "
LOST = "This is called the ?legend rule.? "


def test_marks_lost_in_a_file_cut_and_date_no_sentence() -> None:
    """2008-05-01 has a question mark for each quotation mark and each apostrophe."""
    clause = told(
        "a",
        worded("2007-10-01", "2008-02-01", f"{LEGEND.replace('“', chr(34)).replace('”', chr(34))}It can't be ignored."),
        worded("2008-05-01", "2008-05-01", f"{LOST}It can?t be ignored."),
        worded("2008-07-15", "2009-05-01", f"{LEGEND}It can’t be ignored."),
    )
    for release in ("2008-05-01", "2009-05-01"):
        assert [dates for _, *dates in blamed(clause, release)] == [["2007-10-01", "2007-10-01"]] * 2


def test_a_misprint_that_the_next_release_mends_is_no_form_of_its_own() -> None:
    """2003-05-26 was typed anew: "in hsa" for "it has"."""
    clause = told(
        "a",
        worded("2002-10-01", "2002-10-01", LASTS),
        worded("2003-05-26", "2003-05-26", LASTS.replace("effect", "efefct").replace("turn", "trun")),
        worded("2003-07-01", "2009-05-01", f"{LASTS} {ENDS}"),
    )
    assert blamed(clause, "2003-05-26")[0][1:] == ("2002-10-01", "2002-10-01")
    assert blamed(clause, "2009-05-01")[0] == (LASTS, "2002-10-01", "2002-10-01")


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
