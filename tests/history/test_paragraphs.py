"""Paragraphs of the introduction and the credits keep no number: they are followed by what they say."""

from __future__ import annotations

from datetime import date

from made_change import made_change

from crdiff.changes.change import Change, Part, Quoted, Structure
from crdiff.history.news import ReleaseNews
from crdiff.history.paragraphs import follow_paragraphs

DAYS = [date(2001 + at, 1, 1) for at in range(5)]


def news(at: int, *changes: Change) -> ReleaseNews:
    return ReleaseNews(DAYS[at], DAYS[at - 1], (), changes)


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
