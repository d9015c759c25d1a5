"""Build a store: run what is missing, keep the results, publish them in one step.

- `build`: Brings a store up to date, or makes it anew: texts read, aligned and compared in batches, tables of them all.
- `recorded`: The rows that are kept and published; what is recorded without texts, and an archive of nothing else.
"""
