"""Encaje, put together: what the protocol asks of a game, and where each answer stands."""

from __future__ import annotations

from functools import partial

from mustutor.cards import SPANISH
from mustutor.games import Game
from mustutor.games.encaje import flow, legality, settlement
from mustutor.games.mus_family import (
    auction,
    breaches,
    chance,
    dealing,
    missteps,
    stated,
    talk,
    visto,
)
from mustutor.games.mus_family.calls import GRAMMAR, SAYS_WHAT_IT_HOLDS
from mustutor.games.mus_family.lances import PHASES
from mustutor.register import later

GAME = Game(
    grammar=GRAMMAR,
    deck=SPANISH,
    phases=PHASES,
    start=flow.start,
    options=legality.options,
    heard=legality.heard,
    why_not=legality.why_not,
    play=flow.play,
    skip_to=flow.skip_to,
    settle=settlement.settle,
    next_manos=flow.next_manos,
    next_hand=flow.next_hand,
    cited=legality.CITED,
    note=flow.noted,
    misstep=partial(missteps.misstep, legality.MISSTEPS, settlement.fined),
    meant=auction.meant,
    unsaid=talk.unsaid,
    why_not_begun=partial(talk.why_not_begun, "ENC-JUE-4"),
    pack=lambda position: dealing.pack(position.table.variant),
    deal=dealing.deal,
    serve=dealing.serve,
    keeps=dealing.keeps,
    shows=dealing.shows,
    bound=SAYS_WHAT_IT_HOLDS,
    worlds=later("mustutor.games.mus_family.deals", "worlds"),
    narrowed=settlement.narrowed,
    why_over=visto.why_over,
    told=lambda position, deal, _: breaches.begun(settlement.fined, position, deal),
    of_deal=stated.of_deal,
    of_dealing=breaches.of_dealing,
    of_draw=stated.of_draw,
    seats=chance.seats,
    first_mano=chance.by_lot,
    chances=chance.CHANCES,
    raising=chance.RAISING,
    at_random=chance.at_random,
    hearing=partial(
        later("mustutor.games.mus_family.hearing", "heard_hand"),
        (legality.beside_the_talk, legality.limits, settlement.paid),
    ),
    taken_up=settlement.taken_up,
)
