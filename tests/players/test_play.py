"""Matches that are played: nobody sees what lies face down, and no player spoils one."""

from __future__ import annotations

import io
import json
import re
import sys

import pytest

from mustutor import games, verify
from mustutor.analysis import match
from mustutor.analysis.keyboard_player import KeyboardTurn
from mustutor.analysis.keyboard_player import call_page as told_to
from mustutor.analysis.match import LiveMatch
from mustutor.base.language import open_language
from mustutor.base.language_state import whole_languages
from mustutor.cli import bot_process
from mustutor.cli.main import main
from mustutor.games.bot import CHARACTERS, LEVELS, answered, level, safest, strongest
from mustutor.games.explain import ToldSoFar
from mustutor.games.player import Player
from mustutor.games.seat_view import SeatView, view
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.referee.recorder.commands import resume_match, sit_down
from mustutor.referee.recorder.dictation import Dictation
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay import loads
from mustutor.replay.format import Replay

ENGLISH = open_language("en")


def table(name: str = "madrid") -> Recorder:
    """A table nobody has dealt at yet."""
    rules = load_variant(name)
    seats = games.game_of(rules.game).rules.seats(rules, 0)
    return sit_down(rules, Replay({"id": rules.id, "digest": rules.digest}, seats, ()))


def bots(recorder: Recorder, who: str = "easy", *people: str) -> dict[str, object]:
    """A player of the house on every seat but those of people."""
    return {
        seat: level(who)(seed=number)
        for number, seat in enumerate(recorder.match.seats)
        if seat not in people
    }


def played(name: str, seed: str, hands: int = 3, who: str = "easy") -> Recorder:
    """A match of so many hands that programs have played."""
    recorder = table(name)
    sitting = LiveMatch(bots(recorder, who), {}, seed, hands)
    while not sitting.over(recorder):
        recorder = sitting.step(recorder)
    return recorder


@pytest.mark.parametrize("who", LEVELS)
@pytest.mark.parametrize("name", variant_ids())
def test_players_of_the_house_play_every_rulebook_without_a_mishap(name, who):
    hands = 1 if name in ("enfle", "mau_mau") else 3  # their hands last longest
    record = played(name, f"{name} {who}", hands, who).closed()
    assert verify(record).ok
    assert verify(record).complete
    assert record.notes is None
    assert len(record.hands) >= 1


def test_a_match_that_was_broken_off_goes_on_with_the_same_cards():
    for name in ("fournier", "encaje", "mau_mau", "enfle"):
        recorder = table(name)
        sitting = LiveMatch(bots(recorder), {}, "broken", 2)
        steps = 0
        while not sitting.over(recorder):
            steps += 1
            if steps in (7, 23, 60):
                live = recorder.record()
                again = match.restore_stock(resume_match(live, recorder.variant))
                assert again.position == recorder.position
                recorder = again
            recorder = sitting.step(recorder)
        assert verify(recorder.closed()).complete


@pytest.mark.parametrize(("name", "seeds"), [("fournier", 6), ("mau_mau", 1)])
def test_nobody_is_told_a_card_that_lies_face_down(name, seeds):
    told = 0
    for seed in range(seeds):
        recorder = table(name)
        me, *others = recorder.match.seats
        sitting = LiveMatch(bots(recorder), {}, f"hidden {seed}", 2)
        while not sitting.over(recorder):
            before, recorder = recorder, sitting.step(recorder)
            hand = recorder.hand
            assert hand is not None
            if not hand.position.speaker:
                continue
            pages = sitting.tell(before, recorder, (me,), ENGLISH)
            turn = KeyboardTurn(recorder, ENGLISH, (me,), level("easy")(seed=1))
            pages += turn.take("score").pages
            if turn.seat == me:
                pages += turn.take("options").pages
            words = " ".join(
                f"{line.seat} {line.said} {line.text}" for page in pages for line in page.lines
            )
            assert turn.face_up == {me}
            mine = hand.position.hand_of(me) or ()
            for seat in others:
                for card in hand.position.hand_of(seat) or ():
                    assert card in mine or f"{card} " not in f"{words} ", (seat, card, words)
            told += "your cards" in words
    assert told >= 2 * seeds


def test_the_score_at_the_table_does_not_tell_who_will_be_paid():
    recorder = table("fournier")
    sitting = LiveMatch(bots(recorder), {}, "score", 1)
    while not sitting.over(recorder):
        recorder = sitting.step(recorder)
        hand = recorder.hand
        assert hand is not None
        if hand.position.speaker:
            (page,) = (
                KeyboardTurn(recorder, ENGLISH, ("A1",), level("easy")(seed=1)).take("score").pages
            )
            now = hand.position.in_front()
            assert all(f"{side} {stones}" in page.lines[0].text for side, stones in now.items())


class Stranger:
    """A player of somebody's own that does something no player should."""

    def __init__(self, manner: str) -> None:
        self.name = manner
        self.manner = manner
        self.told: list[str] = []

    def speak(self, seen: SeatView) -> str:
        """Say it, or do not."""
        match self.manner:
            case "throws":
                raise ValueError("a bug")
            case "hangs":
                raise TimeoutError
            case "mumbles":
                return "\x1b[2J what?"
            case "nothing":
                return None  # type: ignore[return-value]
            case "peeks":
                return " ".join(["descarto", *(["Ro"] * 4)])
        return safest(seen) if self.told else "quiero"

    def refused(self, words: str, why: str, _code: str) -> None:
        """Be told what cannot be said."""
        self.told.append(f"{words}: {why}")


@pytest.mark.parametrize("manner", ["throws", "hangs", "mumbles", "nothing", "peeks"])
def test_a_player_that_breaks_hangs_or_cheats_spoils_no_match(manner):
    recorder = table("encaje")
    players = bots(recorder)
    players["B"] = Stranger(manner)
    sitting = LiveMatch(players, {}, manner, 2)
    while not sitting.over(recorder):
        recorder = sitting.step(recorder)
    record = recorder.closed()
    assert verify(record).complete
    notes = [note for told in (record.notes or {}).values() for note in told]
    assert notes
    assert all("\x1b" not in note["text"]["en"] for note in notes)
    assert all(len(set(note["text"].values())) == len(whole_languages()) for note in notes)


def test_people_at_the_table_are_told_in_their_language_what_could_not_stand():
    recorder = table("encaje")
    sitting = LiveMatch({**bots(recorder), "B": Stranger("peeks")}, {}, "told", 1)
    told = []
    while not sitting.over(recorder):
        before, recorder = recorder, sitting.step(recorder)
        told += sitting.tell(before, recorder, ("A",), open_language("es"))
    said = [line.text for page in told for line in page.lines if "peeks" in line.text]
    assert {line.partition(":")[0] for line in said} == {
        "peeks dijo descarto Ro Ro Ro Ro",
        "Esta voz se ha dicho en lugar de peeks.",
    }
    assert "says" not in " ".join(said)


def test_what_is_refused_is_told_once_with_its_reason_and_may_be_mended():
    recorder = match.deal_next(table("encaje"), "once")
    hand = recorder.awaiting
    stranger = Stranger("mends")
    seen = view(hand.position, recorder.speaker, hand.course.steps)
    said = answered(stranger, seen)
    assert seen.why_not(said.words) is None
    assert not said.instead
    assert len(said.mishaps) == len(stranger.told) == 1


def test_only_in_practice_is_anything_taken_back():
    recorder = table("fournier")
    people = ("A1",)
    sitting = LiveMatch(bots(recorder, "easy", *people), {}, "back", 0)
    turns = 0
    while turns < 3:
        if not sitting.asks(recorder):
            recorder = sitting.step(recorder)
            continue
        turns += 1
        adviser = level("easy")(seed=1)
        earnest = KeyboardTurn(recorder, ENGLISH, people, adviser)
        assert not earnest.take("undo").taken
        words = safest(view(recorder.awaiting.position, "A1"))
        taken = KeyboardTurn(recorder, ENGLISH, people, adviser, practice=True).take(words)
        assert taken.taken
        assert taken.turn.take("undo").turn.recorder.position == recorder.position
        recorder = taken.turn.recorder


def test_what_is_taken_back_is_a_choice_and_no_word_there_was_no_choice_about(
    capsys, monkeypatch, tmp_path
):
    """After this quiero A1 declares pares and juego, which the rules leave no choice about."""
    command = ["--practice", "--bots", "easy", "--seed", "5", "--record", str(tmp_path / "x")]
    told = typed(monkeypatch, capsys, "quiero\nundo\nundo\nquit\n", *command)
    asked = re.findall(r"(\d\.\w+\.\d) A1 \([^)]*\) > (\w+)", told)
    assert asked == [
        ("1.chica.3", "quiero"),
        ("2.grande.2", "undo"),
        ("1.chica.3", "undo"),
        ("1.chica.3", "quit"),
    ]
    assert "There is nothing to undo." in told


def test_MAU_13_whoever_plays_hears_what_an_eight_makes_them_do():
    steps = played("mau_mau", "eights", 1).hands[0].course.steps
    eights = [s for s in steps if s.call.verb == "play" and s.call.cards[-1].rank == "8"]
    assert eights
    for step in eights:
        lines = told_to(step, ToldSoFar(), "A", ENGLISH).lines
        # The last card of a hand makes nobody draw any more.
        drawn = "need not draw" if step.after.speaker == "" else "draws three cards"
        assert any(drawn in line.text for line in lines)


def test_a_question_mark_asks_for_help_and_never_breaks_a_match_off():
    recorder = match.deal_next(table("fournier"), "asked")
    seat = recorder.speaker
    turn = KeyboardTurn(recorder, ENGLISH, (seat,), level("easy")(seed=1))
    assert turn.take("?") == turn.take("help")
    assert turn.take("") == turn.take("options")  # the whole list, with no word refused
    refused = turn.take(f"{seat} ?")
    assert not refused.taken
    assert refused.turn.recorder is recorder


def test_nobody_speaks_for_another_seat():
    recorder = match.deal_next(table("fournier"), "seats")
    sitting = LiveMatch(bots(recorder, "easy", "A1"), {}, "seats")
    while not sitting.asks(recorder):
        recorder = sitting.step(recorder)
    turn = KeyboardTurn(recorder, ENGLISH, ("A1",), level("easy")(seed=1))
    refused = turn.take("B1 mus")
    assert not refused.taken
    assert "B1 is not played by you" in refused.pages[0].lines[0].text


# --- the command ---------------------------------------------------------------------------


def test_programs_alone_write_the_same_records_for_the_same_seed(capsys):
    command = ["play", "--no-input", "--json", "--matches", "2", "--hands", "2", "--seed", "7"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert main(command) == 0
    records = [loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [loads(line).hands for line in first.splitlines()] == [one.hands for one in records]
    assert len(records) == 2
    assert all(verify(record).complete for record in records)


def test_a_match_is_played_to_its_end_at_the_keyboard_and_kept(capsys, monkeypatch, tmp_path):
    path = tmp_path / "mine"
    command = ["play", "--variant", "encaje", "--seats", "3", "--seed", "3", "--record", str(path)]
    monkeypatch.setattr(sys, "stdin", io.StringIO("hint\nodds\nscore\nhelp\nquit\n"))
    assert main(command) == 0
    assert "goes on there" in " ".join(capsys.readouterr().out.split())
    words = "paso\nno quiero\ncorto\nservido\n" * 60
    monkeypatch.setattr(sys, "stdin", io.StringIO(words))
    assert main([*command, "--hands", "3"]) == 0
    said = capsys.readouterr()
    assert "is written and verified: 3 hands." in " ".join(said.out.split())
    record = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert record["players"]["B"]["kind"] == strongest()
    assert "A" not in record["players"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bots", "grandmaster"], "There is no player grandmaster"),
        (["--seat", "Z=easy"], "--seat takes a seat"),
        (["--seat", "A1=nowhere:Nobody"], "Python finds no module nowhere."),
        (["--seat", "A1=types:SimpleNamespace"], "cannot sit down: AttributeError"),
        (["--json"], "add --no-input"),
        (["--seats", "9"], "9"),
        (["--seats", "3"], "these are: encaje, encaje_five_card. Or write rules of your own: "),
        (["--seats", "6"], "--set players.mode=trios --set players.count=6"),
        (["--seats", "8"], "fournier is not for 8 players, but these are: encaje_five_card."),
        (["--variant", "mau_mau", "--seats", "3"], "mau_mau is not for 3 players, but these are"),
    ],
)
def test_what_cannot_sit_down_is_told_in_a_line(words, why, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["play", *words]) == 2
    assert why in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def typed(monkeypatch, capsys, words: str, *command: str) -> str:
    """What is told to whoever types these lines, in one line."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(words))
    assert main(["play", *command]) == 0
    return " ".join(capsys.readouterr().out.split())


def test_whoever_sits_down_again_is_told_the_table_their_cards_and_what_was_said(
    capsys, monkeypatch, tmp_path
):
    command = ["--seed", "5", "--record", str(tmp_path / "x")]
    first = typed(monkeypatch, capsys, "score\nquit\n", *command)
    again = typed(monkeypatch, capsys, "quit\n", *command[2:])
    assert ". Mus, Fournier rules (fournier) A1 you Itziar (B1) master " in again
    assert "Joanes (A2) your partner, master" in again
    said = first.split("Hand 1. ")[1].split(" 1.grande.")[0]
    assert " your cards Itziar (B1) " in said
    assert f"Hand 1. {said} 1.grande." in again


@pytest.mark.parametrize(
    ("name", "seats", "now", "never"),
    [
        ("mau_mau", (), "play Jc, draw What you say", ("signals", "odds", "envido")),
        ("enfle", (), "play 7s What you say", ("signals", "odds", "draw")),
        ("encaje", (), "mus, corto What you say", ("undo",)),
    ],
)
def test_help_names_what_there_is_in_the_game_and_calls_of_the_moment(
    name, seats, now, never, capsys, monkeypatch, tmp_path
):
    told = typed(
        monkeypatch,
        capsys,
        "help\n",
        "--variant",
        name,
        "--seed",
        "3",
        "--record",
        str(tmp_path / "x"),
        *seats,
    )
    told = told.partition("> help")[2].partition("All of it")[0]
    assert now in told
    assert not [word for word in never if f" {word} " in told]


def test_the_last_line_tells_who_won_or_lost(capsys):
    for words, told in (
        (["--variant", "mau_mau"], r" wins in \d+ hands?: .*A\) \d+ · .*B\) \d+ "),
        (["--variant", "encaje", "--seats", "3"], r" loses in \d+ hands: .* · .* · "),
    ):
        assert main(["play", "--no-input", "--bots", "easy", "--seed", "4", *words]) == 0
        assert re.search(told, capsys.readouterr().out.replace("\n", " "))


def test_several_at_one_keyboard_are_each_told_their_own_cards_alone(capsys, monkeypatch, tmp_path):
    words = ["--seat", "A1=human", "--seat", "B1=human", "--seed", "3", "--record"]
    told = typed(monkeypatch, capsys, "mus\nquit\n", *words, str(tmp_path / "x"))
    assert told.count("your cards") == 2
    assert told.index("A1 Cb 7c 2e(A) 2o(A) your cards") < told.index(
        "B1 Re Ro 3c(R) 6o your cards"
    )


def test_characters_say_nothing_about_cards():
    from mustutor.games.bot import CHARACTERS, REMARKS, remark

    said = {
        remark(character, event, str(moment), open_language(code))
        for character in CHARACTERS
        for event in REMARKS
        for moment in range(12)
        for code in ("en", "es")
    }
    assert len(said) > 2 * 3 * len(REMARKS)
    assert not [words for words in said if any(sign.isdigit() for sign in words)]


def test_what_a_program_prints_never_stands_in_the_records(capsys, monkeypatch, tmp_path):
    (tmp_path / "loud.py").write_text(
        "from mustutor.games.bot import BeginnerBot\n"
        "print('hello')\n"
        "class Loud(BeginnerBot):\n"
        "    def speak(self, view):\n"
        "        print('I think')\n"
        "        return super().speak(view)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    seated = ["--no-input", "--json", "--bots", "easy", "--seat", "A1=loud:Loud", "--hands", "1"]
    assert main(["play", *seated]) == 0
    written = capsys.readouterr()
    assert len(json.loads(written.out)["hands"]) == 1
    assert "I think" in written.err


STRANGERS = """
from time import sleep
from mustutor.games.bot import safest
from mustutor.games.bot import BeginnerBot
class Throws(BeginnerBot):
    name = "throws"
    def speak(self, view):
        raise ValueError("a bug")
class Hangs(BeginnerBot):
    name = "hangs"
    def speak(self, view):
        sleep(30)
        return safest(view)
class Mumbles(BeginnerBot):
    name = "mumbles"
    def speak(self, view):
        return "what?"
"""


@pytest.fixture
def strangers(monkeypatch, tmp_path):
    """A module with players that do what no player should."""
    monkeypatch.setattr(bot_process, "SECONDS", 0.3)
    (tmp_path / "strange.py").write_text(STRANGERS)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "strange"


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("Throws", "throws broke: ValueError: a bug"),
        ("Hangs", "hangs did not answer within"),
        ("Mumbles", "mumbles said what?: "),
    ],
)
@pytest.mark.parametrize("way", [[], ["--json"], ["--record", "kept"]], ids=str)
def test_what_programs_did_wrong_is_told_at_the_end_and_in_the_status_of_programs_alone(
    kind, why, way, strangers, capsys, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    seats = ["--bots", "easy", "--seat", f"A1={strangers}:{kind}", "--hands", "1", "--seed", "1"]
    assert main(["play", "--no-input", *way, *seats]) == 1
    told = capsys.readouterr()
    assert re.search(rf"^\d+ times?: {re.escape(why)}", told.err, re.MULTILINE)
    assert why not in told.out or way == ["--json"]
    # With somebody at the keyboard it is told as well, and is no fault of theirs.
    monkeypatch.setattr(sys, "stdin", io.StringIO("paso\n" * 200))
    assert main(["play", "--seat", "B1=human", "--record", "people", *seats]) == 0
    assert why in capsys.readouterr().err


def test_programs_alone_that_play_as_they_should_end_with_nothing_on_stderr(capsys):
    assert main(["play", "--no-input", "--bots", "easy", "--hands", "1"]) == 0
    assert capsys.readouterr().err == ""


def test_programs_alone_record_their_match_and_go_on_with_it(capsys, tmp_path):
    path = tmp_path / "mine"
    command = ["play", "--no-input", "--bots", "easy", "--seed", "3", "--record", str(path)]
    assert main([*command, "--hands", "2"]) == 0
    assert "is written and verified: 2 hands." in " ".join(capsys.readouterr().out.split())
    record = loads(path.with_suffix(".json").read_text("utf-8"))
    assert verify(record).complete
    assert len(record.hands) == 2
    assert main([*command, "--hands", "2"]) == 2
    assert "is closed: name another file." in " ".join(capsys.readouterr().err.split())


def test_a_match_that_people_left_goes_on_with_programs_in_their_seats(
    capsys, monkeypatch, tmp_path
):
    command = ["--seed", "5", "--record", str(tmp_path / "x")]
    typed(monkeypatch, capsys, "quit\n", *command)
    assert main(["play", "--no-input", "--bots", "easy", "--hands", "1", *command]) == 0
    assert "is written and verified: 1 hand." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--variant", "madrid"], "goes on with its own table, fournier and A1 B1 A2 B2"),
        (["--variant", "fournier", "--seats", "2"], "goes on with its own table, fournier"),
        (["--step", "four_lances"], "goes on with its own table, fournier"),
        (["--bots", "easy"], "goes on with its own players, B1 club, A2 club, B2 club: leave out"),
    ],
)
def test_a_match_that_goes_on_refuses_another_table_than_its_own(
    capsys, monkeypatch, tmp_path, words, said
):
    record = ["--record", str(tmp_path / "x")]
    typed(monkeypatch, capsys, "quit\n", "--seed", "5", "--bots", "club", *record)
    before = (tmp_path / "x.part.jsonl").read_text("utf-8")
    assert main(["play", *words, *record]) == 2
    told = capsys.readouterr()
    assert said in " ".join(told.err.split())
    assert not told.out
    assert (tmp_path / "x.part.jsonl").read_text("utf-8") == before


def test_a_match_that_goes_on_says_so_and_what_its_seed_is_for(capsys, monkeypatch, tmp_path):
    record = ["--record", str(tmp_path / "x")]
    begun = typed(monkeypatch, capsys, "quit\n", "--seed", "5", *record)
    assert "where it stopped" not in begun
    again = typed(monkeypatch, capsys, "quit\n", "--variant", "fournier", *record)
    assert again.startswith(f"{tmp_path}/x.part.jsonl goes on where it stopped: hand 1, A 0, B 0. ")
    assert "The seed deals only what comes after this hand" not in again
    again = typed(monkeypatch, capsys, "quit\n", "--seed", "6", *record)
    assert "The seed deals only what comes after this hand; for a new match, name" in again


def test_whoever_sits_elsewhere_goes_on_there_and_nobody_sits_down_beside_them(
    capsys, monkeypatch, tmp_path
):
    command = ["--seed", "5", "--record", str(tmp_path / "x")]
    typed(monkeypatch, capsys, "quit\n", "--seat", "B1=human", *command)
    again = typed(monkeypatch, capsys, "quit\n", *command)
    assert "B1 you" in again
    assert "at this keyboard" not in again


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--practice"], "--practice is for somebody who plays at the keyboard"),
        (["--glance", "2"], "--glance is for somebody who plays at the keyboard"),
        (["--coach", "0"], "--coach is for somebody who plays at the keyboard"),
        (["--seat", "B1=human"], "leave out --seat B1=human"),
        (["--record", "x", "--json"], "leave out --json"),
        (["--record", "x", "--matches", "2"], "leave out --matches"),
    ],
)
def test_what_makes_no_sense_without_people_is_refused(words, why, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--no-input", *words]) == 2
    assert why in " ".join(capsys.readouterr().err.split())
    if "--seat" not in words and "--record" not in words:  # nor where programs are watched
        seats = [f"--seat={seat}=easy" for seat in ("A1", "B1", "A2", "B2")]
        assert main(["play", *seats, *words]) == 2
        assert why in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("closed", [True, False])
def test_a_match_of_programs_can_be_watched_with_nothing_on_the_input(
    closed, capsys, monkeypatch, tmp_path
):
    monkeypatch.setattr(sys, "stdin", None if closed else io.StringIO(""))
    seats = [f"--seat={seat}=easy" for seat in ("A1", "B1", "A2", "B2")]
    command = ["play", *seats, "--hands", "2", "--seed", "2", "--record", str(tmp_path / "x")]
    assert main(command) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Hand 2. " in told
    assert "your cards" not in told
    assert "what you may type" not in told
    assert "is written and verified: 2 hands." in told


def test_whoever_becomes_mano_in_mus_corrido_is_told_at_the_table():
    recorder = match.deal_next(table("fournier"), "corrido")
    mano, *others = recorder.hand.position.order
    sitting = LiveMatch(bots(recorder, "easy", mano), {}, "corrido", 1)
    said = recorder.hear(f"{mano} mus")
    before, cut = said, said.hear(f"{others[0]} corto")
    assert cut.position.mano == others[0]
    told = [
        line.text for page in sitting.tell(before, cut, (mano,), ENGLISH) for line in page.lines
    ]
    assert f"In mus corrido whoever cuts is mano: now it is {others[0]}." in told


def throwing(*hand: str, name: str = "madrid") -> Recorder:
    """A table where somebody who holds these cards has to throw some of them."""
    recorder = table(name)
    recorder = recorder.begin_hand(recorder.match.seats[0])
    while recorder.position.lance == "mus":
        recorder = recorder.hear(f"{recorder.speaker} mus")
    return recorder.tell_cards(recorder.speaker, hand) if hand else recorder


@pytest.mark.parametrize(
    ("hand", "typed", "meant"),
    [
        ("Ro 7c 5e 4b", "descarto 4", "4b"),
        ("Ro 7c 5e 4b", "4", "4b"),
        ("Ro 7c 5e Ab", "descarto 4", "Ro 7c 5e Ab"),
        ("Ro 7c Ae 2b", "1 2", "Ae 2b"),
        ("Ro 7c Ae 2b", "descarto 12 7", "Ro 7c"),
        ("Ro 7c 4e 4b", "44", "4e 4b"),
        ("Ro 7c 4e 4b", "tiro 44", "4e 4b"),
        ("Ro 7c 4e 4b", "4e 4b", "4e 4b"),
        ("Ro 4c 4e 4b", "4e 4b", "4e 4b"),
        ("Ro 7c 4e 4b", "todas", "Ro 7c 4e 4b"),
        ("Ro 7c 4e 4b", "tiro las cuatro", "Ro 7c 4e 4b"),
        ("Ro 7c 4e 4b", "throw all my cards", "Ro 7c 4e 4b"),
        ("Ro 7c 4e 4b", "descarto cuatro cartas", "Ro 7c 4e 4b"),
    ],
)
def test_MUS_DISC_3_what_is_typed_for_a_throw_is_understood_where_it_means_one(hand, typed, meant):
    """The same at the table and where a match is taken down, with the seat and without."""
    recorder = throwing(*hand.split())
    seat = recorder.speaker
    turn = KeyboardTurn(recorder, ENGLISH, (seat,), level("easy")(seed=1))
    dictation = Dictation(recorder, ENGLISH)
    for after in (
        turn.take(typed).turn.recorder,
        turn.take(f"{seat} {typed}").turn.recorder,
        dictation.take(typed).dictation.recorder,
        dictation.take(f"{seat} {typed}").dictation.recorder,
    ):
        assert after.hands[-1].written.rounds[-1].calls == (f"{seat} descarto {meant}",)


@pytest.mark.parametrize(
    ("hand", "typed", "why"),
    [
        ("Ro 7c 4e 4b", "descarto 4", "4 can be any of 4e 4b"),
        ("4o 4c 4e Ab", "44", "4 can be any of 4o 4c 4e"),
        ("Ao Ac 2e 4b", "1 2", "A can be any of Ao Ac"),
        ("Ro 7c 4e 4b", "descarto", "Say which cards are thrown"),
        ("Ro 7c 4e 4b", "descarto 5", "throws 5 without holding it"),
    ],
)
def test_MUS_DISC_3_a_throw_that_can_mean_several_says_which_in_a_line(hand, typed, why):
    recorder = throwing(*hand.split())
    turn = KeyboardTurn(recorder, ENGLISH, (recorder.speaker,), level("easy")(seed=1))
    for answer in (turn.take(typed), Dictation(recorder, ENGLISH).take(typed)):
        assert not answer.taken
        assert why in " ".join(line.text for page in answer.pages for line in page.lines)


@pytest.mark.parametrize(
    ("typed", "calls"),
    [
        ("44", ("descarto 4 4",)),
        ("4e 4b", ("descarto 4e 4b",)),
        ("1 2", ("descarto A 2",)),
        ("todas", ("descarto ? ? ? ?",)),
        ("descarto dos cartas", ("descarto ? ?",)),
        ("4", ()),  # a card, or how many
        ("Ro 7c 4e 4b", ()),  # a throw, or what somebody holds
    ],
)
def test_where_nobody_knows_the_hand_a_throw_is_taken_down_as_it_was_seen(typed, calls):
    recorder = throwing()
    seat = recorder.speaker
    after = Dictation(recorder, ENGLISH).take(typed).dictation.recorder
    heard = after.hands[-1].written.rounds[-1].calls
    assert (heard if after != recorder else ()) == tuple([f"{seat} {call}" for call in calls])


def test_cards_of_a_seat_are_told_and_not_thrown_where_it_holds_them_all():
    recorder = throwing("Ro", "7c", "4e", "4b")
    told = Dictation(recorder, ENGLISH).take(f"{recorder.speaker} Ro 7c 4e 4b")
    assert told.taken
    assert told.dictation.recorder.speaker == recorder.speaker


@pytest.mark.parametrize("typed", ["2 cartas", "descarto ?"])
def test_nobody_at_the_table_throws_cards_that_they_do_not_name(typed):
    recorder = throwing("Ro", "7c", "4e", "4b")
    seat = recorder.speaker
    turn = KeyboardTurn(recorder, ENGLISH, (seat,), level("easy")(seed=1))
    assert not turn.take(typed).taken
    assert seen_by(recorder, seat).why_not(typed) is not None


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("name", ["enfle", "mau_mau"])
def test_what_the_prompt_names_can_be_typed(name, code):
    """A verb that needs a card is enough where one card may be played; else they are named."""
    language, recorder = open_language(code), table(name)
    sitting = LiveMatch(bots(recorder), {}, "typed", 1)
    met = set()
    for _ in range(250):
        if sitting.over(recorder):
            break
        if recorder.wants == "call":
            turn = KeyboardTurn(recorder, language, (recorder.speaker,), level("easy")(seed=1))
            (page,) = turn.take("options").pages
            for line in page.lines:
                assert not line.said or turn.take(line.said).taken
            legal = turn.prompt().partition("(")[2].partition(")")[0].split(" · ")
            for option, words in zip(games.options(recorder.position), legal, strict=True):
                answer = turn.take(words)
                cards = [c for c in recorder.position.hand_of(turn.seat) if may(recorder, c)]
                met.add((option.verb, len(cards) > 1, answer.taken))
                assert answer.taken == (option.verb != "play" or len(cards) == 1)
                if not answer.taken:
                    assert all(card in answer.pages[0].lines[0].text for card in cards)
        recorder = sitting.step(recorder)
    assert {("play", True, False), ("play", False, True)} <= met


def may(recorder: Recorder, card: str) -> bool:
    """Whether whoever speaks may play a card."""
    return seen_by(recorder, recorder.speaker).why_not(f"play {card}") is None


# --- signals ------------------------------------------------------------------------------


def seen_by(recorder: Recorder, seat: str) -> SeatView:
    hand = recorder.awaiting
    return view(hand.position, seat, hand.course.steps)


def test_a_signal_is_seen_by_the_partner_and_caught_by_others_now_and_then():
    caught, hidden = 0, 0
    for number in range(40):
        recorder = match.deal_next(table("wikipedia_en"), f"caught {number}").hear("A1 sena ciego")
        assert "A1 sena ciego" in seen_by(recorder, "A2").calls
        for rival in ("B1", "B2"):
            seen = seen_by(recorder, rival)
            told = "A1 sena ciego" in seen.calls
            # What the referee says of a signal is told to nobody who missed it.
            assert bool(seen.position.rulings) == told
            caught, hidden = caught + told, hidden + (not told)
    assert 8 <= caught <= 34
    assert hidden > caught


def test_players_of_the_house_signal_what_they_hold_where_the_rulebook_lets_them():
    made = {}
    for name in ("fournier", "asturias", "la_rioja", "encaje"):
        recorder = table(name)
        seated = bots(recorder)
        sitting = LiveMatch(seated, dict(zip(seated, CHARACTERS, strict=False)), "signs", 6)
        while not sitting.over(recorder):
            recorder = sitting.step(recorder)
        steps = [step for hand in recorder.hands for step in hand.course.steps]
        rulings = [
            ruling for hand in recorder.hands for ruling in hand.settled[0].rulings if ruling.call
        ]
        made[name] = [step.call.word for step in steps if step.call.verb == "sena"]
        assert all(ruling.allowed for ruling in rulings)
        assert verify(recorder.closed()).ok
    assert made["fournier"]
    assert made["asturias"]
    assert made["la_rioja"] == made["encaje"] == []


def test_a_partner_believes_a_signal_and_bets_on_it():
    """Three kings opposite: a hand that is nothing by itself sees the bet of the others."""
    cards = {"A1": ["Ro", "Rc", "Re", "4b"], "A2": ["7o", "5e", "4c", "6b"]}
    start = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    seen = dict.fromkeys(("", "A1 sena tres_reyes"), 0)
    for said in seen:
        hand = Player(start).deal(cards).hear("A1 corto")
        for call in filter(None, (said, "A1 paso", "B1 envido 5")):
            hand = hand.hear(call)
        moment = view(hand.position, "A2", hand.steps)
        seen[said] = sum(level("club")(seed=n).speak(moment) != "no quiero" for n in range(12))
    assert seen == {"": 0, "A1 sena tres_reyes": 12}


def test_at_the_keyboard_a_gesture_is_shown_and_what_it_means_is_asked_for():
    recorder = match.deal_next(table("fournier"), "glimpsed")
    mano = recorder.speaker
    partner = f"{mano[0]}{3 - int(mano[1])}"
    sitting = LiveMatch(bots(recorder, "easy", partner), {}, "glimpsed", 1)
    after = recorder.hear(f"{mano} sena duples")
    words = [
        (line.seat, line.said, line.text)
        for page in sitting.tell(recorder, after, (partner,), ENGLISH)
        for line in page.lines
    ]
    assert words == [(mano, "", "makes a signal: raise the eyebrows")]
    while after.speaker != partner:
        after = after.hear(f"{after.speaker} mus")
    turn = KeyboardTurn(after, ENGLISH, (partner,), level("easy")(seed=1))
    (page,) = turn.take("signals").pages
    told = [(line.seat, line.said, line.text) for line in page.lines]
    assert (mano, "", "makes a signal: raise the eyebrows") in told
    assert ("", "sena duples", "raise the eyebrows: duples") in told
    (page,) = turn._replace(remembered=False).take("signals").pages
    assert all(not line.seat for line in page.lines)
    # Two at one keyboard may be rivals: each asks for what they saw.
    assert (
        sitting.tell(recorder, recorder.hear(f"{mano} sena duples"), (partner, mano), ENGLISH) == ()
    )


@pytest.mark.parametrize(
    ("code", "name"), [("en", "beginner"), ("es", "principiante"), ("es", "easy")]
)
def test_a_level_is_called_by_its_name_in_the_language(code, name, capsys):
    words = ["play", "--lang", code, "--no-input", "--json", "--hands", "1", "--seed", "1"]
    assert main([*words, "--bots", name]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    kinds = {player["kind"] for player in json.loads(line)["players"].values()}
    assert kinds == {"easy"}


@pytest.mark.parametrize(
    ("code", "names"),
    [("en", ("beginner", "club player")), ("es", ("principiante", "jugador de club", "maestro"))],
)
def test_the_help_says_what_the_levels_are_called(code, names, capsys):
    assert main(["play", "--help", "--lang", code]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(name in said for name in names)
