"""A wording as others quote it: what stands in the menu without scripts."""

from __future__ import annotations

from dataclasses import replace

from crdiff.pages.frame.quoting import Quotable

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
