"""What each number named when.

- `number`: A page for each three-digit number, the table that the number jump reads, and who had a number when.
"""
