"""A corpus asked, with or without texts: each question gives an answer that says what it holds for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from itertools import islice

from crdiff.changes.change import Change, Part
from crdiff.changes.reading import kind_of
from crdiff.corpus import Corpus
from crdiff.history.asked import read_asked
from crdiff.history.lineage import Lineage, Term, Worded, headline
from crdiff.history.nearest import read_date
from crdiff.history.news import Shown
from crdiff.identify.check import QuotationVerdict
from crdiff.mcp import questions
from crdiff.mcp.answers import DatedAnswer, Told
from crdiff.model.number import ClauseNumber
from crdiff.model.release import covering
from crdiff.reports.cite import CiteReport
from crdiff.reports.history import state_text, told_event
from crdiff.reports.identified import days_text, fate_of_words, name_of, slip_text, verdict, verdict_text
from crdiff.reports.labels import doubt, gist, label_with_part
from crdiff.reports.phrases import counted, not_sure
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.questions import release_news, scope_of

_Life = Lineage[ClauseNumber | Term]
# What judges the citations of a text, or of a path, written for a day or "auto". Raises `CrdiffError`.
CiteReports = Callable[[str, str, str], CiteReport]
# Characters of the sentence that an answer begins with: a long text may quote rules of a hundred subsections.
_SAID_MAX = 600


class AnswerGround:
    """What an answer stands on: a corpus, the day asked about, the release in force then, and what is to be warned of.

    Without a `day` it is that of the newest release. Raises `UnknownRelease` for a day that is none, or before all
    releases.
    """

    def __init__(self, corpus: Corpus, cited: CiteReports, day: str) -> None:
        self.corpus, self.cited, self.warnings = corpus, cited, list[str]()
        self.day, newest = read_date(day) if day else None, corpus.archive.newest
        self.release, stated = corpus.in_force(self.day or newest, numbers=True)
        if stated > self.release:
            self.warnings.append(f"{stated} took effect by {self.day}, but is not known: this is of {self.release}.")
        elif self.day and self.day > newest:
            self.warnings.append(
                f"{self.day} is after {newest}, the newest release known: another may be in force then."
            )

    def answer(self, said: str, rows: Iterable[Told], verdict: str = "") -> DatedAnswer:
        """Return an answer by the release in force on the day."""
        ends, warnings, said = self.corpus.archive.newest, tuple(self.warnings), said[:_SAID_MAX]
        return DatedAnswer(self.day, self.release, ends, self.note, warnings, said, verdict, tuple(rows))

    @property
    def note(self) -> str:
        """Where knowledge ends, in words."""
        archive = self.corpus.archive
        _, stated = self.corpus.in_force(date.max, numbers=True)
        ends = "newer releases may exist" if stated == archive.newest else f"a newer release, {stated}, is published"
        held = "Few texts are held" if archive.is_recorded else f"Texts to {archive.newest_held}"
        return f"Facts to {archive.newest}; {ends}. {held}."

    def life(self, asked: str) -> _Life:
        """Return the clause or the entry that is asked for, with a warning where it is not that on the day."""
        life = self.corpus.history(asked, self.release)
        number, there = read_asked(asked, self.corpus.archive.numbers), life.number_in(self.release)
        when = f"on {self.day}" if self.day else f"in {self.release}, the newest release known"
        if there is None:
            self.warnings.append(f"{asked} is not in the rules {when}; was {life.runs[-1].number}. {state_text(life)}.")
        elif isinstance(number, ClauseNumber) and number != there:
            self.warnings.append(f"No clause is numbered {number} {when}: that of another time is {there} then.")
        if there is not None and life.is_revoked_in(self.release):
            self.warnings.append(f"Its rule is gone since {life.revoked}: the text is a notice.")
        self.warnings += (f"{each}." for each in not_sure(life))
        return life


def _today(life: _Life) -> str:
    """Return the number or the term in the newest release known, "" where it is gone."""
    return str(life.number_in(life.known_until) or "")


def _text(said: Worded[ClauseNumber | Term] | Shown) -> str | None:
    return "\n".join((said.text, *said.examples)) if said.is_held else None


def rule_at(on: AnswerGround, asked: questions.RuleAt) -> DatedAnswer:
    """Return what a rule says on a day, then what stands under it there."""
    life = on.life(asked.number)
    number = life.number_in(on.release)
    worded, words = covering(life.wordings, on.release), covering(life.phrasings, on.release)
    if not (number and worded and words):
        return on.answer(f"Not in the rules of {on.release}.", ())
    rows = [Told(str(number), life.id, worded.title, _text(worded), words.first, words.last, _today(life))]
    shown = on.corpus.show(str(number), on.release) if isinstance(number, ClauseNumber) else None
    rows += (
        Told(str(each.number), each.lineage, each.title, _text(each), depth=each.depth)
        for each in (shown.clauses if shown and shown.release == on.release else ())
        if each.lineage != life.id
    )
    said = f"{life.id} is {number} in {on.release}" + ("" if worded.is_held else ", whose text is not held")
    return on.answer(f"{said}. {state_text(life)}.", rows)


def number(on: AnswerGround, asked: questions.NumberOf) -> DatedAnswer:
    """Return what a number has meant."""
    on.life(asked.number)
    uses = on.corpus.number(asked.number)
    rows = (
        Told(str(use.number), use.lineage, use.title or use.under, None, use.first, use.last, today)
        for use in reversed(uses)
        for today in [_today(on.corpus.history(use.lineage))]
    )
    named = counted(len({use.lineage for use in uses}), "clause")
    return on.answer(f"{uses[-1].number} has named {named}; the newest first.", rows)


def history(on: AnswerGround, asked: questions.HistoryOf) -> DatedAnswer:
    """Return a clause through all releases."""
    life = on.life(asked.clause)
    events = sorted((*life.origin, *life.fate), key=lambda event: event.release)
    rows = [Told(str(run.number), life.id, "its number", None, run.first, run.last) for run in life.runs]
    rows += [Told(title=told_event(event, event in life.origin), first=event.release) for event in events]
    for one in reversed(life.phrasings):
        last, numbers = one.wordings[-1], ", ".join(map(str, life.numbers_during(one)))
        rows.append(Told(numbers, life.id, last.title or "its words", _text(last), one.first, one.last))
    said = f"{counted(len(life.runs), 'number')}, {counted(len(life.phrasings), 'wording')}. {state_text(life)}."
    return on.answer(said, rows)


# Hits that are looked at: more than an answer of the usual size can name.
_HITS_MAX = 25


def search(on: AnswerGround, asked: questions.SearchWords) -> DatedAnswer:
    """Return the clauses that have some words."""
    archive = on.corpus.archive
    read = archive.dates[archive.text_at(on.day)]
    if archive.is_recorded or read != on.release:
        on.warnings.append(f"Not all texts of {on.release} are held; those of {read} that are were searched.")
    hits = on.corpus.search(asked.words, on.day, ever=asked.ever, most=_HITS_MAX)
    rows = (Told(str(hit.number), hit.lineage, hit.title, hit.excerpt, hit.first, hit.last) for hit in hits)
    return on.answer(f"{counted(len(hits), 'hit')}, at most {_HITS_MAX}, the best first.", rows)


# Releases that are looked at for one answer, those of some five years, and bytes of a change that the outline names.
_RELEASES_MAX = 24
_CHANGE_BYTES = 60


def changes(on: AnswerGround, asked: questions.ChangesSince) -> DatedAnswer:
    """Return what a release, or all since a day, changed, the newest first."""
    on = AnswerGround(on.corpus, on.cited, asked.release or asked.day)
    archive, scope = on.corpus.archive, scope_of(on.corpus.archive, asked.within)
    last = archive.position_at(on.release)
    first = archive.position_at(asked.since) + 1 if asked.since else last
    oldest = max(first, 1, last - _RELEASES_MAX + 1)  # what the first one known changed is not known
    news = (release_news(archive, position, scope) for position in range(last, oldest - 1, -1))
    found = ((each.release, change) for each in news for change in each.to_read)
    rows = [_changed(archive, *each) for each in islice(found, asked.limit // _CHANGE_BYTES)]
    more = next(found, None)
    if more or oldest > first:
        end = more[0] if more else archive.dates[oldest - 1]
        on.warnings.append(f"Not all changes of {end} and of releases before it are here.")
    return on.answer(f"{counted(len(rows), 'change')} to read; mere renumbering and typography left out.", rows)


def _changed(archive: Archive, release: date, change: Change) -> Told:
    clause = (change.new or change.old)[0]
    place = archive.place_of(archive.find(clause.number, release)) if change.part is Part.RULES else ""
    said = gist(change) if change.old and change.new else headline(f"{clause.title} {clause.text}", 16)
    text = f"{said}; {doubt(change)}" if change.undetermined else said
    return Told(label_with_part(change), place, kind_of(change), text, release)


def check(on: AnswerGround, asked: questions.CheckQuotation) -> DatedAnswer:
    """Return whether a rule says what is quoted."""
    found = on.corpus.check(asked.number, asked.quotation, asked.day or None)
    if found.verdict is not QuotationVerdict.HOLDS:
        on.warnings.append("The quotation is not confirmed.")
    when = f" It read so {days_text(found.days)}." if found.days else ""
    rows = [Told(found.number, found.lineage, text=found.official or None)] if found.lineage else []
    rows += [Told(title="slip", text=slip_text(slip)) for slip in found.slips]
    return on.answer(f"{verdict_text(found)}{when}", rows, found.verdict.value)


def identify(on: AnswerGround, asked: questions.IdentifyText) -> DatedAnswer:
    """Return what rules a text quotes."""
    found = on.corpus.identify(asked.text, asked.day or None)
    rows = (
        Told(name_of(one), one.id, "quoted", said, today=fate_of_words(one), place=f"line {one.line}")
        for passage in found.passages
        for one in passage.quotations
        for said in ["; ".join((f"read so {days_text(found.days(passage.spans))}", *map(slip_text, one.slips)))]
    )
    return on.answer(verdict(found), rows)


def cite_check(on: AnswerGround, asked: questions.CheckCitations) -> DatedAnswer:
    """Return what is wrong with the citations of a text or a file."""
    report = on.cited(asked.text, asked.path, asked.day)
    rows = (
        Told(row.number, row.lineage, f"{row.kind} ({row.certainty})", row.message, today=row.now, place=place)
        for row in report.findings
        for place in [f"{row.place.file}:{row.place.line}"]
    )
    rests_on = report.judged_by
    said = f"{counted(rests_on.read, 'citation')} read, taken to be written for {rests_on.written}; {rests_on}."
    return on.answer(said, rows)


# What can be asked, each tool by the name of its function; what it takes is declared there.
TOOLS = {each.__name__: each for each in (rule_at, number, history, search, changes, check, identify, cite_check)}
