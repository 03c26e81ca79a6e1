"""Commands that settle: the count, its reasons, two rulebooks side by side, a quarrel."""
