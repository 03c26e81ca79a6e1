"""The terminal: coloured pages, the table, walks on a screen or line by line, recording.

Open `screen` first, then `desk` and `layout`. Knows no rules; prompt_toolkit is imported only here.
"""
