"""The questions to an archive: each answered by SQL, and counted once more in the records."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from mustutor.archive.parquet import RECIPES, ask, export_archive, recipe_named
from tests.archive.league import (
    AFTER,
    CALL,
    CLAIM,
    NAMES,
    PLANTED,
    RULES,
    SEAL,
    Entered,
    bets,
    cards_at_the_end,
    game_of,
    heard,
    league,
    of_mus,
    pares,
    written,
)

pytestmark = pytest.mark.libraries
pytest.importorskip("duckdb")

PAGE = Path(__file__).parents[2] / "replays" / "ARCHIVES.md"


@cache
def known() -> tuple[Entered, ...]:
    """The matches whose rules can be read; dealt when they are first asked for."""
    return tuple([each for each in league() if each.planted != RULES])


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("league")
    export_archive([str(written(folder / "league.jsonl"))], folder / "tables")
    return folder / "tables"


@pytest.fixture
def answer(tables):
    def rows(name):
        recipe = recipe_named(name)
        assert recipe is not None
        asked = ask(recipe, tables)
        return [dict(zip(asked.columns, row, strict=True)) for row in asked.rows]

    return rows


def percent(part, whole):
    return pytest.approx(100 * part / whole, abs=0.0501)


def test_the_commonest_faults_are_those_that_were_planted(answer):
    wrong_claims = sum(each.planted == CLAIM for each in league())
    assert wrong_claims >= 3
    unsettled = PLANTED[AFTER] + wrong_claims
    found = [(row["verdict"], row["code"], row["times"]) for row in answer("faults")]
    assert sorted(found, key=str) == sorted(
        [
            ("unsettled", None, unsettled),
            ("altered", None, PLANTED[SEAL]),
            ("illegal", "MUS-MUS-1", PLANTED[CALL]),
            ("other_rules", None, PLANTED[RULES]),
        ],
        key=str,
    )
    assert [times for *_, times in found] == sorted((times for *_, times in found), reverse=True)
    first = next(number for number, each in enumerate(league(), 1) if each.planted == SEAL)
    assert [row["first_number"] for row in answer("faults") if row["verdict"] == "altered"] == [
        first
    ]


def test_who_claims_wrongly(answer):
    claims, wrong = Counter(), Counter()
    for each in league():
        for claim in each.record.get("claims", ()):
            # In Encaje the side A is a seat, and somebody sits there.
            claims[each.record["players"].get(claim["by"], claim["by"])] += 1
        if each.planted == CLAIM:
            wrong[each.record["claims"][0]["by"]] += 1
    rows = answer("claims")
    assert {row["who"]: row["claims"] for row in rows} == claims
    assert {row["who"]: row["wrong"] for row in rows if row["wrong"]} == wrong
    assert {row["unjudged"] for row in rows} == {0}
    for row in rows:
        assert row["hold"] == claims[row["who"]] - wrong[row["who"]]
        assert row["wrong_percent"] == percent(wrong[row["who"]], claims[row["who"]])
    assert [row["wrong"] for row in rows] == sorted((row["wrong"] for row in rows), reverse=True)


def movements():
    for each, hand in heard(known()):
        for movement in hand["ledger"]:
            yield each, movement


def test_stones_by_lance(answer):
    stones, at_once = Counter(), Counter()
    for each, movement in movements():
        key = game_of(each), movement["lance"]
        stones[key] += movement["stones"]
        if movement["when"] == "at_once":
            at_once[key] += movement["stones"]
    rows = answer("stones")
    assert {(row["game"], row["lance"]): row["stones"] for row in rows} == stones
    assert len(stones) == 10
    for row in rows:
        key = row["game"], row["lance"]
        assert (row["at_once"] or 0) == at_once[key]
        assert (row["at_showdown"] or 0) == stones[key] - at_once[key]
        of_game = sum(count for (game, _), count in stones.items() if game == row["game"])
        assert row["percent"] == percent(stones[key], of_game)


def test_what_stones_are_paid_for(answer):
    paid = defaultdict(list)
    for each, movement in movements():
        paid[game_of(each), movement["item"]].append(movement["stones"])
    assert {
        (row["game"], row["item"]): (row["times"], row["stones"], row["most"])
        for row in answer("items")
    } == {key: (len(each), sum(each), max(each)) for key, each in paid.items()}


def test_how_often_a_bet_is_refused(answer):
    bet, refused, stones = Counter(), Counter(), Counter()
    for _, hand in heard(of_mus()):
        for round_ in hand["rounds"]:
            last, wanted = bets(round_)
            if last:
                bet[round_["lance"]] += 1
                refused[round_["lance"]] += not wanted
        for movement in hand["ledger"]:
            if movement["item"] == "deje":
                stones[movement["lance"]] += movement["stones"]
    rows = answer("deje")
    assert {row["lance"]: row["bet"] for row in rows} == bet
    assert {row["lance"]: row["refused"] for row in rows} == refused
    assert {row["lance"]: row["stones"] for row in rows} == stones
    assert len(bet) == 5
    assert all(row["refused_percent"] == percent(refused[row["lance"]], row["bet"]) for row in rows)


def test_how_often_duples_win(answer):
    held, paid = Counter(), Counter()
    for each, hand in heard(of_mus()):
        sides = {
            movement["to"]
            for movement in hand["ledger"]
            if movement["item"] in ("par", "medias", "duples")
        }
        for seat, cards in cards_at_the_end(hand).items():
            figure = pares(cards, each.record["variant"]["id"])
            if figure:
                held[figure] += 1
                paid[figure] += seat[0] in sides
    rows = answer("pares")
    assert {row["pares"]: row["held"] for row in rows} == held
    assert {row["pares"]: row["paid"] for row in rows} == paid
    assert set(held) == {"par", "medias", "duples"}
    assert all(row["paid_percent"] == percent(paid[row["pares"]], row["held"]) for row in rows)


def test_the_longest_matches(answer):
    sizes = []
    for number, each in enumerate(league(), 1):
        calls = sum(len(round_["calls"]) for hand in each.hands for round_ in hand["rounds"])
        sizes.append((-len(each.hands), -calls, number))
    assert [(-row["hands"], -row["calls"], row["number"]) for row in answer("longest")] == sorted(
        sizes
    )[:10]


def test_how_often_an_ordago_is_seen(answer):
    said, seen = Counter(), Counter()
    for _, hand in heard(known()):
        for round_ in hand["rounds"]:
            last, wanted = bets(round_)
            if last == "ordago":
                said[round_["lance"]] += 1
                seen[round_["lance"]] += wanted
    rows = answer("ordagos")
    assert sum(seen.values()) >= 5
    assert {row["lance"]: (row["ordagos"], row["seen"]) for row in rows} == {
        lance: (count, seen[lance]) for lance, count in said.items()
    }


def test_what_it_is_worth_to_be_mano(answer):
    mine, theirs = Counter(), Counter()
    for _, hand in heard(of_mus()):
        # Who cuts a mus corrido becomes mano: mano is who speaks first in grande.
        [first, *_] = [r["calls"][0] for r in hand["rounds"] if r["lance"] == "grande"]
        for movement in hand["ledger"]:
            won = mine if movement["to"] == first[0] else theirs
            won[movement["lance"]] += movement["stones"]
    rows = answer("mano")
    assert {row["lance"]: (row["to_mano"], row["to_others"]) for row in rows} == {
        lance: (mine[lance], theirs[lance]) for lance in mine | theirs
    }
    for row in rows:
        both = row["to_mano"] + row["to_others"]
        assert row["mano_percent"] == percent(row["to_mano"], both)


def test_how_often_cards_are_changed(answer):
    # A hand with a refused first call is a row too: nothing was discarded in it.
    hands = Counter({0: PLANTED[CALL]})
    for _, hand in heard(of_mus()):
        hands[sum("draws" in round_ for round_ in hand["rounds"])] += 1
    rows = answer("mus")
    assert {row["discards"]: row["hands"] for row in rows} == hands
    assert len(hands) >= 3
    assert all(row["percent"] == percent(row["hands"], sum(hands.values())) for row in rows)


def test_how_high_the_stakes_go(answer):
    bet, raised, stakes = Counter(), Counter(), defaultdict(list)
    for _, hand in heard(known()):
        for round_ in hand["rounds"]:
            for call in round_["calls"]:
                if found := re.fullmatch(r"\w+ (envido|subo a) (\d+)", call):
                    (bet if found[1] == "envido" else raised)[round_["lance"]] += 1
                    stakes[round_["lance"]].append(int(found[2]))
    rows = answer("stakes")
    assert {row["lance"]: (row["bets"], row["raises"], row["highest"]) for row in rows} == {
        lance: (bet[lance], raised[lance], max(each)) for lance, each in stakes.items()
    }
    for row in rows:
        each = stakes[row["lance"]]
        assert row["average"] == pytest.approx(sum(each) / len(each), abs=0.0501)


def test_who_plays_most_and_who_wins(answer):
    played, won = Counter(), Counter()
    for each in league():
        played.update(each.record["players"].values())
        if each.planted == RULES or game_of(each) != "mus" or not each.hands:
            continue
        # The last hand decided a game of forty stones, or by an órdago, or it did not.
        last = each.hands[-1]
        target = 40
        winners = {m["to"] for m in last["ledger"] if m.get("wins_game")}
        after = last["after"] if each.planted != AFTER else {}
        winners |= {side for side, stones in after.items() if stones >= target}
        for seat, name in each.record["players"].items():
            won[name] += seat[0] in winners
    rows = answer("players")
    assert {row["player"] for row in rows} == set(NAMES)
    assert {row["player"]: row["matches"] for row in rows} == played
    assert {row["player"]: row["won"] for row in rows} == dict(won)
    assert sum(won.values()) >= 8


def test_every_question_is_one_of_these_and_stands_on_the_page():
    page = PAGE.read_text("utf-8")
    shown = re.findall(
        r"^### `(\w+)`\n\n(.+?)\n\n```sql\n(.+?);\n```$", page, re.MULTILINE | re.DOTALL
    )
    assert [(name, sql) for name, _, sql in shown] == [
        (recipe.name, recipe.sql.strip()) for recipe in RECIPES
    ]
    for recipe, (_, said, _) in zip(RECIPES, shown, strict=True):
        assert " ".join(said.split()).startswith(recipe.question)
    tested = Path(__file__).read_text("utf-8")
    assert set(re.findall(r'answer\("(\w+)"\)', tested)) == {recipe.name for recipe in RECIPES}


def test_the_page_names_the_tables_as_the_command_does(tables, monkeypatch):
    import duckdb

    [views] = re.findall(r"```sql\n(CREATE VIEW .+?)```", PAGE.read_text("utf-8"), re.DOTALL)
    monkeypatch.chdir(tables)
    with duckdb.connect(":memory:") as connection:
        connection.execute(views)
        for recipe in RECIPES:
            ours = ask(recipe, tables).rows
            assert tuple(connection.execute(recipe.sql).fetchall()) == ours


def test_the_rows_are_in_an_order_that_leaves_nothing_to_chance(tables):
    import duckdb

    with duckdb.connect(":memory:", config={"threads": 1}) as backwards:
        for path in sorted(tables.glob("*.parquet")):
            backwards.execute(
                f"CREATE TABLE {path.stem} AS FROM '{path}' ORDER BY hash(columns(*)) DESC"
            )
        for recipe in RECIPES:
            assert tuple(backwards.execute(recipe.sql).fetchall()) == ask(recipe, tables).rows


# --- the command -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [recipe.name for recipe in RECIPES])
def test_the_command_answers_in_json_and_in_text(mustutor, tables, name):
    told = mustutor("archive", "query", name, str(tables), "--json")
    assert (told.status, told.err) == (0, "")
    document = json.loads(told.out)
    recipe = recipe_named(name)
    assert recipe is not None
    asked = ask(recipe, tables)
    assert document["query"] == name
    assert [tuple(row.values()) for row in document["rows"]] == list(asked.rows)
    read = mustutor("archive", "query", name, str(tables), "--width", "200")
    assert (read.status, read.err) == (0, "")
    lines = read.out.splitlines()
    assert lines[0] == recipe.question
    assert lines[1].split() == list(asked.columns)
    assert len(lines) == 2 + len(asked.rows)


@pytest.mark.parametrize("width", ["30", "200"])
def test_hostile_names_are_kept_and_shown_escaped(mustutor, tables, answer, width):
    assert {row["player"] for row in answer("players")} == set(NAMES)
    shown = mustutor("archive", "query", "players", str(tables), "--width", width).out
    assert not {"\x1b", "\u202e", "\x00"} & set(shown)
    assert r"Cé\"sar\n\x1b[31mrojo".replace(r"\"", '"') in shown
    written_as_json = mustutor("archive", "query", "players", str(tables), "--json").out
    assert {row["player"] for row in json.loads(written_as_json)["rows"]} == set(NAMES)
    assert not {"\x1b", "\u202e", "\x00"} & set(written_as_json)


def test_the_list_names_every_question(mustutor):
    told = mustutor("archive", "query", "--list")
    assert told.status == 0
    assert [line.split()[0] for line in told.out.splitlines()] == [each.name for each in RECIPES]
    document = json.loads(mustutor("archive", "query", "--list", "--json").out)
    assert [each["question"] for each in document] == [each.question for each in RECIPES]
    spanish = mustutor("archive", "query", "--list", "--lang", "es").out
    assert not any(each.question in spanish for each in RECIPES)


def test_the_query_itself_can_be_had(mustutor):
    told = mustutor("archive", "query", "claims", "--sql")
    recipe = recipe_named("claims")
    assert recipe is not None
    assert (told.status, told.out) == (0, f"{recipe.sql.strip()};\n")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (
            ("clams", "."),
            2,
            "There is no question clams; --list names those that there are (did you",
        ),
        ((), 2, "mustutor archive query needs NAME."),
        (("claims",), 2, "mustutor archive query needs FOLDER."),
        (("claims", "."), 3, ".: There is no matches.parquet in it: mustutor archive export"),
        (("claims", "nowhere"), 3, "nowhere: There is no matches.parquet in it"),
    ],
)
def test_a_question_that_cannot_be_asked(mustutor, tmp_path, monkeypatch, words, status, said):
    monkeypatch.chdir(tmp_path)
    told = mustutor("archive", "query", *words)
    assert told.status == status
    assert told.err.startswith(said)
    assert told.out == ""


def test_tables_that_are_none_are_told_in_a_line(mustutor, tables, tmp_path):
    for path in tables.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "claims.parquet").write_bytes(b"PAR1 and no more")
    told = mustutor("archive", "query", "claims", str(tmp_path))
    assert (told.status, told.out) == (3, "")
    assert told.err.startswith(f"{tmp_path}: The query failed: ")
    assert "Traceback" not in told.err


def test_an_archive_without_claims_answers_nothing(mustutor, tmp_path):
    record, folder = tmp_path / "none.jsonl", tmp_path / "tables"
    record.write_text('{"format": "mus-replay/1"}\n')
    export_archive([str(record)], folder)
    told = mustutor("archive", "query", "claims", str(folder))
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines() == ["Who claims wrongly?", "Nothing in this archive answers it."]
