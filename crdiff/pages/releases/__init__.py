"""The list of releases, and what each of them changed."""
