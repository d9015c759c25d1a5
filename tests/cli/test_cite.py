"""``crdiff cite check``: findings in every format, and nothing said where nothing could be judged."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from table import table_at_once

from crdiff.reports.cite import CiteReport, JudgedBy, badge
from tests.cli.conftest import Run


@table_at_once
def test_a_badge_says_100_only_where_every_citation_is_right(
    right: int, absent: int, mentioned: int, said: str, colour: str
) -> None:
    rests_on = JudgedBy(date(2026, 8, 7), date(2026, 8, 7), False, 1, right + absent + mentioned, 3318)
    counts = {"right": right, "absent": absent, "mentioned": mentioned}
    found = json.loads(badge(CiteReport(rests_on, (), counts)))
    assert (found["message"], found["color"]) == (said, colour)


GROUP = "// é CR 114.4 and\n// 114.5, é\n"


def test_a_fix_replaces_the_whole_group_in_characters_and_in_bytes(crdiff: Run, tmp_path: Path) -> None:
    """One item mended alone would leave a group of two releases."""
    (tmp_path / "a.rs").write_text(GROUP, "utf-8")
    asked = ("cite", "check", "--from", "2018-01-19", "--format")
    results = json.loads(crdiff(*asked, "sarif").stdout)["runs"][0]["results"]
    (replacement,) = results[0]["fixes"][0]["artifactChanges"][0]["replacements"]
    lines = GROUP.splitlines(keepends=True)
    region = replacement["deletedRegion"]
    start = region["startColumn"] - 1
    end = len(lines[0]) + region.get("endColumn", 0) - 1 if region.get("endLine", 1) == 2 else region["endColumn"] - 1
    mended = GROUP[:start] + replacement["insertedContent"]["text"] + GROUP[end:]
    written = crdiff("cite", "update", "--from", "2018-01-19", "--write")
    assert written.returncode == 0
    assert mended == (tmp_path / "a.rs").read_text("utf-8")
    (tmp_path / "a.rs").write_text(GROUP, "utf-8")
    (suggestion,) = json.loads(crdiff(*asked, "rdjsonl").stdout.splitlines()[0])["suggestions"]
    assert suggestion["range"]["start"] == {"line": 1, "column": region["startColumn"] + 1}
