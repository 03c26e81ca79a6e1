"""Commands for whoever writes lessons."""
