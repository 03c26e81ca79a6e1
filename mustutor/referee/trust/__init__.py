"""Trust: seals, commitments, redaction and signatures of records.

Open `commitment` first for the protocol of a fair deal, `sealing` for what a record proves. Knows
no irregularities and prints nothing.
"""
