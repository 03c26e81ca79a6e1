"""The catalogues: every sentence of mustutor in each language it speaks besides English."""
