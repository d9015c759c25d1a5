"""The pieces that a browser reads: the wordings of a site of texts, the sentences of known lives of one without."""

from __future__ import annotations

import json
from itertools import accumulate
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from crdiff.identify.page_words import PageWords
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.editions import quotation_shards
from crdiff.store.embedded.corpus import load_corpus

DIGITS = f"{ascii_uppercase}{ascii_lowercase}{digits}-_"


def pieces_of(archive: ArchiveIndex) -> dict[str, Any]:
    return {where: json.loads(content) for where, content in quotation_shards(archive)}


def lives_in(pieces: dict[str, Any]) -> list[list[Any]]:
    """Return the lives in the pieces, in their order."""
    named = [where for where in pieces if "/identify/lives-" in where]
    named.sort(key=lambda where: int(where.removesuffix(".json").rpartition("-")[2]))
    return [life for where in named for life in pieces[where]["lives"]]


def wordings_of(life: list[Any]) -> list[str]:
    """Return the wordings of a life, each of which is packed by what it shares with the one before."""
    return list(accumulate(life[3], lambda was, one: was[: one[0]] + one[2] + was[len(was) - one[1] :], initial=""))[1:]


def places(packed: str) -> list[int]:
    """Return ascending numbers as `quotations.js` reads them."""
    found, value = [-1], 0
    for digit in packed:
        bits = DIGITS.index(digit)
        value = value * 32 + bits % 32
        if bits < 32:
            found.append(found[-1] + value)
            value = 0
    return found[1:]


def test_every_wording_is_there_and_every_word_leads_to_it(archive: ArchiveIndex) -> None:
    pieces = pieces_of(archive)
    lives, index = lives_in(pieces), pieces["/identify/index.json"]
    words = dict(zip(index["words"].split(" "), map(places, index["of"]), strict=True))
    held = [*archive.contents.lineages, *archive.contents.entries]
    assert len(lives) == len(held) == index["lives"]
    for place, (life, lineage) in enumerate(zip(lives, held, strict=True)):
        said = ["\n".join(part for part in (one.wording, *one.examples) if part) for one in lineage.wordings]
        assert wordings_of(life) == said
        assert all(place in words[word] for word in PageWords("\n".join(said)).plain), lineage.id


def test_a_number_leads_to_every_life_that_had_it(archive: ArchiveIndex) -> None:
    pieces = pieces_of(archive)
    lives = lives_in(pieces)
    for place, life in enumerate(lives):
        for stay in () if life[1] else life[2]:
            assert place in places(pieces[f"/identify/numbers-{stay[2][0]}.json"][stay[2]])


def test_a_stay_that_lasts_has_no_end(archive: ArchiveIndex) -> None:
    lasts = {href: stays[-1][1] for href, _, stays, *_ in lives_in(pieces_of(archive))}
    assert lasts["clause/2003-10-01-507.4/"] == 0
    assert lasts["clause/2003-10-01-507.2/"] == -1


def test_without_texts_the_pieces_are_those_of_the_known_lives(none: ArchiveIndex) -> None:
    pieces, known = pieces_of(none), load_corpus().lives
    assert len(pieces["/identify/index.json"]["releases"]) == len(known.dates)
    assert len(lives_in(pieces)) == len(known.clauses) + len(known.entries)
