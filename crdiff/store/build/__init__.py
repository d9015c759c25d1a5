"""Build a store: run what is missing, keep the results, publish them in one step.

- `build`: Brings a store up to date, or makes it anew: batches of releases that are read, aligned and compared on an
  executor, tables made from the whole chain.
- `recorded`: The rows that are kept and published; what is recorded without texts, and an archive of nothing else.
"""
