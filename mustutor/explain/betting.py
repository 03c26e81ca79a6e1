"""A call as a line, with what there is to learn from it: at most one remark for each."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.calls import SPOKEN, Call
from mustutor.explain import referee
from mustutor.games import heard
from mustutor.games.mus_family.conduct.articles import article
from mustutor.games.mus_family.talk import corrido
from mustutor.games.telling import AlreadySaid, Fact, Teller
from mustutor.position import Position, Step

STAKING = ("envido", "subo")
EVERY_TIME = frozenset(
    ("more_means", "counts_for_less", "ordago", "perete", "mano_moves_on", "cuts_and_is_mano")
)
"""Remarks without which the call itself is not understood; the others are made once a hand."""

CORRIDO = {"game": "corrido_in_the_game", "match": "corrido_in_the_match"}
EXPOSED = {
    "forced_mus": "exposed_so_mus",
    "mano_chooses": "exposed_so_mano_chooses",
    "redeal": "exposed_so_dealt_again",
    "ignore": "exposed_for_nothing",
}


def call_facts(step: Step, memory: AlreadySaid, teller: Teller) -> Iterator[Fact]:
    """The call with the first remark that was not made before in this hand.

    After a signal, or something said, comes what the referee says of it.
    """
    if step.call.verb in SPOKEN:
        yield from referee.spoken(step.after.rulings[len(step.before.rulings) :], step.after)
        return
    call = heard(step.before, step.call)
    remarks = [*teller.remarks(step, call, memory), *_talk(step, call)]
    fact = next(
        (remark for remark in remarks if remark.kind in EVERY_TIME or memory.is_new(remark.kind)),
        Fact("call"),
    )
    _remember(step.before, call, memory)
    yield fact._replace(seat=call.seat, said=str(call).partition(" ")[2])


def _remember(position: Position, call: Call, memory: AlreadySaid) -> None:
    """Keep what a later remark will lean on: who passed, and who stayed for how many."""
    if position.state.auction is None:
        return
    if call.verb == "paso":
        memory.passed.add(call.seat)
    elif call.verb in STAKING:
        memory.stayed[call.seat] = (call.verb, call.stones)
    elif call.verb == "quiero":
        memory.stayed[call.seat] = (call.verb, position.state.auction.stake)


def opening(position: Position, memory: AlreadySaid) -> Iterator[Fact]:
    """Say that this hand is played with mus corrido, where its talk begins (MUS-FIRST-1)."""
    if position.lance != "mus" or not corrido(position) or not memory.is_new("corrido"):
        return
    rules = position.variant.rules
    kind = CORRIDO.get(str(rules["mus.corrido"]), "corrido_in_every_hand")
    yield Fact(kind, ("MUS-FIRST-1",))
    if rules["mus.corrido_cut"] != "any":
        yield Fact(f"corrido_cut_with_{rules['mus.corrido_cut']}", ("REG-CAN-6",))


def _talk(step: Step, call: Call) -> Iterator[Fact]:
    """What there is to learn before the lances: from mus, discards, and a card exposed."""
    before = step.before
    if call.verb == "descubre":
        action = str(before.variant.rules["exposed_card.action"])
        rules = (article(before.variant, f"exposed {action}"),)
        yield Fact(EXPOSED[action], rules, evidence={"mano": before.mano})
    elif before.lance == "mus":
        yield from _mus(step, call)
    elif before.lance != "descarte":
        return
    elif call.verb == "servido":
        yield Fact("served_with_these", ("MUS-VISTO-2",) if before.deal.exposed else ())
    elif call.verb == "descarto" and before.variant.rules["deal.forced_discard"]:
        yield Fact("throws_one_of_five", ("ENC-DEAL-4",))
    elif call.verb == "descarto":
        yield Fact("throws", ("MUS-DISC-2", "MUS-DISC-4"))


def _mano_decides(position: Position) -> bool:
    return position.variant.rules["exposed_card.action"] == "mano_chooses"


def _mus(step: Step, call: Call) -> Iterator[Fact]:
    mano = step.after.mano
    if call.verb == "mus":
        before = step.before
        if before.deal.exposed and _mano_decides(before):
            rules = (article(before.variant, "exposed mano_chooses"),)
            yield Fact("mano_says_mus_for_all", rules)
        if mano != step.before.mano:
            yield Fact("mano_moves_on", ("MUS-FIRST-3",), evidence={"mano": mano})
        yield Fact("mus", ("MUS-MUS-4",))
    elif call.verb == "corto":
        if mano != step.before.mano:
            yield Fact("cuts_and_is_mano", ("MUS-FIRST-4",), evidence={"mano": mano})
        yield Fact("no_mus", ("MUS-MUS-3",))
