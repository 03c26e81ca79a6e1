"""Every game as an environment for programs that learn; the public door is `mustutor.gym`."""
