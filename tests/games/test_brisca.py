"""A trick game from outside: its own bot, drill and two languages, without an edit in the house."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from mustutor import games
from mustutor.analysis.gym.encoding import Encoding
from mustutor.base import register
from mustutor.base.language import open_language
from mustutor.games.bot import LEVELS, level
from mustutor.games.player import Player
from mustutor.games.seat_view import view
from mustutor.model.cards import Card
from mustutor.model.variant import load_variant
from mustutor.referee import verify
from mustutor.referee.trust.commitment import with_secrets
from mustutor.referee.trust.redaction import redacted
from mustutor.replay import dumps, loads
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written
from mustutor.replay.simulate import matches
from mustutor.tutor.drills import drill_stop, skill_named

HERE = Path(__file__).parent / "brisca"
HANDS = {"A": ("2c", "Ab", "2e"), "B": ("3e", "6o", "5o")}


@pytest.fixture(autouse=True)
def brisca(monkeypatch):
    """The house with Brisca."""
    monkeypatch.syspath_prepend(str(HERE.parent))
    register.register("brisca", "brisca")
    yield load_variant("brisca")
    register.unregister("brisca")
    for name in ("brisca", "brisca.drills"):
        sys.modules.pop(name, None)


@pytest.fixture
def file(brisca, tmp_path):
    """A match of two hands for three."""
    path = tmp_path / "three.json"
    path.write_text(dumps(next(matches(brisca, seats=3, count=1, hands=2, seed="7"))), "utf-8")
    return str(path)


def begun(brisca, starter):
    """A hand for two with this card turned up."""
    start = games.start(brisca, seats=("A", "B"), mano="A")
    return Player(games.with_stated_deal(start, {"starter": starter})).deal(HANDS)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_verify_and_every_hand_has_all_points(brisca, seats):
    for match in matches(brisca, seats=seats, count=5, hands=3, seed="points"):
        verdict = verify(loads(dumps(match)))
        assert (verdict.verdict, verdict.complete) == ("ok", True)
        for played in verdict.hands:
            assert sum(played.end.stones) - sum(played.start.stones) == 120
            cards = 39 if seats == 3 else 40  # played, and served but for the last three tricks
            assert len(played.steps) == 1 + cards + cards // seats - 3


@pytest.mark.parametrize(
    ("turned_up", "answer", "winner"),
    [("7e", "3e", "B"), ("7c", "3e", "A"), ("7b", "3e", "A"), ("7o", "6o", "B")],
)
def test_a_trick_goes_to_the_highest_trump_or_else_to_the_suit_led(
    brisca, turned_up, answer, winner
):
    hand = begun(brisca, turned_up).hear("A echo 2c").hear(f"B echo {answer}")
    assert hand.position.state.drawing == winner
    assert hand.position.speaker == "baraja"


def test_the_card_turned_up_is_told_shown_and_said_beside_the_hands(brisca, file, mustutor):
    starter = json.loads(Path(file).read_text("utf-8"))["hands"][0]["deal"]["starter"]
    assert f"{starter} is turned up." in mustutor("settle", file).out
    assert f"Se descubre {starter}." in mustutor("--lang", "es", "settle", file).out
    position = begun(brisca, "7e").position
    teller = register.game_part("brisca", "TELLER")
    assert "turned up 7e" in teller.lying(position, open_language("en"))
    assert teller.middle(position, open_language("es")).cards == (("descubierta", (Card("7e"),)),)


def test_its_sentences_are_said_in_the_language_of_the_reader(brisca, file, mustutor):
    english, spanish = (open_language(code) for code in ("en", "es"))
    unknown = games.start(brisca, seats=("A", "B"), mano="A")
    fault = games.why_not(unknown, games.read_call("A echo 3e", brisca))
    assert fault.said(english) == "It is not known which card was turned up."
    assert fault.said(spanish) == "No se sabe qué carta se descubrió."
    fault = games.why_not(begun(brisca, "7e").position, games.read_call("B echo 3e", brisca))
    assert fault.said(english) == "It is not B who plays now, but A."
    assert fault.said(spanish) == "No le toca a B, sino a A."
    assert "gana la baza con" in mustutor("--lang", "es", "settle", file).out
    source = (HERE / "locale/es.po").read_text("utf-8")
    for text in HERE.glob("*.py"):  # nothing it says is left in English
        for line in text.read_text("utf-8").split('mark("')[1:]:
            assert f'msgid "{line.partition(chr(34))[0]}"' in source


def test_it_is_recorded_sealed_verified_settled_explained_shown_and_paged(file, mustutor, tmp_path):
    for command, seen in (
        (("replay", "verify", file), "ok, 2 hands"),
        (("settle", file), "takes the trick with"),
        (("settle", file, "--why", "A", "baza"), "BRI-4"),
        (("replay", "show", file), "echo"),
        (("replay", "play", file, "--plain"), "1.baza2.1"),
        (("replay", "seal", file), '"seal"'),
        (("replay", "redact", file, "--view", "table"), '"starter"'),
        (("variant", "show", "brisca"), "brisca.target"),
        (("rule", "BRI-3"), "Who takes a trick"),
        (("--lang", "es", "rule", "BRI-3"), "Quién gana la baza"),
    ):
        done = mustutor(*command)
        assert (done.status, done.err) == (0, "")
        assert seen in " ".join(done.out.split())
    page = tmp_path / "page.html"
    assert mustutor("settle", file, "--html", str(page)).status == 0
    assert "takes the trick" in page.read_text("utf-8")
    (back,) = read_sheets(written(loads(Path(file).read_text("utf-8"))).encode())
    assert dumps(back.replay) == Path(file).read_text("utf-8")


def test_it_is_taken_down_with_the_card_turned_up_and_those_drawn(mustutor, tmp_path, monkeypatch):
    file = tmp_path / "taken.json"
    said = (
        "mano A\nstarter 5c\nA 2c Ab 2e\nB 3e 6o 5o\n"
        "echo 2e\necho 3e\nA Ro\nB Rb\nB echo Rb\necho 2c\nclose\n"
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO(said))
    assert mustutor("replay", "record", str(file), "--variant", "brisca", "--seats", "2").err == ""
    (hand,) = loads(file.read_text("utf-8")).hands
    assert hand.deal["starter"] == "5c"
    assert [round_.calls for round_ in hand.rounds] == [
        ("A echo 2e", "B echo 3e"),
        ("B echo Rb", "A echo 2c"),
    ]
    assert hand.rounds[0].draws == {"A": ["Ro"], "B": ["Rb"]}


def test_the_cards_drawn_follow_from_the_seed_that_is_revealed(file):
    whole = loads(Path(file).read_text("utf-8"))
    public = redacted(whole, "table")
    assert not any(round_.draws for hand in public.hands for round_ in hand.rounds)
    revealed = with_secrets(public, [whole])
    assert [hand.rounds for hand in revealed.hands] == [hand.rounds for hand in whole.hands]
    assert verify(revealed).complete


def test_a_wrong_card_drawn_is_caught(file, tmp_path, mustutor):
    record = json.loads(Path(file).read_text("utf-8"))
    draws = record["hands"][0]["rounds"][0]["draws"]
    draws["A"] = draws["B"]
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(record), "utf-8")
    refused = mustutor("replay", "verify", str(changed))
    assert refused.status == 1
    assert "This cannot have been dealt." in refused.out + refused.err


@pytest.mark.parametrize("name", LEVELS)
def test_the_players_of_the_house_play_it(brisca, name, mustutor):
    played = mustutor(
        *("play", "--no-input", "--json", "--variant", "brisca", "--hands", "1"),
        *("--bots", name, "--seed", "3"),
    )
    assert played.status == 0
    assert verify(loads(played.out)).complete
    # The least that takes the points; a beginner plays any card.
    hand = begun(brisca, "7e").hear("A echo Ab")
    seen = view(hand.position, "B", hand.steps)
    assert seen.why_not(level(name)(seed=1).speak(seen)) is None
    if name != "easy":
        assert level(name)(seed=1).speak(seen) == "echo 3e"


def test_a_program_has_an_action_for_each_card(brisca):
    assert len(Encoding(brisca).actions.all) == 40


def test_its_drill_is_asked_under_its_rules_alone(brisca, mustutor):
    skill = skill_named("brisca.trick")
    assert skill.games == ("brisca",)
    for number in range(1, 16):
        question = drill_stop(
            skill.id, seed=1, number=number, variant=brisca, language=open_language("es")
        ).question
        assert question.prompt.endswith("¿Quién gana la baza?")
        assert question.answer not in question.misconceptions
        assert question.misconceptions
    refused = mustutor("drill", "brisca.trick", "--variant", "fournier")
    assert refused.status != 0
    assert "Traceback" not in refused.err


@pytest.mark.parametrize(
    "command",
    [
        ("hand", "RRSA"),
        ("odds", "RRSA"),
        ("compare", "grande", "RRSA", "777S"),
        ("drill", "juego.order"),
    ],
)
def test_what_it_has_no_part_for_is_refused_in_a_sentence(command, mustutor):
    refused = mustutor(*command, "--variant", "brisca")
    assert refused.status == 2
    assert "choose a variant of" in refused.err
    assert "Traceback" not in refused.err


def test_its_calls_are_judged_by_nobody_and_that_is_said(file, mustutor):
    played = ("play", "--coach", "2", "--variant", "brisca", "--record", f"{file}.part")
    for command in (("replay", "analyse", file), played):
        refused = mustutor(*command)
        assert refused.status == 2
        assert refused.err.startswith("Calls are judged in games of lances")
    assert not Path(f"{file}.part").exists()


def test_a_whole_game_is_written_in_fewer_than_350_lines():
    """Its rules, bot, drill, variant, articles and Spanish: what a game has to write itself."""
    files = [path for path in HERE.rglob("*.*") if path.suffix in (".py", ".yaml", ".po")]
    assert len(files) == 5
    assert sum(path.read_text("utf-8").count("\n") for path in files) < 350
