"""The trees of others that may cite rules: which of their files are read, and what they say.

- `git`: What git says of a tree: revisions, changes, where it is published.
- `files`: The text files of a folder: by git, else by its ignore files.
- `kept`: Trees judged before.
- `reading`: The citations of every file.
"""
