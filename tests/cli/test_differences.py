"""`settle --diff` and `settle --variant`: one record under two rulebooks, told and as JSON."""

from __future__ import annotations

import json

import pytest

languages = pytest.mark.parametrize("code", ["en", "es"])


def compared(mustutor, name, before, after, *more):
    told = mustutor("settle", name, "--diff", before, after, *more)
    assert told.err == ""
    return told


def document(mustutor, name, before, after):
    told = compared(mustutor, name, before, after, "--json")
    return told.status, json.loads(told.out)


def test_it_tells_the_place_the_stones_the_reason_and_the_claim(mustutor):
    told = compared(mustutor, "madrid_refused_raise", "fournier", "madrid")
    joined = " ".join(told.out.split())
    assert told.status == 0
    assert "At 1.pares.8, with A1 no quiero:" in joined
    assert "fournier: 2 to B (deje), at once." in joined
    assert "madrid: 3 to B (deje), at once." in joined
    assert "madrid: A refused raise in pares, juego and punto pays one stone more." in joined
    assert "Hand 1, juego: 4 to A (deje), not 3 to A (deje)." in joined
    assert "In all, A gets 1 stone more under madrid." in joined
    assert "fournier: A 18, B 13. madrid: A 19, B 14." in joined
    assert "Braulio on 1.pares: right under madrid, wrong under fournier." in joined


def test_it_tells_it_in_spanish(mustutor):
    told = compared(mustutor, "madrid_refused_raise", "fournier", "madrid", "--lang", "es")
    joined = " ".join(told.out.split())
    assert "En 1.pares.8, con A1 no quiero:" in joined
    assert "madrid: 3 para B (deje), en el acto." in joined
    assert "En total, A se lleva 1 piedra más según madrid." in joined


def test_only_the_rules_behind_the_parting_are_named_as_its_reason(mustutor):
    told = compared(mustutor, "asturias_real_beats_manos_31", "asturias", "madrid").out
    joined = " ".join(told.split())
    assert "madrid: There is no Real: three sevens and a figure are a 31 like any other." in joined
    assert "shuffle" not in joined


@languages
def test_json_is_the_same_in_every_language_but_for_messages(mustutor, code):
    told = mustutor(
        *("settle", "madrid_refused_raise", "--diff", "fournier", "madrid", "--json"),
        *("--lang", code),
    )
    found = json.loads(told.out)
    deje = {"lance": "pares", "when": "at_once", "item": "deje", "from": "bank", "to": "B"}
    deje["rule"] = "MUS-DEJE-3"
    assert found["variants"] == ["fournier", "madrid"]
    assert found["same"] is False
    assert found["parting"] == {
        "kind": "movement",
        "place": "1.pares.8",
        "call": "A1 no quiero",
        "before": {**deje, "stones": 2},
        "after": {**deje, "stones": 3},
    }
    assert [change["hand"] for change in found["changes"]] == [1, 1]
    assert found["net"] == {"A": 1, "B": 1}
    assert found["after"] == [{"A": 18, "B": 13}, {"A": 19, "B": 14}]
    assert "stopped" not in found


def test_a_refused_call_is_told_with_its_article_and_status_1(mustutor):
    status, found = document(mustutor, "navarra_four_kings", "navarra", "fournier")
    assert status == 1
    assert found["parting"] == {
        "kind": "refused",
        "place": "1.pares.1",
        "under": "fournier",
        "call": "A1 no tengo",
    }
    [stopped] = found["stopped"]
    assert (stopped["under"], stopped["place"], stopped["code"]) == (
        *("fournier", "1.pares.1"),
        "MUS-DECL-1",
    )
    assert stopped["message"] == "A1 declares no pares, but holds Ro 3o 2o Ao."
    told = " ".join(compared(mustutor, "navarra_four_kings", "navarra", "fournier").out.split())
    assert "At 1.pares.1, fournier does not allow A1 no tengo: Amaia (A1) declares no pares" in told
    assert "fournier: Threes are kings and twos are aces: eight of each." in told


def test_a_game_over_earlier_is_told_with_who_has_won_it(mustutor):
    told = compared(mustutor, "la_rioja_36_cards_to_25", "la_rioja", "guipuzcoa_4").out
    joined = " ".join(told.split())
    assert "At 1.pares, the game is over under la_rioja: A has won it" in joined
    assert "Hand 1, juego: 3 to B (juego of 31), but only under guipuzcoa_4." in joined
    assert "la_rioja: A 25, B 20; A has won the game." in joined


def test_rulebooks_that_pay_the_same_say_so(mustutor):
    told = compared(mustutor, "ordago_accepted", "fournier", "aragon")
    assert told.status == 0
    assert "Nowhere: fournier and aragon pay the same." in " ".join(told.out.split())
    assert document(mustutor, "ordago_accepted", "fournier", "aragon")[1]["same"] is True


def test_what_cards_nobody_has_told_would_decide_is_left_open(mustutor):
    told = compared(mustutor, "dispute_before_all_cards_are_shown", "fournier", "madrid").out
    assert "Some cards for pares and juego are not known" in " ".join(told.split())


def test_encaje_is_compared_as_well(mustutor, tmp_path):
    path = tmp_path / "split.yaml"
    path.write_text(
        "format: mus-variant/1\nid: split\nextends: encaje\n"
        "name: {en: a, es: a}\nsummary: {en: a, es: a}\nrules:\n  encaje.tie_worst: split\n",
        "utf-8",
    )
    told = compared(mustutor, "mano_breaks_the_tie", "encaje", str(path))
    assert told.status == 0
    assert "from the pot to" in told.out
    assert "split: Equal worst hands share the pot." in " ".join(told.out.split())


def test_every_match_of_a_file_is_compared(mustutor, record, kept):
    names = ("madrid_refused_raise", "ordago_accepted")
    path = kept("\n".join(json.dumps(record(name)) for name in names), "two.jsonl")
    told = compared(mustutor, path, "fournier", "madrid", "--json")
    assert [json.loads(line)["same"] for line in told.out.splitlines()] == [False, True]
    assert compared(mustutor, path, "fournier", "madrid").out.count("WHERE THEY DIFFER") == 2


# --- settle --variant --------------------------------------------------------------------


def test_the_same_record_is_settled_by_other_rules(mustutor):
    def after(*words):
        return json.loads(mustutor("settle", "madrid_refused_raise", "--json", *words).out)["after"]

    assert after() == after("--variant", "madrid") == {"A": 19, "B": 14}
    assert after("--variant", "fournier") == {"A": 18, "B": 13}
    # In Catalonia the opening costs nothing at juego, but it is raises that were refused.
    assert after("--variant", "catalunya") == {"A": 18, "B": 13}


def test_what_other_rules_refuse_is_told_and_the_hands_before_it_are_settled(mustutor):
    told = mustutor("settle", "match_to_three_games", "--variant", "fournier_30", "--json")
    settlement = json.loads(told.out)
    assert told.status == 1
    assert "6.descarte.1" in told.err
    assert [hand["complete"] for hand in settlement["hands"]] == [True] * 5 + [False]
    assert settlement["hands"][4]["after"] == {"A": 31, "B": 20}


def test_settle_json_names_the_winner_of_mus(mustutor):
    won = json.loads(mustutor("settle", "ordago_accepted", "--json").out)
    assert (won["over"], won["winner"], "loser" in won) == (True, "A", False)
    assert won["games"] == {"A": 1, "B": 0}
    going_on = json.loads(mustutor("settle", "madrid_refused_raise", "--json").out)
    assert (going_on["over"], "winner" in going_on) == (False, False)


@languages
def test_who_claims_to_have_won_is_told_so(mustutor, code):
    told = " ".join(mustutor("settle", "ordago_accepted", "--lang", code).out.split())
    said = {
        "en": "Ane says that A wins, and that is right.",
        "es": "Ane dice que gana A, y tiene razón.",
    }
    assert said[code] in told


# --- the quarrel of a claim ---------------------------------------------------------------


def test_the_verdict_says_which_rulebook_gives_whom_right_and_by_which_article(mustutor):
    # Braulio claims 4 at pares: 2 of the stake before and the value; Madrid adds one (REG-MAD-4).
    told = compared(mustutor, "madrid_refused_raise", "fournier", "madrid", "--brief")
    joined = " ".join(told.out.split())
    assert told.out.startswith("VERDICT\n")
    assert "fournier: Braulio is wrong: B gets 3 stones at pares, and not 4." in joined
    right = joined.partition("madrid: Braulio is right: B gets 4 stones at pares.")[2]
    assert "REG-MAD-4" in right
    assert "madrid: A refused raise in pares, juego and punto pays one stone more." in right
    assert "WHERE THEY DIFFER" not in told.out


def test_where_both_judge_a_claim_alike_it_is_said_once(mustutor):
    told = compared(mustutor, "madrid_refused_raise", "madrid", "madrid", "--brief").out
    assert "Under both: Braulio is right: B gets 4 stones at pares." in " ".join(told.split())


def test_without_a_claim_the_verdict_alone_is_where_they_part(mustutor):
    told = compared(mustutor, "ordago_refused", "fournier", "madrid", "--brief").out
    assert "WHERE THEY DIFFER" in told
    assert "THE RESULT" not in told


def test_claims_for_a_program_under_both_rulebooks(mustutor):
    _, found = document(mustutor, "madrid_refused_raise", "fournier", "madrid")
    [claim] = [each for each in found["claims"] if each["about"] == "1.pares"]
    assert claim["holds"] == [False, True]
    assert [computed["stones"] for computed in claim["computed"]] == [3, 4]


@languages
def test_two_rulebooks_have_a_page(mustutor, code):
    told = mustutor(
        *("settle", "madrid_refused_raise", "--diff", "fournier", "madrid", "--html", "-"),
        *("--lang", code),
    )
    assert told.status == 0
    assert told.out.startswith("<!DOCTYPE html>")
    assert "REG-MAD-4" in told.out
    assert ("fournier and madrid" if code == "en" else "fournier y madrid") in told.out
