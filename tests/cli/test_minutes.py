"""`settle --minutes`: what a club files of a quarrel, in Markdown and as a page, and signed."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest

QUARREL = """variant asturias
seats A1 B1 A2 B2
players A1 Ane, B1 Bea, A2 Iker, B2 Jon
event Friday
hand 1 mano Ane
  Ane R R 7 4
  Bea S S A A
  Iker C 6 5 4
  Jon 7 6 5 4
  grande: Ane 5, Bea 7, Iker x, Ane =
claim Bea: B 7 grande
claim Ane: A 7 grande
"""
HEADINGS = {
    "en": ["Verdict", "Claims", "The tariff", "Articles"],
    "es": ["Veredicto", "Reclamaciones", "La tarifa", "Artículos"],
}


@pytest.fixture
def sheet(tmp_path):
    path = tmp_path / "friday.mus"
    path.write_text(QUARREL, "utf-8")
    return str(path)


@pytest.mark.parametrize("code", ["en", "es"])
def test_minutes_say_who_played_what_was_ruled_and_by_which_tariff(mustutor, sheet, code):
    told = mustutor("settle", sheet, "--minutes", "--lang", code)
    assert told.status == 1  # one of the claims is false
    assert [line[3:] for line in told.out.splitlines() if line.startswith("## ")] == HEADINGS[code]
    assert re.search(r"^# (Minutes|Acta): Friday$", told.out, re.MULTILINE)
    for player in ("**A1** Ane", "**B1** Bea", "**A2** Iker", "**B2** Jon"):
        assert player in told.out
    # What Asturias says of breaches is its tariff (S4 lines 112 to 126): one price of four.
    assert {"en": "annuls the whole hand", "es": "anula"}[code] in told.out
    # Every article that is cited is told, and no other.
    head, _, articles = told.out.partition(f"## {HEADINGS[code][-1]}")
    cited = set(re.findall(r"\b(?:MUS|REG)-[A-Z0-9-]+", head))
    assert {"MUS-BET-15", "MUS-CMP-G1"} <= cited
    assert set(re.findall(r"\*\*((?:MUS|REG)-[A-Z0-9-]+)\*\*", articles)) == cited
    assert ("Signatures" in told.out, "Firmas" in told.out) == (False, False)


def test_minutes_of_a_rulebook_without_prices_say_that_the_club_decides(mustutor, sheet):
    told = mustutor("settle", sheet, "--minutes", "--variant", "fournier", "--lang", "en")
    assert "Whatever is not named here is decided by the club each time." in told.out
    assert "annuls" not in told.out


def test_the_page_says_the_same(mustutor, sheet):
    told = mustutor("settle", sheet, "--minutes", "--html", "-", "--lang", "en")
    assert told.out.startswith("<!doctype html>") or told.out.startswith("<!DOCTYPE html>")
    for words in ("Minutes: Friday", "The tariff", "Verdict", "annuls the whole hand"):
        assert words in told.out


def test_signed_minutes_can_be_checked_with_any_ed25519(mustutor, sheet, tmp_path):
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    key = str(tmp_path / "my.key")
    assert mustutor("replay", "key", "new", "-o", key).status == 0
    plain = mustutor("settle", sheet, "--minutes", "--lang", "en").out
    told = mustutor("settle", sheet, "--minutes", "--key", key, "--by", "Amaia", "--lang", "en").out
    assert told.startswith(plain.rstrip("\n"))
    line = told.partition("## Signatures")[2]
    public, digest, signature = re.findall(r"\b[0-9a-f]{64,128}\b", line)
    assert digest == sha256(plain.removesuffix("\n").encode()).hexdigest()
    text = f'{{"by":"Amaia","format":"mus-replay/1","seal":"{digest}"}}'.encode()
    ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(
        bytes.fromhex(signature), text
    )


@pytest.fixture
def signed(mustutor, sheet, tmp_path):
    pytest.importorskip("cryptography")
    key, path = tmp_path / "my.key", tmp_path / "minutes.md"
    assert mustutor("replay", "key", "new", "-o", str(key)).status == 0
    who = ("--key", str(key), "--by", "Amaia *de* la_peña")
    told = mustutor("settle", sheet, "--minutes", *who, "--lang", "es")
    path.write_text(told.out, "utf-8")
    return path


def test_signed_minutes_are_verified_in_any_language(mustutor, signed):
    told = mustutor("replay", "verify", str(signed), "--lang", "en")
    assert told.status == 0
    assert "as Amaia *de* la_peña signed them" in " ".join(told.out.split())
    key = str(signed.with_name("my.key"))
    assert mustutor("replay", "verify", str(signed), "--signed-by", key).status == 0
    other = "5866666666666666666666666666666666666666666666666666666666666666"
    assert mustutor("replay", "verify", str(signed), "--signed-by", other).status == 1


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("Iker", "Ikar"),
        ("anula", "avisa"),
        ("Amaia", "Amaya"),
        ("## Firmas", "## Firma"),
        ("firma esta acta", "y Jon firman esta acta"),
    ],
)
def test_a_changed_word_of_signed_minutes_is_found(mustutor, signed, word, other):
    text = signed.read_text("utf-8")
    assert word in text
    signed.write_text(text.replace(word, other, 1), "utf-8")
    told = mustutor("replay", "verify", str(signed), "--json")
    assert (told.status, '"altered"' in told.out) == (1, True)


def test_minutes_nobody_signed_are_not_verified(mustutor, sheet, tmp_path):
    path = tmp_path / "plain.md"
    path.write_text(mustutor("settle", sheet, "--minutes").out, "utf-8")
    told = mustutor("replay", "verify", str(path), "--lang", "en")
    assert (told.status, "not signed" in told.out) == (1, True)
    assert mustutor("replay", "verify", str(path), sheet).status == 2


@pytest.mark.parametrize(
    "arguments",
    [("--minutes", "--json"), ("--minutes", "--brief"), ("--by", "Ane"), ("--key", "my.key")],
)
def test_what_does_not_go_together_is_wrong_usage(mustutor, sheet, arguments):
    told = mustutor("settle", sheet, *arguments)
    assert (told.status, told.out) == (2, "")
