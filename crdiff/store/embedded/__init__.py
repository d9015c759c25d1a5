"""The corpus that comes with crdiff.

- `agreement`: Checks that the files of the embedded corpus agree with one another.
- `corpus`: Loads the embedded corpus.
- `files`: Reads the files of the embedded corpus into values.
"""
