"""The one table of what goes wrong: as the rules have it, in both originals, found by words."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from mustutor.base import schema, yaml_text
from mustutor.base.files import data
from mustutor.base.language import available, open_language
from mustutor.base.register import games
from mustutor.base.shipped import translated, words_table
from mustutor.games.irregularities import (
    irregularities,
    irregularity,
    matching,
    phrases,
    plain,
    prices,
    table_of_words,
)
from mustutor.games.rulebook import articles, in_language
from mustutor.model.options import options_of
from mustutor.model.variant import load_variant
from tests.irregularities import EXPECTED, PRICED, PRICES, SAID, open_to_a_club
from tests.table import changed

ROWS = {row.id: row for game in games() for row in irregularities(game).values()}
by_row = pytest.mark.parametrize("id_", EXPECTED)
by_game = pytest.mark.parametrize("game", ["mus", "encaje", "enfle", "mau_mau"])


def test_the_file_is_as_its_schema_has_it():
    path = data("variants") / "conduct" / "irregularities.yaml"
    assert schema.refusals(yaml_text.read(path).data, "irregularities") == []


def test_the_schema_refuses_a_way_nobody_knows():
    path = data("variants") / "conduct" / "irregularities.yaml"
    table = yaml_text.read(path).data
    table["irregularities"]["joke"]["ways"] = ["shouted"]
    assert schema.refusals(table, "irregularities")


def test_there_is_a_row_for_everything_that_goes_wrong_and_no_other():
    assert list(ROWS) == list(EXPECTED)
    count = {game: len(irregularities(game)) for game in games()}
    assert count == {"mus": 63, "encaje": 48, "enfle": 6, "mau_mau": 10}
    assert len(EXPECTED) == 82


@by_row
def test_its_articles_and_the_ways_it_may_be_taken_are_those_of_the_rules(id_):
    row, expected = ROWS[id_], EXPECTED[id_]
    assert row.games == expected.games
    assert row.articles == expected.articles
    assert (row.ways, row.later) == (expected.ways, expected.later)
    assert set(row.from_source) == set(expected.from_source)
    assert row.silent == expected.silent
    assert row.price == PRICES.get(id_, id_)
    regions = [(own["of"], own["articles"], own.get("ways", ())) for own in row.rulebooks]
    assert regions == list(expected.regions)


@by_row
def test_every_article_exists_and_every_other_name_is_one(id_):
    row = ROWS[id_]
    own = [article for region in row.rulebooks for article in region["articles"]]
    for article in (*row.articles, *own, *sum(row.articles_of.values(), ())):
        assert article in articles()
    assert row.articles or row.silent
    for game in row.games:
        assert set(row.articles_of) <= set(row.games)
        assert row.price in options_of(game).rows or row.price in prices([game])
    # An option may be one of the games that have the row, and is one of them at least.
    known = {name for game in row.games for name in options_of(game).rows}
    assert set(row.options) <= known
    for way in (*row.all_ways, *row.from_source, *row.told):
        assert way in table_of_words("ways")
    for condition in (*row.when.values(), *filter(None, [row.later_after])):
        assert condition in table_of_words("conditions")
    assert row.group in table_of_words("groups")
    assert row.reach in table_of_words("reaches")
    assert row.limit in table_of_words("limits")
    assert bool(row.later) == bool(row.later_after)


@by_row
def test_it_has_its_name_and_its_phrases_in_both_originals(id_):
    row = ROWS[id_]
    for code in ("en", "es"):
        assert row.name[code][0].isupper()
        assert not row.name[code].endswith(".")
        assert row.said[code]
    for told in row.told.values():
        assert told["en"] != told["es"]
        assert told["en"][0].islower() or not told["en"][0].isalpha()


@by_game
def test_every_phrase_leads_to_one_row_of_its_game(game):
    leads = Counter(
        (plain(words), row.id)
        for row in irregularities(game).values()
        for words in {
            words
            for code in available()
            for words in (*row.said_in(code), in_language(row.name, code))
        }
    )
    assert all(words for words, _ in leads)
    assert max(Counter(words for words, _ in leads).values()) == 1
    assert {words: row.id for words, row in phrases(game).items()} == dict(leads.keys())


def english_of(node: Any) -> set[str]:
    """The English sentences and phrases of a table of texts by language."""
    if isinstance(node, list):
        return {text for value in node for text in english_of(value)}
    if not isinstance(node, dict):
        return set()
    said = node.get("en", [])
    own = {said} if isinstance(said, str) else {text for text in said if isinstance(text, str)}
    return own | {text for value in node.values() for text in english_of(value)}


def test_every_sentence_of_the_tables_is_said_in_french_and_none_is_gone():
    notes = [yaml_text.read(path).data["notes"] for path in data("variants").glob("*.yaml")]
    records = [json.loads(path.read_text("utf-8")) for path in data("replays").glob("*.json")]
    told = [[record.get("notes", {}), record.get("claims", [])] for record in records]
    wanted = english_of([notes, words_table("irregularities"), words_table("signals"), told])
    assert wanted == {*translated("sentences")["fr"]}


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_what_a_table_tells_leads_to_what_went_wrong(line):
    id_, _, told = line.partition(": ")
    for words in told.split(" | "):
        for game in ROWS[id_].games:
            assert phrases(game)[plain(words)].id == id_, words


def test_there_is_something_people_say_of_every_row_but_two_that_only_asturias_has():
    told = {line.partition(": ")[0] for line in SAID.strip().splitlines()}
    assert set(ROWS) - told == {"mano_31_pass_order", "mano_30_pass_order"}


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        ("Tengo cinco.", "misdeal"),
        ("we had five cards", "misdeal"),
        ("«te tocaba dar a ti»", "wrong_dealer"),
        ("nadie dijo nada", "no_answer"),
        ("¿Y yo son cuatro o el doble?", "no_number"),
        ("una más", "small_raise"),
        ("no cogimos el no", "forgotten_stones"),
        ("os apuntáis de más", "overcounted"),
        ("it was my lead", "enf_lead"),
        ("no pega", "mau_mismatch"),
    ],
)
def test_what_people_say_leads_to_what_went_wrong(words, id_):
    assert [row.id for row in matching(words)] == [id_]


# --- by a rulebook, and by a club --------------------------------------------------------------


def test_A_114_in_alava_a_word_changed_loses_and_a_joke_stands():
    alava = load_variant("alava_vizcaya")
    found = irregularity("mus", "changed").under(alava)
    assert (found.ways, found.articles) == (("game_lost",), ("REG-ALV-5",))
    assert alava.rules["penalty"][found.price] == "lose_game"
    assert irregularity("mus", "joke").under(alava).ways == ("stands",)


def test_a_rulebook_that_says_nothing_of_its_own_has_the_ways_of_all():
    row = irregularity("mus", "changed")
    assert row.under(load_variant("navarra"))[:9] == row[:9]
    assert irregularity("mus", "misdeal").under(load_variant("madrid")).later


def test_REG_CAN_3_and_REG_AST_2_a_card_seen_is_taken_as_the_region_has_it():
    exposed = irregularity("mus", "card_exposed")
    ways = {id_: exposed.under(load_variant(id_)).ways[0] for id_ in ("cantabria", "asturias")}
    assert ways == {"cantabria": "mus_visto", "asturias": "dealt_again"}
    assert exposed.under(load_variant("cantabria")).when == {"mus_visto": "mano_wishes"}


def test_a_club_that_has_chosen_has_one_way_even_against_its_region():
    club = changed("alava_vizcaya", {"irregular": {"changed": "stands", "misdeal": "dealt_again"}})
    assert irregularity("mus", "changed").under(club).ways == ("stands",)
    found = irregularity("mus", "misdeal").under(club)
    assert (found.ways, found.later, found.later_after) == (("dealt_again",), (), "")


def test_ENC_BET_2_encaje_has_articles_of_its_own_for_what_is_shared():
    encaje = irregularity("encaje", "no_number").under(load_variant("encaje"))
    assert "ENC-BET-2" in encaje.articles
    assert "bet.reenvido" not in encaje.options  # which Encaje does not have


@by_game
def test_a_club_answers_in_one_option_what_the_rules_leave_open(game):
    row = options_of(game).own["irregular"]
    expected = open_to_a_club(game)
    stated = row.kind.schema()["properties"]
    assert stated.pop("choice")["enum"] == ["referee", "offended"]
    assert {id_: tuple(each["enum"]) for id_, each in stated.items()} == {
        id_: ("both", *ways) for id_, ways in expected.items()
    }
    assert row.default == {"choice": "referee", **dict.fromkeys(expected, "both")}


@by_game
def test_what_a_club_leaves_as_it_is_is_in_no_digest(game):
    variant = load_variant(game if game != "mus" else "fournier")
    assert "irregular" not in variant.as_json()
    club = changed(variant.id, {"irregular": {"looked": "stands"}})
    assert club.as_json()["irregular"] == {"looked": "stands"}
    assert club.digest != variant.digest


@pytest.mark.parametrize("code", ["en", "es"])
@by_game
def test_every_answer_of_a_club_is_a_sentence_of_its_own(game, code):
    row, language = options_of(game).own["irregular"], open_language(code)
    for id_, ways in open_to_a_club(game).items():
        told = set()
        for way in ("both", *ways):
            other = {**row.default, id_: next(each for each in ("both", *ways) if each != way)}
            (sentence,) = row.sentences(other, {**row.default, id_: way}, language)
            assert sentence.endswith(".")
            assert "_" not in sentence
            told.add(sentence)
        assert len(told) == len(ways) + 1


def test_whatever_goes_wrong_may_have_its_price_in_mus_and_encaje():
    for game in ("mus", "encaje"):
        penalty = options_of(game).own["penalty"]
        assert set(penalty.default) == {*PRICED, "broken_word"}
        assert set(penalty.default.values()) == {"none"}


# --- as a command tells it ---------------------------------------------------------------------


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_command_lists_all_with_what_people_say_and_the_ways(mustutor, code):
    told = mustutor("rule", "irregularities", "--lang", code)
    assert (told.status, told.err) == (0, "")
    page = " ".join(told.out.split())
    for row in ROWS.values():
        assert f"{row.id} · {row.name[code]}" in page
        assert row.said[code][0] in page
        assert row.way_said(row.ways[0], code) in page


def test_the_command_lists_those_of_one_game(mustutor):
    told = mustutor("rule", "irregularities", "mau_mau").out
    assert "mau_one_card · " in told
    assert "enf_revoke" not in told
    assert "misdeal" not in told


def test_the_command_tells_one_by_its_id_or_in_words(mustutor):
    told = mustutor("rule", "irregularities", "changed").out
    assert told == mustutor("rule", "irregularities", "I take it back").out
    for piece in (
        "No rule says what follows.",
        "alava_vizcaya (REG-ALV-5):",
        "the side at fault loses the game",
        "irregular.changed: both | stands | put_right",
        "penalty.word_taken_back",
    ):
        assert piece in told


def test_the_command_writes_them_for_programs(mustutor):
    lines = mustutor("rule", "irregularities", "--json").out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [row["id"] for row in found] == list(EXPECTED)
    assert found[0]["ways"] == ["put_right", "stands"]
    texts = [row["name"] for row in found] + [text for row in found for text in [row.get("note")]]
    texts += [text for row in found for text in row.get("told", {}).values()]
    # Basque is under way: where it lacks a sentence no other stands in its place.
    whole, without_basque = ("en", "es", "eu", "fr"), ("en", "es", "fr")
    assert {tuple(text) for text in texts if text} == {whole, without_basque}
    assert found[0]["name"]["fr"] == "Mal tirer au sort les partenaires ou les places"
    # Of what people say there is what is said in each language, none in place of another's.
    said = {row["id"]: row["said"] for row in found}
    assert said["no_cut"]["fr"][1] == "personne n'a coupé"
    assert said["no_cut"]["eu"][1] == "inork ez du moztu"
    assert "tengo cinco" in said["misdeal"]["es"]


def test_what_nobody_says_of_anything_is_wrong_usage(mustutor):
    refused = mustutor("rule", "irregularities", "misdael")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("There is no irregularity misdael (did you mean misdeal?)")
