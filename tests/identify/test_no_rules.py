"""Texts that quote no rules are not claimed to: licences, manuals, texts of cards, our own prose."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import distributions
from itertools import islice
from pathlib import Path

import pytest
from every import every

from crdiff.dialects.registry import read_lines
from crdiff.errors import CrdiffError
from crdiff.identify.identify import identify
from crdiff.identify.word_index import WordIndex
from tests.identify.made_cards import CARDS

pytestmark = pytest.mark.whole

TEXTS = 200
CLAIMED_MOST = 1
_LICENCES = Path("/usr/share/common-licenses")
_MANUALS = (Path("/usr/share/doc"), Path("/usr/share/perl"), Path("/usr/share/git-core"))
_ROOT = Path(__file__).parents[2]
_CHARACTERS_MAX = 100_000
_TEXT_ENDINGS = (".txt", ".md", ".pod", "")
_OF_A_KIND = 150


def _of_packages() -> Iterator[Path]:
    """Yield licences and descriptions of the Python packages installed."""
    for distribution in sorted(distributions(), key=lambda one: one.metadata["Name"].lower()):
        for file in distribution.files or ():
            if any(word in file.name.lower() for word in ("licen", "copying", "readme", "metadata")):
                yield Path(str(distribution.locate_file(file)))


def _of_manuals() -> Iterator[Path]:
    for path in (path for folder in _MANUALS for path in sorted(folder.rglob("*"))):
        if path.is_file() and path.suffix in _TEXT_ENDINGS:
            yield path


def _files() -> Iterator[Path]:
    licences = sorted(path for path in _LICENCES.glob("*") if path.is_file())
    prose = (_ROOT / "CONTRIBUTING.md", _ROOT / "site" / "architecture.md", *sorted(_ROOT.glob("site/decisions/*.md")))
    yield from (*licences, *prose, *islice(_of_packages(), _OF_A_KIND), *islice(_of_manuals(), _OF_A_KIND))


def _texts() -> Iterator[tuple[str, str]]:
    yield from ((f"card {at}", card) for at, card in enumerate(CARDS))
    known = set()
    for file in _files():
        try:
            raw = file.read_bytes()
            text = "\n".join(read_lines(raw, file.name)) if len(raw) <= _CHARACTERS_MAX else ""
        except (CrdiffError, OSError):
            continue
        if text.strip() and text not in known:
            known.add(text)
            yield str(file), text


def test_texts_without_rules_are_not_claimed(whole_index: WordIndex) -> None:
    claimed, count = [], 0
    for name, text in _texts():
        count += 1
        claimed += [(name, one.id, one.text) for one in identify(text, whole_index).quotations]
    if count < TEXTS:
        pytest.skip(f"only {count} of {TEXTS} texts on this machine")
    assert len({name for name, *_ in claimed}) <= CLAIMED_MOST * count / TEXTS, claimed


@every("card", CARDS)
def test_the_text_of_a_card_is_no_rule(card: str, whole_index: WordIndex) -> None:
    assert not identify(card, whole_index).passages
