"""Every game as an environment for programs that learn; the public door is `mustutor.gym`.

Open `environment` first. Depends on PettingZoo or OpenSpiel only when an environment is made.
"""
