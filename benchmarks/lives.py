"""Make the known lives of the releases that a corpus holds: see `crdiff.history.known_lives`.

    python benchmarks/lives.py CORPUS > corpus/lives.txt

CORPUS holds the texts of all releases that are known. The same texts give the same bytes, whatever was added first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.written_lives import write_lives
from crdiff.corpus import Corpus
from crdiff.errors import CorpusError
from crdiff.history.known_lives import (
    FollowedRelease,
    KnownLife,
    KnownWording,
    content_digest,
    numbers_digest,
    sentence_prints,
)
from crdiff.history.saying import saying
from crdiff.history.thread import PlacedStay
from crdiff.model.clause import Clause, ClauseKind
from crdiff.model.fingerprint import fingerprint
from crdiff.store.archive.archive import Archive
from crdiff.store.archive.entries import ArchiveAtOnce
from crdiff.store.archive.questions import sizes
from crdiff.store.archive.schema import Said, row_of
from crdiff.store.archive.words import PhrasedThread, Respects, phrased_clauses, phrased_entries
from crdiff.text.nearest import sketch

_ABOUT = """\
What became of every clause, heading and glossary entry of the releases below: facts read from their texts, no text
but titles and terms. Made by benchmarks/lives.py, never by hand.

A release: its date; clauses, words, clauses added, removed and revoked, changes, changes to read; a digest of its
numbers and one of its wordings, typography aside. Then a life a line, headings and rules first, in the order of their
ids, and after the line 'entries' those of the glossary. The fields of a life, apart by ' | ', their items by '; ':
1. its id: the first release known with it and its number there, or its term;
2. its numbers, each with the release in which it began; '-' is a time without the clause; '~2' is the second clause
   printed with that number;
3. its wordings, each with the release in which it began, in what it differs from the one before, its fingerprint and,
   where they changed, a sketch of its words, which tells how many two wordings share and not which, and the
   fingerprints of its sentences ('.' is the one that stood in this place before). t typographic,
   r reference, v terminology, e example, n enumeration, o typo, w wording, '-' nothing known; '=' says that known steps
   prove the change, '~' that the words of the clause itself stay the same where v, n or w would say that they change
   (those of an example do, or a misprint came or went), '+' that they change where the letters, which of a split or a
   merger are those of all its text, would not say so;
4. where it came from, 5. what became of it: release, event, the other life;
6. its titles, each with the release in which it began.
"""


def lives_of(opened: Archive) -> str:
    """Return the lives of all clauses and entries of an archive made from texts, as `KnownLives` reads them.

    Raises `CorpusError` where the text of a known release is not held.
    """
    if opened.facts:
        lacking = next(release for release in opened.releases if not release.text)
        raise CorpusError(f"the text of {lacking.date} is not held", "the texts of all releases that are known")
    archive = ArchiveAtOnce(opened)
    clauses = list(map(_life, phrased_clauses(archive)))
    entries = [_of_an_entry(_life(phrased)) for phrased in phrased_entries(archive)]
    return write_lives(list(_releases(archive, clauses)), clauses, entries, _ABOUT)


def _life(phrased: PhrasedThread) -> KnownLife:
    thread, begun, said, respects, begins = phrased
    wordings = tuple(map(_wording, begun, said, respects, begins))
    titled = [(stay.first, one.title) for stay, one in zip(begun, said, strict=True)]
    titles = tuple(one for one, before in zip(titled, [(0, ""), *titled], strict=False) if one[1] != before[1])
    return KnownLife(thread, wordings, titles)


def _of_an_entry(life: KnownLife) -> KnownLife:
    """Return the life of an entry without what only clauses are recognised by."""
    return replace(life, wordings=tuple(wording._replace(sketch="") for wording in life.wordings), titles=())


def _wording(stay: PlacedStay, said: Said, respects: Respects, begins: bool) -> KnownWording:
    prints = sentence_prints(said.text, said.examples)
    words = sketch(saying(said.title, said.text))
    return KnownWording(stay.first, respects.facets, respects.mechanical, begins, prints, words)


def _releases(archive: ArchiveAtOnce, clauses: Sequence[KnownLife]) -> Iterator[FollowedRelease]:
    """Yield the releases with what their texts are recognised by."""
    folded = cache(lambda wording: _folded(archive, wording))
    standing: list[list[tuple[str, str]]] = [[] for _ in archive.dates]
    for life in clauses:
        for stay in life.thread.stays:
            for there in standing[stay.first : stay.last + 1]:
                there.append((stay.number, folded(stay.wording)))
    for size, there in zip(sizes(archive), standing, strict=True):
        yield FollowedRelease(size, numbers_digest(number for number, _ in there), content_digest(there))


def _folded(archive: Archive, wording: str) -> str:
    """Return the fingerprint of a wording after typography."""
    said = archive.said(row_of(wording)) or Said("", "", ())
    return fingerprint(Clause(ClauseKind.RULE, *said))


if __name__ == "__main__":
    with Corpus(Path(sys.argv[1])) as held:
        sys.stdout.write(lives_of(held.archive))
