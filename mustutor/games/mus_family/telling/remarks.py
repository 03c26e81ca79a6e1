"""What there is to learn from a call: of mus, of discards, and what the referee says of talk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mustutor.calls import Call
from mustutor.games import heard
from mustutor.games.mus_family.conduct.case import article
from mustutor.games.mus_family.discards import corrido
from mustutor.games.mus_family.signals import Signal, list_names, signal_list, signals_of
from mustutor.games.mus_family.visto import is_visto
from mustutor.games.telling import AlreadySaid, Fact
from mustutor.history import unlike
from mustutor.ledger import Ruling
from mustutor.position import Position, Step

STAKING = ("envido", "subo")
CORRIDO = {"game": "corrido_in_the_game", "match": "corrido_in_the_match"}
EXPOSED = {
    "forced_mus": "exposed_so_mus",
    "mano_chooses": "exposed_so_mano_chooses",
    "redeal": "exposed_so_dealt_again",
    "ignore": "exposed_for_nothing",
}
RULED = {True: "allowed", None: "cannot_be_told", False: "offence"}


def opening(position: Position, said: AlreadySaid) -> Iterator[Fact]:
    """Say that this hand is played with mus corrido (MUS-FIRST-1), or begins as mus visto."""
    if position.deal.uncut and not position.deal.discards and said.is_new("uncut_so_mus"):
        yield Fact("uncut_so_mus", ("REG-CAN-8",), evidence={"dealer": position.order[-1]})
    if position.lance != "mus" or not corrido(position) or not said.is_new("corrido"):
        return
    rules = position.variant.rules
    kind = CORRIDO.get(str(rules["mus.corrido"]), "corrido_in_every_hand")
    yield Fact(kind, ("MUS-FIRST-1",))
    if rules["mus.corrido_cut"] != "any":
        yield Fact(f"corrido_cut_with_{rules['mus.corrido_cut']}", ("REG-CAN-6",))


def passed(said: AlreadySaid, seat: str) -> bool:
    """Whether a seat has passed in the betting being told."""
    return any(
        step.call.seat == seat
        and step.call.verb == "paso"
        and step.before.state.auction is not None
        for step in said.steps
    )


def stayed(said: AlreadySaid, seat: str) -> tuple[str, int] | None:
    """How a seat last stayed in the betting being told: its verb, and for how many stones."""
    for step in reversed(said.steps):
        auction = step.before.state.auction
        if step.call.seat != seat or auction is None:
            continue
        call = heard(step.before, step.call)
        if call.verb in STAKING:
            return call.verb, call.stones
        if call.verb == "quiero":
            return call.verb, auction.stake
    return None


def talk(step: Step, call: Call) -> Iterator[Fact]:
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
        yield Fact("served_with_these", ("MUS-VISTO-2",) if is_visto(before) else ())
    elif call.verb == "descarto" and before.variant.rules["deal.forced_discard"]:
        yield Fact("throws_one_of_five", ("ENC-DEAL-4",))
    elif call.verb == "descarto":
        yield Fact("throws", ("MUS-DISC-2", "MUS-DISC-4"))


def _mus(step: Step, call: Call) -> Iterator[Fact]:
    mano = step.after.mano
    if call.verb == "mus":
        before, rules = step.before, step.before.variant.rules
        if before.deal.exposed and rules["exposed_card.action"] == "mano_chooses":
            cited = (article(before.variant, "exposed mano_chooses"),)
            yield Fact("mano_says_mus_for_all", cited)
        if mano != before.mano:
            yield Fact("mano_moves_on", ("MUS-FIRST-3",), evidence={"mano": mano})
        yield Fact("mus", ("MUS-MUS-4",))
    elif call.verb == "corto":
        if mano != step.before.mano:
            yield Fact("cuts_and_is_mano", ("MUS-FIRST-4",), evidence={"mano": mano})
        elif call.seat != mano and step.after.speaker == call.seat:
            evidence = {"seat": call.seat, "mano": mano}
            yield Fact("cutter_opens", ("MUS-TABLE-2",), evidence=evidence)
        yield Fact("no_mus", ("MUS-MUS-3",))


def spoken(given: Iterable[Ruling], position: Position) -> Iterator[Fact]:
    """Tell what was signalled or said, whether the rulebook allows it, and what it costs."""
    for ruling in given:
        described = _described(ruling, position)
        if described is None:
            yield from ruled([ruling])
        elif ruling.allowed:
            yield described._replace(kind=f"{described.kind}_allowed", rules=(ruling.rule,))
        else:
            yield described
            yield from (fact._replace(seat="", said="") for fact in ruled([ruling]))


def ruled(given: Iterable[Ruling]) -> Iterator[Fact]:
    """Tell rulings by themselves: on words and on declarations, and those made later."""
    for ruling in given:
        seat = ruling.call.seat
        evidence: dict[str, object] = {"seat": seat, "side": seat[0], "lance": ruling.lance}
        if ruling.offence:
            evidence |= {"offence": ruling.offence, "article": ruling.rule}
            evidence |= {"penalty": ruling.penalty or "none", "stones": ruling.stones}
        kind, said = RULED[ruling.allowed], _words(ruling)
        yield Fact(kind, (ruling.rule,), seat, said, evidence=evidence)
        if ruling.offence:
            yield Fact("penalty", (ruling.rule,), evidence=evidence)


def reconsidered(before: Sequence[Ruling], after: Sequence[Ruling]) -> Iterator[Fact]:
    """Tell the rulings that are others now, by what was said or shown since."""
    yield from ruled([new for _, new in unlike(before, after)])


def _words(ruling: Ruling) -> str:
    """The words it rules on; none where nothing was said."""
    return str(ruling.call).partition(" ")[2] if ruling.call.verb else ""


def _described(ruling: Ruling, position: Position) -> Fact | None:
    """A signal with what it means, and how this table makes it; nothing for other words."""
    call = ruling.call
    if call.verb != "sena":
        return None
    own = signals_of(position.variant.rules).get(call.word)
    known = own or _elsewhere(call.word)
    if known is None:
        return None
    evidence = {
        "signal": call.word,
        "meaning": dict(known.meaning),
        "gesture": dict(known.gesture),
    }
    kind = "signal_with_gesture" if own else "signal_with_meaning"
    return Fact(kind, (), call.seat, _words(ruling), evidence=evidence)


def _elsewhere(word: str) -> Signal | None:
    """A signal this table does not play by, as another list has it."""
    return next((found[word] for found in map(signal_list, list_names()) if word in found), None)
