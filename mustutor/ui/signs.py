"""Signs a terminal may lack, and what stands for them: text brought down to ASCII."""

from __future__ import annotations

import unicodedata

# Signs that decomposition does not bring to ASCII by itself.
PLAIN_SIGNS = str.maketrans(
    {"“": '"', "”": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "·": "-"}
    | {"…": "...", "¿": "", "¡": "", "→": "->", "×": "x", "≥": ">=", "≤": "<=", "−": "-"}
)


def in_ascii(text: str) -> str:
    """Write text with the signs of ASCII alone.

    >>> in_ascii("¿Órdago? Sí…")
    'Ordago? Si...'
    """
    decomposed = unicodedata.normalize("NFKD", text.translate(PLAIN_SIGNS))
    bare = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return bare.encode("ascii", "backslashreplace").decode("ascii")
