"""The tables of options: what is made from them, what reads them, and what a new option changes."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mustutor.base import register, yaml_text
from mustutor.base.errors import VariantError
from mustutor.base.files import data
from mustutor.base.shipped import variant_schema
from mustutor.games import encaje as options_of_encaje
from mustutor.games import rulebook
from mustutor.games.mus import options as options_of_mus
from mustutor.locale.compile import OF_OPTIONS
from mustutor.model import variant as variant_module
from mustutor.model import variant_file
from mustutor.model.options import Number, OptionTable, RuleOption, choice, options_of, switch
from mustutor.model.variant import check_variant, difference, load_variant, resolve_embedded
from mustutor.model.variant_file import variant_ids
from mustutor.replay import loads
from mustutor.replay.format import rules_of

PACKAGE = Path(__file__).resolve().parents[1] / "mustutor"
HERE = Path(__file__).parent
TABLES = {"mus": options_of_mus, "encaje": options_of_encaje}


# --- the tables ----------------------------------------------------------------------------


def test_the_schema_on_disk_is_what_the_tables_say():
    """After a new row: `python -m mustutor.base.shipped`."""
    shipped = (data("schemas") / "variant-1.schema.json").read_text(encoding="utf-8")
    assert shipped == variant_schema()


@pytest.mark.parametrize("game", TABLES)
def test_an_option_of_one_game_is_no_option_of_another(game):
    strange = {"mus": ("encaje.", "enfle."), "encaje": ("score.", "match.", "deje.", "enfle.")}
    assert not [option for option in options_of(game).own if option.startswith(strange[game])]
    # 86 when the first record was written, those of the other game among them; Mus has four more.
    # Since then both have what a club answers for everything that goes wrong.
    assert len(options_of(game).own) < len(options_of(game).rows) == {"mus": 92, "encaje": 87}[game]


@pytest.mark.parametrize("game", TABLES)
def test_what_keeps_an_option_from_mattering_is_an_option_and_a_value_it_can_have(game):
    table = options_of(game)
    for row in table.own.values():
        for reasons in row.idle:
            for option, values in reasons.items():
                assert option != row.name
                assert not set(values) - set(table.rows[option].kind.said)
    for contradiction in table.contradictions:
        assert not set(contradiction.options) - table.rows.keys()


@pytest.mark.parametrize("game", TABLES)
def test_what_is_asked_first_and_shown_as_an_example_is_an_option_of_the_game(game):
    table = options_of(game)
    assert table.asked
    assert not {*table.asked, *(line.partition(":")[0] for line in table.examples)} - {*table.own}


@pytest.mark.parametrize("file", sorted((data("variants") / "options").glob("*.yaml")), ids=str)
def test_a_row_of_options_says_nothing_that_is_not_read(file):
    known = {*OF_OPTIONS, "default", "idle", "since", "least", "most", "among"}
    for option, row in yaml_text.read(file).data.items():
        assert {"decides", "default"} <= row.keys() <= known, option


# --- played, or told and not played --------------------------------------------------------

TOLD = {
    "mus": set(),
    "encaje": {"bet.refuser_hand_counts", "declare.mode"},
}
# Nothing in the program draws for seats: a record begins with the players seated.
NEVER_CALLED = "seating.py"
TABLE_FILES = {"options.py", "talk_options.py", "option_table.py"}


def asked_for(path: Path) -> Iterator[str]:
    """The options a module asks the rules for: `rules["..."]`, `variant.flag("...")`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Subscript):
            yield from _constants([node.slice])
        elif isinstance(node, ast.Call):
            yield from _constants(node.args)


def _constants(nodes: list[ast.expr]) -> Iterator[str]:
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def read_in(*folders: str) -> set[str]:
    return {
        option
        for folder in folders
        for path in (PACKAGE / folder).rglob("*.py")
        if path.name not in {NEVER_CALLED, *TABLE_FILES}
        for option in asked_for(path)
    }


def stands_in_one_way_only(table: OptionTable, option: str) -> bool:
    """Whether the game's contradictions leave an option no choice."""
    rules = dict(load_variant(table.game).rules)
    others = [value for value in table.own[option].kind.said if value != rules[option]]
    return bool(others) and all(
        any(option in found.options for found in table.contradicted({**rules, option: value}))
        for value in others
    )


@pytest.mark.parametrize("game", TABLES)
def test_a_rule_reads_every_option_that_is_not_told(game):
    table = options_of(game)
    read = read_in(f"games/{game}", "games/mus_family")
    read |= set(asked_for(PACKAGE / "games" / "irregularities.py"))
    told = {option for option, row in table.own.items() if row.advisory}
    assert told == TOLD[game]
    assert not told & read_in(f"games/{game}")
    assert not told & read_in("games/mus_family") - {"declare.mode", "bet.refuser_hand_counts"}
    unread = table.own.keys() - read - told - {"game"}
    for option in unread:
        assert game == "encaje"
        assert option == "bet.max" or stands_in_one_way_only(table, option), option


def test_nothing_in_the_program_draws_for_seats():
    callers = [
        path
        for path in PACKAGE.rglob("*.py")
        if path.name != NEVER_CALLED and "seating import seated" in path.read_text("utf-8")
    ]
    assert callers == []


def test_an_option_that_is_told_says_so_wherever_it_is_shown(mustutor, tmp_path):
    remark = "It is for people to know: no rule of the program looks at it."
    shown = mustutor("variant", "show", "madrid").out
    assert shown.count(remark) == len(TOLD["mus"])
    assert mustutor("variant", "show", "encaje").out.count(remark) == len(TOLD["encaje"])
    asked = (
        "variant",
        "new",
        "x",
        "-o",
        "-",
        "--extends",
        "encaje",
        "--set",
        "declare.mode=manual",
    )
    draft = mustutor(*asked).out
    assert f"# {remark}" in draft
    path = tmp_path / "x.yaml"
    path.write_text(draft, encoding="utf-8")
    checked = mustutor("variant", "check", str(path))
    assert (checked.status, checked.err) == (0, "")
    told = "declare.mode is for people to know: no rule of the program looks at it."
    assert told in " ".join(checked.out.split())
    assert mustutor("variant", "diff", "encaje", str(path)).out.count(remark) == 1


@pytest.mark.parametrize("game", TABLES)
def test_a_variant_is_shown_with_the_options_of_its_game_and_no_others(mustutor, game):
    table, shown = options_of(game), mustutor("variant", "show", game).out
    assert not [option for option in table.rows.keys() - table.own.keys() if option in shown]


def test_what_is_told_in_one_game_alone_says_in_which(mustutor):
    with_it = [id_ for id_, one in rulebook.articles().items() if "declare.mode" in one.options]
    shown = " ".join(mustutor("rule", with_it[0]).out.split())
    assert "In encaje it is for people to know: no rule of the program looks at it." in shown


def test_a_new_variant_is_offered_the_options_of_its_game_alone(mustutor):
    refused = mustutor("variant", "new", "x", "-o", "-", "--set", "encaje.tie_worst=split")
    assert refused.status == 2
    assert refused.err.startswith("There is no option encaje.tie_worst")
    drafted = mustutor("variant", "new", "x", "-o", "-", "--extends", "encaje").out
    assert "# encaje: start_stones" in drafted
    assert "# score:" not in drafted


def test_a_file_may_still_set_what_another_game_decides_and_nothing_speaks_of_it(tmp_path):
    path = written(tmp_path, "extends: fournier\n", "encaje.tie_worst: split")
    ours, (warning,) = check_variant(path)
    assert "changes nothing in mus" in str(warning)
    assert ours.rules["encaje.tie_worst"] == "split"
    assert ours.digest != load_variant("fournier").digest
    assert difference(load_variant("fournier"), ours) == ()


# --- a younger option ----------------------------------------------------------------------


def written(folder: Path, *lines: str, name: str = "ours") -> Path:
    """Write a variant: what it builds on, then the rules it names."""
    above = [line for line in lines if line.endswith("\n")]
    rules = [f"  {line}\n" for line in lines if not line.endswith("\n")]
    head = f"format: mus-variant/1\nid: {name}\n"
    told = "name: {en: Ours, es: Nuestra}\nsummary: {en: As we play it., es: Como jugamos.}\n"
    path = folder / f"{name}.yaml"
    path.write_text(head + "".join(above) + told + "rules:\n" + "".join(rules), encoding="utf-8")
    return path


@pytest.fixture
def caches_cleared() -> Iterator[None]:
    """Forget every variant that was resolved, before the test and after it."""
    caches = (variant_file.packaged_files, variant_module._packaged_at, variant_module._embedded)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


TRIAL = choice(
    "trial.salutation",
    "How the table is greeted.",
    "none",
    since=2,
    none="Nobody greets the table.",
    aloud="Whoever deals greets the table.",
)


@pytest.fixture(params=TABLES)
def trial(request, monkeypatch, caches_cleared) -> str:  # noqa: ARG001
    """A game to whose options one more was added, since the second state of its options."""
    game: str = request.param
    table = options_of(game)
    longer = table._replace(options=(*table.options, TRIAL))
    monkeypatch.setattr(TABLES[game], "OPTIONS", longer)
    other = TABLES["mus" if game == "encaje" else "encaje"]
    monkeypatch.setattr(other, "OPTIONS", other.OPTIONS._replace())
    return game


DIGESTS = {name: load_variant(name).digest for name in variant_ids()}
RULES_BEFORE = {name: load_variant(name).as_json() for name in variant_ids()}


def test_a_trial_option_changes_no_digest_of_a_variant_nor_of_embedded_rules(trial):
    for name, digest in DIGESTS.items():
        variant = load_variant(name)
        assert ("trial.salutation" in variant.rules) == (variant.game == trial)
        assert variant.digest == digest
        assert variant.as_json() == RULES_BEFORE[name]
        for id_ in (name, "a_foreign_table"):
            embedded = resolve_embedded(RULES_BEFORE[name], id_)
            assert embedded.digest == digest
            assert embedded.rules == variant.rules


def judged() -> dict[str, tuple[str, bool]]:
    """Every record of ours and of an older state: the digest it is played under, and if known."""
    found = {}
    for path in (*data("replays").glob("*.json"), *(HERE / "replay" / "old").glob("*.json")):
        variant, failure = rules_of(loads(path.read_text(encoding="utf-8")))
        found[path.name] = (variant.digest, failure is None)
    return found


JUDGED = judged()


@pytest.mark.usefixtures("trial")
def test_a_trial_option_makes_no_record_of_ours_nor_of_an_older_state_other_rules():
    assert len(JUDGED) > 20
    assert judged() == JUDGED


def test_a_trial_option_that_a_table_sets_changes_its_digest_and_is_told(trial, tmp_path):
    base = load_variant("fournier" if trial == "mus" else "encaje")
    extends = f"extends: {base.id}\n"
    same = load_variant(written(tmp_path, extends, "trial.salutation: none"))
    assert same.digest == base.digest
    ours = load_variant(written(tmp_path, extends, "trial.salutation: aloud"))
    assert ours.digest != base.digest
    assert [change.said() for change in difference(base, ours)] == [
        "Whoever deals greets the table."
    ]
    assert resolve_embedded(ours.as_json(), "ours").digest == ours.digest
    assert resolve_embedded(ours.as_json(), "ours").rules == ours.rules


def test_a_younger_option_of_one_game_is_unknown_in_the_other(trial, tmp_path):
    other = "encaje" if trial == "mus" else "fournier"
    with pytest.raises(VariantError, match=r"There is no field trial\.salutation"):
        load_variant(written(tmp_path, f"extends: {other}\n", "trial.salutation: aloud"))


# --- a game from outside the house ---------------------------------------------------------

OUTSIDE = (
    Number("{after} cards are dealt, not {before}.", 1, 9),
    Number("{after} chips are put in, not {before}.", 1, 5),
)


@pytest.fixture
def shed(tmp_path, monkeypatch, caches_cleared) -> Iterator[Path]:  # noqa: ARG001
    """A game of one module, with a folder of data: two variants and an article."""
    module = ModuleType("a_game_of_shedding")
    rows = (
        RuleOption("deal.cards", "How many cards each player is dealt.", 7, OUTSIDE[0]),
        RuleOption("shed.ante", "What each player puts in.", 1, OUTSIDE[1]),
        switch("shed.twice", "Whether two may be shed.", False, yes="Two may.", no="One."),
    )
    folder = tmp_path / "brought"
    module.__dict__.update(OPTIONS=OptionTable("shed", "The game is Shed.", rows), DATA=folder)
    (folder / "variants").mkdir(parents=True)
    (folder / "rulebook").mkdir()
    written(folder / "variants", "game: shed", name="shed")
    written(folder / "variants", "extends: shed\n", "shed.ante: 2", name="shed_dear")
    entry: dict[str, Any] = {"title": {"en": "Shed"}, "text": {"en": "Shed all."}}
    entry |= {"source": ["S0:L1"], "see": ["SHED-1"], "options": ["shed.ante", "deal.cards"]}
    book = json.dumps({"articles": {"SHED-1": entry}})
    (folder / "rulebook" / "shed.yaml").write_text(book, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "a_game_of_shedding", module)
    register.register("shed", "a_game_of_shedding")
    yield folder
    register.unregister("shed")


@pytest.mark.usefixtures("shed")
def test_a_game_brings_its_variants_and_they_load_by_their_ids():
    assert {"shed", "shed_dear", "fournier"} <= set(variant_ids())
    plain, dear = load_variant("shed"), load_variant("shed_dear")
    assert plain.rules == {"game": "shed", "deal.cards": 7, "shed.ante": 1, "shed.twice": False}
    assert (dear.game, dear.rules["shed.ante"], dear.origin["shed.ante"]) == (
        *("shed", 2),
        "shed_dear",
    )
    assert [change.said() for change in difference(plain, dear)] == ["2 chips are put in, not 1."]
    assert resolve_embedded(dear.as_json(), "shed_dear") == dear
    assert resolve_embedded(dear.as_json(), "another").rules == dear.rules
    with pytest.raises(VariantError, match=r"leave shed\.ante open"):
        resolve_embedded({"game": "shed", "deal.cards": 7, "shed.twice": False}, "another")


@pytest.mark.usefixtures("shed")
def test_a_game_from_outside_asks_nothing_that_mus_asks(tmp_path):
    ours = load_variant(written(tmp_path, "extends: shed\n", "deal.cards: 9"))
    assert ours.rules["deal.cards"] == 9
    for rule, words in (
        ("players.count: 4", "There is no field players.count"),
        ("deal.cards: 10", "it must be at most 9"),
    ):
        with pytest.raises(VariantError, match=words):
            load_variant(written(tmp_path, "extends: shed\n", rule))
    with pytest.raises(VariantError, match=r"madrid sets .*, which is not an option of shed"):
        load_variant(written(tmp_path, "extends: madrid\n", "game: shed"))
    with pytest.raises(VariantError, match=r"deal\.cards cannot be 9: it may be 4, 5"):
        load_variant(written(tmp_path, "extends: fournier\n", "deal.cards: 9"))


@pytest.mark.usefixtures("shed")
def test_a_game_from_outside_is_shown_compared_and_written(mustutor, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = mustutor("variant", "show", "shed_dear").out
    assert "shed.ante: 2" in shown
    assert "Mus" not in shown
    assert "nothing" not in shown
    assert "mus" in mustutor("variant", "diff", "shed", "fournier").out
    made = mustutor("variant", "new", "ours", "--extends", "shed", "--set", "shed.twice=true")
    assert (made.status, made.err) == (0, "")
    assert mustutor("variant", "check", "ours.yaml").status == 0
    assert "shed.ante" in mustutor("rule", "SHED-1").out
    assert mustutor("rule").status == 0


def test_a_game_that_went_away_leaves_nothing_behind(shed):
    assert rulebook.article("SHED-1").options == ("shed.ante", "deal.cards")
    register.unregister("shed")
    assert "SHED-1" not in rulebook.articles()
    assert "shed" not in variant_ids()
    with pytest.raises(VariantError, match="There is no variant shed"):
        load_variant("shed")
    assert shed.is_dir()
