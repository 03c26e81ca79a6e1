"""Signals and talk before the referee: what each rulebook allows, and what an offence costs."""

from __future__ import annotations

import json

import pytest

from mustutor import games
from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.base.shipped import words_table
from mustutor.games.mus_family import conduct_judge
from mustutor.games.mus_family.calls import read_call
from mustutor.games.mus_family.conduct import COSTS, OFFENCES, PARTICULAR
from mustutor.games.mus_family.signals import signal_list
from mustutor.games.mus_family.talk_options import WORDS
from mustutor.games.rulebook import articles
from mustutor.model.options import options_of
from mustutor.model.variant import load_variant
from mustutor.referee.settle import report, settle
from mustutor.replay import loads
from mustutor.replay.format import rules_of
from mustutor.replay.playback import play_back

from .table import DULL, TRIOS, play, quiet, serve, sit, stones, variant

ALLOWED, FORBIDDEN, UNTOLD = True, False, None
PASSES = "A1 paso, B1 paso, A2 paso, B2 paso"
ALL_MUS = "A1 mus, B1 mus, A2 mus, B2 mus"
OPEN = "Ro,Rc,Ce,7b Re,Cc,Cb,7e 7o,6o,5o,4o Ao,Ac,4c,5c"


def ruled(position, text):
    """What the referee says of a call: allowed or not, by which article, and which offence."""
    ruling = conduct_judge.judge(position, read_call(text))
    return ruling.allowed, ruling.rule, ruling.offence


def cost(position, text):
    return conduct_judge.judge(position, read_call(text)).penalty


def spread(told):
    """Take threes and twos for kings and aces, where four of a rank are already dealt."""
    dealt = ""
    for card in told:
        instead = {"R": "3", "A": "2"}.get(card, card)
        dealt += instead if dealt.count(card) == 4 and card != " " else card
    return dealt


def holding(hand):
    """A deal in which A1 has this hand, and the others whatever is left."""
    left = list("6543" * 4 + "CCSS")
    for card in hand:
        if card in left:
            left.remove(card)
    return " ".join((hand, *("".join(left[start : start + 4]) for start in (0, 4, 8))))


def at(lance, told=DULL, rules="fournier", **more):
    """A table at the beginning of a lance; of pares and juego, once they are declared."""
    told = spread(told)
    if lance == "mus":
        return sit(told, rules=rules, talk=True, **more)
    position = sit(told, rules=rules, **more)
    while position.lance != lance:
        option = games.options(position)[0].verb
        assert position.lance not in ("end", "showdown"), f"{lance} was not bet"
        position = play(position, f"{position.speaker} {option}")
    while position.state.auction is None:
        position = play(position, f"{position.speaker} {games.options(position)[0].verb}")
    assert position.lance == lance
    return position


def moved(position):
    """The movements of the hand: lance, item, from, to, stones."""
    return [f"{e.lance} {e.item} {e.src} > {e.dst} {e.stones}" for e in position.ledger]


def talking(**changes):
    """Fournier's rules with some options of talk and signals answered otherwise."""
    return variant({name.replace("__", "."): value for name, value in changes.items()})


def priced(rules, **costs):
    """The same rules, with other prices for offences."""
    prices = {**rules.rules["penalty"], **costs}
    return rules._replace(rules={**rules.rules, "penalty": prices})


# --- the closed sets ---------------------------------------------------------------------


def test_every_article_a_referee_can_cite_is_in_the_rulebook():
    known = articles()
    cited = {article for told in words_table("articles").values() for article in told.values()}
    cited |= set(PARTICULAR) | {"REG-ALV-5", "REG-AST-5", "REG-AST-14", "REG-AST-15"}
    cited |= {"REG-AST-17", "REG-AST-19", "REG-AST-20", "REG-AST-21", "REG-AST-22", "REG-AST-24"}
    assert [article for article in sorted(cited) if article not in known] == []


def test_every_priced_offence_is_one_the_referee_knows():
    schema = json.loads((data("schemas") / "variant-1.schema.json").read_text("utf-8"))
    priced = schema["$defs"]["rules"]["properties"]["penalty"]["properties"]
    assert set(priced) <= set(OFFENCES)
    costs = {cost for offence in priced.values() for cost in offence["anyOf"][0]["enum"]}
    stones = [offence["anyOf"][1] for offence in priced.values()]
    assert all(list(price["properties"]) == price["required"] == ["stones"] for price in stones)
    assert costs | {"stones"} == set(COSTS)


def test_every_word_of_the_vocabulary_is_told_in_the_table_of_the_module():
    table = conduct_judge.__doc__ or ""
    for word in WORDS:
        kind, _, rest = word.partition("_")
        tail = word.rpartition("_")[2]
        assert word in table or (kind in table and rest and tail in table), word


def test_every_offence_and_cost_is_a_sentence_in_every_language():
    for language in (open_language("en"), open_language("es")):
        for sentence in (*OFFENCES.values(), *PARTICULAR.values(), *COSTS.values()):
            said = language.say(sentence, seat="A1", side="A", lance="juego", stones=2)
            assert "{" not in said
            assert said.endswith(".")


def test_talk_and_signals_never_change_the_play():
    position = sit()
    for call in ("A1 sena duples", "B2 dice tengo_31", "A2 dice canta R C", "B1 dice buenas"):
        after = play(position, call)
        assert after.line() == position.line()
        assert after._replace(rulings=()) == position


def test_only_seats_of_the_table_speak():
    assert games.why_not(sit(), read_call("C1 sena duples")).rule == "MUS-PLAY-1"


def test_a_hand_without_a_word_carries_no_ruling():
    assert quiet(sit()).rulings == ()


# --- signals -----------------------------------------------------------------------------

TRUE = {
    "dos_reyes": "RRC7",
    "tres_reyes": "RR37",
    "dos_ases": "AAC7",
    "tres_ases": "AA27",
    "medias": "7776",
    "duples": "7766",
    "treinta_y_una": "RRRA",
    "treinta": "RC64",
    "par": "CC76",
    "solomillo": "RRRA",
    "veintinueve": "RC54",
    "veintiocho": "RC53",
    "ciego": "7654",
    "la_real": "777S",
}


@pytest.mark.parametrize("name", sorted(signal_list("fournier")))
def test_MUS_SIG_F_a_true_signal_is_allowed_by_its_own_article(name):
    hand = TRUE[name]
    position = sit(holding(hand), rules={"signals.when": []})
    article = signal_list("fournier")[name].article
    assert ruled(position, f"A1 sena {name}") == (ALLOWED, article, "")
    assert ruled(sit("", rules={}), f"A1 sena {name}") == (UNTOLD, article, "")
    other = "C765"
    position = sit(holding(other), rules={})
    assert ruled(position, f"A1 sena {name}") == (FORBIDDEN, "MUS-SIG-2", "false_signal")


@pytest.mark.parametrize("name", sorted(signal_list("wikipedia")))
def test_MUS_SIG_W_every_signal_of_the_long_list(name):
    rules = variant(
        {"deck.kings": 4, "real.enabled": True, "real.figure_suit": "any"}
        if name in ("veintiocho", "la_real")
        else {},
        "wikipedia_en",
    )
    hand = TRUE[name]
    if name in {"tres_reyes", "tres_ases"}:
        hand = hand.replace("3", "R").replace("2", "A")
    article = signal_list("wikipedia")[name].article
    position = sit(holding(hand), rules=rules)
    assert ruled(position, f"A1 sena {name}") == (ALLOWED, article, "")


def test_MUS_SIG_2_a_signal_of_no_list_is_against_the_rules():
    assert ruled(sit(), "A1 sena par") == (FORBIDDEN, "MUS-SIG-2", "false_signal")
    assert ruled(sit(), "A1 sena carraspeo") == (FORBIDDEN, "MUS-SIG-2", "false_signal")


def test_MUS_SIG_1_and_option_signals_false():
    loose = sit(rules={"signals.false": "allowed"})
    assert ruled(loose, "A1 sena duples") == (ALLOWED, "MUS-SIG-F6", "")
    assert ruled(loose, "A1 sena carraspeo") == (ALLOWED, "MUS-SIG-3", "")
    assert ruled(sit(), "A1 sena duples") == (FORBIDDEN, "MUS-SIG-2", "false_signal")


def test_MUS_SIG_3_a_table_may_have_a_list_of_its_own():
    own = sit(rules={"signals.list": {"duples": "wink", "sota": "cough"}})
    assert ruled(own, "A1 sena duples")[0] is FORBIDDEN
    assert ruled(own, "A1 sena sota") == (ALLOWED, "MUS-SIG-1", "")
    assert ruled(own, "A1 sena medias") == (FORBIDDEN, "MUS-SIG-2", "false_signal")


def test_REG_RIO_4_no_signals_at_all():
    position = sit("RRR7 CC7A 7654 AA45", rules="la_rioja")
    assert ruled(position, "A1 sena tres_reyes") == (FORBIDDEN, "REG-RIO-4", "forbidden_signal")
    position = sit(rules={"signals.allowed": False})
    assert ruled(position, "A1 sena dos_reyes") == (FORBIDDEN, "MUS-SIG-3", "forbidden_signal")


def test_REG_ARA_5_the_mouth_may_lie_a_signal_may_not():
    position = sit(rules="aragon")
    assert ruled(position, "A1 sena duples") == (FORBIDDEN, "REG-ARA-5", "false_signal")
    assert ruled(position, "A1 sena dos_reyes") == (ALLOWED, "MUS-SIG-F1", "")
    assert ruled(position, "A1 dice tengo_duples") == (ALLOWED, "REG-ARA-4", "")


@pytest.mark.parametrize(
    ("lance", "call", "verdict"),
    [
        ("grande", "A1 sena duples", (FORBIDDEN, "REG-AST-3", "forbidden_signal")),
        ("chica", "A1 sena treinta_y_una", (FORBIDDEN, "REG-AST-3", "forbidden_signal")),
        ("pares", "A1 sena treinta_y_una", (FORBIDDEN, "REG-AST-3", "forbidden_signal")),
        ("pares", "A1 sena duples", (ALLOWED, "MUS-SIG-F6", "")),
        ("juego", "A1 sena treinta_y_una", (FORBIDDEN, "MUS-SIG-2", "false_signal")),
        ("juego", "B1 sena treinta_y_una", (ALLOWED, "MUS-SIG-F7", "")),
        ("grande", "A1 sena dos_reyes", (ALLOWED, "MUS-SIG-F1", "")),
        ("chica", "A1 sena dos_reyes", (ALLOWED, "MUS-SIG-F1", "")),
        ("juego", "A1 sena dos_reyes", (FORBIDDEN, "REG-AST-23", "forbidden_signal")),
        ("juego", "A1 sena duples", (FORBIDDEN, "REG-AST-23", "forbidden_signal")),
    ],
)
def test_REG_AST_3_and_23_a_signal_in_its_own_lance_alone(lance, call, verdict):
    assert ruled(at(lance, "RRCC RRRA C744 C544", "asturias"), call) == verdict


def test_REG_AST_23_at_punto_too():
    position = at("punto", "RC64 AA56 S754 S754", "asturias")
    assert ruled(position, "A1 sena treinta") == (ALLOWED, "MUS-SIG-F8", "")
    assert ruled(position, "B1 sena dos_ases") == (FORBIDDEN, "REG-AST-23", "forbidden_signal")


def test_REG_AST_25_two_aces():
    assert ruled(sit(rules="asturias"), "B2 sena dos_ases") == (ALLOWED, "REG-AST-25", "")


def test_REG_AST_3_pares_are_not_signalled_after_their_lance_either():
    rules = variant({"signals.when": ["pares_juego_in_own_lance"]})
    told = "RRCC RRS7 C744 C544"
    verdict = (FORBIDDEN, "REG-AST-3", "forbidden_signal")
    assert ruled(at("pares", told, rules), "A1 sena duples")[0] is ALLOWED
    assert ruled(at("juego", told, rules), "A1 sena duples") == verdict


def test_REG_CAN_7_no_signals_while_somebody_deals():
    rules = variant({}, "cantabria")
    position = play(sit(rules=rules, talk=True), "A1 mus, B1 mus, A2 mus, B2 mus")
    position = play(position, "A1 descarto 7, B1 descarto 7, A2 descarto 7, B2 descarto 4")
    assert position.speaker == "baraja"
    assert ruled(position, "A1 sena dos_reyes") == (FORBIDDEN, "REG-CAN-7", "forbidden_signal")
    assert ruled(sit(rules=rules), "A1 sena dos_reyes") == (ALLOWED, "MUS-SIG-F1", "")
    usual = variant({"signals.when": []})
    position = play(sit(rules=usual, talk=True), "A1 mus, B1 mus, A2 mus, B2 mus")
    position = play(position, "A1 descarto 7, B1 descarto 7, A2 descarto 7, B2 descarto 4")
    assert ruled(position, "A1 sena dos_reyes")[0] is not FORBIDDEN


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, (FORBIDDEN, "MUS-FIRST-1", "forbidden_signal")),
        ({"signals.when": []}, (ALLOWED, "MUS-SIG-F1", "")),
        ({"mus.corrido_signals": "allowed"}, (ALLOWED, "MUS-SIG-F1", "")),
        ({"mus.corrido": "never"}, (ALLOWED, "MUS-SIG-F1", "")),
    ],
)
def test_option_signals_when_not_in_mus_corrido(changes, verdict):
    rules = variant({"mus.corrido": "game", **changes})
    assert ruled(sit(rules=rules, talk=True), "A1 sena dos_reyes") == verdict
    assert ruled(sit(rules=rules), "A1 sena dos_reyes") == (ALLOWED, "MUS-SIG-F1", "")


@pytest.mark.parametrize("scope", ["game", "match"])
def test_option_mus_corrido_is_over_after_the_first_hand(scope):
    later = games.next_hand(quiet(sit(rules=variant({"mus.corrido": scope}))))
    assert ruled(later, "A1 sena dos_reyes") == (UNTOLD, "MUS-SIG-F1", "")
    every = games.next_hand(quiet(sit(rules=variant({"mus.corrido": "every_hand"}))))
    assert ruled(every, "A1 sena dos_reyes")[1] == "MUS-FIRST-1"


def test_MUS_FIRST_1_signals_wait_for_the_corrido_there_is():
    """A signal waits in those hands in which mus is corrido, and in no other (A-17)."""

    def silent(scope, **more):
        position = sit(rules=variant({"mus.corrido": scope, **more}), talk=True)
        void = more and play(position, "B2 descubre 5")
        won = quiet(sit(DULL, "A36 B0", rules=variant({"mus.corrido": scope})))
        return [
            ruled(at_talk, "A1 sena dos_reyes")[1] == "MUS-FIRST-1"
            for at_talk in (position, games.next_hand(void or won))
        ]

    # The first hand, and the first of the second game.
    assert silent("game") == [True, True]
    assert silent("match") == [True, False]
    # A hand that is dealt again was not the first.
    redealt = {"exposed_card.action": "redeal"}
    assert silent("game", **redealt) == silent("match", **redealt) == [True, True]
    # A match taken up in the middle has begun before.
    later = sit(rules=variant({"mus.corrido": "match"}), talk=True, won={"A": 1, "B": 0})
    assert ruled(later, "A1 sena dos_reyes")[0] is ALLOWED


def test_MUS_SIG_1_nobody_to_signal_to():
    alone = sit(
        "RRC7 RCC7 7654", mano="A", seats=("A", "B", "C"), rules={"players.mode": "individual"}
    )
    assert ruled(alone, "A sena dos_reyes") == (FORBIDDEN, "MUS-SIG-1", "forbidden_signal")


# --- what may be talked about ------------------------------------------------------------


@pytest.mark.parametrize("word", ["tengo_pares", "que_llevas_a_grande", "condicion", "canta R"])
def test_MUS_SIG_4_the_partner_is_told_no_card_and_asked_for_none(word):
    verdict = ruled(sit(), f"A1 dice {word}")
    assert verdict[:2] == (FORBIDDEN, "MUS-SIG-4")
    assert verdict[2] == ("forbidden_naming" if word == "canta R" else "forbidden_talk")


@pytest.mark.parametrize("word", ["pasa", "yo_no_quiero", "yo_juego_solo", "pregunta", "envida"])
def test_option_talk_scope_minimal_leaves_the_words_of_the_game(word):
    assert ruled(sit(), f"A1 dice {word}")[0] is ALLOWED


def test_option_talk_scope_minimal_words_nobody_knows_cannot_be_told():
    assert ruled(sit(), "A1 dice buenas_tardes")[0] is UNTOLD


@pytest.mark.parametrize("word", [*WORDS, "buenas"])
def test_MUS_TALK_1_silence(word):
    silent = sit(rules={"talk.scope": "none"})
    assert ruled(silent, f"A1 dice {word}") == (FORBIDDEN, "MUS-TALK-1", "forbidden_talk")


def test_REG_GUI_4_no_lying_and_in_places_no_talking():
    position = sit(rules="guipuzcoa_8")
    assert ruled(position, "A1 dice tengo_duples") == (FORBIDDEN, "REG-GUI-4", "lie")
    assert ruled(position, "A1 dice tengo_par") == (FORBIDDEN, "MUS-SIG-4", "forbidden_talk")
    silent = sit(rules=variant({"talk.scope": "none"}, "guipuzcoa_4"))
    assert ruled(silent, "A1 dice hola") == (FORBIDDEN, "REG-GUI-4", "forbidden_talk")


def test_REG_RIO_3_and_5_never_a_lie_and_next_to_no_talk():
    position = sit("RRR7 CC7A 7654 AA45", rules="la_rioja")
    assert ruled(position, "A1 dice tengo_duples") == (FORBIDDEN, "REG-RIO-3", "lie")
    assert ruled(position, "A1 dice tengo_medias") == (FORBIDDEN, "REG-RIO-5", "forbidden_talk")


def test_REG_CAT_2_no_lie_before_or_after_the_cut():
    for lance in ("mus", "grande", "pares"):
        position = at(lance, rules="catalunya")
        assert ruled(position, "A1 dice tengo_duples") == (FORBIDDEN, "REG-CAT-2", "lie")


def test_REG_MAD_1_and_3_words_bind_nobody_and_reach_every_lance():
    position = at("pares", rules="madrid")
    assert ruled(position, "A1 dice tengo_duples") == (ALLOWED, "REG-MAD-1", "")
    assert ruled(position, "A1 dice tengo_31") == (ALLOWED, "REG-MAD-1", "")
    assert ruled(position, "A1 dice jugada_anterior") == (ALLOWED, "REG-MAD-3", "")
    assert ruled(position, "A1 dice jugada_posterior") == (ALLOWED, "REG-MAD-3", "")
    after = play(at("grande", rules="madrid"), "A1 dice yo_no_quiero, A1 envido 2, B1 no quiero")
    assert after.rulings[0].allowed


def test_REG_ARA_4_talk_and_lie_as_you_please():
    position = sit(rules="aragon")
    for word in ("tengo_duples", "no_tengo_pares", "que_llevas_a_chica", "cualquier_cosa"):
        assert ruled(position, f"A1 dice {word}") == (ALLOWED, "REG-ARA-4", "")


def test_REG_GAL_1_lies_until_the_mus_is_cut():
    before, after = at("mus", rules="galicia"), at("grande", rules="galicia")
    assert ruled(before, "A1 dice tengo_duples") == (ALLOWED, "REG-GAL-1", "")
    assert ruled(after, "A1 dice tengo_duples") == (FORBIDDEN, "REG-GAL-1", "lie")
    # All have asked for mus and throw their cards: it is not cut yet.
    throwing = play(before, ", ".join(f"{seat} mus" for seat in before.order))
    assert throwing.lance == "descarte"
    assert ruled(throwing, "A1 dice tengo_duples") == (ALLOWED, "REG-GAL-1", "")
    unseen = play(sit("", rules="galicia", talk=True), "A1 corto")
    assert ruled(unseen, "A1 dice tengo_duples") == (UNTOLD, "REG-GAL-1", "")


def test_REG_GAL_3_any_lance_truthfully():
    position = at("chica", rules="galicia")
    assert ruled(position, "A1 dice tengo_pares") == (ALLOWED, "REG-GAL-3", "")
    assert ruled(position, "A1 dice jugada_anterior") == (ALLOWED, "REG-GAL-3", "")
    assert ruled(position, "A1 dice que_llevas_a_grande") == (ALLOWED, "REG-GAL-3", "")


def test_REG_CLM_1_lying_always_but_in_declarations():
    for lance in ("mus", "grande", "juego"):
        position = at(lance, rules="castilla_la_mancha")
        assert ruled(position, "A1 dice tengo_duples") == (ALLOWED, "REG-CLM-1", "")


def test_REG_CLM_2_any_lance_and_what_the_others_said():
    position = at("chica", rules="castilla_la_mancha")
    for word in ("tengo_pares", "jugada_anterior", "jugada_posterior", "contrarios", "condicion"):
        assert ruled(position, f"A1 dice {word}") == (ALLOWED, "REG-CLM-2", "")


def test_REG_CLM_5_and_6_pares_and_juego_are_asked_for_and_told():
    pares = at("pares", rules="castilla_la_mancha")
    assert ruled(pares, "A1 dice tengo_par") == (ALLOWED, "REG-CLM-5", "")
    assert ruled(pares, "A2 dice que_llevas_a_pares") == (ALLOWED, "REG-CLM-5", "")
    assert ruled(pares, "A1 dice canta R R C 7") == (ALLOWED, "REG-CLM-5", "")
    juego = at("juego", rules="castilla_la_mancha")
    assert ruled(juego, "A1 dice tengo_juego") == (ALLOWED, "REG-CLM-6", "")
    assert ruled(juego, "A1 dice canta 7 R C R") == (ALLOWED, "REG-CLM-6", "")


def test_REG_CAN_4_mus_in_any_plain_words():
    position = at("mus", rules=variant({}, "cantabria"))
    for word in ("mus", "quita", "hasta_alli"):
        assert ruled(position, f"A1 dice {word}") == (ALLOWED, "REG-CAN-4", "")


# --- Asturias: the talk ------------------------------------------------------------------

# A1 duples, B1 31, A2 nothing at all, B2 a par of aces.
ASTURIAS = "RRCC RRRA 7654 AA45"


@pytest.mark.parametrize("word", ["mus", "quita", "envida", "mete_ordago", "llego_a_mi"])
def test_REG_AST_4_the_closed_list(word):
    position = at("mus", ASTURIAS, "asturias")
    assert ruled(position, f"A1 dice {word}") == (ALLOWED, "REG-AST-4", "")


@pytest.mark.parametrize("word", ["hasta_alli", "tengo_pares", "canta R", "jugada_posterior"])
def test_REG_AST_4_nothing_else_is_said_to_give_or_cut_the_mus(word):
    position = at("mus", ASTURIAS, "asturias")
    assert ruled(position, f"A2 dice {word}") == (FORBIDDEN, "REG-AST-4", "forbidden_talk")
    assert ruled(at("grande", ASTURIAS, "asturias"), "A1 dice hasta_alli")[0] is UNTOLD


@pytest.mark.parametrize("hand", ["RRCC", "RRR7", "RR37", "RC74", "RRRA"])
def test_REG_AST_5_no_question_with_medias_duples_or_31(hand):
    position = at("mus", holding(hand), "asturias")
    verdict = (FORBIDDEN, "REG-AST-5", "forbidden_question")
    for word in ("que_digo", "pregunta", "que_llevas_a_grande"):
        assert ruled(position, f"A1 dice {word}") == verdict
    assert cost(position, "A1 dice que_digo") == "annul_hand"
    assert ruled(position, "A1 dice quita")[0] is ALLOWED


@pytest.mark.parametrize("hand", ["RRC7", "7654", "RC64"])
def test_REG_AST_5_with_less_one_may_ask(hand):
    position = at("mus", holding(hand), "asturias")
    assert ruled(position, "A1 dice que_digo") == (ALLOWED, "REG-AST-4", "")
    assert ruled(position, "A1 dice pregunta") == (FORBIDDEN, "REG-AST-4", "forbidden_talk")
    assert ruled(at("mus", "", "asturias"), "A1 dice que_digo")[0] is UNTOLD


def test_option_talk_no_questions_with_works_without_a_closed_list():
    rules = talking(talk__no_questions_with=["duples"], talk__scope="free")
    forbidden = (FORBIDDEN, "REG-AST-5", "forbidden_question")
    assert ruled(at("mus", ASTURIAS, rules), "A1 dice pregunta") == forbidden
    assert ruled(at("mus", ASTURIAS, rules), "B1 dice pregunta")[0] is ALLOWED
    assert ruled(at("mus", holding("RRR7"), rules), "A1 dice pregunta")[0] is ALLOWED
    assert ruled(at("mus", "", rules), "A1 dice pregunta") == (UNTOLD, "REG-AST-5", "")
    # The concrete question of a lance decides a bet, and any hand may ask it.
    assert ruled(at("grande", ASTURIAS, rules), "A1 dice pregunta") == forbidden
    assert ruled(at("grande", ASTURIAS, rules), "A1 dice que_llevas_a_grande")[0] is ALLOWED


@pytest.mark.parametrize(
    ("hand", "verdict"),
    [
        ("RRCC", (ALLOWED, "REG-AST-6", "")),
        ("7776", (ALLOWED, "REG-AST-6", "")),
        ("RC74", (ALLOWED, "REG-AST-6", "")),
        ("RRC7", (FORBIDDEN, "REG-AST-6", "forbidden_talk")),
        ("RC64", (FORBIDDEN, "REG-AST-6", "forbidden_talk")),
    ],
)
def test_REG_AST_6_who_plays_alone_has_a_firm_hand(hand, verdict):
    position = at("mus", holding(hand), "asturias")
    assert ruled(position, "A1 dice yo_juego_solo") == verdict
    assert ruled(at("mus", "", "asturias"), "A1 dice yo_juego_solo")[0] is UNTOLD


@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego"])
def test_REG_AST_6_who_plays_alone_has_a_firm_hand_whenever_he_says_it(lance):
    position = at(lance, "RRC7 CCC7 SS76 AA45", "asturias")
    assert ruled(position, "A1 dice yo_juego_solo") == (FORBIDDEN, "REG-AST-6", "forbidden_talk")
    assert ruled(position, "B1 dice yo_juego_solo") == (ALLOWED, "REG-AST-6", "")
    # Where the phrases are not a closed list it is a word like any other.
    assert ruled(sit("RRC7 CCC7 SS76 AA45"), "A1 dice yo_juego_solo")[0] is ALLOWED


def test_REG_AST_6_a_hand_nobody_has_seen_may_be_firm():
    unseen = play(sit("", rules="asturias", talk=True), "A1 corto")
    assert ruled(unseen, "A1 dice yo_juego_solo") == (UNTOLD, "REG-AST-6", "")


@pytest.mark.parametrize(
    ("lance", "word"),
    [
        ("pares", "que_llevas_a_pares"),
        ("juego", "que_llevas_a_juego"),
        ("punto", "que_llevas_a_juego"),
    ],
)
def test_REG_AST_10_of_grande_and_of_chica_one_may_ask_and_of_nothing_else(lance, word):
    told = "RC64 CS54 S654 AA45" if lance == "punto" else "RRC7 RCC7 C744 S544"
    position = play(at(lance, told, "asturias"), "A1 envido 2")
    assert ruled(position, f"B1 dice {word}") == (FORBIDDEN, "REG-AST-10", "forbidden_talk")


def test_REG_AST_10_only_the_concrete_question_of_the_lance():
    grande = play(at("grande", ASTURIAS, "asturias"), "A1 envido 2")
    for word in ("condicion", "pregunta"):
        assert ruled(grande, f"B2 dice {word}") == (FORBIDDEN, "REG-AST-10", "forbidden_talk")
    assert ruled(grande, "B2 dice que_llevas_a_grande") == (ALLOWED, "REG-AST-10", "")
    assert ruled(grande, "B2 dice que_llevas_a_chica") == (
        FORBIDDEN,
        "REG-AST-10",
        "forbidden_talk",
    )
    chica = at("chica", ASTURIAS, "asturias")
    assert ruled(chica, "B2 dice que_llevas_a_chica") == (ALLOWED, "REG-AST-10", "")
    assert ruled(chica, "B2 dice jugada_anterior")[:2] == (FORBIDDEN, "REG-AST-10")
    # Duples forbid the open question, never the concrete one.
    assert ruled(grande, "A1 dice que_llevas_a_grande")[0] is ALLOWED


def test_REG_AST_23_no_talk_about_earlier_lances_during_juego_and_punto():
    juego = at("juego", "RRCC RRRA C744 C544", "asturias")
    for word in ("jugada_anterior", "que_llevas_a_grande", "tengo_duples"):
        assert ruled(juego, f"A1 dice {word}") == (FORBIDDEN, "REG-AST-23", "forbidden_talk")
    assert ruled(juego, "A1 dice tengo_juego") == (ALLOWED, "REG-AST-10", "")
    punto = at("punto", "RC64 AA56 S754 S754", "asturias")
    assert ruled(punto, "A1 dice jugada_anterior")[1] == "REG-AST-23"
    assert ruled(punto, "A1 dice tengo_30")[0] is ALLOWED


def test_REG_AST_16_nobody_asks_whether_the_stakes_are_won():
    accepted = play(at("grande", ASTURIAS, "asturias"), "A1 envido 2, B1 quiero")
    answering = play(accepted, "A1 ordago")
    verdict = (FORBIDDEN, "REG-AST-16", "forbidden_talk")
    assert ruled(answering, "B1 dice ganados_o_perdidos") == verdict
    betting = play(accepted, "A1 envido 2")  # no órdago yet: it is talk about another lance
    assert ruled(betting, "B1 dice ganados_o_perdidos")[1] == "REG-AST-10"
    nothing = play(at("chica", ASTURIAS, "asturias"), "A1 ordago")
    assert ruled(nothing, "B1 dice ganados_o_perdidos")[1] != "REG-AST-16"
    free = play(at("grande", ASTURIAS, "madrid"), "A1 envido 2, B1 quiero, A1 ordago")
    assert ruled(free, "B1 dice ganados_o_perdidos")[0] is ALLOWED


# --- naming cards ------------------------------------------------------------------------


def deciding(lance, hand, rules="asturias"):
    """B1 holds the hand, and has a bet of A1 to answer."""
    return play(at(lance, f"RRS4 {hand} S654 S554", rules), "A1 envido 2")


@pytest.mark.parametrize(
    ("lance", "hand", "named", "verdict"),
    [
        ("grande", "RCC7", "R", (ALLOWED, "REG-AST-12")),
        ("grande", "RCC7", "R C C", (ALLOWED, "REG-AST-12")),
        ("grande", "RCC7", "R C", (FORBIDDEN, "REG-AST-13")),
        ("grande", "RCC7", "C C", (FORBIDDEN, "REG-AST-12")),
        ("grande", "RCC7", "R 7", (FORBIDDEN, "REG-AST-12")),
        ("grande", "RRC7", "R C", (FORBIDDEN, "REG-AST-13")),
        ("grande", "RRC7", "C R", (FORBIDDEN, "REG-AST-12")),
        ("grande", "R3C7", "R 3", (ALLOWED, "REG-AST-12")),
        ("grande", "R3C7", "R", (FORBIDDEN, "REG-AST-13")),
        ("grande", "RCC7", "R R", (FORBIDDEN, "REG-AST-12")),
        ("grande", "RRCC", "R R", (ALLOWED, "REG-AST-14")),
        ("grande", "RRRR", "R R", (ALLOWED, "REG-AST-14")),
        # Two cards, and no third that stops before its equal.
        ("grande", "RRCC", "R R C", (FORBIDDEN, "REG-AST-13")),
        ("grande", "RRRR", "R", (FORBIDDEN, "REG-AST-13")),
        ("grande", "RRCA", "R R C", (ALLOWED, "REG-AST-15")),
        ("grande", "RRRA", "R R R", (ALLOWED, "REG-AST-15")),
        ("chica", "A456", "A 4", (ALLOWED, "REG-AST-12")),
        ("chica", "AA45", "A", (FORBIDDEN, "REG-AST-13")),
        ("chica", "A456", "4 5", (FORBIDDEN, "REG-AST-12")),
        ("chica", "A456", "4 A", (FORBIDDEN, "REG-AST-12")),
        ("chica", "AACC", "A A", (ALLOWED, "REG-AST-14")),
        ("chica", "AACC", "A A C", (FORBIDDEN, "REG-AST-13")),
        ("chica", "RCSA", "A S C", (ALLOWED, "REG-AST-12")),  # REG-AST-15 is of grande
    ],
)
def test_REG_AST_12_to_15_from_the_best_and_none_equal_left_out(lance, hand, named, verdict):
    allowed, rule = verdict
    offence = "" if allowed else "forbidden_naming"
    found = ruled(deciding(lance, hand), f"B1 dice canta {named}")
    assert found == (allowed, rule, offence)


def test_REG_AST_11_cards_are_named_only_to_decide_on_a_bet():
    verdict = (FORBIDDEN, "REG-AST-11", "forbidden_naming")
    assert ruled(at("grande", "RRS4 RCC7 S654 S544", "asturias"), "B1 dice canta R") == verdict
    assert ruled(deciding("grande", "RCC7"), "A1 dice canta R R") == verdict
    assert ruled(deciding("grande", "RCC7"), "B2 dice canta S")[0] is ALLOWED


def test_REG_AST_11_at_pares_and_juego_no_card_is_named():
    position = play(at("pares", "RRS4 RCC7 S654 S544", "asturias"), "A1 envido 2")
    verdict = (FORBIDDEN, "MUS-SIG-4", "forbidden_naming")
    assert ruled(position, "B1 dice canta R") == verdict


def test_REG_AST_12_unknown_cards_cannot_be_told():
    unseen = play(sit("", rules="asturias", talk=True), "A1 corto, A1 envido 2")
    assert ruled(unseen, "B1 dice canta R C") == (UNTOLD, "REG-AST-12", "")
    # An order that no hand allows needs no cards to be seen.
    assert ruled(unseen, "B1 dice canta C R") == (FORBIDDEN, "REG-AST-12", "forbidden_naming")


@pytest.mark.parametrize("rules", ["castilla_la_mancha", "galicia"])
def test_REG_CLM_3_4_and_REG_GAL_4_some_cards_in_order(rules):
    some, order = ("REG-GAL-4", "REG-GAL-4") if rules == "galicia" else ("REG-CLM-3", "REG-CLM-4")
    grande = at("grande", "RC74 RCC7 7654 AA45", rules)
    assert ruled(grande, "A1 dice canta R 4") == (ALLOWED, some, "")
    assert ruled(grande, "A1 dice canta C 7") == (ALLOWED, some, "")
    assert ruled(grande, "A1 dice canta 4 R") == (FORBIDDEN, order, "forbidden_naming")
    chica = at("chica", "RC74 RCC7 7654 AA45", rules)
    assert ruled(chica, "A1 dice canta 4 R") == (ALLOWED, some, "")
    assert ruled(chica, "A1 dice canta R 4") == (FORBIDDEN, order, "forbidden_naming")


def test_REG_GAL_4_named_cards_are_held_and_only_at_grande_and_chica():
    grande = at("grande", rules="galicia")
    assert ruled(grande, "A1 dice canta R R R") == (FORBIDDEN, "REG-GAL-4", "lie")
    assert ruled(at("mus", rules="galicia"), "A1 dice canta R")[:2] == (FORBIDDEN, "REG-GAL-4")
    pares = at("pares", rules="galicia")
    assert ruled(pares, "A1 dice canta R R") == (FORBIDDEN, "REG-GAL-4", "forbidden_naming")
    unseen = play(sit("", rules="galicia", talk=True), "A1 corto")
    assert ruled(unseen, "A1 dice canta R") == (UNTOLD, "REG-GAL-4", "")


def test_REG_CLM_3_5_and_6_cards_are_named_in_their_lance_and_not_while_mus_is_talked():
    talking_mus = at("mus", rules="castilla_la_mancha")
    verdict = (FORBIDDEN, "REG-CLM-3", "forbidden_naming")
    assert ruled(talking_mus, "A1 dice canta R") == verdict


def test_REG_CLM_3_named_cards_may_be_a_lie():
    grande = at("grande", rules="castilla_la_mancha")
    assert ruled(grande, "A1 dice canta R R R R") == (ALLOWED, "REG-CLM-3", "")


def test_option_talk_naming_cards_a_suit_that_is_named_must_be_held():
    rules = talking(
        talk__lying="never",
        talk__scope="free",
        talk__naming_cards={"grande": "free", "chica": "free", "pares": "free", "juego": "free"},
    )
    position = at("grande", "Ro,Rc,Ce,7b 4o,5o,6o,7o So,Sc,Se,Sb Ao,Ac,Ae,Ab", rules)
    assert ruled(position, "A1 dice canta 7b Ro")[0] is ALLOWED
    assert ruled(position, "A1 dice canta 7b Re")[2] == "lie"
    assert ruled(at("mus", DULL, rules), "A1 dice canta R")[0] is ALLOWED


@pytest.mark.parametrize(
    ("rules", "true", "false"),
    [("aragon", "REG-ARA-4", "REG-ARA-4"), ("madrid", "REG-MAD-3", "REG-MAD-1")],
)
@pytest.mark.parametrize("lance", ["mus", "grande", "chica", "pares", "juego", "punto"])
def test_REG_ARA_4_and_REG_MAD_1_3_where_one_says_anything_cards_are_named_too(
    lance, rules, true, false
):
    told = "RC64 CS54 S654 AA45" if lance == "punto" else "RRC7 RCC7 C744 S544"
    position = at(lance, told, rules)
    assert ruled(position, "A1 dice canta R C") == (ALLOWED, true, "")
    assert ruled(position, "A1 dice canta A A A") == (ALLOWED, false, "")
    unseen = play(sit("", rules=rules, talk=True), "A1 corto")
    assert ruled(unseen, "A1 dice canta R R") == (ALLOWED, true, "")


def test_REG_ARA_4_a_pares_is_asked_for_and_told_by_the_article_of_the_region():
    position = at("pares", "RRC7 RCC7 C744 S544", "aragon")
    assert ruled(position, "A1 dice que_llevas_a_pares") == (ALLOWED, "REG-ARA-4", "")
    assert ruled(position, "A1 dice tengo_par") == (ALLOWED, "REG-ARA-4", "")


def test_a_record_of_before_is_judged_by_the_rules_it_was_played_under():
    older = "fd92e19b6f9c3dc29468ad6e19dc3e98cc3f8ebffb6bda35214f7bb783e700c0"
    rounds = [{"lance": "mus", "calls": ["A1 dice canta R R", "A1 corto"]}]
    now = record(rounds, "aragon")
    before = now._replace(variant={"id": "aragon", "digest": older})
    assert rules_of(now)[1] is None
    assert rules_of(before)[1] is None
    (allowed,) = reported(now)
    (forbidden,) = reported(before)
    assert (allowed.ruling.allowed, allowed.ruling.rule) == (True, "REG-ARA-4")
    assert (forbidden.ruling.allowed, forbidden.ruling.rule) == (False, "MUS-SIG-4")
    # A digest of no state of ours is another's rules, as ever.
    strange = now._replace(variant={"id": "aragon", "digest": "0" * 64})
    assert rules_of(strange)[1].verdict == "other_rules"


def test_canta_without_a_card_tells_nothing():
    assert ruled(at("grande", rules="galicia"), "A1 dice canta")[0] is UNTOLD


# --- Asturias: what some hands may not say -----------------------------------------------


# What mano holds beats everything in that lance; B1, who has something too, has opened with five.
UNBEATABLE = [
    ("grande", "RRRR CC76 S654 AA45"),
    ("pares", "RRRR CC76 S654 AA45"),
    ("chica", "AAAA CC76 S654 S445"),
    ("juego", "RRRA RC7S S654 AA45"),
    ("punto", "RC64 CS54 S654 AA45"),
]


@pytest.mark.parametrize(("lance", "told"), UNBEATABLE)
@pytest.mark.parametrize("word", ["yo_no_quiero", "a_mi_no_me_dicen"])
def test_REG_AST_17_a_mano_nobody_can_beat_does_not_feign_refusal(lance, told, word):
    opening = at(lance, told, "asturias")
    # There is nothing to refuse yet, and a bet of one's own partner is not to be refused.
    assert ruled(opening, f"A1 dice {word}")[0] is ALLOWED
    if lance not in ("pares", "juego"):
        partners = play(opening, "A1 paso, B1 paso, A2 envido 5")
        assert ruled(partners, f"A1 dice {word}")[0] is ALLOWED
    position = play(opening, "A1 paso, B1 envido 5")
    verdict = (FORBIDDEN, "REG-AST-17", "bait_as_mano_max")
    assert ruled(position, f"A1 dice {word}") == verdict
    assert cost(position, f"A1 dice {word}") == "annul_hand"
    assert ruled(position, f"B1 dice {word}")[0] is ALLOWED
    free = at(lance, told, variant({"conduct.no_bait_as_mano_max": False}, "asturias"))
    assert ruled(play(free, "A1 paso, B1 envido 5"), f"A1 dice {word}")[0] is ALLOWED


def test_REG_AST_17_the_same_hand_is_not_the_best_in_another_lance():
    for lance, told in (
        ("chica", "RRRR CC76 S654 AA45"),
        ("grande", "RRRA CC76 S654 AA45"),
        ("chica", "AAA4 CC76 S654 S445"),
        ("punto", "RC54 CS54 S654 AA45"),
    ):
        bet = play(at(lance, told, "asturias"), "A1 paso, B1 envido 2")
        assert ruled(bet, "A1 dice yo_no_quiero")[0] is ALLOWED
    # Nor is anybody bound to it who is not mano.
    bet = play(at("grande", "S654 RRRR CC76 AA45", "asturias"), "A1 envido 2")
    assert ruled(bet, "B1 dice yo_no_quiero")[0] is ALLOWED
    unseen = play(sit("", rules="asturias", talk=True), "A1 corto, A1 paso, B1 envido 2")
    assert ruled(unseen, "A1 dice yo_no_quiero") == (UNTOLD, "REG-AST-17", "")
    assert ruled(unseen, "B1 dice yo_no_quiero")[0] is ALLOWED


# B2 bets, so that A1 is asked before his partner.
B2_BETS = "A1 paso, B1 paso, A2 paso, B2 envido 2"
BAITS = [
    ("grande", "RRRR CC76 S654 AA45", B2_BETS),
    ("grande", "RRRR CC76 S654 AA45", "A1 envido 2, B1 no quiero, B2 subo a 5"),
    ("chica", "AAAA CC76 S654 S445", B2_BETS),
    ("pares", "RRRR S654 AA54 CC76", B2_BETS.replace("B1 paso, ", "")),
    ("juego", "RRRA S654 RR7S RC7S", B2_BETS.replace("B1 paso, ", "")),
    ("punto", "RC64 CS54 S654 AA45", B2_BETS),
]


@pytest.mark.parametrize(("lance", "told", "calls"), BAITS)
@pytest.mark.parametrize("raised", ["A2 subo a 9", "A2 ordago"])
def test_REG_AST_17_the_refusal_itself_is_judged_once_the_partner_raises(
    lance, told, calls, raised
):
    for refusal in ("no quiero", "paso"):
        # A paso to a bet refuses it as well.
        over = play(at(lance, told, "asturias"), f"{calls}, A1 {refusal}, {raised}")
        while over.lance == lance:
            over = play(over, f"{over.speaker} no quiero")
        (ruling,) = over.rulings
        assert (ruling.rule, ruling.offence) == ("REG-AST-17", "bait_as_mano_max")
        assert (ruling.penalty, ruling.lance) == ("annul_hand", lance)
        assert (ruling.call.seat, ruling.call.verb) == ("A1", "no quiero")
    free = at(lance, told, variant({"conduct.no_bait_as_mano_max": False}, "asturias"))
    free = play(free, f"{calls}, A1 no quiero, {raised}, B2 quiero")
    assert free.lance != lance
    assert free.rulings == ()


@pytest.mark.parametrize(
    "calls",
    [
        "A1 paso, B1 paso, A2 envido 2, B2 quiero",
        "A1 paso, B1 paso, A2 envido 2, B2 subo a 5, A1 subo a 9, B1 quiero",
        "A1 paso, B1 paso, A2 ordago, B2 no quiero, B1 no quiero",
        "A1 paso, B1 envido 2, A2 subo a 5, B2 quiero",
        "A1 paso, B1 paso, A2 paso, B2 paso",
    ],
)
def test_REG_AST_17_an_opening_pass_feigns_nothing(calls):
    """It refuses no bet, whatever the partner does afterwards, and costs nothing (A-115)."""
    told = "RRRR CC76 S654 AA45"
    over = play(at("grande", told, "asturias"), calls)
    assert over.rulings == ()
    free = variant({"conduct.no_bait_as_mano_max": False}, "asturias")
    plain = play(at("grande", told, free), calls)
    assert over.stones == plain.stones


@pytest.mark.parametrize(
    "calls",
    [
        "A1 paso, B1 envido 2, A2 quiero",
        "A1 paso, B1 envido 2, A2 no quiero, A1 no quiero",
        "A1 paso, B1 envido 2, A2 no quiero, A1 subo a 5, B1 quiero",  # he raises himself
        "A1 paso, B1 paso, A2 paso, B2 envido 2, A1 quiero",
        "A1 paso, B1 paso, A2 paso, B2 envido 2, A1 no quiero, A2 quiero",
        "A1 envido 2, B1 subo a 5, A2 subo a 9, B2 quiero",  # he never held back
        # He refuses what is raised once more, after his partner's last raise.
        "A1 paso, B1 paso, A2 envido 2, B2 subo a 5, A1 no quiero, A2 quiero",
    ],
)
def test_REG_AST_17_nobody_is_lured_where_the_partner_does_not_raise(calls):
    assert play(at("grande", "RRRR CC76 S654 AA45", "asturias"), calls).rulings == ()


def test_REG_AST_17_who_can_be_beaten_or_is_not_mano_or_not_seen_may_refuse():
    raised = f"{B2_BETS}, A1 no quiero, A2 subo a 9, B2 quiero"
    assert play(at("grande", "RRRC CC76 S654 AA45", "asturias"), raised).rulings == ()
    others = "A1 envido 2, B1 no quiero, B2 subo a 9, A1 quiero"
    assert play(at("grande", "S654 RRRR CC76 AA45", "asturias"), others).rulings == ()
    unseen = play(sit("", rules="asturias", talk=True), "A1 corto")
    assert play(unseen, raised).rulings == ()


@pytest.mark.parametrize("hand", ["RRSA", "RCSA", "RRR7"])
def test_REG_AST_17_at_juego_the_maximum_is_a_31_of_three_kings(hand):
    """A 31 of fewer kings may refuse, and so may three kings without a 31."""
    asked = play(at("juego", f"{hand} S654 RR7S RC7S", "asturias"), "A1 paso, A2 paso, B2 envido 2")
    assert ruled(asked, "A1 dice yo_no_quiero")[0] is ALLOWED
    assert play(asked, "A1 no quiero, A2 subo a 9, B2 quiero").rulings == ()


def test_REG_AST_17_what_the_bait_costs_falls_on_the_side():
    """Side A counts nothing, A2's chica and pares neither (A-54), and B takes what was bet."""
    told = "RRRR CC76 AA54 S764"
    bait = f"{B2_BETS}, A1 no quiero, A2 subo a 5, B2 quiero"
    over = quiet(play(at("grande", told, "asturias"), bait))
    assert stones(over).startswith("A0 ")
    assert "grande envite bank > B 5" in moved(over)
    honest = quiet(play(at("grande", told, "asturias"), f"{B2_BETS}, A1 subo a 5, B1 quiero"))
    assert "grande envite bank > A 5" in moved(honest)


def test_REG_AST_17_the_options_say_that_the_price_falls_on_the_side():
    price, asturias = options_of("mus").own["penalty"], load_variant("asturias")
    before = load_variant("fournier").rules["penalty"]
    for language, side in (("en", "for the side of"), ("es", "al bando de")):
        told = price.sentences(before, asturias.rules["penalty"], open_language(language))
        assert " ".join(told).count(side) == 4


def test_REG_AST_19_the_holder_of_la_real_does_not_order_a_pass():
    told = "RC4S RRC7 RRC4 777S"
    position = at("juego", told, "asturias")
    assert ruled(position, "B2 dice pasa") == (FORBIDDEN, "REG-AST-19", "real_pass_order")
    assert ruled(position, "B1 dice pasa")[0] is ALLOWED
    # Where La Real is no hand of its own nobody holds it.
    plain = at("juego", told, variant({"real.enabled": False}, "asturias"))
    assert ruled(plain, "B2 dice pasa")[0] is ALLOWED


@pytest.mark.parametrize(
    ("told", "verdict"),
    [
        # A1 31, partner A2 with juego; B1 has juego, B2, who speaks after A2, has none.
        ("RC74 RRC7 RR7S 7654", (FORBIDDEN, "REG-AST-20", "mano_31_pass_order")),
        # B2 has juego, B1 none.
        ("RC74 7654 RR7S RRC7", (ALLOWED, "REG-AST-20", "")),
        # All four have it, and an opponent has pares: La Real could be about.
        ("RC74 RRC7 RR7S RC7S", (ALLOWED, "REG-AST-22", "")),
        # All four have it, and no opponent has pares: no Real, no danger.
        ("RC74 RCS7 RR7S RC7S", (FORBIDDEN, "REG-AST-20", "mano_31_pass_order")),
        # A mano without 31.
        ("RRC7 RRC7 RR7S 7654", (ALLOWED, "REG-AST-10", "")),
    ],
)
def test_REG_AST_20_and_22_the_mano_with_31_orders_a_pass(told, verdict):
    assert ruled(at("juego", told, "asturias"), "A1 dice pasa") == verdict


def test_REG_AST_20_in_trios_a_later_opponent_speaks_after_the_next_partner():
    # Mano is A2, and A3 the first partner who can pass; B3 speaks after him and has juego.
    trios = variant({"players.mode": "trios", "players.count": 6}, "asturias")
    told = "S654 S654 RC74 S664 RR7S RRC7"
    position = at("juego", told, trios, seats=TRIOS, mano="A2")
    assert ruled(position, "A2 dice pasa") == (ALLOWED, "REG-AST-20", "")


def test_REG_AST_20_it_is_the_matter_of_mano_and_of_juego_alone():
    told = "RRC7 RC74 7654 RR7S"
    assert ruled(at("juego", told, "asturias"), "B1 dice pasa")[0] is ALLOWED
    told = "RC74 RRC7 RR7S 7654"
    assert ruled(at("grande", told, "asturias"), "A1 dice pasa")[0] is ALLOWED
    unseen = play(sit("", rules="asturias", talk=True), f"A1 corto, {PASSES}, {PASSES}")
    nobody = "A1 no tengo, B1 no tengo, A2 no tengo, B2 no tengo"
    declared = "A1 tengo, B1 tengo, A2 tengo, B2 no tengo"
    position = play(unseen, nobody, declared)
    assert ruled(position, "A1 dice pasa") == (UNTOLD, "REG-AST-20", "")
    contested = play(unseen, nobody, "A1 tengo, B1 no tengo, A2 tengo, B2 tengo")
    # La Real would be another matter, and those cards are not known.
    assert ruled(contested, "A1 dice pasa") == (UNTOLD, "REG-AST-19", "")
    assert cost(at("juego", told, "asturias"), "A1 dice pasa") == "annul_lance"


def test_REG_AST_24_the_mano_with_30_does_not_order_a_pass():
    position = at("punto", "RC64 CS54 S654 AA45", "asturias")
    assert ruled(position, "A1 dice pasa") == (FORBIDDEN, "REG-AST-24", "mano_30_pass_order")
    assert cost(position, "A1 dice pasa") == "annul_hand"
    assert ruled(position, "B1 dice pasa")[0] is ALLOWED
    less = at("punto", "RC54 CS54 S654 AA45", "asturias")
    assert ruled(less, "A1 dice pasa")[0] is ALLOWED


# --- a word that binds -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "kept", "broken"),
    [
        ("yo_no_quiero", "no quiero", "quiero"),
        ("yo_no_quiero", "no quiero", "subo a 5"),
        ("a_mi_no_me_dicen", "no quiero", "quiero"),
        ("yo_quiero", "quiero", "no quiero"),
        ("yo_paso", "quiero", "subo a 5"),
    ],
)
def test_REG_ALV_5_what_was_said_is_upheld_or_the_game_is_lost(word, kept, broken):
    bet = play(sit(rules="alava_vizcaya"), "A1 envido 2")
    position = play(bet, f"B1 dice {word}")
    assert position.rulings[0].allowed is ALLOWED
    for answer, allowed in ((kept, True), (broken, False)):
        after = play(position, f"B1 {answer}")
        if after.lance == "grande":
            after = play(after, "A2 no quiero, A1 no quiero" if "subo" in answer else "B2 quiero")
        assert after.rulings[0].allowed is allowed
        assert after.rulings[0].rule == "REG-ALV-5"
    assert after.rulings[0].offence == "broken_word"
    assert after.rulings[0].penalty == "lose_game"
    over = quiet(after)
    assert over.winner == "A"
    assert over.table.games == (1, 0)
    entry = over.ledger[-1]
    assert (entry.item, entry.dst, entry.stones, entry.rule) == ("penalty", "A", 0, "REG-ALV-5")
    assert entry.because == over.rulings[0]


def test_REG_ALV_5_who_said_he_would_bet_and_passes():
    position = play(sit(rules="alava_vizcaya"), "A1 dice yo_envido, A1 paso, B1 paso, A2 paso")
    after = play(position, "B2 paso")
    assert after.rulings[0].offence == "broken_word"
    kept = play(sit(rules="alava_vizcaya"), "A1 dice yo_envido, A1 envido 2, B1 quiero")
    assert kept.rulings[0].allowed


def test_REG_ALV_5_what_was_done_before_the_word_does_not_break_it():
    position = play(sit(rules="alava_vizcaya"), "A1 envido 2, A1 dice yo_no_quiero, B1 subo a 5")
    assert play(position, "A2 no quiero, A1 no quiero").rulings[0].allowed
    assert play(position, "A2 no quiero, A1 quiero").rulings[0].offence == "broken_word"


def test_REG_ALV_5_a_declaration_against_what_was_said():
    unseen = play(sit("", rules="alava_vizcaya", talk=True), "A1 corto, A1 dice no_tengo_pares")
    position = play(unseen, f"{PASSES}, {PASSES}", "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo")
    assert position.rulings[0].offence == "forbidden_talk"
    after = play(position, "A1 paso, B1 paso")
    assert (after.rulings[0].offence, after.rulings[0].penalty) == ("broken_word", "lose_game")
    # Where his side alone has pares nobody bets, and the count finds it.
    alone = play(unseen, f"{PASSES}, {PASSES}", "A1 tengo, B1 no tengo, A2 no tengo, B2 no tengo")
    over, waiting = games.settle(alone)
    assert (over.winner, waiting) == ("B", ())


@pytest.mark.parametrize(
    ("word", "kept", "broken"),
    [
        ("mus", "mus", "corto"),
        ("quita", "corto", "mus"),
        ("corto", "corto", "mus"),
        ("no_hay_mus", "corto", "mus"),
    ],
)
def test_REG_ALV_5_mus_and_the_cut_are_kept_to(word, kept, broken):
    said = play(sit(rules="alava_vizcaya", talk=True), f"A1 dice {word}")
    assert said.rulings[0].allowed
    assert play(said, f"A1 {kept}").rulings[0].allowed
    (ruling,) = play(said, f"A1 {broken}").rulings
    assert (ruling.allowed, ruling.rule) == (FORBIDDEN, "REG-ALV-5")
    assert (ruling.offence, ruling.penalty) == ("broken_word", "lose_game")
    # The partner is free to cut, and words bind nobody elsewhere.
    assert (
        play(said, "A1 mus, B1 mus, A2 corto" if kept == "mus" else f"A1 {kept}").rulings[0].allowed
    )
    loose = play(sit(talk=True), f"A1 dice {word}, A1 {broken}")
    assert loose.rulings[0].allowed


def test_REG_ALV_5_a_word_for_one_mus_is_none_for_the_next():
    rules = variant({}, "alava_vizcaya")
    position = play(sit(OPEN, rules=rules, talk=True), "A1 dice mus", ALL_MUS)
    position = play(position, "A1 descarto 7b, B1 descarto 7e, A2 descarto 7o, B2 descarto 4c")
    position = serve(position, "A1:So B1:Sc A2:Se B2:Sb")
    assert play(position, f"{position.speaker} corto").rulings[0].allowed


def test_REG_ALV_5_what_is_announced_while_mus_is_talked_is_kept_at_grande():
    table = sit(rules="alava_vizcaya", talk=True)
    position = play(table, "A1 dice yo_envido, A1 corto, A1 paso, B1 paso, A2 paso, B2 paso")
    assert position.rulings[0].offence == "broken_word"
    kept = play(table, "A1 dice yo_envido, A1 corto, A1 envido 2, B1 quiero, A1 paso, B1 paso")
    assert play(kept, "A2 paso, B2 paso").rulings[0].allowed
    # Said behind three calls of the mus, it is the first word at grande that counts.
    late = play(sit(mano="B1", rules="alava_vizcaya", talk=True), "B1 mus, A2 mus, B2 mus")
    late = play(late, "A1 dice yo_no_quiero, A1 corto, A1 envido 2, B1 no quiero, B2 no quiero")
    assert late.rulings[0].offence == "broken_word"


def test_REG_ALV_5_cards_exchanged_since_break_no_word():
    rules = variant({"talk.scope": "free"}, "alava_vizcaya")
    position = play(sit(OPEN, rules=rules, talk=True), "A1 dice tengo_pares", ALL_MUS)
    assert position.rulings[0].allowed
    position = play(position, "A1 descarto Rc Ro, B1 descarto 7e, A2 descarto 7o, B2 descarto 4c")
    position = serve(position, "A1:4b,5b B1:Sc A2:Se B2:Sb")
    over = quiet(play(position, f"{position.speaker} corto"))
    assert [r.allowed for r in over.rulings] == [True]


def test_REG_ALV_5_a_false_declaration_is_a_broken_word():
    rules = variant({"declare.mode": "manual"}, "alava_vizcaya")
    position = play(sit(DULL, rules=rules), PASSES, PASSES)
    position = play(position, "A1 tengo, B1 tengo, A2 tengo, B2 tengo")
    over = quiet(position)
    false = [r for r in over.rulings if r.offence and r.lance == "pares"]
    assert [(str(r.call), r.lance, r.offence, r.rule) for r in false] == [
        ("A2 tengo", "pares", "broken_word", "REG-ALV-5")
    ]
    assert (over.winner, over.ledger[-1].rule) == ("B", "REG-ALV-5")


BET = "A1 envido 4, B1 no quiero"


def irregular(rounds, rules="alava_vizcaya", cards=DULL):
    """What the referee makes of the calls the rules refuse, and who wins by it."""
    told = [{"lance": lance, "calls": calls.split(", ")} for lance, calls in rounds]
    settled = settle(record(told, rules, cards))
    found = [(i.offence, i.rule, i.decided) for i in settled.irregularities]
    return found, settled.winner


@pytest.mark.parametrize(
    ("calls", "winner"),
    [
        (f"{BET}, B1 quiero", "A"),
        (f"{BET}, B1 subo a 8", "A"),
        (f"{BET}, B1 ordago", "A"),
        (f"{BET}, B2 no quiero, B1 quiero", "A"),  # the lance is closed by then
        ("A1 envido 4, B1 quiero, B1 no quiero", "A"),
        ("A1 envido 4, A1 paso", "B"),
        ("A1 envido 4, A1 no quiero", "B"),
    ],
)
def test_REG_ALV_5_a_call_that_takes_back_an_earlier_one(calls, winner):
    rounds = [("mus", "A1 corto"), ("grande", calls)]
    assert irregular(rounds) == ([("broken_word", "REG-ALV-5", True)], winner)
    elsewhere, _ = irregular(rounds, "fournier")
    assert "broken_word" not in [offence for offence, *_ in elsewhere]


@pytest.mark.parametrize(
    "calls",
    [
        f"{BET}, A2 quiero",  # out of turn, and nobody's word is taken back
        f"{BET}, B1 no quiero",  # said again
        "A1 envido 4, B1 quiero, B1 quiero",
        f"{BET}, B2 no quiero, B2 no quiero",
        "B1 envido 2",
    ],
)
def test_REG_ALV_5_a_call_refused_for_another_reason_breaks_no_word(calls):
    found, winner = irregular([("mus", "A1 corto"), ("grande", calls)])
    assert [offence for offence, *_ in found if offence == "broken_word"] == []
    assert winner == ""


def test_A_114_a_bet_that_is_changed_is_a_broken_word_in_alava():
    found, winner = irregular([("mus", "A1 corto"), ("grande", f"{BET}, A1 subo a 8")])
    assert [offence for offence, *_ in found] == ["broken_word"]
    assert winner == "B"


@pytest.mark.parametrize(
    "rounds",
    [
        [("mus", "A1 mus, A1 corto")],
        [("mus", "A1 corto"), ("grande", PASSES), ("chica", PASSES), ("pares", "A1 no tengo")],
        [
            *[("mus", "A1 corto"), ("grande", PASSES), ("chica", PASSES)],
            ("pares", "A1 tengo, B1 tengo, A2 tengo"),
        ],
        [
            *[("mus", "A1 corto"), ("grande", PASSES), ("chica", PASSES)],
            ("pares", "A1 tengo, A1 no tengo"),
        ],
    ],
)
def test_REG_ALV_5_mus_and_declarations_taken_back_or_false(rounds):
    assert irregular(rounds) == ([("broken_word", "REG-ALV-5", True)], "B")


def test_REG_ALV_4_a_lie_cannot_be_upheld():
    position = sit(rules="alava_vizcaya")
    assert ruled(position, "A1 dice tengo_duples") == (FORBIDDEN, "REG-ALV-5", "broken_word")
    assert cost(position, "A1 dice tengo_duples") == "lose_game"
    assert ruled(position, "A1 dice tengo_par") == (FORBIDDEN, "MUS-SIG-4", "forbidden_talk")
    over = quiet(play(position, "A1 dice tengo_duples"))
    assert (over.winner, stones(over)) == ("B", "A0 B0")
    assert moved(over) == ["grande penalty bank > B 0"]


def test_REG_ALV_5_the_others_win_though_the_offender_reaches_the_target_first():
    position = sit(in_front="A39 B0", rules="alava_vizcaya")
    over = play(position, "A1 dice tengo_duples, A1 envido 2, B1 no quiero, B2 no quiero")
    assert (over.lance, over.winner) == ("end", "B")
    assert moved(over) == ["grande deje bank > A 1", "grande penalty bank > B 0"]


def test_REG_ALV_5_the_first_who_breaks_his_word_loses():
    over = quiet(play(sit(rules="alava_vizcaya"), "B1 dice tengo_duples, A1 dice tengo_duples"))
    assert over.winner == "A"


@pytest.mark.parametrize(
    ("in_front", "mano", "winner"),
    [
        ("A0 B3 C5 D4", "A", "C"),
        ("A0 B3 C5 D5", "A", "C"),
        ("A0 B5 C3 D5", "C", "D"),
        ("A0 B4 C4 D4", "B", "B"),
    ],
)
def test_REG_ALV_5_of_several_others_the_most_stones_win_and_then_the_nearest_to_mano(
    in_front, mano, winner
):
    rules = variant({"players.mode": "individual", "players.count": 4}, "alava_vizcaya")
    position = sit(in_front=in_front, mano=mano, rules=rules, seats="ABCD")
    over = quiet(play(position, "A dice tengo_duples"))
    assert over.winner == winner


def test_option_talk_binding_a_lie_where_lies_are_allowed_but_words_bind():
    rules = talking(talk__binding=True, talk__lying="always", talk__scope="free")
    assert ruled(sit(rules=rules), "A1 dice tengo_duples")[2] == "broken_word"
    unseen = play(sit("", rules=rules, talk=True), "A1 corto")
    assert ruled(unseen, "A1 dice no_tengo_pares") == (UNTOLD, "REG-ALV-5", "")
    unseen = play(unseen, f"A1 dice no_tengo_pares, {PASSES}, {PASSES}")
    declared = play(unseen, "A1 tengo, B1 tengo, A2 no tengo, B2 no tengo, A1 paso, B1 paso")
    assert declared.rulings[0].offence == "broken_word"
    declared = play(unseen, "A1 no tengo, B1 tengo, A2 tengo, B2 no tengo, B1 paso, A2 paso")
    assert declared.rulings[0].allowed is UNTOLD


def test_option_penalty_of_a_broken_word_may_be_milder():
    rules = priced(variant({}, "alava_vizcaya"), broken_word="warn")
    over = quiet(play(sit(rules=rules), "A1 dice tengo_duples"))
    assert over.rulings[0].penalty == "warn"
    assert (over.winner, stones(over)) == ("", "A4 B1")


# --- what an offence costs ---------------------------------------------------------------


def test_without_an_offence_the_hand_is_counted_as_ever():
    assert stones(quiet(sit(rules="asturias"))) == "A4 B1"
    assert stones(quiet(play(sit(rules="asturias"), "A1 sena dos_reyes"))) == "A4 B1"


def test_REG_AST_5_an_annulled_hand_counts_nothing_and_the_others_play_alone():
    # A1 has duples and asks; his side would take grande 1, pares 3 and juego 4.
    told = "RRCC RCC7 7654 AA45"
    assert stones(quiet(sit(told, rules="asturias"))) == "A6 B1"
    asked = play(sit(told, rules="asturias", talk=True), "A1 dice que_digo, A1 corto")
    over = quiet(asked)
    assert over.rulings[0].penalty == "annul_hand"
    assert moved(over) == [
        "grande paso bank > B 1",
        "chica paso bank > B 1",
        "pares par bank > B 1",
        "pares par bank > B 1",
        "juego juego bank > B 2",
    ]


def test_penalty_annul_hand_a_deje_taken_after_the_offence_is_given_back_too():
    # Nobody knows yet what A1 holds when the bet is refused; the cards tell at the count.
    asked = play(sit("RRCC RCC7 7654 AA45", rules="asturias", talk=True), "A1 dice que_digo")
    position = play(asked, "A1 corto, A1 envido 2, B1 no quiero, B2 no quiero")
    assert stones(position) == "A1 B0"
    over = quiet(position)
    assert moved(over)[:2] == ["grande deje bank > A 1", "grande penalty A > bank 1"]
    assert stones(over).startswith("A0 ")


def test_penalty_annul_hand_a_deje_taken_before_is_given_back():
    position = play(
        at("grande", "RC64 CS54 S654 AA45", "asturias"), "A1 envido 2, B1 no quiero, B2 no quiero"
    )
    assert stones(position) == "A1 B0"
    while position.lance != "punto" or position.state.auction is None:
        position = play(position, f"{position.speaker} {games.options(position)[0].verb}")
    over = quiet(play(position, "A1 dice pasa"))
    assert moved(over)[:2] == ["grande deje bank > A 1", "grande penalty A > bank 1"]
    assert [e.because for e in over.ledger if e.item == "penalty"] == [over.rulings[0]]
    assert stones(over).startswith("A0 ")


def test_penalty_annul_hand_a_deje_that_is_counted_at_the_end_is_not_counted_either():
    rules = variant({"deje.timing": "end_first"}, "asturias")
    told = "RRCC S654 S774 C554"
    asked = play(at("mus", told, rules), "A1 dice que_digo, A1 corto")
    over = quiet(play(asked, "A1 envido 2, B1 no quiero, B2 no quiero"))
    assert [line for line in moved(over) if "> A" in line] == []
    free = play(at("grande", told, rules), "A1 envido 2, B1 no quiero, B2 no quiero")
    assert "grande deje bank > A 1" in moved(quiet(free))


def test_penalty_annul_hand_stones_of_the_others_offence_are_kept():
    rules = priced(variant({}, "asturias"), false_signal={"stones": 2})
    asked = play(sit("RRCC RCC7 7654 AA45", rules=rules, talk=True), "A1 dice que_digo, A1 corto")
    over = quiet(play(asked, "B1 sena tres_reyes"))
    assert [line for line in moved(over) if "penalty" in line] == ["grande penalty bank > A 2"]
    assert stones(over).startswith("A2 ")


def test_REG_AST_21_is_of_the_mano_with_31_alone():
    """Where another order to pass costs the lance, what the others won by bets stands."""
    price = dict.fromkeys(["real_pass_order"], "annul_lance")
    rules = priced(variant({}, "asturias"), **price)
    position = play(at("juego", "RC4S RRC7 RRC4 777S", rules), "B2 dice pasa")
    over = play(position, "A1 envido 2, B1 no quiero, B2 no quiero")
    juego = [line for line in moved(over) if line.startswith("juego")]
    assert juego == ["juego deje bank > A 1", "juego juego bank > A 2", "juego juego bank > A 2"]


def test_penalty_annul_hand_a_perete_too():
    rules = variant({"perete.points": 1}, "asturias")
    told = "RRCC S654 7654 7C54"
    over = quiet(play(at("mus", told, rules), "A1 dice que_digo, A1 corto, A2 perete"))
    assert [line for line in moved(over) if "> A" in line] == []
    free = quiet(play(at("grande", told, rules), "A2 perete"))
    assert "grande perete bank > A 1" in moved(free)


def test_penalty_annul_hand_the_others_collect_an_accepted_stake():
    asked = play(sit("RRCC RCC7 7654 AA45", rules="asturias", talk=True), "A1 dice que_digo")
    over = quiet(play(asked, "A1 corto, A1 envido 5, B1 quiero"))
    assert moved(over)[0] == "grande envite bank > B 5"


def test_penalty_annul_hand_an_accepted_ordago_goes_to_the_others():
    asked = play(sit("RRCC RCC7 7654 AA45", rules="asturias", talk=True), "A1 dice que_digo")
    over = play(asked, "A1 corto, A1 ordago, B1 quiero")
    assert over.winner == "B"


def test_penalty_annul_hand_of_both_sides_leaves_nothing():
    asked = play(
        sit("RRCC RRSS 7654 AA45", rules="asturias", talk=True),
        "A1 dice que_digo, B1 dice que_digo, A1 corto",
    )
    assert moved(quiet(asked)) == []


@pytest.mark.parametrize(
    ("bets", "paid"),
    [
        ("A1 paso, B1 paso, A2 paso", ["juego juego bank > B 2"]),
        (
            "A1 envido 2, B1 no quiero",
            ["juego deje bank > A 1", "juego penalty A > bank 1", "juego juego bank > B 2"],
        ),
        ("A1 envido 5, B1 quiero", ["juego juego bank > B 2"]),
        (
            "A1 paso, B1 envido 2, A2 no quiero, A1 no quiero",
            ["juego deje bank > B 1", "juego penalty B > bank 1", "juego juego bank > B 2"],
        ),
        ("A1 ordago, B1 quiero", ["juego juego bank > B 2"]),
    ],
)
def test_REG_AST_21_the_juego_is_annulled_and_no_refusal_stone_stands(bets, paid):
    position = at("juego", "RC74 RRC7 RR7S 7654", "asturias")
    over = play(position, "A1 dice pasa", bets)
    assert over.rulings[0].penalty == "annul_lance"
    assert [line for line in moved(over) if line.startswith("juego")] == paid
    assert [e.rule for e in over.ledger if e.item == "juego"] == ["REG-AST-21"]
    assert over.winner == ""
    # The other lances stand: grande, chica and pares are B's anyhow, one stone each.
    assert stones(over) == "A0 B5"


def test_REG_AST_21_without_the_order_the_deje_is_taken():
    position = at("juego", "RC74 RRC7 RR7S 7654", "asturias")
    over = play(position, "A1 envido 2, B1 no quiero")
    assert [line for line in moved(over) if "deje" in line] == ["juego deje bank > A 1"]
    late = play(position, "A1 envido 2, A1 dice pasa, B1 no quiero")
    given_back = ["juego deje bank > A 1", "juego penalty A > bank 1"]
    assert [line for line in moved(late) if line.startswith("juego")][:2] == given_back


def test_penalty_annul_lance_of_another_offence_leaves_the_lance_to_the_others():
    rules = priced(talking(talk__lying="never", talk__scope="free"), lie="annul_lance")
    over = quiet(play(sit(rules=rules), "A1 dice tengo_duples"))
    assert moved(over)[0] == "grande paso bank > B 1"
    assert stones(over) == "A3 B2"


def test_an_offence_in_the_talk_is_in_no_lance():
    rules = priced(load_variant("asturias"), forbidden_question="annul_lance")
    asked = play(sit("RRCC RCC7 7654 AA45", rules=rules, talk=True), "A1 dice que_digo, A1 corto")
    assert stones(quiet(asked)) == "A6 B1"


# --- the report --------------------------------------------------------------------------


def record(rounds, variant_id="asturias", cards="RRCC RCC7 7654 AA45"):
    seats = ["A1", "B1", "A2", "B2"]
    dealt = {seat: list(hand) for seat, hand in zip(seats, cards.split(), strict=True)}
    hand = {"mano": "A1", "deal": {"source": "composed", "cards": dealt}, "rounds": rounds}
    return loads(
        json.dumps(
            {
                "format": "mus-replay/1",
                "variant": {"id": variant_id},
                "seats": seats,
                "hands": [hand],
            }
        )
    )


def reported(replay):
    return report(play_back(replay, rules_of(replay)[0], checks=False))


ROUNDS = [
    {"lance": "mus", "calls": ["A1 dice que_digo", "A1 corto"]},
    {"lance": "grande", "calls": ["A1 paso", "B2 sena dos_ases", "B1 paso", "A2 paso", "B2 paso"]},
    {"lance": "chica", "calls": ["A1 paso", "B1 paso", "A2 sena duples", "A2 paso", "B2 paso"]},
]


def test_the_report_says_place_article_offence_and_penalty():
    first, second, third = reported(record(ROUNDS))
    assert first.as_json() == {
        "place": "1.mus.1",
        "call": "A1 dice que_digo",
        "allowed": False,
        "rule": "REG-AST-5",
        "offence": "forbidden_question",
        "penalty": "annul_hand",
    }
    assert second.as_json() == {
        "place": "1.grande.2",
        "call": "B2 sena dos_ases",
        "allowed": True,
        "rule": "REG-AST-25",
    }
    assert (third.place, third.ruling.rule) == ("1.chica.3", "REG-AST-3")


def test_the_report_says_it_in_sentences():
    first, second, third = reported(record(ROUNDS))
    assert first.said(open_language("en")) == (
        "A1 asks their partner with a hand that forbids asking.",
        "Side A scores nothing in this hand.",
    )
    assert second.said(open_language("en")) == ("That is allowed.",)
    assert third.said(open_language("en")) == (
        "A2 signals pares or juego before that lance is played.",
        "It costs nothing here.",
    )


def test_the_report_tells_where_nothing_can_be_told():
    replay = record(ROUNDS)
    unseen = replay._replace(hands=(replay.hands[0]._replace(deal={"source": "physical"}),))
    first, *_ = reported(unseen)
    assert "allowed" not in first.as_json()
    assert first.said(open_language("en"))[0].startswith(
        "The cards that are known do not show whether that is allowed"
    )


def test_the_report_of_a_silent_record_is_empty():
    silent = [
        {
            **round_,
            "calls": [c for c in round_["calls"] if " dice " not in c]
            and [c for c in round_["calls"] if "sena" not in c and "dice" not in c],
        }
        for round_ in ROUNDS
    ]
    assert reported(record(silent)) == ()


def test_the_report_stops_where_the_record_does():
    rounds = [*ROUNDS[:1], {"lance": "grande", "calls": ["A1 sena dos_reyes", "B1 paso"]}]
    assert [ruled.place for ruled in reported(record(rounds))] == ["1.mus.1", "1.grande.1"]


def test_the_same_record_under_another_rulebook():
    replay = record(ROUNDS)
    told = report(play_back(replay, load_variant("fournier"), checks=False))
    assert [ruled.ruling.allowed for ruled in told] == [True, True, False]
