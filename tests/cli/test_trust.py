"""Sealing, signing, redacting, committing and revealing, as they are typed."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from mustutor.base.files import data
from mustutor.referee import verify
from mustutor.replay import loads

SIGNING = "cryptography"


def packaged(name: str) -> str:
    return (data("replays") / f"{name}.json").read_text("utf-8")


def document(told) -> dict:
    assert told.status == 0, told.err
    return json.loads(told.out)


# --- redact ------------------------------------------------------------------------------


def test_redact_writes_a_copy_that_verifies(mustutor, tmp_path):
    copy = tmp_path / "copy.json"
    told = mustutor("replay", "redact", "whole_game", "--view", "A", "-o", str(copy))
    assert (told.status, told.err) == (0, "")
    checked = json.loads(mustutor("replay", "verify", str(copy), "--json").out)
    assert (checked["verdict"], checked["complete"]) == ("ok", False)
    said = mustutor("replay", "verify", str(copy)).out
    assert "the seed of the shuffle is not given" in said
    assert json.loads(packaged("whole_game"))["hands"][0]["deal"]["shuffle"]["seed"] not in (
        copy.read_text("utf-8")
    )


def test_redact_to_stdout_is_the_canonical_record_and_the_view_in_any_letters(mustutor):
    one = mustutor("replay", "redact", "mus_twice", "--view", "b")
    assert document(one)["hands"][0]["deal"]["cards"] == {"B": ["6o", "6c", "2o", "Ac"]}
    assert mustutor("replay", "redact", "mus_twice", "--view", "B").out == one.out
    table = document(mustutor("replay", "redact", "mus_twice", "--view", "TABLE"))
    assert "cards" not in table["hands"][0]["deal"]


@pytest.mark.parametrize("view", ["F", "full", ""])
def test_redact_for_nobody_at_the_table_is_wrong_usage(mustutor, view):
    told = mustutor("replay", "redact", "mus_twice", "--view", view)
    assert (told.status, told.out) == (2, "")
    assert "one of the seats A B C D E" in told.err
    assert mustutor("replay", "redact", "mus_twice").status == 2


def test_redact_of_many_matches_gives_as_many_lines(mustutor, tmp_path):
    lines = str(data("replays") / "all_in_by_lance.jsonl")
    told = mustutor("replay", "redact", lines, "--view", "table")
    assert len(told.out.splitlines()) == 4
    assert all(verify(loads(line)).ok for line in told.out.splitlines())
    target = tmp_path / "one.json"
    told = mustutor("replay", "redact", lines, "--view", "table", "-o", str(target))
    assert told.status == 2
    assert ".jsonl" in told.err
    assert not target.exists()


def test_what_cannot_be_read_is_told_and_nothing_is_written(mustutor, kept, tmp_path):
    path = kept(packaged("punto") + "nonsense\n", "two.jsonl")
    target = tmp_path / "out.jsonl"
    for words in (("redact", "--view", "table"), ("seal",), ("seal", "--strip")):
        told = mustutor("replay", words[0], path, *words[1:], "-o", str(target))
        assert (told.status, told.out) == (3, "")
        assert f"{path}:2:1" in told.err
        assert not target.exists()


# --- seal --------------------------------------------------------------------------------


def test_seal_and_strip_are_each_others_way_back(mustutor, kept, tmp_path):
    bare = mustutor("replay", "seal", "punto", "--strip")
    assert bare.status == 0
    assert "checks" not in bare.out
    path = kept(bare.out)
    assert mustutor("replay", "seal", path).out == packaged("punto")
    target = tmp_path / "sealed.json"
    assert mustutor("replay", "seal", path, "-o", str(target)).status == 0
    assert target.read_text("utf-8") == packaged("punto")


def test_seal_refuses_a_record_that_is_wrong_in_one_line_that_says_why(mustutor, tmp_path):
    wrong = str(data("replays") / "faulty" / "raise_by_one.json")
    target = tmp_path / "sealed.json"
    told = mustutor("replay", "seal", wrong, "-o", str(target))
    assert (told.status, told.out) == (1, "")
    assert not target.exists()
    [line] = told.err.splitlines()
    assert "illegal at 1.grande.2" in line
    assert "a raise must reach at least 4" in line
    spanish = mustutor("replay", "seal", wrong, "--lang", "es")
    assert "No se verifica (no vale en 1.grande.2)" in spanish.err
    assert "4" in spanish.err


def test_nothing_is_written_over_without_being_asked(mustutor, tmp_path):
    target = tmp_path / "there.json"
    target.write_text("mine")
    for words in (("seal", "punto"), ("redact", "punto", "--view", "A")):
        told = mustutor("replay", *words, "-o", str(target))
        assert told.status == 2
        assert "--force" in told.err
        assert target.read_text() == "mine"
        assert mustutor("replay", *words, "-o", str(target), "--force").status == 0
        target.write_text("mine")


def test_commitments_are_asked_for(mustutor, kept):
    sealed = mustutor("replay", "seal", "unbet", "--commit")
    deal = document(sealed)["hands"][0]["deal"]
    assert set(deal["commit"]) == set(deal["salts"]) == set("ABCDE")
    assert mustutor("replay", "verify", kept(sealed.out)).status == 0
    assert mustutor("replay", "seal", "unbet", "--commit", "--strip").status == 2


def test_a_record_in_laxer_words_is_read_from_stdin_and_sealed(mustutor, fed, bare):
    match = bare("seen_by_one")
    match["hands"][0]["rounds"][1]["calls"][0] = "A I bet"
    fed(json.dumps(match))
    sealed = document(mustutor("replay", "seal", "-"))
    assert sealed["hands"][0]["rounds"][1]["calls"][0] == "A envido 2"
    assert sealed["hands"][0]["seal"] == json.loads(packaged("seen_by_one"))["hands"][0]["seal"]


# --- what verify says of seals -----------------------------------------------------------


def unwrapped(text):
    """What was said, however long the path before it: lines are broken at the reader's width."""
    return " ".join(text.split())


def test_verify_tells_an_edited_call_from_an_engine_that_differs(mustutor, kept, record):
    said = unwrapped(
        mustutor("replay", "verify", str(data("replays") / "faulty" / "another_stake.json")).out
    )
    assert "diverges at 1.chica.3" in said
    assert "The seals hold" in said
    match = record("seen_by_one")
    match["hands"][0]["rounds"][2]["calls"][2] = "C envido 4"
    said = unwrapped(mustutor("replay", "verify", kept(match)).out)
    assert "diverges at 1.chica.3" in said
    assert "The seal of hand 1 does not match either" in said
    match = record("punto")
    match["hands"][3]["rounds"][1]["calls"].append("A paso")
    match["hands"][1]["deal"]["source"] = "composed"
    said = unwrapped(mustutor("replay", "verify", kept(match)).out)
    assert (
        "The seal of hand 2 does not match either: that hand was changed after it was sealed."
        in said
    )
    match = record("seen_by_one")
    match["hands"][0].pop("seal")
    match["hands"][0]["after"]["A"] = 14
    assert "The seal of the file does not match either" in unwrapped(
        mustutor("replay", "verify", kept(match)).out
    )
    match.pop("seal")
    assert "seal" not in unwrapped(mustutor("replay", "verify", kept(match)).out)


# --- sign --------------------------------------------------------------------------------


@pytest.fixture
def key(mustutor, tmp_path) -> str:
    pytest.importorskip(SIGNING)
    path = tmp_path / "my.key"
    assert mustutor("replay", "key", "new", "-o", str(path)).status == 0
    return str(path)


def test_a_key_is_its_owners_alone_and_never_shown(mustutor, tmp_path):
    pytest.importorskip(SIGNING)
    path = tmp_path / "my.key"
    told = mustutor("replay", "key", "new", "-o", str(path))
    assert told.status == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    body = path.read_text().splitlines()[1]
    assert body not in told.out + told.err
    shown = mustutor("replay", "key", "show", str(path))
    assert body not in shown.out
    assert shown.out.strip() in told.out
    before = path.read_bytes()
    assert mustutor("replay", "key", "new", "-o", str(path)).status == 2
    assert path.read_bytes() == before
    assert mustutor("replay", "key", "new", "-o", "-").status == 2


def test_a_signed_record_says_who_signed_and_a_forged_one_is_altered(mustutor, key, kept):
    signed = mustutor("replay", "sign", "punto", "--key", key, "--by", "Amaia")
    path = kept(signed.out)
    said = mustutor("replay", "verify", path)
    assert said.status == 0
    public = mustutor("replay", "key", "show", key).out.split()[-1]
    assert f"Signed by Amaia, with the key {public}." in " ".join(said.out.split())
    assert json.loads(mustutor("replay", "verify", path, "--json").out)["complete"]
    match = document(signed)
    match["signatures"][0]["by"] = "Ane"
    told = json.loads(mustutor("replay", "verify", kept(match), "--json").out)
    assert (told["verdict"], told["place"]) == ("altered", "signatures.1")
    assert "Ane" in told["message"]


def test_without_a_name_the_recorder_signs_or_the_key(mustutor, key, record, kept):
    signed = document(mustutor("replay", "sign", "punto", "--key", key))
    [one] = signed["signatures"]
    assert one["by"] == one["key"]
    said = " ".join(mustutor("replay", "verify", kept(signed)).out.split())
    assert f"Signed with the key {one['key']}." in said
    name = "dispute_before_all_cards_are_shown"
    # A signature vouches for the whole: what cannot be judged is signed by who says so.
    told = mustutor("replay", "sign", name, "--key", key)
    assert (told.status, told.out) == (1, "")
    assert "--incomplete signs it all the same" in unwrapped(told.err)
    told = mustutor("replay", "sign", name, "--key", key, "--incomplete")
    assert document(told)["signatures"][0]["by"] == record(name)["recorder"] == "Amaia"


def test_only_what_verifies_and_is_sealed_is_signed(mustutor, key, kept, bare):
    wrong = str(data("replays") / "faulty" / "altered_hand.json")
    told = mustutor("replay", "sign", wrong, "--key", key)
    assert (told.status, told.out) == (1, "")
    assert "altered at 1" in told.err
    told = mustutor("replay", "sign", kept(bare("punto")), "--key", key)
    assert (told.status, told.out) == (1, "")
    assert "mustutor replay seal" in told.err


def test_sealing_anew_what_changed_leaves_the_signatures_out(mustutor, key, kept):
    signed = document(mustutor("replay", "sign", "punto", "--key", key))
    assert "signatures" in document(mustutor("replay", "seal", kept(signed)))
    assert "signatures" not in document(mustutor("replay", "seal", kept(signed), "--commit"))
    assert "signatures" not in document(mustutor("replay", "seal", kept(signed), "--strip"))


def test_what_is_no_key_is_refused(mustutor, kept):
    pytest.importorskip(SIGNING)
    told = mustutor("replay", "sign", "punto", "--key", kept("hello", "no.key"))
    assert (told.status, told.out) == (3, "")
    assert "not an Ed25519 private key" in told.err
    assert mustutor("replay", "sign", "punto", "--key", "nowhere.key").status == 3


def test_without_the_extra_one_line_says_what_to_install(
    mustutor, monkeypatch, key, kept, tmp_path
):
    signed = kept(mustutor("replay", "sign", "punto", "--key", key).out)
    for name in [name for name in sys.modules if name.split(".")[0] == SIGNING]:
        monkeypatch.setitem(sys.modules, name, None)
    new = tmp_path / "new.key"
    for words in (
        ("key", "new", "-o", str(new)),
        ("key", "show", key),
        ("sign", "punto", "--key", key),
    ):
        told = mustutor("replay", *words)
        assert (told.status, told.out) == (3, "")
        [line] = told.err.splitlines()
        assert "pip install 'mustutor[sign]'" in line
    assert not new.exists()
    # Everything else goes on; that the signature was not judged is said.
    assert mustutor("replay", "redact", signed, "--view", "table").status == 0
    said = mustutor("replay", "verify", signed)
    assert said.status == 0
    assert "Signature 1 is not judged" in said.out


# --- commit, deal, reveal ----------------------------------------------------------------


def test_commit_deal_and_reveal_end_in_a_record_anybody_can_deal_again(mustutor, tmp_path):
    secret, dealt, table, told = (
        str(tmp_path / f"{name}.json") for name in ("secret", "dealt", "table", "told")
    )
    said = mustutor("replay", "commit", "--variant", "madrid", "-o", secret)
    assert said.status == 0
    shuffle = json.loads((tmp_path / "secret.json").read_text())["hands"][0]["deal"]["shuffle"]
    assert shuffle["commit"] in said.out
    assert shuffle["seed"] not in said.out + said.err
    said = mustutor("replay", "deal", secret, "--words", "red wine", "-o", dealt)
    assert said.status == 0
    for path in ("secret.json", "dealt.json"):
        assert stat.S_IMODE((tmp_path / path).stat().st_mode) == 0o600
    assert mustutor("replay", "redact", dealt, "--view", "table", "-o", table).status == 0
    assert shuffle["seed"] not in (tmp_path / "table.json").read_text()
    assert mustutor("replay", "reveal", table, "--secret", dealt, "-o", told).status == 0
    assert (tmp_path / "told.json").read_text() == (tmp_path / "dealt.json").read_text()
    # Other words than the table's are found out.
    other = str(tmp_path / "other.json")
    assert mustutor("replay", "deal", secret, "--words", "white wine", "-o", other).status == 0
    cheated = str(tmp_path / "cheated.json")
    assert mustutor("replay", "reveal", table, "--secret", other, "-o", cheated).status == 0
    found = mustutor("replay", "verify", cheated)
    assert found.status == 1
    assert "misdealt" in found.out


def test_a_committed_hand_is_taken_down_without_its_secret(mustutor, fed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mustutor("replay", "commit", "--variant", "madrid", "-o", "secret.json")
    mustutor("replay", "deal", "secret.json", "--words", "red wine", "-o", "dealt.json")
    dealt = json.loads((tmp_path / "dealt.json").read_text())["hands"][0]["deal"]
    fed("corto\nenvido 4\nno quiero\nno quiero\nclose\n")
    told = mustutor("replay", "record", "played.json", "--deal", "dealt.json")
    assert (told.status, told.err) == (0, "")
    kept = json.loads((tmp_path / "played.json").read_text())["hands"][0]["deal"]
    assert kept["commit"] == dealt["commit"]
    assert not {"cards", "salts"} & set(kept)
    assert "seed" not in kept["shuffle"]
    assert (
        mustutor(
            "replay", "reveal", "played.json", "--secret", "dealt.json", "-o", "told.json"
        ).status
        == 0
    )
    assert mustutor("replay", "verify", "told.json").status == 0
    revealed = json.loads((tmp_path / "told.json").read_text())["hands"][0]
    assert revealed["deal"]["cards"] == dealt["cards"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--deal", "secret.json"), "no hand that has been dealt"),
        (("--deal", "punto"), "no hand that has been dealt"),
        (("--deal", "dealt.json", "--variant", "fournier"), "for another table"),
    ],
)
def test_a_deal_that_is_none_is_not_begun(mustutor, fed, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    mustutor("replay", "commit", "--variant", "madrid", "-o", "secret.json")
    mustutor("replay", "deal", "secret.json", "--words", "red wine", "-o", "dealt.json")
    fed("corto\n")
    told = mustutor("replay", "record", "played.json", *words)
    assert told.status in (2, 3)
    assert said in told.err
    assert not list(tmp_path.glob("played*"))


def test_cards_changed_after_sealing_are_not_laid_on_the_engine(mustutor, kept):
    # A seal leaves cards out, so that a redacted copy keeps it: it cannot vouch for them.
    record = json.loads(mustutor("replay", "seal", "punto").out)
    seat, held = next(iter(record["hands"][0]["deal"]["cards"].items()))
    held[0] = held[1]
    told = mustutor("replay", "verify", kept(record))
    assert told.status == 1
    assert seat in told.out
    assert "nothing was changed" not in told.out
    assert "they do not cover the cards" in told.out.replace("\n    ", " ")


def test_secrets_are_never_written_where_others_look_on(mustutor, tmp_path):
    secret = str(tmp_path / "secret.json")
    assert mustutor("replay", "commit").status == 2
    for output in ("-",):
        told = mustutor("replay", "commit", "-o", output)
        assert (told.status, told.out) == (2, "")
    assert mustutor("replay", "commit", "-o", secret).status == 0
    told = mustutor("replay", "deal", secret, "--words", "w", "-o", "-")
    assert (told.status, told.out) == (2, "")


def test_who_cannot_deal_or_reveal_is_told_why(mustutor, tmp_path):
    out = str(tmp_path / "out.json")
    told = mustutor("replay", "deal", "punto", "--words", "w", "-o", out)
    assert told.status == 3
    assert "mustutor replay commit" in told.err
    told = mustutor("replay", "reveal", "punto", "--secret", "whole_game")
    assert (told.status, told.out) == (1, "")
    assert "No hand of the record" in told.err
    told = mustutor("replay", "commit", "--mano", "Z", "-o", out)
    assert told.status == 2
    assert (
        mustutor("replay", "commit", "--variant", "encaje", "--seats", "5", "-o", out).status == 0
    )
    assert len(json.loads((tmp_path / "out.json").read_text())["seats"]) == 5


# --- who may read a copy, and what its bytes do ------------------------------------------------


def test_the_copy_of_a_seat_is_for_its_owner_alone(mustutor, tmp_path):
    for view, mode in (("A", 0o600), ("table", None)):
        target = tmp_path / f"{view}.json"
        assert mustutor("replay", "redact", "punto", "--view", view, "-o", str(target)).status == 0
        if mode is not None:
            assert target.stat().st_mode & 0o777 == mode


def test_no_sign_that_turns_text_round_or_drives_a_terminal_leaves_raw(mustutor, kept, record):
    match = record("punto")
    match["event"] = "a\u202eb\u009bc\u2066d"
    del match["seal"]
    told = mustutor("replay", "redact", kept(match), "--view", "table").out
    assert told.replace("\n", "").isprintable()
    assert json.loads(told)["event"] == match["event"]


# --- whose key it is, the reader says ------------------------------------------------------------


@pytest.fixture
def signed(mustutor, key, kept) -> str:
    path: str = kept(mustutor("replay", "sign", "punto", "--key", key, "--by", "Amaia").out)
    return path


def shown(mustutor, key: str) -> str:
    digits: str = mustutor("replay", "key", "show", key).out.split()[-1]
    return digits


def test_a_record_that_bears_the_signature_of_the_key_named_is_in_order(
    mustutor, key, kept, signed
):
    digits = shown(mustutor, key)
    for named in (digits, digits.upper(), key, kept(digits + "\n", "amaia.pub")):
        told = mustutor("replay", "verify", signed, "--signed-by", named)
        assert (told.status, told.err) == (0, "")
        assert f"Signed by Amaia, with the key {digits}." in unwrapped(told.out)


def test_a_public_key_in_pem_is_read(mustutor, key, kept, signed):
    from cryptography.hazmat.primitives import serialization

    public = serialization.load_pem_private_key(Path(key).read_bytes(), None).public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    pem = public.public_bytes(serialization.Encoding.PEM, form).decode()
    told = mustutor("replay", "verify", signed, "--signed-by", kept(pem, "amaia.pem"))
    assert told.status == 0


def test_what_the_key_named_has_not_signed_is_wrong_and_one_line_says_so(
    mustutor, signed, tmp_path
):
    other = str(tmp_path / "other.key")
    mustutor("replay", "key", "new", "-o", other)
    digits = shown(mustutor, other)
    line = f"It has no valid signature by the key {digits}."
    for path in (signed, "punto"):
        told = mustutor("replay", "verify", path, "--signed-by", other)
        assert told.status == 1
        assert line in unwrapped(told.out)
        assert "ok," not in told.out
        brief = mustutor("replay", "verify", path, "--signed-by", other, "--brief")
        assert (brief.status, brief.out.count("\n\n")) == (1, 0)
        found = mustutor("replay", "verify", path, "--signed-by", other, "--json")
        document = json.loads(found.out)
        assert (found.status, document["verdict"], document["refused"]) == (1, "ok", "unsigned")
        assert document["message"] == line
        assert digits not in document["signed_by"]
    spanish = mustutor("replay", "verify", "punto", "--signed-by", other, "--lang", "es")
    assert "No lleva ninguna firma válida" in unwrapped(spanish.out)


def test_a_signature_of_a_record_that_was_changed_since_is_nobodys(mustutor, key, signed, kept):
    match = json.loads(Path(signed).read_text("utf-8"))
    match["place"] = "elsewhere"
    told = mustutor("replay", "verify", kept(match), "--signed-by", key, "--json")
    document = json.loads(told.out)
    assert (told.status, document["verdict"], document["signed_by"]) == (1, "altered", [])


def test_of_many_matches_those_not_signed_are_told_and_counted(
    mustutor, key, signed, record, tmp_path
):
    lines = [Path(signed).read_text("utf-8").strip(), json.dumps(record("punto"))]
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join([*lines, lines[0]]) + "\n", "utf-8")
    for jobs in ("1", "2"):
        told = mustutor("replay", "verify", str(path), "--signed-by", key, "--jobs", jobs)
        said = unwrapped(told.out)
        assert told.status == 1
        assert said.count("It has no valid signature") == 1
        assert "match 2: It has no valid signature" in said
        assert "--signed-by: 1 match is not signed with that key" in said


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("0" * 64, "not a public key"),  # of small order: nobody has it
        ("", "not a public key"),  # a variable that is not set asks for no less
        (" ", "not a public key"),
        ("/", "It is a folder"),
        ("ab" * 31, "cannot be read"),
        ("README", "cannot be read"),
        ("text.pub", "not a public key"),
    ],
)
def test_a_key_that_is_none_is_refused_before_anything_is_judged(mustutor, kept, named, said):
    pytest.importorskip(SIGNING)
    path = kept("hello", named) if named.endswith(".pub") else named
    told = mustutor("replay", "verify", "punto", "--signed-by", path)
    assert (told.status, told.out) == (3, "")
    assert said in told.err


def test_a_pipe_is_no_key_and_nobody_waits_for_it(mustutor, tmp_path):
    pytest.importorskip(SIGNING)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for words in (("verify", "punto", "--signed-by", str(pipe)), ("key", "show", str(pipe))):
        told = mustutor("replay", *words)
        assert (told.status, told.out) == (3, "")
        assert "It is a pipe" in told.err


def test_signed_by_asks_of_whole_matches(mustutor, key):
    for more in ("--each-hand", "--shard=1/2"):
        told = mustutor("replay", "verify", "punto", "--signed-by", key, more)
        assert told.status == 2
