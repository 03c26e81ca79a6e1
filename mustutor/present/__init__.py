"""What people read and look at: verdicts and settlements as text, HTML pages, pictures, screens.

Open `verdict` first, then `replay_page`; `screen/` is the terminal. Decides nothing: rules, fault
and stones come from the rooms below.
"""
