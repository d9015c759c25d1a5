"""Texts that quote the rules: the page of each edition, and the page that tells which rules a pasted text quotes.

An edition shows its clauses, where it comes from, what is irregular in it. What the script of the other page asks for
are all lives in pieces, and what leads to them.

That script takes the same steps as `crdiff.identify`: over the words of the clauses that share rare words with what is
pasted, as far as a site has texts, and over the fingerprints of whole sentences, as far as it has none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain
from string import ascii_letters, digits

from rapidfuzz.distance import Postfix, Prefix

from crdiff.identify.identified import Identified
from crdiff.identify.page_words import SHINGLE_WORDS
from crdiff.identify.sentence_index import known_wordings, undamaged, without_texts
from crdiff.identify.word_index import IndexedLife, ranked_words, words_of
from crdiff.model.clause import ClauseKind
from crdiff.model.corpus import Edition
from crdiff.model.release import AsideKind, Level
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.english import counted
from crdiff.pages.lives import Calendar
from crdiff.pages.render import page, read_article, this_book
from crdiff.pages.search import json_file
from crdiff.pages.subsection import grow_tree
from crdiff.reports import phrases
from crdiff.reports.identified import verdict
from crdiff.store.archive.words import word_index
from crdiff.store.embedded.editions import EditionText
from crdiff.text.groups import by_key
from crdiff.text.normalise import DASH_FOLDS, TYPOGRAPHY_FOLDS

_DAY = re.compile(r"(\d{4}-\d\d-\d\d)")
_LEVELS = {Level.ERROR: "failed", Level.WARNING: "suspect", Level.NOTE: "informational"}
_ASIDES = {
    AsideKind.COMMENT: ("comment by the page’s author", "comments by the page’s author"),
    AsideKind.RULING: ("ruling", "rulings"),
    AsideKind.PASSAGE: ("passage of another document", "passages of other documents"),
    AsideKind.PROSE: ("paragraph of the page’s own", "paragraphs of the page’s own"),
}


def edition_page(text: EditionText, archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page of `text`: of its release, but no newer one where `is_old`; `same` are those with its words.

    `verdict` is what identifying says of it, in pieces of a sentence, each with an address or "".
    """
    where = address.edition(text.id)
    title = text.heading.clause.wording if text.heading else text.edition.title
    release = archive.release_name(text.effective)
    number = str(text.heading.number) if text.heading else ""
    edition, found = text.edition, archive.identified.get(text.id)
    lasted = f"From {archive.release_name(edition.first)} to {archive.release_name(edition.last)}"
    return page(
        "editions/edition.html",
        where,
        f"{number} {title}, {release}".strip(),
        f"{title}, in the Comprehensive Rules of {release}, as {text.edition.publisher} quotes them.",
        data=address.as_json(where),
        text=text,
        number=number,
        title=title,
        release=release,
        is_old=text.effective < _newest(archive),
        status=_status(text, archive),
        same="" if edition.first == edition.last else lasted,
        life=archive.clause_at(text.heading.number, text.effective) if text.heading else "",
        facts=list(_facts(edition)),
        counts=_counts(text),
        groups=grow_tree(text, archive),
        glossary=text.release.glossary,
        beside=_beside(text),
        comparisons=list(_comparisons(text, archive)),
        verdict=list(_verdict(found, archive)) if found else (),
        found=found,
        source=text.release.source,
        findings=[(_LEVELS[finding.level], finding) for finding in text.release.findings],
    )


def _comparisons(text: EditionText, addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield (words, address) of the comparisons that `text` takes part in."""
    for comparison in addresses.comparisons:
        old, new = addresses.edition_of(comparison.alignment.old), addresses.edition_of(comparison.alignment.new)
        where = address.comparison(old.effective.isoformat(), new.effective.isoformat())
        if old is text:
            yield f"with the later {addresses.release_name(new.effective)}", where
        elif new is text:
            yield f"with the earlier {addresses.release_name(old.effective)}", where


def _verdict(found: Identified, calendar: Calendar) -> Iterator[tuple[str, str]]:
    """Yield the pieces of what `crdiff identify` says of the words of an edition, its dates with their releases.

    The last day of a wording is that of no release.
    """
    releases = frozenset(map(str, calendar.published))
    for piece in _DAY.split(verdict(found)):
        yield piece, calendar.release_listed(date.fromisoformat(piece)) if piece in releases else ""


def _newest(addresses: Addresses) -> date:
    """Return the newest release of which the site has a text, be it only what others quote."""
    newest = max(text.effective for text in addresses.editions)
    return newest if addresses.is_recorded else max(newest, addresses.newest)


def _status(text: EditionText, addresses: Addresses) -> str:
    newest, known = _newest(addresses), addresses.published[-1]
    if text.effective < newest:
        return f"The newest text on this site is that of {addresses.release_name(newest)}."
    if known > newest:
        return f"It is the newest text on this site; the newest release known is {addresses.release_name(known)}."
    return "It is the newest release known."


def _facts(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield (label, value) of what the corpus states of an edition."""
    yield "Publisher", edition.publisher
    yield "Dated", edition.dating
    numbers = [f"rule {number}" for number in edition.coverage.numbers]
    yield "Quotes", phrases.listed(numbers) or "the whole of the rules"
    yield "Taken from", edition.provenance
    if edition.left_out:
        yield "Left out", edition.left_out


def _counts(text: EditionText) -> str:
    rules = [node for node in text.nodes if node.kind in {ClauseKind.RULE, ClauseKind.SUBRULE}]
    examples = sum(len(node.clause.examples) for node in rules)
    parts = [phrases.counted(len(rules), "clause")]
    if examples:
        parts.append(phrases.counted(examples, "example"))
    if text.release.glossary:
        parts.append(phrases.counted(len(text.release.glossary), "glossary entry", "glossary entries"))
    return phrases.listed(parts)


def _beside(text: EditionText) -> str:
    """Return what else is on the page quoted, so that nobody takes this one for all of it."""
    kinds = [(kind, sum(aside.kind is kind for aside in text.release.asides)) for kind in AsideKind]
    found = [counted(count, *_ASIDES[kind]) for kind, count in kinds if count]
    return f"Left out here, because they are not rules: {phrases.listed(found)}." if found else ""


_TITLE = "Which rules a text quotes"


def identify_page(archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page by its address; its script reads `quotation_shards`.

    It says in how many `releases` the text is looked for, and has an `example` to try where they do. `about` is what we
    wrote of the command, None where the site has no prose.
    """
    about = next((read_article(prose) for prose in archive.prose if prose.address == address.IDENTIFY), None)
    dates, book = archive.contents.days, this_book()
    return page(
        "identify/identify.html",
        address.IDENTIFY,
        _TITLE,
        f"Paste a text that quotes the rules of {book.game}: see which rules they are, and how they read today.",
        title=_TITLE,
        releases=len(dates),
        first=dates[0],
        last=dates[-1],
        example=book.pasted if book.pasted_of in dates else "",
        has_texts=not archive.is_recorded,
        lacks_texts=archive.contents.dates != dates,
        about=about,
    )


# Lives of a piece without texts: a text of five clauses reads some ten pieces, of 5 kB each.
LIVES_IN_PIECE = 32
# Lives of a piece with their wordings: a passage of 60 words reads some forty pieces, of 4 kB each.
TEXTS_IN_PIECE = 4
# Letters of a fingerprint that the index has, of 6 bits each: a sentence from elsewhere leads to a piece in vain once
# in 500 times, and 100 kB say it of 30,000 sentences.
HEAD_LETTERS = 4
# Lives that have a word, from which on it leads to none.
_RARE_MAX = 1000
# Lives that have three words in a row, from which on the index says how many: fewer are of one subject.
_SHARED_MIN = 13
_DIGITS = f"{ascii_letters[26:]}{ascii_letters[:26]}{digits}-_"
# In place of the last release of a stay: the newest one.
_LASTS = -1
# The fingerprints of the sentences of a wording, None where nothing is known of it.
_Sentences = tuple[str, ...] | None


def quotation_shards(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield what the page asks for, (address, JSON).

    All lives in pieces; the words with the lives that have them, the sentences with the pieces that have them; and the
    numbers with the lives that had them, where there are texts.
    """
    lives, heads = _lives(archive), []
    size = TEXTS_IN_PIECE if archive.contents.words else LIVES_IN_PIECE
    for at, start in enumerate(range(0, len(lives), size)):
        there = [(life, _said(life, archive)) for life in lives[start : start + size]]
        found = (sentence for _, every in there for said in every for sentence in said or ())
        heads.append("".join(sorted({sentence[:HEAD_LETTERS] for sentence in found})))
        yield f"{address.IDENTIFY}lives-{at}.json", json_file(lives=[_packed(*each, archive) for each in there])
    every = [words_of(life.wordings) for life in lives]
    words, common = ranked_words(every)
    having = by_key(
        (word, at) for at, said in enumerate(every) for word in set[str]().union(*(one.plain for one in said))
    )
    shared: Counter[str] = Counter()
    for said in every:
        shared.update({" ".join(one.plain[at : at + SHINGLE_WORDS]) for one in said for at in range(len(one.shingles))})
    index = json_file(
        releases=[(day, archive.set_name(day), +bool(archive.release_page(day))) for day in archive.contents.days],
        folds=TYPOGRAPHY_FOLDS,
        dashes=DASH_FOLDS,
        lives=len(lives),
        piece=size,
        letters=HEAD_LETTERS,
        heads=heads,
        words=" ".join(words),
        commonWords=common,
        of=[_ascending(having[word]) if len(having[word]) <= _RARE_MAX else "" for word in words],
        common=[each for each in sorted(shared.items()) if each[1] >= _SHARED_MIN],
    )
    yield address.as_json(address.IDENTIFY), index
    numbers = by_key((stay.number, at) for at, life in enumerate(lives) if not life.is_entry for stay in life.stays)
    named = {number: _ascending(sorted({*those})) for number, those in numbers.items() if archive.contents.words}
    for section, those in by_key((number[:1], number) for number in named).items():
        yield f"{address.IDENTIFY}numbers-{section}.json", json_file(**{number: named[number] for number in those})


def _packed(life: IndexedLife, every: Sequence[_Sentences], archive: ArchiveIndex) -> tuple[object, ...]:
    """Return a life as a piece has it.

    Its page, "" for none; 1 for a glossary entry; its stays: first and last release, number, what it said, 1 where it
    begins to read otherwise; each wording by what it shares with the one before; the number of the clause that it was
    merged into, or ""; the fingerprints of its sentences, one after the other, and the places of those of each wording.
    """
    newest, shown, before = len(archive.contents.days) - 1, [], ""
    for wording in life.wordings:
        first = Prefix.similarity(before, wording)
        last = Postfix.similarity(before[first:], wording[first:])
        shown.append((first, last, wording[first : len(wording) - last]))
        before = wording
    lasts = ((each, _LASTS if each.last == newest else each.last) for each in life.stays)
    stays = [(each.first, last, each.number, each.wording, +each.begins_phrasing) for each, last in lasts]
    places = {one: at for at, one in enumerate(dict.fromkeys(chain.from_iterable(said or () for said in every)))}
    said = [None if each is None else [places[one] for one in dict.fromkeys(each)] for each in every]
    return _page(life, archive), int(life.is_entry), stays, shown, life.merged_into, "".join(places), said


def _said(life: IndexedLife, archive: ArchiveIndex) -> list[_Sentences]:
    """Return what is known of the sentences of each wording, nothing where the site has every text."""
    told = archive.known_lives.life(life.id)
    if told is None or _has_every_text(archive):
        return []
    sentences = undamaged([one.sentences for one in told.wordings], [one.begins_phrasing for one in told.wordings])
    places = known_wordings(life, archive.contents.days, told, archive.known_lives)
    return [None if at is None else sentences[at] for at in places]


def _ascending(places: Iterable[int]) -> str:
    """Return ascending numbers by their differences, five bits a digit, the sixth where more follow: 1, 40 -> ChH."""
    written, last = "", -1
    for place in places:
        value, last = place - last, place
        parts = [_DIGITS[value % 32]]
        while value := value // 32:
            parts.append(_DIGITS[value % 32 + 32])
        written += "".join(reversed(parts))
    return written


def _has_every_text(archive: ArchiveIndex) -> bool:
    """Whether all wordings are at hand."""
    words = archive.contents.words
    return words is not None and words.dates == archive.contents.days


def _lives(archive: ArchiveIndex) -> list[IndexedLife]:
    """Return each clause and then each entry with its wordings."""
    if archive.contents.words is None:
        return [without_texts(known, archive.known_lives) for known in archive.known_lives.every()]
    index = word_index(archive.contents.words)
    return [*map(index.life, range(len(index)))]


def _page(life: IndexedLife, addresses: Addresses) -> str:
    if life.is_entry:
        return "" if addresses.is_recorded else address.entry(life.id)[1:]
    return (addresses.clause_page(life.id) or address.number(addresses.numbered(life.stays[-1].number)))[1:]
