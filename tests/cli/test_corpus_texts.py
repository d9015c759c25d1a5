"""The commands that look after the corpus, and texts that are named by date, set or edition."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from crdiff.store.texts.folder import TextFolder, identify
from crdiff.store.texts.home import embedded_folder
from tests.cli.conftest import Run
from tests.small_releases import RELEASES, release_text
from tests.store.server import serving

FIRST, SECOND, THIRD, LAST = RELEASES


def test_a_folder_a_pattern_and_a_file_are_added(crdiff: Run, given: Path) -> None:
    answer = crdiff.json("corpus", "add", given / "2009-*.txt", given / f"{LAST}.txt")
    outcomes = [(text["release"], text["outcome"]) for text in answer["texts"]]
    assert (answer["schema"], outcomes) == ("crdiff.added/1", [(day, "added") for day in (SECOND, THIRD, LAST)])
    assert crdiff.text("corpus", "add", given).splitlines()[-1] == "4 texts: 1 added and 3 already held"


def test_every_text_of_a_release_is_listed_and_the_one_that_is_read_can_be_chosen(crdiff: Run, given: Path) -> None:
    raw = (given / f"{LAST}.txt").read_bytes()
    (given / "other.txt").write_bytes(raw.replace(b"Some cards", b"Some spells"))
    (given / "wide.txt").write_bytes(raw.decode().encode("utf-16"))
    names = (f"{LAST}.txt", "other.txt", "wide.txt")
    texts = [crdiff.json("corpus", "add", given / name)["texts"][0] for name in names]
    assert [text["outcome"] for text in texts] == ["added", "added as a variant", "added in another form"]
    first, _, form = texts
    assert {text["read"] for text in texts} == {first["file"]}
    chosen = crdiff.text("corpus", "choose", form["file"][:20])
    assert chosen.splitlines()[0] == f"{LAST}  read: {form['file']}"
    assert f"held in 3 texts\n    read  {form['file']}  'wide.txt', added 20" in crdiff.text("corpus", "list")
    assert "1 held in 3 texts" in crdiff.text("corpus", "list")
    (row,) = (row for row in crdiff.json("corpus", "list")["releases"] if row["texts"])
    assert {each["file"] for each in row["files"]} == {text["file"] for text in texts}
    assert crdiff("parse", LAST, "--format", "json").stdout.count(b"utf-16") == 1
    crdiff("corpus", "choose", LAST)
    assert f"    read  {first['file']}" in crdiff.text("corpus", "list")


NO_RELEASES = [
    (b"Take two eggs and a cup of flour.\n", "no numbered rules"),
    (b"", "the file is empty"),
    (b"MAGIC: THE GATHERING RULES\n\nEach player begins with twenty life points.\n", "no numbered rules"),
    (b"Effective as of June 7, 2024.\n\n720. Controlling Another Player\n\n720.1. Some cards.\n", ""),
]


def test_what_is_no_release_is_one_line_each_and_the_others_are_added(crdiff: Run, given: Path) -> None:
    for at, (raw, said) in enumerate(NO_RELEASES):
        (given / "none.txt").write_bytes(raw)
        done = crdiff("corpus", "add", given / "none.txt", given / f"{list(RELEASES)[at]}.txt")
        (line,) = done.stderr.decode().splitlines()
        assert line.startswith(f"{given / 'none.txt'}: ")
        assert said in line
        assert (done.returncode, b"1 text: 1 added" in done.stdout) == (2, True)


def test_what_is_not_there_is_one_line(crdiff: Run, tmp_path: Path) -> None:
    for name in (tmp_path / "gone.txt", tmp_path / "*.none"):
        assert crdiff.refused("corpus", "add", name)


def test_a_cut_text_is_kept_and_ends_with_1_until_a_whole_one_is_there(
    crdiff: Run, tmp_path: Path, shared: Path
) -> None:
    raw = (shared / "cr" / "2026-06-19.txt").read_bytes()
    (tmp_path / "cut.txt").write_bytes(raw[:900_000])
    (tmp_path / "whole.txt").write_bytes(raw)
    lacks = b"breaks off: it lacks 408 of 735 glossary entries"
    done = crdiff("corpus", "add", "cut.txt")
    assert (done.returncode, done.stderr.startswith(b"cut.txt: " + lacks)) == (1, True)
    assert done.stderr.endswith(b"; expected the whole text\n")
    verified = crdiff("corpus", "verify")
    assert (verified.returncode, lacks in verified.stdout) == (1, True)
    assert crdiff("corpus", "add", "nothing.txt", "cut.txt").returncode == 2
    for names in (("whole.txt",), ("cut.txt",), ("cut.txt", "whole.txt")):
        crdiff.text("corpus", "add", *names)
    assert crdiff("corpus", "verify").returncode == 0


def test_a_release_is_removed_and_an_unknown_one_is_not(crdiff: Run, given: Path) -> None:
    """The names of the newest two releases mean those before anything is removed."""
    crdiff("corpus", "add", given)
    removed = crdiff.json("corpus", "remove", FIRST)["texts"]
    said = "no text '2003-10-01' is held; expected a release that is held, such as 2009-07-11"
    assert said in crdiff.refused("corpus", "remove", FIRST)
    removed += crdiff.json("corpus", "remove", "latest", "previous")["texts"]
    assert [text["release"] for text in removed] == [FIRST, LAST, THIRD]
    assert {text["outcome"] for text in removed} == {"removed"}


def test_a_build_tells_what_it_did(crdiff: Run, given: Path) -> None:
    crdiff("corpus", "add", given)
    assert crdiff("corpus", "build").stdout == b"4 texts read, 3 pairs aligned, 4 releases in the store\n"
    assert crdiff.json("corpus", "build")["pairs_aligned"] == 0


def test_an_export_is_the_same_whatever_came_first(crdiff: Run, given: Path, tmp_path: Path) -> None:
    crdiff("corpus", "add", given)
    crdiff.printed("corpus", "export", "-o", "one.sqlite", "--texts")
    other = tmp_path / "other"
    for day in reversed(RELEASES):
        crdiff("corpus", "add", given / f"{day}.txt", "--corpus", other)
        crdiff("corpus", "build", "--corpus", other)
    crdiff.printed("corpus", "export", "-o", "other.sqlite", "--texts", "--corpus", other)
    one, two = ((crdiff.folder / f"{name}.sqlite").read_bytes() for name in ("one", "other"))
    assert one == two


def test_verify_finds_a_text_changed_and_a_store_spoiled(crdiff: Run, given: Path, tmp_path: Path) -> None:
    crdiff("corpus", "add", given)
    crdiff("corpus", "build")
    assert crdiff("corpus", "verify").returncode == 0
    texts = tmp_path / "home" / "texts"
    changed = next(path for path in sorted(texts.iterdir()) if path.suffix == ".txt")
    changed.write_bytes(b"other")
    store = tmp_path / "home" / "store.sqlite"
    store.write_bytes(store.read_bytes()[:10_000])
    done = crdiff("corpus", "verify")
    assert done.returncode == 1
    said = done.stdout.decode()
    assert f"texts/{changed.name}: the text was changed since it was added" in said
    assert "store.sqlite: " in said


def test_fetch_tells_what_came_and_exits_with_1_where_something_did_not(crdiff: Run, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    with serving() as site:
        site.files = {f"/{FIRST}.txt": release_text(FIRST, RELEASES[FIRST])}
        rows = [f'[[release]]\neffective = {day}\ntxt = "{site.base}/{day}.txt"\n' for day in (FIRST, SECOND)]
        (folder / "catalog.toml").write_text("\n".join(rows))
        done = crdiff("corpus", "fetch", "--pause", "0", "--format", "json")
        answer = json.loads(done.stdout)
        assert (done.returncode, [text["release"] for text in answer["texts"]]) == (1, [FIRST])
        assert answer["failures"] == done.stderr.decode().splitlines()
        assert done.stderr.decode().count("404 Not Found") == 1  # a port may have the digits too
        site.files[f"/{SECOND}.txt"] = release_text(SECOND, RELEASES[SECOND])
        again = crdiff("corpus", "fetch", "--pause", "0")
    assert (again.returncode, again.stdout.decode().splitlines()[-1]) == (0, "1 text: 1 added")


def test_releases_without_a_known_address_are_named_with_what_to_do(crdiff: Run) -> None:
    assert crdiff.json("corpus", "fetch", "--since", "2026-02-01", code=1)["failures"] == [
        "5 releases have no known address: 2026-02-27, 2026-04-17, 2026-06-19, 2026-08-07, 2026-09-25;"
        " download from https://magic.wizards.com/en/rules and add them with 'crdiff corpus add FILE'"
    ]


def test_a_host_that_nobody_knows_is_one_line_however_many_files_it_has(crdiff: Run, tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    rows = [f'[[release]]\neffective = {day}\ntxt = "https://rules.invalid/{day}.txt"\n' for day in RELEASES]
    (folder / "catalog.toml").write_text("\n".join(rows))
    done = crdiff("corpus", "fetch", no_proxy="*")
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        f"could not download https://rules.invalid/{FIRST}.txt: the host name could not be resolved;"
        " 3 more of its files were not tried"
    ]


def test_one_file_is_fetched_by_its_address(crdiff: Run) -> None:
    with serving() as site:
        site.files = {"/rules.txt": release_text(FIRST, RELEASES[FIRST])}
        said = crdiff.text("corpus", "fetch", "--url", f"{site.base}/rules.txt")
    assert said.splitlines()[-1] == "1 text: 1 added"
    assert crdiff.refused("corpus", "fetch", "--url", "https://example.org/", "--since", FIRST)


def test_a_release_is_added_with_the_name_of_its_set_and_asked_for_by_it(crdiff: Run, given: Path) -> None:
    done = crdiff("corpus", "add", given / f"{LAST}.txt", "--name", "The Last Set", "--code", "lst")
    assert done.returncode == 0
    assert f"{LAST} is called The Last Set (LST)" in done.stderr.decode()
    assert "  LST   The Last Set" in crdiff.text("corpus", "list")
    assert crdiff("parse", "LST").stdout == crdiff("parse", "the last set").stdout == crdiff("parse", LAST).stdout
    assert crdiff("show", "--at", "LST").stdout == crdiff("show", "--at", LAST).stdout
    assert crdiff("corpus", "remove", "LST").returncode == 0


def test_a_release_is_named_later_and_a_name_names_one_release_only(crdiff: Run, given: Path) -> None:
    several = crdiff("corpus", "add", given, "--name", "All of Them")
    assert several.returncode == 2
    assert "none was named, as these are texts of 4 releases" in several.stderr.decode()
    assert crdiff.text("corpus", "name", LAST, "--name", "The Last Set").strip() == (
        f"{LAST} is called The Last Set (JOU)"
    )
    assert crdiff("corpus", "name", LAST).returncode == 2


def test_the_name_of_an_older_set_goes_on_naming_that_one_and_this_is_said(crdiff: Run, given: Path) -> None:
    crdiff("corpus", "add", given / f"{LAST}.txt")
    named = crdiff.text("corpus", "name", "latest", "--name", "Magic 2010", "--code", "M10").strip()
    taken = "commands take Magic 2010 for 2009-07-11; commands take M10 for 2009-07-11"
    assert named == f"{LAST} is called Magic 2010 (M10); {taken}"


def test_an_edition_is_named_by_its_id(crdiff: Run) -> None:
    release = crdiff.json("parse", "718-markdown")
    assert release["coverage"] == ["718"]
    assert [node["number"] for node in release["sections"]] == ["718"]


def test_a_broken_edition_is_one_line_with_its_place(crdiff: Run, tmp_path: Path) -> None:
    shutil.copytree(embedded_folder(), tmp_path / "broken")
    with (tmp_path / "broken" / "editions" / "718-markdown" / "edition.toml").open("a", encoding="utf-8") as declared:
        declared.write("\ncoverage = [\n")
    for line in ("corpus list", "parse 718-markdown"):
        assert "718-markdown/edition.toml" in crdiff.refused(*line.split(), "--corpus", "broken").replace("\\", "/")


def test_a_release_held_is_named_by_its_date_and_by_any_day_it_was_in_force(
    crdiff: Run, shared: Path, tmp_path: Path
) -> None:
    raw = (shared / "cr" / "2020-09-25.txt").read_bytes()
    TextFolder(tmp_path / "home").add(raw, identify(raw, "2020-09-25.txt"), "2020-09-25.txt")
    by_date = crdiff.json("parse", "2020-09-25")
    assert by_date["release"] == "2020-09-25"
    assert crdiff.json("parse", "--as-of", "2020-10-31") == by_date
    listed = crdiff.json("corpus", "list")
    assert [row["release"] for row in listed["releases"] if row["texts"]] == ["2020-09-25"]
