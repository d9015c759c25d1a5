"""What a citation means beside words of a few clauses made up for two keywords, on the numbers that are recorded."""

from __future__ import annotations

import pytest
from citing import at, citing, numbering

from crdiff.cite.doubts import ClauseSearch
from crdiff.cite.evidence import ClauseWords, words_of
from crdiff.cite.judging import Basis, Certainty, Verdict
from crdiff.cite.meanings import CitedPassage, MeaningReader, Read
from crdiff.cite.prior import Releases
from crdiff.cite.weighing import Known, Weigher
from tests.support.days import number

NUMBERING = numbering()
AT = NUMBERING.newest
EVASION = "A creature with flying can't be blocked except by creatures with flying or reach."
SPEED = "If a creature has haste, it can attack although it hasn't been controlled continuously since the turn began."
SAID = {
    "702": ("Keyword Abilities", ""),
    "702.9": ("Flying", ""),
    "702.9a": ("", "Flying is an evasion ability."),
    "702.9b": ("", EVASION),
    "702.10": ("Haste", ""),
    "702.10a": ("", "Haste is a static ability."),
    "702.10b": ("", SPEED),
}


def _wording(printed: str) -> str:
    clause = NUMBERING.clause(number(printed), AT)
    assert clause is not None
    (wording,) = NUMBERING.wordings(clause, AT, AT)
    return wording


TEXTS = {_wording(printed): said for printed, said in SAID.items()}
WORDS = ClauseWords(NUMBERING, TEXTS.get, TEXTS)
SEARCH = ClauseSearch(WORDS, AT)
BLOCKED = words_of(EVASION.replace("flying", "it"))


def test_a_sentence_names_a_keyword_in_any_of_its_forms() -> None:
    assert SEARCH.is_unnamed(number("702.9b"), "The creature is blocked.")
    assert not SEARCH.is_unnamed(number("702.9b"), "A creature with Flying.")
    assert not SEARCH.is_unnamed(number("100.1"), "None of the keywords."), "of no keyword at all"


def test_words_fit_the_clause_that_says_them_and_not_its_neighbour() -> None:
    assert SEARCH.fits_neighbour(number("702.9a"), BLOCKED)
    assert not SEARCH.fits_neighbour(number("702.9b"), BLOCKED)
    assert not SEARCH.fits_neighbour(number("702.9a"), words_of("A game of dragons.")), "it fits neither"
    assert SEARCH.stands_out(number("702.9b"), BLOCKED, is_alone=True)
    assert not SEARCH.stands_out(number("702.9a"), BLOCKED, is_alone=False)
    assert SEARCH.odds(number("702.9b"), BLOCKED) > SEARCH.odds(number("702.10b"), BLOCKED)


def test_a_clause_below_is_meant_where_only_a_title_is_above() -> None:
    assert SEARCH.below_title(number("702.9"), BLOCKED) == number("702.9b")
    assert SEARCH.below_title(number("702.9"), words_of("flying")) == number("702.9a"), "the first says what it is"
    assert SEARCH.below_title(number("702.9b"), BLOCKED) is None, "it says something itself"


def test_words_without_the_other_keyword_are_not_about_it() -> None:
    assert SEARCH.is_about_another_keyword(number("702.9b"), number("702.10b"), BLOCKED)
    assert not SEARCH.is_about_another_keyword(number("702.9b"), number("702.10b"), words_of(SPEED))
    assert not SEARCH.is_about_another_keyword(number("702.9b"), number("100.1"), BLOCKED)


def test_a_sentence_about_another_keyword_is_of_that() -> None:
    better = SEARCH.better(number("702.9b"), SPEED, words_of(SPEED), ())
    assert better is not None
    assert better.within(number("702.10"))
    assert SEARCH.better(number("702.9b"), SPEED, words_of(SPEED), {better}) is None, "it is cited there itself"
    assert SEARCH.better(number("702.9b"), EVASION, words_of(EVASION), ()) is None


def reading(text: str, printed: str, words: ClauseWords | None = WORDS) -> Read:
    """Return what the first citation of a text may mean."""
    cited, reader = citing(text), MeaningReader(NUMBERING, AT, words)
    spoken = reader.spoken(cited.text, cited.groups, 0)
    return reader.read(number(printed), CitedPassage(spoken) if spoken else None)


def test_without_words_a_number_may_mean_all_that_it_ever_named() -> None:
    uses = NUMBERING.uses(number("114.4"))
    assert len(uses) > 1
    found = reading("// CR 114.4: a word", "114.4", None)
    assert [(sense.use, sense.weight) for sense in found.readings] == [(use, 1.0) for use in uses]
    assert not found.is_silent


def test_what_is_quoted_decides_in_which_releases_the_number_meant_that() -> None:
    found = reading(f"// CR 702.9b: {EVASION}\n", "702.9b")
    assert found.readings[0].quoted
    assert {sense.use.clause for sense in found.readings} == {NUMBERING.clause(number("702.9b"), AT)}
    assert found.own == (_wording("702.9b"),)
    assert not any(each.quoted for each in reading("// CR 702.9b: blocked by it\n", "702.9b").readings)


WEIGHER = Weigher(NUMBERING, AT, AT, None, None)
USUAL = Releases.expected(AT, None)


def test_a_pin_decides_whatever_else_is_said() -> None:
    """114.4 named an illegal target until 2018-01-19, and has named other clauses since."""
    pinned = WEIGHER.pinned(number("114.4"), at("2018-01-19"))
    assert (pinned.basis, pinned.certainty) == (Basis.PIN, Certainty.SURE)
    assert pinned.judgement.verdict is not Verdict.RIGHT
    assert WEIGHER.pinned(number("702.9b"), AT).judgement.verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("printed", "verdict"), [("702.9b", Verdict.RIGHT), ("100.1", Verdict.RIGHT), ("702.9z", None), ("999.1", None)]
)
def test_a_number_of_the_newest_release_is_right_without_words_and_another_is_none(
    printed: str, verdict: Verdict | None
) -> None:
    read = MeaningReader(NUMBERING, AT, None).read(number(printed), None)
    weighed = WEIGHER.weighed(number(printed), read, None, Known(USUAL, USUAL, {}, 0)).found
    assert (weighed.judgement.verdict is Verdict.RIGHT) is (verdict is Verdict.RIGHT)
    assert weighed.certainty is Certainty.SURE
