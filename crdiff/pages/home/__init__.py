"""The first page.

- `home`: Find a rule, the newest changes, a clause and a section as samples.
- `story`: How a section moved through its numbers, as a stair and as a table.
"""
