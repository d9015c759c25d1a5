"""What each number named when.

- `number`: A page for each three-digit number, and the table that the number jump reads.
- `uses`: Which clause had a number on which days.
"""
