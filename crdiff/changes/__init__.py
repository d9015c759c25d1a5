"""From an alignment to described changes: structure, facets, rewordings, proof, redline.

- `change`: The values that a comparison consists of.
- `compare`: From an alignment to a comparison; the way in.
- `rows`: The links of an alignment with the clauses quoted, before their wording is described.
- `furniture`: Dates, trademark lines and addresses, which every edition prints anew outside the rules.
- `company`: Changes that are read as one row: the same edit in several places, a new rule with all of it.
- `reading`: What a reader does with a change: read it, or pass over it, and why.
- `keyed_text`: A text as words, each with the key for its comparison.
- `text_pair`: An old and a new text side by side, and the edits between them.
- `places`: What happened to numbers, clauses and headings.
- `english`: The English of the rules: words that carry meaning, forms of a word, slips, compounds.
- `rewordings`: Which wordings a release replaces throughout.
- `frames`: Places where other words say the same.
- `proof`: Whether known steps turn the old text into the new one.
- `description`: The report on a row: facets, remarks, redline, summary.
"""
