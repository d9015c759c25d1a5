"""Write trees of files whole, and make only what has changed.

- `atomic_file`: Writes one file so that a reader finds all of it or none of it.
- `child_process`: Says whether processes can be forked, and ends them with their parent.
- `fingerprints`: Fingerprints of values, of bytes and of the code.
- `garbage_collection`: Pauses the garbage collector while very many values are made.
- `kept_files`: Keeps what was worked out for later runs.
- `layout`: The folders of a tree and their files: read, removed.
- `lock`: Locks a corpus for one writer, and for one downloading process.
- `made_tree`: Records what a tree was made from.
- `workers`: Processes that work on task after task, or on portions of a tree.
- `progress`: The type of a function that reports progress.
- `tree`: Replaces a whole tree of files in one step.
"""
