"""What a client can ask: a type for each tool, whose docstring describes it and whose fields are its arguments."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from crdiff.reports.answer import AnswerRow

_Name = Annotated[str, Meta(min_length=1, max_length=200)]
_Text = Annotated[str, Meta(min_length=1, max_length=250_000)]
_Day = Annotated[str, Meta(max_length=10)]


class Question(AnswerRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked of any tool."""

    # At most so many bytes of answer, 4000 by default; what has no room is outlined in left_out.
    limit: Annotated[int, Meta(ge=2_000, le=200_000)] = 4_000
    # A day such as 2008-03-17; by default that of the newest release known.
    day: _Day = ""


class RuleAt(Question, frozen=True, kw_only=True):
    """What a rule says on a day, with all rules under it.

    The number is that of the day. Where no clause had it then, the answer says so in warnings and shows the clause that
    had it before or after. To quote a rule, ask for the day of the game, of the tournament or of the program's release.
    """

    # A number such as 702.19b, a title such as Trample, a glossary term, or the id of a clause.
    number: _Name


class NumberOf(Question, frozen=True, kw_only=True):
    """What a number has meant, and when: rules are renumbered, so an old number may mean another clause today."""

    # A number such as 507.3b.
    number: _Name


class HistoryOf(Question, frozen=True, kw_only=True):
    """A clause or a glossary entry through all releases: its numbers, its wordings, the newest first, and its end."""

    # A number, that of the day, or by default of the newest release with it; a title, a term, or a permanent id.
    clause: _Name


class SearchWords(Question, frozen=True, kw_only=True):
    """Rules and glossary entries that have all of some words on a day, the best first."""

    # Words; those in double quotes must follow one another.
    words: Annotated[str, Meta(min_length=1, max_length=500)]
    # Search every wording there ever was, whatever the day.
    ever: bool = False


class ChangesSince(Question, frozen=True, kw_only=True):
    """What releases changed in the rules, the newest first: clauses added, removed and reworded, and new numbers."""

    # A day: what releases changed after the one in force then; without it what one release changed.
    since: _Day = ""
    # The date of a release: what it changed, or, with since, the last one looked at.
    release: _Day = ""
    # The same by any day on which the release was in force; by default the newest one known.
    day: _Day = ""
    # Only under these numbers, titles or terms.
    within: Annotated[tuple[_Name, ...], Meta(max_length=20)] = ()


class CheckQuotation(Question, frozen=True, kw_only=True):
    """Whether the rule with a number on a day says what is quoted as its words; ask before you quote from memory."""

    # The number, title or term that the quotation is said to be of.
    number: _Name
    # The words quoted.
    quotation: _Text


class IdentifyText(Question, frozen=True, kw_only=True):
    """Which rules a text quotes, of which days, and what they are today."""

    # The text, without numbers or with them.
    text: _Text


class CheckCitations(Question, frozen=True, kw_only=True):
    """Which citations in a text or a file, such as CR 704.5k, are outdated or wrong, and what is right today."""

    # The text.
    text: Annotated[str, Meta(max_length=250_000)] = ""
    # A file or a folder inside the one that the server was started for.
    path: Annotated[str, Meta(max_length=1_000, pattern=r"^[^\0]*$")] = ""
    # The day that the citations were written for; by default it is found out from them.
    day: _Day = ""
