"""Reality first: what the rules refuse is taken down as it was, and the hand goes on."""

from __future__ import annotations

import pytest

from mustutor.base.language import open_language
from mustutor.model.variant import load_variant
from mustutor.referee import settle, verify
from mustutor.referee.recorder.commands import means, resume_match, sit_down
from mustutor.referee.recorder.dictation import Dictation
from mustutor.replay import Replay, dumps, loads
from mustutor.replay.format import named_rules

PASSES = "-, -, -, -"


def table(rules: str = "fournier", seats: str = "A1 B1 A2 B2", code: str = "en") -> Dictation:
    variant = load_variant(rules)
    about = {"players": {"A1": "Ane", "B1": "Bea"}} if "A1" in seats else {}
    match = Replay(named_rules(variant), tuple(seats.split()), (), about=about)
    return Dictation(sit_down(variant, match), open_language(code))


def told(dictation: Dictation, *lines: str) -> Dictation:
    for line in lines:
        answer = dictation.take(line)
        assert answer.taken, line
        dictation = answer.dictation
    return dictation


def refused(dictation: Dictation, line: str) -> Dictation:
    answer = dictation.take(line)
    assert not answer.taken
    assert answer.dictation.recorder == dictation.recorder
    said = answer.pages[-1].lines[0].text
    assert said == dictation.language.say("If it was like that, + takes it down as it was.")
    return answer.dictation


def calls(dictation: Dictation) -> list[tuple[str, ...]]:
    return [round_.calls for round_ in dictation.recorder.record().hands[-1].rounds]


def test_MUS_BET_4_a_raise_of_the_own_side_is_taken_down_and_the_hand_goes_on():
    begun = told(table(), "A1 corto", "A1 envido 2")
    raised = told(refused(begun, "A2 envido 5"), "+", "B1 quiero")
    assert calls(raised)[-1] == ("A1 envido 2", "A2 envido 5", "B1 quiero")
    assert raised.recorder.position.lance == "chica"
    record = raised.recorder.record()
    verdict = verify(record)
    assert (verdict.verdict, verdict.failure.place) == ("illegal", "1.grande.2")
    assert settle(record).irregularities[0].place == "1.grande.2"


def test_MUS_DECL_8_shown_cards_may_contradict_what_was_declared():
    begun = told(
        *(table(), "A1 corto", PASSES, PASSES, "sí, sí, no, no", "2, x", "no, no, no, no"),
        PASSES,
    )
    shown = told(refused(begun, "A1 R C 7 4"), "+", "B1 S S 5 4", "A2 7 6 5 4", "B2 7 6 C 4")
    hand = shown.recorder.record().hands[0]
    assert hand.cards["A1"] == ["R", "C", "7", "4"]
    assert hand.rounds[3].calls[:2] == ("A1 tengo", "B1 tengo")
    assert hand.after is not None  # the table counts on, and the next hand can begin
    assert hand.ledger is None  # but nothing of it is certain
    assert shown.recorder.wants == "next"
    assert [one.place for one in settle(shown.recorder.record()).irregularities][:1] == [
        "1.pares.1"
    ]


def test_a_record_with_such_a_call_is_taken_up_again_where_it_was():
    begun = told(table(), "A1 corto", "A1 envido 2")
    raised = told(refused(begun, "A2 envido 5"), "+", "B1 quiero", "-")
    record = raised.recorder.record()
    assert record.hands[0].extra["x-as-it-was"] == [3]
    resumed = resume_match(loads(dumps(record)), raised.recorder.variant)
    assert resumed.record() == record
    assert resumed.position == raised.recorder.position


@pytest.mark.parametrize(
    ("typed", "kind"),
    [(("A1 R R 7 4 5",), "misdeal"), (("A1 Ro Rc 7 4", "B1 Ro S 6 5"), "bad_deck")],
)
def test_MUS_DEAL_3_cards_nobody_can_have_been_dealt_are_taken_down_and_the_hand_goes_on(
    typed, kind
):
    begun = told(table(), "mano A1", *typed[:-1])
    dealt = told(refused(begun, typed[-1]), "+", "A1 corto", "A1 envido 2", "B1 quiero")
    assert dealt.recorder.position.lance == "chica"
    record = dealt.recorder.record()
    assert record.hands[0].extra["x-as-it-was"] == [typed[-1][:2]]
    assert [one.kind for one in settle(record).irregularities] == [kind]
    assert resume_match(loads(dumps(record)), dealt.recorder.variant).record() == record


def test_it_is_taken_back_like_any_call():
    begun = told(table(), "A1 corto", "A1 envido 2")
    raised = told(refused(begun, "A2 envido 5"), "+")
    assert told(raised, "undo").recorder == begun.recorder


@pytest.mark.parametrize("line", ["embido 4", "correct 1.grande.9 A1 paso", "+"])
def test_only_what_somebody_may_have_said_or_held_is_offered(line):
    begun = told(table(), "A1 corto", "A1 envido 2")
    answer = begun.take(line)
    assert not answer.taken
    assert answer.dictation.refused == ""


def test_what_was_refused_is_offered_for_the_next_line_alone():
    begun = refused(told(table(), "A1 corto", "A1 envido 2"), "A2 envido 5")
    later = told(begun, "B1 quiero")
    assert not later.take("+").taken


def test_a_question_mark_asks_and_a_word_is_a_forgotten_call():
    begun = told(table(), "A1 corto")
    asked = begun.take("?")
    assert asked.taken
    assert asked.dictation.recorder == begun.recorder
    assert "envido 2" in [line.said for line in asked.pages[0].lines]
    for word in ("nobody remembers", "unknown", "nadie se acuerda", "B1 ?", "A1 ?"):
        forgotten = told(begun, word)
        assert calls(forgotten)[-1][0].endswith(" ?")


def test_MAU_10_other_games_go_on_too_or_say_that_they_cannot():
    begun = told(table("mau_mau", "A B"), "mano A")
    answer = begun.take("B play Td")
    assert not answer.taken


@pytest.mark.parametrize(
    ("word", "answers"),
    [("yes", ["y", "yes", "Sí", "si", "oui", "bai"]), ("no", ["n", "no", "NON", "ez"])],
)
def test_yes_and_no_are_understood_in_every_language(word, answers):
    assert all(means(answer, word) for answer in answers)
    assert not any(means(answer, word) for answer in ("", "maybe", "x"))
