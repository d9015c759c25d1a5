"""What players call things: the names by which the search finds a rule, an entry, a release or a story at once.

A name is a heading, a term of the glossary, what a rule says that something is called, the name or the code of a set,
the title of a story, or one of the players' names in `corpus/names.toml`, each of which stands for another name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from crdiff.annotate.cross_references import cross_references
from crdiff.history.asked import is_obsolete, name_key
from crdiff.pages import address
from crdiff.pages.archive_index import ArchiveIndex

if TYPE_CHECKING:
    from crdiff.pages.search import Found

_CALLED = re.compile(r"(?:is|are) (?:also )?(?:called|known as) (?:an? |the )?[“\"]([^”\"]+?)[.,]?[”\"]")
_DEFINED = re.compile(r"(?:^|\n|\. )(?:The term )?[_“\"]?([a-z][a-z ]+?)[_”\"]? means? ", re.IGNORECASE)
# Words of a name that a sentence defines: "dies", "legal text"; longer ones are sentences.
_DEFINED_WORDS = 3
_DATED = re.compile(r" ?\(?\d{4}-\d\d-\d\d\)?$")


def names_of(parts: Mapping[str, Sequence[Found]], archive: ArchiveIndex) -> dict[str, list[int]]:
    """Return, by the key of a name, the places in `parts` of what is called so, the best first.

    What is in force comes before what was; a rule before the entry of the glossary that names it.
    """
    found: dict[str, dict[int, None]] = {}
    for name, place in _named(parts, archive):
        if key := name_key(name):
            found.setdefault(key, {})[place] = None
    for alias, meant in archive.aliases.items():
        for place in found.get(name_key(meant), ()):
            found.setdefault(name_key(alias), {})[place] = None
    return {key: list(places) for key, places in found.items()}


def _named(parts: Mapping[str, Sequence[Found]], archive: ArchiveIndex) -> Iterator[tuple[str, int]]:
    """Yield every name with the place of what it names, the best of each name first."""
    starts, start = {}, 0
    for part, texts in parts.items():
        starts[part] = start
        start += len(texts)

    def placed(part: str) -> Iterator[tuple[int, Found]]:
        return enumerate(parts[part], starts[part])

    for place, found in placed("releases"):
        yield _DATED.sub("", found.name), place
        yield found.title, place
    rules: dict[str, int] = {}
    for place, found in placed("rules"):
        rules.setdefault(found.name, place)
        if found.title != GENERAL:
            yield found.title, place
        for name in clause_names(found, archive):
            yield name, place
    current = list(placed("glossary"))
    for _, found in current:
        yield from ((found.name, rules[number]) for number in _numbers(found, archive) if number in rules)
    obsolete = [place for place, found in current if is_obsolete(found.name)]
    yield from ((found.name, place) for place, found in current if place not in obsolete)
    entries = {entry.id: entry for entry in archive.entries}
    stories = {note.title: note for note in archive.stories}
    for place, found in placed("notes"):
        yield found.name, place
        note = stories.get(found.name)
        about = [entries[name] for name in (note.entries if note else ()) if name in entries]
        yield from ((run.number, place) for entry in about for run in entry.runs)
    for _, found in placed("former"):
        entry = entries.get(found.owner)
        for number in _numbers(found, archive) if entry else ():
            lineage = archive.lineages.get(archive.lineage_of(archive.numbered(number), entry.runs[-1].last))
            if lineage and (now := str(lineage.number_in(archive.newest))) in rules:
                yield found.name, rules[now]
    owners: set[str] = set()
    for place, found in (*placed("earlier"), *((place, parts["glossary"][place - starts["glossary"]]) for place in obsolete), *placed("former")):
        name = found.title or (found.name if found.owner not in archive.lineages else "")
        if f"{found.owner} {name}" not in owners:
            yield name, place
        owners.add(f"{found.owner} {name}")
    for place, found in placed("pages"):
        if found.href in _ASKED:
            yield found.name, place


def _numbers(found: Found, archive: ArchiveIndex) -> list[str]:
    """Return the numbers that an entry names, those of whole sections last."""
    named = [each for one in cross_references(found.text, archive.contents.numbers) for each in one.numbers]
    return list(map(str, sorted(named, key=lambda number: number.is_section)))


GENERAL = "General"
"""The title of ten subsections that names nothing."""
_ASKED = (address.RULES, address.GLOSSARY, address.RELEASES, address.STORIES, address.IDENTIFY)


def clause_names(found: Found, archive: ArchiveIndex) -> Iterator[str]:
    """Yield what a clause is called that is no heading: by us, by its own text, and as what it defines."""
    if title := archive.titles.get(found.owner):
        yield title
    yield from _CALLED.findall(found.text)
    for name in _DEFINED.findall(found.text):
        if len(name.split()) <= _DEFINED_WORDS:
            yield name
