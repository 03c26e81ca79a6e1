"""Commands for many records at once."""
