"""The trees of others that may cite rules: which of their files are read, and what they say.

- `git`: What git says of a tree: revisions, changes, where it is published.
- `files`: The text files of a folder: by git, else by its ignore files.
- `kept`: What was read of texts before, by their content.
- `collecting`: Public repositories that cite the rules: the list of them, and their trees brought here for a while.
- `proposing`: Commits, branches and what a service is asked, for edits that are proposed.
- `reading`: The citations of every file.
"""
