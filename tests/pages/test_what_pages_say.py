"""What the pages of small sites say and where their links lead, whole, as it was reviewed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_told import page_told

from tests.conftest import Golden

FOLDER = Path(__file__).parents[1] / "golden" / "pages"
# Fixtures of sites; the file of each says which of its pages are told, each after "== " and its address.
SITES = ("pages", "reordered_pages", "citing_pages", "revoked_pages", "excerpt_pages")
# What changes with each release that comes out.
_OF_TODAY = re.compile(r"\d+ newer releases|(?<=The latest is )\S+|(?<=all releases up to )\S+")


@pytest.mark.broad
@pytest.mark.parametrize("site", SITES)
def test_pages_say_what_was_reviewed(site: str, golden: Golden, request: pytest.FixtureRequest) -> None:
    pages = request.getfixturevalue(site)
    file = FOLDER / f"{site}.txt"
    addresses = re.findall(r"^== (\S+)$", file.read_text("utf-8"), re.MULTILINE)
    told = "\n".join(f"== {where}\n{page_told(pages[where])}" for where in addresses)
    golden(file, _OF_TODAY.sub("…", told))
