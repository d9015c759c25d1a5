"""Answers as JSON: from Python, the very documents that the commands write.

An answer that is one value names its schema itself: `to_json`. A list may be empty, and then says neither what it lists
nor what was asked: each kind has a function of its own, `uses_to_json`, `hits_to_json` and `sizes_to_json` beside the
report for a terminal; so has `identified_to_json`, which does not know what its document is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from crdiff.changes.change import Comparison
from crdiff.history.blame import Blame
from crdiff.history.lineage import Lineage, Term
from crdiff.history.news import News, Passage
from crdiff.history.renumbering import Renumbering
from crdiff.identify.check import CheckedQuotation
from crdiff.lint.finding import LintFinding
from crdiff.lint.registry import CHECKS
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.reports.answer import json_of
from crdiff.reports.diff import diff_json
from crdiff.reports.history import blame_answer, history_answer
from crdiff.reports.identified import quotation_answer
from crdiff.reports.lint import Linted, LintReport, lint_answer
from crdiff.reports.passage import passage_answer
from crdiff.reports.release import release_json
from crdiff.reports.view import view
from crdiff.reports.whatsnew import renumbering_answer, whatsnew_answer

Answer = (
    Release
    | Comparison
    | Lineage[ClauseNumber | Term]
    | Passage
    | Blame[ClauseNumber | Term]
    | Renumbering
    | News
    | CheckedQuotation
)
"""What `to_json` takes: a release, a comparison, or the answer of a `Corpus` to one question."""


def to_json(answer: Answer) -> bytes:
    """Return `answer` as UTF-8 JSON; the name of its schema is under ``schema``.

    It is what ``parse``, ``diff``, ``history``, ``show``, ``blame``, ``renumbering``, ``whatsnew`` and ``identify
    --number`` write. What these commands list only with ``--all`` is left out.
    """
    match answer:
        case Release():
            return release_json(answer)
        case Comparison():
            return diff_json(view(answer, is_for_eyes=False))
        case Lineage():
            return json_of(history_answer(answer))
        case Passage():
            return json_of(passage_answer(answer))
        case Blame():
            return json_of(blame_answer(answer))
        case Renumbering():
            return json_of(renumbering_answer(answer, answer.moved))
        case News():
            return json_of(whatsnew_answer(answer))
        case CheckedQuotation():
            return json_of(quotation_answer(answer))
        case _:
            assert_never(answer)


def findings_to_json(release: Release, findings: Sequence[LintFinding], against: Release | None = None) -> bytes:
    """Return the `findings` of `lint_release` as UTF-8 JSON, as ``lint`` does.

    `release` is the release they are about, and `against` the one that it was compared with: findings that it has too
    are counted and not listed.
    """
    name = release.source.name
    linted = Linted(name, name, release, (against,) if against else (), tuple(findings))
    return json_of(lint_answer(LintReport((linted,), CHECKS)))
