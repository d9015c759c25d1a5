"""The page that tells which rules a pasted text quotes, and the pieces that its script asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain
from typing import NamedTuple

from crdiff.history.known_lives import KnownLives, sentence_prints
from crdiff.history.lineage import How, Lineage, Term, Worded
from crdiff.identify.sentence_index import undamaged, without_texts
from crdiff.identify.word_index import IndexedLife, IndexedStay
from crdiff.model.number import ClauseNumber
from crdiff.pages.archive_index import Addresses, ArchiveIndex
from crdiff.pages.frame import address
from crdiff.pages.frame.prose import read_article
from crdiff.pages.frame.render import page, this_book
from crdiff.pages.search.search_index import json_file
from crdiff.text.normalise import DASH_FOLDS, TYPOGRAPHY_FOLDS

_TITLE = "Which rules a text quotes"
_EXAMPLE = """\
502.9a. Trample is a static ability that modifies the rules for assigning an attacking creature's combat damage. A \
creature with trample has no special abilities when blocking or dealing noncombat damage. (See rule 310, "Combat \
Damage Step.")

502.9c. If an attacking creature with trample is blocked, but there are no creatures blocking it when damage is \
assigned, all its damage is assigned to the player or planeswalker it's attacking."""
"""Of a thread of mtgthesource.com of 2009-05-06."""
_EXAMPLE_READ_SO = date(2008, 7, 15)
"""A release that the example quotes word for word."""


def identify_page(archive: ArchiveIndex) -> tuple[str, bytes]:
    """Return the page by its address; its script reads `sentence_shards`.

    It says in how many `releases` the text is looked for, and has an `example` to try where they do. `about` is what we
    wrote of the command, None where the site has no prose.
    """
    about = next((read_article(prose) for prose in archive.prose if prose.address == address.IDENTIFY), None)
    dates = archive.contents.days
    return page(
        "identify/identify.html",
        address.IDENTIFY,
        _TITLE,
        f"Paste a text that quotes the rules of {this_book().game}: see which rules they are, and how they read today.",
        title=_TITLE,
        releases=len(dates),
        first=dates[0],
        last=dates[-1],
        example=_EXAMPLE if _EXAMPLE_READ_SO in dates else "",
        has_texts=not archive.is_recorded,
        about=about,
    )


LIVES_IN_PIECE = 32
"""Lives of a piece: a text of five clauses reads some ten pieces, of 5 kB each."""
HEAD_LETTERS = 4
"""Letters of a fingerprint that the index has, of 6 bits each: a sentence from elsewhere leads to a piece in vain once
in 500 times, and 100 kB say it of 30,000 sentences."""
_LASTS = -1
"""In place of the last release of a stay: the newest one."""

_Said = Sequence[tuple[str, ...]]
"""The fingerprints of the sentences of each wording."""


class _Followed(NamedTuple):
    """A life, where its history is read, relative to the site ("" for nowhere), and what its wordings say."""

    life: IndexedLife
    href: str
    said: _Said


def sentence_shards(archive: ArchiveIndex) -> Iterator[tuple[str, bytes]]:
    """Yield the index and its pieces, (address, JSON)."""
    dates = archive.contents.days
    followed = sorted(_followed(archive), key=lambda one: one.life.stays[0].first)
    heads = []
    for at, start in enumerate(range(0, len(followed), LIVES_IN_PIECE)):
        lives = followed[start : start + LIVES_IN_PIECE]
        found = {sentence for life in lives for said in life.said for sentence in said}
        heads.append("".join(sorted({sentence[:HEAD_LETTERS] for sentence in found})))
        yield f"{address.IDENTIFY}lives-{at}.json", json_file(lives=[_packed(life, len(dates) - 1) for life in lives])
    index = json_file(
        releases=[(day, archive.set_name(day)) for day in dates],
        folds=TYPOGRAPHY_FOLDS,
        dashes=DASH_FOLDS,
        piece=LIVES_IN_PIECE,
        letters=HEAD_LETTERS,
        heads=heads,
    )
    yield address.as_json(address.IDENTIFY), index


def _packed(one: _Followed, newest: int) -> tuple[object, ...]:
    """Return a life as a piece has it.

    Its page; 1 for a glossary entry; its stays: first and last release, number, what it said, 1 where it begins to read
    otherwise; the fingerprints of its sentences, one after the other; the places of those of all that it said; and the
    number of the clause that it was merged into, or "".
    """
    forms = list(dict.fromkeys(tuple(dict.fromkeys(said)) for said in one.said))
    places = {sentence: at for at, sentence in enumerate(dict.fromkeys(chain.from_iterable(forms)))}
    said = [forms.index(tuple(dict.fromkeys(each))) for each in one.said]
    lasts = ((each, _LASTS if each.last == newest else each.last) for each in one.life.stays)
    stays = [(each.first, last, each.number, said[each.wording], +each.begins_phrasing) for each, last in lasts]
    shown = [[places[each] for each in form] for form in forms]
    return one.href, int(one.life.is_entry), stays, "".join(places), shown, one.life.merged_into


def _followed(archive: ArchiveIndex) -> Iterator[_Followed]:
    """Yield each clause and then each entry."""
    if archive.is_recorded:
        for known in archive.known_lives.every():
            life = without_texts(known, archive.known_lives)
            said, begins = [one.sentences for one in known.wordings], [one.begins_phrasing for one in known.wordings]
            yield _Followed(life, _page(life, archive), undamaged(said, begins))
        return
    dates = {day: at for at, day in enumerate(archive.contents.days)}
    held: Iterable[Lineage[ClauseNumber | Term]] = chain(archive.contents.lineages, archive.contents.entries)
    for lineage in held:
        stays = tuple(sorted(_stays(lineage, dates), key=lambda stay: stay.first))
        is_entry = not isinstance(lineage.runs[0].number, ClauseNumber)
        into = lineage.ended.number if lineage.ended and lineage.ended.how is How.MERGED else None
        life = IndexedLife(lineage.id, stays, is_entry, (), str(into or ""))
        said = [_said(worded, lineage.id, archive.known_lives) for worded in lineage.wordings]
        begins = [worded.begins_phrasing for worded in lineage.wordings]
        yield _Followed(life, _page(life, archive), undamaged(said, begins))


def _said(worded: Worded[ClauseNumber | Term], lineage: str, lives: KnownLives) -> tuple[str, ...]:
    """Return the fingerprints of the sentences of a wording; of one that is not held, as the lives have them."""
    if worded.is_held:
        return sentence_prints(worded.text, worded.examples)
    life = lives.life(lineage)
    known = (one for one in life.wordings if lives.dates[one.at] <= worded.first) if life else ()
    return max(known, key=lambda one: one.at).sentences


def _stays(lineage: Lineage[ClauseNumber | Term], dates: Mapping[date, int]) -> Iterator[IndexedStay]:
    for wording, worded in enumerate(lineage.wordings):
        for run in lineage.runs:
            first, last = max(worded.first, run.first), min(worded.last, run.last)
            if first <= last:
                begins = worded.begins_phrasing and first == worded.first
                yield IndexedStay(dates[first], dates[last], str(run.number), wording, begins)


def _page(life: IndexedLife, addresses: Addresses) -> str:
    if life.is_entry:
        return "" if addresses.is_recorded else address.entry(life.id)[1:]
    return (addresses.clause_page(life.id) or address.number(addresses.numbered(life.stays[-1].number)))[1:]
