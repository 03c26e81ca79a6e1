"""What is told beside the calls while a match is taken down: cut, shuffle, draw, claims."""

from __future__ import annotations

import pytest

from mustutor.base.language import open_language
from mustutor.model.variant import Variant, load_variant
from mustutor.present.text import to_text
from mustutor.referee import settle, verify
from mustutor.referee.recorder.commands import (
    help_page,
    own_words,
    resume_match,
    sit_down,
)
from mustutor.referee.recorder.dictation import Dictation
from mustutor.replay import Replay
from mustutor.replay.live_file import read_live_record
from tests.table import changed, live_lines

PAIRS = ("A1", "B1", "A2", "B2")
# Nobody has pares nor juego: all is passed, and only grande, chica and punto are paid.
HAND = (
    *("A1 Ro 7o 6o 5o", "B1 Co 7c 6c 4c", "A2 So 7e 5e 4e", "B2 Cb 6b 5b 4b"),
    *("A1 corto", *["paso"] * 8, "no, no, no, no", "no, no, no, no", *["paso"] * 4),
)


def table(rules: Variant | None = None, code: str = "en", **about: object) -> Dictation:
    variant = rules or changed("fournier", {"mus.corrido": "never"})
    match = Replay({"id": variant.id, "digest": variant.digest}, PAIRS, (), about=dict(about))
    return Dictation(sit_down(variant, match), open_language(code))


def told(dictation: Dictation, *lines: str) -> Dictation:
    for line in lines:
        answer = dictation.take(line)
        assert answer.taken, (line, [to_text(page) for page in answer.pages])
        dictation = answer.dictation
    return dictation


def said(dictation: Dictation, line: str) -> str:
    return " ".join(" ".join(map(to_text, dictation.take(line).pages)).split())


def refused(dictation: Dictation, line: str) -> str:
    answer = dictation.take(line)
    assert not answer.taken
    assert answer.dictation.recorder == dictation.recorder
    return " ".join(" ".join(map(to_text, answer.pages)).split())


def kept_alike(dictation: Dictation) -> Replay:
    """The record, taken up again from its live lines, is the same record."""
    recorder = dictation.recorder
    record = recorder.record()
    lines = "".join(f"{line}\n" for line in live_lines(record))
    assert resume_match(read_live_record(lines.encode()), recorder.variant).record() == record
    return record


# --- the deal ----------------------------------------------------------------------------


def test_MUS_DEAL_1_who_shuffled_and_who_cut_is_taken_down_and_judged():
    dictation = told(table(), "mano A1")
    assert "The right players shuffled: B2." in said(dictation, "shuffled B2")
    assert "Only the dealer, B2, should shuffle" in said(dictation, "shuffled A1")
    assert "A2 lifted 12 cards, and the cut is good." in said(dictation, "cut A2 12")
    assert "MUS-DEAL-2" in said(dictation, "cut A2 1")
    dictation = told(dictation, "shuffled B2", "cut A2 12", *HAND)
    deal = kept_alike(dictation).hands[0].deal
    assert (deal["shuffled"], deal["cut"]) == (["B2"], {"by": "A2", "cards": 12})
    assert verify(dictation.recorder.closed(), variant=dictation.recorder.variant).ok


def test_a_cut_may_be_told_after_the_calls_and_none_is_lost():
    dictation = told(table(), "mano A1", *HAND[:8], "cut A2 12")
    assert len(dictation.recorder.places()) == 4
    assert kept_alike(dictation).hands[0].deal["cut"] == {"by": "A2", "cards": 12}


def test_REG_CAN_8_no_cut_is_mus_visto_and_refused_where_calls_say_otherwise():
    rules = load_variant("cantabria")
    dictation = told(table(rules), "mano A1", "cut none")
    assert dictation.recorder.hand.position.lance == "descarte"
    late = told(table(rules), "mano A1", "A1 mus")
    refused(late, "cut none")
    assert "cut" not in late.recorder.hand.deal


def test_cut_by_itself_is_still_the_word_that_ends_the_talk():
    dictation = told(table(), "mano A1", "cut")
    assert dictation.recorder.hand.position.lance == "grande"


def test_between_two_hands_it_is_the_next_that_was_cut():
    dictation = told(table(), "mano A1", *HAND, "cut B2 9")
    first, second = dictation.recorder.record().hands
    assert "cut" not in first.deal
    assert second.deal["cut"] == {"by": "B2", "cards": 9}


@pytest.mark.parametrize(
    "line",
    [
        "cut C9 3",
        "cut A2 lots",
        "cut A2 1 2",
        "cut A2 99999",
        "shuffled",
        "shuffled Zoe",
        "draw A1",
        "draw A1 zz",
        "draw Zoe Ro",
        "draw",
        "cuenta A1",
        "cuenta A1 mus",
        "cuenta Zoe pares",
    ],
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(line):
    refused(told(table(), "mano A1", *HAND), line)


@pytest.mark.parametrize("line", ["cut A2 3", "shuffled B2"])
def test_before_anybody_is_mano_no_deal_can_be_told(line):
    assert "Say who is mano first." in refused(table(), line)


def test_names_do_what_seats_do():
    players = {"A1": "Ane", "B1": "Bea", "A2": "Aitor", "B2": "Beñat"}
    dictation = told(table(players=players), "mano A1", "cut Aitor 12", "shuffled Beñat")
    assert dictation.recorder.hand.deal["cut"] == {"by": "A2", "cards": 12}
    assert dictation.recorder.hand.deal["shuffled"] == ["B2"]


# --- the draw ----------------------------------------------------------------------------


def test_MUS_SEAT_1_the_draw_is_taken_down_and_judged():
    dictation = told(table(), "mano A1")
    assert "Not every card of the draw is recorded" in said(dictation, "draw A1 Ro")
    dictation = told(dictation, "draw A1 Ro, A2 Co")
    answer = said(dictation, "draw B1 4c, B2 5c")
    assert "MUS-SEAT" in answer
    dictation = told(dictation, "draw B1 4c, B2 5c")
    assert kept_alike(dictation).about["draw"] == {"A1": "Ro", "A2": "Co", "B1": "4c", "B2": "5c"}


# --- the count ---------------------------------------------------------------------------

MANUAL = changed("fournier", {"mus.corrido": "never", "score.claim": "manual"})


def test_MUS_CNT_7_what_nobody_claims_is_lost_and_said():
    dictation = told(table(MANUAL), "mano A1", *HAND)
    whole = dictation.recorder.hand.outcome.in_front()
    assert sum(whole.values()) == 3
    answer = said(dictation, "cuenta A1 grande")
    assert "MUS-CNT-7" in answer
    dictation = told(dictation, "cuenta A1 grande")
    assert dictation.recorder.hand.outcome.in_front() == {"A": 1, "B": 0}
    record = kept_alike(dictation)
    assert record.hands[0].counting[0].calls == ("A1 cobra grande",)
    assert settle(record, variant=MANUAL).hands[0].end.in_front() == {"A": 1, "B": 0}
    assert verify(dictation.recorder.closed(), variant=MANUAL).ok


def test_MUS_CNT_5_claims_add_up_and_are_taken_back_one_by_one():
    dictation = told(table(MANUAL), "mano A1", *HAND, "A1 cobra grande", "cuenta B1 cobra punto")
    hand = dictation.recorder.hand
    assert hand.counting == ("A1 cobra grande", "B1 cobra punto")
    assert told(dictation, "undo").recorder.hand.counting == ("A1 cobra grande",)
    again = resume_match(dictation.recorder.record(), MANUAL).undo()
    assert again.hand.counting is None


def test_nobody_claims_anything():
    dictation = told(table(MANUAL), "mano A1", *HAND, "cuenta none")
    assert dictation.recorder.hand.outcome.in_front() == {"A": 0, "B": 0}


def test_claims_come_when_all_is_said_and_before_the_next_hand():
    early = told(table(MANUAL), "mano A1", *HAND[:6])
    assert "once everything has been said in a hand" in refused(early, "cuenta A1 grande")
    late = told(table(MANUAL), "mano A1", *HAND, "B1 mus")
    assert "once everything has been said in a hand" in refused(late, "cuenta A1 grande")


def test_a_correction_keeps_what_was_stated():
    dictation = told(table(MANUAL), "mano A1", "cut A2 9", *HAND, "cuenta A1 grande")
    dictation = told(dictation, "correct 1.grande.4 envido 2, no quiero, no quiero")
    record = dictation.recorder.record()
    assert record.hands[0].deal["cut"] == {"by": "A2", "cards": 9}
    assert record.hands[0].counting[0].calls == ("A1 cobra grande",)


# --- the help ----------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("command", ["cuenta", "shuffled", "cut", "draw"])
def test_the_help_has_a_line_for_each(command, code):
    language = open_language(code)
    assert command in own_words(language)
    page = help_page(table().recorder, language)
    lines = [line for passage in page.passages for line in passage.lines]
    assert [line for line in lines if line.said.split()[0] == own_words(language)[command]]
