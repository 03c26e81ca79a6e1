"""What `settle --brief` says of quarrels, whole: written from the rules before it was run.

First what is decided for each claim, then what each way brings, then what happened, with its
article, and last what the club decides. Five lines hold it, whatever happened.
"""

from __future__ import annotations

import re

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.games.irregularities import irregularities
from mustutor.games.tell_hand import article_list
from mustutor.model.variant import load_variant
from mustutor.present.brief import brief_page
from mustutor.referee import settle
from mustutor.replay.names import by_name
from mustutor.replay.sheet.reader import read_sheets
from mustutor.replay.sheet.writer import written
from tests.long import sampled

QUARRELS = data("replays") / "quarrels"
CLUB = "The rulebook does not decide this: your club does."
PRICE = "This rulebook has no price for it: your club decides."

BRIEFS: dict[str, list[str]] = {}


def told(name, *lines):
    """What a sheet must print, line by line."""
    BRIEFS[name] = [" ".join(line.split()) for line in lines]


# Equal hands go to mano, and who was mano is what they quarrel about.
told(
    "spoke_as_mano",
    """If it stands: Ane is right and Bea is wrong: A gets 3 stones at grande.
    MUS-BET-15, MUS-CMP-T1""",
    """If it is put right: Bea is right and Ane is wrong: B gets 3 stones at grande.
    MUS-BET-15, MUS-CMP-T1""",
    "Bea (B1) should have been mano, and Ane (A1) was. MUS-DLR-3",
    CLUB,
)
# In Álava a word holds even by accident; in Madrid talk is free, and no call is.
told(
    "ordago_in_jest_in_alava",
    "Bea is right: B wins the game. MUS-CMP-C1",
    "The órdago was accepted, and Bea (B1) has the best chica. MUS-ORD-1",
    """Ane (A1) says that it was a joke. It stands: even by accident a word holds, and whoever takes
    it back loses the game. REG-ALV-5""",
)
told(
    "ordago_in_jest_in_madrid",
    "If it stands: Bea is right: B wins the game. MUS-ORD-1, MUS-CMP-C1",
    "If it does not count: Still open at chica: it is Ane (A1) who speaks next.",
    "Ane (A1) says that it was a joke. REG-MAD-1",
    CLUB,
)
told(
    "nobody_answered",
    "Whichever way it is ruled: Amaia is right: A gets 1 stone at chica. MUS-DEJE-1",
    """If nobody said quiero: Ane is right and Bea is wrong: A gets 1 stone at grande.
    MUS-DEJE-1, 7""",
    """If somebody said quiero: Bea is right and Ane is wrong: B gets 10 stones at grande.
    MUS-BET-15, MUS-CMP-G1""",
    "Nobody answered the bet of Ane (A1) at grande. MUS-DEJE-1",
    CLUB,
)
told(
    "five_cards",
    "If it is dealt again: Nothing of this deal counts.",
    """If the hand is annulled: Ane is right and Braulio is wrong: A gets 2 stones at grande.
    MUS-BET-15, MUS-DEAL-3""",
    "If it stands: It waits for the cards of Braulio (B1).",
    "Braulio (B1) is dealt 5 cards; every player gets 4. MUS-DEAL-3",
    CLUB,
)
# Mano decides for everybody in Aragón, and did not want it: then there is none.
told(
    "king_turned_up_in_aragon",
    "Bittor is right: B gets 2 stones at grande. MUS-BET-15",
    """Bittor (B2) descubre Re A card was seen while it was dealt: Ane (A1) says for everybody
    whether there is mus. REG-ARA-6""",
    "Bea (B1) Ro Co 7o 4c",
    "Ane (A1) Rc Sb 6e Ao The second card decides: jack is below knight. MUS-CMP-G1",
)
# Two were staked before the raise, whatever the raise added; and the par of knights is paid.
told(
    "raised_by_one",
    """Whichever way it is ruled: Bea is right and Ane is wrong: B gets 3 stones at pares, not 2.
    MUS-DEJE-5""",
    "Bea (B1) raised, and nobody accepted: 2 stones, whatever the cards. MUS-DEJE-3",
    """Bea (B1) raises by less than two stones; how little a raise may add is not written. It
    changes nothing here.""",
)
# By the article they are lost; that they count all the same is the other way.
told(
    "stones_forgotten",
    "Hand 1: Braulio is wrong: B gets 0 stones at pares, and not 3. MUS-CNT-7",
    """If every stone counts for everybody: Hand 1: Braulio is right: B gets 3 stones at pares.
    MUS-DECL-3""",
    """Side B did not claim 3 of its stones before the next cut. They are lost at the cut.
    MUS-CNT-7""",
)
told(
    "forbidden_question_in_asturias",
    "Braulio is right and Ane is wrong: A gets 0 stones at grande, not 1. MUS-DEJE-7",
    "Ane (A1) committed an offence: the lance is annulled for A. REG-AST-5",
    "Bittor is right about the count: A 10, B 12. MUS-DEJE-1, REG-AST-5, MUS-PAY-2, MUS-DECL-3",
    """Ane (A1) asks their partner with a hand that forbids asking. Side A scores nothing in this
    hand. REG-AST-5""",
)
told(
    "told_to_pass_with_31_in_asturias",
    "Bea is right: B gets 2 stones at juego. REG-AST-20, 21",
    "Bea (B1) bet, and nobody accepted: 1 stone for that, whatever the cards. MUS-DEJE-1",
    """Ane (A1), mano with 31, tells their partner to pass at juego. Side A scores nothing at juego.
    REG-AST-20""",
)
told(
    "cut_not_offered",
    "Ane and Braulio on grande: What was said there does not count.",
    """Bittor (B2) deals without having offered the cut. There is mus visto, whether mano wishes it
    or not: what was said does not count, and everybody throws cards or keeps them all.
    REG-CAN-8""",
)
# Put right, Bittor has one king again, and Ane two; annulled, Ane has nobody against her.
told(
    "cards_changed_after_the_cut",
    """Whichever way it is ruled: Bittor is wrong: B gets 0 stones at grande, and not 2.
    MUS-CMP-G1""",
    """If it is put right or the hand is annulled: Ane is right: A gets 2 stones at grande.
    MUS-BET-15, MUS-CMP-G1""",
    "If it is dealt again: Nothing of this deal counts.",
    "Bittor (B2) exchanges cards after the mus was cut: the cut stands. MUS-MUS-3",
    CLUB,
)
# A bet at juego without one is forbidden where the juego is annulled; Bea's 34 is paid 2.
told(
    "juego_with_thirty",
    """If the lance is annulled: Bea is right and Ane is wrong: B gets 2 stones at juego.
    MUS-DECL-6, 8""",
    """If it stands: Ane is right and Bea is wrong: A gets 1 stone at juego.
    MUS-DEJE-1, 7""",
    """Ane (A1) declares juego, but holds Rc Se 6e 4o. What is not held is never paid.
    MUS-DECL-8""",
    CLUB,
)
told(
    "grande_before_chica",
    "Ane is right and Bea is wrong: A wins the game.",
    "A comes to 40 of 40 with 2 stones at grande. MUS-BET-15, MUS-CNT-2",
    """In the order of counting, chica, pares and juego come later, and so too late: A 4, B 1.
    MUS-CNT-1""",
    "B would have come to 40, but A was first. MUS-CNT-2",
)
told(
    "two_stones_too_many",
    "Hand 1: Ane is right about the count: A 22, B 24.",
    """Hand 1: Bea is wrong about the count: it is A 22, B 24, and not B 26.
    MUS-PAY-1, 6, 2, 4""",
    "The score as written first goes wrong after hand 1: B 26 instead of 24 (2 stones too many).",
    """The cut takes what is forgotten, and gives nothing. What is too much goes back, whenever it
    is seen. MUS-CNT-7""",
)
told(
    "signs_in_la_rioja",
    "Ane is right and Bea is wrong: A gets 2 stones at grande. MUS-BET-15, MUS-CMP-G1",
    """Amaia (A2) makes a signal. Many championships admit none; where that was not agreed, nothing
    follows. REG-RIO-4""",
    PRICE,
)
told(
    "encaje_eight_with_five",
    """If it is put right: Iker is right: Maddi (C) gets 10 stones at grande.
    ENC-SET-8, 11, MUS-CMP-G1""",
    "If it does not count: Still open at grande: it is Iker (A) who speaks next.",
    "Iker (A) bets more stones than there are in front of them. ENC-BET-3",
    CLUB,
)
# Six and six in the pot, and three for the duples.
told(
    "encaje_pot_to_the_wrong_player",
    "Jon is right and Maddi is wrong: Jon (B) gets 15 stones at pares. ENC-SET-11, 12",
    "The stake was accepted: Jon (B) puts 6 stones in the pot. ENC-SET-8",
    "Maddi (C) 7e 7o 4c 4e Duples of sevens and fours.",
    "Jon (B) Co Cc Sc Ac Par of knights: a par below duples. MUS-CMP-P5",
)
told(
    "enfle_heart_kept_back",
    "in front Ane (A) 19 Jon (B) 19 Cruz (C) 19 Dani (D) 19 pot 4 80 chips in all",
    "Jon (B) can follow suit with 9h Ah, and must. What happened stands. ENF-9",
    PRICE,
)
told(
    "mau_mau_last_card_in_silence",
    "points Ana (A) 0 Beñat (B) 0",
    """Ana (A) did not say “one card”, and may only draw one card now. The last card is not played,
    its player draws one, and the turn passes. MAU-18""",
)

# A bet changed is a broken word like a bet passed.
told(
    "ten_no_five_in_alava",
    "Bea is right: B wins the game.",
    "The game was lost by an offence: nothing else is counted. REG-ALV-5",
    "Ane (A1) takes back something that was said. Side A loses the game. REG-ALV-5",
)
told(
    "who_cut_is_mano",
    "Bea is right and Ane is wrong: B gets 3 stones at grande. MUS-CMP-T1",
    "Bea (B1) corto In mus corrido whoever cuts is mano: now it is Bea (B1). MUS-FIRST-4",
    """The bet was accepted, and of the hands that count Bea (B1) has the best grande: 3 stones.
    MUS-BET-15""",
)
# Two were staked before the partner's raise to five, which nobody wanted.
told(
    "he_raised_his_partner",
    "Whichever way it is ruled: Ane is right: A gets 1 stone at grande. MUS-PAY-1, MUS-CMP-G1",
    "If it does not count: Bea is right: B gets 1 stone at chica. MUS-DEJE-1",
    "If it stands: Bea is wrong: B gets 2 stones at chica, and not 1. MUS-DEJE-3",
    """Bittor (B2) answers a bet of their own side, which the others have to answer: it was Amaia
    (A2)'s turn to speak. MUS-BET-4""",
    CLUB,
)
told(
    "an_onlooker_spoke",
    "If it stands: Ane is right: A gets 2 stones at grande. MUS-BET-15, MUS-CMP-G1",
    "If it is dealt again: Nothing of this deal counts.",
    "Looking at another's cards, or speaking as an onlooker.",
    CLUB,
)
told(
    "two_kings_named",
    "Ane is right: A gets 2 stones at grande. MUS-BET-15",
    "Ane (A1) Ro Rc 7c 4o",
    "Bea (B1) Co Cb 7o 4c The first card decides: knight is below king. MUS-CMP-G1",
    "Ane (A1) tells their partner about cards, which only signals may do. MUS-SIG-4",
    PRICE,
)
told(
    "mau_mau_it_does_not_match",
    "If it is put right: Still open in the play: it is Beñat (B) who speaks next.",
    "If it is paid for: Whoever played it pays fifty points. MAU-8",
    "If it stands: Still open in the play: it is Ana (A) who speaks next.",
    "4s has neither the suit nor the rank of 6h. MAU-8",
    CLUB,
)
# What a stake was nobody remembers: what both admit is sure, and each stake is settled.
told(
    "ten_or_five",
    """Whichever way it is ruled: Bittor is right: B gets 1 stone at chica. Whatever was staked: A
    gets 5 stones at grande at least. MUS-PAY-2, MUS-CMP-C1""",
    """If the stake was 10: Ane is right and Bea is wrong: A gets 10 stones at grande, not 5.
    MUS-BET-15, MUS-CMP-G1""",
    """If the stake was 5: Bea is right and Ane is wrong: A gets 5 stones at grande, not 10.
    MUS-BET-15, MUS-CMP-G1""",
    "Forgetting how high the stake was: Ane (A1). MUS-BET-15",
    "The table is asked; what both admit is sure.",
)
# Two slates: two of grande, one of pares and three of juego come to either.
told(
    "two_slates",
    "Whichever way it is ruled: Bittor is right: B gets 1 stone at chica. MUS-PAY-2, MUS-CMP-C1",
    """If the count before was A 31, B 20: Ane is right about the count: A 37, B 21. Bea is wrong
    about the count: it is A 37, B 21, and not A 34. MUS-BET-15, MUS-PAY-4, 5, 2""",
    """If the count before was A 28, B 20: Bea is right about the count: A 34, B 21. Ane is wrong
    about the count: it is A 34, B 21, and not A 37. MUS-BET-15, MUS-PAY-4, 5, 2""",
    "Having two different counts. MUS-CNT-6",
    """It is counted again from the last count that both agree on, and else what lies on the table
    counts.""",
)
# Bea's side has not answered: it refused, or Bittor accepted, and its seven beats Ane's six.
told(
    "only_one_answered",
    "Whichever way it is ruled: Amaia is right: A gets 1 stone at chica. MUS-DEJE-1",
    """If nobody said quiero: Ane is right and Bea is wrong: A gets 1 stone at grande.
    MUS-DEJE-1, 7""",
    """If somebody said quiero: Bea is right and Ane is wrong: B gets 5 stones at grande.
    MUS-BET-15, MUS-CMP-T2, MUS-CMP-G1""",
    "Nobody answered the bet of Ane (A1) at grande. MUS-DEJE-1",
    CLUB,
)
# Annulled, Itziar's kings are the worst, and she has her stones and those of Joanes.
told(
    "encaje_card_shown",
    """If it stands: Joanes is right and Maddi is wrong: Joanes (B) gets 8 stones at grande.
    ENC-SET-8, 11, MUS-CMP-G1""",
    """If the lance is annulled or the hand is annulled: Maddi is right and Joanes is wrong: Itziar
    (A) gets 8 stones at grande. MUS-BET-18, ENC-SET-8, 11""",
    "Itziar (A) shows a card. MUS-BET-18",
    CLUB,
)
told(
    "mau_mau_fifty_at_our_table",
    "points Ana (A) 0 Beñat (B) -50",
    "Beñat (B): -50 in the play (a card that did not match). MAU-8",
    "4s has neither the suit nor the rank of 6h. Whoever played it pays fifty points. MAU-8",
)
# Annulled, the hand brings B two of grande, and chica, pares and juego besides.
told(
    "offended_side_chooses",
    "Bea is right and Ane is wrong: B gets 2 stones at grande. MUS-BET-18",
    """The bet was accepted, and of the hands that count Bea (B1) has the best grande: 2 stones.
    MUS-BET-15""",
    """Ane (A1) shows a card. The offended side chooses what brings it most: the whole hand is
    annulled for the side at fault. MUS-BET-18""",
)
told(
    "refused_raise",
    "Braulio is right and Ane is wrong: B gets 2 stones at grande, not 1.",
    "Braulio (B1) raised, and nobody accepted: 2 stones, whatever the cards. MUS-DEJE-3",
)
told(
    "refused_raise_in_madrid",
    "Braulio is right and Ane is wrong: B gets 5 stones at pares, not 4.",
    """Braulio (B1) raised, and nobody accepted: 3 stones, 2 for the stake before it and 1 that this
    rulebook adds, whatever the cards. MUS-DEJE-3, REG-MAD-4""",
    """The others gave the lance up: Braulio (B1) scores 2 stones for the medias, even if they held
    better. MUS-DEJE-5""",
)
told(
    "no_deje_at_juego",
    "Ane is right and Braulio is wrong: B gets 2 stones at juego, not 3.",
    """The others gave the lance up: Braulio (B1) scores 2 stones for the juego, even if they held
    better. MUS-DEJE-5""",
    "Braulio (B1)'s bet was refused, and in this rulebook that pays no deje. REG-CAT-4",
)
told(
    "better_cards_let_it_go",
    "Braulio is right and Amaia is wrong: B gets 1 stone at grande.",
    "Braulio (B1) bet, and nobody accepted: 1 stone for that, whatever the cards. MUS-DEJE-1",
    """Braulio (B1) staked 2, and A did not accept: a side that refuses wins nothing in the lance.
    MUS-DEJE-7""",
)
told(
    "paso_to_a_bet",
    "Braulio is right and Ane is wrong: B gets 1 stone at grande, not 0.",
    "Braulio (B1) bet, and nobody accepted: 1 stone for that, whatever the cards. MUS-DEJE-1",
)
told(
    "equal_hands",
    "Braulio is right and Ane is wrong: B gets 6 stones at grande. MUS-BET-15",
    "Braulio (B1) Re 3o(R) 7o 4c",
    """Ane (A1) Ro Rc 7c 4o Equal. Counting from mano, Braulio (B1) speaks before Ane (A1) and so
    counts as better. MUS-CMP-T1""",
)
told(
    "two_answers",
    "Ane is right and Bittor is wrong: A gets 10 stones at grande, not 1. MUS-CMP-G1",
    """The bet was accepted, and of the hands that count Ane (A1) has the best grande: 10 stones.
    MUS-BET-15""",
    """These words of Bittor (B2) come too late: grande was already settled. It counts as not said
    or done. MUS-BET-16, 5""",
)
told(
    "raise_after_quiero",
    "Ane is right and Amaia is wrong: A gets 2 stones at grande, not 7. MUS-BET-15",
    "Ane (A1) Ro Rc 6c 4o",
    "Braulio (B1) So 7c 5c 4c The first card decides: jack is below king. MUS-CMP-G1",
    """These words of Amaia (A2) come too late: grande was already settled. It counts as not said or
    done. MUS-BET-16""",
)
told(
    "word_taken_back_in_alava",
    "Ane is right: A wins the game.",
    "The game was lost by an offence: nothing else is counted. REG-ALV-5",
    "Braulio is wrong: B gets 0 stones at grande, and not 4. REG-ALV-5",
    "Braulio (B1) takes back something that was said. Side B loses the game. REG-ALV-5",
)
told(
    "nobody_remembers_the_answer",
    "Who is right depends on what Bittor (B2) said.",
    "Bittor (B2): no quiero Ane is right.",
    "Bittor (B2): quiero Braulio is right.",
)
told(
    "encaje_refused_raise",
    "Itziar is right and Joanes is wrong: Itziar (A) gets 2 stones at grande.",
    """Joanes (B) raised to 5 and nobody accepted: the 2 of the stake before go to Itziar (A).
    ENC-SET-6""",
)
told(
    "encaje_worst_takes_the_pot",
    "Maddi is right and Itziar is wrong: Joanes (B) gets 8 stones at grande. ENC-SET-11",
    "The stake was accepted: Joanes (B) puts 4 stones in the pot. ENC-SET-8",
    "Itziar (A) Ro Rc 7o 4o",
    "Joanes (B) Co Cc Sc Ac The first card decides: knight is below king. MUS-CMP-G1",
)
told(
    "encaje_seen_with_less",
    "Itziar is right and Maddi is wrong: Maddi (C) gets 10 stones at grande, not 6. ENC-SET-11",
    "The stake was accepted: Maddi (C) puts 3 stones in the pot. ENC-SET-9",
    "Itziar (A) Ro Rc 7o 4o",
    "Maddi (C) Re Se 5c 4c The second card decides: jack is below king. MUS-CMP-G1",
)
told(
    "a_game_is_no_match",
    "Braulio is right: B wins the game. MUS-CNT-1",
    "B comes to 41 of 40 with 2 stones at grande. MUS-BET-15, MUS-CNT-2",
    "A would have come to 40, but B was first. MUS-CNT-2",
    "Bittor is wrong: B has won a game, and the match goes on. Games: A 0, B 1. MUS-MATCH-1",
)

ALL = sorted(path.stem for path in QUARRELS.glob("*.mus"))
each = pytest.mark.parametrize("name", BRIEFS)


def brief(name, lang="en"):
    path = QUARRELS / f"{name}.mus"
    [(_, replay, _)] = read_sheets(path.read_bytes(), file=str(path))
    language = by_name(open_language(lang), replay)
    lines = brief_page(settle(replay), language).lines
    told = [f"{one.seat} {one.said} {one.text} {article_list(one.rules)}" for one in lines]
    return [" ".join(line.split()) for line in told]


@each
def test_the_brief_says_what_the_rules_say(name):
    assert brief(name) == BRIEFS[name]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_brief_has_five_lines_and_says_nothing_twice(name, lang):
    lines = brief(name, lang)
    assert 0 < len(lines) <= 5
    assert len(set(lines)) == len(lines)
    sentences = [
        text for line in lines for text in re.split(r"(?<=[.:]) ", line) if text[-1] == "."
    ]
    assert len(set(sentences)) == len(sentences), lines


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_brief_names_no_place_of_a_record(name, lang):
    assert not re.search(r"\b\d+\.[a-z]+", " ".join(brief(name, lang)))


HAND = """variant {rules}
seats A1 B1 A2 B2
players A1 Ane, B1 Bea, A2 Amaia, B2 Bittor

hand 1 mano A1
  A1 Ro Rc 7c 4o
  B1 Co Cb 7o 4c
  A2 So 7e 6o 5o
  B2 Sc 7b 5c Ao
  mus: Ane corto
  grande: Ane 2, Bea =
  note {place} {row} {who}: words
  chica: -, -, -, -
  pares: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -
  juego: Ane sí, Bea sí, Amaia no, Bittor no, Ane -, Bea -
  claim Ane: A 2 grande
  claim Bea: B 1 chica
"""


NOTED_BY = [
    (rules, place, who)
    for rules in ("fournier", "alava_vizcaya", "asturias")
    for place, who in (("grande.1", ""), ("hand", "Bittor"))
]


def read(sheet):
    [(_, replay, problem)] = read_sheets(sheet.encode(), file="told.mus")
    assert replay is not None, problem
    return replay


# Every row every day by one of the rulebooks at one of the places in turn, and by another at the
# other place in the long run.
@sampled(
    "row, rules, place, who",
    [
        (row, *noted)
        for turn, row in enumerate(irregularities("mus"))
        for noted in (NOTED_BY[turn % 6], NOTED_BY[(turn + 3) % 6])
    ],
    2,
)
def test_every_row_of_the_table_may_be_noted_and_is_told_in_five_lines(row, rules, place, who):
    if irregularities("mus")[row].lances:  # it happens where something is declared
        place = place.replace("grande", "pares")
    replay = read(HAND.format(rules=rules, place=place, row=row, who=who))
    settled = settle(replay)
    for code in ("en", "es"):
        language = by_name(open_language(code), replay)
        lines = brief_page(settled, language).lines
        assert 0 < len(lines) <= 5
        assert all((line.text or line.said) and all(line.rules) for line in lines)
        assert settled.explain(code).text()
    # What comes after it is heard in every way but one in which the deal is off.
    assert {j.why for j in settled.judgements} <= {"", "ruling", "not_played"}


@pytest.mark.parametrize("row", ["joke", "wrong_mano"])
def test_what_went_wrong_is_written_on_a_sheet_and_read_again(row):
    replay = read(HAND.format(rules="fournier", place="hand", row=row, who="Bittor"))
    (note,) = replay.notes["1"]
    assert (note["irregularity"], note["seat"]) == (row, "B2")
    assert read(written(replay)).as_json() == replay.as_json()


def test_ENF_9_a_revoke_is_paid_to_the_pot_where_a_club_has_a_price(tmp_path):
    house = tmp_path / "house.yaml"
    house.write_text(
        "format: mus-variant/1\nid: house\nextends: enfle\nname: {en: H, es: H}\n"
        "summary: {en: H., es: H.}\nrules:\n  enfle.revoke: 3\n"
    )
    replay = read((QUARRELS / "enfle_heart_kept_back.mus").read_text("utf-8"))
    settled = settle(replay, variant=load_variant(house))
    (revoke,) = settled.irregularities
    assert [way.name for way in revoke.branches] == ["paid"]
    # Nineteen after the ante, less three.
    assert settled.after["B"] == 16
    text = " ".join(settled.explain("en", brief=True).text().split())
    assert "no price" not in text


# --- by the article ------------------------------------------------------------------------


def holds(sheet, **rules):
    replay = read(sheet)
    return [judgement.holds for judgement in settle(replay, **rules).judgements]


def quarrel(*lines, rules="fournier", start=""):
    head = HAND.format(rules=rules, place="hand", row="x", who="").partition("  mus:")[0]
    return head.replace("\nhand 1", f"{start}\nhand 1") + "".join(f"  {line}\n" for line in lines)


def test_MUS_CNT_7_stones_forgotten_are_lost_at_the_cut_unless_a_club_counts_all():
    replay = read((QUARRELS / "stones_forgotten.mus").read_text("utf-8"))
    settled = settle(replay)
    assert [judgement.holds for judgement in settled.judgements] == [False]
    (forgotten,) = settled.irregularities
    assert forgotten.option == "score.claim"
    assert [way.judgements[0].holds for way in forgotten.branches] == [False, True]


def test_REG_ALV_5_a_bet_that_is_changed_loses_the_game_in_alava_and_stands_or_not_elsewhere():
    said = ("grande: Ane 10, Ane 5, Bea x, Bittor x", "claim Bea: B game")
    assert holds(quarrel(*said, rules="alava_vizcaya")) == [True]
    settled = settle(read(quarrel(*said)))
    (changed,) = settled.irregularities
    # Ten and then five: whichever counts, it is refused for one stone.
    assert [way.name for way in changed.branches] == ["stands", "put_right"]
    assert changed.changes_nothing


def test_MUS_BET_11_how_little_a_raise_may_add_is_not_written_and_the_option_is_named():
    said = ("grande: Ane 2, Bea una más, Amaia =", "claim Ane: A 3 grande", "claim Bea: A 4 grande")
    settled = settle(read(quarrel(*said)))
    (small,) = settled.irregularities
    assert small.option == "irregular.small_raise"
    assert [way.name for way in small.branches] == ["stands", "put_right"]
    assert [j.branches for j in settled.judgements] == [
        (("stands", True), ("put_right", False)),
        (("stands", False), ("put_right", True)),
    ]


def told_of(sheet):
    replay = read(sheet)
    language = by_name(open_language("en"), replay)
    lines = brief_page(settle(replay), language).lines
    return {rule for line in lines for rule in line.rules}


def test_MUS_FIRST_4_who_cuts_the_first_mus_is_mano_and_the_brief_says_so_where_hands_are_equal():
    equal = quarrel(
        "mus: Ane mus, Bea corto", "grande: Bea 3, Amaia -, Ane =", "claim Bea: B 3 grande"
    ).replace("Co Cb 7o 4c", "Re Rb 7o 4c")
    assert holds(equal) == [True]
    assert {"MUS-CMP-T1", "MUS-FIRST-4"} <= told_of(equal)


def test_MUS_BET_12_a_reenvido_doubles_and_the_brief_says_so():
    doubled = quarrel(
        "grande: Ane 5, Bea reenvido, Amaia no quiero, Ane =", "claim Ane: A 10 grande"
    )
    assert holds(doubled) == [True]
    assert "MUS-BET-12" in told_of(doubled)


def test_MUS_CNT_2_who_came_out_first_is_told_of_a_claim_about_the_match():
    first = quarrel(
        "grande: Ane 2, Bea =",
        "chica: -, -, -, -",
        "pares: sí, sí, no, no, -, -",
        "juego: sí, sí, no, no, -, -",
        "claim Bea: B match",
        start="start A 38, B 39\n",
    )
    assert holds(first) == [False]
    assert "MUS-CNT-2" in told_of(first.replace("match", "game"))
