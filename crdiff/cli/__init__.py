"""The command line: one module per command, which reads arguments, calls, writes and returns an exit code.

A new command is one module with a click command called ``command`` and one line in `crdiff.cli.app.COMMANDS`.
Start-up is part of every run: a module imports what computes inside its function, not at its top.
"""
