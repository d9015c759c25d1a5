"""Choose the corpus that a command or a plugin uses.

The first of these: the one asked for (``--corpus``, or the option of a plugin), ``$CRDIFF_HOME``, the platform's folder
for data, and what comes with crdiff: editions and recorded facts.
"""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from crdiff.errors import UsageError
from crdiff.store.texts.corpus_folder import listing
from crdiff.store.texts.home import home, is_named_by_environment


class Chosen(Struct, frozen=True):
    """The chosen corpus: its `folder`, None for what comes with crdiff.

    `note` tells a person which one it is and why, unless an option named it, and whether another version of crdiff
    built its store; "" for neither.
    """

    folder: Path | None
    note: str = ""


# The built-in corpus, chosen explicitly.
BUILT_IN = Chosen(None)


def chosen_corpus(asked: str | Path | None = None, *, built_in: bool = False) -> Chosen:
    """Return the corpus to use: the folder `asked` for whatever it contains, any other only if it contains texts.

    With `built_in` it is what comes with crdiff. Raises `UsageError` where both are asked for, `StoreError` for a file.
    """
    from crdiff.store.archive.index import built_by_another  # opens databases, which the help of a command never does

    if asked and built_in:
        raise UsageError(f"the corpus {asked} and the built-in one exclude one another", "one of them")
    if built_in:
        return BUILT_IN
    folder = home(asked)
    if asked:
        return Chosen(folder, built_by_another(folder))
    if not listing(folder):
        nothing_added = f"no texts have been added to the corpus in {folder}"
        return Chosen(None, f"{nothing_added}: using what comes with crdiff, which covers only some rules")
    named_by = "$CRDIFF_HOME" if is_named_by_environment() else "the platform's folder for data"
    notes = f"the corpus is {folder} ({named_by})", built_by_another(folder)
    return Chosen(folder, "; ".join(filter(None, notes)))
