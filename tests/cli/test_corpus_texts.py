"""The commands that look after the corpus, and texts that are named by date, set or edition."""

from __future__ import annotations

import json
from pathlib import Path

from crdiff.store.texts.folder import TextFolder, identify
from tests.cli.conftest import Run
from tests.small_releases import RELEASES, release_text
from tests.store.server import serving

FIRST, SECOND, *_ = RELEASES


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
    assert (again.returncode, again.stdout.decode().splitlines()[-2]) == (0, "1 text: 1 added")


def test_one_file_is_fetched_by_its_address(crdiff: Run) -> None:
    with serving() as site:
        site.files = {"/rules.txt": release_text(FIRST, RELEASES[FIRST])}
        said = crdiff.text("corpus", "fetch", "--url", f"{site.base}/rules.txt")
    assert said.splitlines()[-2] == "1 text: 1 added"
    assert crdiff.refused("corpus", "fetch", "--url", "https://example.org/", "--since", FIRST)


def test_a_release_held_is_named_by_its_date_and_by_any_day_it_was_in_force(
    crdiff: Run, shared: Path, tmp_path: Path
) -> None:
    raw = (shared / "cr" / "2020-09-25.txt").read_bytes()
    TextFolder(tmp_path / "home").add(raw, identify(raw, "2020-09-25.txt"), "2020-09-25.txt")
    by_date = crdiff.json("parse", "2020-09-25")
    assert by_date["release"] == "2020-09-25"
    assert crdiff.json("parse", "--at", "2020-10-31") == by_date
    listed = crdiff.json("corpus", "list")
    assert [row["release"] for row in listed["releases"] if row["texts"]] == ["2020-09-25"]
