"""The corpus that comes with crdiff.

- `editions`: Reads the texts of the editions, and what each quotes of a clause.
- `corpus`: The embedded corpus and its files.
- `known_sentences`: What a text quotes in whole sentences, without any text of the rules.
- `lives`: The known lives of all clauses, and what they say of two texts.
"""
