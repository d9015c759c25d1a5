"""What a text lacks at its end: a download that was cut is not the release whose date it prints.

The contents of a text list its last parts, the known lives say which clauses and glossary entries a release has, and
the credits of a text beside it where credits end. All 134 releases but 2013-02-01 pass, each beside the one before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crdiff.model.release import Release, covering
from crdiff.store.embedded.lives import known_lives, known_sizes

END_OF_CREDITS = "the end of its credits"
_NOTICE = re.compile(r"\bPatent|\bPat\. No\. RE|website", re.IGNORECASE)
"""What stands in the last paragraphs of the credits: the patents, or before 2013 how to reach the publisher."""
_END = re.compile(r"(?:\.|\.com>?|Inc)$")
"""What the last paragraph of the credits ends with: a full stop, a website, or a company as in 2026-01-16."""
_ALIKE_MIN = 0.98
"""Share of the clauses or entries of a release up to its end that a text of it has, whatever form it was given in."""
_DIGITS = re.compile(r"\d+")


def lacking(text: Release) -> str:
    """Return what a text lacks at its end, "" where nothing is known to: "its credits and 405 of 735 entries"."""
    at = _known_at(text)
    listed = [part.lower() for part in text.missing if part.lower() != "glossary"]
    lacked = [" and ".join((f"its {listed[0]}", *listed[1:]))] if listed else []
    if at is None:
        return "".join(lacked)
    if not text.credits:
        terms, entries = _terms(text.book, at), {entry.term for entry in text.glossary}
        if absent := len(terms - entries):
            after = f", those after “{text.glossary[-1].term}”" if text.glossary else ""
            lacked.insert(0, f"{absent} of {len(terms)} glossary entries{after}")
        lacked = lacked or ["its credits"]
    elif not _are_ended(text):
        lacked.append(END_OF_CREDITS)
    return ", and ".join(lacked)


def last_of_its_rules(text: Release) -> str:
    """Return the number of the clause in the rules after which a text breaks off, "" where it has all of them."""
    if text.glossary or text.credits or not text.placements:
        return ""
    last = str(text.placements[-1].number)
    return last if text.missing or _is_beginning(text) else ""


def lacks_credits_of(paragraphs: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the credits of a text end where those of another, of its release or the one before, go on."""
    ours, theirs = ([_DIGITS.sub("0", paragraph) for paragraph in each] for each in (paragraphs, others))
    if not ours or not theirs or ours[-1] == theirs[-1]:
        return False
    return any(one.startswith(ours[-1]) for one in theirs)


def _are_ended(text: Release) -> bool:
    """Whether the credits go on to their end. Source: 2003-05-26, alone without contents, has no notice either."""
    said = [paragraph.text for paragraph in text.credits]
    return _END.search(said[-1]) is not None and (not text.contents or any(map(_NOTICE.search, said)))


def _known_at(text: Release) -> int | None:
    """Return the position of the known release whose clauses a text has, None where there is none."""
    at, known = _of_its_date(text)
    return at if known and len(text.placements) >= _ALIKE_MIN * known else None


def _of_its_date(text: Release) -> tuple[int, int]:
    """Return the position of the known release of the date of a text, and how many clauses it has, 0 for none."""
    sizes = known_sizes(text.book)
    return next(((at, known) for at, (day, known) in enumerate(sizes) if day == text.effective), (0, 0))


def _is_beginning(text: Release) -> bool:
    """Whether a text has all clauses of the known release of its date up to its last one, but not the rest."""
    at, known = _of_its_date(text)
    if len(text.placements) >= known:
        return False
    has = {placement.number for placement in text.placements}
    numbers = [text.numbers.parse(standing.number) for standing in known_lives(text.book).standing(at)]
    before = {number for number in numbers if number <= max(has)}
    return len(has & before) >= _ALIKE_MIN * len(before)


def _terms(book: str, at: int) -> frozenset[str]:
    entries = known_lives(book).entries
    return frozenset(stay.number for thread in entries if (stay := covering(thread.stays, at)))
