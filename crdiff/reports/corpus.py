"""Answers of the commands on the corpus, as text and as JSON: what is held, what was done with texts, what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from crdiff.model.corpus import Edition, KnownRelease
from crdiff.reports.indented import Json, indented
from crdiff.reports.phrases import counted, listed

Mismatches = Sequence[tuple[str, str]]
"""Files relative to the corpus, each with what is wrong with it."""


@dataclass(frozen=True, slots=True)
class ShelvedText:
    """A text of the corpus: its `file` there, the name and address it came by, the day it was added ("" where unknown).

    `known_by` says by what it is known as the publisher's own bytes (its checksum, its address or its name), or is "".
    """

    file: str
    name: str
    address: str
    added: str
    known_by: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """Known releases and editions, oldest first, and the texts held of each release by its ISO date.

    The first of these texts is the one that is read.
    """

    releases: Sequence[KnownRelease]
    editions: Sequence[Edition]
    held: Mapping[str, Sequence[ShelvedText]]

    @property
    def dates(self) -> list[tuple[str, str, str]]:
        """Every release known or held, as ISO date, code and name of its set ("" where not known)."""
        named = {known.effective.isoformat(): (known.code, known.name) for known in self.releases}
        return [(day, *named.get(day, ("", ""))) for day in sorted({*named, *self.held})]


def corpus_text(shelf: Shelf) -> str:
    """Return the list as lines of text."""
    return "".join(f"{line}\n" for line in _lines(shelf))


def _lines(shelf: Shelf) -> Iterator[str]:
    yield "Editions, each a part of a release as somebody quotes it"
    width = max((len(edition.id) for edition in shelf.editions), default=0)
    for edition in shelf.editions:
        quoted = ", ".join(map(str, edition.coverage.numbers)) or "everything"
        yield f"  {edition.id:{width}}  {edition.release}  {edition.publisher}; quotes {quoted}"
    dates = shelf.dates
    yield ""
    amount = sum(map(len, shelf.held.values()))
    yield f"Releases: {len(dates)} known, {len(shelf.held)} held" + (f" in {counted(amount, 'text')}" if amount else "")
    for day, code, name in dates:
        texts = shelf.held.get(day, ())
        state = "-" if not texts else "held" if len(texts) == 1 else f"held in {len(texts)} texts"
        yield f"  {day}  {code:4}  {name:45}  {state}".rstrip()
        if len(texts) > 1:
            yield from map(_text_line, texts, ("read", *("-" for _ in texts[1:])))


def _text_line(text: ShelvedText, state: str) -> str:
    """Return a text of a release with several: "    read  2009-07-11.3f1c….txt  'rules.txt', added 2026-08-07"."""
    said = (repr(text.name), text.address, f"added {text.added}" if text.added else "")
    known_by = f"the publisher's own by its {text.known_by}" if text.known_by else ""
    return f"    {state:4}  {text.file}  {', '.join(filter(None, (*said, known_by)))}"


def corpus_json(shelf: Shelf) -> bytes:
    """Return the list as indented UTF-8 JSON."""
    return indented("crdiff.corpus/1", _object(shelf))


def _object(shelf: Shelf) -> Json:
    return {
        "editions": [
            {
                "id": edition.id,
                "release": edition.release,
                "title": edition.title,
                "publisher": edition.publisher,
                "coverage": [str(number) for number in edition.coverage.numbers],
            }
            for edition in shelf.editions
        ],
        "releases": [
            {"release": day, "code": code, "name": name, "texts": len(shelf.held.get(day, ()))}
            | ({"files": shelf.held[day]} if day in shelf.held else {})
            for day, code, name in shelf.dates
        ],
    }


@dataclass(frozen=True, slots=True)
class Handled:
    """A text and what was done with it: `outcome` in words, `file` its name in the corpus.

    `read` is the file that is read of its release, "" for none; `lacks` what the text lacks at its end, "" for nothing.
    """

    release: str
    outcome: str
    file: str
    read: str
    lacks: str = ""


def handled_text(texts: Sequence[Handled]) -> str:
    """Return a line for each text, the counts last."""
    lines = [f"{text.release}  {text.outcome}: {text.file}{_cut(text)}{_other_read(text)}" for text in texts]
    counts = Counter(text.outcome for text in texts)
    said = [f"{count:,} {outcome}" for outcome, count in counts.items()]
    return "\n".join([*lines, f"{counted(len(texts), 'text')}: {listed(said)}" if texts else "nothing added"]) + "\n"


def _cut(text: Handled) -> str:
    return f"; it breaks off: it lacks {text.lacks}" if text.lacks else ""


def _other_read(text: Handled) -> str:
    return f"; {text.read} is read" if text.read not in {"", text.file} else ""


def handled_json(texts: Sequence[Handled], failures: Sequence[str]) -> bytes:
    """Return the same as JSON, with what failed, a line each."""
    return indented("crdiff.added/1", {"texts": texts, "failures": failures})


def built_text(read: int, aligned: int, releases: int) -> str:
    """Return one line of counts."""
    done = f"{counted(read, 'text')} read, {counted(aligned, 'pair')} aligned"
    return f"{done}, {counted(releases, 'release')} in the store\n"


def built_json(read: int, aligned: int, releases: int) -> bytes:
    """Return the counts as JSON."""
    return indented("crdiff.built/1", {"texts_read": read, "pairs_aligned": aligned, "releases": releases})


@dataclass(frozen=True, slots=True)
class Checked:
    """How many `texts` of the corpus were checked, and how many `editions` that come with crdiff."""

    texts: int
    editions: int


def mismatches_text(checked: Checked, found: Mismatches) -> str:
    """Return the outcome as lines of text, the count last."""
    lines = [f"{file}: {what}" for file, what in found]
    amount = f"{counted(checked.texts, 'text')} and {counted(checked.editions, 'edition')} checked"
    outcome = counted(len(found), "mismatch", "mismatches") if found else "no mismatch"
    return "\n".join([*lines, f"{amount}, {outcome}"]) + "\n"


def mismatches_json(checked: Checked, found: Mismatches) -> bytes:
    """Return the outcome as indented UTF-8 JSON."""
    rows = [{"file": file, "what": what} for file, what in found]
    counts = {"texts": checked.texts, "editions": checked.editions}
    return indented("crdiff.verify/1", {**counts, "mismatches": rows})
