"""Search: the page, what it finds, and the index that its script reads a piece at a time.

What it finds are rules, glossary, earlier wordings, releases, our notes, and pages. Wordings that differ only in what
readers do not count are one. A wording that reads as today's is found as today's.

The words of the index are in alphabetical order, cut into pieces of about the same size, and `index.json` names the
first word of each. So one piece has a word or none has, and all words that begin alike are in pieces side by side:
`search.js` looks for them as one looks into a dictionary. Pairs of neighbouring words find phrases.

The search has a rule, an entry or a story at once by its name. A name is a heading, a term of the glossary, what a rule
says that something is called, the name or the code of a set, the title of a story, or one of the players' names in
`corpus/names.toml`, each of which stands for another name.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import msgspec

from crdiff.annotate.cross_references import cross_references
from crdiff.history.asked import is_obsolete, name_key
from crdiff.history.lineage import How, Term, Worded
from crdiff.history.stories import tell
from crdiff.model.number import ClauseNumber
from crdiff.model.release import ReleaseSpan
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.glossary import term_address
from crdiff.pages.lives import GENERAL, Calendar, ClauseLineage, EntryLineage, Lives
from crdiff.pages.render import page, plain_text, this_book
from crdiff.pages.stories import decided_by, in_days, story_link
from crdiff.reports.phrases import counted, listed
from crdiff.text.groups import by_key
from crdiff.text.hidden import unmarked
from crdiff.text.normalise import fold_typography
from crdiff.text.same_words import words_alone

# Bytes of a piece of words, more only for a single word. Smaller pieces load faster, larger ones are fewer files.
WORDS_PIECE = 3_000
# Bytes of a piece of texts, more only for a single text, of which the longest held (704.5 of 2009) has 4,000.
TEXTS_PIECE = 4_000
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def words_of(text: str) -> set[str]:
    """Return the words of `text` as the index has them: typography folded, no accents, no unseen characters."""
    return set(_in_order(text))


def pairs_of(text: str) -> set[str]:
    """Return every two neighbouring words of `text`, a space between them."""
    return {f"{one} {other}" for one, other in pairwise(_in_order(text))}


def pieces(
    where: str, parts: Mapping[str, Sequence[Found]], about: Mapping[str, object]
) -> Iterator[tuple[str, bytes]]:
    """Yield the index at `where` of the texts in `parts`, (address, JSON); `about` is what else `index.json` says."""
    texts = [each for part in parts.values() for each in part]
    starts = accumulate((len(part) for part in parts.values()), initial=0)
    index = {**about, "parts": dict(zip(parts, starts, strict=False)), "groups": packed(_groups(texts))}
    for name, kept in (("words", _words(texts)), ("pairs", _pairs(texts))):
        found = list(shards(kept))
        index[name] = [shard[0][0] for shard in found]
        for number, shard in enumerate(found):
            yield f"{where}{name}-{number}.json", json_file(**{name: dict(shard)})
    written = [msgspec.json.encode(each.shown) for each in texts]
    blocks = list(cuts([len(each) + 1 for each in written], TEXTS_PIECE))
    for number, block in enumerate(blocks):
        yield f"{where}texts-{number}.json", json_file(texts=[msgspec.Raw(each) for each in written[block]])
    yield f"{where}index.json", json_file(**index, texts=packed(block.start for block in blocks), count=len(texts))


def shards(kept: Mapping[str, object]) -> Iterator[list[tuple[str, msgspec.Raw]]]:
    """Yield what is found by words, in alphabetical order, in pieces."""
    entries = [(key, msgspec.Raw(msgspec.json.encode(value))) for key, value in sorted(kept.items())]
    for cut in cuts([len(key) + len(value) + 4 for key, value in entries], WORDS_PIECE):
        yield entries[cut]


def cuts(sizes: Sequence[int], most: int) -> Iterator[slice]:
    """Yield neighbours that together have at most `most` bytes; what is larger alone is a piece of its own."""
    start = held = 0
    for at, size in enumerate(sizes):
        if at > start and held + size > most:
            yield slice(start, at)
            start, held = at, 0
        held += size
    if start < len(sizes):
        yield slice(start, len(sizes))


def packed(places: Iterable[int]) -> str:
    """Return ascending numbers as their stretches, in base64 VLQ as in source maps but without a sign.

    Of a stretch of neighbours there is the gap before it, doubled, and one more if it is longer than a number; then its
    length less two. Wordings of one clause stand side by side and have most words in common.
    """
    found = ""
    before = start = end = 0
    for place in places:
        if place == end > start:
            end += 1
            continue
        if end > start:
            found += _stretch(start - before, end - start)
            before = end
        start, end = place, place + 1
    return found + _stretch(start - before, end - start) if end else found


def json_file(**values: object) -> bytes:
    """Return a file of JSON, of one object with `values`."""
    return msgspec.json.encode(values) + b"\n"


@lru_cache(maxsize=1 << 15)  # most are small, and there are half a million of them
def _stretch(gap: int, length: int) -> str:
    return _coded(gap * 2) if length == 1 else f"{_coded(gap * 2 + 1)}{_coded(length - 2)}"


def _coded(value: int) -> str:
    digits = []
    while value > 31:
        digits.append(_DIGITS[32 | value & 31])
        value >>= 5
    return "".join((*digits, _DIGITS[value]))


def _words(texts: Sequence[Found]) -> dict[str, tuple[str, str]]:
    """Return, by word, the texts that have it in name or title, and the texts that have it elsewhere only."""
    in_title: defaultdict[str, list[int]] = defaultdict(list)
    elsewhere: defaultdict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(texts):
        said = words_of(each.text)
        if each.also:
            said |= words_of(each.also)
        titled = words_of(f"{each.name} {each.title}") | (said & words_of(each.under))
        for word in titled:
            in_title[word].append(at)
        for word in said - titled:
            elsewhere[word].append(at)
    words = in_title.keys() | elsewhere.keys()
    return {word: (packed(in_title.get(word, ())), packed(elsewhere.get(word, ()))) for word in words}


def _pairs(texts: Sequence[Found]) -> dict[str, str]:
    """Return, by two neighbouring words, the texts that have them in title or text."""
    said = ((at, pairs_of(f"{each.name} {each.title}") | pairs_of(each.text)) for at, each in enumerate(texts))
    found = by_key((pair, at) for at, pairs in said for pair in pairs)
    return {pair: packed(places) for pair, places in found.items()}


def _groups(texts: Sequence[Found]) -> list[int]:
    """Return where the texts of each owner begin; a text without one is alone."""
    return [at for at, each in enumerate(texts) if not at or not each.owner or each.owner != texts[at - 1].owner]


@lru_cache(maxsize=1 << 15)  # each text is asked for twice: for its words, and for its pairs
def _in_order(text: str) -> tuple[str, ...]:
    folded = fold_typography(unmarked(text)).lower()
    if not folded.isascii():
        apart = unicodedata.normalize("NFD", folded)
        folded = "".join(char for char in apart if not unicodedata.category(char).startswith("M"))
    return tuple(_WORD.findall(folded))


Followed = ClauseLineage | EntryLineage
# The places of the texts that a clause had, each with the first release that had it, newest first, by the clause.
Said = Mapping[str, Sequence[tuple[date | int, ...]]]

_PAGES = (
    ("Rules", address.RULES, "The contents of the rules."),
    ("Numbers, old and new", address.NUMBERS, "Every number that a rule has ever had, and where that rule is now."),
    ("Releases", address.RELEASES, "Every release of the rules, and what each one changed."),
    ("Compare", address.COMPARE, "Any two releases, rule by rule."),
)
_PAGES_OF_TEXTS = (
    ("Glossary", address.GLOSSARY, "All terms of the rules, and former ones."),
    ("Growth of the rules", address.STATS, "How many rules and words each release has, year by year."),
    ("Data", address.DATA, "The data behind these pages as files: JSON, CSV and feeds."),
)


class _Wording(ReleaseSpan[date], frozen=True):
    """What a clause or an entry said for a time: wordings that readers do not tell apart.

    `ended` is the first release without it, None where the newest release has it. `begins_phrasing`: words came with
    it; else examples did. Before `as_newest` it had other references, terms or spelling than the `newest` of them has.
    """

    ended: date | None
    newest: Worded[ClauseNumber] | Worded[Term]
    begins_phrasing: bool
    as_newest: date
    also: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The same for what says the same."""
        return fold_typography("\n".join((self.newest.title, _said(self.newest))))


def read_texts(archive: ArchiveIndex) -> tuple[dict[str, tuple[Found, ...]], Said]:
    """Return all that can be found, by the part of the answer that it belongs to, in the order of the index.

    Then, by lineage, the places of the wordings that it had: the place of today's text for what reads as today's, -1
    for what no text is known of; and since when it reads so, where references, terms or spelling differed before.
    """
    rules, glossary = tuple(_rules(archive)), tuple(_glossary(archive))
    now = {found.owner: place for place, found in reversed([*enumerate((*rules, *glossary))])}
    earlier: list[Found] = []
    said: dict[str, tuple[tuple[date | int, ...], ...]] = {}
    start = len(rules) + len(glossary)
    for lineage in archive.contents.lineages:
        said[lineage.id] = tuple(_earlier(lineage, earlier, start, now.get(lineage.id, -1), archive))
    former = len(earlier)
    for entry in archive.entries:
        tuple(_earlier(entry, earlier, start, -1, archive))
    parts = {
        "rules": rules,
        "glossary": glossary,
        "earlier": (*earlier[:former], *_titles(archive, stands=False)),
        "former": (*earlier[former:], *_terms(archive, stands=False)),
        "releases": tuple(_releases(archive)),
        "notes": tuple(_notes(archive)),
        "pages": tuple(_pages(archive)),
    }
    return parts, said


# in force


def _rules(addresses: Addresses) -> Iterator[Found]:
    """Yield the clauses of the newest release held, in the order of the text."""
    for shown in addresses.contents.current.clauses:
        heading = f"{address.RULES}#s{shown.number}"  # of a section, on the contents
        where = addresses.current.get(shown.number, heading)
        where = addresses.clause_page(shown.lineage) if addresses.is_recorded else where
        text = "\n".join(filter(None, (shown.text, *shown.examples)))
        under = addresses.heading_over(shown.number, addresses.newest)
        yield Found(str(shown.number), shown.title, text, "", where, owner=shown.lineage or "", under=under)
    yield from _titles(addresses, stands=True)


def _glossary(archive: ArchiveIndex) -> Iterator[Found]:
    for term in archive.contents.glossary:
        entry = archive.entry_at(term.term, archive.newest)
        since = f"In the glossary since {archive.came_with(entry.runs[0].first)}." if entry else ""
        for text in term.texts:
            yield Found(term.term, "", text, since, term_address(term.term), owner=entry.id if entry else "")
    yield from _terms(archive, stands=True)


# earlier wordings


def _earlier(
    lineage: Followed, found: list[Found], start: int, now: int, lives: Lives
) -> Iterator[tuple[date | int, ...]]:
    """Add what a clause or an entry said before, the newest first, to what was `found`; yield when it said what.

    `start` is the place of the first of what is found, `now` that of today's text.
    """
    wordings = list(_wordings(lineage, lives))
    today = wordings[-1].key if wordings and not wordings[-1].ended else None
    for at, wording in reversed([*enumerate(wordings)]):
        since = () if wording.as_newest == wording.first else (wording.as_newest,)
        if wording.key == today:
            yield wording.first, now, *since
        elif not wording.newest.is_held:
            yield wording.first, -1
        else:
            after = wordings[at + 1] if at + 1 < len(wordings) else None
            yield wording.first, start + len(found), *since
            found.append(_former(wording, after, lineage, lives))


def _wordings(lineage: Followed, calendar: Calendar) -> Iterator[_Wording]:
    """Yield what a clause or an entry said: releases in which it is missing are in none of them."""
    before: _Wording | None = None
    for worded in lineage.wordings:
        if before and before.ended == worded.first and not _differ(before.newest, worded):
            first, begins, also = before.first, before.begins_phrasing, (*before.also, _said(before.newest))
            one, other = (words_alone(f"{each.title}\n{_said(each)}") for each in (before.newest, worded))
            as_newest = before.as_newest if one == other else worded.first
        else:
            first, begins, also, as_newest = worded.first, worded.begins_phrasing, (), worded.first
            if before:
                yield before
        before = _Wording(first, worded.last, calendar.release_after(worded.last), worded, begins, as_newest, also)
    if before:
        yield before


def _differ(one: Worded[ClauseNumber] | Worded[Term], other: Worded[ClauseNumber] | Worded[Term]) -> bool:
    """Whether readers tell the wordings apart, by their words or by their examples."""
    if other.begins_phrasing or one.is_held != other.is_held:
        return True
    return [*map(fold_typography, one.examples)] != [*map(fold_typography, other.examples)]


def _former(wording: _Wording, after: _Wording | None, lineage: Followed, lives: Lives) -> Found:
    newest = wording.newest
    number = lineage.number_in(wording.last) or newest.number
    return Found(
        name=str(number),
        title="" if isinstance(number, Term) else newest.title,
        text=_said(newest),
        besides=f"{_in_force(wording, lineage, lives)} {_became(wording, after, lineage, lives)}",
        href=f"{address.followed(lineage)}#w{wording.first}",
        also="\n".join(wording.also),
        owner=lineage.id,
        under="" if isinstance(number, Term) else lives.heading_over(number, wording.last),
    )


def _in_force(wording: _Wording, lineage: Followed, calendar: Calendar) -> str:
    """Return a sentence on the days in which a wording was in force, and under which numbers."""
    runs = [run for run in lineage.joined_runs if run.meets(wording)]
    names = "".join(f", until {last_day(run.last, calendar)} as {run.number}" for run in runs[:-1])
    place = "In the glossary" if isinstance(wording.newest.number, Term) else "In force"
    return f"{place} {calendar.day(wording.first)} to {last_day(wording.last, calendar)}{names}."


def last_day(release: date, calendar: Calendar) -> str:
    """Return in words the last day of what `release` is the last one held to have: it may have ended before."""
    after = calendar.release_after(release)
    return calendar.day_before(after) if after else ""


def _became(wording: _Wording, after: _Wording | None, lineage: Followed, calendar: Calendar) -> str:
    """Return a sentence on what ended a wording, its first word what is to be seen, and on the rule today."""
    ended = wording.ended
    end = next((event for event in lineage.fate if event.release == ended and event.how in _ENDS), None)
    name = calendar.came_with(ended) if ended else ""
    if end and (not after or after.first != ended or end.how is How.REVOKED):
        return f"{_ENDS[end.how]}{f' into {end.number}' if end.how is How.MERGED and end.number else ''} with {name}."
    what = "Reworded" if after and after.begins_phrasing else "Example changed"
    what = "Left out" if not after or after.first != ended else what
    return f"{what} with {name}{_today(lineage, calendar)}."


_ENDS = {How.REMOVED: "Removed", How.REVOKED: "Revoked", How.MERGED: "Merged"}


def _today(lineage: Followed, calendar: Calendar) -> str:
    """Return in words where a clause or an entry is today, or how it ended."""
    newest = lineage.runs[-1].number
    if lineage.ended:
        how = "revoked" if lineage.revoked else "removed"
        return f"; {how} with {calendar.came_with(lineage.revoked or lineage.ended.release)}"
    if isinstance(newest, Term):
        return ""
    return f"; {newest} today" if lineage.stands else ""


# titles and terms of which no text is known


def _titles(lives: Lives, *, stands: bool) -> Iterator[Found]:
    """Yield the clauses known by a title alone: those in force, or the others."""
    for lineage in sorted(lives.elsewhere.values(), key=lambda each: each.runs[-1].number):
        if lineage.title and lineage.stands is stands:
            run = lineage.joined_runs[-1]
            until = "" if stands else f" to {last_day(run.last, lives)}"
            since = "since " if stands else ""
            besides = f"{run.number} {since}{run.first}{until}. {ending_of(lineage, lives)}".strip()
            yield Found(str(run.number), lineage.title, "", besides, address.number(run.number), owner=lineage.id)


def ending_of(lineage: Followed, calendar: Calendar) -> str:
    """Return how a clause or an entry ended, as a sentence, "" where it is not known to have."""
    ended = lineage.ended
    return f"{_ENDS[ended.how]} with {calendar.came_with(ended.release)}." if ended else ""


def _terms(archive: ArchiveIndex, *, stands: bool) -> Iterator[Found]:
    """Yield the terms known without their texts: those in the glossary, or the others."""
    for term, first, last in archive.terms:
        if (last is None) is stands:
            until = f"{first} to {archive.last_day(last)}" if last else f"since {archive.release_name(first)}"
            yield Found(term, "", "", f"In the glossary {until}.", "")


# releases, notes, pages


def _releases(archive: ArchiveIndex) -> Iterator[Found]:
    sizes = {size.release: size for size in archive.sizes}
    for release in reversed(archive.published):
        size = sizes.get(release)
        counts = (
            f"{counted(size.added, 'rule')} added, {size.removed:,} removed, {counted(size.to_read, 'change')} to read."
            if size and not archive.is_recorded and release != archive.contents.days[0]
            else ""
        )
        told = [": ".join(filter(None, (each.title, each.stretch))) for each in decided_by(release, archive)]
        text = (
            f"{counts} It decided: {'; '.join(told)}.".strip() if told and release != archive.published[0] else counts
        )
        name, code = archive.release_name(release), archive.codes.get(release, "")
        yield Found(name, code, text, "", archive.release_listed(release), f"{release:%B %Y}")


def _notes(archive: ArchiveIndex) -> Iterator[Found]:
    """Yield the stories, then the notes that are shown on a clause alone."""
    for note in archive.stories:
        if note.story or note.plays:
            told = tell(note.stretches, archive.followed.get, archive.contents.days)
            answers = [f"{each.stretch.title}, {in_days(each, archive)}: {each.stretch.says}" for each in told]
            text = "\n".join(map(plain_text, (note.lead, *answers, *note.text.split("\n\n"))))
            yield Found(note.title, "", text, "Story", story_link(note)[-1])
    for note in archive.annotations:
        on = [lineage for lineage in note.lineages if lineage in archive.lineages]
        if on and not (note.story or note.plays):
            numbers = listed([str(archive.lineages[lineage].runs[-1].number) for lineage in on], 3)
            yield Found(note.title, "", plain_text(note.text), f"Note on {numbers}", address.note(on[0], note.id))


def _pages(archive: ArchiveIndex) -> Iterator[Found]:
    for name, where, text in (*_PAGES, *(() if archive.is_recorded else _PAGES_OF_TEXTS)):
        yield Found(name, "", text, "", where)
    if archive.stories:
        yield Found("Stories", "", "How parts of the rules came to say what they say.", "", address.STORIES)
    for prose in archive.prose:
        if prose.address != address.HOME and "/decisions/" not in prose.address:
            title = plain_text(prose.body.lstrip().partition("\n")[0])
            yield Found(title, "", prose.meta.get("description", ""), "", prose.address)


def _said(worded: Worded[ClauseNumber] | Worded[Term]) -> str:
    return "\n".join(filter(None, (worded.text, *worded.examples)))


def search_pages(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the page for searching and the pieces of its index."""
    parts, said = read_texts(archive)
    yield page(
        "search/search.html",
        address.SEARCH,
        "Search",
        f"Search the rules of {this_book().game} of all years: a number, words, a card, a set or a date.",
        is_recorded=archive.is_recorded,
        rules=len(parts["rules"]),
        earlier=len(parts["earlier"]),
    )
    numbers, made = _number_pieces(said, archive)
    named = list(shards(names_of(parts, archive)))
    numbers["names"] = [shard[0][0] for shard in named]
    made |= {f"{address.SEARCH}names-{at}.json": json_file(names=dict(shard)) for at, shard in enumerate(named)}
    yield from made.items()
    yield from pieces(address.SEARCH, parts, numbers)
    names = [
        (str(day), archive.set_name(day), archive.codes.get(day, ""), archive.release_listed(day))
        for day in archive.published
    ]
    yield RELEASES, json_file(releases=names)


# Where the names of all releases are that the script gives to days.
RELEASES = f"{address.SEARCH}releases.json"


def _number_pieces(said: Said, addresses: Addresses) -> tuple[dict[str, object], dict[str, bytes]]:
    """Return what `index.json` says of the pieces of numbers and of clauses, and these pieces by their addresses.

    `/number/NNN/index.json` says where one number leads. These say it of a number in a year, of any clause: what it was
    called then, what it said, and where it is today.
    """
    every = (*addresses.contents.lineages, *addresses.elsewhere.values())
    lineages = sorted(every, key=lambda lineage: (lineage.runs[-1].number, lineage.id))
    numbered = ((at, {run.number for run in lineage.runs}) for at, lineage in enumerate(lineages))
    named = by_key((str(number), at) for at, its in numbered for number in its)
    numbers = list(shards({number: packed(those) for number, those in named.items()}))
    places = () if addresses.is_recorded else addresses.places.all
    then = list(shards(by_key((str(place.number), (place.first, place.last)) for place in places)))
    written = [msgspec.json.encode(_known(each, said.get(each.id, ()), addresses)) for each in lineages]
    blocks = list(cuts([len(each) + 1 for each in written], TEXTS_PIECE))
    made = {f"{address.SEARCH}numbers-{at}.json": json_file(numbers=dict(shard)) for at, shard in enumerate(numbers)}
    made |= {
        f"{address.SEARCH}clauses-{at}.json": json_file(clauses=[msgspec.Raw(each) for each in written[block]])
        for at, block in enumerate(blocks)
    }
    made |= {f"{address.SEARCH}then-{at}.json": json_file(then=dict(shard)) for at, shard in enumerate(then)}
    firsts = {name: [shard[0][0] for shard in cut] for name, cut in (("numbers", numbers), ("then", then))}
    return {**firsts, "clauses": packed(block.start for block in blocks)}, made


def _known(lineage: ClauseLineage, said: Sequence[tuple[date | int, ...]], addresses: Addresses) -> dict[str, Any]:
    """Return what is known of a clause; a run that has not ended has no last day."""
    newest = lineage.runs[-1]
    return {
        "title": addresses.title(lineage.id) if newest.number.is_heading else "",
        "history": addresses.clause_page(lineage.id) or address.number(newest.number),
        "now": addresses.read_at(lineage) if lineage.stands else "",
        "runs": [
            (str(run.number), addresses.day(run.first), last_day(run.last, addresses)) for run in lineage.joined_runs
        ],
        "said": said,
        "ended": ending_of(lineage, addresses),
    }


_CALLED = re.compile(r"(?:is|are) (?:also )?(?:called|known as) (?:an? |the )?[“\"]([^”\"]+?)[.,]?[”\"]")
_DEFINED = re.compile(r"(?:^|\n|\. )(?:The term )?[_“\"]?([a-z][a-z ]+?)[_”\"]? means? ", re.IGNORECASE)
# Words of a name that a sentence defines: "dies", "legal text"; longer ones are sentences.
_DEFINED_WORDS = 3
_DATED = re.compile(r" ?\(?\d{4}-\d\d-\d\d\)?$")
_NAMED_PAGES = (address.RULES, address.GLOSSARY, address.RELEASES, address.STORIES, address.IDENTIFY)


class Found(NamedTuple):
    """A text that can be found: number, term or name; title; text; what else to know of it; where it is read.

    `besides` says when an earlier wording was in force and what became of it. `also` are words that find the text and
    are not shown: those of wordings that differ from it in nothing that readers count. `owner` is the clause or entry
    that says it: of several texts of one owner, which stand together, one hit is shown. `under` is the heading above
    it: a text with a word of its heading is more to the point than one that says it by the way.
    """

    name: str
    title: str
    text: str
    besides: str
    href: str
    also: str = ""
    owner: str = ""
    under: str = ""

    @property
    def shown(self) -> tuple[str, ...]:
        """What the index has of the text."""
        return self[:5]


def names_of(parts: Mapping[str, Sequence[Found]], archive: ArchiveIndex) -> dict[str, list[int]]:
    """Return, by the key of a name, the places in `parts` of what is called so, the best first.

    A set comes before a rule in force, that before the entry of the glossary that names it, a story, and what was.
    """
    found: dict[str, dict[int, None]] = {}
    for name, place in _Names(parts, archive).all():
        if key := name_key(name):
            found.setdefault(key, {})[place] = None
    for alias, meant in archive.aliases.items():
        for place in found.get(name_key(meant), ()):
            found.setdefault(name_key(alias), {})[place] = None
    return {key: list(places) for key, places in found.items()}


def clause_names(found: Found, archive: ArchiveIndex) -> Iterator[str]:
    """Yield what a clause is called that is no heading: by us, by its own text, and as what it defines."""
    if title := archive.titles.get(found.owner):
        yield title
    yield from _CALLED.findall(found.text)
    for name in _DEFINED.findall(found.text):
        if len(name.split()) <= _DEFINED_WORDS:
            yield name


class _Names:
    """The names in the parts of an index, each with the place of what it names."""

    def __init__(self, parts: Mapping[str, Sequence[Found]], archive: ArchiveIndex) -> None:
        self._archive = archive
        self._placed: dict[str, list[tuple[int, Found]]] = {}
        start = 0
        for part, texts in parts.items():
            self._placed[part] = list(enumerate(texts, start))
            start += len(texts)
        self._rules = {found.name: place for place, found in reversed(self._placed["rules"])}
        self._entries = {entry.id: entry for entry in archive.entries}

    def all(self) -> Iterator[tuple[str, int]]:
        """Yield every name, the best of each first."""
        for place, found in self._placed["releases"]:
            yield _DATED.sub("", found.name), place
            yield found.title, place
        for place, found in self._placed["rules"]:
            if found.title != GENERAL:
                yield found.title, place
            yield from ((name, place) for name in clause_names(found, self._archive))
        glossary = self._placed["glossary"]
        for _, found in glossary:
            yield from ((found.name, self._rules[number]) for number in self._numbers(found) if number in self._rules)
        yield from ((found.name, place) for place, found in glossary if not is_obsolete(found.name))
        yield from self._stories()
        for _, found in self._placed["former"]:
            yield from ((found.name, place) for place in self._went_to(found))
        yield from self._former([(place, found) for place, found in glossary if is_obsolete(found.name)])
        yield from ((found.name, place) for place, found in self._placed["pages"] if found.href in _NAMED_PAGES)

    def _numbers(self, found: Found) -> list[str]:
        """Return the numbers that an entry names, those of whole sections last."""
        references = cross_references(found.text, self._archive.contents.numbers)
        named = [number for one in references for number in one.numbers]
        return list(map(str, sorted(named, key=lambda number: number.is_section)))

    def _went_to(self, found: Found) -> Iterator[int]:
        """Yield where the rules are today that an entry named which is gone."""
        if not (entry := self._entries.get(found.owner)):
            return
        archive = self._archive
        for number in self._numbers(found):
            named = archive.lineages.get(archive.lineage_of(archive.numbered(number), entry.runs[-1].last))
            now = str(named.number_in(archive.newest)) if named else ""
            if now in self._rules:
                yield self._rules[now]

    def _stories(self) -> Iterator[tuple[str, int]]:
        """Yield the titles of stories, and the terms of the entries that each is about."""
        notes = {note.title: note for note in self._archive.stories}
        for place, found in self._placed["notes"]:
            yield found.name, place
            note = notes.get(found.name)
            about = [self._entries[name] for name in (note.entries if note else ()) if name in self._entries]
            yield from ((run.number, place) for entry in about for run in entry.runs)

    def _former(self, obsolete: Sequence[tuple[int, Found]]) -> Iterator[tuple[str, int]]:
        """Yield the headings and terms that are gone, each once: the newest wording stands for the older ones."""
        seen: set[tuple[str, str]] = set()
        for place, found in (*self._placed["earlier"], *obsolete, *self._placed["former"]):
            name = found.title or ("" if found.owner in self._archive.lineages else found.name)
            if (found.owner, name) not in seen:
                yield name, place
            seen.add((found.owner, name))
