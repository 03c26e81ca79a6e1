"""Exact chances: how often a hand wins each lance, whatever is known of the others.

`odds` answers; `kinds` are the hands there are, with their weights. Every deal is counted and
none is drawn: nothing here is estimated.
"""
