"""What executable checks need from files: scenarios marked in tests, clauses of a corpus, reviews."""
