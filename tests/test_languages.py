"""Languages: how far each is, how names end in them, and languages from outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.base import language as languages
from mustutor.base.endings import with_ending
from mustutor.base.language import add_pack, available, open_language, reading_order, text_in
from mustutor.base.language_state import state_of

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"X-State: beta\\n"
"X-Falls-Back-To: es\\n"

msgctxt "what this language calls itself"
msgid "English"
msgstr "Probatzea"

msgid "{seat} passes."
msgstr "{seat:ergative} paso egin du."
"""

# As they are said in Basque. Names in -r double it, figures end as the number is read, a letter by
# itself is a sign; y, w and a silent h are vowels to the ear, and an ending goes behind a dot.
BASQUE = {
    ("ergative", "Ane"): "Anek",
    ("ergative", "Ainhoa"): "Ainhoak",
    ("ergative", "Josu"): "Josuk",
    ("ergative", "Jon"): "Jonek",
    ("ergative", "Iker"): "Ikerrek",
    ("ergative", "Beñat"): "Beñatek",
    ("ergative", "Gorka Etxebarr"): "Gorka Etxebarrek",
    ("ergative", "Mikel"): "Mikelek",
    ("ergative", "Beatriz"): "Beatrizek",
    ("ergative", "Aratz"): "Aratzek",
    ("ergative", "Arantxa"): "Arantxak",
    ("ergative", "Arrats"): "Arratsek",
    ("ergative", "Max"): "Maxek",
    ("ergative", "Felix"): "Felixek",
    ("ergative", "Anne"): "Annek",
    ("ergative", "Ann"): "Annek",
    ("ergative", "Matt"): "Mattek",
    ("ergative", "Isaak"): "Isaakek",
    ("ergative", "José"): "Josék",
    ("ergative", "Zoë"): "Zoëk",
    ("ergative", "Bjørnø"): "Bjørnøk",
    ("ergative", "Harry"): "Harryk",
    ("ergative", "Kay"): "Kayk",
    ("ergative", "Matthew"): "Matthewk",
    ("ergative", "Sarah"): "Sarahk",
    ("ergative", "Judith"): "Judithek",
    ("ergative", "Bach"): "Bachek",
    ("ergative", "JON"): "JONek",
    ("ergative", "BBK"): "BBKk",
    ("ergative", "Ane B."): "Ane B.k",
    ("ergative", "Jon Jr."): "Jon Jr.ek",
    ("ergative", "Maite!"): "Maite!k",
    ("ergative", "A"): "A-k",
    ("ergative", "A eta B"): "A eta B-k",
    ("ergative", "A1"): "A1ek",
    ("ergative", "B2"): "B2k",
    ("ergative", "C3"): "C3k",
    ("ergative", "E5"): "E5ek",
    ("ergative", "0"): "0k",
    ("ergative", "10"): "10ek",
    ("ergative", "Kepa 11"): "Kepa 11k",
    ("ergative", "15"): "15ek",
    ("ergative", "Kepa 21"): "Kepa 21ek",
    ("ergative", "30"): "30ek",
    ("ergative", "31"): "31k",
    ("ergative", "40"): "40k",
    ("ergative", "100"): "100ek",
    ("ergative", "2000"): "2000k",
    ("ergative", "Ane (A1)"): "Anek (A1)",
    ("ergative", "Ane (A1) eta Jon (A2)"): "Ane (A1) eta Jonek (A2)",
    ("dative", "Ane"): "Aneri",
    ("dative", "Jon"): "Joni",
    ("dative", "Iker"): "Ikerri",
    ("dative", "A1"): "A1i",
    ("dative", "B2"): "B2ri",
    ("dative", "Harry"): "Harryri",
    ("genitive", "Ane"): "Aneren",
    ("genitive", "Jon"): "Jonen",
    ("genitive", "Iker"): "Ikerren",
    ("genitive", "Aratz"): "Aratzen",
    ("genitive", "Kepa 11"): "Kepa 11ren",
    ("genitive", "B"): "B-ren",
    ("comitative", "Ane"): "Anerekin",
    ("comitative", "Jon"): "Jonekin",
    ("benefactive", "Maddi"): "Maddirentzat",
    ("benefactive", "Jon"): "Jonentzat",
    ("partitive", "Jon"): "Jonik",
    ("definite", "zaldun"): "zalduna",
    ("definite", "errege"): "erregea",
    ("definite", "txota"): "txota",
    ("nothing known", "Jon"): "Jon",
}
FRENCH = {
    ("de", "Ane"): "d'Ane",
    ("de", "Édith"): "d'Édith",
    ("de", "Hélène"): "d'Hélène",
    ("de", "Bea"): "de Bea",
    ("de", "Yves"): "d'Yves",
    ("de", "Yolanda"): "de Yolanda",
    ("de", "as"): "d'as",
    ("de", "huit"): "de huit",
    ("de", "onze"): "de onze",
    ("de", "31"): "de 31",
    ("de", "A1"): "de A1",
    ("de", "A"): "de A",
    ("que", "Ane (A1)"): "qu'Ane (A1)",
    ("que", "Jon"): "que Jon",
}


@pytest.mark.parametrize(("asked", "said"), BASQUE.items())
def test_basque_names_take_their_endings(asked: tuple[str, str], said: str) -> None:
    assert with_ending("eu", *asked) == said


@pytest.mark.parametrize(("asked", "said"), FRENCH.items())
def test_french_names_lose_no_sound_and_seats_are_signs(asked: tuple[str, str], said: str) -> None:
    assert with_ending("fr", *asked) == said


def test_a_language_without_rules_leaves_names_as_they_are() -> None:
    assert with_ending("es", "ergative", "Ane") == "Ane"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A folder with a language that nobody speaks, while the test lasts."""
    reading_order("zu")  # asked before: what was found then is forgotten
    folder = tmp_path / "packs" / "zu"
    folder.mkdir(parents=True)
    (folder / "mustutor.po").write_text(PO, "utf-8")
    (folder / "texts.yaml").write_text(
        "articles:\n  MUS-DEJE-1: {title: Utzia, text: Harri bat.}\n", "utf-8"
    )
    kept = [*languages.PACKS]
    add_pack(folder.parent)
    yield folder.parent
    languages.PACKS[:] = kept
    for forgotten in (available, open_language, reading_order, state_of):
        forgotten.cache_clear()


@pytest.mark.usefixtures("pack")
def test_a_language_from_outside_is_spoken_and_says_how_far_it_is() -> None:
    state = state_of("zu")
    assert (state.name, state.beta, state.order) == ("Probatzea", True, ("zu", "es", "en"))
    assert 0 < state.share < 0.01
    spoken = open_language("zu")
    # It has no rules of endings here: a name stays as it is.
    assert spoken.say("{seat} passes.", seat="Jon") == "Jon paso egin du."
    # What it lacks is said in the language it falls back to.
    assert spoken.say("Nothing in it is new.") == open_language("es").say("Nothing in it is new.")
    assert text_in({"en": "stone", "es": "piedra"}, "zu") == "piedra"


@pytest.mark.parametrize(
    ("code", "read_after_it", "told"),
    [
        ("fr", ("en",), "fr  Français: beta, 100 % of the sentences\n"),
        ("eu", ("es", "en"), "eu  Euskara: beta, "),
    ],
)
def test_who_plays_at_such_a_table_has_yet_to_read_it(mustutor, code, read_after_it, told) -> None:
    """A language that lacks no sentence may be under way all the same; its share is whole."""
    assert reading_order(code)[1:] == read_after_it
    assert told in mustutor("languages").out


def test_a_plural_is_one_sentence_however_many_forms_it_has(pack: Path) -> None:
    before = state_of("zu").share
    catalogue = pack / "zu" / "mustutor.po"
    one_form = PO.replace("nplurals=2; plural=(n != 1)", "nplurals=1; plural=0")
    forms = 'msgid "{number} stone"\nmsgid_plural "{number} stones"\nmsgstr[0] "{number} harri"\n'
    for head, more in ((PO, 'msgstr[1] "{number} harri"\n'), (one_form, "")):
        catalogue.write_text(f"{head}\n{forms}{more}", "utf-8")
        for asked in (open_language, state_of):
            asked.cache_clear()
        # Its head counts as one, beside the two sentences it had.
        assert state_of("zu").share == pytest.approx(before * 4 / 3)


def test_a_language_of_ours_cannot_be_taken_by_a_pack(tmp_path: Path) -> None:
    folder = tmp_path / "es"
    folder.mkdir()
    (folder / "mustutor.po").write_text(PO, "utf-8")
    before = open_language("es").say("{seat} passes.", seat="A1")
    kept = [*languages.PACKS]
    add_pack(tmp_path)
    open_language.cache_clear()
    assert open_language("es").say("{seat} passes.", seat="A1") == before
    languages.PACKS[:] = kept
    available.cache_clear()


def test_packs_are_named_in_the_configuration(pack: Path, mustutor, monkeypatch) -> None:
    monkeypatch.setenv("MUSTUTOR_LANGUAGES", str(pack))
    listed = [json.loads(line) for line in mustutor("languages", "--json").out.splitlines()]
    assert {key: value for key, value in listed[-1].items() if key in ("code", "beta")} == {
        "code": "zu",
        "beta": True,
    }
    assert mustutor("rule", "MUS-DEJE-1", "--lang", "zu").status == 0


@pytest.mark.parametrize("code", available())
def test_every_language_calls_itself_by_its_own_name(code: str) -> None:
    assert code == "en" or state_of(code).name != "English"


def test_a_text_opens_its_own_catalogue_and_no_other() -> None:
    open_language.cache_clear()
    reading_order.cache_clear()
    assert text_in({"en": "stone", "es": "piedra"}, "es") == "piedra"
    assert open_language.cache_info().currsize == 1


@pytest.mark.usefixtures("pack")
def test_a_language_is_read_from_the_moment_it_is_added() -> None:
    assert reading_order("zu") == ("zu", "es", "en")
