"""What any program has: errors, languages, files, JSON, YAML, schemas, and the register of games.

Open `errors` first, then `register`. Knows no card and no game: it imports no other room.
"""
