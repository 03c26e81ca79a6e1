"""A game that says next to nothing about itself: Encaje's rules, and the plain teller."""

from __future__ import annotations

from mustutor.base.register import game_part
from mustutor.games.explain import PLAIN, Fact, plural
from mustutor.games.teller import Teller

ROUNDS = {"grande": "high", "chica": "low"}
ITEMS = {"stake": "what was bet"}
SENTENCES = {**PLAIN, "bets": plural("{seat} bets one.", "{seat} bets {number}.")}


class PlainTeller(Teller):
    """What this game adds: the names of two rounds, of one payment, and one remark."""

    rounds = ROUNDS
    items = ITEMS
    sentences = SENTENCES

    def remarks(self, step, said):  # noqa: ARG002 - the one remark is made whatever was said
        if step.call.verb == "envido":
            known = {"seat": step.call.seat, "stones": step.call.stones}
            yield Fact("bets", ("ENC-BET-1",), evidence=known)


TELLER = PlainTeller()


def __getattr__(name):
    return game_part("encaje", name)
