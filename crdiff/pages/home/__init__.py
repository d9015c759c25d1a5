"""The first page.

Modules:

    home   find a rule, the newest changes, a clause and a section as samples
    story  how a section moved through its numbers, as a stair and as a table
"""
