"""The paragraphs outside the rules, of the introduction and the credits, followed from release to release."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct

from crdiff.changes.change import Part
from crdiff.history.news import ReleaseNews


class FollowedParagraph(Struct):
    """A paragraph that changed at least once.

    `said` is what it said, each time with the position of the release, from 0, that brought it; `end` is the position
    of the release that dropped it, None where the newest still has it.
    """

    part: Part
    said: list[tuple[int, str]]
    end: int | None = None


def follow_paragraphs(news: Sequence[ReleaseNews]) -> tuple[FollowedParagraph, ...]:
    """Return the paragraphs that any of `news`, of all releases but the first, says to have changed.

    A paragraph has no number that it keeps: what a release says to have been its text leads back to it; one that was
    not met before was there from the first release on. Of a text that breaks off it is not known which of them it had.
    """
    found: list[FollowedParagraph] = []
    last: defaultdict[tuple[Part, str], list[FollowedParagraph]] = defaultdict(list)
    for at, each in enumerate(news, start=1):
        reading: list[FollowedParagraph] = []
        for change in sorted(each.outside, key=lambda change: change.part is not Part.FRONT):
            for old, new in zip_longest(change.old, change.new):
                known = last[change.part, old.text] if old else []
                if not known:
                    found.append(FollowedParagraph(change.part, [(0, old.text)] if old else []))
                paragraph = known.pop() if known else found[-1]
                if new:
                    paragraph.said.append((at, new.text))
                    reading.append(paragraph)
                else:
                    paragraph.end = at
        for paragraph in reading:
            last[paragraph.part, paragraph.said[-1][1]].append(paragraph)
    return tuple(found)
