"""The corpus that comes with crdiff.

- `agreement`: Checks that the files of the embedded corpus agree with one another.
- `corpus`: Loads the embedded corpus.
- `editions`: Reads the texts of the editions, and what each quotes of a clause.
- `files`: Reads the files of the embedded corpus into values.
- `known_sentences`: What a text quotes in whole sentences, without any text of the rules.
- `lives`: The known lives of all clauses, and what they say of two texts.
"""
