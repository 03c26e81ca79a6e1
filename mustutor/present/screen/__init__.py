"""What meets the eye: paint, pages, and stepping through them line after line."""
