"""The coach: what each call of a match was worth, and how much of the result was luck.

`analysed` takes a record; what a call lost is measured by playing on from there, again and again,
with hidden hands that fit what that seat could know.
"""
