"""Playing a record back, hand by hand: up to the first fault, with what is missing.

`play_back` serves verification, settlement and display alike, and gives a `Played` for each hand. A
record may have gaps: unrecorded lances, unseen cards, forgotten calls. They are named in
`missing`, and what depends on them is left unjudged.

`Dealer` is the fast way: if the record has exactly the cards of its shuffle, they are dealt without
parsing. If it has others, in another order or not all, a `Player` reads them and reports faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, overload

from mustutor import games
from mustutor.base.errors import Fault, IllegalCall, NotationError
from mustutor.base.json_text import NOTHING, Json
from mustutor.base.language import mark
from mustutor.base.register import traits
from mustutor.games.failure import Failure, Missing, Place, fault_of, hands_read
from mustutor.games.player import Player, Round
from mustutor.games.protocols import Hands
from mustutor.model.calls import DECK, Call, deal_call, serve_call
from mustutor.model.cards import ALGORITHMS, Pack, fresh_pack
from mustutor.model.position import ConditionalEnd, OpenPayment, Position, Step, checks_of
from mustutor.model.variant import Variant
from mustutor.replay.format import COUNT, Hand, Replay

_made = tuple.__new__


def shuffled_again(start: Position, shuffle: Json) -> tuple[Hands, Pack]:
    """The hands a shuffle deals, and the stock left, by its seed, words and nonce."""
    seeds = (shuffle["seed"], shuffle.get("nonce", ""), shuffle.get("table_seed", ""))
    game = games.game_of(start.table.variant.game)
    pack = fresh_pack(game.chance.pack(start), *seeds, algorithm=shuffle["algorithm"])
    return game.chance.deal(start, pack)


def can_repeat_shuffle(shuffle: Json) -> bool:
    """Whether a shuffle can be repeated: its seed is recorded, and its algorithm is supported."""
    return "seed" in shuffle and shuffle["algorithm"] in ALGORITHMS


class Dealer:
    """The dealer of a completely recorded hand; `steps` are its deals and services.

    If the hand can be `shuffled` again, the cards are dealt from that shuffle.
    """

    __slots__ = ("_game", "_pack", "_rounds", "_told", "shuffled", "steps")

    def __init__(self, game: games.Game, hand: Hand) -> None:
        self._game, self._rounds = game, hand.rounds
        self._told = told = hand.deal or NOTHING
        self.shuffled = (
            "shuffle" in told and "held" not in told and can_repeat_shuffle(told["shuffle"])
        )
        self._pack: Pack | None = None
        self.steps: list[Step] = []

    def deal(self, start: Position) -> Position | None:
        """The position after the deal; None if the recorded cards are not in order."""
        told, game = self._told, self._game
        if self.shuffled:
            made = shuffled_again(start, told["shuffle"])
            return self._as_shuffled(start, deal_call, made, told.get("cards", NOTHING))
        if "cards" not in told:
            return start
        begins = self._rounds[0].lance if self._rounds else ""
        read = hands_read(told["cards"], game.chance.deck, "")
        if isinstance(read, Failure):
            return None
        return self._with_step(
            start, deal_call(read, kept=game.gaps.records_kept_cards(start.table.variant, begins))
        )

    def serve(self, position: Position, draws: Json) -> Position | None:
        """The position after cards are served; None if the recorded cards are not in order."""
        if self._pack is None:
            read = hands_read(draws, self._game.chance.deck, "")
            return (
                None if isinstance(read, Failure) else self._with_step(position, serve_call(read))
            )
        return self._as_shuffled(
            position, serve_call, self._game.chance.serve(position, self._pack), draws
        )

    def _as_shuffled(
        self,
        position: Position,
        does: Callable[[Hands], Call],
        made: tuple[Hands, Pack | None],
        told: Json,
    ) -> Position | None:
        """The position after the deck's call, if the shuffle gives exactly the recorded cards."""
        hands, self._pack = made
        if self._pack is None or told != {seat: list(cards) for seat, cards in hands.items()}:
            return None
        call = does({seat: hands[seat] for seat in told})
        if not self._pack.cards:  # perhaps there were not enough for everybody
            return self._with_step(position, call)
        after = self._game.rules.play(position, call)
        self.steps.append(_made(Step, (position, call, after)))
        return after

    def _with_step(self, position: Position, call: Call) -> Position | None:
        made = games.step_of(self._game, position, call)
        if isinstance(made, Fault):
            return None
        self.steps.append(made)
        return made.after


class LazySteps(Sequence[Step]):
    """Steps computed on first access, for hands verified without them.

    The steps of the `dealer`, and the `last` position, are known without computing.
    """

    def __init__(self, start: Position, hand: Hand, dealer: Dealer, last: Position) -> None:
        self.start, self.hand, self.dealer, self.last = start, hand, dealer, last
        self._steps: tuple[Step, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every one of them."""
        self._steps = self._steps or tuple(play_hand(self.start, self.hand, 0, checks=False).steps)
        return self._steps

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, place: int | slice) -> Step | tuple[Step, ...]:
        """The step at an index, or the steps of a slice."""
        return self.steps[place]

    def __len__(self) -> int:
        """The number of steps: those of the deck, and the calls."""
        return len(self.dealer.steps) + sum([len(round_.calls) for round_ in self.hand.rounds])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.steps == tuple(other)

    def __hash__(self) -> int:
        return hash(self.steps)


class Played(NamedTuple):
    """A hand played back: from `start`, by `steps`, to `end`, with what was left unjudged.

    The steps are all calls and acts of the deck, with the positions before and after. The lances
    closed before a failure, or before a forgotten call, are settled.
    """

    number: int
    hand: Hand
    start: Position
    steps: Sequence[Step]
    end: Position
    open: tuple[OpenPayment, ...]
    missing: tuple[Missing, ...]
    failure: Failure | None

    @property
    def served(self) -> list[Step]:
        """The steps of the deck."""
        if isinstance(self.steps, LazySteps):
            return list(self.steps.dealer.steps)
        return [step for step in self.steps if step.call.seat == DECK]

    @property
    def calls(self) -> list[Step]:
        """The steps of the players."""
        return [step for step in self.steps if step.call.seat != DECK]

    @property
    def places(self) -> tuple[Place, ...]:
        """The places of the recorded calls, in order, including those after a failure."""
        return tuple(self.hand.places(self.number))

    @property
    def shuffled(self) -> bool:
        """Whether the cards dealt were found to be those of the shuffle."""
        return isinstance(self.steps, LazySteps) and self.steps.dealer.shuffled

    @property
    def last(self) -> Position | None:
        """The position after the last step, before cards are shown; None without a step."""
        if isinstance(self.steps, LazySteps):
            return self.steps.last
        return self.steps[-1].after if self.steps else None

    @property
    def decided(self) -> str:
        """The side that certainly won or lost the game in this hand; empty if none did."""
        return self.end.winner or self.end.loser

    @property
    def would_end(self) -> ConditionalEnd | None:
        """The end of the game that depends on what the record leaves out; None if there is none."""
        return self.end.would_end

    @property
    def forgotten(self) -> bool:
        """Whether a call is recorded as forgotten, so that nothing after it could be judged."""
        return any(gap.what == "call" for gap in self.missing)

    @property
    def settled(self) -> bool:
        """Whether its stones are known, even if the talk before the lances is not."""
        if self.open or self.failure is not None:
            return False
        if not self.missing:
            return True
        talked = games.game_of(self.end.variant.game).rules.phases.talked
        return not self.forgotten and all(gap.within(talked) for gap in self.missing)

    @property
    def void(self) -> bool:
        """Whether the deal is void and is dealt again."""
        end, last = self.end, self.last
        over = last is not None and last.lance == "end"
        return over and not (end.state.over or end.winner or end.loser)

    @property
    def complete(self) -> bool:
        """Whether everything in the hand could be judged."""
        return not self.missing and not self.open and self.failure is None


def play_back(
    replay: Replay,
    variant: Variant,
    *,
    checks: bool = True,
    through: bool = False,
    begun: Sequence[Played] = (),
    at_once: bool = False,
) -> Iterator[Played]:
    """Play the hands of a record one after the other; only the last may have a failure.

    With `checks`, each call's check is compared with our position line. `through` continues after a
    refused or incomplete hand: with the stones the record states after it, or else with unknown
    ones (`Table.before`). The hands in `begun` were played before: playing continues after the last
    of them. Use `at_once` if the steps of hands are rarely needed: complete hands are then judged
    round by round.
    """
    position: Position | None = None
    before = "counted"
    if begun:
        position, before = _next_start(begun[-1], through=through)
        if position is None:
            return
    for number, hand in enumerate(replay.hands[len(begun) :], len(begun) + 1):
        started = _started(replay, variant, position, hand, number, sure=before == "counted")
        if isinstance(started, Failure):
            if position is None:
                raise IllegalCall(started.fault)
            yield Played(number, hand, position, (), position, (), (), started)
            if not through:
                return
            position = position._replace(table=position.table._replace(hand=number))
            position, before = resume_from_record(position, hand) or _unknown(position), "stated"
            before = before if hand.after is not None else "unknown"
            continue
        if started.table.before != before:
            started = started._replace(table=started.table._replace(before=before))
        played = _play_fast(started, hand, number, checks=checks) if at_once else None
        played = played or _play_from_unknown(started, hand, number, checks=checks)
        if number < len(replay.hands):
            played = _with_implied_claims(played, checks=checks)
        yield played
        position, before = _next_start(played, through=through)
        if position is None:
            return


def _next_start(played: Played, *, through: bool) -> tuple[Position | None, str]:
    """The start of the next hand, and how it is known; None if no hand follows."""
    if played.failure is not None and not through:
        return None, ""
    table = played.start.table
    # With guessed stones, a seat at 0 may have some in fact.
    guessed = table.before == "unknown" and "target" not in traits(table.variant.game)
    if played.settled or (played.decided and not guessed):
        return played.end, "counted"
    stated = resume_from_record(played.end, played.hand)
    if stated is None and not through:
        return None, ""
    return stated or _unknown(played.start), "stated" if stated is not None else "unknown"


def _started(
    replay: Replay,
    variant: Variant,
    before: Position | None,
    hand: Hand,
    number: int,
    *,
    sure: bool,
) -> Position | Failure:
    place = str(number)
    try:
        if before is None:
            return games.start(
                variant, seats=replay.seats, mano=hand.mano, stones=replay.start, games=replay.games
            )
        game = games.game_of(variant.game)
        manos = game.rules.next_manos(before)
        left = before.pots and not game.rules.carries_pots
        if left or not manos or hand.mano not in before.table.seats:
            return games.next_hand(before, mano=hand.mano if manos else "")
        if hand.mano not in manos and sure:
            return Failure("illegal", place, wrong_mano(variant, hand, manos), before)
        return game.rules.next_hand(before, hand.mano, None)
    except IllegalCall as refusal:
        return Failure("illegal", place, refusal.fault, before)


def wrong_mano(variant: Variant, hand: Hand, manos: Sequence[str]) -> Fault:
    """The fault that the recorded mano is none of those possible after the hand before."""
    sentence = mark("{mano} is recorded as mano, but after the hand before, mano is {expected}.")
    evidence = {"mano": hand.mano, "expected": " ".join(manos)}
    return Fault(games.cited(variant).mano, sentence, evidence)


def _with_implied_claims(played: Played, *, checks: bool) -> Played:
    """The hand with the claims that its recorded final stones imply."""
    hand, end = played.hand, played.end
    if hand.after is None or hand.ledger is not None or hand.counting or not played.settled:
        return played
    if played.start.table.before == "unknown":
        return played
    claimed = games.game_of(end.variant.game).gaps.implied_claims(end, hand.after)
    if claimed is None:
        return played
    counted = hand._replace(counting=(Round(COUNT, tuple(claimed)),))
    again = play_hand(played.start, counted, played.number, checks=checks)
    return again._replace(hand=hand)


def resume_from_record(end: Position, hand: Hand) -> Position | None:
    """The match continued from the stones recorded after a hand that is not fully known."""
    if hand.after is None:
        return None
    after: Mapping[str, int] = hand.after
    if min(after.values(), default=0) < 0 and not games.game_of(end.variant.game).rules.allows_debt:
        return None
    stones = tuple([after.get(side, 0) for side in end.table.sides])
    won = [movement["to"] for movement in hand.ledger or () if movement.get("wins_game")]
    return games.resume_with(end, stones, won[0] if won else "")


def _unknown(start: Position) -> Position:
    """The match continued after a hand of unknown outcome: the least each side can have.

    If stones are collected, that is 0. If they are lost to the others, each side keeps what it
    had before, so that nobody drops out.
    """
    table = start.table
    none = "target" in traits(table.variant.game)
    stones = (0,) * len(table.sides) if none else tuple(start.starting_stones().values())
    return games.resume_with(start._replace(winner="", loser=""), stones)


def _play_from_unknown(start: Position, hand: Hand, number: int, *, checks: bool) -> Played:
    """A hand played back; if its starting stones are unknown, `missing` says so."""
    played = play_hand(start, hand, number, checks=checks)
    if start.table.before != "unknown":
        return played
    if played.failure is not None and "target" not in traits(start.variant.game):
        # A call refused for lack of stones may have been legal with more of them.
        most = (sum(start.stones) + start.out,) * len(start.stones)
        richer = play_hand(start._replace(stones=most), hand, number, checks=checks)
        played = played if richer.failure is not None else richer
    if played.failure is not None:
        return played
    return played._replace(missing=(Missing(str(number), "stones"), *played.missing))


def player_of(start: Position, hand: Hand) -> Player:
    """The player of a recorded hand, with the hand dealt."""
    deal = hand.deal or {}
    place = str(start.table.hand)
    try:
        player = Player(
            games.with_stated_deal(start, deal, hand.claimed) if deal or hand.counting else start
        )
    except IllegalCall as refusal:
        return Player(start).refuse(Failure(refusal.fault.verdict, place, refusal.fault, start))
    except NotationError as problem:
        return Player(start).refuse(Failure("unreadable", place, fault_of(problem)))
    return deal_to(player, hand)


def deal_to(player: Player, hand: Hand) -> Player:
    """Deal the recorded cards, if any: those dealt, or those kept if it begins later."""
    if "cards" in (hand.deal or {}):
        variant, begins = player.start.variant, hand.rounds[0].lance if hand.rounds else ""
        player.deal(
            hand.cards, kept=games.game_of(variant.game).gaps.records_kept_cards(variant, begins)
        )
    return player


def played_by(player: Player, hand: Hand) -> Played:
    """The `Played` of a player's hand; with a failure, nothing counts as missing."""
    missing = player.missing if player.failure is None else ()
    steps, settled = tuple(player.steps), player.settled
    return Played(player.number, hand, player.start, steps, *settled, missing, player.failure)


def _play_fast(start: Position, hand: Hand, number: int, *, checks: bool) -> Played | None:
    """A completely recorded hand without faults, judged round by round; None if it is not one."""
    game = games.game_of(start.table.variant.game)
    if game.rules.hearing is None or start.table.before == "unknown":
        return None
    try:
        if hand.deal or hand.counting:
            start = games.with_stated_deal(start, hand.deal or {}, hand.claimed)
    except (IllegalCall, NotationError):
        return None
    dealer, begun = Dealer(game, hand), False
    position = dealer.deal(start)
    if position is None:
        return None
    rounds = hand.rounds if checks else [told._replace(checks=None) for told in hand.rounds]
    for lance, calls, draws, recorded, _, _ in rounds:
        if not calls or (recorded is not None and len(recorded) != len(calls)):
            return None
        # The talk before grande may be left out where a hand begins, and nothing after that.
        goes_on = position.lance == lance
        heard = game.rules.hearing(position, calls) if goes_on else None
        if heard is not None:
            after, lines = heard
            if recorded and checks_of(position.line_around_talk(), lines, after.line()) != recorded:
                return None
        else:
            player = _player_at(start, position)
            begins = (goes_on or not begun) and player.begin(lance, calls).failure is None
            if not (begins and player.hear_all(lance, calls, recorded)):
                return None
            after = player.position
        begun, serves = True, draws or after.lance == lance
        if serves and (lance not in game.rules.phases.served or after.speaker != DECK):
            return None
        position = dealer.serve(after, draws or {}) if serves else after
        if position is None:
            return None
    if position.lance not in ("end", "showdown"):
        return None
    told = sum(cards is not None for cards in position.deal.hands)
    gaps = position.skipped or told < len(position.order)  # who does not play has no cards
    missing = _player_at(start, position).missing if gaps else ()
    ended = (position, ()) if position.lance == "end" else game.rules.settle(position)
    steps = LazySteps(start, hand, dealer, position)
    played = Played(number, hand, start, steps, *ended, missing, None)
    return played if played.settled else None


def _player_at(start: Position, position: Position) -> Player:
    """A player of the hand at a position, without the steps that led there."""
    player = Player(start)
    player.position = position
    return player


def play_hand(start: Position, hand: Hand, number: int, *, checks: bool = True) -> Played:
    """Play one hand of a match back from its starting position."""
    player = player_of(start, hand)
    for round_ in hand.rounds:
        if player.play(round_, checks=checks).failure is not None or player.unjudged:
            break
    return played_by(player, hand)._replace(number=number)
