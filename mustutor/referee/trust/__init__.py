"""Trust: seals, commitments, redaction and signatures of records."""
