"""Read a store: nothing here writes a user's store but `index`, for the build.

- `archive`: The published part of a store: releases held and known, lineages, what a number meant.
- `entries`: Follows the glossary entries of an archive, and loads its rows at once.
- `index`: Writes and reads the file of the published tables.
- `integrity`: Verifies that a store is as it was written.
- `names`: Finds clauses and glossary entries by name, and tells the lint which clause had which number.
- `schema`: The tables of the store, how values are packed for them and each row is checked, and how it is opened.
- `questions`: Search, news, sizes, passages and renumberings.
- `site_contents`: Reads all that the site of a corpus shows.
- `words`: What the wordings of clauses and entries say, and the index of them beside a store.
"""
