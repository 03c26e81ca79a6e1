"""Whatever goes wrong gets the same ruling on a sheet, told to `judge`, and in the recorder.

Every row of the table is done once in each game that has it: on a sheet that `settle` reads, told
in sentences and answers to `judge`, and taken down while it is played. What settle makes of the
three is compared: what it is, whose it is, its article, the ways it may be taken and what each
brings.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from mustutor.base.language import open_language
from mustutor.games.irregularities import irregularities
from mustutor.model.variant import load_variant
from mustutor.referee import settle
from mustutor.referee.inquiry import DisputeInterview
from mustutor.referee.recorder.commands import sit_down
from mustutor.referee.recorder.dictation import Dictation
from mustutor.replay import Replay
from mustutor.replay.format import named_rules
from mustutor.replay.sheet.reader import read_sheets

ENGLISH = open_language("en")


class Table(NamedTuple):
    """A table, its cards, and a bet that was seen: what goes wrong goes wrong there."""

    rules: str
    players: dict[str, str]
    cards: dict[str, str]
    calls: tuple[str, ...]
    told: str
    round: str = "grande"
    before: tuple[str, ...] = ()


TABLES = {
    "mus": Table(
        "fournier",
        {"A1": "Ane", "B1": "Bea", "A2": "Amaia", "B2": "Bittor"},
        {"Ane": "R R 7 4", "Bea": "R R 7 5", "Amaia": "S 6 5 4", "Bittor": "S C 5 4"},
        ("Ane envido 4", "Bea quiero"),
        "Ane bet four at grande and Bea wanted it",
    ),
    "encaje": Table(
        "encaje",
        {"A": "Ane", "B": "Bea", "C": "Iker"},
        {"Ane": "R R 7 4", "Bea": "R R 7 5", "Iker": "S 6 5 4"},
        ("Ane envido 4", "Bea quiero", "Iker no quiero"),
        "Ane bet four at grande, Bea wanted it and Iker folded",
    ),
    "enfle": Table(
        "enfle",
        {"A": "Ane", "B": "Bea", "C": "Cruz", "D": "Dani"},
        {},
        ("Ane play Qh",),
        "Ane played Qh",
        "trick",
    ),
    "mau_mau": Table(
        "mau_mau",
        {"A": "Ane", "B": "Bea"},
        {},
        ("Ane play 4h",),
        "Ane played 4h",
        "play",
        ("starter 6h",),
    ),
}
OF_A_CALL = """
    card_exposed card_dropped card_to_partner corrido out_of_turn two_answers skipped wrong_lance
    late_mus discard_back joke changed no_number small_bet small_raise too_large no_answer
    quiero_nothing paso_to_bet late_word own_side forbidden_bet minimum_accepts stake_disputed
    perete false_signal forbidden_signal signal_seen naming
    forbidden_talk pass_order mano_31_pass_order lie
    forgotten_stones after_game adentro left enc_too_many enc_small_raise enc_no_stones
    enc_ordago enc_fifth mau_jack
"""
"""What is noted at the last call, as far as that of Bea; the rest is about the whole hand."""

CALLS_BY_THEMSELVES = frozenset(("small_bet", "small_raise", "enc_small_raise"))
"""What people say of these is the call itself, as "I bet one": they are told by their names."""

NOTED = [
    (game, id_) for game in TABLES for id_, row in irregularities(game).items() if not row.lances
]
"""What may be noted of a call whatever it was; the rest happens where something is declared."""


def ruling(record: Replay):
    """What went wrong, its article, and what each way brings."""
    return [
        (
            one.kind,
            one.seat,
            one.rule,
            one.decided,
            [
                (
                    way.name,
                    way.rule,
                    [entry.as_json() for entry in way.played.end.ledger],
                    way.next and (way.next.lance, way.next.speaker),
                )
                for way in one.branches
            ],
        )
        for one in settle(record).irregularities
    ]


def on_a_sheet(rules: str, players: dict[str, str], *lines: str) -> Replay:
    named = ", ".join(map("{} {}".format, players, players.values()))
    head = f"variant {rules}\nseats {' '.join(players)}\nplayers {named}\n"
    mano = (
        "" if lines[0].startswith(("hand ", "start ")) else f"hand 1 mano {next(iter(players))}\n"
    )
    [found] = read_sheets((head + mano + "\n".join(lines) + "\n").encode())
    assert found.replay is not None, found.problem
    return found.replay


def told_to_judge(rules: str, players: dict[str, str], *sentences: str) -> Replay:
    """What is told, sentence by sentence; whatever is asked besides, nobody knows."""
    interview = DisputeInterview(ENGLISH, load_variant(rules))
    for text in (sentences[0], ", ".join(players.values()), *sentences[1:]):
        assert interview.answer(text), (text, interview.question)
    for _ in range(20):
        if interview.question is None:
            return interview.record
        assert interview.answer(""), interview.question
    raise AssertionError(interview.question)


def taken_down(rules: str, players: dict[str, str], *lines: str) -> Replay:
    """What is typed while it is played; what the rules refuse is taken down as it was."""
    variant = load_variant(rules)
    start = {}
    if lines[0].startswith("start "):
        start = {side: int(stones) for side, stones in map(str.split, lines[0][6:].split(","))}
        lines = lines[1:]
    about = {"players": players}
    match = Replay(named_rules(variant), tuple(players), (), start=start or None, about=about)
    dictation = Dictation(sit_down(variant, match), ENGLISH)
    for line in lines:
        answer = dictation.take(line)
        if not answer.taken and answer.dictation.refused:
            answer = answer.dictation.take("+")
        assert answer.taken, (line, answer.pages[0].lines)
        dictation = answer.dictation
    return dictation.recorder.record()


@pytest.mark.parametrize(("game", "id_"), NOTED)
def test_what_no_call_shows_is_ruled_the_same_however_it_is_told(game, id_):
    rules, players, cards, calls, story, round_, before = TABLES[game]
    row = irregularities(game)[id_]
    said = row.name["en"] if id_ in CALLS_BY_THEMSELVES else row.said["en"][0]
    place = f"{round_}.{min(2, len(calls))}" if id_ in OF_A_CALL.split() else "hand"
    sheet = on_a_sheet(
        rules,
        players,
        *[f"{name}: {hand}" for name, hand in cards.items()],
        *before,
        f"{round_}: {', '.join(calls)}",
        f"note {place} {id_} Bea: {said}",
    )
    assert [kind for kind, *_ in ruling(sheet)][:1] == [id_]
    held = " and ".join(f"{name} had {hand}" for name, hand in cards.items())
    told = [sentence for sentence in (held, *before, story, f"Bea: {said}") if sentence]
    judged = told_to_judge(rules, players, *told)
    typed = [f"{name} {hand}" for name, hand in cards.items()]
    mano = next(iter(players))
    recorded = taken_down(
        *(rules, players, f"mano {mano}", *before, *([f"lance {round_}"] if cards else [])),
        *(*calls, *typed, f"note Bea: {said}"),
    )
    assert ruling(judged) == ruling(sheet)
    assert ruling(recorded) == ruling(sheet)


# --- what the calls show -------------------------------------------------------------------


FOUR = {"A1": "Ane", "B1": "Bea", "A2": "Amaia", "B2": "Bittor"}
SEATS = {
    "encaje": {"A": "Ane", "B": "Bea", "C": "Iker"},
    "enfle": {"A": "Ane", "B": "Jon", "C": "Cruz", "D": "Dani"},
    "mau_mau": {"A": "Ane", "B": "Jon"},
}
DEEDS = """
out_of_turn fournier
  sheet grande: Ane envido 2, Bittor quiero
  told Ane bet two at grande, Bittor wanted it
  told
  told nothing
  typed mano Ane | lance grande | Ane envido 2 | Bittor quiero
small_bet fournier
  sheet grande: Ane envido 1, Bea quiero
  told Ane bet one at grande, Bea wanted it
  typed mano Ane | lance grande | Ane envido 1 | Bea quiero
small_raise fournier
  sheet grande: Ane envido 4, Bea subo a 5, Ane quiero
  told Ane bet four at grande, Bea raised to five and Ane wanted it
  typed mano Ane | lance grande | Ane envido 4 | Bea subo a 5 | Ane quiero
quiero_nothing fournier
  sheet grande: Ane quiero, Bea paso
  told Ane wanted it at grande, Bea passed
  typed mano Ane | lance grande | Ane quiero | Bea paso
late_word fournier
  sheet grande: Ane envido 2, Bea quiero, Bittor no quiero
  told Ane bet two at grande, Bea wanted it, Bittor folded
own_side fournier
  sheet grande: Ane envido 4, Amaia subo a 8, Bea quiero
  told Ane bet four at grande, Amaia raised to eight, Bea wanted it
  typed mano Ane | lance grande | Ane envido 4 | Amaia subo a 8 | Bea quiero
false_yes fournier
  sheet Ane: R C S 7
  sheet pares: Ane tengo, Bea tengo, Amaia no tengo, Bittor no tengo, Ane envido 2, Bea quiero
  told Ane had R C S 7, Ane bet two at pares, Bea wanted it
  told
  told Ane and Bea
  typed mano Ane | lance pares | Ane tengo | Bea tengo | Amaia no tengo | Bittor no tengo
  typed Ane envido 2 | Bea quiero | Ane R C S 7
false_no fournier
  sheet Ane: R R S 7
  sheet pares: Ane no tengo, Bea tengo, Amaia no tengo, Bittor tengo
  told Ane had R R S 7
  told pares: Ane no tengo, Bea tengo, Amaia no tengo, Bittor tengo
  typed mano Ane | lance pares | Ane no tengo | Bea tengo | Amaia no tengo | Bittor tengo
  typed Ane R R S 7
no_declaration fournier
  sheet pares: Ane tengo, Bea no tengo, Amaia no tengo, Bittor tengo, Ane envido 2, Bittor quiero
  sheet note pares.2 no_declaration Bea: she never said
  told pares: Ane tengo, Bea no tengo, Amaia no tengo, Bittor tengo, Ane envido 2, Bittor quiero
  told Bea: she never said
  typed mano Ane | lance pares | Ane tengo | Bea no tengo | Amaia no tengo | Bittor tengo
  typed Ane envido 2 | Bittor quiero | note Bea: she never said
forbidden_bet fournier
  sheet pares: Ane tengo, Bea no tengo, Amaia no tengo, Bittor tengo, Bea envido 2
  told pares: Ane tengo, Bea no tengo, Amaia no tengo, Bittor tengo, Bea envido 2
  typed mano Ane | lance pares | Ane tengo | Bea no tengo | Amaia no tengo | Bittor tengo
  typed Bea envido 2
late_mus fournier
  sheet mus: Ane corto, Bea mus
  sheet grande: Ane envido 2, Bea quiero
  told Ane cut, Bea mus, Ane bet two at grande, Bea wanted it
  typed mano Ane | Ane corto | Bea mus | Ane envido 2 | Bea quiero
misdeal fournier
  sheet Ane: R R 7 4 5
  sheet grande: Ane envido 2, Bea quiero
  told Ane had R R 7 4 5, Ane bet two at grande, Bea wanted it
  typed mano Ane | Ane R R 7 4 5 | lance grande | Ane envido 2 | Bea quiero
bad_deck fournier
  sheet Ane: Ro Rc 7e 4c
  sheet Bea: Ro Se 6e 5c
  sheet grande: Ane envido 2, Bea quiero
  told Ane had Ro Rc 7e 4c, Bea had Ro Se 6e 5c, Ane bet two at grande, Bea wanted it
  typed mano Ane | Ane Ro Rc 7e 4c | Bea Ro Se 6e 5c | lance grande | Ane envido 2 | Bea quiero
no_cut fournier
  sheet cut none
  sheet grande: Ane envido 2, Bea quiero
  told cut none
  told Ane bet two at grande, Bea wanted it
  typed mano Ane | cut none | lance grande | Ane envido 2 | Bea quiero
wrong_cut fournier
  sheet cut Ane 1
  sheet grande: Ane envido 2, Bea quiero
  told cut Ane 1
  told Ane bet two at grande, Bea wanted it
  typed mano Ane | cut Ane 1 | lance grande | Ane envido 2 | Bea quiero
enc_too_many encaje
  sheet start A 5, B 20, C 20
  sheet hand 1 mano A
  sheet grande: Ane envido 8, Bea quiero, Iker no quiero
  told Ane bet eight at grande, Bea wanted it, Iker folded
  told start A 5, B 20, C 20
  typed start A 5, B 20, C 20 | mano Ane | lance grande | Ane envido 8 | Bea quiero
  typed Iker no quiero
enc_ordago encaje
  sheet grande: Ane ordago, Bea quiero, Iker no quiero
  told Ane said órdago at grande, Bea wanted it, Iker folded
  typed mano Ane | lance grande | Ane ordago | Bea quiero | Iker no quiero
enf_revoke enfle
  sheet Ane: Qh 8s 7s 8d Tc Kh Qs 8c
  sheet Jon: 7d 9h 7c Ah Ad Jd Ks Qc
  sheet trick: Ane play Qh, Jon take
  told Ane had Qh 8s 7s 8d Tc Kh Qs 8c, Jon had 7d 9h 7c Ah Ad Jd Ks Qc
  told Ane played Qh, Jon took it up
  typed mano Ane | Ane Qh 8s 7s 8d Tc Kh Qs 8c | Jon 7d 9h 7c Ah Ad Jd Ks Qc
  typed Ane play Qh | Jon take
enf_lead enfle
  sheet trick: Jon play Qh
  told Jon played Qh
  typed mano Ane | Jon play Qh
mau_mismatch mau_mau
  sheet starter 6h
  sheet play: Ane play 4s
  told starter 6h
  told Ane played 4s
  typed mano Ane | starter 6h | Ane play 4s
mau_turn mau_mau
  sheet starter 6h
  sheet play: Jon play 4h
  told starter 6h
  told Jon played 4h
  typed mano Ane | starter 6h | Jon play 4h
mau_blocked mau_mau
  sheet starter 6h
  sheet play: Ane play 7h, Jon play 9h
  told starter 6h
  told Ane played 7h, Jon played 9h
  typed mano Ane | starter 6h | Ane play 7h | Jon play 9h
"""
"""Each row with its rules: a line of the sheet, an answer in `judge`, what is typed in turn."""

NOT_TYPED = {
    "late_word": "what is typed once a lance is over belongs to the next lance: it is noted",
}
"""What cannot be typed while it is played, and why."""


def deeds():
    """The rows of the table above: id, rules, and the lines of each of the three."""
    found = {}
    for line in DEEDS.strip("\n").splitlines():
        head, _, rest = line.strip().partition(" ")
        if not line.startswith(" "):
            id_, lines = head, {"sheet": [], "told": [], "typed": []}
            found[id_] = (rest, lines)
        else:
            lines[head] += [part.strip() for part in rest.split(" | ")]
    return found


@pytest.mark.parametrize("id_", deeds())
def test_what_the_calls_show_is_ruled_the_same_however_it_is_told(id_):
    rules, lines = deeds()[id_]
    players = SEATS.get(rules, FOUR)
    expected = ruling(on_a_sheet(rules, players, *lines["sheet"]))
    assert expected[0][0] == id_
    assert ruling(told_to_judge(rules, players, *lines["told"])) == expected
    assert (id_ in NOT_TYPED) == (not lines["typed"])
    if lines["typed"]:
        assert ruling(taken_down(rules, players, *lines["typed"])) == expected


def test_every_row_of_the_table_is_tried_here():
    noted = {id_ for _, id_ in NOTED}
    every = {id_ for game in ("mus", "encaje", "enfle", "mau_mau") for id_ in irregularities(game)}
    assert noted | set(deeds()) == every
    assert len(every) == 82
