"""Variants as data: every option and their defaults, presets, refusals at their place, digests."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mustutor.base import json_text, schema, shipped
from mustutor.base.errors import VariantError
from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.games.rulebook import articles, sources, terms
from mustutor.model import variant as variant_module
from mustutor.model import variant_file as variantfile
from mustutor.model.options import options_of
from mustutor.model.variant import (
    Variant,
    check_variant,
    difference,
    load_variant,
    resolve_embedded,
)
from mustutor.model.variant_file import RULES, packaged_files, variant_ids
from mustutor.replay.files import load_replay
from mustutor.replay.files import packaged as packaged_records
from tests.irregularities import PRICED, open_to_a_club
from tests.long import examples

LANCES = ("grande", "chica", "pares", "juego", "punto")
YES = (True, False)

PRICED_FIRST = (
    *("forbidden_question", "bait_as_mano_max", "mano_31_pass_order", "mano_30_pass_order"),
    *("false_declaration", "broken_word", "real_pass_order", "lie", "false_signal"),
    *("forbidden_signal", "forbidden_talk", "forbidden_naming"),
)
PRICED_LATER = tuple(offence for offence in PRICED if offence not in PRICED_FIRST)
"""Offences priced since the second state: at their default they are in no digest."""

# The options as the rulebooks ask for them: what each may be, and what it is by default.
# A tuple lists the words or numbers; (least, most) bounds are a range; sets are frozensets.
OPTIONS: dict[str, tuple[Any, Any]] = {
    "game": (("mus", "encaje", "enfle", "mau_mau"), "mus"),
    "players.count": (range(2, 9), 4),
    "players.mode": (("pairs", "trios", "individual"), "pairs"),
    "individual.stake": (("once", "per_acceptor"), "once"),
    "deck.kings": ((8, 4), 8),
    "deck.removed_ranks": (frozenset({2}), ()),
    "deck.fours_as_aces": (YES, False),
    "deal.cards": ((4, 5), 4),
    "deal.forced_discard": ((0, 1), 0),
    "deal.seating": (("draw_high_vs_low", "fixed", "random"), "draw_high_vs_low"),
    "deal.first_dealer": (("high_is_mano", "low_deals", "random", "suit_cut"), "high_is_mano"),
    "deal.double_shuffle": (YES, False),
    "deal.cut_min": (range(11), 3),
    "deal.no_cut": (("none", "mus_visto"), "none"),
    "mus.enabled": (YES, True),
    "mus.max_rounds": (("none", 0, 1, 9), "none"),
    "mus.min_discard": ((0, 1), 1),
    "mus.discard_order": (("mano_first", "dealer_first"), "mano_first"),
    "mus.lone_player_rule": (YES, True),
    "mus.corrido": (("never", "match", "game", "every_hand"), "game"),
    "mus.corrido_cut": (("any", "pares_and_juego", "pares_or_juego"), "any"),
    "mus.corrido_signals": (("allowed", "forbidden"), "forbidden"),
    "exposed_card.action": (("forced_mus", "mano_chooses", "redeal", "ignore"), "forced_mus"),
    "exposed_card.scope": (("initial", "any"), "initial"),
    "exposed_card.served": (YES, True),
    "exposed_card.after": (("resume", "bet_if_served"), "resume"),
    "bet.min_open": ((1, 2, 40), 2),
    "bet.min_raise": ((1, 2, 40), 2),
    "bet.max": (("none", "own_stones", 1, 40), "none"),
    "bet.reenvido": (("double_total", "add_double", "plus_two"), "double_total"),
    "bet.overlimit": (("none", {"above": 40, "counts_as": 2}), "none"),
    "bet.todas": (("bet_target", "ordago", "forbidden"), "forbidden"),
    "bet.only_holders_speak": (YES, True),
    "bet.team_response": (("sequential", "first_binds", "captain"), "sequential"),
    "bet.refusal_eliminates": (YES, True),
    "bet.refuser_hand_counts": (YES, True),
    "bet.out_of_turn": (YES, False),
    "ordago.enabled": (YES, True),
    "ordago.settle": (("immediate", "count_prior_first"), "immediate"),
    "accept.minimum_hand_postre": (("allowed", "forbidden"), "allowed"),
    "deje.opening": (
        tuple({lance: stones} for lance in LANCES for stones in (0, 1)),
        {"grande": 1, "chica": 1, "pares": 1, "juego": 1, "punto": 1},
    ),
    "deje.raise_refused": (("previous_stake", "one", "original_bidder"), "previous_stake"),
    "deje.raise_extra": (
        tuple({lance: stones} for lance in LANCES for stones in (0, 1)),
        {"grande": 0, "chica": 0, "pares": 0, "juego": 0, "punto": 0},
    ),
    "deje.timing": (("immediate", "end_first"), "immediate"),
    "values.lances": (
        ({"grande": 2}, {"medias": 0}, {"par": 2, "punto": 3}),
        {
            "grande": 1,
            "chica": 1,
            "par": 1,
            "medias": 2,
            "duples": 3,
            "juego": 2,
            "juego31": 3,
            "punto": 1,
        },
    ),
    "values.real": ((3, 5), 3),
    "values.juego33": ((2, 4), 2),
    "values.paso_bonus_pares_juego": ((0, 1), 0),
    "real.enabled": (YES, False),
    "real.figures": (frozenset({"jack", "knight", "king", "three"}), ("jack",)),
    "real.figure_suit": (("any", "coins"), "coins"),
    "real.sevens": (("any", "all_different", "not_figure_suit"), "any"),
    "perete.points": ((0, 1), 0),
    "perete.when": (("before_grande", "before_mus"), "before_grande"),
    "score.target": ((10, 20, 25, 30, 35, 40), 40),
    "score.adentro_margin": ((4, 5), 5),
    "score.claim": (("auto", "manual"), "auto"),
    "match.games": ((1, 3, 4), 3),
    "match.vacas": ((1, 3), 1),
    "signals.allowed": (YES, True),
    "signals.list": (
        ("fournier", "wikipedia", "asturias", {"two_aces": "wrinkle_nose"}, {}),
        "fournier",
    ),
    "signals.when": (
        frozenset(
            {
                "not_while_dealing",
                "pares_juego_in_own_lance",
                "no_earlier_lances_in_juego",
                "not_in_mus_corrido",
            }
        ),
        ("not_in_mus_corrido",),
    ),
    "signals.false": (("forbidden", "allowed"), "forbidden"),
    "talk.lying": (
        ("never", "until_cut", "always", "always_except_declarations", "unspecified"),
        "unspecified",
    ),
    "talk.scope": (("none", "minimal", "current_lance", "any_lance", "free"), "minimal"),
    "talk.binding": (YES, False),
    "talk.mus_phrases": (("any", ["llego_a_mi", "mus", "quita"], []), "any"),
    "talk.naming_cards": (
        tuple(
            {lance: manner}
            for lance in LANCES[:4]
            for manner in ("forbidden", "ordered_partial", "free")
        ),
        {"grande": "forbidden", "chica": "forbidden", "pares": "forbidden", "juego": "forbidden"},
    ),
    "talk.no_questions_with": (frozenset({"medias", "duples", "juego31"}), ()),
    "conduct.no_bait_as_mano_max": (YES, False),
    "conduct.no_pass_order": (
        frozenset({"real_holder", "mano_31_uncontested", "mano_30_punto"}),
        (),
    ),
    "penalty": (
        tuple(
            {offence: cost}
            for offence in (
                "forbidden_question",
                "bait_as_mano_max",
                "mano_31_pass_order",
                "mano_30_pass_order",
                "false_declaration",
                "broken_word",
                "real_pass_order",
                "lie",
                "false_signal",
                "forbidden_signal",
                "forbidden_talk",
                "forbidden_naming",
                *PRICED_LATER,
            )
            for cost in ("none", "warn", "annul_lance", "annul_hand", "lose_game")
        ),
        {
            "forbidden_question": "none",
            "bait_as_mano_max": "none",
            "mano_31_pass_order": "none",
            "mano_30_pass_order": "none",
            "false_declaration": "none",
            "broken_word": "none",
            "real_pass_order": "none",
            "lie": "none",
            "false_signal": "none",
            "forbidden_signal": "none",
            "forbidden_talk": "none",
            "forbidden_naming": "none",
            **dict.fromkeys(PRICED_LATER, "none"),
        },
    ),
    "declare.mode": (("auto", "manual"), "auto"),
    "show.scope": (("all", "contributors"), "all"),
    "encaje.start_stones": (range(5, 31), 20),
    "encaje.session_losses": (range(1, 12), 5),
    "encaje.settle_order": (("by_lance", "pots_first", "discards_first"), "by_lance"),
    "encaje.tie_worst": (("mano_order", "split"), "mano_order"),
    "encaje.shortfall": (("cap", "debt", "next_best"), "cap"),
    "encaje.short_stack_open": (("forbidden", "all_in"), "forbidden"),
    "encaje.capped_seer": (("speaks_again", "locked_in"), "speaks_again"),
    "encaje.lone_player": (("scores", "void"), "scores"),
    "encaje.rotation": (("deal_passes", "mano_passes"), "deal_passes"),
    "encaje.next_game_dealer": (("rotate", "loser", "draw"), "rotate"),
    "encaje.raise_direction": (("same", "reversed"), "same"),
    "enfle.win": (("immediate", "end_of_trick"), "immediate"),
}

ENCAJE = {
    "game": "encaje",
    "players.count": 5,
    "players.mode": "individual",
    "mus.corrido": "never",
    "deal.first_dealer": "random",
    "ordago.enabled": False,
    "bet.max": "own_stones",
    "signals.allowed": False,
    "bet.refuser_hand_counts": False,
}
FIVE_CARDS = {**ENCAJE, "deal.cards": 5, "deal.forced_discard": 1, "mus.enabled": False}
DEFAULTS = {option: default for option, (_, default) in OPTIONS.items()}

# What Mus was asked later, for tables of single players: at its default it is in no digest.
FOUR = ("chica", "grande", "juego", "pares")
LATER: dict[str, tuple[Any, Any]] = {
    "lances.played": (frozenset(FOUR), FOUR),
    "mus.cutter_opens": (YES, False),
    "bet.first_bettor": (("holders", "mano", "anyone"), "holders"),
    "bet.last_answer": (("free", "sees_bets", "sees_all"), "free"),
    "score.past_target": (("counted", "clipped"), "counted"),
    "irregular": (
        tuple({id_: way} for id_, ways in open_to_a_club("mus").items() for way in ways),
        {"choice": "referee", **dict.fromkeys(open_to_a_club("mus"), "both")},
    ),
}
ASKED = {**OPTIONS, **LATER}
DEFAULTS_OF_MUS = {option: default for option, (_, default) in ASKED.items()}

HEAD = """\
format: mus-variant/1
id: our_table
{extends}name: {{en: Our table, es: Nuestra mesa}}
summary: {{en: "As we play it.", es: "Como lo jugamos."}}
rules:
"""


def written(tmp_path: Path, rules: dict[str, Any] | str, extends: str = "encaje") -> Path:
    """Write a variant of these rules; they begin on line 7, or 6 without a parent."""
    path = tmp_path / "our_table.yaml"
    lines = (
        rules
        if isinstance(rules, str)
        else "".join(f"  {option}: {schema.spelled(value)}\n" for option, value in rules.items())
    )
    head = HEAD.format(extends=f"extends: {extends}\n" if extends else "")
    path.write_text(head + (lines or "  {}\n"), encoding="utf-8")
    return path


def refused(path: str | Path) -> VariantError:
    with pytest.raises(VariantError) as caught:
        load_variant(path)
    message = str(caught.value)
    assert "\n" not in message
    return caught.value


def resolved(changes: dict[str, Any]) -> dict[str, Any]:
    return {**copy.deepcopy(DEFAULTS), **changes}


def digested(changes: dict[str, Any]) -> dict[str, Any]:
    rules = resolved(changes)
    priced = rules["penalty"].items()
    rules["penalty"] = {
        offence: cost for offence, cost in priced if offence not in PRICED_LATER or cost != "none"
    }
    return rules


# --- the options -------------------------------------------------------------------------


def test_there_are_86_options_and_six_younger_in_order_with_their_defaults() -> None:
    assert (len(OPTIONS), len(LATER)) == (86, 6)
    properties = schema.schema("variant")["$defs"]["rules"]["properties"]
    others = {*options_of("enfle").own, *options_of("mau_mau").own} - set(ASKED)
    properties = {name: row for name, row in properties.items() if name not in others}
    assert list(properties) == list(ASKED) == list(options_of("mus").rows)
    assert list(options_of("encaje").rows) == [*OPTIONS, "irregular"]
    defaults = {option: described["default"] for option, described in properties.items()}
    # The other games have some irregularities of their own.
    shipped, of_mus = defaults["irregular"], DEFAULTS_OF_MUS["irregular"]
    assert set(shipped.items()) > set(of_mus.items())
    defaults["irregular"] = of_mus
    assert defaults == {
        option: list(default) if isinstance(default, tuple) else default
        for option, default in DEFAULTS_OF_MUS.items()
    }


def test_every_option_is_described_by_one_sentence_in_the_schema_and_to_the_reader() -> None:
    properties = schema.schema("variant")["$defs"]["rules"]["properties"]
    for option, row in options_of("mus").rows.items():
        label = row.decides
        assert properties[option]["description"] == label
        assert label.endswith(".")
        assert label.count(". ") == 0


def test_earlier_states_build_each_on_the_one_after_it(tmp_path: Path) -> None:
    path = written(tmp_path, {"score.target": 25}, extends="fournier")
    earlier = "earlier:\n  - score.target: 30\n  - deje.opening: {pares: 0}\n"
    path.write_text(path.read_text("utf-8") + earlier, encoding="utf-8")
    now, before, first = load_variant(path).states()
    assert [state.number("score.target") for state in (now, before, first)] == [25, 30, 30]
    assert [state.stones("deje.opening")["pares"] for state in (now, before, first)] == [1, 1, 0]
    assert len({now.digest, before.digest, first.digest}) == 3


def test_an_option_nobody_has_is_refused_in_an_earlier_state_too(tmp_path: Path) -> None:
    path = written(tmp_path, {"score.target": 25}, extends="fournier")
    path.write_text(path.read_text("utf-8") + "earlier:\n  - score.tarjet: 30\n", "utf-8")
    with pytest.raises(VariantError) as refused:
        load_variant(path)
    assert refused.value.file == str(path)
    assert refused.value.line
    assert "score.target" in str(refused.value)


def test_a_variant_without_rules_is_the_defaults(tmp_path: Path) -> None:
    found = load_variant(written(tmp_path, {}, extends=""))
    assert found.rules == DEFAULTS_OF_MUS
    assert found.origin == {}
    assert (found.game, found.extends) == ("mus", "")


def values_of(option: str) -> Iterator[Any]:
    allowed = ASKED[option][0]
    if isinstance(allowed, frozenset):
        yield []
        yield sorted(allowed)
        yield from ([one] for one in sorted(allowed))
    else:
        yield from allowed


@pytest.mark.parametrize("option", ASKED)
def test_every_value_of_every_option_is_accepted(option: str) -> None:
    whole = schema.schema("variant")
    part = whole["$defs"]["rules"]
    for value in values_of(option):
        assert schema.accepts({option: value}, part, whole), value
        assert not schema.refusals({option: value}, "variant", RULES), value


WRONG: dict[str, tuple[Any, ...]] = {
    "players.count": (1, 9),
    "deal.cut_min": (-1, 11),
    "deal.cards": (3, 6),
    "deck.kings": (6,),
    "bet.min_open": (0,),
    "bet.min_raise": (0,),
    "bet.max": (0, "all"),
    "bet.overlimit": ({"above": 40}, {"above": 0, "counts_as": 2}, "no"),
    "encaje.start_stones": (4, 31),
    "encaje.session_losses": (0, -1),
    "score.target": (41,),
    "deck.removed_ranks": ([3], [2, 2]),
    "real.figures": (["jack", "jack"], ["ace"]),
    "deje.opening": ({"grande": 2}, {"garnde": 1}),
    "values.lances": ({"pares": 1}, {"par": -1}),
    "talk.naming_cards": ({"punto": "free"},),
    "signals.list": ({"Two aces": "x"}, {"two_aces": "Nose"}),
    "penalty": ({"swearing": "warn"}, {"broken_word": "shoot"}),
}


@pytest.mark.parametrize("option", ASKED)
def test_no_option_takes_a_value_that_is_not_its_own(option: str) -> None:
    whole = schema.schema("variant")
    part = whole["$defs"]["rules"]
    strangers: tuple[Any, ...] = (
        "no_such_word",
        12345,
        -1,
        1.0,
        2.5,
        None,
        [None],
        {"no_such": 1},
        "8",
        [[]],
    )
    for value in (*strangers, *WRONG.get(option, ())):
        assert not schema.accepts({option: value}, part, whole), value
        assert schema.refusals({option: value}, "variant", RULES), value
    if ASKED[option][0] != YES:
        assert not schema.accepts({option: True}, part, whole)


WORDS = [
    (option, word)
    for option in ASKED
    for word in values_of(option)
    if isinstance(word, str) and len(word) > 3
]


@pytest.mark.parametrize(("option", "word"), WORDS)
def test_a_slip_in_a_word_is_refused_with_the_word_that_was_meant(option: str, word: str) -> None:
    slip = word[:-2] + word[-1] + word[-2] + "x"
    (refusal,) = schema.refusals({option: slip}, "variant", RULES)
    assert refusal.hint == word
    assert refusal.path == (option,)


# --- accepting and explaining agree -------------------------------------------------------

MEMBERS = sorted(
    {str(value) for option in OPTIONS for value in values_of(option) if isinstance(value, str)}
)
ANY_VALUE = (
    st.sampled_from(MEMBERS)
    | st.integers(-2, 45)
    | st.booleans()
    | st.floats(0, 3)
    | st.none()
    | st.lists(st.sampled_from(["jack", "three", "medias", "mus", 2, 3]), max_size=3)
    | st.dictionaries(
        st.sampled_from(["grande", "punto", "above", "counts_as", "par", "broken_word"]),
        st.integers(0, 2) | st.sampled_from(["free", "warn"]),
        max_size=3,
    )
)


@given(st.dictionaries(st.sampled_from([*OPTIONS, "deck.king"]), ANY_VALUE, max_size=4))
@examples(150, 50, deadline=None)
def test_what_is_accepted_is_exactly_what_jsonschema_has_nothing_against(rules: Any) -> None:
    whole = schema.schema("variant")
    accepted = schema.accepts(rules, whole["$defs"]["rules"], whole)
    assert accepted == (not schema.refusals(rules, "variant", RULES))


def test_accepting_refuses_a_keyword_it_does_not_know() -> None:
    with pytest.raises(KeyError):
        schema.accepts(1, {"multipleOf": 2}, {})


# --- presets -----------------------------------------------------------------------------


def test_five_cards_differ_from_encaje_by_three_options() -> None:
    changes = difference(load_variant("encaje"), load_variant("encaje_five_card"))
    assert [(c.option, c.before, c.after, c.origin) for c in changes] == [
        ("deal.cards", 4, 5, "encaje_five_card"),
        ("deal.forced_discard", 0, 1, "encaje_five_card"),
        ("mus.enabled", True, False, "encaje_five_card"),
    ]
    assert changes[2].said(open_language("en")) == (
        "There is no mus: everyone plays the cards they have."
    )
    assert difference(load_variant("encaje"), load_variant("encaje")) == ()


def test_the_packaged_variants_are_of_all_four_games() -> None:
    games = {load_variant(name).game for name in variant_ids()}
    assert games == {"mus", "encaje", "enfle", "mau_mau"}


@pytest.mark.parametrize("name", variant_ids())
def test_a_packaged_file_checks_without_a_warning_and_is_what_its_id_gives(name: str) -> None:
    found, warnings = check_variant(data("variants") / f"{name}.yaml")
    assert warnings == ()
    assert found == load_variant(name)
    assert (found.rules, found.origin) == (load_variant(name).rules, load_variant(name).origin)
    assert found.notes == load_variant(name).notes


def test_the_compiled_variants_are_what_the_yaml_says() -> None:
    folder = data("variants")
    assert (folder / shipped.NAME).read_text(encoding="utf-8") == shipped.compiled(folder)


def test_a_packaged_variant_needs_neither_ruamel_nor_jsonschema() -> None:
    program = (
        "import sys\n"
        "from mustutor.model.variant import load_variant, resolve_embedded\n"
        "from mustutor.model.variant_file import variant_ids\n"
        "for name in variant_ids():\n"
        "    resolve_embedded(load_variant(name).as_json(), 'from_a_record')\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('ruamel', 'jsonschema', 'difflib')])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packaged variants of our own, with true compiled files where they are made."""
    folder = tmp_path / "variants"
    folder.mkdir()
    for path in data("variants").iterdir():
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(
        variantfile, "data", lambda kind: folder if kind == "variants" else data(kind)
    )
    caches = (variantfile.packaged_files, variant_module._packaged_at, variant_module._embedded)
    for cached in caches:
        cached.cache_clear()
    yield folder
    for cached in caches:
        cached.cache_clear()


def test_an_edited_variant_counts_though_it_is_not_compiled_anew(packaged: Path) -> None:
    path = packaged / "encaje.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("players.count: 5", "players.count: 3"),
        encoding="utf-8",
    )
    assert load_variant("encaje").rules["players.count"] == 3
    assert load_variant("encaje_five_card").rules["players.count"] == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("players.count: 5", "players.count: 9", 13, "it must be at most 8"),
        ("players.count: 5", "players.count: 8", 13, "at most 6"),
        ("players.count: 5", "players.count: [", 15, "well-formed"),
        ("id: encaje", "id: encage", 3, "named like its file"),
    ],
)
def test_a_packaged_variant_spoilt_by_hand_is_refused_at_its_place(
    packaged: Path, old: str, new: str, line: int, words: str
) -> None:
    path = packaged / "encaje.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    refusal = refused("encaje")
    assert words in str(refusal)
    assert (refusal.file, refusal.line) == (str(path), line)


def test_variants_that_build_on_one_another_in_a_ring_are_refused(packaged: Path) -> None:
    for name, parent in (("one", "two"), ("two", "one")):
        text = HEAD.format(extends=f"extends: {parent}\n").replace("our_table", name)
        (packaged / f"{name}.yaml").write_text(text + "  {}\n", encoding="utf-8")
    refusal = refused("one")
    assert "cannot build on itself" in str(refusal)
    assert (refusal.file, refusal.line) == (str(packaged / "two.yaml"), 3)


def test_variants_build_on_one_another_eight_deep_and_no_deeper(packaged: Path) -> None:
    for depth in range(1, 9):
        parent = f"level{depth - 1}" if depth > 1 else "fournier"
        text = HEAD.format(extends=f"extends: {parent}\n").replace("our_table", f"level{depth}")
        rule = f"  encaje.start_stones: {depth + 10}\n"
        (packaged / f"level{depth}.yaml").write_text(text + rule, encoding="utf-8")
    assert load_variant("level7").rules["encaje.start_stones"] == 17
    assert load_variant("level7").origin["encaje.start_stones"] == "level7"
    assert "at most 8 deep" in str(refused("level8"))


# --- files -------------------------------------------------------------------------------


def test_a_file_builds_on_a_packaged_variant(tmp_path: Path) -> None:
    found = load_variant(
        written(tmp_path, {"encaje.tie_worst": "split", "values.lances": {"duples": 4}})
    )
    parent = load_variant("encaje")
    assert (found.id, found.extends) == ("our_table", "encaje")
    assert [change.option for change in difference(parent, found)] == [
        "values.lances",
        "encaje.tie_worst",
    ]
    assert found.rules["values.lances"] == {**DEFAULTS["values.lances"], "duples": 4}
    assert parent.rules["values.lances"] == DEFAULTS["values.lances"]
    assert found.origin["encaje.tie_worst"] == "our_table"
    assert found.origin["game"] == "encaje"
    assert load_variant(str(tmp_path / "our_table.yaml")) == found


def test_a_relative_file_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, {"encaje.start_stones": 15})
    monkeypatch.chdir(tmp_path)
    assert load_variant("our_table.yaml").rules["encaje.start_stones"] == 15
    (tmp_path / "encaje").write_text("a trap", encoding="utf-8")
    assert load_variant("encaje").rules["encaje.start_stones"] == 20


REFUSED_RULES = {
    "unknown option": ("  bet.mn_open: 2\n", 7, 3, "bet.min_open"),
    "slip in a word": ("  encaje.tie_worst: splt\n", 7, 21, "split"),
    "number too small": ("  encaje.start_stones: 4\n", 7, 24, ""),
    "target between two": ("  score.target: 38\n", 7, 17, ""),
    "two stones of deje": ("  deje.opening: {pares: 2}\n", 7, 25, ""),
    "less than nothing for a par": ("  values.lances: {par: -1}\n", 7, 24, ""),
    "too much for la Real": ("  values.real: 1001\n", 7, 16, ""),
    "limit as a number": ("  bet.overlimit: 40\n", 7, 18, ""),
    "limit of nothing": ("  bet.overlimit: {above: 0, counts_as: 2}\n", 7, 26, ""),
    "seven players in a word": ("  players.mode: quartets\n", 7, 17, ""),
    "list of signals by a slip": ("  signals.list: asturas\n", 7, 17, "asturias"),
    "number as text": ('  encaje.start_stones: "15"\n', 7, 24, "15"),
    "truth in other words": ("  mus.enabled: yes\n", 7, 16, "true"),
    "number for truth": ("  mus.enabled: 1\n", 7, 16, ""),
    "word for a list": ("  real.figures: jack\n", 7, 17, ""),
    "unknown member": ("  real.figures: [jack, nkight]\n", 7, 24, "knight"),
    "member twice": ("  real.figures: [jack, jack]\n", 7, 17, ""),
    "unknown lance": ("  deje.opening: {garnde: 1}\n", 7, 18, "grande"),
    "unknown offence": ("  penalty:\n    broken_wrod: warn\n", 8, 5, "broken_word"),
    "limit by halves": ("  bet.overlimit: {above: 40}\n", 7, 18, ""),
    "nested instead of dotted": ("  encaje: {tie_worst: split}\n", 7, 3, ""),
    "rules as a list": ("  - game\n", 7, 3, ""),
}


@pytest.mark.parametrize("case", REFUSED_RULES)
def test_rules_that_do_not_fit_are_refused_at_their_place(case: str, tmp_path: Path) -> None:
    rules, line, column, hint = REFUSED_RULES[case]
    refusal = refused(written(tmp_path, rules))
    assert (refusal.line, refusal.column, refusal.hint) == (line, column, hint)
    assert str(refusal).startswith(f"{tmp_path / 'our_table.yaml'}:{line}:{column}: ")


WHOLE = """\
format: mus-variant/1
id: our_table
extends: encaje
name: {en: Our table, es: Nuestra mesa}
summary: {en: "As we play it.", es: "Como lo jugamos."}
notes:
  - options: [encaje.tie_worst]
    text: {en: So be it., es: Así sea.}
"""
REFUSED_FILES = {
    "another format": ("mus-variant/1", "mus-variant/2", 1, 9, "mus-variant/1"),
    "no format": ("format: mus-variant/1\n", "", 1, 1, ""),
    "id with a path": ("id: our_table", "id: ../our_table", 2, 5, ""),
    "id in capitals": ("id: our_table", "id: Our_table", 2, 5, ""),
    "id as a number": ("id: our_table", "id: 8", 2, 5, '"8"'),
    "id too long": ("id: our_table", "id: " + "x" * 65, 2, 5, ""),
    "unknown parent": ("extends: encaje", "extends: encage", 3, 10, "encaje"),
    "parent by path": ("extends: encaje", "extends: ./encaje", 3, 10, ""),
    "parent by file name": ("extends: encaje", "extends: encaje.yaml", 3, 10, ""),
    "itself as parent": ("id: our_table", "id: encaje", 3, 10, ""),
    "no name": ("name: {en: Our table, es: Nuestra mesa}\n", "", 1, 1, ""),
    "no Spanish": (", es: Nuestra mesa", "", 4, 7, ""),
    "unknown language": ("es: Nuestra", "spa: Nuestra", 4, 23, ""),
    "slip in a field": ("summary:", "sumary:", 5, 1, "summary"),
    "two lines": ('"As we play it."', '"As we\\nplay it."', 5, 15, ""),
    "note on an unknown option": ("tie_worst]", "tie_wort]", 7, 15, "encaje.tie_worst"),
    "note without text": ("    text: {en: So be it., es: Así sea.}\n", "", 7, 5, ""),
}


@pytest.mark.parametrize("case", REFUSED_FILES)
def test_a_file_that_does_not_fit_is_refused_at_its_place(case: str, tmp_path: Path) -> None:
    old, new, line, column, hint = REFUSED_FILES[case]
    assert old in WHOLE
    path = tmp_path / "our_table.yaml"
    path.write_text(WHOLE, encoding="utf-8")
    load_variant(path)
    path.write_text(WHOLE.replace(old, new, 1), encoding="utf-8")
    refusal = refused(path)
    assert (refusal.line, refusal.column, refusal.hint) == (line, column, hint)


def test_a_file_that_is_no_map_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text("- format\n", encoding="utf-8")
    assert str(refused(path)).startswith(f"{path}:1:1: The whole document must be a map")


@pytest.mark.parametrize("text", ["a: &b 1", "a: 1\na: 2", "a: !!int 1", "", "a: ~", "[" * 50])
def test_what_yaml_refuses_is_no_variant(text: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text, encoding="utf-8")
    assert refused(path).line == (2 if "\n" in text else 1)


def test_missing_files_and_folders_are_no_variant(tmp_path: Path) -> None:
    assert "no such file" in str(refused(tmp_path / "missing.yaml"))
    assert "folder" in str(refused(tmp_path))


@pytest.mark.parametrize(
    ("asked", "hint"),
    [("encage", "encaje"), ("Encaje", "encaje"), ("encaje5_card", "encaje_five_card"), ("", ""),
     ("encaje.json", "encaje"), ("..", ""), ("qq\0", "")],
)  # fmt: skip
def test_an_unknown_id_is_refused_with_the_one_that_was_meant(asked: str, hint: str) -> None:
    refusal = refused(asked)
    assert refusal.hint == hint
    assert ("encaje, encaje_five_card" in str(refusal)) is not bool(hint)  # the near one, or all


# --- nobody changes what everybody shares -----------------------------------------------


def within(thing: Any) -> Iterator[Any]:
    """A value, and every value in it."""
    yield thing
    if isinstance(thing, Mapping | tuple):
        for inside in thing.values() if isinstance(thing, Mapping) else thing:
            yield from within(inside)


CHANGES: tuple[Callable[[Any], object], ...] = (
    lambda thing: thing.__setitem__("score.target", 1),
    lambda thing: thing.__delitem__("score.target"),
    lambda thing: thing.update({"score.target": 1}),
    lambda thing: thing.setdefault("new", 1),
    lambda thing: thing.pop("score.target"),
    lambda thing: thing.popitem(),
    lambda thing: thing.clear(),
    lambda thing: thing.__ior__({"score.target": 1}),
)


def shared() -> Iterator[Any]:
    """All that is loaded once and given to everybody who asks."""
    for name in variant_ids():
        variant = load_variant(name)
        yield variant
        yield resolve_embedded(variant.as_json(), "ours")
        yield tuple(row.default for row in options_of(variant.game).rows.values())
    yield from (articles(), terms(), sources(), packaged_files(), packaged_records())
    yield load_replay("punto").extra
    yield Variant("a", "mus", {}, {}, "", {}, "").origin


def test_no_value_that_everybody_shares_can_be_changed() -> None:
    for whole in shared():
        for thing in within(whole):
            assert not isinstance(thing, list | set)
            if isinstance(thing, Mapping):
                for change in CHANGES:
                    with pytest.raises((TypeError, AttributeError)):
                        change(thing)


def test_rules_are_copied_pickled_and_written_as_any_map_is() -> None:
    fournier = load_variant("fournier")
    rules = fournier.rules
    for twin in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):  # noqa: S301
        assert twin == rules
        with pytest.raises(TypeError, match="cannot be changed"):
            twin["score.target"] = 30  # type: ignore[index]
    assert pickle.loads(pickle.dumps(fournier)) == fournier == copy.deepcopy(fournier)  # noqa: S301
    assert json.loads(json.dumps(rules)) == json.loads(json_text.dumps(rules))
    assert json.loads(json_text.plain_dumps(rules)) == json.loads(json.dumps(rules))
    ours = fournier._replace(rules={**rules, "score.target": 30})
    assert (ours.number("score.target"), fournier.number("score.target")) == (30, 40)


def test_the_rules_as_json_are_plain_and_ones_own() -> None:
    fournier = load_variant("fournier")
    written = fournier.as_json()
    assert type(written["values.lances"]) is dict
    written["values.lances"]["duples"] = 99
    assert fournier.stones("values.lances")["duples"] == 3
    assert load_variant("fournier").as_json()["values.lances"]["duples"] == 3


# --- contradictions and warnings ---------------------------------------------------------

CONTRADICTIONS: dict[str, tuple[dict[str, Any], str, str]] = {
    "five cards, none thrown": ({"deal.cards": 5, "mus.enabled": False}, "deal.cards", "throws 0"),
    "one thrown of four": ({"deal.forced_discard": 1}, "deal.forced_discard", "throws 1"),
    "five cards with mus": (
        {"deal.cards": 5, "deal.forced_discard": 1},
        "deal.cards",
        "there is no mus",
    ),
    "mus corrido without mus": (
        {"mus.enabled": False, "mus.corrido": "game"},
        "mus.corrido",
        "no mus corrido without mus",
    ),
    "too many for mus": ({"players.count": 7}, "players.count", "at most 6"),
    "too many for the cards": (
        {
            "players.count": 8,
            "deal.cards": 5,
            "deal.forced_discard": 1,
            "mus.enabled": False,
            "deck.kings": 4,
            "deck.removed_ranks": [2],
        },
        "players.count",
        "more than the 36",
    ),
    "Encaje in pairs": (
        {"players.mode": "pairs", "players.count": 4},
        "players.mode",
        "everyone plays alone",
    ),
    "Encaje with órdago": ({"ordago.enabled": True}, "ordago.enabled", "no órdago"),
    "Encaje without a cap": ({"bet.max": "none"}, "bet.max", "own_stones"),
    "Encaje with another cap": ({"bet.max": 10}, "bet.max", "own_stones"),
    "eight kings without twos": (
        {"deck.removed_ranks": [2]},
        "deck.removed_ranks",
        "twos are aces",
    ),
    "fours as aces beside twos": (
        {"deck.fours_as_aces": True},
        "deck.fours_as_aces",
        "twos are out",
    ),
    "fours as aces with four kings": (
        {"deck.fours_as_aces": True, "deck.removed_ranks": [2], "deck.kings": 4},
        "deck.fours_as_aces",
        "eight kings",
    ),
    "la Real without a figure": (
        {"real.enabled": True, "real.figures": []},
        "real.figures",
        "needs a figure",
    ),
    "todas as órdago": ({"bet.todas": "ordago"}, "bet.todas", "Todas"),
    "inside from the start": (
        {"score.target": 25, "score.adentro_margin": 25},
        "score.adentro_margin",
        "short of 25",
    ),
}


MUS_CONTRADICTIONS: dict[str, tuple[dict[str, Any], str, str]] = {
    "36 cards and the two an ace": (
        {"deck.removed_ranks": [2]},
        "deck.removed_ranks",
        "deck.kings",
    ),
    "five cards and mus": (
        {"deal.cards": 5, "deal.forced_discard": 1},
        "deal.cards",
        "there is no mus",
    ),
    "mus corrido without mus": ({"mus.enabled": False}, "mus.enabled", "no mus corrido"),
    "mus visto without mus": (
        {"mus.enabled": False, "mus.corrido": "never", "deal.no_cut": "mus_visto"},
        "deal.no_cut",
        "no mus visto",
    ),
    "six in pairs": ({"players.count": 6}, "players.count", "With pairs there are 4"),
    "four in trios": ({"players.mode": "trios"}, "players.mode", "With trios there are 6"),
    "seven each for himself": (
        {
            "players.mode": "individual",
            "players.count": 7,
            "mus.enabled": False,
            "mus.corrido": "never",
        },
        "players.count",
        "for 6 players at most",
    ),
    "la Real of a plain three": (
        {"real.enabled": True, "real.figures": ["three"], "deck.kings": 4},
        "real.figures",
        "no figure",
    ),
    "órdago settled Where there is no órdago": (
        {"ordago.enabled": False, "ordago.settle": "count_prior_first"},
        "ordago.settle",
        "Where there is no órdago",
    ),
    "todas as an órdago Where there is no órdago": (
        {"ordago.enabled": False, "bet.todas": "ordago"},
        "bet.todas",
        "Todas",
    ),
    "todas above the limit": ({"bet.max": 30, "bet.todas": "bet_target"}, "bet.todas", "bets 40"),
    "stones of one's own": ({"bet.max": "own_stones"}, "bet.max", "none or a number"),
    "no room for an opening": (
        {"bet.max": 3, "bet.min_open": 5},
        "bet.max",
        "opened with at least 5",
    ),
    "a limit that counts as more": (
        {"bet.overlimit": {"above": 40, "counts_as": 41}},
        "bet.overlimit",
        "cannot count as 41",
    ),
    "a limit that counts as too little": (
        {"bet.overlimit": {"above": 40, "counts_as": 2}, "bet.min_raise": 5},
        "bet.overlimit",
        "the smallest bet is 5",
    ),
    "inside from the start": ({"score.adentro_margin": 40}, "score.adentro_margin", "short of 40"),
}
CASES = [("encaje", case) for case in CONTRADICTIONS] + [
    ("fournier", case) for case in MUS_CONTRADICTIONS
]


@pytest.mark.parametrize(("parent", "case"), CASES)
def test_rules_that_cannot_stand_together_are_refused_at_the_one_to_change(
    parent: str, case: str, tmp_path: Path
) -> None:
    cases = CONTRADICTIONS if parent == "encaje" else MUS_CONTRADICTIONS
    changes, option, words = cases[case]
    refusal = refused(written(tmp_path, changes, extends=parent))
    assert words in str(refusal)
    assert refusal.line == 7 + list(changes).index(option)
    assert refusal.column == len(f"  {option}: ") + 1
    with pytest.raises(VariantError, match=words):
        resolve_embedded({**load_variant(parent).as_json(), **changes}, "our_table")


MUS_THAT_STANDS: dict[str, dict[str, Any]] = {
    "no órdago": {"ordago.enabled": False},
    "no mus": {"mus.enabled": False, "mus.corrido": "never"},
    "five cards without mus": {
        "deal.cards": 5,
        "deal.forced_discard": 1,
        "mus.enabled": False,
        "mus.corrido": "never",
    },
    "a three among the figures": {
        "deck.kings": 4,
        "real.enabled": True,
        "real.figures": ["jack", "three"],
    },
    "la Real of a three that is a king": {"real.enabled": True, "real.figures": ["three"]},
    "a limit at the target": {"bet.max": 40, "bet.todas": "bet_target"},
    "a limit that counts as itself": {"bet.overlimit": {"above": 40, "counts_as": 40}},
}


@pytest.mark.parametrize("case", MUS_THAT_STANDS)
def test_rules_of_mus_that_may_look_odd_and_stand_all_the_same(case: str, tmp_path: Path) -> None:
    load_variant(written(tmp_path, MUS_THAT_STANDS[case], extends="fournier"))


def test_a_contradiction_that_is_inherited_is_told_at_what_it_is_inherited_by(
    tmp_path: Path,
) -> None:
    """The parent has no twos, so eight kings cannot be had of it."""
    refusal = refused(written(tmp_path, {"score.target": 30, "deck.kings": 8}, extends="la_rioja"))
    assert "twos are aces" in str(refusal)
    assert (refusal.line, refusal.column) == (8, 15)


@pytest.mark.parametrize(
    ("mode", "count", "stands"),
    [("pairs", 4, True), ("pairs", 6, False), ("trios", 6, True), ("trios", 4, False),
     ("individual", 2, True), ("individual", 6, True), ("individual", 7, False)],
)  # fmt: skip
def test_pairs_are_four_trios_six_and_up_to_six_play_alone(
    mode: str, count: int, stands: bool, tmp_path: Path
) -> None:
    path = written(tmp_path, {"players.mode": mode, "players.count": count}, extends="")
    if stands:
        assert load_variant(path).rules["players.count"] == count
    else:
        assert refused(path).line in (6, 7)


@pytest.mark.parametrize("count", range(2, 9))
def test_five_card_encaje_seats_two_to_eight(count: int, tmp_path: Path) -> None:
    path = written(tmp_path, {"players.count": count}, extends="encaje_five_card")
    assert load_variant(path).rules["players.count"] == count


def test_la_rioja_with_fours_as_aces_stands(tmp_path: Path) -> None:
    load_variant(written(tmp_path, {"deck.removed_ranks": [2], "deck.fours_as_aces": True}))
    load_variant(written(tmp_path, {"deck.removed_ranks": [2], "deck.kings": 4}))


def test_an_option_without_effect_is_a_warning_at_its_place(tmp_path: Path) -> None:
    rules = {"score.target": 30, "encaje.tie_worst": "split", "deje.opening": {"pares": 0}}
    found, warnings = check_variant(written(tmp_path, rules))
    assert found.rules["score.target"] == 30
    assert {(warning.line, warning.evidence["option"]) for warning in warnings} == {
        (7, "score.target"),
        (9, "deje.opening"),
    }
    assert "changes nothing in encaje" in str(warnings[0])
    for parent in ("", "fournier"):
        rules = {"encaje.tie_worst": "split", "enfle.win": "end_of_trick", "show.scope": "all"}
        _, warnings = check_variant(written(tmp_path, rules, extends=parent))
        assert {warning.evidence["option"] for warning in warnings} == set(rules)


MOOT: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "stakes of individual play in pairs": (
        {"individual.stake": "per_acceptor"},
        {"individual.stake": "players.mode"},
    ),
    "who answers for a side of one": (
        {"players.mode": "individual", "bet.team_response": "captain"},
        {"bet.team_response": "players.mode"},
    ),
    "rounds of no mus": (
        {"mus.enabled": False, "mus.corrido": "never", "mus.max_rounds": 2},
        {"mus.max_rounds": "mus.enabled"},
    ),
    "cutting no mus corrido": (
        {
            "mus.corrido": "never",
            "mus.corrido_cut": "pares_or_juego",
            "mus.corrido_signals": "forbidden",
        },
        {"mus.corrido_cut": "mus.corrido", "mus.corrido_signals": "mus.corrido"},
    ),
    "mus visto that never is": (
        {"exposed_card.action": "redeal", "exposed_card.served": False},
        {"exposed_card.served": "exposed_card.action"},
    ),
    "when an ignored card counts": (
        {"exposed_card.action": "ignore", "exposed_card.scope": "any"},
        {"exposed_card.scope": "exposed_card.action"},
    ),
    "composition of no Real": (
        {"real.figures": ["king"], "real.sevens": "any", "values.real": 5},
        dict.fromkeys(("real.figures", "real.sevens", "values.real"), "real.enabled"),
    ),
    "signals neither allowed nor awaited": (
        {"signals.allowed": False, "mus.corrido": "never", "mus.corrido_signals": "allowed"},
        {"mus.corrido_signals": "mus.corrido"},
    ),
    "perete unpaid": ({"perete.when": "before_mus"}, {"perete.when": "perete.points"}),
    "no órdago": (
        {"ordago.enabled": False, "ordago.settle": "immediate"},
        {"ordago.settle": "ordago.enabled"},
    ),
    "signals forbidden": (
        {"signals.allowed": False, "signals.list": "asturias", "signals.false": "allowed"},
        dict.fromkeys(("signals.list", "signals.false"), "signals.allowed"),
    ),
}


@pytest.mark.parametrize("case", MOOT)
def test_an_option_that_another_keeps_from_mattering_is_a_warning(
    case: str, tmp_path: Path
) -> None:
    rules, expected = MOOT[case]
    _, warnings = check_variant(written(tmp_path, rules, extends="fournier"))
    found = {warning.evidence["option"]: warning.evidence["reason"] for warning in warnings}
    assert found == expected
    assert len(warnings) == len(found)
    for warning in warnings:
        assert warning.line == 7 + list(rules).index(str(warning.evidence["option"]))
        assert "changes nothing while" in str(warning)


def test_mus_visto_by_a_cut_not_offered_still_asks_who_may_be_served(tmp_path: Path) -> None:
    rules = {
        "exposed_card.action": "redeal",
        "deal.no_cut": "mus_visto",
        "exposed_card.served": False,
    }
    assert check_variant(written(tmp_path, rules, extends="fournier"))[1] == ()


def test_a_three_that_is_no_figure_is_a_warning(tmp_path: Path) -> None:
    rules = "  deck.kings: 4\n  real.enabled: true\n  real.figures: [jack, three]\n"
    _, (warning,) = check_variant(written(tmp_path, rules, extends="fournier"))
    assert (warning.line, warning.column) == (9, 24)


def test_signals_allowed_and_forbidden_in_mus_corrido_are_a_warning(tmp_path: Path) -> None:
    rules: dict[str, Any] = {"mus.corrido_signals": "allowed"}
    _, (warning,) = check_variant(written(tmp_path, rules, extends="fournier"))
    assert "signals.when" in str(warning)
    rules["signals.when"] = []
    assert check_variant(written(tmp_path, rules, extends="fournier"))[1] == ()


def test_a_signal_of_ones_own_is_a_warning_with_the_known_one_that_was_meant(
    tmp_path: Path,
) -> None:
    rules = "  signals.list:\n    dos_ases: wrinkle_nose\n    dos_reyse: bite_lip\n"
    _, (warning,) = check_variant(written(tmp_path, rules, extends="fournier"))
    assert (warning.line, warning.hint) == (9, "dos_reyes")


def test_other_rules_under_a_packaged_id_are_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = (data("variants") / "encaje.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("players.count: 5", "players.count: 4"), encoding="utf-8")
    _, (warning,) = check_variant(path)
    assert (warning.line, warning.column) == (3, 5)


def idle(game: str) -> list[str]:
    """The options that a game carries, and that change nothing in it."""
    return [option for option in options_of(game).rows if option not in options_of(game).own]


def test_every_option_changes_something_in_some_game_but_that_of_enfle() -> None:
    assert {option for option in OPTIONS if option.startswith("encaje.")} <= set(idle("mus"))
    assert set(idle("mus")) & set(idle("encaje")) == {"enfle.win"}
    assert not {option for option in ENCAJE if option in set(idle("encaje"))}


# --- digests and embedded rules ----------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "changes"), [("encaje", ENCAJE), ("encaje_five_card", FIVE_CARDS)]
)
def test_the_digest_is_the_sha256_of_the_canonical_rules(
    name: str, changes: dict[str, Any]
) -> None:
    canonical = json.dumps(
        digested(changes), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert load_variant(name).digest == hashlib.sha256(canonical.encode()).hexdigest()
    assert load_variant(name).as_json() == json.loads(canonical)


def test_the_digest_knows_only_the_rules(tmp_path: Path) -> None:
    plain = load_variant(written(tmp_path, {}))
    assert plain.digest == load_variant("encaje").digest
    assert plain != load_variant("encaje"), "another id is another variant"
    changed = load_variant(written(tmp_path, {"encaje.start_stones": 15}))
    assert changed.digest != plain.digest
    for order in (["three", "jack"], ["jack", "three"]):
        digest = load_variant(written(tmp_path, {"real.figures": order})).digest
        assert digest == load_variant(written(tmp_path, {"real.figures": ["three", "jack"]})).digest


def sets_of(option: str) -> st.SearchStrategy[Any]:
    allowed = OPTIONS[option][0]
    if isinstance(allowed, frozenset):
        return st.lists(st.sampled_from(sorted(allowed)), unique=True)
    return st.sampled_from(list(allowed))


FREE = [
    option
    for option in OPTIONS
    if option.startswith(("encaje.", "values.", "exposed_card.", "talk.", "signals.", "deje."))
]
CHOICES = st.fixed_dictionaries({}, optional={option: sets_of(option) for option in FREE})


@given(CHOICES)
@settings(max_examples=40, deadline=None)
def test_rules_spelled_in_a_file_or_embedded_in_a_record_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, changes: dict[str, Any]
) -> None:
    found = load_variant(written(tmp_path_factory.mktemp("written"), changes))
    embedded = resolve_embedded(json.loads(json.dumps(found.as_json())), "our_table")
    assert (embedded, embedded.rules) == (found, found.rules)
    for option, value in changes.items():
        is_map = isinstance(value, dict) and isinstance(DEFAULTS[option], dict)
        expected = {**DEFAULTS[option], **value} if is_map else value
        expected = tuple(sorted(expected)) if isinstance(expected, list) else expected
        assert found.rules[option] == expected
    same = found.rules == load_variant("encaje").rules
    assert same == (found.digest == load_variant("encaje").digest)


def test_embedded_rules_of_a_packaged_variant_are_that_variant() -> None:
    encaje = load_variant("encaje")
    assert resolve_embedded(encaje.as_json(), "encaje") is encaje
    other = resolve_embedded({**encaje.as_json(), "encaje.start_stones": 15}, "encaje")
    assert other != encaje
    assert other.summary == encaje.summary
    assert other.origin["encaje.start_stones"] == "encaje"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bet.mn_open": 2}, "no field bet.mn_open"),
        ({"bet.min_open": "2"}, "must be a whole number"),
        ({"bet.min_open": 2.0}, "must be a whole number"),
        ({"mus.enabled": 1}, "must be true or false"),
        ({"encaje.tie_worst": "splt"}, "did you mean split"),
        ({"deje.opening": {"grande": 1}}, "leave deje.opening open"),
    ],
)
def test_embedded_rules_that_do_not_fit_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(VariantError, match=words):
        resolve_embedded({**load_variant("encaje").as_json(), **change}, "encaje")


@pytest.mark.parametrize("option", OPTIONS)
def test_embedded_rules_leave_no_option_out(option: str) -> None:
    rules = load_variant("encaje").as_json()
    del rules[option]
    with pytest.raises(VariantError, match="resolved rules answer every option"):
        resolve_embedded(rules, "encaje")


@pytest.mark.parametrize("name", ["", "../encaje", "Encaje", "x" * 65, "a/b", "a\0"])
def test_embedded_rules_need_an_id(name: str) -> None:
    with pytest.raises(VariantError, match="cannot be an id"):
        resolve_embedded(load_variant("encaje").as_json(), name)


def test_a_variant_is_a_key() -> None:
    encaje = load_variant("encaje")
    again = resolve_embedded(encaje.as_json(), "encaje_by_record")
    assert {encaje: 1, load_variant("encaje"): 2} == {encaje: 2}
    assert again != encaje
    assert encaje != "encaje"
