"""What a link to a clause or an entry shows where it is pasted: its name, its text, and since when it reads so."""

from __future__ import annotations

from datetime import date

from crdiff.history.lineage import Lineage, Term
from crdiff.model.number import ClauseNumber
from crdiff.pages.frame import address
from crdiff.pages.frame.english import clipped, sentence
from crdiff.pages.frame.quoting import Quotable, without_marks
from crdiff.pages.lives import Calendar, ClauseLineage, Lives
from crdiff.reports.phrases import counted

_MOST_SHOWN = 220
"""Characters of a rule in a card: with the sentence on its history they fit into what chats show of a description.

Discord and Slack cut at about 350 characters, search engines at about 160.
"""


def described(lineage: Lineage[ClauseNumber] | Lineage[Term], calendar: Calendar) -> str:
    """Return what the card of a clause or an entry says: how it reads today, or read at last, and since when.

    The text is "" where it is not held; a heading has its title in its place.
    """
    worded = lineage.wordings[-1]
    text = in_one_line(worded.text or worded.title) if worded.is_held else ""
    return f"{text} {sentence(_history_in_short(lineage, calendar))}".strip()


def in_one_line(text: str, most: int = _MOST_SHOWN) -> str:
    """Return `text` without its marks of italics, cut between words to at most `most` characters."""
    return clipped(without_marks(text), most)


def quotable(lineage: ClauseLineage | Lineage[Term], name: str, calendar: Calendar, *, template: str = "") -> Quotable:
    """Return what is quoted of the newest wording of a clause or entry; the fragment of the link stays with it."""
    number, first = lineage.runs[-1].number, lineage.phrasings[-1].first
    page = address.entry(lineage.id) if isinstance(number, Term) else address.clause(lineage.id)
    return Quotable(
        name=name,
        label=str(number),
        release=calendar.release_name(first),
        paragraphs=tuple(in_one_line(each, len(each)) for each in lineage.wordings[-1].text.split("\n") if each),
        href=f"{page}#w{first}",
        template=f"{{{{{template}|{number}|{first}}}}}" if template else "",
    )


def clause_name(lineage: ClauseLineage, lives: Lives) -> str:
    """Return the number of a clause with the nearest heading: "702.19b Trample", "704.5f State-Based Actions"."""
    run = lineage.runs[-1]
    return f"{run.number} {_heading(run.number, run.last, lives)}".strip()


def _heading(number: ClauseNumber, release: date, lives: Lives) -> str:
    """Return the title of a clause, or of the rule or subsection that it is in."""
    rule, subsection = number.of_rule, number.subsection
    for each in dict.fromkeys((number, rule, subsection)):
        if lineage := lives.lineage_of(each, release):
            worded = lives.worded(lineage, release)
            title = worded.title or (worded.text if each.is_heading else "")
            if title or not worded.is_held:
                return in_one_line(title or lives.titles.get(lineage, ""))
    return ""


def _history_in_short(lineage: Lineage[ClauseNumber] | Lineage[Term], calendar: Calendar) -> str:
    """Return "in force since 2023-04-14, 8 wordings since 1999", or when it ended."""
    begun, newest = lineage.runs[0].first, lineage.phrasings[-1].first
    wordings = counted(len(lineage.phrasings), "wording")
    if lineage.in_force and len(lineage.phrasings) == 1:
        return f"unchanged since {calendar.day(begun)}"
    if lineage.in_force:
        return f"in force since {calendar.day(newest)}, {wordings} since {begun.year}"
    if lineage.ended:
        last = lineage.ended.release
        years = f"in {begun.year}" if begun.year == last.year else f"from {begun.year} to {last.year}"
        return f"not in force since {calendar.day(last)}, {wordings} {years}"
    return f"known until {lineage.runs[-1].last}, {wordings} since {begun.year}"
