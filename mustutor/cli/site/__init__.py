"""The pocket referee: static pages in which a browser runs these very commands.

`writing` is the command that writes them and packs what is installed, `pocket` the page itself;
in the browser `running` runs a command line in the process that is there, and stands in for a
compiled library that no browser has.
"""
