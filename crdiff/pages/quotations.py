"""What the page that tells which rules a text quotes asks for: all lives in pieces, and what leads to them.

Its script takes the same steps as `crdiff.identify`: over the words of the clauses that share rare words with what is
pasted, as far as a site has texts, and over the fingerprints of whole sentences, as far as it has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from string import ascii_letters, digits

from rapidfuzz.distance import Postfix, Prefix

from crdiff.identify.page_words import SHINGLE_WORDS
from crdiff.identify.sentence_index import known_wordings, undamaged, without_texts
from crdiff.identify.word_index import IndexedLife, ranked_words, words_of
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.search import json_file
from crdiff.store.archive.words import word_index
from crdiff.text.groups import by_key
from crdiff.text.normalise import DASH_FOLDS, TYPOGRAPHY_FOLDS

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
