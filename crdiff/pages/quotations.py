"""What the page that tells which rules a text quotes asks for: all wordings in pieces, or sentences of known lives.

Its script takes the same steps as `crdiff.identify`: where a site has every text over the words of the clauses that
share rare words with what is pasted, else over the fingerprints of whole sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from string import ascii_letters, digits

from rapidfuzz.distance import Postfix, Prefix

from crdiff.history.known_lives import sentence_prints
from crdiff.identify.page_words import SHINGLE_WORDS
from crdiff.identify.sentence_index import known_wordings, undamaged, without_texts
from crdiff.identify.word_index import IndexedLife, ranked_words, words_of
from crdiff.pages import address
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.search import json_file
from crdiff.store.archive.words import word_index
from crdiff.text.groups import by_key
from crdiff.text.normalise import DASH_FOLDS, TYPOGRAPHY_FOLDS

# Lives of a piece: a text of five clauses reads some ten pieces, of 5 kB each.
LIVES_IN_PIECE = 32
# Letters of a fingerprint that the index has, of 6 bits each: a sentence from elsewhere leads to a piece in vain once
# in 500 times, and 100 kB say it of 30,000 sentences.
HEAD_LETTERS = 4
# In place of the last release of a stay: the newest one.
_LASTS = -1


def quotation_shards(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield what the page asks for, (address, JSON)."""
    return _word_shards(archive) if has_every_text(archive) else _sentence_shards(archive)


def _sentence_shards(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    dates = archive.contents.days
    followed = sorted(((life, _said(life, archive)) for life in _lives(archive)), key=lambda one: one[0].stays[0].first)
    heads = []
    for at, start in enumerate(range(0, len(followed), LIVES_IN_PIECE)):
        lives = followed[start : start + LIVES_IN_PIECE]
        found = {sentence for _, every in lives for said in every for sentence in said}
        heads.append("".join(sorted({sentence[:HEAD_LETTERS] for sentence in found})))
        yield f"{address.IDENTIFY}lives-{at}.json", json_file(lives=[_packed(*each, archive) for each in lives])
    index = json_file(
        releases=[(day, archive.set_name(day)) for day in dates],
        folds=TYPOGRAPHY_FOLDS,
        dashes=DASH_FOLDS,
        piece=LIVES_IN_PIECE,
        letters=HEAD_LETTERS,
        heads=heads,
    )
    yield address.as_json(address.IDENTIFY), index


def _packed(life: IndexedLife, every: Sequence[tuple[str, ...]], archive: ArchiveIndex) -> tuple[object, ...]:
    """Return a life as a piece has it.

    Its page, "" for none; 1 for a glossary entry; its stays: first and last release, number, what it said, 1 where it
    begins to read otherwise; the fingerprints of its sentences, one after the other; the places of those of all that it
    said; and the number of the clause that it was merged into, or "".
    """
    forms = list(dict.fromkeys(tuple(dict.fromkeys(said)) for said in every))
    places = {sentence: at for at, sentence in enumerate(dict.fromkeys(chain.from_iterable(forms)))}
    said = [forms.index(tuple(dict.fromkeys(each))) for each in every]
    stays = _packed_stays(life, len(archive.contents.days) - 1, said)
    shown = [[places[each] for each in form] for form in forms]
    return _page(life, archive), int(life.is_entry), stays, "".join(places), shown, life.merged_into


def _packed_stays(life: IndexedLife, newest: int, said: Sequence[int]) -> list[tuple[int, int, str, int, int]]:
    lasts = ((each, _LASTS if each.last == newest else each.last) for each in life.stays)
    return [(each.first, last, each.number, said[each.wording], +each.begins_phrasing) for each, last in lasts]


def _said(life: IndexedLife, archive: ArchiveIndex) -> list[tuple[str, ...]]:
    """Return the fingerprints of the sentences of each wording."""
    told = archive.known_lives.life(life.id)
    places = known_wordings(life, archive.contents.days, told, archive.known_lives)
    said = [
        told.wordings[place or 0].sentences if told and not text else sentence_prints("", text.split("\n"))
        for text, place in zip(life.wordings, places, strict=True)
    ]
    begun = {stay.wording for stay in life.stays if stay.begins_phrasing}
    return undamaged(said, [at in begun for at in range(len(said))])


# Lives of a piece with their wordings: a passage of 60 words reads some forty pieces, of 4 kB each.
TEXTS_IN_PIECE = 4
# Lives that have a word, from which on it leads to none.
_RARE_MAX = 1000
# Lives that have three words in a row, from which on the index says how many: fewer are of one subject.
_SHARED_MIN = 13
_DIGITS = f"{ascii_letters[26:]}{ascii_letters[:26]}{digits}-_"


def _word_shards(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield all wordings in pieces, the words with the lives that have them, the numbers with those that had them."""
    days = archive.contents.days
    lives = _lives(archive)
    for at, start in enumerate(range(0, len(lives), TEXTS_IN_PIECE)):
        packed = [_packed_texts(life, archive, len(days) - 1) for life in lives[start : start + TEXTS_IN_PIECE]]
        yield f"{address.IDENTIFY}texts-{at}.json", json_file(lives=packed)
    every = [words_of(life.wordings) for life in lives]
    words, common = ranked_words(every)
    having = by_key(
        (word, at) for at, said in enumerate(every) for word in set[str]().union(*(one.plain for one in said))
    )
    shared: Counter[str] = Counter()
    for said in every:
        shared.update({" ".join(one.plain[at : at + SHINGLE_WORDS]) for one in said for at in range(len(one.shingles))})
    yield (
        f"{address.IDENTIFY}words.json",
        json_file(
            releases=[(day, archive.set_name(day)) for day in days],
            folds=TYPOGRAPHY_FOLDS,
            dashes=DASH_FOLDS,
            lives=len(lives),
            piece=TEXTS_IN_PIECE,
            words=" ".join(words),
            commonWords=common,
            of=[_ascending(having[word]) if len(having[word]) <= _RARE_MAX else "" for word in words],
            common=[each for each in sorted(shared.items()) if each[1] >= _SHARED_MIN],
        ),
    )
    numbers = by_key((stay.number, at) for at, life in enumerate(lives) if not life.is_entry for stay in life.stays)
    named = {number: _ascending(sorted({*those})) for number, those in numbers.items()}
    for section, those in by_key((number[:1], number) for number in named).items():
        yield f"{address.IDENTIFY}numbers-{section}.json", json_file(**{number: named[number] for number in those})


def _packed_texts(life: IndexedLife, archive: ArchiveIndex, newest: int) -> tuple[object, ...]:
    """Return a life as a piece has it: as `_packed`, but each wording by what it shares with the one before."""
    shown, before = [], ""
    for wording in life.wordings:
        first = Prefix.similarity(before, wording)
        last = Postfix.similarity(before[first:], wording[first:])
        shown.append((first, last, wording[first : len(wording) - last]))
        before = wording
    stays = _packed_stays(life, newest, range(len(life.wordings)))
    return _page(life, archive), int(life.is_entry), stays, shown, life.merged_into


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


def has_every_text(archive: ArchiveIndex) -> bool:
    """Whether all wordings are at hand: then the page takes the steps of the command over them."""
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
