"""A corpus asked, with or without texts: each question gives an answer that says what it holds for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import starmap
from typing import TYPE_CHECKING

from msgspec import Struct

from crdiff.changes.change import Change, Part
from crdiff.changes.reading import kind_of
from crdiff.corpus import Corpus
from crdiff.errors import UsageError
from crdiff.history.asked import read_asked
from crdiff.history.lineage import How, Lineage, Term, headline
from crdiff.history.nearest import read_date
from crdiff.identify.check import QuotationVerdict
from crdiff.mcp import questions
from crdiff.mcp.answers import DatedAnswer, Told
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.reports.history import told_event
from crdiff.reports.identified import days_text, fate_of_words, name_of, slip_text, verdict, verdict_text
from crdiff.reports.labels import doubt, gist, label_with_part
from crdiff.reports.phrases import counted, listed, not_sure
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.questions import release_news, scope_of, sizes

if TYPE_CHECKING:
    from crdiff.reports.cite import CiteReport

_Life = Lineage[ClauseNumber | Term]


class AnswerGround(Struct):
    """What an answer stands on: a corpus, the day asked about, the release in force then, and what is to be warned of.

    Raises `UnknownRelease` for a day that is none, or before all releases.
    """

    corpus: Corpus
    day: date | None
    release: date
    warnings: list[str]

    @classmethod
    def of(cls, corpus: Corpus, day: str) -> AnswerGround:
        """Return what an answer about a day stands on, "" for that of the newest release."""
        newest, asked = corpus.archive.newest, read_date(day) if day else None
        release, stated = corpus.in_force(asked or newest, numbers=True)
        told = []
        if stated > release:
            told.append(f"{stated} took effect by {asked}, but it is not known what it says; this is of {release}.")
        elif asked and asked > newest:
            told.append(f"{asked} is after {release}, the newest release known: another may be in force on that day.")
        return cls(corpus, asked, release, told)

    def answer(
        self, said: str, rows: Iterator[Told], *, facts: tuple[str, ...] = (), verdict: str = "", at: date | None = None
    ) -> DatedAnswer:
        """Return an answer by the release `at`, by default that in force on the day."""
        told = tuple(rows)  # which may add warnings
        newest, warnings = self.corpus.archive.newest, tuple(self.warnings)
        return DatedAnswer(self.day, at or self.release, newest, self.note, warnings, said, verdict, facts, told)

    @property
    def note(self) -> str:
        """Where knowledge ends, in words."""
        archive = self.corpus.archive
        _, stated = self.corpus.in_force(date.max, numbers=True)
        ends = "newer releases may exist" if stated == archive.newest else f"a newer release, {stated}, is published"
        said = f"Facts to {archive.newest}; {ends}."
        if archive.is_recorded:
            return f"{said} No texts are held: numbers and days are known, and the words of few clauses."
        return said if archive.newest_held == archive.newest else f"{said} Texts to {archive.newest_held}."


def rule_at(corpus: Corpus, asked: questions.RuleAt) -> DatedAnswer:
    """Return what a rule says on a day."""
    on = AnswerGround.of(corpus, asked.day)
    life = corpus.history(asked.number, on.release)
    on.warnings += _not_as_asked(life, asked.number, on)
    run = life.run_in(on.release)
    where = f"{run.number} in {on.release}" if run else f"not in {on.release}"
    return on.answer(f"{life.id} is {where}; {_today(life)}.", _read_then(life, on))


def _read_then(life: _Life, on: AnswerGround) -> Iterator[Told]:
    """Yield a clause or an entry as it reads in a release, then what stands under it there."""
    run, worded = life.run_in(on.release), covering(life.wordings, on.release)
    words = covering(life.phrasings, on.release)
    if not (run and worded and words):
        return
    if not worded.is_held:
        on.warnings.append(f"The text of {run.number} in {on.release} is not held.")
    text, since = worded.text if worded.is_held else None, (run.first, words.first, words.last)
    yield Told(str(run.number), life.id, worded.title, text, worded.examples, *since, _today(life))
    passage = on.corpus.show(str(run.number), on.release) if isinstance(run.number, ClauseNumber) else None
    for each in passage.clauses if passage and passage.release == on.release else ():
        if each.lineage != life.id:
            said = each.title, each.text if each.is_held else None, each.examples
            yield Told(str(each.number), each.lineage, *said, depth=each.depth)


def _not_as_asked(life: _Life, asked: str, on: AnswerGround) -> Iterator[str]:
    """Yield what a reader has to be told where a clause is not what somebody asked for."""
    number, there = read_asked(asked, on.corpus.archive.numbers), life.number_in(on.release)
    when = f"on {on.day}" if on.day else f"in {on.release}, the newest release known"
    had = [run for run in life.runs if run.number == number]
    if there is None:
        last = had[-1] if had else life.runs[-1]
        known = f"from {life.runs[0].first} to {life.runs[-1].last}, as {last.number} up to {last.last}"
        yield f"{asked} is not in the rules {when}. {life.id} was {known}; {_today(life)}."
    elif had and there != number:
        spans = listed([f"{run.first} to {run.last}" for run in had])
        yield f"No clause is numbered {number} {when}. The one that was, from {spans}, is {there} then."
    if there is not None and life.is_revoked_in(on.release):
        yield f"Its rule is gone since {life.revoked}: the text is a notice."
    yield from (f"{each}." for each in not_sure(life))


def _today(life: _Life) -> str:
    """Return what became of a clause: ``710.5 in 2026-08-07``, ``removed by 2009-07-11, last 507.4``."""
    last, ended = life.runs[-1].number, life.ended
    if life.stands:
        return f"{last} in {life.known_until}" + (f", a notice since {life.revoked}" if life.revoked else "")
    if ended and ended.how is How.MERGED and ended.number:
        return f"merged into {ended.number} by {ended.release}, last {last}"
    return f"removed by {life.removed}, last {last}" if life.removed else f"last {last} in {life.runs[-1].last}"


def number_meant(corpus: Corpus, asked: questions.NumberOf) -> DatedAnswer:
    """Return what a number has meant."""
    on = AnswerGround.of(corpus, asked.day)
    corpus.history(asked.number, on.release)  # which says what is near a number that nothing has
    uses = corpus.number(asked.number)
    then = [use for use in uses if use.covers(on.release)]
    if not then:
        on.warnings.append(f"No clause is numbered {uses[-1].number} in {on.release}.")
    if then and then[-1].revoked and then[-1].revoked <= on.release:
        on.warnings.append(f"Its rule is gone since {then[-1].revoked}: the text is a notice.")
    today = {lineage: _today(corpus.history(lineage)) for lineage in dict.fromkeys(use.lineage for use in uses)}
    told = (
        (str(use.number), use.lineage, use.title or use.under, None, (), None, use.first, use.last, today[use.lineage])
        for use in reversed(uses)
    )
    named = counted(len(today), "clause")
    return on.answer(f"{uses[-1].number} has named {named}; the newest first.", starmap(Told, told))


def life_of(corpus: Corpus, asked: questions.HistoryOf) -> DatedAnswer:
    """Return a clause through all releases."""
    on = AnswerGround.of(corpus, asked.day)
    life = corpus.history(asked.clause, on.release if asked.day else None)
    on.warnings += _not_as_asked(life, asked.clause, on)
    if not all(each.is_held for each in life.wordings):
        on.warnings.append("Not all of its texts are held.")
    runs = [f"{run.number} from {run.first} to {run.last}" for run in life.runs]
    events = sorted((*life.origin, *life.fate), key=lambda event: event.release)
    rows = (
        Told(", ".join(map(str, life.numbers_during(one))), text=text, first=one.first, last=one.last)
        for one in reversed(life.phrasings)
        for text in [one.wordings[-1].wording if one.wordings[-1].is_held else None]
    )
    told = (f"{each.release}: {told_event(each, each in life.origin)}" for each in events)
    said = f"{life.id} ({life.title}) is {_today(life)}; {counted(len(life.phrasings), 'wording')}."
    return on.answer(said, rows, facts=(*runs, *told))


def found_words(corpus: Corpus, asked: questions.SearchWords) -> DatedAnswer:
    """Return the clauses that have some words."""
    on, archive = AnswerGround.of(corpus, asked.day), corpus.archive
    read = archive.dates[archive.text_at(on.day)]
    if on.day and read != on.release and not asked.ever:
        on.warnings.append(f"The text of {on.release} is not held; that of {read} was searched.")
    if archive.is_recorded:
        on.warnings.append("Without texts only titles and the words of few clauses are searched.")
    hits = corpus.search(asked.words, on.day, ever=asked.ever, most=_HITS_MAX)
    told = ((str(one.number), one.lineage, one.title, one.excerpt, (), None, one.first, one.last) for one in hits)
    most = ", the best ones" if len(hits) == _HITS_MAX else ""
    return on.answer(f"{counted(len(hits), 'hit')}{most}.", starmap(Told, told), at=on.release if asked.ever else read)


# Hits that are looked at: more than an answer of the usual size can name.
_HITS_MAX = 25


def changes_since(corpus: Corpus, asked: questions.ChangesSince) -> DatedAnswer:
    """Return what releases changed, the newest first; no more are looked at than an answer can name."""
    if bool(asked.since) == bool(asked.release):
        raise UsageError("changes are asked for since a day or of a release", "exactly one of since and release")
    on, archive = AnswerGround.of(corpus, asked.release or asked.day), corpus.archive
    last = archive.dates.index(on.release)
    first = last if asked.release else archive.position_at(read_date(asked.since)) + 1
    if asked.release and on.day != on.release:
        on.warnings.append(f"{on.day} is not the date of a release; {on.release} was in force then.")
    for name in asked.within:
        corpus.history(name)  # which says what is near a number that nothing has
    if not first:
        on.warnings.append(f"{on.release} is the first release known: what it changed is not known.")
    scope, room = scope_of(archive, asked.within), asked.limit // _CHANGE_BYTES
    rows, releases = list[Told](), list[str]()
    for position in range(last, max(first, 1) - 1, -1):
        release = archive.dates[position]
        if len(rows) >= room or last - position >= _RELEASES_MAX:
            older = sum(size.to_read for size in sizes(archive)[first : position + 1])
            on.warnings.append(f"Not looked at: {release} and before, with {counted(older, 'change')} of all rules.")
            break
        found = release_news(archive, position, scope).to_read
        releases += [f"{release}: {counted(len(found), 'change')}"] if found or not asked.within else []
        rows += [_changed(archive, change, release) for change in found[: room - len(rows)]]
    return on.answer("Changes to read; mere renumbering and typography left out.", iter(rows), facts=(*releases,))


# Releases that are looked at for one answer: those of some five years.
_RELEASES_MAX = 24
# Bytes of a change that the outline names.
_CHANGE_BYTES = 60


def _changed(archive: Archive, change: Change, release: date) -> Told:
    clause = (change.new or change.old)[0]
    place = archive.place_of(archive.find(clause.number, release)) if change.part is Part.RULES else ""
    said = gist(change) if change.old and change.new else headline(f"{clause.title} {clause.text}", 16)
    doubts = (doubt(change),) if change.undetermined else ()
    text = f"{kind_of(change)}: {said}"
    return Told(label_with_part(change), place, "", text, first=release, remarks=doubts)


def quotation_checked(corpus: Corpus, asked: questions.CheckQuotation) -> DatedAnswer:
    """Return whether a rule says what is quoted."""
    on = AnswerGround.of(corpus, asked.day)
    found = corpus.check(asked.number, asked.quotation, asked.day or None)
    if found.verdict is not QuotationVerdict.HOLDS:
        on.warnings.append(f"The quotation is not confirmed: {verdict_text(found)}")
    told = Told(found.number, found.lineage, "", found.official or None, remarks=tuple(map(slip_text, found.slips)))
    facts = (f"It read so {days_text(found.days)}.",) if found.days else ()
    rows = iter([told] if found.lineage else [])
    return on.answer(verdict_text(found), rows, facts=facts, verdict=found.verdict.value, at=found.release)


def quoted_rules(corpus: Corpus, asked: questions.IdentifyText) -> DatedAnswer:
    """Return what rules a text quotes."""
    on = AnswerGround.of(corpus, asked.day)
    found = corpus.identify(asked.text, asked.day or None)
    rows = (
        Told(name_of(one), one.id, "", when, today=fate_of_words(one), place=f"line {one.line}", remarks=slips)
        for passage in found.passages
        for when in [f"read so {days_text(found.days(passage.spans))}"]
        for one in passage.quotations
        for slips in [tuple(map(slip_text, one.slips))]
    )
    return on.answer(verdict(found), rows)


# What judges citations, by the settings of a folder. Raises `CrdiffError`.
CiteReports = Callable[[questions.CheckCitations], "CiteReport"]


def citations_checked(corpus: Corpus, asked: questions.CheckCitations, judged: CiteReports) -> DatedAnswer:
    """Return what is wrong with the citations of a text or a file."""
    if bool(asked.text) == bool(asked.path):
        raise UsageError("citations are checked in a text or at a path", "exactly one of text and path")
    on, report = AnswerGround.of(corpus, asked.day), judged(asked)
    rows = (
        Told(row.number, row.lineage, "", row.message, today=row.now, place=place, remarks=(row.kind, row.certainty))
        for row in report.findings
        for place in [f"{row.place.file}:{row.place.line}"]
    )
    rests_on = report.judged_by
    said = f"{counted(rests_on.read, 'citation')} read, taken to be written for {rests_on.written}; {rests_on}."
    return on.answer(said, rows, at=rests_on.at)


# Name of a tool -> what it is asked, and what answers; the last is given what judges citations too.
ASKED: Mapping[str, tuple[type[questions.Question], Callable[..., DatedAnswer]]] = {
    "rule_at": (questions.RuleAt, rule_at),
    "number": (questions.NumberOf, number_meant),
    "history": (questions.HistoryOf, life_of),
    "search": (questions.SearchWords, found_words),
    "changes": (questions.ChangesSince, changes_since),
    "check": (questions.CheckQuotation, quotation_checked),
    "identify": (questions.IdentifyText, quoted_rules),
    "cite_check": (questions.CheckCitations, citations_checked),
}
