"""How a hand of Encaje is told: bets and pots, the showdown, and who is left with stones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.calls import Call
from mustutor.games.encaje.telling import play, reasons
from mustutor.games.encaje.telling.sentences import ENCAJE
from mustutor.games.encaje.telling.showdown import Showdown, Unpaid
from mustutor.games.mus_family.state import Outcome
from mustutor.games.mus_family.telling.teller import FamilyTeller
from mustutor.games.telling import AlreadySaid, Fact, HandEnd, Line, Offered
from mustutor.language import Language
from mustutor.position import Open, Option, Position, Step


class EncajeTeller(FamilyTeller):
    """What Encaje says about itself."""

    sentences = ENCAJE
    comparing = ("ENC-SET-10",)

    def before_the_match(self, tongue: Language) -> tuple[str, str]:
        """Stones lie in front, and games are lost."""
        return tongue.say("In front at the start"), tongue.say("Games lost before")

    # --- a hand ---

    def lance_opens(self, position: Position, said: AlreadySaid) -> Iterator[Fact]:
        """Who cannot speak in a lance that begins, and why."""
        return play.opening(position, said)

    def bets(self, step: Step, call: Call, said: AlreadySaid) -> Iterator[Fact]:
        """What there is to learn from a call of the betting."""
        return play.bets(step, call, said)

    def declared(self, before: Position, after: Position) -> Iterator[Fact]:
        """Who will bet, now that several players have declared."""
        return play.declared(before, after)

    def closing(
        self, outcome: Outcome, before: Position, after: Position, said: AlreadySaid
    ) -> Iterator[Fact]:
        """How a lance ended, and what moves at once."""
        return play.closing(outcome, before, after, said)

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

    # --- a refusal, and a question ---

    def bid(self, position: Position, option: Option, tongue: Language) -> Offered:
        """An option of the betting."""
        return play.bid(position, option, tongue)

    def withheld(
        self, position: Position, options: Sequence[Option], tongue: Language
    ) -> Iterator[Line]:
        """Why there is no stake among the options."""
        return play.withheld(position, options, tongue)

    def why(
        self, end: Position, waiting: Sequence[Open], seat: str, lance: str
    ) -> tuple[int, Iterator[Fact]]:
        """The stones a seat got in a lance, less those it gave, and why."""
        return reasons.reasons(end, waiting, seat, lance)


TELLER = EncajeTeller()


def _aftermath(end: Position, void: Sequence[Unpaid]) -> Iterator[Fact]:
    """Who drops out, who loses, and what is void because the game is over."""
    gone = tuple([seat for seat in end.order if not end.stones_of(seat)])
    if gone and not end.pots:
        yield Fact("drops_out", ("ENC-STN-4",), indent=0, evidence={"seats": gone})
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
