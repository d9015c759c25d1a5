"""Which single-byte page a text was written in: the one under which names and punctuation come out right.

Each byte value above 127 is judged in its places: under a page its character fits between its neighbours, is
neutral, or misfits. The page with the best sum is taken. A value that another page explains better is read by that
one: two programs had the file in their hands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from crdiff.errors import UnreadableText


class Decoding(NamedTuple):
    """What bytes were decoded to, and how: encoding, reason, damage (what, count)."""

    text: str
    encoding: str
    reason: str
    damage: tuple[tuple[str, int], ...] = ()


# In the order in which they win a tie. Source: cp1252 since 2003-10-01, MacRoman 2004-02-01, DOS 2006-07-15.
_PAGES = {"cp1252": "Windows (cp1252)", "mac_roman": "MacRoman", "cp850": "a DOS code page (cp850)"}

# Pieces of card names with the accents they are printed with.
_KNOWN = (
    *("Dandân", "Hajjâj", "Ghazbán", "Junún", "Juzám", "Khabál", "rûf"),
    *("Æther", "Dûl", "Jötun", "Bösium", "Márton", "Séance", "Déjà", "Cátinò"),
)

_SMALL = frozenset("áàâäãåæéèêëíìîïóòôöõœúùûüñç")
_CAPITAL = frozenset("ÁÀÂÄÃÅÆÉÈÊËÍÓÖŒÚÛÜÑÇ")
_ASCII = bytes(range(128))
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_SPACE = re.compile(r"\s", re.ASCII)
# Places of each byte value that are judged: more add no evidence.
_SAMPLE_MAX = 25
# Bytes on either side of a byte: the longest known name fits in them.
_WINDOW = 12
_MISFITS_MAX = 2
# Bytes above 127 that fit no page, as a number and a share of all such bytes: a text with more is in none.
_MISFIT_SHARE_MAX = 0.2


class _Place(Struct, frozen=True):
    """A byte above 127 with `_WINDOW` bytes on either side, and its offset in that window."""

    window: bytes
    at: int


def read_single_byte(raw: bytes) -> Decoding:
    """Return the text of `raw` under the page that fits best, with the page and the evidence for it.

    Raises `UnreadableText` where more than a fifth of the bytes above 127 misfits under every page.
    Source: 2004-02-01 (MacRoman), 2006-07-15 (DOS), 2010-02-01 (cp1252: ten such bytes in all).
    """
    places = _places(raw)
    fits = {page: {value: _sum_of_fits(page, where) for value, where in places.items()} for page in _PAGES}
    best = max(_PAGES, key=lambda page: sum(fits[page].values()))
    misfits = [value for value in places if all(fits[page][value] < 0 for page in _PAGES)]
    unexplained = sum(map(raw.count, misfits))
    if unexplained > _MISFITS_MAX and unexplained > _MISFIT_SHARE_MAX * len(raw.translate(None, _ASCII)):
        what = f"no known encoding explains the bytes above 127, as in {_word(best, places[misfits[0]][0])!r}"
        raise UnreadableText(what, "UTF-8, UTF-16, cp1252, MacRoman or a DOS code page")
    reason = f"not UTF-8; as {_PAGES[best]} the bytes above 127 read as {_evidence(best, places)}"
    text, encoding, damage = raw.decode(best, "replace"), best, []
    for page, name in _PAGES.items():
        foreign = [value for value in places if fits[page][value] > max(0, fits[best][value])]
        if page != best and foreign and fits[best][foreign[0]] <= 0:
            count = sum(map(raw.count, foreign))
            other = raw.decode(page, "replace")
            text = "".join([other[at] if value in foreign else text[at] for at, value in enumerate(raw)])
            encoding += f"+{page}"
            reason += f"; {count} as {name}: {_evidence(page, {value: places[value] for value in foreign})}"
            damage.append((f"characters of another code page ({page})", count))
    return Decoding(text, encoding, reason, tuple(damage))


def undo_double_encoding(text: str) -> tuple[str, int, str] | None:
    """Return the text meant, how many characters were wrong, and what happened, where UTF-8 contains misread bytes.

    Source: 1999-04-23 is UTF-8 in which fifteen MacRoman bytes (quotes, apostrophes, dashes, trade marks) were first
    taken for Latin-1: "a ÒcardÓ", "playerÕs".
    """
    if "â€" in text or "â\x80" in text:
        page = "cp1252" if "â€" in text else "latin-1"
        try:
            return text.encode(page).decode("utf-8"), text.count("â"), f"UTF-8 had been taken for {page}"
        except (UnicodeEncodeError, UnicodeDecodeError):
            return None
    if "’" in text or "—" in text or text.isascii():
        return None
    try:
        raw = text.encode("latin-1")
    except UnicodeEncodeError:
        return None
    fits = {
        page: sum(_sum_of_fits(page, where) for where in _places(raw).values()) for page in ("latin-1", "mac_roman")
    }
    if fits["mac_roman"] <= max(0, fits["latin-1"]):
        return None
    return raw.decode("mac_roman"), len(raw.translate(None, _ASCII)), "MacRoman bytes had been taken for Latin-1"


def _places(raw: bytes) -> dict[int, list[_Place]]:
    """Return for each byte value above 127 some of its places."""
    places: dict[int, list[_Place]] = {value: [] for value in sorted(set(raw.translate(None, _ASCII)))}
    for found in _NOT_ASCII.finditer(raw):
        start = max(0, found.start() - _WINDOW)
        if len(places[found[0][0]]) < _SAMPLE_MAX:
            places[found[0][0]].append(_Place(raw[start : found.end() + _WINDOW], found.start() - start))
    return places


def _sum_of_fits(page: str, places: list[_Place]) -> int:
    return sum(_fit(place.window.decode(page, "replace"), place.at) for place in places)


def _fit(text: str, at: int) -> int:
    """Return how well a character fits between its neighbours: 3 in a known name, 1, 0, or -1 for a misfit."""
    character = text[at]
    before = text[at - 1] if at else "\n"
    after = text[at + 1] if at + 1 < len(text) else "\n"
    if character in _SMALL or character in _CAPITAL:
        if _in_known_name(text, at):
            return 3
        plain = (before.isascii() or not before.isalpha()) and after.isascii() and after.islower()
        return 0 if plain and (before.isalpha() if character in _SMALL else not before.islower()) else -1
    match character:
        case "’":
            return -1 if before.isspace() else 1
        case "”" | "™" | "®":
            return -1 if before.isspace() or after.isalpha() else 1
        case "‘" | "“":
            return -1 if before.isalpha() or after.isspace() else 1
        case "–":
            return 0 if before.isalpha() and after.isalpha() else 1
        case "—" | "•" | "…":
            return 1
        case "©":
            return 1 if not before.isalpha() and (after.isdigit() or after.isspace()) else -1
        case "\u00a0" | "§":
            return -1 if before.isalpha() or after.isalpha() else 0
    return -1


def _in_known_name(text: str, at: int) -> bool:
    around = text[max(0, at - 6) : at + 7]
    return any(text[at] in name and name in around for name in _KNOWN)


def _evidence(page: str, places: Mapping[int, list[_Place]]) -> str:
    """Return up to three words that show the page: known names where there are any."""
    firsts = [where[0] for where in places.values()]
    named = [place for place in firsts if _in_known_name(place.window.decode(page, "replace"), place.at)]
    words = dict.fromkeys(_word(page, place) for place in named or firsts)
    return ", ".join(repr(word) for word in list(words)[:3])


def _word(page: str, place: _Place) -> str:
    """Return the word around a character; a no-break space is a part of it, so there is always one."""
    text = place.window.decode(page, "replace")
    before, after = _SPACE.split(text[: place.at]), _SPACE.split(text[place.at :])
    return (before[-1] + after[0]).strip(".,;:()")
