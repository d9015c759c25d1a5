"""Whatever a page is, telling what it quotes ends in an answer or in one line, soon and in little memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hostile_documents import DOCUMENTS
from soon import ends_soon

from crdiff.cli.identify import CHARACTERS_MAX, read_document
from crdiff.errors import CrdiffError
from crdiff.identify.identify import identify, identify_sentences
from crdiff.identify.sentence_index import SentenceIndex
from crdiff.identify.word_index import WordIndex
from crdiff.store.embedded.lives import known_lives

MEGABYTES = 600

PAGES: Mapping[str, Callable[[], bytes]] = {
    "elements in one another.html": lambda: b"<html>" + b"<div>" * 200_000 + b"x" + b"</div>" * 200_000,
    "a million tags.html": lambda: b"<html><body>" + b"<p><b>a</b>" * 330_000,
    "entities.html": lambda: b"<html>" + b"&amp;&lt;&nbsp;&#x41;" * 300_000,
    "entities in entities.html": lambda: (
        b'<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><html>' + b"&b;" * 99_999
    ),
    "attributes without end.html": lambda: b"<html>" + b'<a href="' * 300_000,
    "comments without end.html": lambda: b"<html>" + b"<!--" * 500_000,
    "sections without end.html": lambda: b"<html>" + b"<![CDATA[" * 300_000,
    "scripts.html": lambda: b"<html>" + b"<script>" * 300_000,
    "one line.txt": lambda: b"Whenever a creature attacks, that player draws a card. " * 950_000,
    "quotations in one another.md": lambda: b"> " * 120_000 + b"a",
    "stars.md": lambda: b"*" * 240_000,
    "brackets.md": lambda: b"[" * 240_000,
    "columns.md": lambda: b"|" * 240_000,
    "braces.wiki": lambda: b"{{" * 120_000,
    "quotation marks.txt": lambda: b'"' * 240_000,
    "spaces.txt": lambda: b"a" + b" " * 240_000 + b"b",
    "numbers.txt": lambda: b"702.17a Any\n" * 20_000,
    "references.txt": lambda: b"see rule 702.17a " * 14_000,
    "dates.txt": lambda: b"Comprehensive Rules " * 12_000,
    "one sentence.txt": lambda: (
        b"If a permanent has multiple instances of soulshift, each triggers separately. " * 3_000
    ),
    "misspelt words.txt": lambda: b"permnaent mutliple insatnces soulshfit trigers " * 5_000,
    "zero bytes.md": lambda: bytes(3_000_000),
    "noise.txt": lambda: os.urandom(1 << 20),
}


@pytest.fixture(scope="module")
def sentences() -> SentenceIndex:
    """Return the index of the sentences that the recorded facts know."""
    return SentenceIndex(known_lives())


# Each way in which a document is refused; tests/importers has them all.
SOME_DOCUMENTS = ("docx: bomb", "docx: badxml", "docx: entity_bomb", "rtf: groups without end", "pdf: encrypted")


@pytest.mark.parametrize("name", [*PAGES, *SOME_DOCUMENTS])
def test_a_page_is_answered_or_refused_in_one_line(
    name: str, tmp_path: Path, small_index: WordIndex, sentences: SentenceIndex
) -> None:
    raw = PAGES[name]() if name in PAGES else DOCUMENTS[name]()
    path = tmp_path / (name if name in PAGES else "document")
    path.write_bytes(raw)
    with ends_soon():
        try:
            text = read_document(str(path)).text
        except CrdiffError as error:
            line = str(error)
            assert line.startswith(str(path))
            assert line.isprintable()
            assert "; expected " in line
        else:
            identify(text, small_index)
            identify_sentences(text, sentences)


def test_a_text_of_any_permitted_length_is_answered_in_one_line_too(shared: Path, whole_index: WordIndex) -> None:
    lines = (shared / "cr" / "2026-04-17.txt").read_text("utf-8").splitlines()
    text = " ".join(lines)[-CHARACTERS_MAX - 200_000 : -200_000]
    with ends_soon():
        assert len(identify(text, whole_index).quotations) > 500


_ENDLESS = """
import resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_AS, ({megabytes} << 20, {megabytes} << 20))
sys.exit(subprocess.run([sys.executable, "-m", "crdiff", "identify", {name!r}, "--corpus", "."]).returncode)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on memory")
@pytest.mark.parametrize("name", ["-", "/dev/zero", "large.txt", "large.html"])
def test_what_never_ends_or_is_huge_is_refused_in_little_memory(name: str, tmp_path: Path) -> None:
    if name.startswith("large"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(500_000_000)
    with Path("/dev/zero").open("rb") as endless, ends_soon():
        done = subprocess.run(
            [sys.executable, "-c", _ENDLESS.format(megabytes=MEGABYTES, name=name)],
            stdin=endless, capture_output=True, cwd=tmp_path, check=False,
        )  # fmt: skip
    called = "standard input" if name == "-" else name
    notes, said = done.stderr.decode().splitlines()
    assert notes.startswith("crdiff: no texts have been added")
    assert said == f"{called}: more than 128 MB; expected a text or a document"
    assert done.returncode == 2
