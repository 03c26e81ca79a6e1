"""`judge`, a quarrel asked question by question; `settle --why` and `--why-not`."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from random import Random

import pytest

from mustutor.base.language import open_language
from mustutor.games.mus_family import unseen
from mustutor.games.mus_family.hands import LANCES
from mustutor.model.variant import load_variant
from mustutor.referee import settle, verify
from mustutor.referee.inquiry import DisputeInterview
from mustutor.replay import dumps, loads
from mustutor.replay.files import load_replay
from mustutor.replay.simulate import match
from tests.long import sampled

GRANDE = ["", "", "grande", "", "A1 envido 4, B1 quiero"]
"""Fournier rules, A1 mano, grande, nobody near the end, 4 stones accepted."""
HANDS = ["R R 7 4", "R R 7 5", "S 6 5 4"]
"""A1, B1 and A2. B1 has it by the last card, so that B2 need not be asked."""
CLAIM = ["Begoña", "B 4", "", ""]


@pytest.fixture(scope="module", autouse=True)
def deals_laid_out_once():
    """Most quarrels here are one and the same: its unseen hands are dealt once for all tests."""
    laid_out, kept = unseen._DealSearch.settled, []

    def settled(self):
        asked = (self.position, self.seats, self.lists, self.whole)
        for known, worlds in kept:
            if known == asked:
                return worlds
        kept.append((asked, laid_out(self)))
        return kept[-1][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unseen._DealSearch, "settled", settled)
        yield


@pytest.fixture
def judged(mustutor, tmp_path):
    """Judge a quarrel by the answers of a script."""

    def run(answers, *options):
        script = tmp_path / "answers.txt"
        script.write_text("\n".join(answers) + "\n", "utf-8")
        return mustutor("judge", "--answers", str(script), *options)

    return run


def asked(*answers: str, rules: str = "") -> list[str]:
    """The names of the questions that came up, the open one last."""
    inquiry = DisputeInterview(open_language("en"), load_variant(rules) if rules else None)
    names = []
    for text in answers:
        assert inquiry.question is not None
        names.append(inquiry.question.name)
        assert inquiry.answer(text), inquiry.question.problem
    return [*names, inquiry.question.name] if inquiry.question else names


# --- what is asked ---------------------------------------------------------------------------


def test_the_questions_come_in_order():
    # B1 (R R 7 5) beats A1 (R R 7 4) and A2 at grande: what B2 held makes no difference.
    found = asked(*GRANDE, *HANDS, *CLAIM)
    wanted = [
        "rules",
        "mano",
        "lance",
        "stones",
        "calls",
        *["hand"] * 3,
        "by",
        "claim",
        "by",
        "note",
    ]
    assert found == wanted


def test_a_refused_grande_needs_no_cards():
    assert asked(*GRANDE[:4], "A1 envido 4, B1 no quiero, B2 no quiero")[-1] == "by"


def test_who_folded_is_not_asked_for_cards():
    # Encaje for three, C folded: only A and B are compared (ENC-SET-10).
    begun = ["3", "", "grande", "", "A envido 4, B quiero, C no quiero"]
    assert asked(*begun, rules="encaje") == ["players", "mano", "lance", "stones", "calls", "hand"]
    assert asked(*begun, "R R 7 4", "S 6 5 4", rules="encaje")[-1] == "by"


def test_no_hand_is_asked_for_that_cannot_change_the_result():
    # Four kings: nobody else has to show anything, for B1 answers and A1 is mano.
    assert asked(*GRANDE, "R R R R")[-1] == "hand"  # two hands of the others are still open
    found = asked(*GRANDE, "R R R R", "S 6 5 4")
    assert found[-1] == "by"


@sampled("unknown", ["nobody", "", "?", "nadie"], 4)
def test_a_hand_nobody_knows_may_be_said_in_several_ways(unknown):
    assert asked(*GRANDE, "R R 7 4", unknown, "S C 5 4", unknown)[-1] == "by"


@pytest.mark.parametrize("heard", ["", "A1 envido 4", "A1 envido 4, B1 subo a 8"])
def test_the_example_of_an_answer_is_one_that_would_be_taken(heard):
    inquiry = DisputeInterview(open_language("en"), load_variant("madrid"))
    for text in ("A1", "grande", "", *filter(None, [heard])):
        assert inquiry.answer(text)
    example = re.search(r"\(or all that was said: (.+)\)", inquiry.question.text)[1]
    assert inquiry.answer(example), inquiry.question.problem


@pytest.mark.parametrize("named", ["A1 B2", "a1, b2", "A1 y B2", "A1 and B2", "A1 eta B2"])
def test_those_who_have_it_are_named_as_people_name_them(named):
    inquiry = DisputeInterview(open_language("en"), load_variant("madrid"))
    for text in ("A1", "pares", "", named):
        assert inquiry.answer(text), inquiry.question.problem
    assert inquiry.question.text.startswith("What did A1 say?")


def test_two_sides_are_asked_for_pares_only_where_both_have_them():
    begun = ["", "", "pares", ""]
    assert asked(*begun, "A1 A2")[-1] == "hand"  # A alone has pares: no betting, but their values
    assert asked(*begun, "A1 B2")[-1] == "calls"
    assert asked(*begun, "nobody")[-1] == "by"


def test_Enter_does_not_say_that_nobody_had_pares():
    inquiry = judging("", "", "pares", "")
    assert not inquiry.answer("")
    assert inquiry.question.name == "declared"
    assert inquiry.question.problem == (
        "Name those who said yes, or write nobody; ? says that nobody remembers."
    )
    assert inquiry.answer("?")
    assert inquiry.quarrel.hand.lances["pares"] == ["A1 ?", "B1 ?", "A2 ?", "B2 ?"]


def test_no_juego_makes_it_a_quarrel_about_punto():
    inquiry = DisputeInterview(open_language("en"))
    for text in ["", "", "juego", "", "nobody"]:
        assert inquiry.answer(text)
    assert inquiry.question.name == "calls"
    assert inquiry.question.heard == "Nobody has juego, so it is about punto."


def judging(*answers: str, rules: str = "", players: str = "") -> DisputeInterview:
    """A quarrel asked about so far; every answer is taken."""
    inquiry = DisputeInterview(open_language("en"), load_variant(rules) if rules else None, players)
    for text in answers:
        assert inquiry.question is not None
        assert inquiry.answer(text), inquiry.question.problem
    return inquiry


BEFORE_CALLS = ["", "", "grande", ""]
NAMES = "A1=Ane, B1=Bea, A2=Iker, B2=Jon"


def test_nobodys_silence_is_taken_for_a_word():
    inquiry = judging(*BEFORE_CALLS, "B1 envido 2, B2 quiero")
    assert inquiry.record is None
    assert inquiry.question.text.startswith("Before B1 envido 2: what did A1 say?")
    # After that A2 and A1 answer the bet of B1; B2 is his partner, and cannot accept it.
    assert not inquiry.answer("paso")
    assert "B1, of the same side, has bet: the others answer" in inquiry.question.problem
    assert said_in(inquiry) == ()


def test_whoever_is_left_out_is_asked_for_and_what_was_told_is_heard_after_it():
    inquiry = judging(*BEFORE_CALLS, "A1 envido 2, B2 quiero")
    assert inquiry.question.text.startswith("Before B2 quiero: what did B1 say?")
    assert inquiry.answer("no quiero")
    assert inquiry.question.name == "hand"
    assert said_in(inquiry) == ("A1 envido 2", "B1 no quiero", "B2 quiero")


def test_a_word_nobody_remembers_is_a_gap_and_no_word():
    inquiry = judging(*BEFORE_CALLS, "A1 envido 2, B2 quiero", "?", "", "", "", "", "", "", "")
    assert said_in(inquiry) == ("A1 envido 2", "B1 ?", "B2 quiero")
    inquiry = judging(*BEFORE_CALLS, "B2 envido 2", "?", "A1 no quiero, A2 no quiero", "", "")
    assert said_in(inquiry) == (
        *("A1 ?", "B1 ?", "A2 ?", "B2 envido 2", "A1 no quiero", "A2 no quiero"),
    )


def test_all_passed_is_what_somebody_said_up_to_what_came_then():
    inquiry = judging(*BEFORE_CALLS, "B2 envido 2", "passed", "no quiero", "no quiero", "", "")
    assert said_in(inquiry) == (
        *("A1 paso", "B1 paso", "A2 paso", "B2 envido 2", "A1 no quiero", "A2 no quiero"),
    )


def test_of_whom_nobody_knows_it_nobody_says_that_he_declared():
    inquiry = judging("", "", "pares", "", "A1, B1 ?")
    assert said_in(inquiry) == ("A1 tengo", "B1 ?", "A2 no tengo", "B2 no tengo")


@sampled("seed", range(20), 6)
def test_what_is_kept_is_what_was_said(seed):
    # However the calls of a lance are told, with gaps or whole, no call is there that nobody told.
    random = Random(seed)
    variant = load_variant(random.choice(["fournier", "madrid"]))
    [hand] = match(variant, seats=4, hands=1, seed=f"k{seed}").hands
    calls = next(list(r.calls) for r in hand.rounds if r.lance == "grande")
    told = [call for call in calls if random.random() < 0.6] or calls[:1]
    inquiry = DisputeInterview(open_language("en"), variant)
    for text in (hand.mano, "grande", "", ", ".join(told)):
        inquiry.answer(text)
    while inquiry.question is not None and inquiry.question.name in ("calls", "later"):
        if not inquiry.answer("?" if inquiry.question.name == "calls" else ""):
            break
    kept = [call for call in said_in(inquiry) if not call.endswith("?")]
    assert Counter(kept) <= Counter(told)


def said_in(inquiry: DisputeInterview) -> tuple[str, ...]:
    """The calls a quarrel holds so far, or at its end."""
    return inquiry.quarrel.calls


# --- what was said all the same ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("A1 envido 2, B1 quiero, B2 no quiero", ("A1 envido 2", "B1 quiero", "B2 no quiero")),
        ("A1 envido 1", ("A1 envido 1",)),
        ("A1 envido 4, A2 subo a 8", ("A1 envido 4", "A2 subo a 8")),
    ],
)
def test_what_the_rules_refuse_is_kept_when_it_is_told_again(told, kept):
    inquiry = judging(*BEFORE_CALLS)
    assert not inquiry.answer(told)
    assert (
        "If it was like that all the same, give the answer once more." in inquiry.question.problem
    )
    assert inquiry.answer(told)
    assert inquiry.question.name == "later"
    assert said_in(inquiry) == kept
    assert inquiry.answer("")
    while inquiry.question is not None:
        assert inquiry.answer("")
    assert inquiry.record.hands[0].rounds[-1].calls == kept
    assert inquiry.back()  # the answer told twice is told twice again
    assert said_in(inquiry) == kept


def test_who_spoke_before_his_turn_spoke_before_his_turn():
    inquiry = judging(*BEFORE_CALLS, "A1 envido 2, B2 quiero", "nothing")
    assert said_in(inquiry) == ("A1 envido 2", "B2 quiero")
    assert inquiry.question.name == "later"


def test_pares_that_were_declared_without_having_them_are_for_a_ruling():
    inquiry = judging("", "", "pares", "", "A1 B1", "A1 envido 2, B1 quiero")
    assert not inquiry.answer("R C S 7")
    assert inquiry.answer("R C S 7")
    while inquiry.question is not None:
        assert inquiry.answer("")
    assert inquiry.record.hands[0].cards == {"A1": ["R", "C", "S", "7"]}
    assert not verify(inquiry.record).ok


# --- names, short signs, claims as people say them ---------------------------------------------


def test_players_speak_by_their_names_and_are_asked_by_them():
    inquiry = judging(NAMES, "bea", "pares", "", "Ane y Jon", rules="madrid")
    assert said_in(inquiry) == ("B1 no tengo", "A2 no tengo", "B2 tengo", "A1 tengo")
    assert inquiry.question.text.startswith("What did Jon (B2) say?")
    assert inquiry.answer("Jon 2, ane =")
    assert inquiry.question.text.startswith("Which cards had Jon (B2)?")
    for text in ("R R 7 4", "S S 5 4", "", ""):
        assert inquiry.answer(text)
    assert inquiry.record.about == {
        "players": {"A1": "Ane", "B1": "Bea", "A2": "Iker", "B2": "Jon"}
    }


def test_the_command_takes_names_too(judged):
    told = judged([*BEFORE_CALLS, "Ane 4, Bea x, Jon x", *CLAIM], "--players", NAMES)
    assert told.status == 1
    assert "What did Ane (A1) say?" in told.out
    assert judged(["", ""], "--players", "Q=Ane").status == 2


def test_short_signs_are_read_as_on_a_sheet():
    inquiry = judging(*BEFORE_CALLS, "-, 2, 5, x, =")
    assert said_in(inquiry) == (
        *("A1 paso", "B1 envido 2", "A2 subo a 5", "B2 no quiero", "B1 quiero"),
    )


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("A match", {"about": "match", "to": "A"}),
        ("A 40", {"about": "1.grande", "to": "A", "stones": 40}),
        ("we win", {"about": "game", "to": "B"}),
        ("B", {"about": "1.grande", "to": "B"}),
        ("A 40, B 31", {"about": "1.grande", "after": {"A": 40, "B": 31}}),
    ],
)
def test_claims_are_read_as_on_a_sheet(text, claim):
    inquiry = judging(*BEFORE_CALLS, NAMES, "4, x, x", "Bea", text, "", "")
    assert inquiry.record.claims == ({"by": "Bea", **claim},)


def test_there_may_be_more_than_two_claims():
    told = ["Ane", "A 4", "Jon: B 4", "Iker", "A 1", "claim Bea: B 1", "claim Eva: nothing of it"]
    inquiry = judging(*BEFORE_CALLS, "4, x, x", *told[:-1])
    assert inquiry.question.name == "note"
    assert not inquiry.answer(told[-1])
    assert inquiry.answer("at the café")
    assert [claim["by"] for claim in inquiry.record.claims] == ["Ane", "Jon", "Iker", "Bea"]


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (["fournyer"], "There is no variant fournyer (did you mean fournier?)"),
        (["", "C1"], "There is no seat C1 at this table: its seats are A1 B1 A2 B2."),
        (["", "", "grant"], "grant is not a lance"),
        (["", "", ""], "is not a lance"),
        (["", "", "grande", "A 40 B 3"], "the game is over. (MUS-END-2)"),
        (["", "", "grande", "C 4"], "There is no side C at this table."),
        (["", "", "grande", "A many"], "Write each side and its stones"),
        (["", "", "grande", "", "envido 1"], "the smallest bet is 2. (MUS-BET-2)"),
        (["", "", "grande", "", "B1 quiero"], "(MUS-BET-9)"),
        (["", "", "grande", "", "sing"], "not something a player says"),
        (["", "", "pares", "", "X9"], "There is no seat X9"),
        ([*GRANDE, "R R R"], "A hand has four cards, not 3."),
        ([*GRANDE, "Ro Ro 7 4"], "Ro is in the hand twice"),
        ([*GRANDE, "Ro Rc 7 4", "Ro S 6 5"], "A1 has it already"),
        ([*GRANDE, "R R R 9"], "no eights and no nines"),
        ([*GRANDE, *HANDS, "Ane", "Q 4"], "Write who gets it, A B"),
        ([*GRANDE, *HANDS, "Ane", "A many"], "Write who gets it, A B"),
        ([*GRANDE, *HANDS, "Ane", "A 4 5"], "Write who gets it"),
        (["x" * 3000], "longer than any answer"),
    ],
)
def test_an_answer_that_cannot_be_is_refused_with_the_reason(answers, reason):
    inquiry = DisputeInterview(open_language("en"))
    for text in answers[:-1]:
        assert inquiry.answer(text), inquiry.question.problem
    before = inquiry.question.name
    assert not inquiry.answer(answers[-1])
    assert inquiry.question.name == before
    assert reason in inquiry.question.problem


def test_pares_that_were_declared_must_be_in_the_hand():
    inquiry = DisputeInterview(open_language("en"))
    for text in ["", "", "pares", "", "A1 B1", "A1 envido 2, B1 quiero"]:
        assert inquiry.answer(text)
    assert not inquiry.answer("R C S 7")
    assert "declares pares" in inquiry.question.problem
    assert inquiry.answer("R R S 7")


def test_back_takes_the_last_answer_back_and_no_more():
    inquiry = DisputeInterview(open_language("en"))
    assert not inquiry.back()
    for text in GRANDE:
        inquiry.answer(text)
    assert inquiry.question.name == "hand"
    assert inquiry.back()
    assert inquiry.question.name == "calls"
    assert inquiry.answer("passed")
    assert inquiry.question.heard == "Understood: A1 paso, B1 paso, A2 paso, B2 paso."
    for _ in range(5):
        assert inquiry.back()
    assert inquiry.question.name == "rules"


# --- the verdict -----------------------------------------------------------------------------


def test_a_claim_that_is_right_ends_with_status_0(judged):
    told = judged([*GRANDE, *HANDS, *CLAIM])
    assert (told.status, told.err) == (0, "")
    assert "What Begoña claims is right, whatever the unknown cards or calls were." in told.out
    assert "Whatever B2 holds: B gets 4." in told.out
    assert "The fourth card decides: four is below five." in told.out
    assert "MUS-CMP-G1" in told.out


def test_a_claim_that_is_wrong_ends_with_status_1(judged):
    told = judged([*GRANDE, *HANDS, "Ane", "A 4", "", ""])
    assert told.status == 1
    assert "What Ane claims is wrong, whatever the unknown cards or calls were." in told.out
    told = judged([*GRANDE[:4], "A1 envido 4, B1 no quiero, B2 no quiero", "Ane", "A 4", "", ""])
    assert told.status == 1
    assert "Ane claims 4 for A; worked out again, A gets 1." in told.out
    assert "A1 bet, and nobody accepted: 1 stone for that" in " ".join(told.out.split())


def test_what_cannot_be_decided_says_who_has_to_show(judged):
    told = judged([*GRANDE, "R R 7 4", "S 6 5 4", "S C 5 4", "", *CLAIM])
    assert told.status == 0
    assert "What Begoña claims cannot be decided from what is known." in told.out
    assert "To decide it, B2 has to show the cards." in told.out


def test_a_forgotten_call_says_which_has_to_be_remembered(judged):
    answers = [
        *GRANDE[:4],
        "A1 envido 4, B1 no quiero, B2 ?",
        "",
        "R R 7 4",
        "S 6 5 4",
        "4 5 6 7",
        "S C 5 4",
        "Ane",
        "A 4",
        "",
        "",
    ]
    told = judged(answers)
    assert told.status == 0
    assert "somebody has to remember the call at 1.grande.3" in " ".join(told.out.split())


def test_the_record_is_kept_and_tells_the_same_again(judged, mustutor, tmp_path):
    path = tmp_path / "quarrel.json"
    told = judged([*GRANDE, *HANDS, "Begoña", "B 4", "Ane", "A 4", "at the café"], "-o", str(path))
    assert told.status == 1
    record = load_replay(path)
    assert dumps(record) == path.read_text("utf-8")
    assert [claim["by"] for claim in record.claims] == ["Begoña", "Ane"]
    assert record.notes == {"1.grande": [{"text": {"en": "at the café"}}]}
    verdict = verify(record)
    assert (verdict.ok, verdict.complete) == (True, False)
    again = mustutor("settle", str(path))
    assert again.status == 1
    assert "What Begoña claims is right, whatever the unknown cards or calls were." in again.out
    kept = path.read_bytes()
    assert judged([*GRANDE, *HANDS, *CLAIM], "-o", str(path)).status == 2
    assert path.read_bytes() == kept
    assert judged([*GRANDE, *HANDS, *CLAIM], "-o", str(path), "--force").status == 0


def test_json_and_a_record_on_standard_output_are_nothing_but_that(judged):
    told = judged([*GRANDE, *HANDS, *CLAIM], "--json")
    assert json.loads(told.out)["claims"][0]["holds"] is True
    told = judged([*GRANDE, *HANDS, *CLAIM], "-o", "-")
    assert loads(told.out).claims[0]["stones"] == 4
    assert judged([], "-o", "-", "--json").status == 2


def test_a_pipe_answers_line_by_line_with_the_same_words(judged, mustutor, fed):
    answers = ["# a quarrel", *GRANDE, *HANDS, *CLAIM]
    from_file = judged(answers)
    fed("\n".join(answers) + "\n")
    assert mustutor("judge").out == from_file.out


def test_a_script_goes_back_and_mends(judged):
    told = judged([*GRANDE[:4], "passed", "<", GRANDE[4], *HANDS, *CLAIM])
    assert told.status == 0
    assert "What Begoña claims is right, whatever the unknown cards or calls were." in told.out


@pytest.mark.parametrize("ending", [["q"], ["", "quit"]])
def test_whoever_stops_gets_no_verdict(judged, ending):
    assert judged(ending).status == 130


def test_answers_that_end_too_soon_or_are_too_many_are_told(judged, mustutor, tmp_path):
    told = judged(GRANDE)
    assert told.status == 2
    assert "The answers end before this is answered: Which cards had A1?" in told.err
    told = judged([*GRANDE, *HANDS, *CLAIM, "and more"])
    assert (told.status, told.err) == (0, "1 answer was not needed.\n")
    assert mustutor("judge", "--no-input").status == 2
    assert mustutor("judge", "--answers", str(tmp_path / "none")).status == 3
    assert judged(["x"] * 600).status == 2


def test_hostile_text_is_shown_and_kept_harmless(judged, tmp_path):
    path = tmp_path / "quarrel.json"
    told = judged([*GRANDE, *HANDS, "Eve\x1b[31m\u202e", "B 4", "", "<b>\x07"], "-o", str(path))
    assert told.status == 0
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", told.out)
    assert load_replay(path).claims[0]["by"].isprintable()


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("width", ["40", "80"])
def test_a_quarrel_reads_like_this(judged, snapshot, code, width):
    answers = [*GRANDE, "R R 7 4", "sota seis cinco cuatro", "S C 5 4", "", *CLAIM]
    assert judged(answers, "--lang", code, "--width", width).out == snapshot


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own is needed")
def test_at_a_terminal_the_same_questions_are_asked():
    pexpect = pytest.importorskip("pexpect")
    command = [sys.executable, "-m", "mustutor", "judge", "--lang", "en", "--width", "79"]
    child = pexpect.spawn(command[0], command[1:], encoding="utf-8", timeout=30)
    for answer in [*GRANDE[:4], "passed", "<", GRANDE[4], *HANDS, *CLAIM]:
        child.expect("\n> ")
        child.sendline(answer)
    child.expect("is right, whatever the unknown cards or calls were")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("rules", ["fournier", "madrid", "encaje"])
@pytest.mark.parametrize("seed", range(3))
def test_any_lance_that_was_played_is_judged_as_the_whole_hand_was(rules, seed):
    # A lance of a random hand, told call by call, all cards shown: it pays what it paid there.
    random = Random(seed)
    variant = load_variant(rules)
    replay = match(variant, seats=4, hands=1, seed=f"q{seed}")
    [played] = settle(replay).hands
    end = played.end
    lances = [o.lance for o in end.state.closed if o.lance in LANCES and o.kind != "ordago"]
    lance = random.choice(lances)
    if end.winner or end.loser:
        pytest.skip("the game ended in this hand")
    [calls] = [round_.calls for round_ in replay.hands[0].rounds if round_.lance == lance]
    holders = [call.split()[0] for call in calls if call.endswith(" tengo") and " no " not in call]
    betting = [call for call in calls if "tengo" not in call]
    inquiry = DisputeInterview(open_language("en"), variant)
    told = {"players": "4", "mano": end.mano, "lance": lance, "stones": ""}
    told |= {"declared": " ".join(holders) or "nobody", "by": "", "note": ""}
    while inquiry.question is not None:
        name = inquiry.question.name
        if name == "calls":
            text = betting.pop(0) if lance != "juego" or holders else "passed"
        elif name == "hand":
            seat = inquiry.question.text.split()[3].rstrip("?")
            text = " ".join(end.hand_of(seat))
        else:
            text = told[name]
        assert inquiry.answer(text), inquiry.question.problem
    if lance == "juego" and not holders:
        return
    alone = settle(inquiry.record, variant=variant)
    possible = alone.deductions.possible_at(alone.hands[0], lance)
    # Hands may be left out, but only where they make no difference.
    [ending] = possible.endings
    assert possible.exhaustive
    moved: Counter[str] = Counter()
    for entry in end.ledger:
        if entry.lance == lance and entry.stones:
            if not entry.dst.startswith("pot"):
                moved[entry.dst] += entry.stones
            if entry.src in end.table.seats and not entry.dst.startswith("pot"):
                moved[entry.src] -= entry.stones
    assert dict(ending.gets) == dict(moved)


# --- settle --why ----------------------------------------------------------------------------


def test_why_names_what_decided(mustutor):
    told = mustutor("settle", "seen_by_several", "--why", "E", "grande")
    assert told.status == 0
    shown = " ".join(told.out.split())
    assert (
        "Of those in the pot, Edurne (E) has the worst hand and takes the pot: 8 stones." in shown
    )
    assert "The first card decides: six is below king." in told.out
    assert "ENC-SET-11" in told.out


def test_why_not_for_a_program(mustutor):
    told = mustutor("settle", "refusers_cards_win", "--why-not", "a1", "grande", "--json")
    answer = json.loads(told.out)
    assert answer["asked"] == "why_not"
    assert (answer["hand"], answer["seat"], answer["lance"]) == (1, "A1", "grande")
    assert (answer["stones"], answer["reason"]) == (0, "worse")
    assert "MUS-CMP-G1" in answer["rules"]
    assert (
        mustutor(
            "settle", "refusers_cards_win", "--why-not", "a1", "grande", "--json", "--lang", "es"
        ).out
        != told.out
    )


def test_why_of_an_earlier_hand(mustutor):
    told = mustutor("settle", "whole_game", "--why", "A", "2.grande")
    assert told.status == 0
    assert "hand 2" in told.out.splitlines()[0]


def test_why_where_cards_are_missing_says_what_may_come(mustutor):
    told = mustutor("settle", "worked_example_1", "--why-not", "A", "grande")
    assert "A folded: the hand counts for nothing in this lance." in told.out
    assert "To decide it, B and E have to show their cards." in told.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--why", "A1", "grant"),
        ("--why", "Z", "grande"),
        ("--why", "A1", "9.grande"),
        ("--why", "A1", "x.grande"),
        ("--why", "A1", "grande", "--why-not", "A1", "grande"),
        ("--why", "A1", "grande", "--diff", "fournier", "madrid"),
    ],
)
def test_a_question_that_makes_no_sense_is_wrong_usage(mustutor, arguments):
    told = mustutor("settle", "refusers_cards_win", *arguments)
    assert (told.status, told.out) == (2, "")
    assert told.err.count("\n") == 2


# --- irregular quarrels end in the ruling of settle ----------------------------------------------

IRREGULAR = {
    "late_word": [*BEFORE_CALLS, *["A1 envido 2, B1 quiero, B2 no quiero"] * 2, ""],
    "out_of_turn": [*BEFORE_CALLS, "A1 envido 2, B2 quiero", "nothing", ""],
    "false_pares": ["", "", "pares", "", "A1 B1", "A1 envido 2, B1 quiero", "R C S 7"],
}


@pytest.mark.parametrize(
    ("what", "hands", "ruling"),
    [
        ("late_word", ["R R 7 4", "R R 7 5", "", ""], "It counts as not said or done."),
        (
            "out_of_turn",
            ["R R 7 4", "R R 7 5", "", ""],
            ("B2 speaks out of turn: it was B1's turn to speak."),
        ),
        ("false_pares", ["R C S 7", "R R 7 4", "", ""], "your club does"),
    ],
)
def test_an_irregular_quarrel_ends_in_the_ruling_of_settle(
    judged, mustutor, tmp_path, what, hands, ruling
):
    path = tmp_path / f"{what}.json"
    answers = [*IRREGULAR[what], *hands, "Bea", "B 3", "", ""]
    told = judged(answers, "-o", str(path))
    assert ruling in " ".join(told.out.split())
    [irregularity] = json.loads(judged(answers, "--json").out)["irregularities"]
    [settled] = json.loads(mustutor("settle", str(path), "--json").out)["irregularities"]
    assert irregularity == settled
