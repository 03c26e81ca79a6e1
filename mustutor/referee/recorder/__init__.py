"""Recording a match while it is played: a live record that grows call by call.

Open `recorder` first, then `dictation`. Prints nothing: answers are explanations for `cli`.
"""
