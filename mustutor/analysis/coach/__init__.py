"""The coach: what each call of a match was worth, and how much of the result was luck.

Open `match` first: `analyses` takes a record. `decision` estimates what a call lost by playing on
from it many times, with hidden hands that fit what that seat could know.
"""
