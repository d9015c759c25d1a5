"""The edits that mend what is sure: what `crdiff lint --fix` writes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from crdiff.exporters.edit import in_order, smallest
from crdiff.lint.finding import LintFinding
from crdiff.text.edit import TextEdit
from crdiff.text.normalise import squeeze


def sure_edits(findings: Iterable[LintFinding], lines: Sequence[str]) -> tuple[TextEdit[str], ...]:
    """Return an edit for each finding whose fix nobody needs to read first, as small as words are.

    `lines` are those of the file. A finding without a column, or whose words are not at its place in them, is left out.
    """
    text = "\n".join(lines)
    starts = (0, *accumulate(len(line) + 1 for line in lines))
    edits = []
    for finding in findings:
        if finding.fix is None or not finding.fix.is_sure or not finding.column:
            continue
        start = starts[finding.line - 1] + finding.column - 1
        stop = starts[finding.end_line - 1] + finding.end_column - 1
        if text[start:stop] == finding.fix.old or squeeze(text[start:stop]) == finding.fix.old:
            edits.append(smallest(TextEdit(start, stop, finding.fix.new), text))
    return in_order(edits)
