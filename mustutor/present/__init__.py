"""What people read and look at: verdicts and settlements as text, pages, pictures, screens.

Open `verdict` first, then `replay_page`; `screen/` is the terminal. Decides nothing: rules, faults
and stones come from the rooms below.
"""
