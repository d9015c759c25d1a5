"""The store keeps the rewordings of each release with what they left."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_archive import fill

from crdiff.changes.change import Rewording
from crdiff.changes.compare import compare_releases
from crdiff.corpus import Corpus
from crdiff.dialects.registry import read
from tests.small_releases import release_text

_SCENES = (
    "Whenever a creature {}, count it.",
    "If an artifact {}, look at the stack.",
    "A land that {} brings one mana.",
    "Wait until an enchantment {}; then act.",
    "As a token {}, it takes a name.",
    "Nobody responds while an Aura {} alone.",
    "The permanent that {} first is on top.",
    "Each time a copy {}, set the card aside.",
    "Once the last card {}, shuffle again.",
    "Before a commander {}, choose a zone.",
)
_KEPT = "A story that comes into play is told elsewhere."
_OLD, _NEW = "2003-10-01", "2004-02-01"


def _clauses(said: str) -> dict[str, str]:
    scenes = {f"300.{at}": scene.format(said) for at, scene in enumerate(_SCENES, 1)}
    return {"300": "Arriving", **scenes, "300.11": _KEPT}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a corpus of two releases, the newer one with a rewording that leaves one clause alone."""
    return fill(tmp_path / "corpus", {_OLD: _clauses("comes into play"), _NEW: _clauses("enters the battlefield")})


def test_news_tell_the_rewordings_of_a_release_and_what_they_left(folder: Path) -> None:
    sides = {_OLD: "comes into play", _NEW: "enters the battlefield"}
    old, new = (read(release_text(day, _clauses(said)), day) for day, said in sides.items())
    compared = compare_releases(old, new).rewordings
    assert compared == (Rewording("comes into play", "enters the battlefield", 10, ("300.11",)),)
    with Corpus(folder) as corpus:
        (news,) = corpus.news(_OLD).releases
    assert news.rewordings == compared


def test_rewordings_are_told_whatever_numbers_are_asked_for(folder: Path) -> None:
    with Corpus(folder) as corpus:
        (news,) = corpus.news(_OLD, "100").releases
    assert (news.to_read, news.others) == ((), ())
    assert len(news.rewordings) == 1
