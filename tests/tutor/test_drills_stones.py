"""The answers of the drills on stones, recorded and settled again, and counted by hand."""

from __future__ import annotations

import pytest

from mustutor import games, load_replay, load_variant, settle
from mustutor.base.errors import IllegalCall
from mustutor.model.calls import Call, write_call
from mustutor.replay import dumps
from mustutor.replay.writer import recorded_hand, recorded_match
from mustutor.tutor.drills import drill_stop
from tests.long import some, whole
from tests.tutor.drilled import EN, drawn, tables


def settled(played):
    """The hand written as a record, read back, and recomputed from its calls."""
    record = recorded_match(
        played.end.variant,
        played.start,
        [recorded_hand(played.steps, played.end, mano=played.start.mano)],
    )
    return settle(load_replay(dumps(record))).as_json()


def ledger(played):
    return settled(played)["hands"][0]["ledger"]


def total(entries, **wanted):
    """The stones of those movements that are meant."""
    return sum(
        entry["stones"]
        for entry in entries
        if all(entry[name] == value for name, value in wanted.items())
    )


def _seat(said):
    return said.partition(" ")[0]


# --- calls -------------------------------------------------------------------------------


def test_a_call_is_legal_where_it_can_be_played():
    for variant in tables("bets.legal"):
        for found in drawn("bets.legal", variant):
            moment = found.case
            try:
                games.hear(moment.position, moment.call)
            except IllegalCall:
                assert found.answer == "no", write_call(moment.call)
            else:
                assert found.answer == "yes", write_call(moment.call)


def test_bounds_by_trying_every_stake():
    for variant in tables("bets.bounds"):
        for found in drawn("bets.bounds", variant):
            moment = found.case
            fitting = [
                stones
                for stones in range(1, 80)
                if games.why_not(moment.position, moment.call._replace(stones=stones)) is None
            ]
            bound = min(fitting) if moment.asked == "least" else max(fitting)
            assert found.answer == str(bound)


def test_the_table_shown_is_the_one_asked_about():
    """Whoever is asked about speaks; what was said leads there call by call."""
    for found in drawn("bets.legal", load_variant("fournier")):
        moment = found.case
        position = moment.steps[0].before
        for step in moment.steps:
            assert position == step.before
            position = games.hear(position, step.call)
        assert position == moment.position
        assert moment.call.seat == position.speaker


# --- Mus ---------------------------------------------------------------------------------


def test_a_deje_by_the_last_two_stakes():
    """One stone for a bet, the stake before for a raise, nothing where all passed."""
    for variant in [load_variant("fournier"), load_variant("guipuzcoa_4")]:
        for found in drawn("deje.stones", variant, rounds=2):
            played, lance = found.case.played, found.case.lance
            calls = [step.call for step in played.steps if step.before.lance == lance]
            stakes = [call.stones for call in calls if call.verb in ("envido", "subo")]
            assert not any(call.verb == "quiero" for call in calls)
            expected = 0 if not stakes else 1 if len(stakes) == 1 else stakes[-2]
            assert found.answer == str(expected)
            assert total(ledger(played), lance=lance, item="deje") == expected


@pytest.mark.parametrize("skill", ["deje.stones", "count.lance", "count.hand", "count.first"])
def test_mus_is_settled_alike_from_a_record(skill):
    for variant in tables(skill):
        for found in drawn(skill, variant, seeds=(1,)):
            case = found.case
            again = settled(case.played)
            entries = again["hands"][0]["ledger"]
            match case.asked:
                case "deje":
                    assert found.answer == str(total(entries, lance=case.lance, item="deje"))
                case "lance":
                    mine = {"lance": case.lance, "to": case.side}
                    assert found.answer == str(total(entries, **mine))
                case "hand":
                    after = " ".join(f"{side}={n}" for side, n in again["after"].items())
                    assert found.answer == after
                    assert not again["over"]
                case _:
                    assert found.answer == again["winner"]


@whole
def test_who_is_first_has_reached_the_target_and_the_other_has_not():
    for variant in tables("count.first"):
        target = variant.number("score.target")
        for found in drawn("count.first", variant, seeds=some((1, 2), 2)):
            after = found.case.played.end.in_front()
            assert [side for side, stones in after.items() if stones >= target] == [found.answer]
            assert found.case.played.steps[-1].after.lance == "showdown"


def test_the_bigger_total_is_not_the_winner():
    """Counted to its end the other side would have more: that is why the question is asked."""
    found_all = drawn("count.first", load_variant("fournier"), seeds=range(4))
    targeted = [found for found in found_all if found.target.name == "bigger_total_wins"]
    assert len(targeted) == 4
    for found in targeted:
        loser = found.target.answer(found.case)
        assert loser != found.answer
        before, after = found.case.played.start.in_front(), found.case.played.end.in_front()
        assert after[found.answer] >= 40 > before[found.answer]
        assert after[loser] < 40


# --- Encaje ------------------------------------------------------------------------------


@pytest.mark.parametrize("skill", ["encaje.refused", "encaje.pots", "encaje.hand", "encaje.end"])
def test_encaje_is_settled_alike_from_a_record(skill):
    for variant in tables(skill):
        for found in drawn(skill, variant, seeds=(1, 2, 3)):
            case = found.case
            again = settled(case.played)
            entries = again["hands"][0]["ledger"]
            here = {"lance": case.lance}
            match case.asked:
                case "gives":
                    mine = {**here, "from": case.seat, "when": "at_once"}
                    assert found.answer == str(total(entries, **mine))
                case "to":
                    assert {e["to"] for e in entries if e["lance"] == case.lance} >= {found.answer}
                case "puts":
                    mine = {**here, "from": case.seat, "item": "stake"}
                    assert found.answer == str(total(entries, **mine))
                case "pot":
                    assert found.answer == str(total(entries, **here, to=f"pot:{case.lance}"))
                case "taker":
                    pots = [e for e in entries if e["from"] == f"pot:{case.lance}"]
                    assert [found.answer] == [entry["to"] for entry in pots]
                case "gets":
                    assert found.answer == str(total(entries, **here, to=case.seat))
                case "hand":
                    after = " ".join(f"{seat}={n}" for seat, n in again["after"].items())
                    assert found.answer == after
                case _:
                    assert found.answer == again.get("loser", "none")


def test_a_pot_by_who_made_and_saw_the_last_stake():
    """Each puts in the last stake, or all he had; who folded puts in nothing."""
    for found in drawn("encaje.pots", load_variant("encaje"), seeds=range(1, 6)):
        case = found.case
        if case.asked not in ("pot", "puts"):
            continue
        steps = [step for step in case.played.steps if step.before.lance == case.lance]
        stake, inside = 0, []
        for step in steps:
            if step.call.verb in ("envido", "subo"):
                stake, inside = step.call.stones, [step.call.seat]
            elif step.call.verb == "quiero":
                inside.append(step.call.seat)
        had = steps[0].before.in_front()
        put = {seat: min(stake, had[seat]) for seat in inside}
        expected = put.get(case.seat, 0) if case.asked == "puts" else sum(put.values())
        assert found.answer == str(expected)


def test_a_bet_nobody_sees_by_the_last_two_stakes():
    for found in drawn("encaje.refused", load_variant("encaje"), seeds=range(1, 5)):
        case = found.case
        calls = [step.call for step in case.played.steps if step.before.lance == case.lance]
        bets = [call for call in calls if call.verb in ("envido", "subo")]
        if case.asked == "gives":
            assert found.answer == str(1 if len(bets) == 1 else bets[-2].stones)
        else:
            assert found.answer == ("out" if len(bets) == 1 else bets[-2].seat)


def test_the_end_of_encaje_is_one_player_with_stones():
    endings = set()
    for found in drawn("encaje.end", load_variant("encaje"), seeds=range(1, 8)):
        left = [seat for seat, held in found.case.played.end.in_front().items() if held]
        assert found.answer == (left[0] if len(left) == 1 else "none")
        endings.add(found.answer == "none")
    assert endings == {True, False}


# --- what is shown -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "skill", ["count.lance", "count.hand", "count.first", "encaje.hand", "encaje.end"]
)
def test_the_scene_shows_all_that_is_needed_and_no_stone_of_the_answer(skill):
    """Everybody's cards, every call, and the stones as they were before the hand."""
    variant = load_variant("encaje" if skill.startswith("encaje") else "fournier")
    for number, found in enumerate(drawn(skill, variant, seeds=(6,)), 1):
        scene = drill_stop(skill, seed=6, number=number, variant=variant, language=EN).scene
        start = found.case.played.start
        assert scene.position.in_front() == start.in_front()
        assert not scene.position.ledger
        assert set(scene.position.order) <= scene.face_up
        told = ", ".join(line.text for line in scene.page.lines).split(", ")
        spoken = [
            write_call(step.call)
            for step in found.case.played.steps
            if step.call.seat in start.order and step.before.lance not in ("mus", "descarte")
        ]
        if skill != "count.lance":
            assert told == spoken
        assert all(_seat(said) in start.order for said in told)


def test_a_call_of_a_seat_that_is_not_there_is_never_drawn():
    for variant in tables("bets.legal"):
        for found in drawn("bets.legal", variant):
            assert isinstance(found.case.call, Call)
            assert found.case.call.seat in found.case.position.order
