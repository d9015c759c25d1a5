"""The report on a row of a comparison: facets, remarks, redline, proof, and a line of summary.

- `describer`: A row described: its wording and its examples.
- `facets`: In which respects a text changed.
- `lists`: Which items an edit adds to a list or removes from it.
- `redline`: The marked-up text, exact to the character, and the steps of its proof.
"""
