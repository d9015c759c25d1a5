"""The texts of a corpus: each file kept as it was given, recognised by what it says, checked and removed."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError, UnknownRelease, UnrecognisedText
from crdiff.output.atomic_file import write_whole
from crdiff.store.texts.folder import Added, Outcome, TextFolder, identify
from tests.conftest import Texts

DAY = "2009-07-11"


def add(folder: TextFolder, raw: bytes, name: str = "rules.txt") -> Added:
    return folder.add(raw, identify(raw, name), name)


def test_a_text_is_held_byte_for_byte_under_the_date_it_prints(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    added = add(folder, small_texts[DAY], "MagicCompRules.TXT")
    assert (added.outcome, added.text.release, added.text.name) == (Outcome.ADDED, DAY, "MagicCompRules.TXT")
    assert (tmp_path / "texts" / added.text.file).read_bytes() == small_texts[DAY]
    assert folder.held() == (added.text,)


def test_a_text_without_a_date_and_a_part_of_the_rules_are_refused(small_texts: Texts) -> None:
    with pytest.raises(UnrecognisedText, match="prints no effective date"):
        identify(small_texts[DAY].replace(b"These rules are effective as of", b"Rules of"), "rules.txt")
    raw = small_texts[DAY]
    part = raw[: raw.index(b"1. Section")] + raw[raw.index(b"7. Section") : raw.index(b"Glossary")]
    with pytest.raises(UnrecognisedText, match=r"quotes a part of the rules only \(7\)"):
        identify(part, "rules.txt")


def test_a_release_is_removed_with_its_variants_and_a_variant_alone(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    first = add(folder, small_texts[DAY]).text
    add(folder, small_texts[DAY].replace(b"two or more", b"two or three"))
    other = add(folder, small_texts["2009-10-01"]).text
    assert folder.remove(first.file[:20]) == (first,)
    assert len(folder.remove(DAY)) == 1
    assert folder.held() == (other,)
    with pytest.raises(UnknownRelease, match="such as 2009-10-01"):
        folder.remove(DAY)
    assert sorted(path.name for path in (tmp_path / "texts").iterdir()) == [other.file, f"{other.file}.json"]


def test_verifying_finds_what_is_changed_gone_or_left_over(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    changed, gone, garbled = (add(folder, small_texts[day]).text for day in list(small_texts)[:3])
    assert list(folder.verify()) == []
    texts = tmp_path / "texts"
    (texts / changed.file).write_bytes(b"other")
    (texts / gone.file).unlink()
    (texts / f"{garbled.file}.json").write_text("{")
    (texts / ".crdiff-0123456789abcdef.part").write_bytes(b"half")
    said = {mismatch.path: mismatch.what for mismatch in folder.verify()}
    assert said[f"texts/{changed.file}"] == "the text was changed since it was added"
    assert said[f"texts/{gone.file}"] == "the text is gone"
    assert "is not a manifest of a text" in said[f"texts/{garbled.file}.json"]
    assert "left over from an interrupted run" in said["texts/.crdiff-0123456789abcdef.part"]
    assert len(said) == 4


@pytest.mark.parametrize("stated", ["2030-01-01", "../../etc", "2009-13-45", "", "\\u001b[31m"])
def test_a_manifest_that_states_another_release_than_its_name_is_never_believed(
    tmp_path: Path, small_texts: Texts, stated: str
) -> None:
    folder = TextFolder(tmp_path)
    manifest = tmp_path / "texts" / f"{add(folder, small_texts[DAY]).text.file}.json"
    manifest.write_text(manifest.read_text().replace(f'"release": "{DAY}"', f'"release": "{stated}"'))
    (mismatch,) = folder.verify()
    assert mismatch.path == f"texts/{manifest.name}"
    for asked in (folder.held, folder.chosen, lambda: folder.text_of(DAY), lambda: add(folder, small_texts[DAY])):
        with pytest.raises(CorpusError, match=rf"{re.escape(manifest.name)}: its release .* does not match") as caught:
            asked()
        assert str(caught.value).isprintable()


def test_a_text_held_as_a_release_that_it_is_not_is_found_and_never_built(tmp_path: Path, small_texts: Texts) -> None:
    corpus = Corpus(tmp_path)
    text = add(corpus.texts, small_texts[DAY]).text
    folder = tmp_path / "texts"
    manifest = (folder / f"{text.file}.json").read_text().replace(f'"release": "{DAY}"', '"release": "2030-01-01"')
    (folder / f"{text.file}.json").unlink()
    other = text.file.replace(DAY, "2030-01-01")
    (folder / text.file).rename(folder / other)
    (folder / f"{other}.json").write_text(manifest)
    (mismatch,) = corpus.texts.verify()
    assert mismatch.what == f"states the release 2030-01-01; its text prints {DAY}"
    with pytest.raises(CorpusError, match=rf"{re.escape(other)}: is held as the release 2030-01-01; expected {DAY}"):
        corpus.build()


def test_a_manifest_is_read_or_refused_whatever_became_of_it(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    held = add(folder, small_texts[DAY]).text
    manifest = tmp_path / "texts" / f"{held.file}.json"
    raw, chance = manifest.read_bytes(), random.Random(1)
    for _ in range(300):
        spoiled = bytearray(raw)
        for _ in range(chance.choice((1, 3, 20))):
            spoiled[chance.randrange(len(raw))] = chance.randrange(256)
        manifest.write_bytes(spoiled)
        with suppress(CorpusError):
            (text,) = folder.held()
            assert text.release == DAY


def test_an_ending_that_is_none_does_not_get_into_the_name_of_a_file(tmp_path: Path, small_texts: Texts) -> None:
    added = add(TextFolder(tmp_path), small_texts[DAY], "x.sh;rm -rf")
    assert added.text.file.endswith(".text")


def test_a_text_changed_on_the_disk_is_never_read_as_if_it_were_not(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    text = add(folder, small_texts[DAY]).text
    (tmp_path / "texts" / text.file).write_bytes(small_texts["2009-10-01"])
    with pytest.raises(CorpusError, match="was changed since it was added"):
        folder.read_bytes(text)


def test_a_text_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, small_texts: Texts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, raw: bytes) -> None:
        if path.suffix == ".json":
            raise OSError("no room")
        write_whole(path, raw)

    folder = TextFolder(tmp_path)
    add(folder, small_texts[DAY])
    before = sorted((tmp_path / "texts").iterdir())
    identity = identify(small_texts["2009-10-01"], "rules.txt")
    monkeypatch.setattr("crdiff.store.texts.folder.write_whole", refused)
    with pytest.raises(OSError, match="no room"):
        folder.add(small_texts["2009-10-01"], identity, "rules.txt")
    assert [text.release for text in folder.held()] == [DAY]
    assert set(before) < set((tmp_path / "texts").iterdir())


def test_an_unknown_release_is_answered_with_its_neighbours(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    with pytest.raises(UnknownRelease, match=r"expected a corpus that is not empty; .* adds more"):
        folder.text_of(DAY)
    for raw in small_texts.values():
        add(folder, raw)
    with pytest.raises(UnknownRelease, match="such as 2009-10-01 or 2014-05-01"):
        folder.text_of("2010-01-01")
