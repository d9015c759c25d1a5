"""Glossary entries and paragraphs, which have no numbers, are followed by their terms and by what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

import pytest
from made_change import made_change
from reviewed import answered
from threads import told

from crdiff.changes.change import Change, Op, Part, Quoted, Segment, Structure
from crdiff.changes.compare import compare
from crdiff.history.entries import EntryChange, follow_entries
from crdiff.history.heirs import Ground, Heir, Heirs, Statement, obsolete_of, own_change, subsections_of
from crdiff.history.lineage import Event, How, Lineage, NumberRun, Worded
from crdiff.history.news import ReleaseNews
from crdiff.history.paragraphs import follow_paragraphs
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Stay
from tests.changes.conftest import aligned
from tests.conftest import Golden
from tests.support.days import on

DAYS = ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")

FILE = Path(__file__).with_name("entries.txt")


def entries_of(given: list[str]) -> Iterator[str]:
    """Yield the lives of entries: a line of each glossary has terms with their wordings, and what became what."""
    parts = [[part.strip() for part in line.split(";") if part.strip()] for line in given]
    glossaries = [dict(part.split(": ") for part in line if ": " in part) for line in parts]
    changes = [(at, *part.split(" -> ")) for at, line in enumerate(parts) for part in line if " -> " in part]
    stays = [
        Stay(first, _last(glossaries, first, term), term, wording)
        for first, glossary in enumerate(glossaries)
        for term, wording in glossary.items()
        if not first or glossaries[first - 1].get(term) != wording
    ]
    followed = [
        EntryChange(at, ordinal, *("" if each == "nothing" else each for each in change))
        for ordinal, (at, *change) in enumerate(changes)
    ]
    threads = follow_entries(stays, followed, DAYS.__getitem__)
    for one in threads:
        yield f"{one.id}, described by changes {', '.join(str(stay.node) for stay in one.stays)}"
        yield from told(one, threads, DAYS)


def test_entries_are_followed_as_reviewed(golden: Golden) -> None:
    golden(FILE, answered(FILE, entries_of))


def _last(glossaries: Sequence[Mapping[str, str]], first: int, term: str) -> int:
    wording = glossaries[first][term]
    after = (at for at in range(first, len(glossaries)) if glossaries[at].get(term) != wording)
    return next(after, len(glossaries)) - 1


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


# what took over from a clause that ended: merged, said elsewhere, nearest of what is new, or unknown


BEFORE, AFTER = date(2009, 5, 1), date(2009, 7, 11)
Texts = dict[str, str]


def lineage(number: str, text: str, *fate: Event[ClauseNumber]) -> Lineage[ClauseNumber]:
    """Return a clause of the release before that ended with the next one."""
    at = ClauseNumber.parse(number)
    worded = Worded(BEFORE, BEFORE, at, "", text, (), None)
    ended = fate or (Event(How.REMOVED, AFTER),)
    return Lineage(f"{BEFORE}-{number}", "", (NumberRun(BEFORE, BEFORE, at),), (worded,), (), ended, AFTER)


def heirs_in(before: Texts, after: Texts) -> Heirs[ClauseNumber]:
    """Return what finds heirs where releases say `before` and `after`, by number."""

    def said_in(release: date) -> Iterator[Statement[ClauseNumber]]:
        for number, text in (before if release == BEFORE else after).items():
            yield Statement(f"id-{number}", ClauseNumber.parse(number), text)

    return Heirs(said_in)


def found(text: str, before: Texts, after: Texts) -> list[tuple[Ground, str, str]]:
    heirs = heirs_in(before, after).of(lineage("214.5", text))
    return [(heir.ground, str(heir.number), heir.sentence) for heir in heirs]


def test_what_a_text_was_merged_into_took_over() -> None:
    merged = Event(How.MERGED, AFTER, "id-702.17b", ClauseNumber.parse("702.17b"))
    ended = lineage("502.9d", "Assigning damage considers only the actual toughness of a creature.", merged)
    heir = Heir("id-702.17b", ClauseNumber.parse("702.17b"), AFTER, Ground.MERGED)
    assert heirs_in({}, {}).of(ended) == (heir,)


STATUS = "Every permanent has a value in each of three status categories: tapped/untapped, flipped/unflipped."
STATUSES = "There are three status categories, and a permanent has a value in each: tapped/untapped, flipped/unflipped."


def test_a_sentence_that_came_when_the_other_went_is_near_to_it() -> None:
    """110.6 of 2009-07-11 came with most of the words of 214.5 of 2009-05-01; 701.9c speaks of something else."""
    other = "A player shuffles the cards of the library and puts them on the bottom of it in that order."
    assert found(STATUS, {}, {"110.6": STATUSES, "701.9c": other}) == [(Ground.NEAR, "110.6", STATUSES)]


def test_a_sentence_that_was_there_before_took_nothing_over() -> None:
    """702.2f of 2015-09-26 speaks of deathtouch as 702.72b spoke of changeling, and had done so for years."""
    text = "Multiple instances of changeling on the same object are redundant wherever that object is."
    twin = {"702.2f": text.replace("changeling", "deathtouch")}
    assert found(text, twin, twin) == []


def test_a_clause_that_says_the_same_took_over_though_it_did_so_before() -> None:
    """805.10a of 2018-04-27 has every sentence of 810.7a, as it had beside it."""
    text = (
        "Each team’s creatures attack the other team as a group of creatures. "
        "During the combat phase, the active team is the attacking team and its players attack."
    )
    twin = {"805.10a": text}
    assert found(text, twin, twin) == [(Ground.SAME, "805.10a", "")]


def test_one_sentence_of_several_is_not_the_same() -> None:
    first = "Adding or removing blockers later in combat won’t change the bonus of the creature."
    text = f"{first} The bushido bonus is calculated only once per combat, when its ability resolves and no more."
    twin = {"502.12b": first}
    assert found(text, twin, twin) == []


def test_of_many_heirs_only_some_are_named() -> None:
    """The sentences of 405.2 of 2007-10-01 are near those of more clauses than a reader wants."""
    words = ["goblin", "dragon", "angel", "kraken", "sphinx", "hydra"]
    said = [f"The {word} attacks the player who controls the {word} named first in that turn." for word in words]
    heirs = found(" ".join(said), {}, {f"405.{at}": one for at, one in enumerate(said, 1)})
    assert [number for _, number, _ in heirs] == ["405.1", "405.2", "405.3", "405.4"]


def test_a_clause_in_force_has_no_heir() -> None:
    at = ClauseNumber.parse("110.6")
    worded = Worded(BEFORE, AFTER, at, "", STATUS, (), None)
    stands = Lineage("id-110.6", "", (NumberRun(BEFORE, AFTER, at),), (worded,), (), (), AFTER)
    assert heirs_in({}, {"110.7": STATUS}).of(stands) == ()


@pytest.mark.parametrize(
    ("term", "meant"), [("Mana Burn (Obsolete)", "Mana Burn"), ("Mana Source (obsolete)", "Mana Source"), ("Mana", "")]
)
def test_an_entry_that_calls_a_term_obsolete_is_about_it(term: str, meant: str) -> None:
    assert obsolete_of(term) == meant


def test_the_clauses_under_a_heading_are_counted_where_they_went() -> None:
    """The clauses of 408 of 2009-05-01 went to several subsections."""

    def moved(number: str) -> Lineage[ClauseNumber]:
        at = ClauseNumber.parse(number)
        worded = Worded(BEFORE, AFTER, at, "", "", (), None)
        return Lineage(f"id-{number}", "", (NumberRun(AFTER, AFTER, at),), (worded,), (), (), AFTER)

    assert subsections_of(map(moved, ("603.2", "601.1", "603.3")), AFTER) == (
        (ClauseNumber.of(603), 2),
        (ClauseNumber.of(601), 1),
    )


# how one lineage is made of two, how a clause comes back, and what is shown of a release


def worded(first: str, last: str, text: str, change: Change | None = None) -> Worded[ClauseNumber]:
    """Return a wording of 100.1."""
    return Worded(on(first), on(last), ClauseNumber.parse("100.1"), "", text, (), change)


def test_a_clause_that_gave_text_to_another_has_a_change_of_its_own() -> None:
    old, new = {"100.1": "One is. Two is."}, {"100.1": "One is.", "100.2": "Two is."}
    (change,) = compare(aligned(old, new, {"100.1": ["100.1", "100.2"]})).changes
    assert change.structure is Structure.SPLIT
    before = worded("2001-01-01", "2001-01-01", "One is. Two is.")
    after = worded("2002-02-02", "2002-02-02", "One is.", change)
    own = own_change(before, after)
    assert own
    assert [segment for segment in own.redline if segment.op is Op.DELETED] == [Segment(Op.DELETED, " Two is.")]
    assert own.facets == after.own_facets
    assert own_change(None, after) is change
    assert own_change(before, worded("2002-02-02", "2002-02-02", "One is.")) is None
