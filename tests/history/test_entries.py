"""Glossary entries and paragraphs, which have no numbers, are followed by their terms and by what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from made_change import made_change

from crdiff.changes.change import Change, Part, Quoted, Structure
from crdiff.history.entries import EntryChange, follow_entries
from crdiff.history.lineage import How
from crdiff.history.news import ReleaseNews
from crdiff.history.paragraphs import follow_paragraphs
from crdiff.history.thread import Thread
from crdiff.model.release import Stay

DAYS = ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")

ToldChange = tuple[int, str, str]


def followed(glossaries: Sequence[Mapping[str, str]], *changes: ToldChange) -> dict[str, Thread]:
    """Return the entries by id; each glossary maps terms to wordings, each change is (position, old, new)."""
    stays = [
        Stay(first, _last(glossaries, first, term), term, wording)
        for first, glossary in enumerate(glossaries)
        for term, wording in glossary.items()
        if not first or glossaries[first - 1].get(term) != wording
    ]
    told = [EntryChange(at, ordinal, old, new) for ordinal, (at, old, new) in enumerate(changes)]
    return {thread.id: thread for thread in follow_entries(stays, told, DAYS.__getitem__)}


def _last(glossaries: Sequence[Mapping[str, str]], first: int, term: str) -> int:
    wording = glossaries[first][term]
    after = (at for at in range(first, len(glossaries)) if glossaries[at].get(term) != wording)
    return next(after, len(glossaries)) - 1


def stays(thread: Thread) -> list[tuple[str, int, int, str]]:
    return [(stay.number, stay.first, stay.last, stay.wording) for stay in thread.stays]


def test_an_entry_goes_on_under_another_term_and_with_other_words() -> None:
    entries = followed(
        [{"Player's Turn": "a"}, {"Players Turn": "a"}, {"Players Turn": "b"}],
        (1, "Player's Turn", "Players Turn"),
        (2, "Players Turn", "Players Turn"),
    )
    (turn,) = entries.values()
    assert turn.id == "2001-01-01-player-s-turn"
    assert stays(turn) == [("Player's Turn", 0, 0, "a"), ("Players Turn", 1, 1, "a"), ("Players Turn", 2, 2, "b")]
    assert [stay.node for stay in turn.stays] == [-1, 0, 1]
    assert (turn.origin, turn.fate) == ((), ())


def test_two_entries_that_exchange_their_terms_are_told_apart() -> None:
    entries = followed([{"A": "a", "B": "b"}, {"A": "b", "B": "a"}], (1, "A", "B"), (1, "B", "A"))
    assert stays(entries["2001-01-01-a"]) == [("A", 0, 0, "a"), ("B", 1, 1, "a")]
    assert stays(entries["2001-01-01-b"]) == [("B", 0, 0, "b"), ("A", 1, 1, "b")]


def test_an_entry_that_is_missing_for_a_while_is_the_same_when_it_is_back() -> None:
    """Source: 2003-05-26 lacks Madness."""
    entries = followed([{"Madness": "m"}, {}, {"Madness": "m"}], (1, "Madness", ""), (2, "", "Madness"))
    (madness,) = entries.values()
    assert stays(madness) == [("Madness", 0, 0, "m"), ("Madness", 2, 2, "m")]
    assert [(knot.how, knot.at) for knot in (*madness.fate, *madness.origin)] == [(How.REMOVED, 1), (How.REINSTATED, 2)]


def test_an_entry_that_leaves_in_the_release_in_which_another_arrives_ends_there() -> None:
    """2009-07-11 removed “Mana Burn” and has “Mana Burn (Obsolete)”."""
    entries = followed(
        [{"Mana Burn": "a"}, {"Mana Burn (Obsolete)": "b"}], (1, "Mana Burn", ""), (1, "", "Mana Burn (Obsolete)")
    )
    burn, obsolete = entries["2001-01-01-mana-burn"], entries["2002-02-02-mana-burn-obsolete"]
    assert [(knot.how, knot.at) for knot in burn.fate] == [(How.REMOVED, 1)]
    assert [(knot.how, knot.at) for knot in obsolete.origin] == [(How.ADDED, 1)]


def test_an_entry_that_arrives_is_not_the_one_of_its_name_that_leaves_in_the_same_release() -> None:
    """Whoever compared the two releases found them to be two."""
    entries = followed([{"As though": "a"}, {"As Though": "b"}], (1, "As though", ""), (1, "", "As Though"))
    assert list(entries) == ["2001-01-01-as-though", "2002-02-02-as-though"]


def test_a_glossary_that_breaks_off_says_nothing_of_the_entries_it_lacks() -> None:
    """Source: 2013-02-01, which ends in the letter A: no change says that the others are gone."""
    (haste,) = followed([{"Haste": "h"}, {}, {"Haste": "h"}, {"Haste": "h"}]).values()
    assert stays(haste) == [("Haste", 0, 3, "h")]


def test_two_entries_that_come_under_one_name_have_two_ids() -> None:
    entries = followed([{"As though": "a", "As Though": "b"}])
    assert list(entries) == ["2001-01-01-as-though", "2001-01-01-as-though-2"]


# paragraphs of the introduction and the credits keep no number: they are followed by what they say


YEARS = [date(2001 + at, 1, 1) for at in range(5)]


def news(at: int, *changes: Change) -> ReleaseNews:
    return ReleaseNews(YEARS[at], YEARS[at - 1], (), changes)


def change(part: Part, old: str, new: str) -> Change:
    before, after = ((Quoted(f"{part.value}:1", "", text, (), 1),) if text else () for text in (old, new))
    return made_change(Structure.SAME, part=part, old=before, new=after)


def test_a_paragraph_is_followed_through_the_releases_that_changed_it() -> None:
    """The introduction of 2026-08-07 has "August 7" where that of 2026-06-19 has "June 19"."""
    (found,) = follow_paragraphs(
        [
            news(1),
            news(2, change(Part.FRONT, "as of June 19", "as of August 7")),
            news(3, change(Part.FRONT, "as of August 7", "")),
        ]
    )
    assert (found.part, found.said, found.end) == (Part.FRONT, [(0, "as of June 19"), (2, "as of August 7")], 3)


def test_a_paragraph_that_arrives_begins_with_its_release_and_the_introduction_comes_first() -> None:
    found = follow_paragraphs([news(1, change(Part.CREDITS, "", "Tester: A"), change(Part.FRONT, "one", "other"))])
    assert [(each.part, each.said) for each in found] == [
        (Part.FRONT, [(0, "one"), (1, "other")]),
        (Part.CREDITS, [(1, "Tester: A")]),
    ]


def test_what_one_paragraph_came_to_say_in_a_release_is_not_taken_for_another_of_that_release() -> None:
    swapped = [change(Part.CREDITS, "one", "other"), change(Part.CREDITS, "other", "one")]
    found = follow_paragraphs([news(1, *swapped), news(2, change(Part.CREDITS, "one", "third"))])
    assert [each.said for each in found] == [[(0, "one"), (1, "other")], [(0, "other"), (1, "one"), (2, "third")]]
