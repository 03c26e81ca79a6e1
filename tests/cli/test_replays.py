"""`replay show`, `play` and `simulate`: a record read, walked through, and made."""

from __future__ import annotations

import json
import re

import pytest

from mustutor.base.files import data
from mustutor.cli.replay.play import Frame, cut
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.screen.lines import step_through
from mustutor.referee import verify
from mustutor.replay import loads
from mustutor.replay.files import packaged, packaged_file

PLACE = re.compile(r"^ *(\d+\.[a-z]+\.\d+)  (?:\S+ \()?[A-H]\)? ", re.MULTILINE)


# --- show --------------------------------------------------------------------------------


def test_show_has_every_call_card_note_and_claim(mustutor, record):
    match = record()
    shown = mustutor("replay", "show", "worked_example_1_b_better")
    assert (shown.status, shown.err) == (0, "")
    joined = " ".join(shown.out.split())
    for call in match["hands"][0]["rounds"][0]["calls"]:
        assert call in joined
    for cards in match["hands"][0]["deal"]["cards"].values():
        assert " ".join(cards) in shown.out
    for notes in match["notes"].values():
        assert all(note["text"]["en"] in joined for note in notes)
    assert "B on 1.grande: 22 to E." in shown.out
    assert "grande: 22 from the pot to E (pot)" in shown.out
    assert "Stones after the hand: A 5 B 6 C 16 D 9 E 22" in joined
    assert "13 checks" in shown.out


def test_show_judges_nothing_and_shows_what_is_wrong_as_it_stands(mustutor, bare, kept):
    match = bare()
    match["hands"][0]["rounds"][0]["calls"][2] = "C envido 1"
    match["hands"][0]["after"] = {"E": 99}
    match["notes"]["elsewhere"] = [{"text": {"en": "A note on no place."}}]
    shown = mustutor("replay", "show", kept(match))
    assert (shown.status, shown.err) == (0, "")
    assert "C envido 1" in shown.out
    assert "E 99" in shown.out
    assert "A note on no place." in shown.out


def test_show_takes_many_matches(mustutor, record, kept):
    lines = [json.dumps(record(n)) for n in ("worked_example_1", "worked_example_2")]
    shown = mustutor("replay", "show", kept("\n".join(lines), "two.jsonl"))
    assert shown.out.count("Hand 1 · A is mano") == 2


# --- play --------------------------------------------------------------------------------


def test_play_walks_through_every_call_with_its_place(mustutor, record):
    match = record("punto")
    played = mustutor("replay", "play", "punto")
    assert (played.status, played.err) == (0, "")
    expected = [
        f"{number}.{round_['lance']}.{place}"
        for number, hand in enumerate(match["hands"], 1)
        for round_ in hand["rounds"]
        for place, _ in enumerate(round_["calls"], 1)
    ]
    assert PLACE.findall(played.out) == expected
    assert "SHOWDOWN" in played.out


def test_play_says_what_settle_says(mustutor):
    # The same remarks, the same articles: playing back only cuts them into steps.
    settled = mustutor("settle", "punto").out
    played = mustutor("replay", "play", "punto").out
    articles = re.compile(r"\b(?:ENC|MUS)-[A-Z]+-\w+")
    assert articles.findall(played) == articles.findall(settled)


@pytest.mark.parametrize(
    ("bounds", "first", "last", "count"),
    [
        (["--from", "1.grande.11"], "1.grande.11", "1.grande.13", 3),
        (["--to", "1.grande.2"], "1.grande.1", "1.grande.2", 2),
        (["--from", "1.grande.3", "--to", "1.grande.5"], "1.grande.3", "1.grande.5", 3),
        (["--from", "1.grande", "--to", "1.grande"], "1.grande.1", "1.grande.13", 13),
        (["--from", "1", "--to", "1"], "1.grande.1", "1.grande.13", 13),
    ],
)
def test_play_goes_from_one_place_to_another(mustutor, bounds, first, last, count):
    played = mustutor("replay", "play", "worked_example_1_b_better", *bounds)
    places = PLACE.findall(played.out)
    assert (played.status, places[0], places[-1], len(places)) == (0, first, last, count)


@pytest.mark.parametrize(
    ("bounds", "problem"),
    [
        (["--from", "2"], "There is no 2 in this record: places go from 1 to 1.showdown."),
        (["--to", "1.chica"], "There is no 1.chica in this record"),
        (["--from", "1.grande.4", "--to", "1.grande.2"], "1.grande.2 comes before 1.grande.4."),
        (["--match", "2"], "There is no match 2 in "),
        (["--from", "\x1b[2J"], "There is no \\x1b[2J in this record"),
    ],
)
def test_a_place_that_is_not_there_is_wrong_usage(mustutor, bounds, problem):
    refused = mustutor("replay", "play", "worked_example_1_b_better", *bounds)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(problem)
    assert len(refused.err.splitlines()) == 2


def test_play_stops_at_a_refused_call_after_the_good_prefix(mustutor, bare, kept):
    match = bare()
    calls = match["hands"][0]["rounds"][0]["calls"]
    calls[calls.index("B subo a 12")] = "B subo a 9"
    played = mustutor("replay", "play", kept(match))
    assert played.status == 1
    assert PLACE.findall(played.out)[-1] == "1.grande.10"
    assert "At 1.grande.11 the record has: B subo a 9" in played.out
    assert "a raise must reach at least 10" in played.err


def test_play_picks_a_match_of_many(mustutor, record, kept):
    lines = [json.dumps(record(n)) for n in ("worked_example_1", "worked_example_2")]
    path = kept("\n".join(lines), "two.jsonl")
    assert "A 5   B 23   C 16   D 9   E 5" in mustutor("replay", "play", path, "--match", "2").out


def test_step_without_a_terminal_writes_everything(mustutor):
    whole = mustutor("replay", "play", "worked_example_2")
    assert mustutor("replay", "play", "worked_example_2", "--step") == whole
    assert mustutor("replay", "play", "worked_example_2", "--step", "--no-input") == whole


def test_a_note_stands_right_under_its_call(mustutor):
    lines = mustutor("replay", "play", "worked_example_1_b_better").out.splitlines()
    place = next(i for i, line in enumerate(lines) if "1.grande.7 " in line)
    after = " ".join(" ".join(lines[place : place + 5]).split())
    assert "note With eight kings the threes play as kings" in after


def stepped(answers, frames):
    written = []
    waiting = iter(answers)

    def ask(prompt):
        written.append(prompt.strip())
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    texts = [frame.text for frame in frames]
    step_through(texts, written.append, ask, "Keys?", "What?")
    return written


FRAMES = [Frame("1.grande.1", "one"), Frame("1.grande.2", "two"), Frame("2.grande.1", "three")]


@pytest.mark.parametrize(
    ("answers", "written"),
    [
        (["", "", ""], "one Keys? two > three >"),
        (["n", "b", "", "q"], "one Keys? two > one > two >"),
        (["b", "q"], "one Keys? one >"),
        (["x", "", "q"], "one Keys? What? > two >"),
        ([], "one Keys?"),
    ],
)
def test_stepping_goes_on_and_back_and_stops(answers, written):
    assert stepped(answers, FRAMES) == written.split()


def test_cutting_keeps_all_that_belongs_to_a_place():
    assert [frame.text for frame in cut(FRAMES, "1", "1.grande")] == ["one", "two"]
    assert [frame.text for frame in cut(FRAMES, "2", "")] == ["three"]
    assert cut(FRAMES, "", "") == FRAMES


# --- simulate ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "variant"), [(2, "encaje"), (3, "encaje"), (6, "encaje"), (5, "encaje_five_card")]
)
def test_simulated_matches_are_records_that_verify(mustutor, seats, variant):
    made = mustutor(
        *("replay", "simulate", "--variant", variant, "--seats", str(seats)),
        *("--matches", "3", "--hands", "4", "--seed", "7"),
    )
    assert (made.status, made.err) == (0, "")
    lines = made.out.splitlines()
    assert len(lines) == 3
    for line in lines:
        replay = loads(line)
        assert replay.variant["id"] == variant
        assert len(replay.seats) == seats
        assert 1 <= len(replay.hands) <= 4
        assert verify(replay).complete


@pytest.mark.parametrize("variant", variant_ids())
def test_every_rulebook_is_simulated_with_as_many_players_as_it_is_for(mustutor, fed, variant):
    made = mustutor("replay", "simulate", "--variant", variant, "--hands", "3", "--seed", "9")
    assert (made.status, made.err) == (0, "")
    replay = loads(made.out)
    usual = {"enfle": 4, "mau_mau": 2}
    rules = load_variant(variant).rules
    assert len(replay.seats) == (usual.get(variant) or rules["players.count"])
    assert verify(replay).complete
    fed(made.out)
    assert mustutor("settle", "-").status == 0


@pytest.mark.parametrize(
    ("mode", "players", "seats"),
    [
        ("trios", 6, ("A1", "B1", "A2", "B2", "A3", "B3")),
        ("individual", 3, ("A", "B", "C")),
    ],
)
def test_matches_by_rules_of_ones_own_take_them_along(mustutor, kept, mode, players, seats):
    rules = f"rules:\n  players.mode: {mode}\n  players.count: {players}\n"
    head = "format: mus-variant/1\nid: ours\nextends: fournier\n"
    path = kept(f"{head}name: {{en: a, es: a}}\nsummary: {{en: a, es: a}}\n{rules}", "ours.yaml")
    replay = loads(mustutor("replay", "simulate", "--variant", path, "--hands", "2").out)
    assert replay.seats == seats
    assert verify(replay).complete


def test_the_same_seed_makes_the_same_matches_and_the_usual_one_is_1(mustutor):
    def make(*more):
        return mustutor("replay", "simulate", "--matches", "2", *more).out

    assert make() == make("--seed", "1")
    assert make("--seed", "2") != make()
    assert make("--seed", "1").splitlines()[0] == mustutor("replay", "simulate").out.rstrip("\n")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--seats", "1"], "--seats goes from 2 to 8, so it cannot be 1."),
        (["--variant", "encaje", "--seats", "7"], "Encaje is for 2 to 6 players"),
        (["--seats", "6"], "fournier is played in teams by 4, and not by 6."),
        (["--matches", "0"], "--matches must be"),
        (["--hands", "x"], "--hands takes a whole number, not x."),
        (["--variant", "mus"], "There is no variant mus"),
    ],
)
def test_what_cannot_be_simulated_is_wrong_usage(mustutor, words, problem):
    refused = mustutor("replay", "simulate", *words)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(problem)
    assert len(refused.err.splitlines()) == 2


def test_simulated_matches_go_straight_back_in(mustutor, fed):
    fed(mustutor("replay", "simulate", "--matches", "4", "--hands", "3").out)
    told = mustutor("replay", "verify", "-")
    assert told.status == 0
    assert "All 4 matches agree with the rules" in told.out


def test_the_records_that_come_along_are_listed(mustutor):
    """Each with its game, its rulebook and what it shows; all can be read by that name."""
    lines = [json.loads(line) for line in mustutor("replay", "list", "--json").out.splitlines()]
    assert {line["name"] for line in lines} == set(packaged())
    assert all(set(line) == {"name", "game", "variant", "shows"} for line in lines)
    assert all(line["shows"] for line in lines)
    assert {line["game"] for line in lines} == {"mus", "encaje", "enfle", "mau_mau"}
    listed = mustutor("replay", "list", "--width", "40").out
    assert all(line["name"] in listed for line in lines)
    assert max(map(len, listed.splitlines())) <= 48


def test_simulating_says_nothing_of_its_pace_where_nobody_looks(mustutor):
    told = mustutor("replay", "simulate", "--matches", "2")
    assert (told.status, told.err) == (0, "")


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(data("replays").rglob("*.[jm][su]*")) if path.suffix != ".md"],
    ids=lambda path: path.name,
)
def test_whatever_comes_along_is_found_by_its_name_and_by_its_path_as_typed(
    tmp_path, monkeypatch, path
):
    monkeypatch.chdir(tmp_path)
    typed = f"replays/{path.relative_to(data('replays')).as_posix()}"
    assert packaged_file(typed) == packaged_file(f"./{typed}") == path
    if path.suffix != ".jsonl":
        assert packaged_file(path.stem) == path


def test_a_file_of_ones_own_comes_before_one_that_comes_along(mustutor, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    typed = "replays/faulty/raise_by_one.json"
    assert mustutor("replay", "verify", typed).status == 1
    (tmp_path / "replays" / "faulty").mkdir(parents=True)
    (tmp_path / typed).write_bytes(packaged()["punto"].read_bytes())
    assert mustutor("replay", "verify", typed).status == 0


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "replays", "replays/", "replays/../pyproject.toml", "replays/quarrels/.."),
        *("/replays/punto.json", "../replays/punto.json", "quarrels/equal_hands.mus"),
        *("replays/README.md", "replays/README.md/.."),
    ],
)
def test_a_name_leads_nowhere_else(name):
    assert packaged_file(name) is None


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_an_ordago_is_shown_with_its_accent(mustutor, code):
    shown = mustutor("replay", "show", "ordago_refused", "--lang", code).out
    assert "Amaia (A1) órdago" in shown
    assert " ordago" not in shown
