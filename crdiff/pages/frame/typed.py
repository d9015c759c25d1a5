"""Addresses that people type: ``/releases/dom/``, ``/rules/704.5/``, ``/on/2012-08-01/704.5``.

No page has them. On any host the page for missing pages finds what was meant (`typed.js`), from one small file and from
what is published of each number (`crdiff.pages.numbers.number`). Hosts that can redirect are given a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from crdiff.pages.archive_index import Addresses
from crdiff.pages.frame import address
from crdiff.pages.lives import EntryLineage, Lives

DAYS = "/on/index.json"
"""What the script for typed addresses reads first: releases, sets and glossary entries by their names."""

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


def typed_names(lives: Lives) -> bytes:
    """Return the names that stand for a release or an entry in a typed address.

    `releases` are (day, code, name, whether its page or its numbers are here), oldest first. `texts` says whether there
    are texts of other days than today. `entries` lead from the plain form of a term to the id of its entry, of which
    only the date is written where the rest is that form.
    """
    releases = [
        (release, lives.codes.get(release, ""), lives.set_name(release), int(release in lives.contents.dates))
        for release in lives.published
    ]
    entries = {term: entry.id.removesuffix(f"-{term}") for term, entry in _entries(lives).items()}
    names = {"texts": not lives.is_recorded, "releases": releases, "entries": entries}
    return msgspec.json.encode(names)


def typed_redirects(addresses: Addresses) -> Iterator[tuple[str, str]]:
    """Yield the typed addresses that are worth a line on a host that redirects, each with the page it leads to."""
    for release in addresses.contents.dates:
        if code := addresses.codes.get(release):
            yield f"{address.RELEASES}{code.lower()}/", address.release(release)
    for term, entry in _entries(addresses).items():
        yield f"{address.GLOSSARY}{term}/", address.entry(entry.id)
    for number, where in addresses.current.items():
        if number.is_rule and number.subsection not in addresses.split:
            yield f"{address.RULES}{number}/", where
    former = {number.subsection for number in addresses.numbers} - set(addresses.subsections)
    for subsection in sorted(former, key=lambda each: (each.level, each)):
        yield address.rule(subsection), f"{address.NUMBERS}{subsection}/"


def plain(name: str) -> str:
    """Return a name as it is typed in an address: small letters and digits, dashes between."""
    return _NOT_PLAIN.sub("-", name.lower()).strip("-")


def _entries(lives: Lives) -> Mapping[str, EntryLineage]:
    """Return the entries by the plain forms of all their terms: of several, the one in force, or the last to be."""
    found: dict[str, EntryLineage] = {}
    for entry in sorted(lives.entries, key=lambda entry: (entry.in_force, entry.runs[-1].last)):
        found |= dict.fromkeys(filter(None, (plain(run.number) for run in entry.runs)), entry)
    return dict(sorted(found.items()))
