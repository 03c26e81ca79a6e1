"""The tutor: lessons, drills and review as walks through stops, free of input and output.

Open `walk` first, then `course`. Knows no rules: questions, answers, numbers and reasons come from
the engine. Screen, lines and pages show a stop's `Scene` and pass on what the learner does.
"""
