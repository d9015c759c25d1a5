"""The report for a comment on a pull request."""

from __future__ import annotations

import mistune
import pytest
from msgspec.structs import replace

from crdiff.changes.change import Comparison
from crdiff.reports.diff_markdown import LIMIT, diff_markdown, escaped
from crdiff.reports.view import view

WHOLE = r"""## 2009-05-01 → 2009-07-11

- 5 changed clauses: 1 explained by 1 rewording; 1 reference update; 3 to read
- 1 changed glossary entry: 1 in typography only
- 1 clause was renumbered with its heading

### Rewordings

| old | new | clauses | left unchanged in |
| --- | --- | --- | --- |
| comes into play | enters the battlefield | 212 | 100.4 and 700.2\|x |

### Subsections (1)

| old | new | title | what | clauses that follow |
| --- | --- | --- | --- | --- |
| 507 | 710 | Controlling | renumbered | 1 |

### To read (3)

**711.1c + 711.2 → 711.3** Merging · merged; wording<br>
1 phrase replaced<br>
undetermined, confidence 0.55; next best: 711.4 (0.50)<br>
cites 104.3a, which did not move

> <ins>Merging<br></ins>word0 word1 word2 … word37 word38 word39 <del>or.<br>Second.</del><ins>and.</ins>

**507.4** · removed

> <del>No player loses life because of mana burn &lt;during&gt; a turn \*controlled\* by another player.</del>

**710.9** · added

> <ins>1. A new rule.</ins>

<details><summary><b>Nothing to read (3)</b></summary>

**507.3b → 710.5** · moved; reference, example<br>
1 reference rewritten, 1 example removed

> … concede. See rule <del>102.3a</del><ins>104.3a</ins>.

Example 1 of 507.3b, removed:

> <del>Example: The player can’t cast Burning Wish\_ \| \~1\~.</del>

**701.2** · terminology

> <del>comes into play</del><ins>enters the battlefield</ins>

**glossary: Active Player** · typographic

> <del>It's.</del><ins>It’s.</ins>

</details>
"""


def test_the_summary_comes_first_and_the_mechanical_part_is_folded(comparison: Comparison) -> None:
    assert diff_markdown(view(comparison), 3) == WHOLE


def test_many_changes_to_read_are_folded_too(comparison: Comparison) -> None:
    many = replace(comparison, changes=comparison.changes * 4)
    assert "<details><summary><b>To read (12)</b></summary>" in diff_markdown(view(many))


@pytest.mark.parametrize("copies", [1, 200, 1000])
@pytest.mark.parametrize("limit", [2000, LIMIT])
def test_a_report_never_outgrows_a_comment_and_says_what_it_leaves_out(
    comparison: Comparison, copies: int, limit: int
) -> None:
    many = replace(comparison, changes=comparison.changes * copies)
    report = diff_markdown(view(many), limit=limit)
    assert len(report.encode()) <= limit
    shown = report.count("\n**")
    left_out = 6 * copies - shown
    assert report.count("<details>") == report.count("</details>")
    assert (f"*{left_out:,} changes left out" in report) == (left_out > 0)


RULES = [
    "_Magic_ *rules*",
    "[cost] {T}: `x` ~y~ | z",
    "1. One <b>& two\\",
    "# no heading",
    "- no list",
    "+ 2) x",
    "a_b_c",
]


@pytest.mark.parametrize("text", RULES)
def test_markdown_shows_an_escaped_text_as_it_is(text: str) -> None:
    shown = mistune.create_markdown(escape=False, plugins=["table", "strikethrough"])(f"> x {escaped(text)}")
    expected = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert shown == f"<blockquote>\n<p>x {expected}</p>\n</blockquote>\n"
