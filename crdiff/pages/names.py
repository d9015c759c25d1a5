"""What can be found, and what players call it: the names by which the search has a rule, an entry or a story at once.

A name is a heading, a term of the glossary, what a rule says that something is called, the name or the code of a set,
the title of a story, or one of the players' names in `corpus/names.toml`, each of which stands for another name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from crdiff.annotate.cross_references import cross_references
from crdiff.history.asked import is_obsolete, name_key
from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex
from crdiff.pages.lives import GENERAL

_CALLED = re.compile(r"(?:is|are) (?:also )?(?:called|known as) (?:an? |the )?[“\"]([^”\"]+?)[.,]?[”\"]")
_DEFINED = re.compile(r"(?:^|\n|\. )(?:The term )?[_“\"]?([a-z][a-z ]+?)[_”\"]? means? ", re.IGNORECASE)
# Words of a name that a sentence defines: "dies", "legal text"; longer ones are sentences.
_DEFINED_WORDS = 3
_DATED = re.compile(r" ?\(?\d{4}-\d\d-\d\d\)?$")
_PAGES = (address.RULES, address.GLOSSARY, address.RELEASES, address.STORIES, address.IDENTIFY)


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
        yield from ((found.name, place) for place, found in self._placed["pages"] if found.href in _PAGES)

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
