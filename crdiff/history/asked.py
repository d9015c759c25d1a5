"""What a person asks about: a number, a clause of a release, or the name of a clause or of a glossary entry."""

from __future__ import annotations

import re
import unicodedata

from crdiff.history.lineage import Place
from crdiff.model.number import ClauseNumber, read_number, written_number

_DATED = re.compile(r"\d{4}-\d\d-\d\d-")
# How the id of a glossary entry begins, such as ``1999-04-23-mana-burn``: a name like any other.
_ENTRY = re.compile(r"\d{4}-\d\d-\d\d-[a-z]", re.IGNORECASE)
_OBSOLETE = re.compile(r"\s*\(obsolete\)$", re.IGNORECASE)
_PLAIN = re.compile(r"\W")

# A number, a place, or a name as written.
Asked = ClauseNumber | Place | str


def read_asked(written: str, numbers: type[ClauseNumber] = ClauseNumber) -> Asked:
    """Return what `written` asks about, in the `numbers` of a book.

    Raises `UnknownNumber` for a number or a place that is none. No name begins with a figure or holds the number of a
    subsection, but what somebody types who means a number: ``7021``, ``rule 702.19bbb``.
    """
    number = written_number(written, numbers)
    if number:
        return number
    name = " ".join(written.split())
    if _ENTRY.match(name):
        return name
    if _DATED.match(name):
        return Place.parse(name.lower(), numbers)
    if re.match(rf"\d|.*{numbers.grammar.subsection}", name) or not folded(name):
        return read_number(name, numbers)
    return name


def folded(name: str) -> str:
    """Return what two spellings of one name have in common.

    Typography and case do not count, nor does what the glossary adds to a term that the rules gave up. Source: "Mana
    Burn (Obsolete)" since 2009-07-11; 2008-05-01 lost the apostrophe of "Player's".
    """
    return _PLAIN.sub("", _OBSOLETE.sub("", name)).lower()


def is_obsolete(term: str) -> bool:
    """Whether the glossary calls a term one that the rules gave up: "Mana Burn (Obsolete)"."""
    return bool(_OBSOLETE.search(term))


# The s of a plural: "creatures" has one, "loss", "was" and "gas" have none.
_PLURAL = re.compile(r"(?<=[a-z0-9]{2}[a-rt-z0-9])s\Z")
_ARTICLES = frozenset({"a", "an", "the"})
_WORD = re.compile(r"[a-z0-9]+")


def name_key(name: str) -> str:
    """Return what two names have in common that players write for one thing: ``legend rule``, ``The Legends Rule``.

    Beside what `folded` ignores, articles at the beginning and plurals do not count. `keyOf` in `answer.js` makes the
    same.
    """
    apart = unicodedata.normalize("NFD", _OBSOLETE.sub("", name).lower().replace("æ", "ae"))
    kept = "".join(char for char in apart if not unicodedata.category(char).startswith(("M", "Cf")))
    words = _WORD.findall(re.sub("['’‘]", "", kept))
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return "".join(_PLURAL.sub("", word) for word in words)
