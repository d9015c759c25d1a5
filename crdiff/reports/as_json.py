"""The JSON of an answer: for whoever asked from Python, the very document that the command writes."""

from __future__ import annotations

from typing import assert_never

from crdiff.changes.change import Comparison
from crdiff.history.blame import Blame
from crdiff.history.lineage import Lineage
from crdiff.history.news import News
from crdiff.history.passage import Passage
from crdiff.history.renumbering import Renumbering
from crdiff.model.number import ClauseNumber
from crdiff.model.release import Release
from crdiff.reports.blame import blame_json
from crdiff.reports.diff_json import diff_json
from crdiff.reports.history_json import history_json
from crdiff.reports.passage import passage_json
from crdiff.reports.release_json import release_json
from crdiff.reports.renumbering import renumbering_json
from crdiff.reports.view import view
from crdiff.reports.whatsnew import whatsnew_json

Answer = Release | Comparison | Lineage[ClauseNumber] | Passage | Blame | Renumbering | News


def to_json(answer: Answer) -> bytes:
    """Return `answer` as UTF-8 JSON, as `parse`, `diff`, `history`, `show`, `blame`, `renumbering` or `whatsnew` do.

    The name of its schema is under ``schema``. What these commands list only with ``--all`` is left out.
    """
    match answer:
        case Release():
            return release_json(answer)
        case Comparison():
            return diff_json(view(answer))
        case Lineage():
            return history_json(answer)
        case Passage():
            return passage_json(answer)
        case Blame():
            return blame_json(answer)
        case Renumbering():
            return renumbering_json(answer, answer.moved)
        case News():
            return whatsnew_json(answer)
        case _:
            assert_never(answer)
