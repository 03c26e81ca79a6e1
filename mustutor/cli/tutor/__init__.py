"""Commands of the tutor: lessons, drills, review, progress.

Open `learn` first, then `walk`. Contains no questions or answers: they come from `tutor`.
"""
