"""The pocket referee: static pages in which a browser runs these very commands.

`writing` is the command that writes them, `packing` makes archives of what is installed, `pocket`
the page itself, and in the browser `running` runs a command line in the process that is there,
`running.stand_in` replaces a compiled library that no browser has.
"""
