"""The text of the rules.

- `subsection`: The newest text: contents, a page for each subsection or, where that is long, for each rule.
- `clause_tree`: The clauses of a text as a tree, with what is known beside each.
- `former_places`: Which text stood under each number when.
- `former_text`: The pages of former texts, by subsection and by release.
"""
