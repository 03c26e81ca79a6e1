"""The command line: one module for each group of commands, loaded when it is typed.

Open `main` first, then `command_table`. Contains no rules and no texts of explanations: it reads
arguments, calls the rooms below, and prints. Typer is imported only here.
"""
