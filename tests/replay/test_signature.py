"""Signatures: Ed25519 over the seal, held against the keys and signatures of RFC 8032."""

from __future__ import annotations

import base64
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mustutor.base.errors import ReplayError, Unreadable
from mustutor.base.json_text import canonical
from mustutor.referee import Verdict, verify
from mustutor.referee.trust.redaction import redacted
from mustutor.referee.trust.signature import (
    SMALL_ORDER,
    new_key,
    public_of,
    read_key,
    signed,
    signed_text,
)
from mustutor.replay import loads
from mustutor.replay.seals import with_seals

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
ED25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")

# RFC 8032, 7.1, TEST 1: the secret key and its public key.
RFC_KEY = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
RFC_PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"


@pytest.fixture
def key():
    return ED25519.Ed25519PrivateKey.from_private_bytes(bytes.fromhex(RFC_KEY))


@pytest.fixture
def replay():
    return loads((REPLAYS / "punto.json").read_text("utf-8"))


def verdict_on(found: dict[str, Any]) -> Verdict:
    return verify(loads(json.dumps(found)))


def told(verdict: Verdict) -> tuple[str, str]:
    return verdict.verdict, verdict.failure.place if verdict.failure else ""


def test_a_signature_holds_and_says_who_signs_with_which_key(replay, key):
    document = signed(replay, key, "Amaia").as_json()
    [signature] = document["signatures"]
    assert set(signature) == {"by", "algorithm", "key", "signature"}
    assert (signature["by"], signature["algorithm"]) == ("Amaia", "ed25519")
    assert signature["key"] == RFC_PUBLIC
    # Worked out here from the words of the module, apart from it.
    words = f'{{"by":"Amaia","format":"mus-replay/1","seal":"{document["seal"]}"}}'
    public = ED25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(RFC_PUBLIC))
    public.verify(bytes.fromhex(signature["signature"]), words.encode())
    verdict = verdict_on(document)
    assert verdict.complete
    assert told(verdict) == ("ok", "")


def test_signing_is_outside_the_seals_and_always_the_same(replay, key):
    once = signed(replay, key, "Amaia")
    assert once._replace(signatures=None) == replay
    assert signed(once, key, "Amaia") == once
    assert [one["by"] for one in signed(once, key, "Ane").signatures] == ["Ane"]


TAMPERING = {
    "another name": lambda match: match["signatures"][0].update(by="Ane"),
    "another signature": lambda match: match["signatures"][0].update(signature="00" * 64),
    "another key": lambda match: match["signatures"][0].update(key=RFC_PUBLIC[::-1]),
    "no key of the curve": lambda match: match["signatures"][0].update(key="ff" * 32),
    "a short signature": lambda match: match["signatures"][0].update(signature="00"),
    "capital letters": lambda match: match["signatures"][0].update(key=RFC_PUBLIC.upper()),
    "no signature": lambda match: match["signatures"][0].pop("signature"),
    "no name": lambda match: match["signatures"][0].pop("by"),
    "a number for a name": lambda match: match["signatures"][0].update(by=7),
    "the seals taken off": lambda match: [
        match.pop("seal"),
        *[hand.pop("seal") for hand in match["hands"]],
    ],
}


@pytest.mark.parametrize("tamper", TAMPERING.values(), ids=TAMPERING)
def test_tampering_with_a_signature_is_found_out(replay, key, tamper):
    document = json.loads(canonical(signed(replay, key, "Amaia").as_json()))
    tamper(document)
    assert told(verdict_on(document)) == ("altered", "signatures.1")


def test_another_record_sealed_in_its_place_does_not_bear_the_signature(replay, key):
    document = json.loads(canonical(signed(replay, key, "Amaia").as_json()))
    document["date"] = "2020-01-01"
    forged = with_seals(loads(json.dumps(document)))
    verdict = verify(forged)
    assert told(verdict) == ("altered", "signatures.1")
    assert verdict.seals == "hold"
    assert "Amaia" in verdict.failure.fault.said()
    # An edit that leaves the seal as it was is told by the seal.
    assert told(verdict_on(document)) == ("altered", "match")


def test_the_second_of_two_signatures_is_named(replay, key):
    other = ED25519.Ed25519PrivateKey.from_private_bytes(bytes(32))
    document = json.loads(canonical(signed(signed(replay, key, "A"), other, "B").as_json()))
    assert told(verdict_on(document)) == ("ok", "")
    document["signatures"][1]["by"] = "C"
    assert told(verdict_on(document)) == ("altered", "signatures.2")


def test_a_redacted_copy_bears_the_signatures_of_the_record(replay, key):
    # Who signs is named in the header: a name that stands nowhere else might tell anything.
    copy = redacted(signed(replay, key, "Itziar"), "B")
    assert len(copy.signatures) == 1
    assert told(verify(copy)) == ("ok", "")


def test_a_kind_of_signature_nobody_knows_is_told_and_not_failed(replay):
    document = replay.as_json()
    document["signatures"] = [{"by": "A"}, {"by": "B", "algorithm": "rot13"}]
    verdict = verdict_on(document)
    assert (verdict.verdict, verdict.complete) == ("ok", False)
    assert [(gap.place, gap.what) for gap in verdict.missing] == [
        ("signatures.1", "signature_kind"),
        ("signatures.2", "signature_kind"),
    ]


def test_a_record_has_a_seal_before_it_is_signed_and_room_for_eight(replay, key):
    with pytest.raises(ReplayError, match="no seal to sign"):
        signed(replay._replace(seal=None), key, "Amaia")
    full = replay
    for number in range(8):
        one = ED25519.Ed25519PrivateKey.from_private_bytes(bytes([number] * 32))
        full = signed(full, one, str(number))
    assert told(verify(loads(canonical(full.as_json())))) == ("ok", "")
    with pytest.raises(ReplayError, match="8 signatures"):
        signed(full, key, "Amaia")


@pytest.mark.parametrize("by", ["", "x" * 201])
def test_who_signs_has_a_name(replay, key, by):
    with pytest.raises(ReplayError, match="1 to 200"):
        signed(replay, key, by)


# --- keys --------------------------------------------------------------------------------


def test_keys_are_new_every_time_and_can_be_read_back(tmp_path):
    path = tmp_path / "my.key"
    path.write_bytes(new_key())
    assert len(public_of(read_key(path))) == 64
    assert new_key() != new_key()


def test_a_key_of_another_program_is_read(tmp_path):
    # The key of TEST 1 as openssl writes it: PKCS 8 of RFC 8410, in PEM.
    der = bytes.fromhex("302e020100300506032b657004220420" + RFC_KEY)
    path = tmp_path / "their.key"
    words = base64.b64encode(der).decode()
    path.write_text(f"-----BEGIN PRIVATE KEY-----\n{words}\n-----END PRIVATE KEY-----\n")
    assert public_of(read_key(path)) == RFC_PUBLIC


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"hello",
        b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        b"\xff" * 20_000,
    ],
)
def test_what_is_no_key_is_refused_without_telling_what_is_in_it(tmp_path, text):
    path = tmp_path / "no.key"
    path.write_bytes(text)
    with pytest.raises(Unreadable, match="not an Ed25519 private key") as caught:
        read_key(path)
    assert "AAAA" not in caught.value.said()


def test_a_key_of_another_kind_is_refused(tmp_path):
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    path = tmp_path / "other.key"
    path.write_bytes(
        X25519PrivateKey.generate().private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    with pytest.raises(Unreadable, match="not an Ed25519 private key"):
        read_key(path)
    with pytest.raises(Unreadable, match="cannot be read"):
        read_key(tmp_path / "missing.key")


# --- without the library -----------------------------------------------------------------


@pytest.fixture
def without_library(monkeypatch):
    """As it is where the extra is not installed."""

    def forget():
        for name in [name for name in sys.modules if name.split(".")[0] == "cryptography"]:
            monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.setitem(sys.modules, "cryptography", None)

    return forget


def test_without_the_library_a_signature_is_told_unjudged_and_not_failed(
    replay, key, without_library
):
    document = signed(replay, key, "Amaia").as_json()
    without_library()
    verdict = verdict_on(document)
    assert (verdict.verdict, verdict.complete) == ("ok", False)
    assert [(gap.place, gap.what) for gap in verdict.missing] == [("signatures.1", "signature")]


def test_without_the_library_one_line_says_what_to_install(tmp_path, without_library):
    without_library()
    for act in (new_key, lambda: read_key(tmp_path / "a.key")):
        with pytest.raises(Unreadable) as caught:
            act()
        said = caught.value.said()
        assert "pip install 'mustutor[sign]'" in said
        assert "\n" not in said


def test_what_is_signed_is_one_line_of_ascii_and_seal():
    assert signed_text("Ane", "ab") == b'{"by":"Ane","format":"mus-replay/1","seal":"ab"}'
    # A name cannot reach out of its quotes.
    assert signed_text('A","seal":"x', "ab") != signed_text("A", "x")
    assert json.loads(signed_text('A","seal":"x', "ab"))["seal"] == "ab"


# --- keys nobody has -----------------------------------------------------------------------

PRIME = 2**255 - 19
D = -121665 * pow(121666, -1, PRIME) % PRIME


def plus(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Add two points of the curve -x² + y² = 1 + dx²y², by the formula of RFC 8032, 5.1."""
    (x1, y1), (x2, y2) = one, other
    across = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + across, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - across, -1, PRIME)
    return x % PRIME, y % PRIME


def point_at(height: int) -> tuple[int, int]:
    """A point of this height: the root of (y² - 1) / (dy² + 1), as RFC 8032, 5.1.3 finds it."""
    square = (height * height - 1) * pow(D * height * height + 1, -1, PRIME) % PRIME
    root = pow(square, (PRIME + 3) // 8, PRIME)
    if root * root % PRIME != square:
        root = root * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    assert root * root % PRIME == square, "no point has this height"
    return root, height


def test_the_points_of_small_order_are_zero_eight_times_over_and_there_are_eight():
    found = set()
    for height in SMALL_ORDER:
        x, y = point_at(height)
        twice = plus((x, y), (x, y))
        four = plus(twice, twice)
        assert plus(four, four) == (0, 1)
        found |= {(x, y), (-x % PRIME, y)}
    assert len(found) == 8


@pytest.mark.parametrize("height", [*SMALL_ORDER, PRIME, PRIME + 1])
@pytest.mark.parametrize("sign", [0, 1 << 255])
def test_a_key_of_small_order_signs_nothing(replay, height, sign):
    key = (height | sign).to_bytes(32, "little").hex()
    # R is the neutral point and S is nothing: with such a key it would fit any seal and name.
    universal = (1).to_bytes(32, "little").hex() + "00" * 32
    one = {"by": "Amaia", "algorithm": "ed25519", "key": key, "signature": universal}
    verdict = verdict_on(replay.as_json() | {"signatures": [one]})
    assert told(verdict) == ("altered", "signatures.1")
    assert "protects nothing" in verdict.failure.fault.said()
