"""Signatures: they show who vouches for a record, so that nobody can reseal another.

A signature is in `signatures`, outside every seal::

    {"by": "Amaia", "algorithm": "ed25519", "key": 64 hexadecimal digits, "signature": 128}

The signed text is the canonical JSON of three things: ``{"by", "format", "seal"}``, `seal` being
that of the match. So it holds for a redacted copy too, and only under the signer's name.
No record can prove who owns a key: compare it with the one you got from its owner.

Ed25519 needs the library `cryptography`, an extra: it is imported on first use, and without it
signatures are left unjudged.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mustutor.base.errors import Fault, ReplayError, Unreadable
from mustutor.base.files import read_at_most
from mustutor.base.json_text import Json, canonical
from mustutor.base.language import mark
from mustutor.games.failure import Failure, Missing
from mustutor.replay.format import FORMAT, Replay

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ALGORITHM = "ed25519"
MOST_SIGNATURES = 8
LONGEST_KEY_FILE = 16_384
LONGEST_NAME = 200
KEY_DIGITS, SIGNATURE_DIGITS = 64, 128
_FIELD = 2**255 - 19
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = frozenset((0, 1, _FIELD - 1, _EIGHTH, _FIELD - _EIGHTH))
"""The heights of the eight points that are zero eight times over: as keys they sign anything."""
NOT_INSTALLED = mark(
    "Signatures need the library cryptography: pip install 'mustutor[sign]' installs it."
)


def signed_text(by: str, seal: str) -> bytes:
    """The text to sign: who signs, the format, and the seal of the match.

    >>> signed_text("Amaia", "0f")
    b'{"by":"Amaia","format":"mus-replay/1","seal":"0f"}'
    """
    return canonical({"by": by, "format": FORMAT, "seal": seal}).encode()


# --- keys --------------------------------------------------------------------------------


def _library() -> tuple[Any, Any]:
    """The library's modules of keys and of their files; raises Unreadable if it is missing."""
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError:
        raise Unreadable(NOT_INSTALLED) from None
    return ed25519, serialization


def new_key() -> bytes:
    """A new private key, as text in PEM; raises Unreadable if the library is missing."""
    ed25519, files = _library()
    text: bytes = ed25519.Ed25519PrivateKey.generate().private_bytes(
        files.Encoding.PEM, files.PrivateFormat.PKCS8, files.NoEncryption()
    )
    return text


def read_key(path: Path) -> Ed25519PrivateKey:
    """Read a private key from a PEM file; raises Unreadable, which never contains the key."""
    ed25519, files = _library()
    text, key = _key_text(path), None
    with suppress(Exception):  # whatever the library makes of it, it is no key of ours
        key = files.load_pem_private_key(text, password=None)
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return cast("Ed25519PrivateKey", key)
    sentence = mark(
        "It is not an Ed25519 private key in PEM form, as mustutor replay key writes them."
    )
    raise Unreadable(sentence, file=str(path))


def _key_text(path: Path) -> bytes:
    """The text of a key file."""
    try:
        return read_at_most(path, LONGEST_KEY_FILE)
    except (OSError, ValueError) as problem:
        raise Unreadable(
            mark("The key cannot be read: {why}."),
            file=str(path),
            why=getattr(problem, "strerror", None) or type(problem).__name__,
        ) from None


def read_public_key(named: str) -> str:
    """The public key in hexadecimal, from its digits or from a file.

    A file may hold the digits, a public key in PEM, or a private key. Raises Unreadable for
    anything else, and for invalid keys.
    """
    ed25519, files = _library()
    digits = named.strip().lower()
    if digits and _bytes_of(digits, KEY_DIGITS) is None:
        path = Path(named)
        text = _key_text(path)
        digits = text.decode("ascii", "replace").strip().lower()
        if b"PRIVATE" in text:
            digits = public_of(read_key(path))
        elif text.lstrip().startswith(b"-----BEGIN"):
            digits = ""
            with suppress(Exception):  # whatever the library makes of it, it is no key of ours
                key = files.load_pem_public_key(text)
                assert isinstance(key, ed25519.Ed25519PublicKey)
                digits = key.public_bytes_raw().hex()
    found = _bytes_of(digits, KEY_DIGITS)
    if found is None or is_small(found):
        sentence = mark(
            "It is not a public key: give the {digits} digits that mustutor replay key "
            "show prints, or a file that holds them."
        )
        raise Unreadable(sentence, file=named, digits=KEY_DIGITS)
    return digits


def public_of(key: Ed25519PrivateKey) -> str:
    """The public key of a private key, in hexadecimal, for others to compare."""
    return key.public_key().public_bytes_raw().hex()


# --- signing -----------------------------------------------------------------------------


def signed(replay: Replay, key: Ed25519PrivateKey, by: str) -> Replay:
    """The record with a signature added; one by the same key is replaced.

    Raises ReplayError if there is no seal to sign, or no room for a signature.
    """
    if replay.seal is None:
        raise ReplayError(mark("It has no seal to sign: mustutor replay seal writes one."))
    if not 0 < len(by) <= LONGEST_NAME:
        sentence = mark("The name of the signer must have 1 to {most} characters.")
        raise ReplayError(sentence, most=LONGEST_NAME)
    public = public_of(key)
    others = [one for one in replay.signatures or () if one.get("key") != public]
    if len(others) >= MOST_SIGNATURES:
        raise ReplayError(mark("A record holds at most {most} signatures."), most=MOST_SIGNATURES)
    written = {
        "by": by,
        "algorithm": ALGORITHM,
        "key": public,
        "signature": key.sign(signed_text(by, replay.seal)).hex(),
    }
    return replay._replace(signatures=[*others, written])


# --- judging -----------------------------------------------------------------------------


def judged(replay: Replay) -> tuple[Failure | None, list[Missing]]:
    """The first invalid signature, and those that cannot be judged here."""
    missing: list[Missing] = []
    for number, one in enumerate(replay.signatures or (), 1):
        place = f"signatures.{number}"
        if one.get("algorithm") != ALGORITHM:
            missing.append(Missing(place, "signature_kind"))
            continue
        key = _bytes_of(one.get("key"), KEY_DIGITS)
        if key is not None and is_small(key):
            sentence = mark(
                "Signature {number} has a key that protects nothing: one signature made with "
                "it fits every record."
            )
            return Failure("altered", place, Fault("", sentence, {"number": number})), missing
        holds = _is_valid(one, replay.seal)
        if holds is None:
            missing.append(Missing(place, "signature"))
        elif not holds:
            sentence = mark("The signature of {by} does not fit this record and its key.")
            fault = Fault("", sentence, {"by": str(one.get("by", "?"))})
            return Failure("altered", place, fault), missing
    return None, missing


def _is_valid(one: Json, seal: str | None) -> bool | None:
    """Whether a signature fits this seal; None if the library is missing."""
    by = one.get("by")
    key = _bytes_of(one.get("key"), KEY_DIGITS)
    signature = _bytes_of(one.get("signature"), SIGNATURE_DIGITS)
    if seal is None or key is None or signature is None or is_small(key):
        return False
    if not isinstance(by, str) or not 0 < len(by) <= LONGEST_NAME:
        return False
    try:
        ed25519, _ = _library()
        from cryptography.exceptions import InvalidSignature
    except Unreadable:
        return None
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, signed_text(by, seal))
    except (InvalidSignature, ValueError):
        return False
    return True


def is_small(key: bytes) -> bool:
    """Whether a public key is of small order, or not in canonical form.

    No such key arises by chance: its owner has no secret, and a signature that fits
    every record and every name.
    """
    height = int.from_bytes(key, "little") & ((1 << 255) - 1)
    return height >= _FIELD or height in SMALL_ORDER


def _bytes_of(thing: Any, digits: int) -> bytes | None:
    """Bytes from `digits` hexadecimal digits; empty for any other text."""
    if not isinstance(thing, str) or len(thing) != digits or thing.strip("0123456789abcdef"):
        return None
    return bytes.fromhex(thing)


def is_signature(thing: Json) -> bool:
    """Whether an object is a signature and nothing else, without room for other data."""
    return (
        set(thing) == {"by", "algorithm", "key", "signature"}
        and isinstance(thing["by"], str)
        and len(thing["by"]) <= LONGEST_NAME
        and thing["algorithm"] == ALGORITHM
        and _bytes_of(thing["key"], KEY_DIGITS) is not None
        and _bytes_of(thing["signature"], SIGNATURE_DIGITS) is not None
    )


def is_signed(by: str, key: str, signature: str, digest: str) -> bool:
    """Whether somebody signed a text of this SHA-256; Unreadable if the library is missing."""
    _library()
    return bool(_is_valid({"by": by, "key": key, "signature": signature}, digest))


def valid_signatures(replay: Replay) -> list[Json]:
    """The valid signatures of a record, each with its signer and key."""
    return [
        one
        for one in replay.signatures or ()
        if one.get("algorithm") == ALGORITHM and _is_valid(one, replay.seal)
    ]
