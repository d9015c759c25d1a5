"""Build a store: run what is missing, keep the results, publish them in one step.

- `batch`: Reads, aligns and compares the texts of one batch of releases.
- `build`: Brings a store up to date, or makes it anew beside the old one.
- `recorded`: What is recorded without texts, and an archive of nothing else.
- `inserts`: The rows that are kept and published, and how they are inserted.
- `publish`: Batches on an executor, and the published tables made from the whole chain.
"""
