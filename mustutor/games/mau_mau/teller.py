"""Tell a hand of Mau-Mau: what is matched, what is owed and kept, what the hand scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Any

from mustutor.base.language import Language, mark
from mustutor.games.explain import (
    Fact,
    HandEnd,
    Movement,
    OptionInWords,
    TableCenter,
    ToldSoFar,
    sentences,
)
from mustutor.games.mau_mau import ROUND
from mustutor.games.mau_mau.table import (
    ANY,
    JACK,
    OWED,
    MauMauState,
    RemainingCards,
    drawn_card,
    is_whole,
)
from mustutor.games.mau_mau.turns import SPADES, must_play, playable
from mustutor.games.shedding_family.cards import DRAW, PASS, PLAY, says_one_card, suit_called, suits
from mustutor.games.shedding_family.teller import SHED, SheddingTeller
from mustutor.model.calls import HIDDEN
from mustutor.model.ledger import BANK, Entry
from mustutor.model.position import OpenPayment, Option, Position, Step

MAU_MAU = {**SHED, **sentences("mau_mau")}


class MauMauTeller(SheddingTeller):
    """What Mau-Mau says about itself."""

    sentences = MAU_MAU
    every_time = frozenset(
        ("calls", "calls_nothing", "seven", "eight", "is_silent", "last_card", "keeps", "reneges")
        + ("draws_for_silence", "passes", "two_jacks", "says_one_card", "draws_for_seven")
        + ("draws_for_eight", "draws_last_for_eight")
    )
    at_once = frozenset(
        ("calls", "calls_nothing", "seven", "eight", "says_one_card", "is_silent")
        + ("draws_for_silence", "no_effect_at_the_end")
    )
    left_after = mark("Points after the hand: {counts}")
    over_at = ("MAU-3",)
    rounds = MappingProxyType({ROUND: mark("the play")})
    items = MappingProxyType(
        {
            "cards": mark("the cards left"),
            "double": mark("the spade starter"),
            "quadruple": mark("two jacks"),
            "penalty": mark("a draw although able to play"),
            "mismatch": mark("a card that did not match"),
        }
    )
    forms = MappingProxyType({ROUND: (mark("play"), mark("of the play"), mark("in the play"))})

    def stones_text(self, stones: int, language: Language) -> str:
        """A number of points, in words; penalties can bring it below zero."""
        return language.count_noun("{number} point", stones)

    def held(self, language: Language) -> str:
        """What stands before the score."""
        return language.say("points")

    def before_the_match(self, language: Language) -> tuple[str, str]:
        """Points are scored, and matches are won."""
        return language.say("Points at the start"), language.say("Games won before")

    def movement(self, movement: Movement, language: Language) -> str:
        """A movement of points as a sentence."""
        known = {"seat": movement["from"], "taker": movement["to"]}
        known["item"] = self.item(movement["item"], language)
        if movement["from"] == BANK:
            return language.count_noun(
                "{taker} scores {number} point: {item}.", movement["stones"], **known
            )
        return language.count_noun(
            "{seat} is charged {number} point: {item}.", movement["stones"], **known
        )

    def middle(self, position: Position, language: Language) -> TableCenter:
        """The upcard and what it asks for, the stock, and how many cards each has."""
        state: MauMauState = position.state
        top = []
        if state.called == ANY:
            top.append(language.say("any card goes"))
        elif state.called:
            top.append(language.say("called: {suit}", suit=suits(language)[state.called]))
        if state.owed:
            top.append(language.say("to draw: {owed}", owed=state.owed))
        left = "   ".join(
            [f"{seat} {n}" for seat, n in zip(position.table.seats, state.left, strict=True)]
        )
        return TableCenter(
            tuple(top),
            past=(language.say("cards: {counts}", counts=left),),
            cards=((language.say("upcard"), (state.upcard or HIDDEN,)),),
            piles=(language.say("stock {stock}", stock=state.stock),),
        )

    # --- a hand ---

    def beginning(self, position: Position) -> Iterator[Fact]:
        """The score, and the starter."""
        yield self.stones(position)
        starter = position.state.starter
        if starter is not None:
            kind, rule = (
                ("starter_spade", "MAU-20") if starter.suit == "s" else ("starter", "MAU-7")
            )
            yield Fact(kind, (rule,), indent=0, evidence={"card": starter})

    def spelt(self, step: Step) -> str:
        """A call in its words, and the card it drew where that is known."""
        cards = drawn_card(step)
        return f"{DRAW} + {cards[0]}" if cards else super().spelt(step)

    def remarks(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:  # noqa: ARG002
        """What a learner could ask about a call, the most telling first."""
        if step.call.verb == PLAY:
            yield from _played(step)
        elif step.call.verb == DRAW:
            yield from _drawn(step)
        elif step.call.verb == PASS:
            yield Fact("passes", ("MAU-9",), evidence={"seat": step.call.seat})

    def after(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:  # noqa: ARG002
        """What else came of a call: a call for a suit beside two jacks, a stock shuffled again."""
        before, call, after = step
        if call.verb == DRAW and not before.state.stock:
            yield Fact("stock_ran_out", ("MAU-9",), evidence={"count": after.state.stock + 1})
        if call.verb == DRAW and call.seat in before.state.silent and before.state.owed:
            yield Fact("mended", ("MAU-18",), evidence={"seat": call.seat})
        if call.verb != PLAY:
            return
        effects = list(_effects(step))
        yield from effects[1:]

    def settled(
        self,
        last: Position,
        end: Position,
        waiting: tuple[OpenPayment, ...],
        said: ToldSoFar,  # noqa: ARG002
    ) -> HandEnd:
        """What the cards left are worth, card by card, and what is charged."""
        facts = list(self._counted(end, end.ledger[len(last.ledger) :]))
        facts += _waits(end, waiting, self)
        over = []
        if end.winner:
            known = {"seat": end.winner, "target": end.variant.number("mau_mau.target")}
            known["difference"] = abs(end.stones[0] - end.stones[1])
            over.append(Fact("wins_match", ("MAU-3", "MAU-22"), indent=0, evidence=known))
        elif end.lance == "end":
            known = {"difference": abs(end.stones[0] - end.stones[1])}
            over.append(Fact("difference", ("MAU-22",), indent=0, evidence=known))
        return HandEnd("count", tuple(facts), (self.stones(end), *over))

    def _counted(self, end: Position, entries: Sequence[Entry]) -> Iterator[Fact]:
        """The entries of a count, each with what it rests on; together they are the score."""
        for entry in entries:
            rules, stones = (entry.rule,), entry.stones
            because = entry.because
            if entry.item in ("penalty", "mismatch"):
                known: dict[str, Any] = {"seat": entry.src, "stones": stones}
                kind = "charged" if entry.item == "penalty" else "charged_for_a_mismatch"
                yield Fact(kind, rules, evidence=known)
                continue
            assert isinstance(because, RemainingCards)
            known = {"seat": entry.dst, "stones": stones, "card": because.starter}
            if entry.item == "cards":
                pieces = [f"{c} {n}" for c, n in zip(because.cards, because.points, strict=True)]
                told = {"seat": because.seat, "sum": f"{' + '.join(pieces)} = {stones}"}
                yield Fact("cards_left", ("MAU-2",), evidence=told)
                yield Fact("points_scored", rules, evidence=known)
            elif entry.item == "double":
                yield Fact("doubled", rules, evidence=known)
            else:
                yield Fact("quadrupled", rules, evidence=known)
                both = end.variant.word("mau_mau.multipliers") == "product"
                if because.starter is not None and because.starter.suit == SPADES and not both:
                    yield Fact("swallowed", ("MAU-20",))

    def offered(self, position: Position, option: Option, language: Language) -> OptionInWords:
        """What may be played, or why a card is drawn."""
        if option.verb == PASS:
            return OptionInWords(PASS, language.say("There is nothing left to draw."), ("MAU-9",))
        cards = playable(position, option.seat)
        if option.verb == DRAW:
            return self._offered_draw(position, option, language)
        if not cards:
            return OptionInWords(
                PLAY, language.say("A card: the record does not say which they hold."), ("MAU-8",)
            )
        text = language.say("One that matches: {cards}.", cards=" ".join(cards))
        return OptionInWords(f"{PLAY} {cards[0]}", text, ("MAU-8",))

    def _offered_draw(
        self, position: Position, option: Option, language: Language
    ) -> OptionInWords:
        state: MauMauState = position.state
        if state.owed:
            rule = "MAU-12" if state.owed == 1 and state.upcard.rank == "7" else "MAU-13"  # type: ignore[union-attr]
            text = language.count_noun("{number} card must be drawn.", state.owed)
            return OptionInWords(DRAW, text, (rule,))
        if option.seat in state.silent:
            return OptionInWords(DRAW, language.say("“One card” was not said."), ("MAU-18",))
        able = must_play(position, option.seat)
        if able:
            text = language.say(
                "That would cost fifty points, because these can be played: {cards}.",
                cards=" ".join(able),
            )
            return OptionInWords(DRAW, text, ("MAU-11",))
        return OptionInWords(DRAW, language.say("One card from the stock."), ("MAU-9",))

    # --- a question ---

    def reasons(
        self,
        end: Position,
        waiting: Sequence[OpenPayment],
        seat: str,
        lance: str,  # noqa: ARG002 - there is one round
    ) -> Iterator[Fact]:
        """Why somebody scored so much, card by card, or nothing."""
        yield from self._counted(end, [e for e in end.ledger if seat in (e.src, e.dst)])
        shed = end.state.shed
        if waiting:
            yield from _waits(end, waiting, self)
        elif shed and shed != seat:
            yield Fact("why_other_won", ("MAU-19",), evidence={"winner": shed})
        elif not shed:
            yield Fact("why_not_over", ("MAU-19",))


def _waits(end: Position, waiting: Sequence[OpenPayment], teller: MauMauTeller) -> Iterator[Fact]:
    """The hands that payments wait for: to be counted, or to show who was able to play."""
    if end.ledger and waiting:
        seats = tuple([seat for open_ in waiting for seat in open_.parties])
        yield Fact("why_waits_for_renege", ("MAU-11",), evidence={"seats": seats})
    else:
        yield from teller.waits(tuple(waiting))


def _played(step: Step) -> Iterator[Fact]:
    """What a card brings about, and then why it goes there."""
    before, call, after = step
    yield from _effects(step)
    state: MauMauState = before.state
    upcard, card = state.upcard, call.cards[0]
    if upcard is None:
        return
    known: dict[str, Any] = {"seat": call.seat, "card": card, "upcard": upcard}
    if state.called == ANY:
        yield Fact("any_card", ("MAU-15",), evidence=known)
    elif state.called and card.suit == state.called:
        yield Fact("suit_called", ("MAU-14",), evidence={**known, "suit": state.called})
    elif state.called:
        yield Fact("jack_on_a_call", ("MAU-14",), evidence=known)
    elif card.suit == upcard.suit:
        yield Fact("same_suit", ("MAU-8",), evidence=known)
    else:
        yield Fact("same_rank", ("MAU-8",), evidence=known)
    del after


def _effects(step: Step) -> Iterator[Fact]:
    """What follows from a card: who draws, what suit is asked for, who has one card."""
    before, call, after = step
    seat, top = call.seat, call.cards[-1]
    other = next(one for one in before.table.seats if one != seat)
    known: dict[str, Any] = {"seat": seat, "other": other}
    left = after.state.left[before.table.seats.index(seat)]
    if not left:
        yield Fact("last_card", ("MAU-19",), evidence=known)
        if top.rank in OWED:
            yield Fact("no_effect_at_the_end", ("MAU-13",), evidence=known)
        return
    if len(call.cards) > 1:
        yield Fact("two_jacks", ("MAU-21",), evidence=known)
    if top.rank == "7":
        yield Fact("seven", ("MAU-12",), evidence=known)
    elif top.rank == "8":
        yield Fact("eight", ("MAU-13",), evidence=known)
    elif top.rank == JACK and suit_called(call):
        yield Fact("calls", ("MAU-14",), evidence={**known, "suit": suit_called(call)})
    elif top.rank == JACK:
        yield Fact("calls_nothing", ("MAU-15",), evidence=known)
    if left == 1 and says_one_card(call):
        yield Fact("says_one_card", ("MAU-17",), evidence=known)
    elif call.seat in after.state.silent:
        yield Fact("is_silent", ("MAU-18",), evidence=known)


def _drawn(step: Step) -> Iterator[Fact]:
    """What a card was drawn for."""
    before, call, _ = step
    state: MauMauState = before.state
    seat = call.seat
    known: dict[str, Any] = {"seat": seat, "upcard": state.upcard}
    if state.owed:
        if state.upcard is not None and state.upcard.rank == "7":
            yield Fact("draws_for_seven", ("MAU-12",), evidence=known)
        elif state.owed > 1:
            known["owed"] = state.owed - 1
            yield Fact("draws_for_eight", ("MAU-13",), evidence=known)
        else:
            yield Fact("draws_last_for_eight", ("MAU-13",), evidence=known)
        return
    if seat in state.silent:
        yield Fact("draws_for_silence", ("MAU-18",), evidence=known)
        return
    able = must_play(before, seat)
    kept = tuple([card for card in playable(before, seat) if card not in able])
    if able:
        if not state.fined:
            yield Fact("reneges", ("MAU-11", "MAU-10"), evidence={**known, "cards": able})
    elif kept:
        yield Fact("keeps", ("MAU-16",), evidence={**known, "kept": kept})
    elif not is_whole(before, before.table.seats.index(seat)):
        yield Fact("draws_unjudged", ("MAU-9", "MAU-10"), evidence=known)
    elif state.called and state.called != ANY:
        known["suit"] = state.called
        yield Fact("draws_unable_on_call", ("MAU-9", "MAU-14"), evidence=known)
    else:
        yield Fact("draws_unable", ("MAU-9",), evidence=known)


TELLER = MauMauTeller()
