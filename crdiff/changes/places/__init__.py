"""What happened to numbers, clauses and headings, whatever their wording.

- `number_map`: Which old number is which new one.
- `headings`: Which subsections and keyword headings moved, and which clauses only follow them.
"""
