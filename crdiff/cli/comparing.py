"""From the names of texts to their comparison: what `diff`, `explain` and later commands begin with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from crdiff.cli.output import Output
from crdiff.cli.texts import Texts
from crdiff.text.hidden import shown_on_a_line

if TYPE_CHECKING:
    from crdiff.align.alignment import Alignment
    from crdiff.align.followed import Followed
    from crdiff.align.overrides import Override
    from crdiff.changes.change import Comparison
    from crdiff.model.release import Release

_MOST_NOTES = 5


def read_text(name: str, texts: Texts, output: Output) -> Release:
    """Return the text called `name`, after telling the person who asked what is wrong in it."""
    from crdiff.model.release import Level

    release = texts.read(name)
    shown = shown_on_a_line(name)
    faults = [finding for finding in release.findings if finding.level is Level.ERROR]
    for finding in faults[:_MOST_NOTES]:
        output.note(f"{shown}:{finding.line}: {finding.message}")
    if len(faults) > _MOST_NOTES:
        output.note(f"{shown}: {len(faults) - _MOST_NOTES} more such findings; 'crdiff parse' lists them")
    return release


def compare_texts(old: str, new: str, texts: Texts, output: Output) -> Comparison:
    """Return the comparison of the texts called `old` and `new`, hand decisions on the two heeded."""
    from crdiff.changes.compare import compare

    return compare(aligned(read_text(old, texts, output), read_text(new, texts, output), texts))


def aligned(old: Release, new: Release, texts: Texts) -> Alignment:
    """Return the alignment of two texts, hand decisions on them heeded."""
    from crdiff.align.engine import align_releases

    with hand_decisions(old, new, texts) as decided:
        return align_releases(old, new, decided, jump(old, new, texts))


def jump(old: Release, new: Release, texts: Texts) -> Followed | None:
    """Return what became of the clauses of two texts through the releases between, as the corpus knows it."""
    from crdiff.corpus import Corpus

    with Corpus(texts.corpus) as corpus:
        return corpus.jump(old, new)


@contextmanager
def hand_decisions(old: Release, new: Release, texts: Texts) -> Iterator[tuple[Override, ...]]:
    """Give what was decided by hand on two whole releases; an excerpt has only some of their clauses."""
    if not (old.effective and new.effective and old.coverage.is_whole and new.coverage.is_whole):
        yield ()
        return
    from crdiff.store.texts.home import home
    from crdiff.store.texts.overrides import decisions

    with decisions(home(texts.corpus), old.name, new.name) as decided:
        yield decided
