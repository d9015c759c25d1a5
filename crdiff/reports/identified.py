"""What a text quotes, in sentences: what every form of the answer says with the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from crdiff.changes.change import Segment
from crdiff.changes.description.redline import compare_as_printed
from crdiff.identify.identified import DatedPassage, Identified, IdentifiedClause, Misprint, Slip, SlipKind
from crdiff.identify.today import is_outdated, reads_otherwise_today, said_today
from crdiff.model.release import DaysInForce
from crdiff.reports.phrases import counted, listed, numeral
from crdiff.text.normalise import squeeze, straight_quotes

_MARKS_AT_END = '.”)’"'
"""Marks after the last word, which the words quoted are told without."""
_CURLY = frozenset("’‘“”")
_TIMES = {1: "once", 2: "twice"}
_DATES_MOST = 3
"""Passages of different dates that the verdict names one by one."""


class Remark(StrEnum):
    """What may be said of a quotation that somebody has to mend."""

    SLIP = "slip"
    OUTDATED = "outdated"
    MISDATED = "misdated"
    ABSENT = "absent"


class IdentifiedDocument(Struct, frozen=True):
    """A document called `name` and what it quotes; `file` is its path in a repository, "" where it has none."""

    name: str
    file: str
    found: Identified


def verdict(found: Identified) -> str:
    """Return in a sentence what a text quotes."""
    if not found.passages and not found.has_texts:
        return "Quotes no whole sentence of the known rules; finding anything less exact takes the texts of the rules."
    if not found.passages:
        return "Quotes no known rules."
    limits = (
        ""
        if found.has_texts
        else " Without the texts of the rules, only whole sentences quoted without a mistake can be found."
    )
    return f"{_checked(found) if found.as_of else _dated(found)}{limits}"


def _dated(found: Identified) -> str:
    if len(found.passages) > 1:
        said = "; ".join(_quoted(each, found) for each in found.passages[:_DATES_MOST])
        more = len(found.passages) - _DATES_MOST
        rest = f"; and {numeral(more)} more" if more > 0 else ""
        differ = " of different dates" if len({passage.spans for passage in found.passages}) > 1 else ""
        return f"Quotes the rules in {numeral(len(found.passages))} passages{differ}: {said}{rest}."
    (passage,) = found.passages
    return f"Quotes {_quoted(passage, found)}; {_since(passage)}."


def _quoted(passage: DatedPassage, found: Identified) -> str:
    when = days_text(found.days(passage.spans))
    return f"{_clauses(passage.quotations)} as in force {when}{_with_slips(passage.slips)}"


def _checked(found: Identified) -> str:
    absent = sum(one.is_absent for one in _each_once(found.quotations))
    said = f"Checked against {found.as_of}: quotes {_clauses(found.quotations)}"
    otherwise = sum(reads_otherwise(one, found) for one in found.quotations)
    said += _with_slips(found.slips) or (", word for word" if not absent and not otherwise else "")
    said += f"; {numeral(otherwise)} of them read{'s' if otherwise == 1 else ''} otherwise in it" if otherwise else ""
    return f"{said}; {numeral(absent)} of them {'is' if absent == 1 else 'are'} not in it." if absent else f"{said}."


def _with_slips(slips: Sequence[Slip]) -> str:
    return f", with {counted(len(slips), 'slip')}" if slips else ""


def _clauses(quotations: Sequence[IdentifiedClause]) -> str:
    """Return what is quoted: one clause, or several by the subsections of them."""
    clauses = _each_once(quotations)
    if len(clauses) == 1:
        return name_of(clauses[0])
    rules = [one for one in clauses if not one.is_entry]
    entries = len(clauses) - len(rules)
    named = [f"{counted(len(rules), 'clause')} of {listed(_subsections(one.number for one in rules))}"] if rules else []
    named += [counted(entries, "glossary entry", "glossary entries")] if entries else []
    return " and ".join(named)


def _each_once(quotations: Sequence[IdentifiedClause]) -> tuple[IdentifiedClause, ...]:
    """Return one quotation of each clause, one that reads otherwise today if any does.

    Its examples may be quoted by themselves.

    Source: 507.2 and 507.3 of 2005-08-01 on the page of the Crystal Keep, each example in a paragraph of its own.
    """
    return tuple({one.id: one for one in sorted(quotations, key=reads_otherwise_today)}.values())


def _subsections(numbers: Iterator[str]) -> list[str]:
    return sorted({number.partition(".")[0] for number in numbers if number})


def name_of(one: IdentifiedClause) -> str:
    """Return what a clause is called: its number, or its term in quotation marks."""
    return called(one.number, is_entry=one.is_entry)


def called(number: str, *, is_entry: bool) -> str:
    """Return a number, or a term in quotation marks."""
    return f"“{number}”" if is_entry else number


def how_quoted(one: IdentifiedClause) -> str:
    """Return how a clause is quoted, to stand behind what it is called: ", without its number, in part".

    A full stop after the letter of a subrule is told: the rules seldom print one. Source: 502.9a of 2009-05-01, quoted
    as "502.9a." in a forum of that week; 102.2c of 2005-08-01 is one of eight that have it.
    """
    unnumbered = ", without its number" if not one.written and not one.is_entry else ""
    pointed = f", with a full stop after its letter (“{one.label}”)" if re.search(r"[^\W\d]\.$", one.label) else ""
    return f"{unnumbered}{pointed}{', in part' if one.is_part else ''}"


def days_text(days: Sequence[DaysInForce]) -> str:
    """Return days as a person reads them: ``2009-07-11 to 2013-07-12``, ``since 2009-07-11``."""
    return " and ".join(f"{one.first} to {one.last}" if one.last else f"since {one.first}" for one in days)


def _since(passage: DatedPassage) -> str:
    """Return what became of a passage: "today they are in 723; four of them have been reworded since"."""
    clauses = _each_once(passage.quotations)
    if len(clauses) == 1:
        return fate(clauses[0])
    rules = [one for one in clauses if not one.is_entry]
    then, now = _subsections(one.number for one in rules), _subsections(one.today for one in rules)
    merged = sum(1 for one in clauses if one.merged_into)
    gone = sum(1 for one in clauses if one.gone) - merged
    otherwise = sum(1 for one in clauses if one.today and one.since)
    touched = sum(1 for one in clauses if _has_other_details(one))
    said = [f"today they are in {listed(now)}"] if now and now != then else []
    said += (
        [f"{numeral(otherwise)} of them {'has' if otherwise == 1 else 'have'} been reworded since"] if otherwise else []
    )
    said += [f"details of {numeral(touched)} of them changed since"] if touched else []
    was = "was" if merged == 1 else "were"
    said += [f"{numeral(merged)} of them {was} merged into another clause"] if merged else []
    said += [f"{numeral(gone)} of them {'is' if gone == 1 else 'are'} no longer in the rules"] if gone else []
    said += [] if otherwise or touched or gone or merged else ["none of it has been reworded since"]
    return "; ".join(said)


def fate(one: IdentifiedClause) -> str:
    """Return what became of a clause: "reworded twice since, today 702.19b".

    It was gone *by* a release: releases between may not be known, and the clause may have ended in one of them.
    """
    if one.merged_into:
        return f"merged into {one.merged_into} by {one.gone}"
    if one.gone:
        return f"gone from the rules by {one.gone}"
    words = f"reworded {_TIMES.get(one.since, f'{one.since} times')} since" if one.since else "unchanged since"
    words = "only details changed since" if _has_other_details(one) else words
    return words if one.today == one.number else f"{words}, today {one.today}"


def _has_other_details(one: IdentifiedClause) -> bool:
    """Whether a clause was not reworded, but reads otherwise: in a number that it cites, a misprint or an example.

    A rule that it refers to may have another number since, such as 733 for 732.
    """
    return bool(one.today and not one.since and not one.is_current)


def fate_of_words(one: IdentifiedClause) -> str:
    """Return what became of a clause, and where only the rest of it was reworded, that what is quoted was not."""
    return f"{fate(one)}; what is quoted reads the same today" if _is_still_said(one) else fate(one)


def _is_still_said(one: IdentifiedClause) -> bool:
    """Whether the clause was reworded, but not in what is quoted.

    Source: the first sentence of 702.19b, from 2013-07-13 on; others of it were reworded in 2020-04-17 and 2023-04-14.
    """
    return bool(one.since and one.is_current and _today(one)) and not reads_otherwise_today(one)


def slip_text(slip: Slip) -> str:
    """Return in what a quotation differs from the rules."""
    match slip.kind:
        case SlipKind.LEFT_OUT:
            return f"leaves out “{squeeze(slip.official)}”"
        case SlipKind.ADDED:
            return f"adds “{squeeze(slip.written)}”"
        case SlipKind.NUMBER:
            return f"is numbered {slip.written}; the rules number it {slip.official}"
        case _:
            return f"“{squeeze(slip.written)}”, where the rules say “{squeeze(slip.official)}”"


def misprint_text(one: Misprint) -> str:
    """Return what the rules themselves print wrong."""
    return f"the rules themselves print “{one.printed}”, corrected to “{one.mended}” by {one.mended_in}"


def stated_text(one: IdentifiedClause, found: Identified) -> str:
    """Return how the date that the page prints for a quotation agrees with it, "" where it prints none."""
    if not one.stated:
        return ""
    if one.is_misdated:
        return f"the page dates it {one.stated}, when it read otherwise; it read so {days_text(found.days(one.spans))}"
    return f"the page dates it {one.stated}, when it read so"


def reads_otherwise(one: IdentifiedClause, found: Identified) -> bool:
    """Whether the release checked against has the clause in other words, and no text at hand says in which."""
    day = found.as_of
    if day is None or found.has_texts or one.is_absent:
        return False
    return not any(span.covers(day) for span in one.spans)


def remarks(found: Identified) -> Iterator[tuple[Remark, IdentifiedClause]]:
    """Yield what is to be mended, in the order of the text."""
    for one in found.quotations:
        if one.is_absent:
            yield Remark.ABSENT, one
        if (one.slips and not one.is_absent) or reads_otherwise(one, found):
            yield Remark.SLIP, one
        if one.is_misdated:
            yield Remark.MISDATED, one
        if is_outdated(one) and not found.as_of:
            yield Remark.OUTDATED, one


def slips_redline(one: IdentifiedClause) -> tuple[Segment, ...]:
    """Return the rules' words with those of the page marked as inserted; nothing where they agree."""
    is_worded = one.official and any(slip.kind is not SlipKind.NUMBER for slip in one.slips)
    return _redline(one.official, one.text) if is_worded else ()


def today_redline(one: IdentifiedClause) -> tuple[Segment, ...]:
    """Return what became of the words quoted: those of then, marked up to those of today; nothing where none did."""
    said = _today(one)
    return _redline(one.official, said) if said and reads_otherwise_today(one) else ()


def _today(one: IdentifiedClause) -> str:
    """Return what stands today where the words quoted stood, "" where nothing does or that is not known."""
    return (said_today(one) or "").rstrip(_MARKS_AT_END)


def _redline(old: str, new: str) -> tuple[Segment, ...]:
    if not {*old} & _CURLY or not {*new} & _CURLY:
        old, new = straight_quotes(old), straight_quotes(new)
    (line,) = compare_as_printed(squeeze(old), (), squeeze(new), ())
    return line.segments
