"""The page of one clause: its text, its history with every number and wording, what took over, who cites it.

A clause that an archive with fewer releases calls otherwise has a page under its other name that leads there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from markupsafe import Markup

from crdiff.changes.change import Change
from crdiff.history.heirs import own_change
from crdiff.history.lineage import How, Phrasing, Worded
from crdiff.model.number import ClauseNumber
from crdiff.pages import address, clause_parts
from crdiff.pages.archive_index import Addresses, ArchiveIndex, quotation_address
from crdiff.pages.change_view import Readings
from crdiff.pages.checks import checks_on
from crdiff.pages.cited import cited_in_repositories
from crdiff.pages.drawing import LifePicture, Period, draw_periods
from crdiff.pages.english import clipped, clipped_lines, counted, linked, sentence
from crdiff.pages.lives import Calendar, ClauseLineage, is_heading
from crdiff.pages.render import beside, page, this_book
from crdiff.pages.subsection import without_label
from crdiff.reports.phrases import listed, not_sure
from crdiff.store.embedded.editions import QuotedClause

_EVENTS = {
    How.ADDED: "New",
    How.REMOVED: "Removed",
    How.REVOKED: "Revoked",
    How.REINSTATED: "Came back",
    How.SPLIT: "Split off from",
    How.MERGED: "Merged in:",
}
_FATES = _EVENTS | {How.SPLIT: "Split off:", How.MERGED: "Merged into"}
# Characters of redlines on a page, so that a browser opens it at once: 704.5 of 2026 alone would have a million.
#
# The oldest wordings beyond are only dated, their texts are in the data.
_REDLINES_MOST = 90_000
# Count of the places that cite a clause which are shown at once; the others are folded away.
_CITED_MOST = 8
# Count of numbers that a sentence names with their years; of more only the first and the last.
_NUMBERS_NAMED_MAX = 5
# Characters of evidence in a report: encoded, an address of 8,000 is what servers take, as GitHub's do.
_EVIDENCE_MAX = 4_000


def clause_page(
    lineage: ClauseLineage, archive: ArchiveIndex, readings: Readings, cited: Sequence[clause_parts.Citation] = ()
) -> tuple[str, bytes]:
    """Return address and page of one clause; of `readings`, only the wordings of this clause are asked for.

    `cited` are the places of the newest text that cite it. On the page, `crumbs` are (words, address) of what the
    clause stands under, `text` and `examples` those in force, or the last ones; `known_as` says what the release is
    that "in force" is said of, "" where that needs no words, `known_in` is its date where the page names it;
    `last_text` is where a clause that no longer stands did last, in `release`; `texts` are those of a subsection and
    all that stands under it, `inside` its clauses where there are no texts.
    """
    name, where = clause_parts.clause_name(lineage, archive), address.clause(lineage.id)
    run, worded, heading = lineage.runs[-1], lineage.wordings[-1], is_heading(lineage)
    last = None if archive.is_newest(run.last) else run.last
    phrasings = () if heading and archive.is_recorded else lineage.phrasings
    has_steps = len(phrasings) > 1 or (archive.is_recorded and bool(phrasings))
    initials = this_book().initials
    known_in, known_as = _known(lineage, archive)
    targets = archive.current if lineage.in_force and worded.covers(archive.newest) else {}
    return page(
        "clauses/clause.html",
        where,
        clipped(name, 70),
        clause_parts.described(lineage, archive),
        data=address.as_json(where),
        card=f"{initials} {name}",
        feed=archive.feed_of(lineage.id),
        calendar=archive,
        lineage=lineage,
        title=name.partition(" ")[2],
        crumbs=list(_crumbs(lineage, archive)),
        text=[] if heading else [linked(each, targets, where) for each in worded.text.split("\n") if each],
        examples=[linked(without_label(each), targets, where) for each in worded.examples],
        is_held=worded.is_held,
        quotable=clause_parts.quotable(
            lineage, f"{initials} {run.number}", archive, template="CR" if initials == "CR" else ""
        )
        if worded.is_held and not heading
        else None,
        is_heading=heading,
        known_in=known_in,
        known_as=known_as,
        current=archive.read_at(lineage) if lineage.stands else "",
        last_text=archive.text_address(lineage, last, last) if last and not lineage.stands else "",
        release=last,
        lead=_lead(lineage, archive),
        picture=life_picture(lineage, phrasings, archive),
        runs=list(_numbers_of(lineage, last, archive)),
        rows=list(clause_parts.wording_rows(lineage, archive, has_steps=has_steps)),
        uncounted=clause_parts.not_counted(phrasings),
        wordings=list(_wordings(lineage, last, archive, readings)) if has_steps else [],
        texts=archive.places.texts(lineage.id) if heading and not archive.is_recorded else (),
        inside=[(each, archive.title(each.id)) for each in archive.inside(lineage)]
        if heading and archive.is_recorded
        else [],
        events=[
            *((event, _EVENTS[event.how]) for event in lineage.origin),
            *((event, _FATES[event.how]) for event in lineage.fate),
        ],
        heirs=list(clause_parts.clause_heirs(lineage, archive)),
        annotations=archive.annotations_on(lineage.id),
        checks=checks_on(lineage.id, archive),
        cited=cited[:_CITED_MOST],
        cited_also=cited[_CITED_MOST:],
        repositories=cited_in_repositories(lineage, archive),
        evidence=_evidence(lineage),
        **beside(
            archive.places_in[run.last][lineage.id],
            archive.contents.standing[run.last],
            lambda each: (str(each.number), address.clause(each.lineage)),
        ),
    )


def _evidence(lineage: ClauseLineage) -> str:
    """Return the links between the wordings with their reasons, newest first, for a report that one looks wrong."""
    lines = [f"History of {lineage.id}"]
    for phrasing in reversed(lineage.phrasings):
        worded = phrasing.wordings[0]
        if change := worded.change:
            was, now = ([each.number for each in side] for side in (change.old, change.new))
            reasons = "; ".join(change.evidence)
            lines.append(f"{worded.first}: {listed(was) or 'new'} to {listed(now)}, {change.confidence:.0%}: {reasons}")
    return clipped_lines(lines, _EVIDENCE_MAX)


def _numbers_of(lineage: ClauseLineage, last: date | None, addresses: Addresses) -> Iterator[dict[str, object]]:
    """Yield the runs of numbers, each with its days, the last one "" where it lasts, and where its text is read."""
    ends = [*(run.first for run in lineage.runs[1:]), lineage.removed]
    for run, following in zip(lineage.runs, ends, strict=True):
        yield {
            "first": run.first,
            "until": addresses.day_before(following) if following else str(last or ""),
            "number": run.number,
            "text": addresses.text_address(lineage, run.first, run.last),
            "release": addresses.text_release(lineage, run.first, run.last),
        }


def life_picture(
    lineage: ClauseLineage, phrasings: Sequence[Phrasing[ClauseNumber]], addresses: Addresses, *, page: str = ""
) -> LifePicture:
    """Return the numbers and wordings of a clause; a wording leads to its place on the `page` of the clause."""
    numbers, words = [], []
    for run in lineage.runs:
        is_held = any(each.is_held and each.meets(run) for each in lineage.wordings)
        text = addresses.text_address(lineage, run.first, run.last)
        numbers.append(Period(run.first, str(run.number), str(run.number), text, is_held))
    for index, each in enumerate(phrasings, 1):
        is_held = any(worded.is_held for worded in each.wordings)
        title = f"wording {index} of {len(phrasings)}"
        words.append(Period(each.first, str(index), title, f"{page}#w{each.first}", is_held))
    is_now = addresses.is_newest(lineage.runs[-1].last)
    until = addresses.until(lineage)
    return draw_periods(numbers, words, lineage.removed, addresses.scale, until, is_now=is_now)


def _known(lineage: ClauseLineage, calendar: Calendar) -> tuple[date | None, str]:
    """Return the release that "in force" is said of, and what it is, where readers might take another for today's.

    The newest text is not named, so that a new one leaves the page as it is: a script puts in its date.
    """
    if calendar.is_recorded:
        return lineage.runs[-1].last, "the last release to which it has been followed"
    if lineage.known_until > calendar.newest:
        return lineage.known_until, "the newest release known"
    return None, "the newest release on this site" if calendar.newer else ""


def _crumbs(lineage: ClauseLineage, addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield words and address of the section, the subsections and the rule that a clause stands under."""
    number, release = lineage.runs[-1].number, lineage.runs[-1].last
    for each in dict.fromkeys(map(number.upto, range(number.section.level, number.headings + 2))):
        there = addresses.lineage_of(each, release) if each != number else ""
        if there:
            title = (
                addresses.worded(there, release).title if not each.is_heading else addresses.title_in(there, release)
            )
            where = addresses.read_at(addresses.lineages[there]) if lineage.in_force else ""
            if each.has_headings_only and lineage.in_force and not addresses.is_recorded:
                where = f"{address.RULES}#s{each}"
            yield f"{each} {title}".strip(), where or address.clause(there)


# lead


def _lead(lineage: ClauseLineage, calendar: Calendar) -> str:
    """Return the sentences above the picture of a history."""
    said = (_lead_counts(lineage), _lead_numbers(lineage), *_lead_beginning(lineage, calendar))
    return " ".join(map(sentence, filter(None, said)))


def _lead_counts(lineage: ClauseLineage) -> str:
    """Return how many numbers and wordings it has had: "two numbers and seven wordings since 1999"."""
    numbers, said = {run.number for run in lineage.runs}, clause_parts.wordings_since(lineage)
    if len(numbers) > 1:
        return f"{counted(len(numbers), 'number')} and {said}"
    if len(lineage.phrasings) > 1 or lineage.ended:
        return said
    return f"Neither its number nor its words have changed since {lineage.runs[0].first.year}"


def _lead_numbers(lineage: ClauseLineage) -> str:
    """Return the numbers with their years: "It was 702.18b until 2013 and has been 702.19b since 2013"."""
    runs = lineage.joined_runs
    if len(runs) < 2:
        return ""
    first, *between, last = runs
    year = last.first.year
    end = f"and {last.number} from {year}" if lineage.ended else f"and has been {last.number} since {year}"
    if len(runs) > _NUMBERS_NAMED_MAX:
        return f"It was {first.number} until {between[0].first.year} {end}, with other numbers in between"
    middle = f", then {listed([str(run.number) for run in between])}" if between else ""
    return f"It was {first.number} until {runs[1].first.year}{middle}{',' if middle else ''} {end}"


def _lead_beginning(lineage: ClauseLineage, calendar: Calendar) -> Iterator[str]:
    """Yield how a clause began, or what is not sure of it: what the first release has may be older than that."""
    first = lineage.runs[0]
    yield from not_sure(lineage)
    if not lineage.origin and first.first not in lineage.unsure:
        known = "known" if calendar.knows_more else "on this site"
        yield f"It was {first.number} in {calendar.release_name(first.first)}, the first release {known}"


# wordings


def _wordings(
    lineage: ClauseLineage, last: date | None, addresses: Addresses, readings: Readings
) -> Iterator[dict[str, object]]:
    """Yield the wordings newest first, those beyond what a page can hold without their text.

    `ended` are the sentences of weight that ended with the wording before. `last` is the last release of a clause that
    no longer stands.
    """
    shown, endings = 0, addresses.endings_of(lineage)
    for index in range(len(lineage.phrasings) - 1, -1, -1):
        first = lineage.phrasings[index].first
        is_whole = shown < _REDLINES_MOST
        later = _later(index, lineage, readings) if is_whole else None
        made = _step(index, lineage, addresses)
        yield {
            **_wording(index, lineage, last, addresses),
            "step": made,
            "later": later,
            "ended": [each.text for each in endings if each.release == first],
            "is_whole": is_whole,
        }
        redline = made.redline if is_whole else None
        shown += len(later or "") + (sum(len(each.text) for each in redline.segments) if redline else 0)


def _later(index: int, lineage: ClauseLineage, readings: Readings) -> Markup | None:
    """Return the redline to the newest wording, "" where typography alone differs, None of the last two wordings.

    The redline of the last but one is that of the newest itself. There is none where one of both texts is not held.
    """
    phrasings = lineage.phrasings
    worded, newest = phrasings[index].wordings[0], lineage.wordings[-1]
    if index >= len(phrasings) - 2 or not (worded.is_held and newest.is_held):
        return None
    if readings.fingerprint(lineage.id, worded.first) == readings.fingerprint(lineage.id, newest.first):
        return Markup("")
    return readings.redline(lineage.id, worded.first)


def _step(index: int, lineage: ClauseLineage, addresses: Addresses) -> clause_parts.WordingStep:
    """Return what brought a wording, of those that differ in nothing counted the first one whose text is held."""
    worded, *_ = wordings = lineage.phrasings[index].wordings
    change, before = _change(lineage.phrasings[index - 1].wordings[-1] if index else None, worded, lineage, addresses)
    is_added = any(event.how is How.ADDED for event in lineage.origin)
    icon, label = clause_parts.label_of(worded, addresses.first_text, is_first=not index, is_added=is_added)
    return clause_parts.step(next((one for one in wordings if one.is_held), worded), change, before, icon, label)


def _wording(index: int, lineage: ClauseLineage, last: date | None, addresses: Addresses) -> dict[str, object]:
    """Return when a wording was in force, under which numbers, and where it is read, quoted and compared.

    `text` and `before` are where it is read in its place, and where the text before it is; `quoted` are (title,
    address) of the editions that quote it; `comparison` is where it is compared with the newest, `compared` where an
    edition that quotes it is compared with an earlier one, "" for nowhere.
    """
    phrasing, later = lineage.phrasings[index], lineage.phrasings[index + 1 :]
    worded = phrasing.wordings[0]
    quoted = [each for one in phrasing.wordings for each in _quotations(one, lineage, addresses)]
    texts = (addresses.text_address(lineage, one.first, one.last) for one in phrasing.wordings)
    previous = lineage.phrasings[index - 1].wordings[-1] if index else None
    ended = later[0].first if later else lineage.removed
    new = f"&new={last}" if last else ""  # else with the newest
    comparison = f"{address.COMPARE}?old={worded.first}{new}&clause={worded.number}"
    return {
        "count": index + 1,
        "number": worded.number,
        "numbers": lineage.numbers_during(phrasing),
        "first": worded.first,
        "until": ended - timedelta(days=1) if ended else None,
        "text": "" if addresses.is_recorded and quoted else next(filter(None, texts), ""),
        "before": addresses.text_address(lineage, previous.first, previous.last) if previous else "",
        "quoted": [(each.text.edition.title, quotation_address(each)) for each in quoted],
        "comparison": comparison if later and addresses.release_page(phrasing.first) else "",
        "compared": next((_compared(each.before.effective, each) for each in quoted if each.before), ""),
        "is_held": any(one.is_held for one in phrasing.wordings),
    }


def _quotations(worded: Worded[ClauseNumber], lineage: ClauseLineage, addresses: Addresses) -> list[QuotedClause]:
    return [each for each in addresses.quoted.get(lineage.id, ()) if worded.covers(each.text.effective)]


def _compared(before: date, quoted: QuotedClause) -> str:
    """Return where an edition is compared with an earlier one, at the clause that it quotes."""
    return f"{address.comparison(before, quoted.text.effective)}#{address.fragment(f'to-{quoted.number}')}"


def _change(
    previous: Worded[ClauseNumber] | None, worded: Worded[ClauseNumber], lineage: ClauseLineage, addresses: Addresses
) -> tuple[Change | None, str]:
    """Return the change that brought a wording, or that since the last text compared, and what that text is."""
    if worded.change or not worded.is_held:
        return own_change(previous, worded), ""
    for each in _quotations(worded, lineage, addresses):
        if each.change and each.change.facets:
            return each.change, f"the text of {addresses.release_name(each.before.effective)}" if each.before else ""
    return None, ""
