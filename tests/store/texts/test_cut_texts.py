"""A text that is cut is never the release: wherever it ends, and however it is encoded, that is said and mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import UnrecognisedText
from crdiff.store.texts.folder import identify
from tests.small_releases import RELEASES, release_text

DAYS = ("1999-11-01", "2006-05-01", "2014-05-01", "2026-06-19")
"""Texts with and without contents, with an index, addresses or legal notices at their end."""
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "cp1252")


@pytest.fixture
def official_text(shared: Path, request: pytest.FixtureRequest) -> str:
    """Return the official text of the day asked for."""
    raw = (shared / "cr" / f"{request.param}.txt").read_bytes()
    return raw.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def _cuts(text: str) -> list[int]:
    """Return places in the rules, the glossary and the credits at which a download may end."""
    glossary, end = text.rindex("\nGlossary\n"), len(text.rstrip())
    rules = text.index("\n100.1")
    after = text.rfind("\nCredits\n", glossary) if "\nCredits\n" in text[glossary:] else end
    spread = [rules + (glossary - rules) * part // 100 for part in (2, 8, 25, 50, 75)]
    spread += [glossary, glossary + 10, *(glossary + (after - glossary) * part // 4 for part in (1, 2, 3))]
    return [*spread, after - 40, after, after + 9, after + (end - after) // 4] if after < end else spread


@pytest.mark.parametrize("official_text", DAYS, indirect=True)
def test_wherever_a_text_is_cut_it_is_refused_or_says_what_it_lacks(official_text: str) -> None:
    whole = identify(official_text.encode(), "whole.txt")
    assert not whole.lacks
    for place, at in enumerate(_cuts(official_text)):
        encoding = ENCODINGS[place % len(ENCODINGS)]
        assert _told(official_text[:at].encode(encoding, "replace")), (at, encoding)


def _told(raw: bytes) -> str:
    """Return what is said of a text that is not whole, "" where it passes for a release."""
    try:
        return identify(raw, "cut.txt").lacks
    except UnrecognisedText as error:
        return str(error)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("official_text", ["2026-06-19"], indirect=True)
def test_what_is_lacking_is_the_same_in_every_encoding(official_text: str, encoding: str) -> None:
    at = official_text.rindex("\nIndestructible\n")
    cut = identify(official_text[:at].encode(encoding, "replace"), "cut.txt")
    assert cut.lacks == "407 of 735 glossary entries, those after “Independent”, and its credits"


CREDITS = "Magic was designed by Richard.\n\nRules: Somebody.\n\nAll rights reserved. ©{} Wizards.\n\nAnd so on.\n"


def _release(day: str, credits_until: str = "\n") -> bytes:
    """Return a release that nobody knows, whose credits end after the last of some words."""
    said = CREDITS.format(day[:4])
    text = release_text(day, RELEASES["2014-05-01"]).decode().replace("Somebody\n", said)
    return text[: text.rindex(credits_until) + len(credits_until)].encode()


@pytest.mark.parametrize("last", ["designed by", "Richard.", "Somebody.", "reserved. ©2031", "Wizards.", "And so"])
def test_the_credits_of_the_release_before_tell_where_those_of_an_unknown_one_end(tmp_path: Path, last: str) -> None:
    corpus = _added(tmp_path, _release("2030-01-01"), _release("2031-01-01", last))
    assert corpus.texts.text_of("2031-01-01").identity.lacks == "the end of its credits"
    assert [one.what for one in corpus.verify()] == ["breaks off: it lacks the end of its credits"]


@pytest.mark.parametrize("last", ["Richard.", "Wizards.", "And so"])
@pytest.mark.parametrize("is_cut_first", [True, False])
def test_a_whole_text_takes_the_place_of_a_cut_one_both_are_kept(tmp_path: Path, last: str, is_cut_first: bool) -> None:
    whole, cut = _release("2031-01-01"), _release("2031-01-01", last)
    corpus = _added(tmp_path, *((cut, whole) if is_cut_first else (whole, cut)))
    assert corpus.texts.read_bytes(corpus.texts.text_of("2031-01-01")) == whole
    assert [bool(text.identity.lacks) for text in corpus.texts.held()] == [False, True]
    assert not corpus.verify()


def _added(tmp_path: Path, *texts: bytes) -> Corpus:
    corpus = Corpus(tmp_path / "corpus")
    for place, raw in enumerate(texts):
        (tmp_path / f"{place}.txt").write_bytes(raw)
        corpus.add(tmp_path / f"{place}.txt")
    return corpus
