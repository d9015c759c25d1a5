"""A list of citations is read as it is, or refused in one line."""

from __future__ import annotations

import pytest
from small_citations import ROWS, citation, citation_list, list_json
from table import table

from crdiff.cite.cited_by import read_citations
from crdiff.errors import CorpusError


def test_a_list_gives_its_citations_and_their_addresses() -> None:
    listed = citation_list(ROWS)
    assert (listed.repository, len(listed.citations), str(listed.at)) == ("me/engine", len(ROWS), "2014-05-01")
    assert listed.address_of(listed.citations[0]) == "https://code.example/a1b2c3/src/turn.rs#L12"


@table
def test_the_path_of_a_file_stays_a_path_in_its_address(path: str, quoted: str) -> None:
    listed = citation_list([citation(f"{path}:1", "712.1", "", None)])
    assert listed.address_of(listed.citations[0]) == f"https://code.example/a1b2c3/{quoted}#L1"


def test_no_address_is_made_without_the_revision_that_it_needs_nor_a_very_long_one() -> None:
    for listed in (
        citation_list(ROWS, revision=None),
        citation_list(ROWS, link=None),
        citation_list([citation(f"{'long/' * 100}:1", "712.1", "", None)]),
    ):
        assert listed.address_of(listed.citations[0]) == ""


@table
def test_a_link_that_is_no_address_of_a_place_on_the_web_is_refused(link: str) -> None:
    with pytest.raises(CorpusError, match=r"^mine.json: its link .* is not the address of a place; expected an"):
        read_citations(list_json(ROWS, link=link), "mine.json")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "not a list of citations"),
        (b"[]", "not a list of citations"),
        (b"{}", "not a list of citations"),
        (b'{"more": ' + b"[" * 200_000, "not a list of citations"),
        (list_json(ROWS, schema="crdiff.lint/1"), "schema 'crdiff.lint/1'"),
        (list_json(ROWS, kind="check"), "kind 'check'; expected a list of crdiff.cite/1, as 'crdiff cite list"),
        (list_json(ROWS, citations=[{}]), "not a list of citations"),
        (list_json([{**ROWS[0], "line": 0}]), "not a list of citations"),
        (list_json([{**ROWS[0], "written": "lately"}]), "not a list of citations"),
        (list_json([{**ROWS[0], "number": "x.y"}]), "'x.y'"),
    ],
)
def test_what_is_no_list_is_refused_in_one_line(raw: bytes, said: str) -> None:
    with pytest.raises(CorpusError) as caught:
        read_citations(raw, "mine.json")
    assert str(caught.value).startswith("mine.json: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_citation_of_no_clause_may_have_any_number() -> None:
    assert citation_list([citation("a.rs:1", "4091f-h", "", None, "malformed")]).read == 1
