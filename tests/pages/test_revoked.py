"""The site calls a rule revoked whose text became a notice, and tells where a sentence ended inside a clause."""

from __future__ import annotations

import json

import pytest
from html_reader import words
from jsonschema import Draft202012Validator
from small_archive import fill, index_of, pages_of

from crdiff.reports.schemas import schema
from tests.revoked_releases import BURN, REVOKED_RELEASES

FIRST, LOST, REVOKED, LAST = REVOKED_RELEASES
RULE = f"/clause/{FIRST}-306.7/"


@pytest.fixture(scope="module")
def revoked_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the site of the releases in which a rule is revoked."""
    return pages_of(index_of(fill(tmp_path_factory.mktemp("revoked") / "corpus", REVOKED_RELEASES)))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (RULE, f"Not in force. Revoked with Dominaria ({REVOKED}): its text is a notice that the rule is gone."),
        (RULE, "Read the notice in context"),
        ("/number/306/", f"revoked {REVOKED}"),
        (f"/releases/{REVOKED}/", "1 clause revoked."),
        ("/rules/306/", "Revoked with Dominaria (2018-04-27)"),
        ("/stats/", "Revoked"),
    ],
)
def test_a_page_says_revoked(revoked_pages: dict[str, bytes], where: str, said: str) -> None:
    page = revoked_pages[where]
    assert said in words(page) or said in page.decode()


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("history", f"{RULE}index.json"),
        ("clauses", f"/releases/{LAST}/clauses.json"),
        ("changes", f"/releases/{REVOKED}/index.json"),
    ],
)
def test_its_data_says_revoked_and_keeps_its_schema(revoked_pages: dict[str, bytes], name: str, where: str) -> None:
    Draft202012Validator(json.loads(schema(name))).validate(json.loads(revoked_pages[where]))
    assert b"revoked" in revoked_pages[where]


def test_the_number_jump_says_revoked_and_leads_to_the_notice(revoked_pages: dict[str, bytes]) -> None:
    numbers = json.loads(revoked_pages["/number/306/index.json"])["numbers"]
    assert numbers["306.7"]["says"] == f"306.7 was revoked on {REVOKED}: a notice now has its number."


def test_the_page_of_a_clause_tells_where_a_sentence_ended(revoked_pages: dict[str, bytes]) -> None:
    page = words(revoked_pages[f"/clause/{FIRST}-300.1/"])
    assert page.count(f"This sentence ended here: {BURN}") == 1
    assert "This sentence ended here" not in words(revoked_pages[RULE])
