"""The passes of the alignment, each named for what it finds; `crdiff.align.engine` has their order.

- `same_text`: Clauses that say the same.
- `similar`: Reworded clauses.
- `followed`: Links followed through the releases between two that are far apart.
- `glossary_and_front`: Glossary entries, and paragraphs of front matter and credits.
- `ledger`: What became of every sentence: splits, merges, and what another clause restates.
- `main_links`: Which part of a clause is its main heir, and which of several merged clauses the main origin.
- `notices`: Notices that a rule is gone, and the rules whose numbers they keep.
- `parts_by_words`: Splits and merges that only words show.
- `titles`: Headings of one title, and clauses over others that went on together.
"""
