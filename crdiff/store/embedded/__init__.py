"""The corpus that comes with crdiff.

- `editions`: Reads the texts of the editions, and what each quotes of a clause.
- `corpus`: The embedded corpus and its files.
- `lives`: The known lives of all clauses, and what they say of two texts.
"""
