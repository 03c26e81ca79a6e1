"""Commands for rule variants."""
