"""Bad input, driven through the commands: one clear line, the right status, nothing lost."""

from __future__ import annotations

import json
import unicodedata

import pytest

READERS = (("settle",), ("replay", "verify"), ("replay", "show"), ("replay", "play"))
reading = pytest.mark.parametrize("command", READERS, ids=" ".join)

UNREADABLE = {
    "empty": ("", ": It is empty"),
    "blank": ("  \n\n", ": It is empty"),
    "binary": (bytes(range(256)) * 4, ": It is not text"),
    "not UTF-8": (b'{"format": "\xff"}', ":1:13: It is not UTF-8"),
    "not JSON": ("hello there", ":1:1: It is not JSON"),
    "10 MB of brackets": ("[" * 10_000_000, ": It nests brackets far deeper"),
    "a list": ("[]", ":1:1: "),
    "a number": ("5", ":1:1: "),
    "NaN": ('{"start": {"A": NaN}}', "NaN is not a number a record may hold"),
    "infinity": ('{"start": {"A": -Infinity}}', "-Infinity is not a number"),
    "a fraction": ('{"start": {"A": 5.5}}', "5.5 is not a whole number"),
    "a name twice": ('{"seats": [], "seats": []}', "The field seats is written twice"),
    "a huge number": ('{"start": {"A": ' + "9" * 5000 + "}}", ": "),
}
SHAPELESS = {"empty", "blank", "binary"}


@reading
@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_is_no_record_at_all_is_status_3_in_one_line(mustutor, kept, command, kind):
    text, problem = UNREADABLE[kind]
    path = kept(text)
    refused = mustutor(*command, path)
    first, *advice = refused.err.splitlines()
    assert refused.status == 3
    assert first.startswith(f"{path}:")
    assert problem in first
    # What has no shape at all is not mended by reading about the right one.
    schema = ["Type mustutor schema replay to see what a record holds."]
    assert advice == ([] if kind in SHAPELESS else schema)
    assert len(refused.out.splitlines()) <= 1


@reading
def test_a_missing_file_and_a_folder_are_status_3(mustutor, tmp_path, command):
    missing = mustutor(*command, "no_such_file.json")
    assert missing.status == 3
    assert missing.err.startswith("no_such_file.json: There is no such file")
    folder = mustutor(*command, str(tmp_path))
    assert folder.status == 3
    assert folder.err.startswith(f"{tmp_path}: It is a folder")
    sheet = tmp_path / "x.mus"
    sheet.write_text("a b c")
    for told in (missing, folder, mustutor(*command, str(sheet))):
        assert "schema" not in told.err


@reading
def test_a_file_that_is_not_there_is_answered_with_the_one_that_is(mustutor, kept, record, command):
    path = kept(record(), "the_match.json")
    near = mustutor(*command, path.replace("match", "mtach"))
    assert f"(did you mean {path}?)" in near.err
    assert "(did you mean worked_example_1?)" in mustutor(*command, "worked_exampel_1").err


SCHEMA = {
    "wrong format version": (
        lambda match: match.update(format="mus-replay/2"),
        "mus-replay/2",
    ),
    "unknown field": (lambda match: match.update(seet=1), "There is no field seet here"),
    "a misspelt field": (
        lambda match: match.update(plyers={}),
        "There is no field plyers here (did you mean players?)",
    ),
    "numbers as strings": (
        lambda match: match["start"].update(A="5"),
        'start.A must be a whole number, which "5" is not (did you mean 5?)',
    ),
    "null": (lambda match: match.update(start=None), "start must be a map"),
    "true for a number": (lambda match: match["start"].update(A=True), "start.A must be a whole"),
    "stones below nothing": (lambda match: match["start"].update(A=-1), "start.A cannot be -1"),
    "one seat": (lambda match: match.update(seats=["A"]), "seats is too short"),
    "no seats": (lambda match: match.pop("seats"), "The field seats is missing here"),
}


@reading
@pytest.mark.parametrize("kind", SCHEMA)
def test_what_the_schema_refuses_has_line_and_column(mustutor, bare, kept, command, kind):
    change, problem = SCHEMA[kind]
    match = bare()
    change(match)
    path = kept(match)
    refused = mustutor(*command, path)
    first, _ = refused.err.splitlines()
    place, _, said = first.removeprefix(f"{path}:").partition(": ")
    line, column = map(int, place.split(":"))
    assert refused.status == 3
    assert problem in said
    assert 1 <= line <= len(json.dumps(match, indent=1).splitlines())
    assert column >= 1


@reading
def test_a_record_cut_in_half_is_told_at_the_place_it_breaks_off(mustutor, bare, kept, command):
    text = json.dumps(bare(), indent=1)
    path = kept(text[: len(text) // 2])
    refused = mustutor(*command, path)
    assert refused.status == 3
    assert refused.err.startswith(f"{path}:")
    assert len(refused.err.splitlines()) == 2


def calling(number, call):
    def change(match):
        match["hands"][0]["rounds"][0]["calls"][number - 1] = call

    return change


def holding(cards):
    def change(match):
        match["hands"][0]["deal"]["cards"]["B"] = cards.split()

    return change


def going_on(*rounds):
    def change(match):
        match["hands"][0]["rounds"] += [
            {"lance": lance, "calls": list(calls)} for lance, *calls in rounds
        ]

    return change


UNBET = ("chica", "A paso", "B paso", "C paso", "D paso")
WRONG = {
    "a card twice": (holding("Ro 3c 3e 7o"), "1", "B is given Ro, but A has it already."),
    "five cards": (holding("3o 3c 3e 7o Ao"), "1", "B is dealt 5 cards; every player gets 4."),
    "a card not in the deck": (holding("3o 3c 3e 9o"), "1", "9o is not a card of this deck"),
    "a seat that does not exist": (calling(2, "G paso"), "1.grande.2", "There is no seat G"),
    "out of turn": (calling(2, "C paso"), "1.grande.2", "B speaks now, not C."),
    "a bet of 1": (calling(3, "C envido 1"), "1.grande.3", "the smallest bet is 2"),
    "above one's stones": (calling(3, "C envido 17"), "1.grande.3", "16"),
    "a raise by 1": (calling(7, "B subo a 3"), "1.grande.7", "a raise must reach at least 4"),
    "an órdago": (calling(3, "C órdago"), "1.grande.3", "There is no órdago."),
    "no call at all": (calling(3, "C mumbles"), "1.grande.3", "mumbles"),
    "see with no stones": (
        going_on(("chica", "A envido 2", "E quiero")),
        "1.chica.2",
        "E",
    ),
    "pares without having them": (
        going_on(UNBET, ("pares", "A tengo", "B tengo", "C tengo", "D tengo")),
        "1.pares.4",
        "D",
    ),
    "pares denied": (going_on(UNBET, ("pares", "A no tengo")), "1.pares.1", "A declares no"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_the_rules_refuse_is_status_1_with_its_place(mustutor, bare, kept, kind):
    change, place, problem = WRONG[kind]
    match = bare()
    change(match)
    path = kept(match)
    for command in (("settle",), ("replay", "play")):
        refused = mustutor(*command, path)
        first, *advice = refused.err.splitlines()
        assert refused.status == 1
        assert first.startswith(f"{path}: {place}: ")
        assert problem in first
        assert len(advice) <= 1
        # Nothing is lost: what was good before the fault is still there.
        assert "A 5   B 18   C 16   D 9   E 10" in refused.out
    verified = mustutor("replay", "verify", path)
    assert (verified.status, verified.err) == (1, "")
    assert f"at {place}" in " ".join(verified.out.split())
    shown = mustutor("replay", "show", path)
    assert (shown.status, shown.err) == (0, "")


def test_a_table_nobody_can_sit_down_to_is_told_with_its_file(mustutor, bare, kept):
    match = bare()
    match["hands"][0]["mano"] = "F"
    path = kept(match)
    refused = mustutor("settle", path)
    assert (refused.status, refused.out) == (1, "")
    assert refused.err.startswith(f"{path}: There is no seat F at this table")


def test_an_unknown_variant_is_told_with_its_file(mustutor, bare, kept):
    match = bare()
    match["variant"] = {"id": "encage"}
    path = kept(match)
    for command in (("settle",), ("replay", "play")):
        refused = mustutor(*command, path)
        assert (refused.status, refused.out) == (3, "")
        assert refused.err.startswith(f"{path}: There is no variant encage")
        assert "(did you mean encaje?)" in refused.err
    assert mustutor("replay", "verify", path).status == 1


def test_a_variant_that_looks_like_a_path_is_never_opened(mustutor, bare, kept):
    secret = kept("top: secret", "secret.yaml")
    match = bare()
    match["variant"] = {"id": secret}
    refused = mustutor("settle", kept(match))
    assert refused.status == 3
    assert "secret" not in refused.err.replace("secret.yaml", "")


@pytest.mark.parametrize("kind", ["wrong format version", "numbers as strings"])
def test_bad_input_is_told_in_spanish_too(mustutor, bare, kept, kind):
    match = bare()
    SCHEMA[kind][0](match)
    english, spanish = (mustutor("settle", kept(match), "--lang", c) for c in ("en", "es"))
    assert (english.status, spanish.status) == (3, 3)
    assert spanish.err.splitlines()[1].startswith("Escribe mustutor schema replay")


# --- words of strangers ------------------------------------------------------------------

STRANGE = "x\x1b[31mred\x07\x9b2J\u202egnp\u2066\u200b\ttab\nline"


def harmless(text: str) -> bool:
    """Whether a terminal would obey nothing in a text but its line ends."""
    return all(
        sign in "\n " or unicodedata.category(sign)[0] not in "CZ" or sign == "\u00a0"
        for sign in text
    )


def strange(match):
    for field in ("event", "place", "date", "recorder"):
        match[field] = STRANGE
    match["players"] = {"A": STRANGE, "B": {"name": STRANGE, "kind": STRANGE}}
    match["claims"] = [
        {"by": STRANGE, "about": "1.grande", "to": "E", "stones": 22, "text": {"en": STRANGE}},
        {"by": "B", "about": STRANGE},
    ]
    match["notes"] = {
        "1.grande.2": [{"by": STRANGE, "text": {"en": STRANGE}}],
        "1": [{"text": {"en": STRANGE}}],
        STRANGE: [{"text": {"en": STRANGE}}],
    }
    return match


@pytest.mark.parametrize(
    "command",
    [
        ("settle",),
        ("settle", "--json"),
        ("settle", "--markdown"),
        ("replay", "show"),
        ("replay", "play"),
        ("replay", "verify"),
        ("replay", "verify", "--json"),
    ],
    ids=" ".join,
)
def test_words_of_strangers_never_reach_the_terminal_raw(mustutor, bare, kept, command):
    told = mustutor(*command, kept(strange(bare())))
    assert told.status in {0, 1}
    assert harmless(told.out)
    assert harmless(told.err)
    if "show" in command or command == ("settle",):
        assert "\\x1b[31mred" in told.out
        assert "\\u202e" in told.out


@pytest.mark.parametrize(
    "change",
    [
        lambda match: match.update(variant={"id": STRANGE}),
        lambda match: match["hands"][0]["rounds"][0]["calls"].__setitem__(0, f"A {STRANGE}"),
        lambda match: match["hands"][0]["deal"]["cards"].update(B=[STRANGE] * 4),
        lambda match: match.update({STRANGE: 1}),
        lambda match: match.update(format=STRANGE),
        lambda match: match["hands"][0].update(
            ledger=[
                {"lance": STRANGE, "when": "at_once", "item": STRANGE, "from": STRANGE}
                | {"to": STRANGE, "stones": 1, "rule": STRANGE}
            ]
        ),
    ],
    ids=["variant", "call", "card", "field", "format", "ledger"],
)
@reading
def test_what_is_wrong_is_quoted_harmlessly(mustutor, bare, kept, command, change):
    match = bare()
    change(match)
    for extra in ((), ("--color", "never", "--lang", "es")):
        told = mustutor(*command, kept(match), *extra)
        assert told.status in {0, 1, 3}
        assert harmless(told.out)
        assert harmless(told.err)


def test_a_strange_file_name_is_quoted_harmlessly(mustutor, bare, kept):
    path = kept(bare(), "a\x1b[31m\u202eb.json")
    for command in READERS:
        told = mustutor(*command, path)
        assert told.status == 0
        assert harmless(told.out)
    assert harmless(mustutor("settle", "no\x1b[31m\u202e.json").err)


def test_json_keeps_strange_words_whole(mustutor, bare, kept):
    told = mustutor("settle", kept(strange(bare())), "--json")
    assert json.loads(told.out)["claims"][0]["by"] == STRANGE


@pytest.mark.parametrize(
    ("code", "said", "advice"),
    [
        ("en", "--why needs 2 values.", "Type mustutor settle --help to see how."),
        ("es", "--why necesita 2 valores.", "Escribe mustutor settle --help para ver cómo se usa."),
        ("fr", "--why demande 2 valeurs.", "Tape mustutor settle --help pour voir comment faire."),
    ],
)
def test_an_option_with_too_few_values_says_so_and_names_its_command(mustutor, code, said, advice):
    told = mustutor("settle", "ordago_accepted", "--why", "A2", "--lang", code)
    assert (told.status, told.err.splitlines()) == (2, [said, advice])


@pytest.mark.parametrize("code", ["en", "es", "fr", "eu"])
def test_a_word_that_is_typed_as_it_is_stays_so_in_every_language(mustutor, code):
    assert "--step STEP|N|next " in mustutor("play", "--help", "--lang", code).out


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("{bad", 2, "aquí tiene que ir un nombre entre comillas dobles."),
        ('{"a" 1}', 6, "aquí tienen que ir dos puntos."),
        ("[1 2]", 4, "aquí tiene que ir una coma."),
        ("hola", 1, "aquí tiene que ir un valor."),
        ("{} {}", 4, "ya ha terminado, y detrás hay algo más."),
        ('["\\q"]', 3, "esto no puede estar aquí."),
    ],
)
def test_what_is_no_json_is_said_in_one_language(mustutor, tmp_path, text, column, said):
    file = tmp_path / "bad.json"
    file.write_text(text, "utf-8")
    told = mustutor("settle", str(file), "--lang", "es")
    assert (told.status, told.err.splitlines()[0]) == (3, f"{file}:1:{column}: No es JSON: {said}")
