"""Commands on records: verify, show, play, record, convert, judge, seal and sign.

Open `verify` first. Contains no rules: `referee` judges and `present` words the answer.
"""
