"""Commands of the tutor: lessons, drills, review, progress."""
