"""Errors of the rules themselves: 101.1 of 2003-05-26 lacks a word that 2003-07-01 has."""

from __future__ import annotations

from datetime import date

from crdiff.identify.identified import Misprint
from crdiff.identify.slips import misprints
from crdiff.identify.word_index import IndexedLife, IndexedStay

DATES = (date(2003, 5, 26), date(2003, 7, 1))
PRINTED = "At the start of a game, each player shuffles his or her own deck so that the cards in a random order."
MENDED = PRINTED.replace("cards in", "cards are in")


def _life(old: str, new: str) -> IndexedLife:
    stays = (IndexedStay(0, 0, "101.1", 0, True), IndexedStay(1, 1, "101.1", 1, True))
    return IndexedLife("2003-05-26-101.1", stays, False, (old, new))


def test_a_small_word_lost_in_101_1_of_2003_05_26_is_a_misprint() -> None:
    life = _life(PRINTED, f"{MENDED} The players’ decks become their libraries.")
    assert misprints(PRINTED, life, life.stays[0], DATES) == (Misprint("cards in", "cards are in", DATES[1]),)


def test_a_sentence_written_anew_has_no_misprint() -> None:
    life = _life(PRINTED, "Each player shuffles their deck.")
    assert misprints(PRINTED, life, life.stays[0], DATES) == ()
