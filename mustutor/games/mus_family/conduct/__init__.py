"""Signals and talk: they never change the play, and the rulebook judges them.

A record may hold ``sena NAME``, a signal by the name of its meaning (see `signals`), and
``dice WORD``, something said. These are the words a referee knows, with the articles that
judge them; any other is free talk:

===========================  ====================================================================
word                         what it is, and by which articles it is judged
===========================  ====================================================================
``mus quita envida``         the firm words for giving or cutting mus, or for betting:
``mete_ordago llego_a_mi``   talk.mus_phrases (REG-AST-4, REG-CAN-4); mus, quita, corto and
``corto no_hay_mus``         no_hay_mus are kept to where words bind (REG-ALV-5)
``que_digo pregunta``        a question to the partner: talk.no_questions_with (REG-AST-5)
``que_llevas_a_grande`` …    a question about one lance, also ``_chica _pares _juego``:
                             talk.scope (REG-AST-10, REG-CLM-2, REG-CLM-5, MUS-SIG-4)
``condicion``                "with king and knight, accept" (REG-AST-10)
``canta CARD …``             names cards held: talk.naming_cards (REG-AST-11 to 15, REG-CLM-3 to 6,
                             REG-GAL-4, MUS-SIG-4)
``tengo_pares tengo_par``    says what one holds, or does not: talk.scope, talk.lying,
``tengo_medias …duples``     talk.binding (REG-CLM-1, REG-CAT-2, REG-MAD-1, REG-GAL-1, REG-GAL-3,
``tengo_juego …31 …real``    REG-RIO-3, REG-ALV-4, REG-ALV-5, REG-GUI-4, REG-ARA-4, MUS-SIG-4)
``tengo_30 no_tengo_pares``
``no_tengo_juego``
``yo_juego_solo``            for a firm hand only, where phrases are closed (REG-AST-6)
``pasa``                     orders the partner to pass: conduct.no_pass_order
                             (REG-AST-19 to 22, REG-AST-24)
``yo_no_quiero``             a refusal, perhaps feigned: conduct.no_bait_as_mano_max (REG-AST-17);
``a_mi_no_me_dicen``         kept to where words bind (REG-ALV-5)
``yo_quiero yo_paso``        what one is going to say, kept to where words bind (REG-ALV-5)
``yo_envido``
``jugada_anterior``          talk about another lance: talk.scope (REG-AST-23, REG-MAD-3,
``jugada_posterior``         REG-CLM-2, REG-GAL-3)
``ganados_o_perdidos``       asks whether accepted stakes are won (REG-AST-16)
``contrarios``               talk about what the opponents said (REG-CLM-2)
===========================  ====================================================================

A mano nobody can beat is judged by the calls too: when he refuses a bet that his partner then
raises (REG-AST-17), whatever the words.

With talk.scope `none` no word is allowed at all (MUS-TALK-1, REG-GUI-4), with `minimal` none that
tells or asks for cards (MUS-SIG-4, REG-RIO-5).
"""

from __future__ import annotations

from mustutor.calls import Call
from mustutor.errors import Fault, no_such_seat
from mustutor.history import grown
from mustutor.ledger import Ruling
from mustutor.position import Position


def why_not(position: Position, call: Call, rule: str) -> Fault | None:
    """Say why nobody can have signalled or said this, or nothing: only seats can.

    `rule` is the article of the game on who plays.
    """
    if call.seat in position.table.seats:
        return None
    return no_such_seat(call.seat, position.table.seats, rule)


def noted(position: Position, call: Call) -> Position:
    """The position with the referee's ruling on a signal or on something said."""
    ruling = judge(position, call)._replace(exchanges=position.deal.discards)
    return position._replace(rulings=grown(position.rulings, ruling))


def judge(position: Position, call: Call) -> Ruling:
    """What the referee says of a signal or of something said, under the rules in force."""
    # The judges are called in when somebody speaks, and most hands are played without a word.
    from mustutor.games.mus_family.conduct.case import Case

    case = Case(position, call)
    if call.verb == "sena":
        from mustutor.games.mus_family.conduct.gestures import judge_signal

        return judge_signal(case)
    from mustutor.games.mus_family.conduct.talk import judge_talk

    return judge_talk(case)
