"""Taking a match down as it is played: a live record that grows call by call."""
