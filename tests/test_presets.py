"""The nineteen presets: what each changes, what is said of it, how it differs from the others."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.base.language_state import whole_languages
from mustutor.games.mus_family.hands import ranking_of
from mustutor.model.cards import read_hand
from mustutor.model.options import options_of
from mustutor.model.variant import check_variant, difference, load_variant
from mustutor.model.variant_file import variant_ids
from tests.irregularities import PRICED, open_to_a_club

# What each rulebook changes of Fournier's, as the sources and our readings of them have it.
OVERRIDES: dict[str, dict[str, Any]] = {
    "fournier": {},
    "fournier_30": {"score.target": 30},
    "mundial_vasco": {"deck.kings": 4},
    "wikipedia_en": {
        "score.target": 30,
        "match.games": 3,
        "match.vacas": 3,
        "deal.first_dealer": "random",
        "mus.corrido": "never",
        "signals.list": "wikipedia",
    },
    "wikipedia_en_north": {
        "deck.kings": 4,
        "score.target": 40,
        "match.games": 3,
        "match.vacas": 3,
        "deal.first_dealer": "random",
        "mus.corrido": "never",
        "signals.list": "wikipedia",
    },
    "aragon": {
        "bet.todas": "bet_target",
        "talk.lying": "always",
        "talk.scope": "free",
        "talk.naming_cards": dict.fromkeys(("grande", "chica", "pares", "juego"), "free"),
        "exposed_card.action": "mano_chooses",
    },
    "asturias": {
        "exposed_card.action": "redeal",
        "real.enabled": True,
        "real.figures": ("jack",),
        "real.figure_suit": "any",
        "bet.overlimit": {"above": 40, "counts_as": 2},
        "signals.list": "asturias",
        "signals.when": (
            "no_earlier_lances_in_juego",
            "not_in_mus_corrido",
            "pares_juego_in_own_lance",
        ),
        "talk.scope": "current_lance",
        "talk.mus_phrases": (
            "envida",
            "llego_a_mi",
            "mete_ordago",
            "mus",
            "que_digo",
            "quita",
        ),
        "talk.naming_cards": {
            "grande": "ordered_partial",
            "chica": "ordered_partial",
            "pares": "forbidden",
            "juego": "forbidden",
        },
        "talk.no_questions_with": ("duples", "juego31", "medias"),
        "conduct.no_bait_as_mano_max": True,
        "conduct.no_pass_order": ("mano_30_punto", "mano_31_uncontested", "real_holder"),
        "penalty": {
            "forbidden_question": "annul_hand",
            "bait_as_mano_max": "annul_hand",
            "mano_31_pass_order": "annul_lance",
            "mano_30_pass_order": "annul_hand",
        },
    },
    "cantabria": {
        "exposed_card.action": "mano_chooses",
        "real.enabled": True,
        "real.figures": ("jack",),
        "real.figure_suit": "any",
        "mus.corrido_cut": "pares_and_juego",
        "deal.no_cut": "mus_visto",
        "signals.when": ("not_in_mus_corrido", "not_while_dealing"),
    },
    "castilla_la_mancha": {
        "talk.lying": "always_except_declarations",
        "talk.scope": "any_lance",
        "talk.naming_cards": {
            "grande": "ordered_partial",
            "chica": "ordered_partial",
            "pares": "free",
            "juego": "free",
        },
    },
    "catalunya": {
        "talk.lying": "never",
        "real.enabled": True,
        "real.figures": ("jack", "king", "knight", "three"),
        "real.figure_suit": "any",
        "deje.opening": {"grande": 1, "chica": 1, "pares": 0, "juego": 0, "punto": 1},
    },
    "madrid": {
        "talk.lying": "always",
        "talk.scope": "free",
        "talk.naming_cards": dict.fromkeys(("grande", "chica", "pares", "juego"), "free"),
        "deje.raise_extra": {"grande": 0, "chica": 0, "pares": 1, "juego": 1, "punto": 1},
        "deal.double_shuffle": True,
        "exposed_card.action": "redeal",
        "accept.minimum_hand_postre": "allowed",
    },
    "galicia": {
        "talk.lying": "until_cut",
        "talk.scope": "any_lance",
        "talk.naming_cards": {
            "grande": "ordered_partial",
            "chica": "ordered_partial",
            "pares": "forbidden",
            "juego": "forbidden",
        },
        "accept.minimum_hand_postre": "allowed",
    },
    "la_rioja": {
        "deck.kings": 4,
        "deck.removed_ranks": (2,),
        "score.target": 25,
        "talk.lying": "never",
        "talk.scope": "minimal",
        "signals.allowed": False,
    },
    "navarra": {"deck.kings": 4, "score.target": 40},
    "alava_vizcaya": {
        "talk.lying": "never",
        "talk.binding": True,
        "penalty": {"broken_word": "lose_game"},
    },
    "guipuzcoa_4": {"deck.kings": 4, "score.target": 30, "talk.lying": "never"},
    "guipuzcoa_8": {"score.target": 40, "talk.lying": "never"},
    "encaje": {
        "game": "encaje",
        "players.count": 5,
        "players.mode": "individual",
        "mus.corrido": "never",
        "deal.first_dealer": "random",
        "ordago.enabled": False,
        "bet.max": "own_stones",
        "signals.allowed": False,
        "bet.refuser_hand_counts": False,
    },
    "encaje_five_card": {
        "game": "encaje",
        "players.count": 5,
        "players.mode": "individual",
        "deal.cards": 5,
        "deal.forced_discard": 1,
        "mus.enabled": False,
        "mus.corrido": "never",
        "deal.first_dealer": "random",
        "ordago.enabled": False,
        "bet.max": "own_stones",
        "signals.allowed": False,
        "bet.refuser_hand_counts": False,
    },
}

# Records carry these; a digest that moves makes every one of them a record of other rules.
DIGESTS = {
    "encaje": "bd7a2009fd6f1894985af87fac121d4d8e7d00721c8c68a42a3eb0676620382c",
    "encaje_five_card": "90e7c7e29062e06d27ef2ad2d293156959832a5ecb2763de439b240461e01a5c",
}

# The last line of each source that a note may point at.
SOURCES = {"S0": 43, "S1": 104, "S2": 130, "S3": 25, "S4": 184}

presets = pytest.mark.parametrize("name", OVERRIDES)


def test_there_are_nineteen_presets_and_two_games_without_another_table() -> None:
    assert len(OVERRIDES) == 19
    assert set(variant_ids()) == {*OVERRIDES, "enfle", "mau_mau"}
    assert all(not load_variant(name).extends for name in ("enfle", "mau_mau"))


@presets
def test_a_preset_is_fournier_and_what_its_rulebook_changes(name: str) -> None:
    preset = load_variant(name)
    fournier = load_variant("fournier")
    if preset.game == "mus":
        assert preset.rules.keys() == fournier.rules.keys()
    shared = {option: fournier.rules[option] for option in preset.rules if option in fournier.rules}
    own = dict(OVERRIDES[name])
    if "penalty" in own:  # whatever else may have a price costs nothing
        own["penalty"] = {**dict.fromkeys((*PRICED, "broken_word"), "none"), **own["penalty"]}
    # No rulebook takes sides where it is silent.
    shared["irregular"] = {
        "choice": "referee",
        **dict.fromkeys(open_to_a_club(preset.game), "both"),
    }
    assert preset.rules == {**shared, **own}
    assert set(preset.origin) == set(OVERRIDES[name])
    assert preset.game == OVERRIDES[name].get("game", "mus")


@presets
def test_every_preset_builds_on_fournier(name: str) -> None:
    line = [name]
    while load_variant(line[-1]).extends:
        line.append(load_variant(line[-1]).extends)
    assert line[-1] == "fournier"
    assert len(line) <= 3


@pytest.mark.parametrize("name", DIGESTS)
def test_the_rules_of_encaje_are_those_its_records_were_sealed_with(name: str) -> None:
    assert load_variant(name).digest == DIGESTS[name]


# What the presets were before they were read again; records carry these digests too.
EARLIER = {
    "aragon": "fd92e19b6f9c3dc29468ad6e19dc3e98cc3f8ebffb6bda35214f7bb783e700c0",
    "madrid": "1481f6bc17d85f6ec9f710c4f7c5a1565b5e29fdc1a87f13dee21975a8db98aa",
}


@pytest.mark.parametrize("name", EARLIER)
def test_a_preset_that_was_read_again_remembers_the_rules_of_its_older_records(name: str) -> None:
    now, before = load_variant(name).states()
    assert now is load_variant(name)
    assert (before.id, before.digest) == (name, EARLIER[name])
    assert [change.option for change in difference(now, before)] == ["talk.naming_cards"]


@presets
def test_a_preset_is_presented_in_english_and_spanish(name: str) -> None:
    preset = load_variant(name)
    for language in ("en", "es"):
        assert preset.name[language]
        assert preset.summary[language].endswith(".")
        assert preset.summary[language].count(".") == 1
    names = [load_variant(other).name for other in OVERRIDES if other != name]
    assert preset.name not in names


@presets
def test_every_note_names_its_options_and_where_it_stands(name: str) -> None:
    preset = load_variant(name)
    assert preset.notes
    for note in preset.notes:
        assert note.options
        assert set(note.options) <= set(options_of(preset.game).rows)
        for language in ("en", "es"):
            assert note.text[language].endswith(".")
        for source in note.sources:
            document, line = source.split(":L")
            assert 1 <= int(line) <= SOURCES[document]
        assert note.sources or preset.game == "encaje"


# Where the sources say nothing or contradict one another, the reader is told so.
CONTESTED = {
    "catalunya": {"deje.opening"},
    "madrid": {"deje.raise_extra", "talk.naming_cards"},
    "mundial_vasco": {"deck.kings"},
    "la_rioja": {"deck.removed_ranks", "signals.allowed", "talk.scope"},
    "navarra": {"talk.scope"},
    "fournier": {"score.target", "match.games", "mus.corrido", "deje.raise_refused"},
    "wikipedia_en": {"score.target", "match.games"},
    "wikipedia_en_north": {"score.target"},
    "guipuzcoa_4": {"score.target"},
    "guipuzcoa_8": {"score.target"},
    "asturias": {"penalty", "bet.overlimit", "score.target"},
    "cantabria": {"mus.corrido_cut"},
    "aragon": {"bet.todas", "talk.naming_cards"},
    "alava_vizcaya": {"penalty"},
}


@pytest.mark.parametrize("name", CONTESTED)
def test_what_is_contested_has_a_note(name: str) -> None:
    noted = {option for note in load_variant(name).notes for option in note.options}
    assert CONTESTED[name] <= noted


def test_the_world_championship_says_that_it_is_incomplete() -> None:
    preset = load_variant("mundial_vasco")
    assert "incomplete" in preset.name["en"]
    assert "incompleto" in preset.name["es"]


# --- what players would notice ------------------------------------------------------------


def test_REG_RIO_6_and_REG_RIO_1_a_three_of_la_rioja_is_a_plain_three() -> None:
    ranking = ranking_of(load_variant("la_rioja").rules)
    assert not ranking.has("pares", read_hand("R 3 7 A"))
    assert ranking.has("pares", read_hand("3 3 7 A"))


@pytest.mark.parametrize(
    ("name", "hand", "real"),
    [
        ("fournier", "7o 7c 7e So", False),
        ("asturias", "7o 7c 7e Sb", True),
        ("asturias", "7o 7c 7e Ro", False),
        ("cantabria", "7o 7c 7e Sc", True),
        ("catalunya", "7o 7c 7e 3b", True),
        ("catalunya", "7o 7c 7e Cb", True),
        ("madrid", "7o 7c 7e So", False),
        ("galicia", "7o 7c 7e So", False),
        ("navarra", "7o 7c 7e So", False),
    ],
)
def test_la_real_is_what_each_region_takes_for_it(name: str, hand: str, real: bool) -> None:
    assert ranking_of(load_variant(name).rules).classify(read_hand(hand)).real is real


# --- differences in sentences ---------------------------------------------------------------

SAID = {
    ("fournier", "navarra"): ["Threes and twos keep their own rank: four kings, four aces."],
    ("navarra", "fournier"): ["Threes are kings and twos are aces: eight of each."],
    ("fournier", "fournier_30"): ["A game is won at 30 stones, not 40."],
    ("guipuzcoa_8", "catalunya"): [
        "A refused opening bet in pares and juego pays nothing.",
        "Three sevens and a figure are la Real and beat every other juego.",
        (
            "A knight makes la Real with three sevens. A king makes la Real with three sevens."
            " A three makes la Real with three sevens, as it is a king."
        ),
        "The figure of la Real may be of any suit.",
    ],
    ("catalunya", "guipuzcoa_8"): [
        "A refused opening bet in pares and juego pays a stone.",
        "There is no Real: three sevens and a figure are a 31 like any other.",
        "A knight makes no Real. A king makes no Real. A three makes no Real.",
        "The figure of la Real must be of coins.",
    ],
    ("fournier", "alava_vizcaya"): [
        "Nobody may lie, before the mus is cut or after.",
        "Players must keep their word to the end.",
        "Going back on one's word loses the game.",
    ],
    ("galicia", "castilla_la_mancha"): [
        "Words may lie, but not about having pares or juego.",
        "Cards may be named in pares and juego in any way.",
    ],
}


@pytest.mark.parametrize("pair", SAID)
def test_a_difference_is_told_as_it_is_met_at_the_table(pair: tuple[str, str]) -> None:
    before, after = map(load_variant, pair)
    assert [change.said() for change in difference(before, after)] == SAID[pair]


@pytest.mark.parametrize("code", sorted(whole_languages()))
def test_every_difference_between_two_presets_is_whole_sentences(code: str) -> None:
    language = open_language(code)
    english = open_language("en")
    for before, after in permutations(map(load_variant, OVERRIDES), 2):
        for change in difference(before, after):
            said = change.said(language)
            assert re.fullmatch(r"[^{}]+\.", said), change
            assert said != change.said(english) or code == "en", change
            assert "_" not in said or change.option == "talk.mus_phrases"


def alternatives(option: str) -> list[Any]:
    """Every value the schema lists for an option, one for each number, set and map."""
    described = options_of("mus").rows[option].schema()
    values: list[Any] = []
    for part in described.get("anyOf", [described]):
        default = described["default"]
        if "enum" in part:
            values += part["enum"]
        elif part["type"] == "boolean":
            return [True, False]
        elif part["type"] == "integer":
            values += [part["minimum"], part["minimum"] + 1]
        elif part["type"] == "array":
            values += [()] + [(one,) for one in part["items"].get("enum", ["mus", "quita"])]
        elif "properties" in part and isinstance(default, dict):
            for key, allowed in part["properties"].items():
                if "anyOf" in allowed:
                    words, stones = allowed["anyOf"]
                    least = stones["properties"]["stones"]["minimum"]
                    choices = [*words["enum"], {"stones": least}, {"stones": least + 7}]
                else:
                    choices = allowed.get("enum") or [allowed["minimum"], allowed["minimum"] + 7]
                values += [{**default, key: choice} for choice in choices]
        elif option == "bet.overlimit":
            values += [{"above": 40, "counts_as": 2}, {"above": 30, "counts_as": 5}]
        else:
            values += [{"dos_ases": "wrinkle_nose"}, {}]
    return [value for place, value in enumerate(values) if value not in values[:place]]


@pytest.mark.parametrize("code", sorted(whole_languages()))
@pytest.mark.parametrize("option", options_of("mus").rows)
def test_every_value_of_every_option_has_its_sentence(option: str, code: str) -> None:
    language = open_language(code)
    values = alternatives(option)
    assert len(values) > 1
    told = {}
    # Of a tariff of hundreds of values some are where one comes from, and each is where one goes.
    firsts = values[: 40 if len(values) > 80 else None]
    for before, after in ((one, two) for one in firsts for two in values if one != two):
        said = options_of("mus").rows[option].sentences(before, after, language)
        assert said
        for sentence in said:
            assert re.fullmatch(r"\S.*\.", sentence), sentence
        told[repr(after), repr(before)] = said
    # No two values are told alike, seen from the same third one.
    for before in firsts:
        seen = [told[repr(after), repr(before)] for after in values if after != before]
        assert len(set(seen)) == len(seen)


def test_a_table_of_ones_own_is_told_from_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    text = (data("variants") / "madrid.yaml").read_text(encoding="utf-8")
    text = text.replace("id: madrid", "id: ours").replace("extends: fournier", "extends: madrid")
    text = re.sub(
        r"rules:\n(  .+\n)+", "rules:\n  bet.max: 40\n  talk.mus_phrases: [mus, quita]\n", text
    )
    path.write_text(text, encoding="utf-8")
    ours, warnings = check_variant(path)
    assert warnings == ()
    assert [change.said() for change in difference(load_variant("madrid"), ours)] == [
        "Nobody bets more than 40.",
        "Mus is talked about in these phrases alone: mus, quita.",
    ]
