"""Read what executable checks need from files.

- `inputs`: Reads the timeline of a corpus, and the reviews and the scope beside the checks.
- `marked_tests`: Reads the checks in test files without running them.
- `swapping`: Puts a changed source in place of the game model's while the program runs.
"""
