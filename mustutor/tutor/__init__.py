"""The tutor: lessons, drills and review, free of input and output.

It decides nothing about the rules: what a question is about is asked of the engine, and so is
every number in a text and every reason. A `Walk` leads through the stops of a `Source` (a
lesson, a drill, what is due for review, a record); the two front ends show its `Scene` and
bring it what the learner does.
"""
