"""Pages that play: a record stepped through in a browser, and one moment of it as a picture.

The engine computes every moment; a page only shows them, and knows no rules.
"""
