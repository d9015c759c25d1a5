"""The only readers and writers of files: a user's texts, the database computed from them, the embedded corpus."""
