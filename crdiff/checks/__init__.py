"""Read what executable checks need from files.

- `inputs`: Reads the timeline of a corpus, and the reviews and the scope beside the checks.
- `junit`: Reads the JUnit XML of any test runner, piece by piece.
- `runs`: Reads what other test runners print.
- `citing_tests`: Finds the tests in a tree of sources, and the clauses cited in and above them.
- `importing`: Links the tests of an engine to clauses.
- `switching`: Runs the tests of an engine without each of its behaviours.
- `swapping`: Puts a changed source in place of the game model's while the program runs.
"""
