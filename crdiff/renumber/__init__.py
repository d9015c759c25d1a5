"""A draft renumbered: new clauses get their numbers, those behind them move, and every citation follows.

`renumber` takes the draft and the numbers of the release before it and returns edits; no file is touched here.

- `labels`: Labels of a draft, those of new clauses with a part left open: ``704.5e+``, ``702.+``, ``7xx``.
- `numbers`: The number of every label, from the order in which they stand.
- `citations`: The citations of a draft with their new numbers.
- `renumber`: All of it together: the edits, and the table of what moved.
"""

from crdiff.renumber.renumber import renumber

__all__ = ["renumber"]
