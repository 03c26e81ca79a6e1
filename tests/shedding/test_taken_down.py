"""A hand of Mau-Mau taken down as it is played: the starter, what was drawn, what is left."""

from __future__ import annotations

import json

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.model.variant import load_variant
from mustutor.referee.recorder.commands import resume_match, sit_down
from mustutor.referee.recorder.dictation import Dictation
from mustutor.referee.verify import verify
from mustutor.replay.format import Replay
from mustutor.replay.live_file import read_live_record
from mustutor.replay.reader import loads
from mustutor.replay.writer import dumps
from tests.table import live_lines

WHOLE = "mau_mau_spade_starter_and_a_kept_card"


def table(game="mau_mau", seats=("A", "B")) -> Dictation:
    variant = load_variant(game)
    match = Replay(variant={"id": variant.id, "digest": variant.digest}, seats=seats, hands=())
    return Dictation(sit_down(variant, match), open_language("en"))


def told(dictation: Dictation, *lines: str) -> Dictation:
    for line in lines:
        answer = dictation.take(line)
        assert answer.taken, (line, words(answer))
        dictation = answer.dictation
    return dictation


def words(answer) -> str:
    lines = [line for page in answer.pages for part in page.passages for line in part.lines]
    return " / ".join(f"{line.seat} {line.said} {line.text}".strip() for line in lines)


def spoken(name: str) -> list[str]:
    """A packaged hand as people would tell it: the starter, the cards, and each card drawn."""
    record = json.loads((data("replays") / f"{name}.json").read_text("utf-8"))
    (hand,) = record["hands"]
    deal = hand["deal"]
    stock = deal["stock"] + [card for pile in deal.get("restocks", ()) for card in pile]
    lines = [f"mano {hand['mano']}", f"starter {deal['starter']}"]
    lines += [f"{seat} {' '.join(cards)}" for seat, cards in deal["cards"].items()]
    for call in hand["rounds"][0]["calls"]:
        lines.append(f"{call} {stock.pop(0)}" if call.endswith(" draw") else call)
    return lines


def test_a_hand_taken_down_whole_verifies_complete():
    dictation = told(table(), *spoken(WHOLE))
    record = dictation.recorder.closed()
    verdict = verify(loads(dumps(record)))
    assert verdict.ok, verdict.failure
    assert not verdict.missing
    # Worked by hand in the packaged record: ninety-one points, doubled for the spade starter.
    assert record.hands[0].after == {"A": 182, "B": 0}
    assert "stock" not in record.hands[0].deal


def test_what_was_drawn_is_written_for_each_in_its_order_and_read_again():
    lines = spoken(WHOLE)
    drawn = {s: [c.split()[-1] for c in lines if c.startswith(f"{s} draw ")] for s in "AB"}
    dictation = told(table(), *lines)
    assert dictation.recorder.record().hands[0].rounds[0].draws == {s: drawn[s] for s in "AB"}
    record = dictation.recorder.record()
    live = "".join(f"{line}\n" for line in live_lines(record))
    again = resume_match(read_live_record(live.encode()), dictation.recorder.variant)
    assert again.record() == record
    assert again.record().hands[0].rounds[0].draws == drawn


@pytest.mark.parametrize(
    "line",
    ["draw Jd", "B draw Jd", "draws the jack of diamonds", "roba + J♦", "B pioche valet carreau"],
)
def test_a_card_drawn_is_told_with_its_call_in_any_words(line):
    before = told(table(), "mano A", "starter 5d", "A 8d 2c 3c 4c 6c 7c 9c", "play 8d")
    recorder = told(before, line).recorder
    assert recorder.record().hands[0].rounds[0].calls[-1] == "B draw"
    assert recorder.record().hands[0].rounds[0].draws == {"B": ["Jd"]}


def test_a_card_nobody_told_ends_what_is_known_of_the_draws_of_a_seat():
    start = ("mano A", "starter 5d", "A 8d 2c 3c 4c 6c 7c 9c", "play 8d")
    recorder = told(table(), *start, "draw Jd", "draw", "draw Qd").recorder
    assert recorder.record().hands[0].rounds[0].draws == {"B": ["Jd"]}
    mended = told(Dictation(recorder, open_language("en")), "correct play.3 draw Kd").recorder
    assert mended.record().hands[0].rounds[0].draws == {"B": ["Jd", "Kd", "Qd"]}


@pytest.mark.parametrize("card", ["5d", "8d", "2c"])
def test_a_card_that_lies_elsewhere_cannot_be_drawn(card):
    before = told(table(), "mano A", "starter 5d", "A 8d 2c 3c 4c 6c 7c 9c", "play 8d")
    answer = before.take(f"draw {card}")
    assert not answer.taken
    assert card in words(answer)


def test_only_a_draw_takes_a_card_with_it_and_undo_takes_both_back():
    before = told(table(), "mano A", "starter 5d", "A 8d 2c 3c 4c 6c 7c 9c", "play 8d")
    assert not before.take("pass Jd").taken
    assert not before.take("draw Jx").taken
    after = told(before, "draw Jd", "undo")
    assert after.recorder.record() == before.recorder.record()


def test_the_starter_may_be_told_late_and_is_refused_where_it_cannot_be():
    dictation = told(table(), "mano A", "play 8d", "starter 5d")
    assert dictation.recorder.record().hands[0].deal["starter"] == "5d"
    assert not dictation.take("starter 5").taken
    assert not told(table(), "mano A", "starter 5d").take("play 5d").taken
    # Nothing is turned up in Mus.
    mus = told(table("fournier", ("A1", "B1", "A2", "B2")), "mano A1")
    assert "No card is turned up" in words(mus.take("starter Ro"))


@pytest.mark.parametrize(
    ("game", "seats"), [("enfle", ("A", "B", "C", "D")), ("mau_mau", ("A", "B"))]
)
@pytest.mark.parametrize("code", ["en", "es"])
def test_the_help_is_of_the_game_that_is_played(game, seats, code):
    dictation = table(game, seats)._replace(language=open_language(code))
    typed = [line.said for page in dictation.take("help").pages for line in page.lines]
    of_mus = {"pares", "grande", "chica", "envido", "quiero", "sena", "descarto", "cartas", "Ro"}
    assert not of_mus & set(" ".join(typed).replace(",", "").split())
    assert ("starter As" in typed or "salida As" in typed) == (game == "mau_mau")
    assert typed[1].startswith("B ")
    assert dictation.take(typed[1]).taken, typed[1]
