"""Tell a deal of Enflé: who wins a trick, who takes one up, who is first out of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any

from mustutor.base.language import Language, mark
from mustutor.games.enfle import ANTE, DEAL, TRICK
from mustutor.games.enfle.rules import EnfleState, known_hand, playable, winner_of
from mustutor.games.explain import (
    BETWEEN,
    Fact,
    HandEnd,
    Movement,
    OptionInWords,
    TableCenter,
    ToldSoFar,
    sentences,
)
from mustutor.games.shedding_family.cards import PLAY, TAKE
from mustutor.games.shedding_family.teller import SHED, SheddingTeller
from mustutor.model.ledger import POT
from mustutor.model.position import OpenPayment, Option, Position, Step

ENFLE = {**SHED, **sentences("enfle")}


def counts(position: Position, seats: Sequence[str]) -> str:
    """How many cards each of some seats has: ``A 8   B 7``."""
    left = dict(zip(position.table.seats, position.state.left, strict=True))
    return "   ".join([f"{seat} {left[seat]}" for seat in seats])


def _first_without(end: Position) -> Iterator[Fact]:
    """The facts on who was first without a card, and on what the others had left."""
    first = end.state.shed
    yield Fact("first_without", ("ENF-14",), evidence={"seat": first, "tricks": end.state.tricks})
    others = [seat for seat in end.order if seat != first]
    yield Fact("left_with", evidence={"counts": counts(end, others)})


class EnfleTeller(SheddingTeller):
    """What Enflé says about itself."""

    sentences = ENFLE
    every_time = frozenset(("takes_up", "takes_up_unjudged", "last_card"))
    at_once = frozenset(("takes_up",))
    left_after = mark("Chips after the deal: {counts}")
    over_at = ("ENF-14",)
    rounds = MappingProxyType({TRICK: mark("the trick"), ANTE: mark("the ante")})
    items = MappingProxyType(
        {"ante": mark("the ante"), "pot": mark("the pot"), "revoke": mark("not following suit")}
    )
    forms = MappingProxyType(
        {
            TRICK: (mark("trick"), mark("of the tricks"), mark("in the tricks")),
            ANTE: (mark("ante"), mark("of the ante"), mark("for the ante")),
            DEAL: (mark("deal"), mark("of the deal"), mark("in the deal")),
        }
    )

    def in_all(self, count: int, language: Language) -> str:
        """The chips of all, the pot among them."""
        return language.count_noun("{number} chip in all", count)

    def stones_text(self, stones: int, language: Language) -> str:
        """A number of chips, in words."""
        return language.count_noun("{number} chip", stones)

    def before_the_match(self, language: Language) -> tuple[str, str]:
        """Chips lie in front, and games are won."""
        return language.say("Chips at the start"), language.say("Games won before")

    def movement(self, movement: Movement, language: Language) -> str:
        """A movement of chips as a sentence."""
        known = {"seat": movement["from"], "taker": movement["to"]}
        if movement["to"].startswith(POT):
            return language.count_noun(
                "{seat} puts {number} chip in the pot.", movement["stones"], **known
            )
        return language.count_noun(
            "{taker} takes the pot: {number} chip.", movement["stones"], **known
        )

    def middle(self, position: Position, language: Language) -> TableCenter:
        """The cards of the trick, the pot, and how many cards each has."""
        state: EnfleState = position.state
        score = [
            language.say("trick {number}", number=state.tricks),
            language.say("pot {stones}", stones=state.pot),
        ]
        return TableCenter(
            (),
            (BETWEEN.join(score),),
            (language.say("cards: {counts}", counts=counts(position, position.order)),),
            tuple([(s, (card,)) for s, card in zip(state.players, state.trick, strict=True)]),
        )

    # --- a deal ---

    def beginning(self, position: Position) -> Iterator[Fact]:
        """Who has put what in the pot."""
        yield from map(self._moved, position.ledger)
        yield self.stones(position, whole=True)

    def remarks(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:  # noqa: ARG002
        """Why a card was led or followed, and why a trick was taken up."""
        before, call, after = step
        state: EnfleState = before.state
        seat = call.seat
        if call.verb == TAKE:
            known = {"seat": seat, "suit": state.led, "cards": state.trick}
            if known_hand(before, seat) is None:
                yield Fact("takes_up_unjudged", ("ENF-11", "ENF-9"), evidence=known)
            yield Fact("takes_up", ("ENF-11",), evidence={**known, "count": len(state.trick)})
            return
        if call.verb != PLAY:
            return
        card = call.cards[0]
        if not after.state.left[before.table.seats.index(seat)]:
            yield Fact("last_card", ("ENF-14",), evidence={"seat": seat})
        if not state.trick:
            yield from self._led(before, seat, card.suit)
            return
        known = {"seat": seat, "suit": state.led}
        able = playable(before, seat)
        if able is not None and len(able) == 1:
            yield Fact("only_card", ("ENF-9",), evidence=known)
        elif able is not None:
            yield Fact("must_follow", ("ENF-9",), evidence={**known, "cards": able})

    def _led(self, before: Position, seat: str, suit: str) -> Iterator[Fact]:
        state: EnfleState = before.state
        known = {"seat": seat, "suit": suit}
        if suit in state.lacks[before.table.seats.index(seat)]:
            yield Fact("leads_what_was_lacked", ("ENF-12",), evidence=known)
        if state.tricks == 1:
            yield Fact("leads", ("ENF-8",), evidence=known)

    def after(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:  # noqa: ARG002
        """Who takes a trick that is over, and how many cards each has then."""
        before, call, after = step
        if call.verb == TAKE:
            yield Fact("now_holds", evidence={"counts": counts(after, after.order)})
        elif call.verb == PLAY and not after.said:
            state = before.state._replace(
                trick=(*before.state.trick, *call.cards), players=(*before.state.players, call.seat)
            )
            if len(state.trick) == len(after.order):
                seat = winner_of(state)
                card = state.trick[state.players.index(seat)]
                known = {"seat": seat, "card": card}
                yield Fact("trick_goes_to", ("ENF-9", "ENF-10"), evidence=known)
                yield Fact("now_holds", evidence={"counts": counts(after, after.order)})
        elif after.state.shed and not before.state.shed:
            yield Fact("waits_for_the_trick", ("ENF-14",), evidence={"seat": call.seat})

    def settled(
        self,
        last: Position,
        end: Position,
        waiting: tuple[OpenPayment, ...],  # noqa: ARG002 - no payment waits for cards
        said: ToldSoFar,  # noqa: ARG002
    ) -> HandEnd:
        """Who was first without a card, and takes the pot."""
        state: EnfleState = end.state
        facts: list[Fact] = []
        if state.shed:
            facts += _first_without(end)
        elif last.lance == "showdown":
            known: dict[str, Any] = {"tricks": state.tricks, "pot": state.pot}
            facts.append(Fact("nobody_has_won", ("ENF-14",), evidence=known))
        facts += map(self._moved, end.ledger[len(last.ledger) :])
        over = []
        if end.winner:
            over.append(Fact("wins", ("ENF-14",), indent=0, evidence={"side": end.winner}))
            won = dict(zip(end.table.seats, end.table.games, strict=True))[end.winner]
            over.append(Fact("game_counted", indent=0, evidence={"seat": end.winner, "won": won}))
        return HandEnd("count", tuple(facts), (self.stones(end, whole=True), *over))

    def offered(self, position: Position, option: Option, language: Language) -> OptionInWords:
        """What may be led or followed with, or why the trick is taken up."""
        led = position.state.led
        if option.verb == TAKE:
            text = language.say(
                "If you cannot follow suit, you take up the cards on the table and lead."
            )
            return OptionInWords(TAKE, text, ("ENF-11",))
        cards = playable(position, option.seat)
        if cards is None:
            rule = "ENF-9" if led else "ENF-8"
            return OptionInWords(
                PLAY, language.say("A card: the record does not say which they hold."), (rule,)
            )
        if not led:
            text = language.say("Any card in the hand: {cards}.", cards=" ".join(cards))
            return OptionInWords(f"{PLAY} {cards[0]}", text, ("ENF-8",))
        text = language.say("A card of the suit led: {cards}.", cards=" ".join(cards))
        return OptionInWords(f"{PLAY} {cards[0]}", text, ("ENF-9",))

    # --- a question ---

    def reasons(
        self,
        end: Position,
        waiting: Sequence[OpenPayment],  # noqa: ARG002 - no payment waits for cards
        seat: str,
        lance: str,
    ) -> Iterator[Fact]:
        """Why somebody took the pot, or did not; why chips were put in."""
        state: EnfleState = end.state
        if lance == ANTE:
            yield Fact("why_anted", ("ENF-4",))
            return
        if state.shed == seat:
            yield from _first_without(end)
        elif state.shed:
            count = dict(zip(end.table.seats, state.left, strict=True))[seat]
            known = {"winner": state.shed, "seat": seat, "count": count}
            yield Fact("why_not_first", ("ENF-14",), evidence=known)
        else:
            kind = "why_nobody" if end.lance == "end" else "why_not_over"
            yield Fact(kind, ("ENF-14",))


TELLER = EnfleTeller()
