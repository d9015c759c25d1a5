"""A script with a mistake on each line that names one: proof that the types of crdiff notice it."""

from __future__ import annotations

from typing import assert_type

import crdiff
from crdiff import Change, Corpus, compare_relases  # mistake: attr-defined

COMPARED = (crdiff.nothing, compare_relases)  # mistake: attr-defined


def ask(corpus: Corpus, change: Change) -> None:
    """Ask wrongly."""
    corpus.history(507)  # mistake: arg-type
    corpus.diff("2009-05-01")  # mistake: call-arg
    assert_type(corpus.releases, list[str])  # mistake: assert-type
    assert change.new[0].nummer  # mistake: attr-defined
    change.summary = "mine"  # mistake: misc
    crdiff.to_json(change)  # mistake: arg-type
