"""What the pages of small sites say and where their links lead, whole, as it was reviewed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from page_told import page_told

from tests.conftest import Golden

FOLDER = Path(__file__).parents[1] / "golden" / "pages"
TOLD = {
    "pages": (
        "/", "/rules/", "/rules/701/", "/rules/712/", "/rules/712/2014-05-01/", "/rules/507/2003-10-01/",
        "/releases/2003-10-01/", "/releases/2009-07-11/", "/releases/2014-05-01/", "/releases/2003-10-01/text/",
        "/clause/2003-10-01-507.1/", "/clause/2003-10-01-507.4/", "/clause/2014-05-01-712.4/",
        "/clause/2003-10-01-500.1/", "/number/710/",
        "/glossary/", "/glossary/c/", "/compare/2003-10-01/today/", "/compare/2003-10-01/2009-07-11/", "/stats/",
    ),
    "reordered_pages": (
        "/releases/2003-10-01/", "/releases/2004-02-01/", "/releases/2004-06-01/", "/number/300/", "/number/301/",
        "/number/302/", "/number/303/", "/", "/glossary/", "/glossary/2003-10-01-delayed-ability/",
        "/glossary/2003-10-01-duel/", "/glossary/2003-10-01-concede/", "/stats/",
    ),
    "citing_pages": (
        "/cited/", "/clause/2003-10-01-507.1/", "/clause/2003-10-01-507.1/cited/", "/clause/2003-10-01-507.4/",
        "/releases/2009-07-11/", "/releases/2014-05-01/", "/compare/2003-10-01/today/", "/compare/2009-07-11/today/",
    ),
    "revoked_pages": (
        "/clause/2017-08-25-306.7/", "/clause/2017-08-25-300.1/", "/number/306/", "/rules/306/",
        "/releases/2018-04-27/",
    ),
    "excerpt_pages": (
        "/", "/editions/507-old/", "/compare/2008-02-01/2014-05-01/", "/clause/2003-10-01-507.1a/", "/number/507/",
        "/clause/2003-10-01-507/", "/rules/507/", "/rules/712/", "/checks/",
    ),
}  # fmt: skip
"""Fixture of a site -> the pages of it that are told."""
_OF_TODAY = re.compile(r"\d+ newer releases|(?<=The latest is )\S+|(?<=all releases up to )\S+")
"""What changes with each release that comes out."""


@pytest.mark.parametrize("site", TOLD)
def test_pages_say_what_was_reviewed(site: str, golden: Golden, request: pytest.FixtureRequest) -> None:
    pages = request.getfixturevalue(site)
    told = "\n".join(f"== {where}\n{page_told(pages[where])}" for where in TOLD[site])
    golden(FOLDER / f"{site}.txt", _OF_TODAY.sub("…", told))
