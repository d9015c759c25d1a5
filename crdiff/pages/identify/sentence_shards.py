"""The sentences of all wordings there have been, by their fingerprints, in pieces that a browser reads one by one.

`identify.js` finds a sentence as `search.js` finds a word: the index names the first fingerprint of each piece. A
sentence leads to lives, by their places, and these stand in pieces of their own. Where whole texts are held their
sentences are taken; a site of recorded facts has those of the known lives.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

import msgspec

from crdiff.history.known_lives import KnownLives
from crdiff.history.lineage import Lineage, Term
from crdiff.history.stories import AnyLineage
from crdiff.model.fingerprint import sentence_fingerprint
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.search.search_index import TEXTS_PIECE, cuts, shards
from crdiff.text.normalise import DASH_FOLDS, TYPOGRAPHY_FOLDS
from crdiff.text.words import sentences

SCHEMA = "crdiff.sentences/1"


class _Stay(NamedTuple):
    """Releases at the positions `first` to `last` with one number and one wording, named by its place.

    `begins` is 1 where the clause begins to read otherwise than before.
    """

    first: int
    last: int
    number: str
    wording: int
    begins: int


class _Life(NamedTuple):
    """A life as a piece has it: its id, its page or "", 1 for a glossary entry, its stays, how many wordings it had."""

    id: str
    href: str
    is_entry: int
    stays: Sequence[_Stay]
    wordings: int


def sentence_shards(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the index and its pieces, (address, JSON)."""
    dates = {day: at for at, day in enumerate(archive.sentence_dates)}
    having: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    lives: list[bytes] = []
    for place, (lineage, said) in enumerate(_every(archive)):
        lives.append(msgspec.json.encode(_life(lineage, archive, dates)))
        for wording, fingerprints in enumerate(said):
            for one in dict.fromkeys(fingerprints):
                having[one][place].append(wording)
    index: dict[str, object] = {"dates": list(dates), "folds": TYPOGRAPHY_FOLDS, "dashes": DASH_FOLDS}
    found = list(shards({one: list(each.items()) for one, each in having.items()}))
    index["sentences"] = [shard[0][0] for shard in found]
    for at, shard in enumerate(found):
        yield f"{address.IDENTIFY}sentences-{at}.json", _piece(sentences=dict(shard))
    blocks = list(cuts([len(each) + 1 for each in lives], TEXTS_PIECE))
    index["lives"] = [block.start for block in blocks]
    for at, block in enumerate(blocks):
        yield f"{address.IDENTIFY}lives-{at}.json", _piece(lives=[msgspec.Raw(each) for each in lives[block]])
    yield address.as_json(address.IDENTIFY), _piece(**index)


def _piece(**values: object) -> bytes:
    return msgspec.json.encode({"schema": SCHEMA, **values}) + b"\n"


def _every(archive: ArchiveIndex) -> Iterator[tuple[AnyLineage, list[tuple[str, ...]]]]:
    """Yield each clause and then each entry, with the fingerprints of the sentences of each of its wordings."""
    if archive.lives:
        yield from _known(archive.lives)
        return
    held: Iterable[AnyLineage] = chain(archive.contents.lineages, archive.contents.entries)
    for lineage in held:
        texts = ((worded.text, *worded.examples) for worded in lineage.wordings)
        yield lineage, [tuple(sentence_fingerprint(one) for text in said for one in sentences(text)) for said in texts]


def _known(lives: KnownLives) -> Iterator[tuple[AnyLineage, list[tuple[str, ...]]]]:
    for thread in (*lives.clauses, *lives.entries):
        lineage, life = lives.named(thread.id), lives.life(thread.id)
        if lineage and life:
            yield lineage, [wording.sentences for wording in life.wordings]


def _life(lineage: AnyLineage, archive: ArchiveIndex, dates: Mapping[date, int]) -> _Life:
    is_entry = not isinstance(lineage.runs[0].number, ClauseNumber)
    stays = sorted(_stays(lineage, dates))
    return _Life(lineage.id, _page(lineage, archive), int(is_entry), stays, len(lineage.wordings))


def _stays(lineage: Lineage[ClauseNumber | Term], dates: Mapping[date, int]) -> Iterator[_Stay]:
    for wording, worded in enumerate(lineage.wordings):
        for run in lineage.runs:
            first, last = max(worded.first, run.first), min(worded.last, run.last)
            if first <= last:
                begins = int(worded.begins_phrasing and first == worded.first)
                yield _Stay(dates[first], dates[last], str(run.number), wording, begins)


def _page(lineage: AnyLineage, archive: ArchiveIndex) -> str:
    """Return where the history of a life is read, relative to the site, "" where it has no page."""
    number = lineage.runs[-1].number
    if not isinstance(number, ClauseNumber):
        return "" if archive.lives else address.entry(lineage.id)[1:]
    return (archive.clause_page(lineage.id) or address.number(number))[1:]
