"""Many releases: lineages drawn through a chain of alignments, and what can be said of a clause once it has one.

`chain` holds what history needs of releases and alignments, `weave` draws the lineages, `lineage` is what comes
out; `blame`, `renumbering` and `whatsnew` answer questions with them. Pure: values in, values out.
"""
