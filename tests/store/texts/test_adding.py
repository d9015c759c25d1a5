"""Adding files: which are meant; one that is no release stops no other; what killed runs leave is cleared away."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from table import table

from crdiff.corpus import Corpus
from crdiff.errors import CrdiffError, UnreadableText, UnrecognisedText
from crdiff.output.workers import InProcess
from crdiff.store.texts import adding
from crdiff.store.texts.adding import add_files, expand
from crdiff.store.texts.corpus_folder import STORE
from crdiff.store.texts.folder import Outcome, TextFolder, identify
from tests.conftest import Filled
from tests.small_releases import RELEASES, release_text

_P = ParamSpec("_P")
_T = TypeVar("_T")


def test_a_file_that_is_no_release_is_handed_to_failed_and_the_others_added(small_files: Path, tmp_path: Path) -> None:
    (small_files / "0-poem.txt").write_text("Roses are red.\n")
    failures: list[CrdiffError] = []
    seen: list[tuple[int, int]] = []
    added = list(add_files(tmp_path / "own", [small_files], failures.append, lambda *done: seen.append(done)))
    assert [one.text.release for one in added] == list(RELEASES)
    assert {one.outcome for one in added} == {Outcome.ADDED}
    assert len(failures) == 1
    assert "0-poem.txt" in str(failures[0])
    assert seen[-1] == (5, 5)


def test_without_failed_the_error_is_raised(small_files: Path, tmp_path: Path) -> None:
    (small_files / "0-poem.txt").write_text("Roses are red.\n")
    with pytest.raises(CrdiffError, match=r"0-poem\.txt"):
        list(add_files(tmp_path / "own", [small_files]))


def test_several_processes_add_alike(small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (small_files / "2003-poem.txt").write_text("Roses are red.\n")
    found = []
    for few in (5, 4):
        monkeypatch.setattr(adding, "_FEW", few)
        failures: list[CrdiffError] = []
        added = list(add_files(tmp_path / str(few), [small_files], failures.append))
        known = [(one.outcome, one.text.identity, one.text.name, one.read.file) for one in added]
        found.append((known, [str(failure) for failure in failures]))
    assert found[0] == found[1]


def test_an_error_that_is_raised_leaves_the_files_before_it_added(
    small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "_FEW", 0)
    first, second, *_ = RELEASES
    (small_files / f"{second}.txt").write_text("Roses are red.\n")
    with pytest.raises(CrdiffError, match=second):
        list(add_files(tmp_path / "own", [small_files]))
    assert [text.release for text in TextFolder(tmp_path / "own").held()] == [first]


def test_names_that_mean_no_file_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnreadableText, match="no files there"):
        list(add_files(tmp_path / "own", [tmp_path / "*.txt"]))


@pytest.mark.parametrize(("most", "ahead"), [(1, [1, 1, 1, 1]), (1 << 20, [4, 3, 2, 1])])
def test_no_more_is_read_ahead_than_memory_is_given_to(
    small_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, ahead: list[int]
) -> None:
    """Sixteen large files of a folder would else be in memory at once."""
    monkeypatch.setattr(adding, "_AHEAD_BYTES", most)
    readers = _Counting()
    added = add_files(tmp_path / "own", [small_files], executor=readers)
    assert [readers.begun - done for done, _ in enumerate(added)] == ahead


class _Counting(InProcess):
    begun = 0

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        self.begun += 1
        return super().submit(fn, *args, **kwargs)


# what is meant by the files, folders and patterns that a person names


@table
def test_a_name_stands_for_files(tmp_path: Path, names: str, files: str) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("a.txt", "b.TXT", "deep/c.txt", "deep/notes.log", "[1].txt"):
        (tmp_path / name).write_text("text")
    found = [path.relative_to(tmp_path).as_posix() for path in expand(tmp_path / name for name in names.split())]
    assert " ".join(found) == files


# what killed runs leave is cleared away by the next one that writes, and nothing else is


FIRST, SECOND, THIRD, LAST = RELEASES
PART = ".crdiff-0123456789abcdef.part"


def test_the_next_writer_removes_what_was_being_written_and_touches_no_text(filled: Filled) -> None:
    corpus = filled(FIRST, SECOND)
    corpus.build()
    folder = corpus.folder
    left = [folder / "texts" / PART, folder / PART, folder / f"new-{STORE}"]
    own = [folder / "texts" / "notes.txt", folder / "texts" / f"{LAST}.0123456789abcdef.txt"]
    own += [folder / ".hidden", folder / ".mine.part"]
    for path in (*left, *own):
        path.write_text("half")
    texts = {path.name for path in (folder / "texts").iterdir()} - {path.name for path in left}
    corpus.add(folder.parent / "given" / f"{THIRD}.txt")
    assert [path.exists() for path in left] == [False, False, True]
    corpus.build()
    assert [path.exists() for path in left] == [False, False, False]
    assert all(path.exists() for path in own)
    assert texts <= {path.name for path in (folder / "texts").iterdir()}


# A text that is cut is never the release: wherever it ends, and however it is encoded, that is said and mended


# Texts with and without contents, with an index, addresses or legal notices at their end.
DAYS = ("1999-11-01", "2006-05-01", "2014-05-01", "2026-06-19")
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
