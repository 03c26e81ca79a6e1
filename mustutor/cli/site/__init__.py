"""The pocket referee: static pages in which a browser runs these very commands.

`writing` is the command that writes them, with archives of what is installed, `pocket` the page
itself, and `running` runs a command line in the process that is there, as a browser must.
"""
