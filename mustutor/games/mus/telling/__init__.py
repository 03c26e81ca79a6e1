"""How a hand of Mus is told: who answers for a side, dejes, and the count to the target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from mustutor.games.mus.flow import match_over
from mustutor.games.mus.sides import side_of
from mustutor.games.mus.telling import play, reasons
from mustutor.games.mus.telling.count import MusCount
from mustutor.games.mus.telling.sentences import MUS
from mustutor.games.mus_family.auction import ORDAGO_STAKE
from mustutor.games.mus_family.conduct.case import article
from mustutor.games.mus_family.lances import PLAYED
from mustutor.games.mus_family.telling.teller import FamilyTeller
from mustutor.games.mus_family.visto import is_void
from mustutor.games.telling import BETWEEN, AlreadySaid, Fact, HandEnd, Movement
from mustutor.language import Language
from mustutor.ledger import BANK
from mustutor.position import Open, Position, WouldEnd

AMARRAKO = 5
"""The stones of an amarrako (MUS-STN-2)."""


class MusTeller(FamilyTeller):
    """What Mus says about itself."""

    sentences = MUS
    heap = AMARRAKO
    comparing = ("MUS-CNT-1",)
    over_at = ("MUS-MATCH-1",)

    bets = staticmethod(play.bets)
    declared = staticmethod(play.declared)
    closing = staticmethod(play.closing)
    bid = staticmethod(play.bid)
    withheld = staticmethod(play.withheld)
    why = staticmethod(reasons.reasons)

    def would_end(self, end: Position) -> Iterator[Fact]:
        """A side that wins, if nobody won before by what the record leaves out."""
        if end.would_end is not None:
            yield from _would_end(end.would_end)

    def decided(self, last: Position, end: Position) -> Iterator[Fact]:
        """What won the game, and the match if it is over; what came too late in the count."""
        if match_over(end):
            yield _won(end)
        yield from reasons.decided(last, end)

    # --- words ---

    def before_the_match(self, tongue: Language) -> tuple[str, str]:
        """Stones are collected, and games are won."""
        return tongue.say("Stones at the start"), tongue.say("Games won before")

    def words(self, fact: Fact, ranking: Any, tongue: Language) -> dict[str, Any]:
        """The evidence in words: partners listed, the score written, besides the rest."""
        words = super().words(fact, ranking, tongue)
        if "score" in words:
            score = words["score"].items()
            words["score"] = ", ".join([f"{side} {stones}" for side, stones in score])
        if fact.kind == "partners":
            words |= {name: tongue.listed(words[name]) for name in ("partners", "opponents")}
        elif fact.kind == "why_refused" and words["stake"] == ORDAGO_STAKE:
            words["stake"] = tongue.say("the whole game")
        return words

    def movement(self, movement: Movement, tongue: Language) -> str:
        """A movement of stones as a sentence; a game may be won without one."""
        known = {**self.names(movement["lance"], tongue), "taker": movement["to"]}
        if movement["item"] == "ordago":
            return tongue.say("{taker} wins the game by the órdago {at_lance}.", **known)
        if movement["item"] == "penalty" and not movement["stones"]:
            return tongue.say(
                "Because of what was said, the game goes to {side}.", side=movement["to"]
            )
        if movement["to"] == BANK:
            return tongue.count(
                "{seat} gives back {number} stone {at_lance}.",
                "{seat} gives back {number} stones {at_lance}.",
                movement["stones"],
                **{**known, "seat": movement["from"]},
            )
        return super().movement(movement, tongue)

    def moved(self, movement: Movement, tongue: Language) -> str:
        """A movement in short."""
        if movement["item"] == "ordago":
            return tongue.say("the game to {to} (órdago)", to=movement["to"])
        return super().moved(movement, tongue)

    # --- the score ---

    def stones(self, position: Position, *, whole: bool = False) -> Fact:
        """The stones each side has collected; `whole` adds the target, and games and vacas won."""
        evidence: dict[str, object] = {"score": position.in_front()}
        if whole:
            table = position.table
            evidence |= {
                "target": position.variant.number("score.target"),
                "games": dict(zip(table.sides, table.games, strict=True)),
            }
            if vacas(position) > 1:
                evidence["vacas"] = dict(zip(table.sides, table.vacas, strict=True))
        return Fact("score", indent=0, evidence=evidence)

    def stones_of_each(
        self, kind: str, evidence: Mapping[str, Any], tongue: Language
    ) -> tuple[str, str]:
        """The stones of each side, in amarrakos too; then games and vacas, where there are any."""
        if kind != "score":
            return super().stones_of_each(kind, evidence, tongue)
        pieces = [_tally(side, stones, tongue) for side, stones in evidence["score"].items()]
        if "target" in evidence:
            pieces.append(tongue.say("target {target}", target=evidence["target"]))
        if any(evidence.get("games", {}).values()):
            pieces.append(tongue.say("games {won}", won=_each(evidence["games"])))
        if any(evidence.get("vacas", {}).values()):
            pieces.append(tongue.say("vacas {won}", won=_each(evidence["vacas"])))
        return tongue.say("score"), BETWEEN.join(pieces)

    # --- a hand ---

    def beginning(self, position: Position) -> Iterator[Fact]:
        """Who plays with whom, once a game, and the score."""
        table = position.table
        if table.hand == 1 or table.hand_of_game == 1:
            if len(table.sides) == len(table.seats):
                yield Fact("everybody_alone", ("MUS-PLAY-2",), indent=0)
            else:
                rule = (
                    "MUS-PLAY-3"
                    if position.variant.word("players.mode") == "trios"
                    else "MUS-PLAY-1"
                )
                first, second = (
                    tuple([seat for seat in table.seats if side_of(seat) == side])
                    for side in table.sides
                )
                one, other = table.sides
                evidence = {"one": one, "other": other, "partners": first, "opponents": second}
                yield Fact("partners", (rule,), indent=0, evidence=evidence)
        yield self.stones(position, whole=True)

    def ending(
        self, last: Position, end: Position, waiting: tuple[Open, ...], said: AlreadySaid
    ) -> HandEnd:
        """The count, and what it leaves behind."""
        count = MusCount(last, end, waiting, said)
        facts = tuple(count.facts())
        if is_void(end):
            rules = (article(end.variant, "exposed redeal"),)
            void = Fact("void_deal", rules, indent=0, evidence={"mano": end.mano})
            return HandEnd("count", facts, (void,))
        stones = [] if waiting and not count.entries else [self.stones(end, whole=True)]
        return HandEnd("count", facts, (*stones, *_aftermath(end)))


TELLER = MusTeller()


@lru_cache(maxsize=4_096)
def _tally(side: str, stones: int, tongue: Language) -> str:
    amarrakos, rest = divmod(stones, AMARRAKO)
    known = {"side": side, "stones": stones, "rest": rest}
    if not amarrakos:
        return tongue.say("{side} {stones}", **known)
    if not rest:
        return tongue.count(
            "{side} {stones} ({number} amarrako)",
            "{side} {stones} ({number} amarrakos)",
            amarrakos,
            **known,
        )
    return tongue.count(
        "{side} {stones} ({number} amarrako and {rest})",
        "{side} {stones} ({number} amarrakos and {rest})",
        amarrakos,
        **known,
    )


def _each(counts: Mapping[str, int]) -> str:
    return ", ".join([f"{side} {number}" for side, number in counts.items()])


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
    if end.would_end is not None:
        yield from _would_end(end.would_end)
        return
    target = end.variant.number("score.target")
    margin = end.variant.number("score.adentro_margin")
    for side, stones in end.in_front().items():
        if target - margin <= stones < target:
            evidence = {"side": side, "has": stones, "target": target}
            yield Fact("adentro", ("MUS-STN-6",), indent=0, evidence=evidence)


def _would_end(ending: WouldEnd) -> Iterator[Fact]:
    kind = "would_win" if ending.first else "would_win_by_these_stones"
    evidence = {"side": ending.side, "lances": ending.first}
    yield Fact(kind, ("MUS-CNT-1", "MUS-END-2"), indent=0, evidence=evidence)


def _won(end: Position) -> Fact:
    table, side = end.table, end.winner
    place = table.sides.index(side)
    games, most = table.games[place], end.variant.number("match.games")
    vacas_won, all_vacas = table.vacas[place], vacas(end)
    evidence = {"side": side, "games": games, "most": most, "vacas": vacas_won, "needed": all_vacas}
    if games < most:
        kind = "games_won" if all_vacas == 1 else "games_won_of_a_vaca"
        return Fact(kind, ("MUS-MATCH-1",), indent=0, evidence=evidence)
    if not match_over(end):
        return Fact("wins_a_vaca", ("MUS-MATCH-2",), indent=0, evidence=evidence)
    if all_vacas == 1:
        return Fact("wins_the_match", ("MUS-MATCH-1",), indent=0, evidence=evidence)
    return Fact("wins_the_match_in_vacas", ("MUS-MATCH-2",), indent=0, evidence=evidence)


def vacas(position: Position) -> int:
    """How many vacas the match is played for."""
    return position.variant.number("match.vacas")
