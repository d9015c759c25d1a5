"""Which rules have had a number: a page for each three-digit number, and what scripts look up."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from itertools import islice, takewhile
from typing import Any

import msgspec

from crdiff.history.lineage import How, NumberRun
from crdiff.model.number import ClauseNumber
from crdiff.output.workers import Files
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses
from crdiff.pages.english import counted, years
from crdiff.pages.flow import draw_number
from crdiff.pages.lives import Calendar, ClauseLineage, Lives, ending
from crdiff.pages.render import beside, page, this_book
from crdiff.reports.answer import json_of
from crdiff.reports.whatsnew import NumberPlace, NumbersAnswer
from crdiff.text.groups import by_key

# Meanings from which on a page gives each number one line.
_LONG = 600


def number_pages(addresses: Addresses) -> Files:
    """Yield the list of subsections, and for each of them the page of its numbers and the data beside it."""
    known = subsections(addresses)
    yield page(
        "numbers/numbers.html",
        address.NUMBERS,
        "Numbers, old and new",
        f"Find a rule of {this_book().game} by any number it has ever had.",
        subsections=known,
    )
    for index, subsection in enumerate(known):
        where, shown = _page(subsection, beside(index, known, str), addresses)
        yield where, shown
        yield address.as_json(where), json_of(number_table(subsection, addresses))
        yield address.number_uses(subsection), msgspec.json.encode(number_uses(subsection, addresses))


def _page(subsection: ClauseNumber, neighbours: Mapping[str, Any], addresses: Addresses) -> tuple[str, bytes]:
    """Return address and page of the numbers of `subsection`.

    On the page, `lead` says what the number is today, `former` what it was before, newest first; `today` is (when,
    number and title, address) of the section that has it, or of the one that had it last.
    """
    where = address.number(subsection)
    uses = addresses.meanings(subsection)
    rows = [
        (number, [_meaning(run, lineage, addresses) for run, lineage in addresses.meanings(number)])
        for number in numbers_of(subsection, addresses)
    ]
    return page(
        "numbers/number.html",
        where,
        f"Rules that have been numbered {subsection}",
        f"Which rules have had the number {subsection}, and those under it, when, and what they are today.",
        data=address.as_json(where),
        subsection=subsection,
        is_long=sum(len(meanings) for _, meanings in rows) > _LONG,
        lead=_lead(subsection, addresses),
        former=tuple(_former(run, lineage, addresses) for run, lineage in reversed(uses[:-1])),
        today=_today(subsection, addresses),
        picture=draw_number(subsection, addresses),
        texts=[text for text in addresses.editions if subsection in text.subsections],
        calendar=addresses,
        rows=rows,
        **neighbours,
    )


def _lead(subsection: ClauseNumber, lives: Lives) -> str:
    """Return what the number is today, and else what it was last, and what that is now."""
    uses = lives.meanings(subsection)
    if not uses:
        return f"Each rule below has had a number that begins with {subsection}."
    run, lineage = uses[-1]
    until = lives.last_day_of(run, lineage)
    title = lives.title_in(lineage.id, run.last)
    if until is None:
        return f"{subsection} has been “{title}” since {lives.came_with(run.first)}."
    became = _became(lineage, lives)
    gone = f"That subsection {became}; none has been numbered {subsection} since."
    return f"{subsection} was “{title}” until {until}. {gone}"


def _former(run: NumberRun[ClauseNumber], lineage: ClauseLineage, lives: Lives) -> str:
    """Return what a number was for some time, and what that is now."""
    title = lives.title_in(lineage.id, run.last)
    until = lives.last_day_of(run, lineage)
    when = f" until {until}" if until else ""
    return f"From {lives.came_with(run.first)}{when}: “{title}”. It {_became(lineage, lives)}."


def _became(lineage: ClauseLineage, calendar: Calendar) -> str:
    """Return what became of a subsection, as the predicate of a sentence."""
    if ended := calendar.ended_with(lineage):
        return f"was {ended}"
    newest = lineage.runs[-1]
    when = "today" if calendar.is_today(newest.last) else f"in {calendar.release_name(newest.last)}"
    return f"is {newest.number} {when}"


def _today(subsection: ClauseNumber, addresses: Addresses) -> tuple[str, str, str] | None:
    """Return where the section is read that has the number, or of one without a section, the last that had it."""
    uses = addresses.meanings(subsection)
    if not uses:
        return None
    lineage = uses[-1][1]
    number = lineage.number_in(addresses.newest)
    where = addresses.read_at(lineage) if lineage.in_force else ""
    when = "Today" if addresses.is_today(addresses.newest) else "In the newest text on this site"
    return (when, f"{number} {addresses.title(lineage.id)}", where) if where else None


def subsections(lives: Lives) -> tuple[ClauseNumber, ...]:
    """Return every section and subsection that a clause is known under, the sections first."""
    return tuple(sorted({number.subsection for number in lives.numbers}, key=lambda each: (not each.is_section, each)))


def numbers_of(subsection: ClauseNumber, lives: Lives) -> tuple[ClauseNumber, ...]:
    """Return the numbers within `subsection` that ever named a clause, in order."""
    first = bisect_left(lives.numbers, subsection)
    return tuple(takewhile(lambda number: number.subsection == subsection, islice(lives.numbers, first, None)))


def number_table(subsection: ClauseNumber, addresses: Addresses) -> NumbersAnswer:
    """Return where each number of `subsection` leads, and what is said of it, for the number jump."""
    numbers = {
        str(number): NumberPlace(*_place(number, addresses), _is_current(number, addresses))
        for number in numbers_of(subsection, addresses)
    }
    shown = str(subsection)
    return NumbersAnswer(int(shown) if shown.isdigit() else shown, numbers)


def _is_current(number: ClauseNumber, addresses: Addresses) -> bool:
    """Whether the number names a rule of the newest text; of recorded facts, a rule that alone ever had it."""
    if not addresses.is_recorded:
        return number in addresses.current
    lineages = {lineage.id: lineage for _, lineage in addresses.meanings(number)}
    return len(lineages) == 1 and all(each.in_force and each.runs[-1].number == number for each in lineages.values())


def _place(number: ClauseNumber, addresses: Addresses) -> tuple[str, str]:
    """Return where a number leads, and what is said of it."""
    meanings = addresses.meanings(number)
    found = tuple(dict.fromkeys(lineage.id for _, lineage in meanings))
    if where := addresses.current.get(number):
        before = f" {counted(len(found), 'rule').capitalize()} have had this number so far." if len(found) > 1 else ""
        revoked = addresses.lineages[addresses.lineage_of(number, addresses.newest)].revoked
        stands = f"{number} was revoked on {revoked}: a notice now has its number." if revoked else ""
        return where, f"{stands or f'{number} is in the newest text.'}{before}"
    if number.subsection in addresses.subsections and not (addresses.current or not number.is_heading):
        return address.rule(number.subsection), f"Rule {number}"
    if len(found) > 1:
        return address.number(number), f"{counted(len(found), 'rule').capitalize()} have had the number {number}."
    lineage = meanings[0][1]
    where = addresses.clause_page(lineage.id) or address.number(number)
    return where, _says(number, lineage, addresses)


def _says(number: ClauseNumber, lineage: ClauseLineage, calendar: Calendar) -> str:
    if ended := ending(lineage):
        return f"{number} was {ended[0]} on {ended[1]}."
    newest, last = lineage.runs[-1].number, lineage.runs[-1].last
    when = "today" if calendar.is_today(last) else f"in the release of {last}"
    if newest == number:
        return f"{number} is still {newest} {when}."
    runs = [run for run in lineage.runs if run.number == number]
    named = years([runs[0].first, calendar.last_day(runs[-1].last) or runs[-1].last])
    return f"{number} ({named}) is {newest} {when}."


def number_uses(subsection: ClauseNumber, addresses: Addresses) -> dict[str, Any]:
    """Return, for the numbers of `subsection`, the clauses and the pages of text that had each on which days.

    `clauses` are rows (first day, last day, id of the clause, "" where it has no page), oldest first; `texts` are rows
    (first day, last day) by the number that a page of text is named after: a subsection, or a rule of a long one. The
    last day is inside, and None while it lasts.
    """
    clauses = {
        str(number): [
            (run.first, addresses.last_day(run.last), lineage.id if addresses.clause_page(lineage.id) else "")
            for run, lineage in addresses.meanings(number)
        ]
        for number in numbers_of(subsection, addresses)
    }
    places = () if addresses.is_recorded else addresses.places.under(subsection)
    texts = by_key((str(place.number), (place.first, addresses.last_day(place.last))) for place in places)
    return {"clauses": clauses, "texts": texts}


def _meaning(run: NumberRun[ClauseNumber], lineage: ClauseLineage, addresses: Addresses) -> dict[str, object]:
    """Return what a number named for some time: the clause, what it was before that and why, what it is now."""
    newest, ended = lineage.runs[-1].number, ending(lineage)
    came, until = addresses.release_name(run.first), addresses.last_day_of(run, lineage)
    where = addresses.clause_page(lineage.id)
    now_href = "" if lineage.removed else addresses.read_at(lineage)
    if not (where or lineage.removed or newest == run.number):
        now_href = address.number(newest)
    return {
        "first": run.first.isoformat(),
        "days": f"{came} until {until}" if until else f"since {came}",
        "clause": _called(run, lineage, addresses),
        "href": where,
        "now": " ".join(ended) if ended else "the same" if newest == run.number else str(newest),
        "now_href": now_href,
        "before": _before(run, lineage, addresses),
    }


def _before(
    run: NumberRun[ClauseNumber], lineage: ClauseLineage, addresses: Addresses
) -> tuple[str, ClauseNumber | None, str, str]:
    """Return what a rule was before it had a number, in words that go on with another rule and what became of that.

    ``new``; ``split from 502.9``; ``506.3, until a new 506.2 was added``. The rule, with the address of its page, is
    None where no other is known to be the reason. Of the first release, before which nothing is known, all is empty.
    """
    at = lineage.runs.index(run)
    if run.first == addresses.contents.days[0]:
        return "", None, "", ""
    if at == 0:
        split = next((each for each in lineage.origin if each.how is How.SPLIT and each.number), None)
        return (
            ("split from", split.number, addresses.clause_page(split.lineage), "") if split else ("new", None, "", "")
        )
    earlier = str(lineage.runs[at - 1].number)
    moved = addresses.range_moved(lineage.id, run.first)
    if moved and moved.added:
        return f"{earlier}, until a new", moved.added, addresses.clause_at(moved.added, run.first), "was added"
    if moved and moved.removed:
        before = addresses.contents.days[addresses.contents.days.index(run.first) - 1]
        return f"{earlier}, until", moved.removed, addresses.clause_at(moved.removed, before), "was removed"
    return earlier, None, "", ""


def _called(run: NumberRun[ClauseNumber], lineage: ClauseLineage, lives: Lives) -> str:
    """Return what a clause is called; one without a title or a text by what it stood under."""
    heading = lives.title(lineage.id) or lives.heading_over(run.number, run.first)
    return heading if lives.title(lineage.id) else f"a rule of “{heading}”" if heading else lineage.id
