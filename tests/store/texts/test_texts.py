"""The texts of a corpus: each file of a release kept as it was given, recognised, chosen, checked and removed."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from crdiff.corpus import Corpus
from crdiff.errors import CorpusError, UnknownRelease, UnrecognisedText
from crdiff.output.workers import InProcess
from crdiff.store.texts.folder import Added, Outcome, TextFolder, identify
from tests.conftest import Texts
from tests.support.tracked_document import docx, kept, paragraph

DAY = "2009-07-11"


def add(folder: TextFolder, raw: bytes, name: str = "rules.txt", address: str = "") -> Added:
    return folder.add(raw, identify(raw, name), name, address)


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
def test_a_manifest_of_another_release_than_named_is_refused(tmp_path: Path, small_texts: Texts, stated: str) -> None:
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


def test_an_unknown_release_is_answered_with_its_neighbours(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    with pytest.raises(UnknownRelease, match=r"expected a corpus that is not empty; .* adds more"):
        folder.text_of(DAY)
    for raw in small_texts.values():
        add(folder, raw)
    with pytest.raises(UnknownRelease, match="such as 2009-10-01 or 2014-05-01"):
        folder.text_of("2010-01-01")


# several files of one release: each is kept, and which one is read does not depend on what came first by chance


STORE = ("choices.json", "store.sqlite", "store.index")


def dresses(raw: bytes) -> dict[str, bytes]:
    """Return file name -> bytes of a text as it is, with other line ends, in UTF-16, as a document, requoted."""
    text = raw.decode()
    return {
        "rules.txt": raw,
        "dos.txt": text.replace("\n", "\r\n").encode(),
        "wide.txt": text.encode("utf-16"),
        "rules.docx": docx(*(paragraph(kept(line)) for line in text.split("\n"))),
        "straight.txt": text.replace("’", "'").encode(),
    }


def checksums(corpus: Path) -> list[str]:
    return sorted(
        sha256(path.read_bytes()).hexdigest() for path in (corpus / "texts").iterdir() if path.suffix != ".json"
    )


def name_the_publishers(corpus: Path, *raws: bytes) -> None:
    """Write the checksums of the publisher's files into a corpus."""
    corpus.mkdir()
    lines = (f"{sha256(raw).hexdigest()}  {number}.txt\n" for number, raw in enumerate(raws))
    (corpus / "checksums.txt").write_text("".join(lines))


@pytest.fixture
def wardrobe(tmp_path: Path, small_texts: Texts) -> Sequence[Path]:
    """Return the files of every small release in five dresses."""
    files = []
    for day, raw in small_texts.items():
        (tmp_path / day).mkdir()
        for name, dress in dresses(raw).items():
            files.append(tmp_path / day / name)
            files[-1].write_bytes(dress)
    return files


def test_whatever_comes_first_every_file_is_kept_and_the_stores_are_the_same_byte_for_byte(
    tmp_path: Path, small_texts: Texts, wardrobe: Sequence[Path]
) -> None:
    stores = []
    for seed in range(3):
        folder = tmp_path / f"corpus-{seed}"
        name_the_publishers(folder, *small_texts.values())
        with Corpus(folder, executor=InProcess()) as corpus:
            corpus.add(*Random(seed).sample(wardrobe, len(wardrobe)))
            assert checksums(folder) == sorted(sha256(path.read_bytes()).hexdigest() for path in wardrobe)
            assert [corpus.texts.read_bytes(text) for text in corpus.texts.chosen()] == list(small_texts.values())
            corpus.build()
            assert corpus.verify() == ()
        stores.append([(folder / name).read_bytes() for name in STORE])
    assert stores[0] == stores[1] == stores[2]


def test_two_processes_at_once_lose_nothing(tmp_path: Path, small_texts: Texts, wardrobe: Sequence[Path]) -> None:
    folder = tmp_path / "corpus"
    name_the_publishers(folder, *small_texts.values())
    command = [sys.executable, "-m", "crdiff", "corpus", "add", "--corpus", folder]
    both = [subprocess.Popen([*command, *wardrobe[part::2]], stdout=subprocess.PIPE) for part in (0, 1)]
    assert [process.communicate() and process.returncode for process in both] == [0, 0]
    assert checksums(folder) == sorted(sha256(path.read_bytes()).hexdigest() for path in wardrobe)
    texts = Corpus(folder).texts
    assert [texts.read_bytes(text) for text in texts.chosen()] == list(small_texts.values())
    assert list(texts.verify()) == []


def test_a_text_in_another_dress_is_kept_beside_the_first_that_is_read(tmp_path: Path, small_texts: Texts) -> None:
    made = dresses(small_texts[DAY])
    del made["straight.txt"]
    for order in permutations(made):
        folder = TextFolder(tmp_path / "-".join(order))
        added = [add(folder, made[name], name) for name in order]
        assert [one.outcome for one in added] == [Outcome.ADDED, *[Outcome.FORM] * 3]
        assert {one.read.name for one in added} == {order[0]}
        assert sorted(text.name for text in folder.held()) == sorted(made)
        assert [text.name for text in folder.chosen()] == [order[0]]


def test_bytes_that_are_held_are_not_added_again_but_their_new_name_is(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    add(folder, small_texts[DAY])
    again = add(folder, small_texts[DAY], "other.md", "https://example.org/other.md")
    assert again.outcome is Outcome.HELD
    assert add(folder, small_texts[DAY]).text == again.text
    (text,) = folder.held()
    assert [(given.name, given.address) for given in text.given] == [
        ("rules.txt", ""),
        ("other.md", "https://example.org/other.md"),
    ]
    assert all(given.added.startswith("20") for given in text.given)


def test_what_the_publisher_gave_out_is_read_by_checksum_address_or_name(tmp_path: Path, small_texts: Texts) -> None:
    made = dresses(small_texts[DAY])
    folder = TextFolder(tmp_path / "corpus")
    name_the_publishers(folder.corpus, made["rules.docx"])
    read = [add(folder, made["straight.txt"], "mine.txt").read]
    read.append(add(folder, made["wide.txt"], "MagicCompRules 20090711.txt").read)
    read.append(add(folder, made["dos.txt"], "x.txt", "https://media.wizards.com/2009/x.txt").read)
    read.append(add(folder, made["rules.docx"], "y.docx").read)
    read.append(add(folder, made["rules.txt"], "z.txt").read)
    assert [text.name for text in read] == ["mine.txt", "MagicCompRules 20090711.txt", "x.txt", "y.docx", "y.docx"]


def test_a_whole_text_with_all_its_characters_is_read_whatever_came_first(tmp_path: Path, small_texts: Texts) -> None:
    whole = small_texts[DAY]
    damaged = whole.replace("’".encode(), b"?").replace(b"two or more", b"three or more")
    cut = whole.replace(whole[whole.index(b"710.1a ") : whole.index(b"710.2.")], b"")
    for order, texts in enumerate(permutations([whole, damaged, cut])):
        folder = TextFolder(tmp_path / str(order))
        for raw in texts:
            add(folder, raw)
        assert len(folder.held()) == 3
        assert folder.read_bytes(folder.chosen()[0]) == whole


def test_a_choice_by_hand_stays_until_it_is_taken_back_or_its_text_removed(tmp_path: Path, small_texts: Texts) -> None:
    made = dresses(small_texts[DAY])
    folder = TextFolder(tmp_path / "corpus")
    name_the_publishers(folder.corpus, made["rules.txt"])
    wide = add(folder, made["wide.txt"], "wide.txt").text
    add(folder, made["dos.txt"], "dos.txt")
    assert folder.choose(wide.file[:20]) == wide
    assert add(folder, made["rules.txt"], "official.txt").read == wide
    assert folder.held()[0] == folder.chosen()[0] == folder.text_of(DAY) == wide
    assert folder.choose(DAY).name == "official.txt"
    folder.choose(wide.file)
    folder.remove(wide.file)
    assert [text.name for text in folder.chosen()] == ["official.txt"]
    with pytest.raises(UnknownRelease, match=f"several texts are called '{DAY}.'"):
        folder.choose(f"{DAY}.")
    folder.remove(DAY)
    assert json.loads((folder.corpus / "choices.json").read_bytes()) == {}


def test_another_choice_is_another_store(tmp_path: Path, small_texts: Texts) -> None:
    with Corpus(tmp_path) as corpus:
        other = add(corpus.texts, small_texts[DAY].replace(b"two or more", b"two or three")).text
        add(corpus.texts, small_texts[DAY])
        assert "two or more" not in str(corpus.show("100.1"))
        corpus.choose(next(text.file for text in corpus.texts.held() if text != other))
        assert "two or more" in str(corpus.show("100.1"))


def test_choices_that_are_spoiled_are_one_line_and_a_mismatch(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    for name, raw in dresses(small_texts[DAY]).items():
        add(folder, raw, name)
    (tmp_path / "choices.json").write_text("[]")
    with pytest.raises(CorpusError, match=r"choices\.json: is not a list of choices"):
        folder.chosen()
    assert [mismatch.path for mismatch in folder.verify()] == ["choices.json"]
    (tmp_path / "choices.json").write_text(json.dumps({DAY: {"file": f"{DAY}.0123456789abcdef.txt"}}))
    assert len(folder.chosen()) == 1


def test_adding_a_text_again_mends_what_became_of_its_file(tmp_path: Path, small_texts: Texts) -> None:
    folder = TextFolder(tmp_path)
    text = add(folder, small_texts[DAY]).text
    for spoil in (lambda path: path.write_bytes(b"other"), Path.unlink):
        spoil(folder.folder / text.file)
        assert add(folder, small_texts[DAY]).outcome is Outcome.HELD
        assert folder.read_bytes(text) == small_texts[DAY]
