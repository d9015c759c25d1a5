"""What each number named when.

Modules:

    number  a page for each three-digit number, and the table that the number jump reads
"""
