"""Lessons: read from their files, computed by the engine, walked stop by stop.

Open `source` first, then `files`. The `check` modules find everything wrong with a lesson.
"""
