"""The trees of others that may cite rules: which of their files are read, and what they say.

- `blame`: Which commit wrote each line.
- `files`: The text files of a folder: by git, else by its ignore files.
- `blame`: When the lines of a tree were written.
- `git`: What git says of a tree: revisions, changes, where it is published.
- `known`: What citations are judged by.
- `reading`: The citations of every file.
"""
