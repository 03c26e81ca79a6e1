"""What any program has: errors, languages, files, JSON, YAML, schemas, a game register.

Open `errors` first, then `register`. Knows no card, no rule and no game: it imports no other
room, and games announce themselves to the register.
"""

__version__ = "0.1.0"
