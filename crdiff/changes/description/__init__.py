"""The report on a row of a comparison: facets, remarks, redline, proof, and a line of summary.

- `describer`: A row described: its wording and its examples.
- `texts`: A pair of texts described.
- `facets`: In which respects a text changed.
- `lists`: Which items an edit adds to a list or removes from it.
- `references`: References dropped, added, or no longer right.
- `tidying`: Edits as a person would mark them.
- `redline`: The marked-up text, exact to the character, and the steps of its proof.
- `summary`: One line of prose before a redline.
"""
