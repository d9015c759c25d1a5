"""The scripts of the pages are made small by a minifier that does not know every form of the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import crdiff.pages

SCRIPTS = sorted(Path(crdiff.pages.__file__).parent.glob("*/*.js"), key=lambda path: path.name)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_template_stands_in_another(script: Path) -> None:
    """The minifier takes the text of the inner one for code: its spaces go. Source: "2012-07-01until 2012-09-30"."""
    code = re.sub(r"(?<!:)//.*", "", script.read_text("utf-8"))
    for template in re.findall(r"`[^`]*`", code):
        assert template.count("${") <= template.count("}"), template
