"""The site calls a rule revoked whose text became a notice, and tells where a sentence ended inside a clause."""

from __future__ import annotations

import json

from jsonschema import Draft202012Validator
from table import table

from crdiff.reports.schemas import schema
from tests.revoked_releases import REVOKED_RELEASES

FIRST, LOST, REVOKED, LAST = REVOKED_RELEASES


@table
def test_its_data_says_revoked_and_keeps_its_schema(revoked_pages: dict[str, bytes], name: str, where: str) -> None:
    Draft202012Validator(json.loads(schema(name))).validate(json.loads(revoked_pages[where]))
    assert b"revoked" in revoked_pages[where]


def test_the_number_jump_says_revoked_and_leads_to_the_notice(revoked_pages: dict[str, bytes]) -> None:
    numbers = json.loads(revoked_pages["/number/306/index.json"])["numbers"]
    assert numbers["306.7"]["says"] == f"306.7 was revoked on {REVOKED}: a notice now has its number."
