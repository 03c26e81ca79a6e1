"""The rulebook: an article for every rule, cited, in two languages, and found by its words."""

from __future__ import annotations

import re

import pytest

from mustutor.base import schema, shipped, yaml_text
from mustutor.base.errors import Unreadable
from mustutor.base.files import data
from mustutor.games import rulebook
from mustutor.games.mus_family.calls import meanings
from mustutor.games.rulebook import Article, Term, article, articles, in_language, sources, terms
from mustutor.games.rulebook_search import find
from mustutor.model.options import options_of
from tests.long import each

# How many rules each chapter has, by hand.
ENCAJE = {
    "GEN": 4,
    "DEAL": 5,
    "STN": 5,
    "SES": 2,
    "LANCE": 1,
    "TURN": 3,
    "BET": 14,
    "PAR": 5,
    "JUE": 4,
    "SET": 12,
    "EX": 4,
    "END": 3,
}
ENCAJE_IDS = [
    f"ENC-{chapter}-{number}" for chapter, last in ENCAJE.items() for number in range(1, last + 1)
]
SHEDDING_IDS = [
    *(f"ENF-{number}" for number in range(1, 15)),
    *(f"MAU-{number}" for number in range(1, 24)),
]
MUS = {
    "OBJ": "1 2 3 4 5 6 7",
    "DECK": "1 2",
    "RANK": "1 2 3 4 5",
    "VALUE": "1 2 3",
    "PLAY": "1 2 3",
    "SEAT": "1 2 3",
    "DLR": "1 2 3 4",
    "DEAL": "1 2 3 4 5",
    "MUS": "1 2 3 4 5 6",
    "FIRST": "1 2 3 4",
    "VISTO": "1 2",
    "DISC": "1 2 3 4 5 6",
    "LANCE": "1 2 3 4",
    "CMP": "G1 C1 P1 P2 P3 P4 P5 P6 P7 J1 J2 J3 PT1 PT2 T1 T2",
    "DECL": "1 2 3 4 5 6 7 8",
    "BET": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20",
    "ORD": "1 2 3 4 5",
    "DEJE": "1 2 3 4 5 6 7",
    "PAY": "1 2 3 4 5 6 7",
    "VAL": "1 2 3 4 5 6 7",
    "CNT": "1 2 3 4 5 6 7",
    "STN": "1 2 3 4 5 6 7 8",
    "END": "1 2 3",
    "MATCH": "1 2 3",
    "SIG": "1 2 3 4 F1 F2 F3 F4 F5 F6 F7 F8 W1 W2 W3 W4 W5 W6 W7",
    "TALK": "1",
    "NAME": "1 2 3 4 5 6",
    "REAL": "1 2 3 4 5 6 7 8 9",
    "STRAT": "1 2 3 4",
    "HIST": "1",
    "VOC": "1 2",
    "TABLE": "1 2 3 4",
}
REGIONS = {
    "ARA": "1 2 3 4 5 6",
    "AST": "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25",
    "CAN": "1 2 3 4 5 6 7 8",
    "CLM": "1 2 3 4 5 6",
    "CAT": "1 2 3 4",
    "MAD": "1 2 3 4 5 6 7 8",
    "GAL": "1 2 3 4 5",
    "RIO": "0 1 2 3 4 5 6",
    "NAV": "1 2 3",
    "EUS": "0",
    "ALV": "1 2 3 4 5",
    "GUI": "1 2 3 4",
}
REGION_NAMES = {
    "ARA": "Aragón",
    "AST": "Asturias",
    "CAN": "Cantabria",
    "CLM": "Castilla-La Mancha",
    "CAT": "Cataluña",
    "MAD": "Madrid",
    "GAL": "Galicia",
    "RIO": "La Rioja",
    "NAV": "Navarra",
    "EUS": "Euskadi",
    "ALV": "Álava (and|y) Vizcaya",
    "GUI": "Guipúzcoa",
}
MUS_IDS = [f"MUS-{chapter}-{rule}" for chapter, rules in MUS.items() for rule in rules.split()]
REGION_IDS = [f"REG-{region}-{rule}" for region, rules in REGIONS.items() for rule in rules.split()]

# How long the documents are that the articles cite.
LINES = {"S0": 43, "S1": 111, "S2": 136, "S3": 25, "S4": 186}

every_article = each(articles().values(), lambda entry: entry.id)


def test_the_book_has_every_rule_in_its_order_and_nothing_else():
    """`mustutor rule` lists them in this order, a chapter at a time."""
    assert (len(ENCAJE_IDS), len(MUS_IDS), len(REGION_IDS)) == (62, 191, 82)
    assert len(SHEDDING_IDS) == 37
    assert list(articles()) == [*ENCAJE_IDS, *SHEDDING_IDS, *MUS_IDS, *REGION_IDS]


@each([*ENCAJE_IDS, *SHEDDING_IDS, *MUS_IDS, *REGION_IDS])
def test_a_rule_has_title_text_and_source(id_):
    entry = article(id_)
    assert entry.id == id_
    assert all(entry.title[language] and entry.text[language] for language in ("en", "es"))
    assert entry.source


@pytest.mark.parametrize("path", sorted((data("variants") / "rulebook").glob("*.yaml")), ids=str)
def test_the_files_fit_their_schema(path):
    assert schema.refusals(yaml_text.read(path).data, "rulebook") == []


@pytest.mark.parametrize("folder", shipped.folders(), ids=lambda folder: folder.name)
def test_what_was_compiled_is_what_was_written(folder):
    """What reads YAML has changed where this fails: ``python -m mustutor.base.shipped``."""
    written = (folder / shipped.NAME).read_text(encoding="utf-8")
    assert written == shipped.compiled(folder)


def test_an_edited_file_is_read_as_edited(tmp_path):
    (tmp_path / "a.yaml").write_text("stones: 20\n", encoding="utf-8")
    (tmp_path / shipped.NAME).write_text(shipped.compiled(tmp_path), encoding="utf-8")
    assert shipped.load_packaged_yaml(tmp_path / "a.yaml") == {"stones": 20}
    (tmp_path / "a.yaml").write_text("stones: 21\n", encoding="utf-8")
    assert shipped.load_packaged_yaml(tmp_path / "a.yaml") == {"stones": 21}


def test_the_compiled_data_is_what_is_used_while_the_file_stands(tmp_path):
    (tmp_path / "a.yaml").write_text("stones: 20\n", encoding="utf-8")
    made = shipped.compiled(tmp_path).replace("20}", "99}")
    (tmp_path / shipped.NAME).write_text(made, encoding="utf-8")
    assert shipped.load_packaged_yaml(tmp_path / "a.yaml") == {"stones": 99}


def test_every_source_has_a_readable_name():
    assert set(sources()) == set(LINES)
    assert all(source.name and source.who and source.language for source in sources().values())


@every_article
def test_an_article_is_whole_in_both_languages(entry: Article):
    for texts, longest in ((entry.title, 60), (entry.text, 600)):
        for language in ("en", "es"):
            assert texts[language].strip() == texts[language]
            assert 0 < len(texts[language]) <= longest
    assert entry.text["en"] != entry.text["es"]
    assert set(entry.reading) & {"en", "es"} in (set(), {"en", "es"})
    assert all(0 < len(text) <= 600 for text in entry.reading.values())
    for text in (*entry.text.values(), *entry.reading.values()):
        assert text.endswith((".", "?"))
        assert "\n" not in text
        assert not re.search(r"\bA-\d", text)


@every_article
def test_an_article_cites_document_and_line(entry: Article):
    assert entry.source
    for citation in entry.source:
        document, line = re.fullmatch(r"(S[01234]):L([1-9][0-9]*)", citation).groups()
        assert int(line) <= LINES[document]
    # Encaje has a document of its own, and no other rule stands in it.
    assert {cited.startswith("S0:") for cited in entry.source} == {entry.id.startswith("ENC-")}
    shed = entry.id in SHEDDING_IDS
    assert {cited.startswith("S3:") for cited in entry.source} == {shed}
    assert len(set(entry.source)) == len(entry.source)


@every_article
def test_an_article_names_options_there_are(entry: Article):
    game = {"ENF": "enfle", "MAU": "mau_mau"}.get(entry.id[:3])
    if game is not None:
        assert set(entry.options) <= set(options_of(game).own)
        return
    assert set(entry.options) <= set(options_of("mus").rows)
    if entry.id.startswith("ENC-"):
        assert set(entry.options) <= set(options_of("encaje").own)


@every_article
def test_an_option_named_in_a_text_is_listed(entry: Article):
    for texts in (entry.text, entry.reading):
        coded = [set(re.findall(r"`([^`]+)`", text)) for text in texts.values()]
        assert all(words == coded[0] for words in coded)
        for words in coded:
            named = {word.partition(":")[0] for word in words if "." in word}
            assert named <= set(entry.options)


@every_article
def test_an_article_points_at_others_there_are(entry: Article):
    assert entry.see
    assert set(entry.see) <= set(articles())
    assert entry.id not in entry.see


@each(REGION_IDS)
def test_an_article_of_a_region_begins_with_its_name(id_):
    entry = article(id_)
    name = REGION_NAMES[id_.split("-")[1]]
    assert all(re.match(rf"{name}\b", entry.title[code]) for code in ("en", "es"))
    assert all(cited.startswith("S4:") for cited in entry.source)


def test_every_option_of_mus_and_encaje_stands_in_an_article():
    named = {option for entry in articles().values() for option in entry.options}
    assert set(options_of("mus").rows) - named == {"game"}


@pytest.mark.parametrize("game", ["enfle", "mau_mau"])
def test_every_option_of_a_shedding_game_stands_in_an_article(game):
    named = {option for entry in articles().values() for option in entry.options}
    assert set(options_of(game).rows) - named == {"game"}


@each(terms().values(), str)
def test_a_term_leads_to_articles(term: Term):
    assert {"en", "es"} <= set(term.words)
    assert {"en", "es"} <= set(term.text)
    assert term.articles
    assert set(term.articles) <= set(articles())


@pytest.mark.parametrize("id_", ["enc-set-11", "ENC-SET-11", "Enc-Set-11", " enc-set-11 "])
def test_capitals_do_not_matter(id_):
    assert article(id_).id == "ENC-SET-11"


def test_an_unknown_article_is_answered_with_the_nearest():
    with pytest.raises(Unreadable) as refused:
        article("ENC-STE-11")
    assert refused.value.hint == "ENC-SET-11"
    assert "ENC-STE-11" in str(refused.value)


@pytest.mark.parametrize(
    ("words", "term", "id_"),
    [
        ("envido", "envido", "ENC-BET-1"),
        ("Envidar", "envido", "ENC-BET-1"),
        ("no quiero", "no_quiero", "ENC-BET-4"),
        ("la real", "la_real", "MUS-REAL-1"),
        ("pot", "pozo", "ENC-SET-8"),
        ("pozo", "pozo", "ENC-SET-11"),
        ("medias", "medias", "MUS-CMP-P3"),
        ("three of a kind", "medias", "MUS-VAL-2"),
        ("fold", "no_quiero", "ENC-BET-4"),
        ("ordago", "ordago", "ENC-BET-11"),
        ("ÓRDAGO", "ordago", "ENC-BET-11"),
        ("hor dago", "ordago", "ENC-BET-11"),
        ("je passe", "paso", "ENC-TURN-2"),
        ("iduki", "quiero", "ENC-BET-5"),
        ("ttipia", "chica", "MUS-CMP-C1"),
        ("ÓRDAGO", "ordago", "MUS-ORD-1"),
        ("french mus", "encaje", "ENC-GEN-1"),
        ("deje", "deje", "MUS-DEJE-1"),
        ("refus", "deje", "MUS-DEJE-2"),
        ("enbido", "envido", "MUS-BET-10"),
        ("reenvido", "reenvido", "MUS-BET-12"),
        ("y yo", "y_yo", "MUS-BET-11"),
        ("¡todas!", "todas", "REG-ARA-3"),
        ("farol", "farol", "MUS-BET-18"),
        ("hamarreko", "amarrako", "MUS-STN-2"),
        ("ttantto", "tanto", "MUS-STN-8"),
        ("adentro", "adentro", "MUS-STN-6"),
        ("vaca", "vaca", "MUS-MATCH-2"),
        ("partida", "partida", "MUS-MATCH-1"),
        ("manche", "juego_completo", "MUS-END-2"),
        ("tour de jeu", "juego_parcial", "MUS-END-1"),
        ("mus corrido", "mus_corrido", "MUS-FIRST-1"),
        ("mus vu", "mus_visto", "MUS-VISTO-1"),
        ("postre", "postre", "MUS-DLR-2"),
        ("partenaire", "companero", "MUS-PLAY-1"),
        ("en passe", "en_paso", "MUS-PAY-1"),
        ("solomillo", "solomillo", "MUS-NAME-5"),
        ("duples gallegos", "duples_gallegos", "MUS-NAME-1"),
        ("tanganete", "perete", "MUS-NAME-3"),
        ("señas", "sena", "MUS-SIG-1"),
        ("keinu", "sena", "MUS-SIG-2"),
        ("guiño", "guino", "MUS-SIG-F7"),
        ("clin d'œil", "guino", "MUS-SIG-F8"),
        ("lip", "labio", "MUS-SIG-F1"),
        ("langue", "lengua", "MUS-SIG-F3"),
        ("torcer los labios", "torcer_los_labios", "MUS-SIG-F5"),
        ("eyebrows", "cejas", "MUS-SIG-F6"),
        ("ladear la cabeza", "cabeza", "MUS-SIG-W1"),
        ("blow a kiss", "beso", "MUS-SIG-W2"),
        ("hombro", "hombros", "MUS-SIG-W4"),
        ("ciego", "ciego", "MUS-SIG-W6"),
        ("oreja", "lobulo", "MUS-SIG-W7"),
        ("arrugar la nariz", "nariz", "REG-AST-25"),
        ("boquilla", "mentir", "REG-MAD-1"),
        ("lying", "mentir", "REG-GAL-1"),
        ("Nafarroa", "navarra", "REG-NAV-1"),
        ("Catalogne", "cataluna", "REG-CAT-1"),
        ("asturias", "asturias", "REG-AST-1"),
        ("tie", "empate", "MUS-CMP-T1"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_words_of_the_table_find_their_articles(words, term, id_, language):
    found = [each.entry.id for each in find(words, language)]
    assert found[0] == term
    assert id_ in found[1:5]


def test_an_id_finds_its_article_and_its_beginning_the_chapter_in_order():
    assert find("enc-set-11")[0].entry.id == "ENC-SET-11"
    assert [each.entry.id for each in find("ENC-PAR")[:5]] == [f"ENC-PAR-{n}" for n in range(1, 6)]


def test_an_option_finds_the_articles_it_changes():
    changed = [entry.id for entry in articles().values() if "encaje.shortfall" in entry.options]
    found = [each.entry.id for each in find("encaje.shortfall")]
    assert len(changed) >= 3
    assert found[: len(changed)] == changed


def test_what_is_said_in_a_text_is_found_in_either_language():
    assert "MUS-CMP-P5" in [each.entry.id for each in find("poker players")]
    assert "MUS-CMP-P5" in [each.entry.id for each in find("poquer", "es")]


def test_the_best_find_comes_first():
    scores = [each.score for each in find("a bet that is seen")]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("words", ["", "   ", "¿?", "xyzzy"])
def test_nothing_is_found_where_nothing_is_near(words):
    assert find(words) == ()


def test_a_misspelled_word_finds_what_was_meant():
    assert find("amarracko")[0].entry.id == "amarrako"


@pytest.mark.parametrize("words", ["eku", "pto", "sobrre", "tele"])
def test_a_word_that_is_hardly_like_another_finds_nothing(words):
    assert find(words) == ()


@pytest.mark.parametrize("word", ["bikoteak", "pareak", "Bikoteak"])
def test_the_basque_words_for_pares_find_pares(word):
    assert find(word, "es")[0].entry.id == "pares"


@pytest.mark.parametrize("verb", sorted({*meanings("calls").values()} - {"?"}))
def test_every_call_is_in_the_vocabulary(verb):
    assert isinstance(find(verb)[0].entry, Term)


def test_a_text_that_a_language_lacks_is_given_in_english():
    entry = article("ENC-BET-11")
    assert in_language(entry.text, "es") == entry.text["es"]
    assert in_language(entry.text, "xx") == entry.text["en"]
    # Basque falls back to Spanish, as its catalogue states.
    assert in_language(entry.text, "eu") == entry.text["es"]
    assert in_language({**entry.text, "eu": "Ez."}, "eu") == "Ez."


def test_the_rulebook_is_read_without_its_yaml(monkeypatch):
    monkeypatch.setattr(shipped, "_parsed", lambda path: pytest.fail(f"{path} was parsed"))
    for once in (rulebook.articles, rulebook.terms, rulebook.sources):
        assert once.__wrapped__() == once()


def test_texts_of_other_languages_stand_in_folders_by_kind():
    texts = data(shipped.VARIANTS) / shipped.TEXTS
    assert list(texts.glob("*.yaml")) == [], "each kind has a folder of its own"
    assert {path.parent.name for path in texts.glob("*/*.yaml")} == set(shipped.KINDS)


def test_reading_a_kind_of_text_opens_no_other(monkeypatch):
    read = []
    monkeypatch.setattr(shipped, "load_packaged_yaml", lambda path: read.append(path.parent) or {})
    shipped._translations.cache_clear()
    shipped.translated("terms")
    shipped._translations.cache_clear()
    assert {folder.name for folder in read} == {"terms"}
