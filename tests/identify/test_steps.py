"""The steps by which words of a text are found to be those of a clause, each by itself."""

from __future__ import annotations

from datetime import date

from table import table

from crdiff.identify.agreement import agreement, best_fit, numbered_fit
from crdiff.identify.dating import dated, with_stated_dates
from crdiff.identify.fitting import fit, letters_apart
from crdiff.identify.identified import IdentifiedClause, Misprint, SlipKind
from crdiff.identify.identify import identify
from crdiff.identify.page_words import NearWords, PageWords
from crdiff.identify.quoted import quoted_words
from crdiff.identify.slips import how_agreed, marks_around, misprints, printed_words, slips
from crdiff.identify.stretches import Stretches, read_page
from crdiff.identify.today import said_today
from crdiff.identify.word_index import IndexedLife, IndexedStay, WordIndex, write_index
from tests.identify.conftest import CONSPIRE, DATES, INDEX, OTHERS, PROHIBITED, SOULSHIFT

# Places of lives in the index.
TRAMPLE, PROHIBIT, SOUL = range(3)
SLIPPED = PROHIBITED.replace("prohibited", "forbidden")


def page(text: str) -> PageWords:
    """Return the words of a text as they are looked for."""
    return read_page(text, INDEX)


@table
def test_letters_are_put_in_taken_out_replaced_or_swapped(one: str, other: str, letters: int) -> None:
    assert letters_apart(one, other) == letters_apart(other, one) == letters


def test_a_word_that_no_clause_has_is_read_as_the_one_that_a_slip_made_it_of() -> None:
    meant = page("If a permanent has mutliple instances of soulshift, my zyxwv")
    assert meant.read[4] == "multiple"
    assert meant.read[-1] == "zyxwv"
    assert meant.plain[4] == "mutliple", "what stands there stays"


def test_words_agree_but_for_the_runs_in_which_they_differ() -> None:
    said, written = PageWords(PROHIBITED), PageWords(SLIPPED)
    whole = (0, len(written.plain))
    found = fit(written, whole, said.plain, (0, len(said.plain)), whole)
    assert found
    (run,) = found.runs
    assert (run.old_stop - run.old_start, found.cost, found.stop - found.start) == (1, 1, len(said.plain))
    at = said.plain.index("prohibited")
    assert not found.keeps(at, at + 1)
    assert found.keeps(at + 1, len(said.plain))
    assert found.on_page(at + 1) == at + 1


def test_a_stretch_is_where_words_of_a_life_stand_close_together() -> None:
    text = f"I say: {PROHIBITED} So it is."
    words = page(text)
    stretches = Stretches(words, INDEX)
    (stretch,) = (one for one in stretches.every if one.life == PROHIBIT)
    assert words.plain[stretch.places[0]] == "a"
    assert stretches.beside(stretch, []) is None
    assert stretches.beside(stretch, [(0, len(words.plain))]) == []
    best = best_fit(stretch, (0, len(words.plain)), words, INDEX)
    assert best
    assert (best.is_quotation, best.fit.cost) == (True, 0)


def test_the_clauses_that_read_nearly_alike_are_rivals() -> None:
    stretches = Stretches(page(SOULSHIFT.replace("permanent", "card").replace("soulshift", "zyxwv")), INDEX)
    for one, other in ((SOUL, SOUL + 1), (SOUL + 1, SOUL)):
        first = next(stretch for stretch in stretches.every if stretch.life == one)
        assert [stretch.life for stretch in stretches.rivals(first)] == [other]


def test_words_that_are_no_quotation_by_themselves_do_not_stand_for_a_clause_with_slips() -> None:
    """205.3e of 2026-08-07 begins "If an effect instructs a player to", as many do; so much of it quotes nothing."""
    said = "If an effect instructs a player to choose a number at once."
    other = "If an effect instructs a player to draw, nobody else draws."
    every = (said, said.replace("once", "last"), other)
    lives = [
        IndexedLife(f"2009-05-01-{at}", (IndexedStay(0, 2, f"{at}", 0, True),), False, (text,))
        for at, text in enumerate(every, 101)
    ]
    index = WordIndex(write_index([*lives, *OTHERS], DATES))
    words = read_page(said.replace("choose a number", "zyxwvuts a qqwwqqww"), index)
    (found,) = quoted_words(words, index)
    assert (found.start, found.stop, found.agreements[0].life) == (0, len(words.plain), 0)


def test_a_numbered_paragraph_is_compared_with_the_clause_of_its_number() -> None:
    words = page(f"601.5 {SLIPPED}")
    limits = words.body(2)
    found = numbered_fit(PROHIBIT, limits, words, INDEX)
    assert found
    assert found[1].cost == 1
    assert numbered_fit(SOUL, limits, words, INDEX) is None
    costs = agreement(PROHIBIT, found[1], limits, words, INDEX)
    assert (costs.life, len(costs.costs)) == (PROHIBIT, 1)
    assert costs.best == found[0] > 0


def test_quotations_of_one_release_are_dated_together() -> None:
    words = page(f"601.5. {PROHIBITED}\n\n702.76b {CONSPIRE}")
    (group,) = dated(quoted_words(words, INDEX), words, INDEX)
    assert (group.positions, len(group.quotations)) == ((1, 2), 2)
    assert [one.number for one in group.quotations] == ["601.5", "702.76b"]


@table
def test_a_slip_is_what_stands_in_place_of_the_words_of_the_rules(
    written: str, kind: SlipKind, pair: tuple[str, str]
) -> None:
    words = page(written)
    agreed = how_agreed((0, len(words.plain)), words, INDEX.words_of(PROHIBIT, 0), PROHIBITED)
    (slip,) = slips(agreed, words, INDEX)
    assert (slip.kind, (slip.written, slip.official), slip.line) == (kind, pair, 1)
    assert marks_around(agreed.printed, agreed.fit.said_start, agreed.fit.said_stop) == ("", ".")
    assert printed_words(words, 1, 3) == "player can’t"


HEADING = "From the Comprehensive Rules (May 1, 2009—Alara Reborn)"


def test_a_date_over_a_quotation_says_of_which_release_it_should_be() -> None:
    text = f"{HEADING}\n\n{PROHIBITED}"
    (one,) = with_stated_dates(identify(PROHIBITED, INDEX), PROHIBITED, DATES).quotations
    assert (one.stated, one.is_misdated) == (None, False)
    (one,) = with_stated_dates(identify(text, INDEX), text, DATES).quotations
    assert (one.stated, one.is_misdated) == (date(2009, 5, 1), True), "the clause came in 2009-07-11"


def test_a_date_right_after_a_quotation_is_of_it_alone() -> None:
    text = f"{PROHIBITED} [CompRules 2011/06/17]\n\n{SOULSHIFT}"
    first, second = with_stated_dates(identify(text, INDEX), text, DATES).quotations
    assert (first.stated, first.is_misdated, second.stated) == (date(2011, 6, 17), False, None)
    undated = f"Comprehensive Rules of Juni 7, 2024 and 2024-13-01\n\n{PROHIBITED}"
    assert identify(undated, INDEX).quotations[0].stated is None


PRINTED_IN = (date(2003, 5, 26), date(2003, 7, 1))
PRINTED = "At the start of a game, each player shuffles his or her own deck so that the cards in a random order."
MENDED = PRINTED.replace("cards in", "cards are in")


def _life(old: str, new: str) -> IndexedLife:
    stays = (IndexedStay(0, 0, "101.1", 0, True), IndexedStay(1, 1, "101.1", 1, True))
    return IndexedLife("2003-05-26-101.1", stays, False, (old, new))


def test_a_small_word_lost_in_101_1_of_2003_05_26_is_a_misprint() -> None:
    life = _life(PRINTED, f"{MENDED} The players’ decks become their libraries.")
    assert misprints(PRINTED, life, life.stays[0], PRINTED_IN) == (Misprint("cards in", "cards are in", PRINTED_IN[1]),)


def test_a_sentence_written_anew_has_no_misprint() -> None:
    life = _life(PRINTED, "Each player shuffles their deck.")
    assert misprints(PRINTED, life, life.stays[0], PRINTED_IN) == ()


THEN = "any remaining damage is assigned as its controller chooses among those blocking creatures."
NOW = "any excess damage is assigned as its controller chooses among those blocking creatures."


def _quoted(official: str, now: str) -> IdentifiedClause:
    return IdentifiedClause(
        "2009-07-11-702.17b", False, "702.17b", "702.17b", "702.19b", official, official, now, 1, True, (), (), 1, 1, 0,
        len(official),
    )  # fmt: skip


def test_a_part_is_the_same_sentences_of_today() -> None:
    said = said_today(_quoted(THEN.capitalize(), f"Another rule. {NOW.capitalize()}"))
    assert said == NOW.capitalize()


# Long enough that its third sentence left out is more than a slip.
SENTENCES = (
    "A conspirator names a card before the draft begins and writes its name down.",
    "That piece of paper is kept face down below the booster packs until the end.",
    "Nobody else at the table may read that name until the last booster is empty.",
    "Each copy of the named card that its owner drafts is worth one more point.",
)


def lacking_one_text() -> WordIndex:
    """Return an index of two lives, one of which has no text for the first release."""
    stays = (IndexedStay(0, 0, "502.49b", 0, False), IndexedStay(1, 2, "702.44b", 1, True))
    lives = (
        IndexedLife("2009-05-01-502.49b", stays, False, ("", SOULSHIFT)),
        IndexedLife("2009-05-01-905.1", (IndexedStay(0, 2, "905.1", 0, False),), False, (" ".join(SENTENCES),)),
    )
    return WordIndex(write_index((*lives, *OTHERS), DATES))


def test_a_number_whose_text_is_lacking_says_when_words_with_a_slip_stood_there() -> None:
    """It may be another wording of that time, and is no slip for today's number; under today's number it is one."""
    slipped = SOULSHIFT.replace("multiple", "mutliple")
    for number, days, made in (("502.49b", DATES[:1], []), ("702.44b", DATES[1:], ["mutliple"])):
        found = identify(f"{number} {slipped}", lacking_one_text())
        assert [day for day in DATES if any(span.covers(day) for span in found.passages[0].spans)] == [*days]
        assert [slip.written for slip in found.slips] == made


def test_sentences_are_quoted_on_either_side_of_one_that_is_left_out() -> None:
    said = " ".join((*SENTENCES[:2], SENTENCES[3]))
    found = identify(f"905.1 {said}", lacking_one_text())
    assert [(one.number, one.is_part, f"{one.text}.") for one in found.quotations] == [("905.1", True, said)]
    assert not found.slips


def test_a_part_whose_sentence_is_gone_is_not_known() -> None:
    assert said_today(_quoted(THEN.capitalize(), "Nothing like it stands here.")) is None


@table
def test_a_question_mark_within_a_word_is_an_apostrophe_or_a_dash(text: str, words: list[str]) -> None:
    """419.2 of 2008-02-01 has both."""
    assert PageWords(text).plain == words


WORDS = NearWords(("the", "player", "gets", "active", "plays", "get", "creature"))


@table
def test_a_slip_of_typing_leads_to_the_words_it_was_made_of(word: str, near: list[str]) -> None:
    """504.2 of 2016-09-30, "Second, the active player gets priority", with a slip in three of its words."""
    assert WORDS.near(word) == near
