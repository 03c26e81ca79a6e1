"""What individual tables of other programs play and no source has (MUS-TABLE-1 to -4)."""

from __future__ import annotations

import itertools

import pytest

from mustutor.base.language import open_language
from mustutor.games.mus_family.calls import read_call
from mustutor.games.rulebook import article
from mustutor.games.tell_hand import explain_hand
from mustutor.model.options import options_of
from mustutor.model.position import Step
from mustutor.model.variant import load_variant
from mustutor.present.text import to_text
from mustutor.referee import verify
from mustutor.replay import dumps, loads
from mustutor.replay.playback import play_back
from mustutor.replay.simulate import match

from .table import changed, fault, ledger, opened, play, quiet, refused, settled, sit, stones, verbs

# A has nothing at pares or juego, B and C have both, D has a par of aces and no juego.
BLUFF = "7654 RRC7 RCC7 AA45"
# A has the best grande, B the next; C nothing, D the best chica.
DULL = "RRC7 RCC7 7654 AA45"
VALUES = {
    "bet.first_bettor": ("mano", "anyone"),
    "bet.last_answer": ("sees_bets", "sees_all"),
    "mus.cutter_opens": (True,),
    "score.past_target": ("clipped",),
}
ALL = dict(enumerate(itertools.product(*[(*VALUES[name], None) for name in VALUES])))


def alone(told=DULL, in_front="", seats="ABCD", *, talk=False, **rules):
    options = {"players.mode": "individual", "players.count": len(seats), **rules}
    return sit(told, in_front, mano="A", rules=options, seats=tuple(seats), talk=talk)


def first_bettor(who, lance="pares", told=BLUFF):
    position = quiet(alone(told, **{"bet.first_bettor": who}), until=lance)
    while "envido" not in verbs(position):
        position = play(position, f"{position.speaker} {verbs(position)[0]}")
    return position


# --- the articles ------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_MUS_TABLE_says_that_it_is_not_in_the_sources(number):
    entry = article(f"MUS-TABLE-{number}")
    assert entry.text["en"].startswith("Not in the sources")
    assert entry.text["es"].startswith("No está en las fuentes")


@pytest.mark.parametrize("option", VALUES)
def test_MUS_TABLE_options_change_nothing_until_a_table_sets_them(option):
    row, fournier = options_of("mus").own[option], load_variant("fournier")
    assert row.since == 2
    assert option not in fournier.as_json()
    assert changed("fournier", {option: row.default}).digest == fournier.digest
    assert all(changed("fournier", {option: v}).digest != fournier.digest for v in VALUES[option])


# --- 1: the first bet at pares or juego ----------------------------------------------------


def test_MUS_TABLE_1_without_it_who_has_no_pares_is_passed_over():
    position = first_bettor("holders")
    assert position.queue == ("B", "C", "D")
    assert refused(position, "A envido 2") == "MUS-DECL-2"


def test_MUS_TABLE_1_mano_opens_without_pares_and_the_holders_answer():
    position = first_bettor("mano")
    assert position.queue == ("A", "B", "C", "D")
    assert play(position, "A envido 2").queue == ("B", "C", "D")
    assert play(position, "A ordago").queue == ("B", "C", "D")


def test_MUS_TABLE_1_mano_who_passed_answers_nobody():
    position = play(first_bettor("mano"), "A paso, B envido 2")
    assert position.queue == ("C", "D")
    assert refused(position, "A quiero") == "MUS-DECL-2"


def test_MUS_TABLE_1_only_mano_may_or_anybody():
    # At juego B and C hold it, A and D do not.
    assert first_bettor("mano", "juego").queue == ("A", "B", "C")
    position = first_bettor("anyone", "juego")
    assert position.queue == ("A", "B", "C", "D")
    bet = play(position, "A paso, B paso, C paso, D envido 2")
    assert bet.queue == ("B", "C")


def test_MUS_TABLE_1_refused_he_takes_the_deje_and_nobody_a_value():
    position = play(first_bettor("mano"), "A envido 5, B no quiero, C no quiero, D no quiero")
    assert ledger(position, "pares") == ["pares deje A 1 at once"]
    assert ledger(quiet(position), "pares") == ["pares deje A 1 at once"]


def test_MUS_TABLE_1_seen_his_cards_win_nothing():
    position = play(first_bettor("mano"), "A envido 5, B no quiero, C no quiero, D quiero")
    assert ledger(quiet(position), "pares") == ["pares envite D 5", "pares par D 1"]


def test_MUS_TABLE_1_raised_he_answers_and_may_raise_again():
    position = play(first_bettor("mano"), "A envido 2, B subo a 6, C no quiero, D no quiero")
    assert position.queue == ("A",)
    assert ledger(quiet(play(position, "A quiero")), "pares") == [
        "pares envite B 6",
        "pares par B 1",
    ]
    again = play(position, "A subo a 20, B no quiero")
    assert ledger(again, "pares") == ["pares deje A 6 at once"]
    assert ledger(play(position, "A no quiero"), "pares") == ["pares deje B 2 at once"]


@pytest.mark.parametrize("who", ["mano", "anyone"])
def test_MUS_TABLE_1_one_holder_alone_is_still_not_bet_against(who):
    position = quiet(alone("7654 RRC7 7654 A456", **{"bet.first_bettor": who}))
    assert ledger(position, "pares") == ["pares par B 1"]


def test_MUS_TABLE_1_holds_for_pairs_and_the_partner_with_pares_wins_for_the_side():
    # A1 has none; his partner A2 has medias, B1 a par.
    position = sit("7654 RRC7 SSS7 A654", rules={"bet.first_bettor": "mano"})
    position = opened(position, "pares")
    assert position.queue == ("A1", "B1", "A2")
    position = play(position, "A1 envido 2, B1 quiero")
    assert ledger(quiet(position), "pares") == ["pares envite A 2", "pares medias A 2"]


def test_MUS_TABLE_1_is_idle_where_everybody_bets_anyhow():
    rules = {"bet.only_holders_speak": False, "players.mode": "individual", "players.count": 4}
    variant = changed("fournier", {**rules, "bet.first_bettor": "mano"})
    assert dict(options_of("mus").idle(variant.rules))["bet.first_bettor"] == (
        "bet.only_holders_speak"
    )
    position = opened(alone(BLUFF, **{**rules, "bet.first_bettor": "mano"}), "pares")
    assert position.queue == ("A", "B", "C", "D")


# --- 2: whoever cuts opens grande ------------------------------------------------------------


def cut(by, seats="ABCD", told=DULL, **rules):
    position = alone(told, seats=seats, talk=True, **{"mus.cutter_opens": True, **rules})
    while position.speaker != by:
        position = play(position, f"{position.speaker} mus")
    return play(position, f"{by} corto")


@pytest.mark.parametrize(
    ("by", "order"), [("A", "ABCD"), ("B", "BCDA"), ("C", "CDAB"), ("D", "DABC")]
)
def test_MUS_TABLE_2_whoever_cuts_speaks_first_at_grande_and_mano_stays_mano(by, order):
    position = cut(by)
    assert position.queue == tuple(order)
    assert position.mano == "A"
    assert opened(position, "chica").queue == tuple("ABCD")


def test_MUS_TABLE_2_the_others_answer_in_turn_from_who_bet():
    assert play(cut("C"), "C paso, D envido 2").queue == ("A", "B", "C")
    assert refused(cut("C"), "A envido 2") == "MUS-BET-3"


def test_MUS_TABLE_2_mano_still_wins_ties():
    position = play(cut("C", told="RRC7 7654 RRC7 AA45"), "C envido 4, D no quiero, A quiero")
    assert ledger(quiet(play(position, "B no quiero")), "grande") == ["grande envite A 4"]


def test_MUS_TABLE_2_where_nobody_cuts_mano_opens():
    position = alone(talk=True, **{"mus.cutter_opens": True, "mus.enabled": False})
    assert position.queue == tuple("ABCD")


def test_MUS_TABLE_2_holds_for_pairs():
    position = sit(DULL, rules={"mus.cutter_opens": True}, talk=True)
    position = play(position, "A1 mus, B1 mus, A2 corto")
    assert position.queue == ("A2", "B2", "A1", "B1")
    assert position.mano == "A1"


def test_MUS_TABLE_2_in_mus_corrido_whoever_cuts_is_mano_as_ever():
    position = cut("C", **{"mus.corrido": "every_hand"})
    assert (position.mano, position.queue) == ("C", tuple("CDAB"))


def test_MUS_TABLE_2_a_record_without_its_talk_is_opened_by_who_speaks_first():
    rules = {"players.mode": "individual", "players.count": 4, "mus.corrido": "never"}
    variant, found = changed("fournier", {**rules, "mus.cutter_opens": True}), 0
    for number in range(40):
        whole = match(variant, seats=4, hands=1, seed=f"{number}")
        hand = whole.hands[0]
        rounds = [one for one in hand.rounds if one.lance == "mus"]
        if len(rounds) != 1 or rounds[0].calls[-1].startswith(f"{hand.mano} "):
            continue
        cutter = rounds[0].calls[-1].split()[0]
        kept = tuple(one for one in hand.rounds if one.lance != "mus")
        assert kept[0].calls[0].startswith(f"{cutter} ")
        told = whole._replace(hands=(hand._replace(rounds=kept, seal=None),), seal=None)
        verdict = verify(told, variant=variant)
        assert verdict.failure is None, verdict.failure
        found += 1
    assert found > 3


# --- 3: a score that stops at the target ----------------------------------------------------

CLIPPED = {"score.past_target": "clipped"}


@pytest.mark.parametrize(("rules", "has"), [({}, "A43 B0 C0 D0"), (CLIPPED, "A40 B0 C0 D0")])
def test_MUS_TABLE_3_an_accepted_bet_brings_what_is_lacking(rules, has):
    position = alone(DULL, "A38", **rules)
    position = play(position, "A envido 5, B quiero, C no quiero, D no quiero")
    end = quiet(position)
    assert end.winner == "A"
    assert stones(end) == has


def test_MUS_TABLE_3_what_is_beyond_moves_nowhere():
    position = alone(DULL, "A38", **CLIPPED)
    end = quiet(play(position, "A envido 5, B quiero, C no quiero, D no quiero"))
    assert ledger(end) == ["grande envite A 2"]
    assert [entry.beyond for entry in end.ledger] == [3]


def test_MUS_TABLE_3_a_deje_too():
    position = alone(DULL, "A36", **CLIPPED)
    position = play(position, "B envido 7" if position.speaker == "B" else "A envido 7")
    position = play(position, "B no quiero, C subo a 30, D no quiero")
    end = play(position, "A subo a 60, C no quiero")
    assert ledger(end) == ["grande deje A 4 at once"]
    assert (stones(end), end.winner) == ("A40 B0 C0 D0", "A")


def test_MUS_TABLE_3_who_does_not_reach_it_loses_nothing():
    rules = {**CLIPPED, "individual.stake": "per_acceptor"}
    position = alone(DULL, "A30", **rules)
    end = quiet(play(position, "A envido 3, B quiero, C no quiero, D quiero"))
    assert ledger(end, "grande") == ["grande envite A 6"]


def test_MUS_TABLE_3_holds_for_pairs():
    position = sit(DULL, "A38 B0", rules=CLIPPED)
    end = settled(quiet(play(position, "A1 envido 5, B1 quiero")))
    assert (stones(end), end.winner) == ("A40 B0", "A")


# --- 4: a forced see --------------------------------------------------------------------------


@pytest.mark.parametrize("must", ["sees_bets", "sees_all"])
def test_MUS_TABLE_4_the_last_must_see_or_raise_what_all_refused(must):
    position = play(alone(**{"bet.last_answer": must}), "A envido 2, B no quiero, C no quiero")
    assert verbs(position) == ["quiero", "ordago", "subo"]
    assert refused(position, "D no quiero") == "MUS-TABLE-4"
    assert refused(position, "D paso") == "MUS-TABLE-4"
    assert ledger(quiet(play(position, "D quiero")), "grande") == ["grande envite A 2"]


def test_MUS_TABLE_4_free_he_may_refuse():
    position = play(alone(), "A envido 2, B no quiero, C no quiero")
    assert "no quiero" in verbs(position)


@pytest.mark.parametrize("must", ["sees_bets", "sees_all"])
def test_MUS_TABLE_4_who_is_not_the_last_or_comes_after_a_quiero_may_refuse(must):
    position = play(alone(**{"bet.last_answer": must}), "A envido 2")
    assert "no quiero" in verbs(position)
    position = play(position, "B quiero, C no quiero")
    assert "no quiero" in verbs(position)


def test_MUS_TABLE_4_an_ordago_only_where_all_is_seen():
    said = "A ordago, B no quiero, C no quiero"
    assert verbs(play(alone(**{"bet.last_answer": "sees_bets"}), said)) == ["no quiero", "quiero"]
    assert verbs(play(alone(**{"bet.last_answer": "sees_all"}), said)) == ["quiero"]


def test_MUS_TABLE_4_holds_for_a_raise():
    position = alone(**{"bet.last_answer": "sees_bets"})
    position = play(position, "A envido 2, B subo a 8, C no quiero, D no quiero")
    assert refused(position, "A no quiero") == "MUS-TABLE-4"


@pytest.mark.parametrize(
    ("response", "said"), [("sequential", "B1 no quiero"), ("first_binds", ""), ("captain", "")]
)
def test_MUS_TABLE_4_holds_for_the_last_to_answer_for_a_side(response, said):
    rules = {"bet.last_answer": "sees_bets", "bet.team_response": response}
    position = play(sit(rules=rules), ", ".join(filter(None, ("A1 envido 2", said))))
    assert "no quiero" not in verbs(position)


def test_MUS_TABLE_4_between_two_no_bet_is_refused():
    position = play(
        alone("RRC7 7654", seats="AB", **{"bet.last_answer": "sees_bets"}), "A envido 2"
    )
    assert "no quiero" not in verbs(position)


def test_MUS_TABLE_4_a_postre_who_may_not_accept_still_refuses():
    rules = {"bet.last_answer": "sees_all", "accept.minimum_hand_postre": "forbidden"}
    position = opened(alone("RRC7 RRC7 7654 AA45", **rules), "pares")
    position = play(position, "A envido 2, B no quiero")
    assert verbs(position)[0] == "no quiero"
    assert fault(position, "D quiero").rule == "REG-MAD-2"
    # Nor is the refusal of one whose cards nobody knows refused: he may hold that hand.
    unknown = position._replace(deal=position.deal._replace(hands=(None,) * 4))
    assert "no quiero" in verbs(unknown)
    assert "quiero" in verbs(unknown)


# --- all of it: matches, records, words ----------------------------------------------------


def under(number, mode="individual", players=4):
    named = {
        name: value for name, value in zip(VALUES, ALL[number], strict=True) if value is not None
    }
    return changed("fournier", {"players.mode": mode, "players.count": players, **named})


@pytest.mark.parametrize("number", ALL)
@pytest.mark.parametrize("players", [3, 6])
def test_random_matches_by_every_choice_verify_and_are_told_in_both_languages(number, players):
    variant = under(number, players=players)
    record = match(variant, seats=players, hands=6, seed=f"{number}")
    assert loads(dumps(record)) == record
    verdict = verify(record, variant=variant)
    assert verdict.ok, verdict.failure
    assert verdict.complete
    for played in play_back(record, variant):
        pages = [
            to_text(explain_hand(played.steps, played.end, played.open, open_language(code)))
            for code in ("en", "es")
        ]
        assert all(pages)
        assert pages[0] != pages[1]


def heard(position, *calls):
    """The steps of these calls, and the position after them."""
    steps = []
    for call in ", ".join(calls).split(", "):
        after = play(position, call)
        steps.append(Step(position, read_call(call), after))
        position = after
    return steps, position


@pytest.mark.parametrize(
    ("start", "calls", "english", "spanish", "rule"),
    [
        (
            lambda: quiet(alone(BLUFF, **{"bet.first_bettor": "mano"}), until="pares"),
            "A no tengo, B tengo, C tengo, D tengo, A envido 2",
            "A has no pares, and may make the first bet all the same.",
            "A no tiene pares, y aun así puede hacer el primer envite.",
            "MUS-TABLE-1",
        ),
        (
            lambda: alone(talk=True, **{"mus.cutter_opens": True}),
            "A mus, B corto",
            "B cut and so opens grande; A is still mano.",
            "B ha cortado y por eso abre la grande; A sigue siendo mano.",
            "MUS-TABLE-2",
        ),
        (
            lambda: alone(DULL, "A39", **CLIPPED),
            "A envido 2, B subo a 5, C no quiero, D no quiero, A subo a 9, B no quiero",
            "The score stops at 40: 4 of these stones are not counted.",
            "El tanteo se para en 40: 4 de estas piedras no se cuentan.",
            "MUS-TABLE-3",
        ),
        (
            lambda: alone(**{"bet.last_answer": "sees_bets"}),
            "A envido 2, B no quiero, C no quiero, D quiero",
            "D is the last to answer, and may not refuse what nobody accepted.",
            "D contesta el último, y no puede rechazar lo que nadie ha querido.",
            "MUS-TABLE-4",
        ),
    ],
)
def test_MUS_TABLE_is_told_with_its_article(start, calls, english, spanish, rule):
    steps, end = heard(start(), calls)
    for code, sentence in (("en", english), ("es", spanish)):
        page = " ".join(to_text(explain_hand(steps, end, (), open_language(code))).split())
        assert sentence in page
        assert rule in page


@pytest.mark.parametrize("number", ALL)
@pytest.mark.parametrize(("mode", "players"), [("pairs", 4), ("trios", 6)])
def test_pairs_and_trios_too(number, mode, players):
    variant = under(number, mode, players)
    record = match(variant, seats=players, hands=5, seed=f"{number}")
    verdict = verify(record, variant=variant)
    assert verdict.ok, verdict.failure
