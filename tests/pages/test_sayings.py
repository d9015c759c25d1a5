"""What single pages say, as listed in ``sayings.txt``: under each sentence a page of a site, and what is true of it.

``says`` and ``lacks`` are of its words, ``said-once`` of words that come once, ``code``, ``nowhere`` and ``once`` of
its HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from html_reader import words

FILE = Path(__file__).with_name("sayings.txt")
HOLDS: Mapping[str, Callable[[str, bytes], bool]] = {
    "says": lambda what, page: what in words(page),
    "lacks": lambda what, page: what not in words(page),
    "said-once": lambda what, page: words(page).count(what) == 1,
    "code": lambda what, page: what in page.decode(),
    "nowhere": lambda what, page: what not in page.decode(),
    "once": lambda what, page: page.decode().count(what) == 1,
}


def _wrong(sentence: str, lines: list[str], site: Callable[[str], Mapping[str, bytes]]) -> Iterator[str]:
    page = b""
    for line in lines:
        how, _, what = line.replace(r"\u202e", "\u202e").partition(" ")
        if how == "on":
            name, where = what.split(" ")
            page = site(name).get(where, b"")
        if not page if how == "on" else how in HOLDS and not HOLDS[how](what, page):
            yield f"{sentence}: {line}"


def test_pages_say_what_is_listed(request: pytest.FixtureRequest) -> None:
    cases = [case.split("\n") for case in FILE.read_text("utf-8").split("=== ")[1:]]
    wrong = [each for sentence, *lines in cases for each in _wrong(sentence, lines, request.getfixturevalue)]
    assert wrong == []
