"""What executable checks say: the page of all, a page for each release, badges beside clauses."""
