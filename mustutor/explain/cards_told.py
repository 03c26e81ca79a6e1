"""The cards of a hand as they become known: dealt, thrown, served."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.explain.words import changed, others, ranks_rules, shown
from mustutor.games.mus_family.ranking import Ranking
from mustutor.games.telling import AlreadySaid, Fact
from mustutor.position import Hand, Position, Step


def told(step: Step, memory: AlreadySaid) -> Iterator[Fact]:
    """What the deck deals or serves, a line a seat, and which cards are not in the record."""
    ranking = step.after.state.ranking
    seats = step.after.order
    if step.call.verb == "sirve":
        seats = tuple([seat for seat in seats if _thrown(step.before, seat)])
    unknown = []
    new = dict(step.call.hands)
    cards: list[Hand] = []
    for seat in seats:
        if seat not in new:
            unknown.append(seat)
            continue
        holds = step.after.hand_of(seat)
        cards.append(new[seat] if holds is None else holds)
        evidence: dict[str, object] = {"cards": new[seat]}
        if step.call.verb == "sirve" and holds is not None:
            evidence |= {"seat": seat, "hand": holds}
            yield Fact(
                "served", seat=seat, said="+ " + shown(new[seat], ranking), evidence=evidence
            )
        else:
            yield Fact("dealt", seat=seat, said=shown(new[seat], ranking), evidence=evidence)
    if unknown:
        yield Fact("cards_not_recorded", evidence={"seats": tuple(unknown)})
    yield from _reshuffled(step)
    yield from brackets(cards, ranking, memory)


def brackets(
    hands: list[Hand], ranking: Ranking, memory: AlreadySaid, indent: int = 1
) -> Iterator[Fact]:
    """Why a card has another rank in brackets, the first time there is one (MUS-RANK-3)."""
    if any(changed(hand, ranking) for hand in hands) and memory.is_new("brackets"):
        plays_as = others(ranking)
        yield Fact(
            "brackets", ranks_rules(plays_as), indent=indent, evidence={"plays_as": plays_as}
        )


def _thrown(position: Position, seat: str) -> Hand:
    return position.deal.thrown[position.table.seats.index(seat)]


def _reshuffled(step: Step) -> Iterator[Fact]:
    """Say when the stock ran out while cards were served (MUS-DISC-5, MUS-DISC-6)."""
    if step.call.verb != "sirve":
        return
    wanted = sum(len(cards) for cards in step.before.deal.thrown)
    if wanted > step.before.deal.stock:
        yield Fact("stock_runs_out", ("MUS-DISC-5",))
        if step.after.deal.heap:
            yield Fact("own_discards_stay_aside", ("MUS-DISC-6",))
