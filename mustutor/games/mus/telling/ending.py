"""What a hand of Mus begins with and leaves behind: sides, score, games, vacas, adentro."""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.games.mus.rotation import match_over
from mustutor.games.mus.sides import side_of
from mustutor.games.mus.telling.count import Count
from mustutor.games.mus_family.conduct.articles import article
from mustutor.games.mus_family.lances import PLAYED
from mustutor.games.mus_family.talk import is_void
from mustutor.games.telling import AlreadySaid, Fact, HandEnd
from mustutor.position import Open, Position


def score(position: Position, *, whole: bool = False) -> Fact:
    """The stones each side has collected; `whole` adds the target, and games and vacas won."""
    evidence: dict[str, object] = {"score": position.in_front()}
    if whole:
        table = position.table
        evidence |= {
            "target": position.variant.number("score.target"),
            "games": dict(zip(table.sides, table.games, strict=True)),
        }
        if _vacas(position) > 1:
            evidence["vacas"] = dict(zip(table.sides, table.vacas, strict=True))
    return Fact("score", indent=0, evidence=evidence)


def beginning(position: Position) -> Iterator[Fact]:
    """Who plays with whom, once a game, and the score."""
    table = position.table
    if table.hand == 1 or table.hand_of_game == 1:
        if len(table.sides) == len(table.seats):
            yield Fact("everybody_alone", ("MUS-PLAY-2",), indent=0)
        else:
            rule = (
                "MUS-PLAY-3" if position.variant.word("players.mode") == "trios" else "MUS-PLAY-1"
            )
            first, second = (
                tuple([seat for seat in table.seats if side_of(seat) == side])
                for side in table.sides
            )
            one, other = table.sides
            evidence = {"one": one, "other": other, "partners": first, "opponents": second}
            yield Fact("partners", (rule,), indent=0, evidence=evidence)
    yield score(position, whole=True)


def settled(
    last: Position, end: Position, waiting: tuple[Open, ...], memory: AlreadySaid
) -> HandEnd:
    """The count, and what it leaves behind."""
    count = Count(last, end, waiting, memory)
    facts = tuple(count.facts())
    if is_void(end):
        rules = (article(end.variant, "exposed redeal"),)
        void = Fact("void_deal", rules, indent=0, evidence={"mano": end.mano})
        return HandEnd("count", facts, (void,))
    stones = [] if waiting and not count.entries else [score(end, whole=True)]
    return HandEnd("count", facts, (*stones, *_aftermath(end)))


def _aftermath(end: Position) -> Iterator[Fact]:
    """What the winner has won, or who is close to the target."""
    if end.winner:
        closed = {outcome.lance for outcome in end.state.closed} | {*end.skipped}
        unplayed = tuple([lance for lance in PLAYED if lance not in closed])
        if unplayed:
            ordago = any(outcome.kind == "ordago" for outcome in end.state.closed)
            rule = "MUS-ORD-1" if ordago else "MUS-END-2"
            yield Fact("not_played", (rule,), indent=0, evidence={"lances": unplayed})
        yield _won(end)
        return
    target = end.variant.number("score.target")
    margin = end.variant.number("score.adentro_margin")
    for side, stones in end.in_front().items():
        if target - margin <= stones < target:
            evidence = {"side": side, "has": stones, "target": target}
            yield Fact("adentro", ("MUS-STN-6",), indent=0, evidence=evidence)


def _won(end: Position) -> Fact:
    table, side = end.table, end.winner
    place = table.sides.index(side)
    games, most = table.games[place], end.variant.number("match.games")
    vacas, all_vacas = table.vacas[place], _vacas(end)
    evidence = {"side": side, "games": games, "most": most, "vacas": vacas, "needed": all_vacas}
    if games < most:
        kind = "games_won" if all_vacas == 1 else "games_won_of_a_vaca"
        return Fact(kind, ("MUS-MATCH-1",), indent=0, evidence=evidence)
    if not match_over(end):
        return Fact("wins_a_vaca", ("MUS-MATCH-2",), indent=0, evidence=evidence)
    if all_vacas == 1:
        return Fact("wins_the_match", ("MUS-MATCH-1",), indent=0, evidence=evidence)
    return Fact("wins_the_match_in_vacas", ("MUS-MATCH-2",), indent=0, evidence=evidence)


def _vacas(position: Position) -> int:
    return position.variant.number("match.vacas")
