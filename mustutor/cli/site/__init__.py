"""The pocket referee: static pages in which a browser runs these very commands.

Open `writing` first, the command that writes them; `pocket` is the page, and `running` runs a
command line in the browser. Contains no rules and no text of its own commands.
"""
