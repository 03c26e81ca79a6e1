"""How a hand of Encaje is told: bets and pots, the showdown, and who is left with stones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.games.encaje.telling import play, reasons
from mustutor.games.encaje.telling.sentences import ENCAJE
from mustutor.games.encaje.telling.showdown import Showdown, Unpaid
from mustutor.games.mus_family.telling.teller import FamilyTeller
from mustutor.games.telling import AlreadySaid, Fact, HandEnd
from mustutor.language import Language
from mustutor.position import Open, Position, WouldEnd


class EncajeTeller(FamilyTeller):
    """What Encaje says about itself."""

    sentences = ENCAJE
    comparing = ("ENC-SET-10",)
    over_at = ("ENC-SES-1",)

    def before_the_match(self, tongue: Language) -> tuple[str, str]:
        """Stones lie in front, and games are lost."""
        return tongue.say("Stones in front at the start"), tongue.say("Games lost before")

    lance_opens = staticmethod(play.opening)
    bets = staticmethod(play.bets)
    declared = staticmethod(play.declared)
    closing = staticmethod(play.closing)
    bid = staticmethod(play.bid)
    withheld = staticmethod(play.withheld)
    why = staticmethod(reasons.reasons)

    def would_end(self, end: Position) -> Iterator[Fact]:
        """Who loses, unless stones moved by what the record leaves out."""
        if end.would_end is not None:
            yield from _would_end(end.would_end)

    def ending(
        self,
        last: Position,  # noqa: ARG002 - the showdown is told from its end
        end: Position,
        waiting: tuple[Open, ...],
        said: AlreadySaid,
    ) -> HandEnd:
        """The showdown, and what it leaves behind."""
        showdown = Showdown(end, waiting, said)
        facts = tuple(showdown.facts())
        stones = [self.stones(end, whole=True)] if showdown.entries or not facts else []
        return HandEnd("showdown", facts, (*stones, *_aftermath(end, showdown.void)))


TELLER = EncajeTeller()


def _would_end(ending: WouldEnd) -> Iterator[Fact]:
    kind = "would_lose" if ending.first else "would_lose_by_these_stones"
    evidence = {"seat": ending.side, "lances": ending.first}
    yield Fact(kind, ("ENC-END-1", "ENC-END-3"), indent=0, evidence=evidence)


def _aftermath(end: Position, void: Sequence[Unpaid]) -> Iterator[Fact]:
    """Who drops out, who loses, and what is void because the game is over."""
    gone = tuple([seat for seat in end.order if not end.stones_of(seat)])
    if gone and not end.pots and not end.unplayed:
        yield Fact("drops_out", ("ENC-STN-4",), indent=0, evidence={"seats": gone})
    if end.would_end is not None:
        yield from _would_end(end.would_end)
    if not end.loser:
        return
    settling = any(entry.when == "showdown" for entry in end.ledger)
    rules = ("ENC-END-1", "ENC-END-3" if settling else "ENC-END-2")
    yield Fact("loses", rules, indent=0, evidence={"seat": end.loser})
    for missing in void:
        yield Fact(
            "void",
            ("ENC-END-3",),
            indent=0,
            evidence={"seat": missing.payer, "lance": missing.lance, "due": missing.due},
        )
    table = end.table
    lost = dict(zip(table.seats, table.games, strict=True))[end.loser]
    most = end.variant.rules["encaje.session_losses"]
    yield Fact(
        "loses_the_session" if lost == most else "games_lost",
        ("ENC-SES-1",),
        indent=0,
        evidence={"seat": end.loser, "lost": lost, "most": most},
    )
