"""The command line: a module for each group of commands, which read arguments, call, write and return an exit code.

A new command is a function with a click command and a line in `crdiff.cli.app.COMMANDS` or in the table of its group.
Start-up is part of every run: a module imports what computes inside its functions, not at its top.
"""
