"""The command line: one module for each group of commands, each loaded only when it is typed."""
