"""A text that is compared in a part only says so first, in every format, and fails what was asked to fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.small_releases import RELEASES, release_text

WHOLE = release_text("2009-07-11", RELEASES["2009-07-11"]).decode()
DATE = "These rules are effective as of July 11, 2009.\n\n"
EXCERPT = DATE + WHOLE[WHOLE.index("710. ") : WHOLE.index("Glossary")]
HEADLESS = WHOLE[WHOLE.index("701.1. ") :]
SAID = {
    "excerpt": "the new text (2009-07-11) quotes only 710; 9 clauses of the old text (2009-07-11) are not compared",
    "lacks-beginning": "the new text (new.txt) lacks its beginning: its rules begin with 701.1; 8 clauses of the old "
    "text (2009-07-11) are not compared",
}
TEXTS = {"excerpt": EXCERPT, "lacks-beginning": HEADLESS}


@pytest.fixture(params=TEXTS)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Write a whole text as old.txt and a part of it as new.txt; return why it is a part."""
    (tmp_path / "old.txt").write_text(WHOLE, "utf-8")
    (tmp_path / "new.txt").write_text(TEXTS[request.param], "utf-8")
    return str(request.param)


def test_it_fails_whatever_is_asked_for(crdiff: Run, kind: str) -> None:
    said = SAID[kind].replace("new text", "N").replace("old text", "new text").replace("N", "old text")
    for failing in ("any", "review", "undetermined"):
        assert crdiff("diff", "old.txt", "new.txt", "--fail-on", failing).returncode == 1
        done = crdiff("diff", "new.txt", "old.txt", "--fail-on", failing, "--only", "removed")
        assert done.returncode == 1
        assert done.stdout.decode().splitlines()[1] == f"{said}."


def test_every_format_says_it(crdiff: Run, kind: str) -> None:
    for form in ("text", "markdown", "html", "github", "junit", "sarif"):
        said = crdiff.printed("diff", "old.txt", "new.txt", "--format", form)
        assert SAID[kind] in said.replace("&#34;", '"')
        assert "No differences." not in said
        if form in {"github", "junit", "sarif"}:
            assert kind in said
        else:
            assert SAID[kind] in crdiff.printed("review", "old.txt", "new.txt", "--format", form)


def test_the_json_of_a_comparison_says_it(crdiff: Run, kind: str) -> None:
    report = crdiff.json("diff", "old.txt", "new.txt")
    assert len(report["excerpts"]) == 1
    told = report["excerpts"][0]
    assert (told["side"], told["lacks_beginning"]) == ("new", kind == "lacks-beginning")
    assert told["not_compared"]["rules"] == (8 if kind == "lacks-beginning" else 9)
    moved = [] if kind == "lacks-beginning" else [("front", "renumbered", [])]
    assert [(one["part"], one["structure"], one["facets"]) for one in report["changes"]] == moved


def test_the_json_of_a_review_and_of_a_lint_says_it(crdiff: Run, kind: str) -> None:
    is_headless = kind == "lacks-beginning"
    assert crdiff.json("review", "old.txt", "new.txt")["excerpts"][0]["lacks_beginning"] is is_headless
    found = crdiff.json("lint", "new.txt", "--against", "old.txt", "--fail-on", "warning", code=1)["findings"]
    checks = {finding["check"]: finding["level"] for finding in found}
    assert (checks["excerpt"], checks.get("lacks-beginning")) == ("warning", "error" if is_headless else None)


def test_two_excerpts_of_the_same_rules_are_compared_as_ever(crdiff: Run, kind: str, tmp_path: Path) -> None:
    (tmp_path / "newer.txt").write_text(TEXTS[kind].replace("overwrite each other", "replace each other"), "utf-8")
    report = crdiff.json("diff", "new.txt", "newer.txt")
    assert [told["lacks_beginning"] for told in report["excerpts"]] == [True, True] * (kind == "lacks-beginning")
    assert [change["new"][0]["number"] for change in report["changes"]] == ["710.1a"]


def test_an_edition_declares_what_it_quotes(crdiff: Run) -> None:
    assert crdiff.json("diff", "718-markdown", "720-mtg-wiki")["excerpts"] == []


def test_a_text_that_lacks_its_beginning_is_no_release(crdiff: Run, tmp_path: Path) -> None:
    (tmp_path / "new.txt").write_text(HEADLESS.replace("Somebody", f"Somebody\n\n{DATE}"), "utf-8")
    done = crdiff("corpus", "add", "new.txt", "--corpus", "corpus")
    said = b"new.txt: lacks its beginning: its rules begin with 701.1; expected the text of a whole release"
    assert (done.returncode, said in done.stderr) == (2, True)


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
    answer = crdiff.json("parse", "-", stdin=page("his or her").encode())
    rules = [(rule["number"], rule["text"]) for rule in answer["sections"]]
    assert rules == [("712.7", RESTRICTED), ("712.8", CHOICES.format("his or her"))]


@pytest.mark.parametrize(("old", "new"), [(_block, _excerpt), (_excerpt, _block)])
def test_a_quotation_block_is_compared_with_an_excerpt_of_html(
    crdiff: Run, tmp_path: Path, old: Callable[[str], str], new: Callable[[str], str]
) -> None:
    names = [f"{name}{'.md' if page is _block else '.html'}" for name, page in (("old", old), ("new", new))]
    for name, page, whose in zip(names, (old, new), ("his or her", "their"), strict=True):
        (tmp_path / name).write_text(page(whose), "utf-8")
    told = crdiff.printed("diff", *names)
    assert "1 changed clause: 1 to read." in told
    assert "[-his or her-]{+their+}" in told
