"""Write trees of files whole, and make only what has changed.

- `atomic_file`: Writes one file so that a reader finds all of it or none of it.
- `fingerprints`: Fingerprints of values, of bytes and of the code; files kept by them for later runs.
- `lock`: Locks a corpus for one writer, and for one downloading process.
- `long_work`: Pauses the garbage collector while very many values are made, and reports progress.
- `tree`: Replaces a whole tree of files in one step, and records what it was made from.
- `workers`: Processes that work on task after task, or on portions of a tree.
"""
