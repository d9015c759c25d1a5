"""Quotation blocks and excerpts of HTML are read by ``parse`` and ``diff`` as by ``identify``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run

CHOICES = "A player who controls another player also continues to make {} own choices and decisions."
RESTRICTED = (
    "The effect that gives control of a player to another player may restrict the actions the controlled player is"
    " allowed to take or specify actions that the controlled player must take."
)
"""712.7 and 712.8 of 2016-04-08 and of 2018-04-27."""


def _block(whose: str) -> str:
    return f"Our notes on this.\n\n> **712.7.** {RESTRICTED}\n>\n> **712.8.** {CHOICES.format(whose)}\n"


def _excerpt(whose: str) -> str:
    clauses = f"<p><b>712.7.</b> {RESTRICTED}</p><p><b>712.8.</b> {CHOICES.format(whose)}</p>"
    return f"<blockquote>{clauses}</blockquote>\n"


@pytest.mark.parametrize("page", [_block, _excerpt])
def test_parse_reads_what_a_page_quotes_from_standard_input(crdiff: Run, page: Callable[[str], str]) -> None:
    answer = crdiff("parse", "-", "--format", "json", stdin=page("his or her").encode())
    assert answer.returncode == 0, answer.stderr
    rules = [(rule["number"], rule["text"]) for rule in json.loads(answer.stdout)["sections"]]
    assert rules == [("712.7", RESTRICTED), ("712.8", CHOICES.format("his or her"))]


@pytest.mark.parametrize(("old", "new"), [(_block, _excerpt), (_excerpt, _block)])
def test_a_quotation_block_is_compared_with_an_excerpt_of_html(
    crdiff: Run, tmp_path: Path, old: Callable[[str], str], new: Callable[[str], str]
) -> None:
    names = [f"{name}{'.md' if page is _block else '.html'}" for name, page in (("old", old), ("new", new))]
    for name, page, whose in zip(names, (old, new), ("his or her", "their"), strict=True):
        (tmp_path / name).write_text(page(whose), "utf-8")
    told = crdiff.text("diff", *names)
    assert "1 changed clause: 1 to read." in told
    assert "[-his or her-]{+their+}" in told
