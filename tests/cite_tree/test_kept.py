"""What was read before is not read again, and never decides: the answer is that of a run that knows nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from citing import at, numbering, words_of_releases
from hypothesis import given, settings
from hypothesis import strategies as st

from crdiff.cite.checking import CheckedTree, CiteChecker
from crdiff.cite.evidence import ClauseWords
from crdiff.cite.scan import Scanner
from crdiff.cite_tree import kept
from crdiff.cite_tree.kept import Committed, Remembered, remembered
from crdiff.cite_tree.reading import TextReader, TreeRead, read_texts
from crdiff.errors import StoreError

LINES = (
    *(
        "// CR 704.5k: the world rule.",
        "// CR 704.5k/m: both.",
        "// CR 4091f",
        "// CR 116.3: priority",
        "// see 704.5a",
    ),
    *("// CR 701.16b: to sacrifice a permanent", "// CR 701.16, reveal and reorder", "// CR 702.15e", "// CR 702.15e"),
    *("// CR 114.4, an illegal target", "// a target that is illegal", "fn code() {}", "// CR 119.3 deals damage"),
    *("// CR 702.16k does not exist", "// crdiff-cite: release=2018-01-19", "// CR 799.9", "// CR 613.7, timestamps"),
    "// CR 116.3: priority",
)
Tree = Mapping[str, tuple[str, ...]]
TREES = st.dictionaries(st.sampled_from("abc"), st.lists(st.sampled_from(LINES), max_size=9).map(tuple), min_size=1)
EDITS = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9), st.sampled_from((*LINES, None))), max_size=4)


@pytest.fixture(scope="module")
def words(shared: Path) -> ClauseWords:
    return words_of_releases(shared, "2018-01-19", "2026-04-17")


def _judged(
    tree: Tree, known: Remembered, words: ClauseWords | None = None, presumed: int | None = None
) -> CheckedTree:
    """Return a tree judged by what is known, which is kept."""
    raw = ((name, "\n".join(lines).encode()) for name, lines in sorted(tree.items()))
    texts = list(read_texts(raw, TextReader(Scanner(), known, marks_passages=words is not None), TreeRead()))
    found = CiteChecker(numbering(), at("2026-04-17"), words=words, presumed=presumed, seen=known.seen).check(texts)
    known.keep()
    return found


def _edited(tree: Tree, edits: list[tuple[str, int, str | None]]) -> Iterator[Tree]:
    """Yield the tree after each edit: a line put in, one put in the place of another, one taken out."""
    for name, place, line in edits:
        lines = list(tree.get(name, ()))
        lines[place : place + (line is None or place % 2)] = [] if line is None else [line]
        yield (tree := {**tree, name: tuple(lines)})


@settings(max_examples=30)
@given(tree=TREES, edits=EDITS, has_words=st.booleans(), presumed=st.sampled_from([None, "2018-01-19"]))
def test_after_any_edits_the_answer_and_what_is_kept_are_those_of_a_run_that_knows_nothing(
    tree: Tree, edits: list[tuple[str, int, str | None]], has_words: bool, presumed: str | None, words: ClauseWords
) -> None:
    asked = words if has_words else None, at(presumed) if presumed else None
    with TemporaryDirectory() as folder:
        for nth, state in enumerate((tree, *_edited(tree, edits))):
            warm, cold = Path(folder) / "warm", Path(folder) / f"cold{nth}"
            again, new = Committed(warm, "source"), Committed(cold, "source")
            assert again.complaint == ""
            assert _judged(state, again, *asked) == _judged(state, new, *asked)
            assert warm.read_bytes() == cold.read_bytes()


def test_a_text_or_a_passage_that_is_known_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: ClauseWords
) -> None:
    file, far = tmp_path / "known", ("x" * 40,) * 30
    _judged({"a": LINES, "b": LINES[:1]}, Committed(file, ""), words)
    asked: list[object] = []
    read = kept.Remembered.scanned

    def noted(self: Remembered, text: bytes, scan: Callable[[], kept.ScannedText]) -> kept.ScannedText:
        return read(self, text, lambda: asked.append(text) or scan())  # type: ignore[func-returns-value]

    monkeypatch.setattr(kept.Remembered, "scanned", noted)
    _judged({"a": LINES, "b": LINES[:1]}, Committed(file, ""), words)
    assert asked == []
    known = Committed(file, "")
    before = set(known.seen.passages)
    _judged({"a": LINES, "b": (*LINES[:1], *far, "// nothing")}, known, words)
    assert len(asked) == 1
    assert len(set(known.seen.passages) - before) <= 1


def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crdiff.cite_tree.kept.cache_folder", lambda: tmp_path / "cache")
    (tmp_path / "cache").write_text("a file in the way")
    assert _judged({"a": LINES}, remembered((), "here", None)) == _judged({"a": LINES}, Remembered())

    def homeless() -> Path:
        raise StoreError("nobody knows where home is")

    monkeypatch.setattr("crdiff.cite_tree.kept.cache_folder", homeless)
    assert _judged({"a": LINES}, remembered((), "here", None)) == _judged({"a": LINES}, Remembered())


def test_only_so_many_trees_are_kept_those_asked_for_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_TREES_MAX", 2)
    monkeypatch.setattr("crdiff.cite_tree.kept.cache_folder", lambda: tmp_path)
    for place in (1, 2, 3):
        _judged({"a": LINES}, remembered((), place, None))
    assert len(list((tmp_path / "cite").iterdir())) == 2
