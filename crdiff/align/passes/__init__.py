"""The passes of the alignment, each named for what it finds; `crdiff.align.engine` has their order.

- `confirmations`: Links that the cross-references confirm or doubt.
- `copies`: New clauses that repeat one which moved.
- `examples`: Which old example became which new one.
- `followed`: Links followed through the releases between two that are far apart.
- `glossary_and_front`: Glossary entries, and paragraphs of front matter and credits.
- `headings`: Headings by title or content, and clauses over others that went on together.
- `multiple_instances`: Clauses on several instances of one keyword.
- `notices`: Notices that a rule is gone, and the rules whose numbers they keep.
- `parts_by_sentences`: Splits and merges that a whole sentence shows.
- `parts_by_words`: Splits and merges that only words show.
- `restated`: Removed clauses whose content another clause restates.
- `same_home`: Clauses left alone in one step or under one keyword.
- `same_text`: Clauses that say the same.
- `similar`: Reworded clauses.
"""
