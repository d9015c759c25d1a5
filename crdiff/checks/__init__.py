"""Read what executable checks need from files.

- `inputs`: Reads the timeline of a corpus, and the reviews and the scope beside the checks.
- `junit`: Reads the JUnit XML of any test runner, piece by piece.
- `clause_map`: Reads which clauses tests play from a file beside them.
- `importing`: Links the tests of an engine to clauses.
- `meaning`: Finds names of tests whose words mean another clause than their number.
- `switching`: Runs the tests of an engine without each of its behaviours.
- `marked_tests`: Reads the checks in test files without running them.
- `swapping`: Puts a changed source in place of the game model's while the program runs.
"""
