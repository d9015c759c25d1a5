"""The report as one HTML file."""

from __future__ import annotations

import re

import pytest
from html_reader import read_html

from crdiff.changes.change import Comparison
from crdiff.reports.html_files import diff_html
from crdiff.reports.view import view


@pytest.mark.parametrize("side_by_side", [False, True])
def test_the_page_is_whole_and_needs_nothing_else(comparison: Comparison, side_by_side: bool) -> None:
    html = diff_html(view(comparison), side_by_side=side_by_side)
    page = read_html(html.encode())
    assert page.unbalanced == []
    assert len(page.ids) == len(set(page.ids))
    assert page.links
    assert {link.removeprefix("#") for _, link in page.links} <= set(page.ids)
    assert not re.search(r"https?://|url\(|@import|<script", html)


def test_texts_are_escaped(comparison: Comparison) -> None:
    html = diff_html(view(comparison))
    assert "mana burn &lt;during&gt; a turn *controlled*" in html


def test_a_redline_is_marked_by_native_elements_and_nothing_between_them(comparison: Comparison) -> None:
    html = diff_html(view(comparison))
    assert "See rule <del>102.3a</del><ins>104.3a</ins>.</p>" in html


def test_side_by_side_shows_the_old_wording_beside_the_new(comparison: Comparison) -> None:
    html = diff_html(view(comparison), side_by_side=True)
    assert "See rule <del>102.3a</del>.</p>" in html
    assert "See rule <ins>104.3a</ins>.</p>" in html


def test_every_listed_change_has_its_place(comparison: Comparison) -> None:
    page = read_html(diff_html(view(comparison)).encode())
    assert page.tags.count("article") == len(view(comparison).changes)
    assert {"to-710.5-1", "from-507.4-1", "to-glossary-Active-Player-1"} <= set(page.ids)
