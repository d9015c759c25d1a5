"""What is said of clauses and of glossary entries alike: in a pasted link, when they ended, where they are cited.

Their wordings are a table, a step for each, and what is not counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct

from crdiff.annotate.cross_references import cross_references
from crdiff.changes.change import Change, Facet, Op, Segment
from crdiff.history.heirs import Ground, Heir, subsections_of
from crdiff.history.lineage import Lineage, Number_co, Phrasing, Term, Uncounted, Worded
from crdiff.model.number import ClauseNumber
from crdiff.pages import address, change_view
from crdiff.pages.archive_index import Addresses
from crdiff.pages.change_view import RedlineStretch, RedlineView, view_change
from crdiff.pages.english import Quotable, clipped, counted, sentence, without_marks
from crdiff.pages.lives import Calendar, ClauseLineage, EntryLineage, Lives, is_heading
from crdiff.reports import phrases
from crdiff.reports.labels import gist
from crdiff.reports.phrases import listed, numeral
from crdiff.text.words import sentence_ends


class HeirView(Struct, frozen=True):
    """What took over: the words before its name and after it, and the sentence that shows it, "" for none."""

    said: str
    name: str
    href: str
    then: str
    sentence: str = ""


def clause_heirs(lineage: ClauseLineage, lives: Lives) -> Iterator[HeirView]:
    """Yield what took over from a clause, nothing where it is unknown."""
    ended = lineage.ended
    if ended and is_heading(lineage):
        yield from _scattered(lineage, ended.release, lives)
        return
    for heir in lives.heirs_of(lineage, lives.heirs) if ended else ():
        name = f"{heir.number} {clause_name(lives.lineages[heir.lineage], lives).partition(' ')[2]}".strip()
        yield _view(heir, name, address.clause(heir.lineage), _today(heir, lives), lives)


def _today(heir: Heir[ClauseNumber], lives: Lives) -> str:
    lineage = lives.lineages[heir.lineage]
    if not lineage.in_force:
        return " (not in force today)" if not lives.is_recorded else ""
    number = lineage.runs[-1].number
    return f" (today {number})" if number != heir.number and not lives.is_recorded else ""


def _view(heir: Heir[ClauseNumber] | Heir[Term], name: str, href: str, today: str, calendar: Calendar) -> HeirView:
    match heir.ground:
        case Ground.MERGED:
            return HeirView("Its text was merged into", name, href, f"{today}.")
        case Ground.SAME:
            return HeirView("The same text is in", name, href, f"{today}.")
        case Ground.NEAR:
            new = f"{today}, which gained this sentence with {calendar.came_with(heir.release)}:"
            return HeirView("The nearest rule is", name, href, new, heir.sentence)


def _scattered(lineage: ClauseLineage, release: date, lives: Lives) -> Iterator[HeirView]:
    """Yield the subsections that the clauses under a heading went to."""
    last = lineage.runs[-1]
    inside = [one.lineage for one in lives.contents.standing[last.last] if one.number.within(last.number)]
    clauses = [lives.lineages[each] for each in inside if each != lineage.id]
    for subsection, count in subsections_of(clauses, release):
        there = lives.lineage_of(subsection, release)
        if there:
            title = lives.title_in(there, release)
            said = f"{counted(count, 'clause')} went to".capitalize()
            yield HeirView(said, f"{subsection} {title}", address.clause(there), ".")


def entry_heirs(entry: EntryLineage, lives: Lives) -> Iterator[HeirView]:
    """Yield what took over from a glossary entry: the entry that calls it obsolete, or one with its sentences."""
    if not entry.ended:
        return
    twins = list(obsolete_twins(entry, lives))
    yield from twins
    for heir in lives.heirs_of(entry, lives.entry_heirs) if not twins else ():
        yield _view(heir, heir.number, address.entry(heir.lineage), "", lives)


def obsolete_twins(entry: EntryLineage, lives: Lives) -> Iterator[HeirView]:
    """Yield the entry that calls a term obsolete for one that had the term, and the other way round."""
    for other, is_telling in lives.obsolete_twins(entry):
        name, where = other.runs[-1].number, address.entry(other.id)
        said = ("", " says what the term meant.") if is_telling else ("The term was explained under", ".")
        yield HeirView(said[0], name, where, said[1])


# Characters of a citing sentence that are shown: three lines. Longer ones are cut on both sides of the number.
_SENTENCE_MAX = 220


# A place that cites a clause: its number or term, where it is read, the sentence.
Citation = tuple[str, str, str]


def citations(addresses: Addresses) -> Mapping[ClauseNumber, tuple[Citation, ...]]:
    """Return who cites each number of the newest text, clauses first, in document order."""
    found: dict[ClauseNumber, dict[tuple[str, str], str]] = {}
    for name, number, href, text in () if addresses.is_recorded else _texts(addresses):
        for cited, said in _cited(text, addresses.contents.numbers):
            if cited != number:
                found.setdefault(cited, {}).setdefault((name, href), said)
    return {number: tuple((*place, sentence) for place, sentence in by.items()) for number, by in found.items()}


def _texts(addresses: Addresses) -> Iterator[tuple[str, ClauseNumber | None, str, str]]:
    for shown in addresses.contents.current.clauses:
        for text in (shown.text, *shown.examples):
            yield str(shown.number), shown.number, addresses.current.get(shown.number, ""), text
    for term in addresses.contents.glossary:
        where = addresses.entry_page(term.term, addresses.newest)
        for text in term.texts:
            yield f"Glossary: {term.term}", None, where, text


def _cited(text: str, numbers: type[ClauseNumber]) -> Iterator[tuple[ClauseNumber, str]]:
    references = cross_references(text, numbers)
    ends = sentence_ends(text) if references else []
    for each in references:
        at = bisect_right(ends, each.start)
        start, stop = ends[at - 1] if at else 0, ends[at]
        sentence = _around(text[start:stop], each.start - start, each.stop - start)
        for number in each.numbers:
            yield number, sentence


def _around(sentence: str, start: int, stop: int) -> str:
    """Return a sentence, cut to what stands around the characters `start` to `stop` where it is long."""
    sentence = sentence.replace("\n", " ")
    if len(sentence.strip()) <= _SENTENCE_MAX:
        return sentence.strip()
    room = (_SENTENCE_MAX - (stop - start)) // 2
    first, last = max(start - room, 0), min(stop + room, len(sentence))
    before = sentence[first:start] if not first else "… " + sentence[first:start].partition(" ")[2]
    after = sentence[stop:last] if last == len(sentence) else sentence[stop:last].rpartition(" ")[0] + " …"
    return f"{before}{sentence[start:stop]}{after}".strip()


# Characters of a rule in a card: with the sentence on its history they fit into what chats show of a description.
#
# Discord and Slack cut at about 350 characters, search engines at about 160.
_MOST_SHOWN = 220


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
    return Quotable(
        name=name,
        label=str(number),
        release=calendar.release_name(first),
        paragraphs=tuple(in_one_line(each, len(each)) for each in lineage.wordings[-1].text.split("\n") if each),
        href=f"{address.followed(lineage)}#w{first}",
        template=f"{{{{{template}|{number}|{first}}}}}" if template else "",
    )


def clause_name(lineage: ClauseLineage, lives: Lives) -> str:
    """Return the number of a clause with its name, or the nearest heading: "704.5j Legend rule", "702.19b Trample".

    A name is a title of its own, one that we gave it, or what its text says that it is called.
    """
    run, worded = lineage.runs[-1], lineage.wordings[-1]
    own = "" if run.number.is_heading or worded.title else lives.titles.get(lineage.id) or called_in(worded.text)
    return f"{run.number} {in_one_line(own) if own else _heading(run.number, run.last, lives)}".strip()


_CALLED = re.compile(r"This (?:rule )?is (?:informally )?called the [“\"]([^”\"]+?)[.,]?[”\"]")


def called_in(text: str) -> str:
    """Return what a clause says that it is called, "" for nothing: "World rule" of 704.5k."""
    found = _CALLED.search(text)
    return f"{found[1][:1].upper()}{found[1][1:]}" if found else ""


def _heading(number: ClauseNumber, release: date, lives: Lives) -> str:
    """Return the title of a clause, or of the rule or subsection that it is in."""
    rule, subsection = number.of_rule, number.subsection
    for each in dict.fromkeys((number, rule, subsection)):
        if lineage := lives.lineage_of(each, release):
            worded = lives.worded(lineage, release)
            title = worded.title or (worded.text if each.is_heading else "")
            if title or not worded.is_held:
                return in_one_line(lives.telling(title or lives.titles.get(lineage, ""), each, release))
    return ""


def _history_in_short(lineage: Lineage[ClauseNumber] | Lineage[Term], calendar: Calendar) -> str:
    """Return "in force since 2023-04-14, 8 wordings since 1999", or when it ended."""
    begun, newest = lineage.runs[0].first, lineage.phrasings[-1].first
    wordings = phrases.counted(len(lineage.phrasings), "wording")
    if lineage.in_force and len(lineage.phrasings) == 1:
        return f"unchanged since {calendar.day(begun)}"
    if lineage.in_force:
        return f"in force since {calendar.day(newest)}, {wordings} since {begun.year}"
    if lineage.ended:
        last = lineage.ended.release
        years = f"in {begun.year}" if begun.year == last.year else f"from {begun.year} to {last.year}"
        return f"not in force since {calendar.day(last)}, {wordings} {years}"
    return f"known until {lineage.runs[-1].last}, {wordings} since {begun.year}"


class WordingStep(Struct, frozen=True):
    """What a change of wording is called, and its redlines; `before` is the text it is marked against, if not the last.

    `redline` is None where the text is not available.
    """

    icon: str
    label: str
    summary: str
    redline: RedlineView | None
    examples: tuple[RedlineView, ...]
    same_examples: tuple[RedlineView, ...]
    evidence: tuple[str, ...]
    confidence: int


_KINDS = {
    Uncounted.TYPOGRAPHY: ("typography", "typography"),
    Uncounted.REFERENCE: ("a reference", "references"),
    Uncounted.MISPRINT: ("a misprint", "misprints"),
    Uncounted.EXAMPLES: ("examples", "examples"),
}
# Count of wordings that are one of a kind: a misprint comes, and goes.
_ONE = {Uncounted.MISPRINT: 2}
_SAID = {
    Uncounted.TYPOGRAPHY: "Typography changed",
    Uncounted.REFERENCE: "References changed",
    Uncounted.EXAMPLES: "Examples changed",
}


def wording_rows(lineage: Lineage[Number_co], calendar: Calendar, *, has_steps: bool) -> Iterator[dict[str, object]]:
    """Yield the rows of the table of wordings, newest first.

    A row has the wording's number, the release that brought it, and what changed in about five words. Its `id` is ""
    where the wording has a step of its own.
    """
    phrasings = lineage.phrasings
    is_new = bool(lineage.origin) and lineage.origin[0].release == lineage.runs[0].first
    for index in range(len(phrasings) - 1, -1, -1):
        first = phrasings[index].first
        yield {
            "count": index + 1,
            "first": first,
            "gist": _gist(phrasings[index].wordings[0]) if index else "New" if is_new else calendar.first_text,
            "is_now": index == len(phrasings) - 1 and lineage.in_force,
            "id": "" if has_steps else f"w{first}",
        }


def _gist(worded: Worded[Number_co]) -> str:
    if worded.change:
        said = gist(worded.change)
        return said[:1].upper() + said[1:]
    return change_view.of_facets(worded.own_facets) if worded.facets else "Not known"


def not_counted(phrasings: Sequence[Phrasing[Number_co]], told: Collection[date] = ()) -> dict[str, object]:
    """Return the changes that are not counted as wordings, newest first, nothing where there are none.

    `kinds` says in words of which kinds they are; `typography` are those of typography alone, `others` the others.
    Releases in `told` have a step of their own.
    """
    found = [pair for phrasing in phrasings for pair in phrasing.uncounted if pair[0].first not in told]
    if not found:
        return {}
    counts = Counter(kind for _, kind in found)
    said = _said([kind for _, kind in found])
    rows = [
        (kind, _folded(worded, kind, words)) for (worded, kind), words in reversed(list(zip(found, said, strict=True)))
    ]
    return {
        "kinds": listed([_KINDS[kind][counts[kind] > _ONE.get(kind, 1)] for kind in Uncounted if counts[kind]]),
        "typography": [row for kind, row in rows if kind is Uncounted.TYPOGRAPHY],
        "others": [row for kind, row in rows if kind is not Uncounted.TYPOGRAPHY],
    }


def _said(kinds: Iterable[Uncounted]) -> Iterator[str]:
    """Yield what each of the changes was, in time order: a misprint comes, then it is corrected."""
    is_there = False
    for kind in kinds:
        if kind is Uncounted.MISPRINT:
            is_there = not is_there
            yield "Misprint" if is_there else "Misprint corrected"
        else:
            yield _SAID[kind]


def _folded(worded: Worded[Number_co], kind: Uncounted, said: str) -> dict[str, object]:
    """Return a release that changed no words: what it changed, the redline if that says more."""
    is_shown = kind is not Uncounted.TYPOGRAPHY and worded.change is not None
    if kind is Uncounted.EXAMPLES and worded.change:
        said = sentence(gist(worded.change)).rstrip(".")
    return {
        "first": worded.first,
        "said": said,
        "redlines": list(_changed_parts(worded.change)) if is_shown and worded.change else [],
    }


def _changed_parts(change: Change) -> Iterator[tuple[bool, tuple[RedlineStretch, ...]]]:
    """Yield (whether it is an example, its changed sentences) of the text and of each example that changed."""
    shown = view_change(change, lambda _side, _number: "")
    for is_example, each in ((False, shown.redline), *((True, example) for example in shown.examples)):
        if each.differs:
            yield is_example, tuple(stretch for stretch in each.stretches if not stretch.unchanged)


def step(worded: Worded[Number_co], change: Change | None, before: str, icon: str, label: str) -> WordingStep:
    """Return what brought a wording; `before` names the text that `change` is marked against, "" for the last one."""
    plain = RedlineView((Segment(Op.KEPT, worded.wording),), whole=False) if worded.is_held else None
    if change is None:
        kept = ((Segment(Op.KEPT, each),) for each in worded.examples)
        examples = tuple(RedlineView(each, whole=False, label="Example") for each in kept)
        return WordingStep(icon, label, "", plain, examples, (), (), 100)
    shown = view_change(change, lambda _side, _number: "")
    said = f"Compared with {before}, the last available text before it." if before else ""
    return WordingStep(
        icon=icon if before else shown.icon,
        label=label if before else shown.label,
        # of what came or went, the summary says how many examples did with it
        summary=said or (sentence(gist(change)) if change.old and change.new else shown.summary),
        redline=shown.redline,
        examples=tuple(each for each in shown.examples if each.differs or shown.redline.whole),
        same_examples=tuple(each for each in shown.examples if not (each.differs or shown.redline.whole)),
        evidence=shown.evidence,
        confidence=shown.confidence,
    )


def label_of(worded: Worded[Number_co], first_text: str, *, is_first: bool, is_added: bool) -> tuple[str, str]:
    """Return the icon and the name of what brought a wording, as far as its facets say."""
    if set(worded.own_facets) - {Facet.TYPOGRAPHIC}:
        return "reworded", change_view.of_facets(worded.own_facets)
    if is_first and is_added:
        return "added", "New"
    return "same", first_text if is_first else "Typography changed"


def wordings_since(lineage: Lineage[Number_co]) -> str:
    """Return "seven wordings since 1999", with those counted too that only updated references."""
    phrasings = lineage.phrasings
    begun = lineage.runs[0].first.year
    updated = sum(kind is Uncounted.REFERENCE for phrasing in phrasings for _, kind in phrasing.uncounted)
    last = lineage.ended.release.year if lineage.ended else 0
    time = f"since {begun}" if not last else f"in {begun}" if last == begun else f"from {begun} to {last}"
    said = f"{counted(len(phrasings), 'wording')} {time}"
    return f"{said}; {numeral(len(phrasings) + updated)}, counting updated references" if updated else said
