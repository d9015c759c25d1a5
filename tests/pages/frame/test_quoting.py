"""A wording as others quote it, and words between underscores, which are shown in italics."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from crdiff.pages.frame.quoting import Quotable, with_italics

TRAMPLE = Quotable(
    name="CR 702.19b",
    label="702.19b",
    release="March of the Machine (2023-04-14)",
    paragraphs=("The controller assigns damage.", "It’s [all] *there* is."),
    href="/clause/1999-04-23-502.9b/#w2023-04-14",
    template="{{CR|702.19b|2023-04-14}}",
)
WHERE = "https://rules.example/clause/1999-04-23-502.9b/#w2023-04-14"


def test_a_wording_is_quoted_with_its_set_date_and_address() -> None:
    forms = dict(TRAMPLE.forms(WHERE))
    cited = "CR 702.19b, March of the Machine (2023-04-14)"
    assert forms == {
        "Citation": f"{cited}, {WHERE}",
        "Markdown": f"[{cited}]({WHERE})",
        "Reddit": "> **702.19b** The controller assigns damage.\n>\n> It’s \\[all\\] \\*there\\* is.\n>\n"
        f"> [{cited}]({WHERE})",
        "Wiki": "{{CR|702.19b|2023-04-14}}",
        "Quotation": f"“The controller assigns damage. It’s [all] *there* is.” ({cited})",
    }


def test_where_the_host_is_not_known_no_form_has_an_address() -> None:
    assert not [text for _, text in TRAMPLE.forms("") if "http" in text or "](" in text]


def test_a_long_text_is_linked_and_not_quoted() -> None:
    """As 204.3k of 2026-04-17, with every creature type."""
    forms = dict(replace(TRAMPLE, paragraphs=("Zombie, " * 500,)).forms(WHERE))
    assert set(forms) == {"Citation", "Markdown", "Wiki"}


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<h1>The _Magic_ Golden Rules</h1>", "<h1>The <i>Magic</i> Golden Rules</h1>"),
        ("<p>the _Magic: The Gathering_ game</p>", "<p>the <i>Magic: The Gathering</i> game</p>"),
        ("<p><del>_Eventide_</del> set</p>", "<p><del><i>Eventide</i></del> set</p>"),
        ("<title>The _Magic_ Golden Rules</title>", "<title>The Magic Golden Rules</title>"),
        ('<meta content="The _Magic_ rules">_Magic_', '<meta content="The Magic rules"><i>Magic</i>'),
        ("<svg><text>The _Magic_ rules</text></svg>", "<svg><text>The Magic rules</text></svg>"),
    ],
)
def test_the_golden_rules_of_magic_are_set_in_italics(page: str, shown: str) -> None:
    """101 of 2009-07-11 is “The _Magic_ Golden Rules”; in titles and drawings the marks are only left out."""
    assert with_italics(page) == shown


@pytest.mark.parametrize(
    "page",
    [
        "<code>_Magic_</code>",
        "<p>www.wizards.com/magic/MTG_Rules.asp and the Oracle_(TM) card reference</p>",
        "<p>such as the one in “Wolf in ________ Clothing,” or “________ Goblin”</p>",
        '<a href="#test_one_thing_only" id="_private_">test_one_thing_only</a>',
        "<p>from _one paragraph\nto another_</p>",
    ],
)
def test_other_underscores_stay(page: str) -> None:
    """123.6a of 2022-10-07 speaks of a name with a blank line in it."""
    assert with_italics(page) == page


def test_a_redline_has_the_words_without_marks() -> None:
    """100.6 of 2014-05-01 says “Most Magic tournaments”, which had been in italics before."""
    assert with_italics("<p>Most <del>_</del>Magic<del>_</del> tournaments</p>") == "<p>Most Magic tournaments</p>"
    assert with_italics("<p>Most <ins>_</ins>Magic<ins>_</ins> cards</p>") == "<p>Most <i>Magic</i> cards</p>"
    broken = "<p>the <del>_</del>Magic_ rules</p>"
    assert with_italics(broken) == broken
