"""What a record states beside the calls: stones and ledger compared, the rest judged.

Where a record states other stones than its hand comes to, the lances that differ are named. Who
shuffled and cut, the draw for the seats, and the round ``cuenta``, in which stones are claimed
(``A1 cobra pares``), are judged by the game; one that judges none of it, and the hands kept after
discards nobody saw, are named as not judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from mustutor.base.errors import Fault, NotationError
from mustutor.base.json_text import Json, with_stated_fields
from mustutor.base.language import Language, mark, open_language
from mustutor.base.register import game_part
from mustutor.games import game_of
from mustutor.games.explain import Line
from mustutor.games.failure import Failure, Missing, failure_of, fault_of, unknown_seat_failure
from mustutor.games.irregularities import irregularity
from mustutor.games.protocols import Conduct, IllegalPlay, Statement
from mustutor.games.tell_hand import article_list, distinguished_movements, stated_movement_text
from mustutor.games.teller import Teller, teller_of
from mustutor.model.calls import DECK, Call
from mustutor.model.ledger import Entry, Ruling
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.referee.claims import Judgement
from mustutor.replay.format import COUNT, Hand, Replay
from mustutor.replay.playback import Played


def stones_differ(played: Played) -> Failure | None:
    """What a hand states of its stones, where it is not what they come to."""
    return ledger_differs(played) or after_differs(played)


def ledger_differs(played: Played) -> Failure | None:
    """Compare the recorded movements with ours, item by item, as far as both can tell."""
    recorded = played.hand.ledger
    if recorded is None:
        return None
    computed = played.end.ledger
    if played.forgotten:
        return None
    closed = set(played.end.state.over) if played.missing else None
    number = 0
    for place, movement in enumerate(recorded, 1):
        if closed is not None and movement["lance"] not in closed:
            continue
        if number == len(computed):
            return None if played.open else _unsettled(played, place, movement, None)
        entry = computed[number]
        number += 1
        if not _agrees(movement, entry):
            return _unsettled(played, place, movement, entry)
    if number < len(computed):
        if closed is not None and _before_the_showdown(recorded, computed[number]):
            return None
        return _unsettled(played, len(recorded) + 1, None, computed[number])
    return None


def _before_the_showdown(recorded: tuple[Json, ...], first_missing: Entry) -> bool:
    """Whether a record that stops early stops before the cards were shown."""
    stated = {movement["when"] for movement in recorded}
    return first_missing.when == "showdown" and "showdown" not in stated


def _agrees(movement: Json, entry: Entry) -> bool:
    lance, when, item, src, dst, stones, rule, *_ = entry
    return (
        movement["stones"] == stones
        and movement["to"] == dst
        and movement["from"] == src
        and movement["item"] == item
        and movement["lance"] == lance
        and movement["when"] == when
        and movement.get("rule", rule) == rule
        and bool(movement.get("wins_game")) == entry.wins_game
    )


def _unsettled(played: Played, place: int, movement: Json | None, entry: Entry | None) -> Failure:
    if movement is None:
        sentence = mark("The ledger ends too early; ours goes on: {computed}.")
    elif entry is None:
        sentence = mark("The ledger has one entry too many: {recorded}.")
    else:
        sentence = mark("The ledger has {recorded}; ours has {computed}.")
    movements = (movement, entry.as_json() if entry else None)
    evidence = {"movements": movements, **_words_of(*movements, played.end, open_language("en"))}
    at, rule = f"{played.number}.ledger.{place}", entry.rule if entry else ""
    return failure_of("unsettled", at, sentence, rule, played.end, **evidence)


def in_words(failure: Failure, language: Language) -> Fault:
    """A fault of the ledger with its movements told in a language; any other as it is."""
    fault = failure.fault
    if "movements" not in fault.evidence or failure.position is None:
        return fault
    recorded, computed = cast("tuple[Json | None, Json | None]", fault.evidence["movements"])
    return fault._replace(
        evidence={**fault.evidence, **_words_of(recorded, computed, failure.position, language)}
    )


def _words_of(
    recorded: Json | None, computed: Json | None, end: Position, language: Language
) -> dict[str, str]:
    """What a ledger has and what we have, in words; only the movements there are."""
    teller = teller_of(end.variant)
    if recorded is not None and computed is not None:
        told = distinguished_movements(recorded, computed, teller, language)
        return dict(zip(("recorded", "computed"), told, strict=True))
    told_alone = {"recorded": recorded, "computed": computed}.items()
    return {name: stated_movement_text(one, teller, language) for name, one in told_alone if one}


def after_differs(played: Played) -> Failure | None:
    """Compare the recorded stones after the hand with ours, as far as both can tell."""
    after = played.hand.after
    if after is None:
        return None
    ours = _after(played)
    if ours is None or ours == after:
        return None
    both = {side: (after.get(side, 0), ours.get(side, 0)) for side in sorted({*ours, *after})}
    wrong = {side: told for side, told in both.items() if told[0] != told[1]}
    if not wrong:
        return None
    side, (recorded, computed) = next(iter(wrong.items()))
    sentence = mark("After the hand, the record gives {side} {recorded}; we come to {computed}.")
    known = {"side": side, "recorded": recorded, "computed": computed, "wrong": wrong}
    return failure_of("unsettled", f"{played.number}.after", sentence, "", played.end, **known)


def first_miscounted(hands: Iterable[Played]) -> Failure | None:
    """The first hand after which other stones are stated, so far as those before it are known."""
    for played in hands:
        if played.failure is not None or played.start.table.before != "counted":
            return None
        if (found := after_differs(played)) is not None:
            return found
    return None


def _after(played: Played) -> dict[str, int] | None:
    """The stones after the hand: ours, or the start and the recorded ledger where it has gaps."""
    position: Position = played.end
    if not played.missing and not played.open:
        return position.in_front()
    if played.hand.ledger is None:
        return None
    stones = played.start.starting_stones()
    for movement in played.hand.ledger:
        for side, sign in ((movement["from"], -1), (movement["to"], 1)):
            if side in stones:
                stones[side] += sign * movement["stones"]
    return stones


# --- what the rules make of other facts ---------------------------------------------------

OF_THE_DEAL = ("held", "shuffled", "cut")
OF_THE_STOCK = ("restocks", "starter", "stock")

_CLAIMED = re.compile(r"([A-H][1-9]?) cobra ([a-z]+)")


class Stated(NamedTuple):
    """What the rules make of a fact a record states, with its place: ``1.deal.cut``, ``draw``."""

    place: str
    statement: Statement

    @property
    def rule(self) -> str:
        """The article that decides it."""
        return self.statement.fault.rule

    def as_json(self) -> Json:
        """The fact for a program; `holds` is left out where the rules make nothing of it."""
        _, holds, fault, _ = self.statement
        told = {} if holds is None else {"holds": holds}
        return {"place": self.place, **told, "rule": fault.rule, "text": fault.said()}

    def said(self, language: Language) -> str:
        """Say what the rules make of it."""
        return self.statement.fault.said(language)


def stated_facts(replay: Replay, variant: Variant, hands: Sequence[Played]) -> Iterator[Stated]:
    """Judge the draw for the seats, and who shuffled and cut in each of the hands played back."""
    game = game_of(variant.game)
    draw, judge_draw = replay.about.get("draw"), game.conduct.judge_seat_draw
    if draw and judge_draw is not None and unreadable_facts(replay, variant) is None:
        begins = not any((*(replay.start or {}).values(), *(replay.games or {}).values()))
        mano = replay.hands[0].mano if replay.hands and begins else ""
        cards = {seat: game.chance.deck.read(card) for seat, card in draw.items()}
        yield Stated("draw", judge_draw(variant, replay.seats, mano, cards))
    for played in hands:
        last = played.number >= len(replay.hands)
        for statement in _of_a_hand(game.conduct, played, last=last):
            yield Stated(f"{played.number}.{statement.what}", statement)


def _of_a_hand(conduct: Conduct, played: Played, *, last: bool) -> Iterator[Statement]:
    hand, end = played.hand, played.end
    yield from conduct.judge_deal(played.start, hand.deal or {})
    if hand.claimed is not None and conduct.judge_count is not None:
        spoken = played.last or played.start
        yield from conduct.judge_count(spoken, end, played.open, hand.claimed)
    # Once the deck was cut for the next hand, the stones stated after this one tell something.
    if hand.after is not None and not (last or hand.counting) and played.settled:
        yield from conduct.judge_score_after(end, hand.after)


def wrongly_stated(stated: Iterable[Stated]) -> Failure | None:
    """The first stated fact that the rules refuse."""
    for place, statement in stated:
        if statement.holds is False:
            return Failure(statement.fault.verdict, place, statement.fault)
    return None


def unjudged_facts(
    replay: Replay, variant: Variant, hands: Sequence[Played], stated: Sequence[Stated]
) -> Iterator[Missing]:
    """Name what the record states and nobody judged."""
    counts = game_of(variant.game).conduct.judge_count is not None
    open_counts = {one.place.partition(".")[0] for one in stated if one.statement.open}
    judged = {one.place for one in stated if not one.statement.open}
    if "draw" in replay.about and "draw" not in judged:
        yield Missing("match", "draw")
    for number, hand in enumerate(replay.hands, 1):
        told = [one for one in (*OF_THE_DEAL, *OF_THE_STOCK) if one in (hand.deal or ())]
        told = [one for one in told if f"{number}.deal.{one}" not in judged]
        if told and number <= len(hands):
            played = hands[number - 1]
            stock = game_of(variant.game).gaps.stated_stock(played.start, played.end)
            told = [one for one in told if one not in stock]
        for field in told:
            yield Missing(str(number), f"deal.{field}")
        counted = counts and number <= len(hands) and str(number) not in open_counts
        if hand.counting and not counted:
            yield Missing(str(number), COUNT)


def unreadable_facts(replay: Replay, variant: Variant) -> Failure | None:
    """The first of these facts that names no seat of the table, no card, or claims nothing."""
    found = _of_seats("draw", replay.about.get("draw", {}), replay, variant)
    for number, hand in enumerate(replay.hands, 1):
        found = found or _of_hand(hand, number, replay, variant)
    return found


def _of_hand(hand: Hand, number: int, replay: Replay, variant: Variant) -> Failure | None:
    deal = hand.deal or {}
    if not hand.counting and deal.keys().isdisjoint(OF_THE_DEAL):
        return None
    cut = deal.get("cut", {})
    seats = [*deal.get("shuffled", ()), *([cut["by"]] if isinstance(cut, dict) and cut else [])]
    found = _of_seats(str(number), dict.fromkeys(seats, ()), replay, variant)
    found = found or _of_seats(str(number), deal.get("held", {}), replay, variant)
    for place, text in enumerate(hand.claimed or (), 1):
        found = found or _of_claim(f"{number}.{COUNT}.{place}", text, replay, variant)
    return found


def _of_seats(place: str, told: Json, replay: Replay, variant: Variant) -> Failure | None:
    """The first fault in cards stated by seat: an unknown seat or an unreadable card."""
    for seat, cards in told.items():
        if seat not in replay.seats:
            return unknown_seat_failure(place, seat, replay.seats, variant)
        for card in [cards] if isinstance(cards, str) else cards:
            try:
                game_of(variant.game).chance.deck.read(card)
            except NotationError as problem:
                return Failure("unreadable", place, fault_of(problem), text=card)
    return None


def _of_claim(place: str, text: str, replay: Replay, variant: Variant) -> Failure | None:
    claimed = _CLAIMED.fullmatch(text)
    if claimed is None or claimed[2] not in game_part(variant.game, "PHASES").names:
        sentence = mark("{call!r} does not claim stones: a claim is written as in {example}.")
        known = {"call": text, "example": f"{replay.seats[0]} cobra pares"}
        return failure_of("unreadable", place, sentence, "", None, text, **known)
    return _of_seats(place, {claimed[1]: ()}, replay, variant)


# --- what went wrong ---------------------------------------------------------------------

PENALTY = "penalty"
"""The name of the one ruling there is where the table has a price."""


class RulingBranch(NamedTuple):
    """One way to rule, by its name in the table or ``penalty``, and the hand played on.

    `rule` is the article that says so, where one does. `played` is the hand as far as the record
    goes on in this way: its failure, where it has one, is where the record was played in another.
    `ends` are the hands it may lead to, where it meets something else that is left open; `hands`
    are those of the match that goes on so. `open_at` is where a round was left open.
    """

    name: str
    rule: str
    played: Played
    judgements: tuple[Judgement, ...] = ()
    ends: tuple[Played, ...] = ()
    hands: tuple[Played, ...] = ()
    open_at: Position | None = None

    def as_json(self) -> Json:
        """The branch for a program: what is paid, and what is still open."""
        end, next_, failure = self.played.end, self.next, self.played.failure
        return with_stated_fields(
            {"name": self.name},
            rule=self.rule or None,
            ledger=[entry.as_json() for entry in end.ledger],
            after=end.in_front(),
            complete=self.played.settled,
            winner=end.winner or None,
            loser=end.loser or None,
            next={"lance": next_.lance, "speaker": next_.speaker} if next_ else None,
            stops_at=failure.place if failure else None,
            open=open_as_json(self.played),
        )

    @property
    def next(self) -> Position | None:
        """The position at which the hand goes on; none where nobody has anything more to say."""
        if self.open_at is not None:
            return self.open_at
        end, last = self.played.end, self.played.last
        open_ = last is not None and last.speaker not in ("", DECK)
        return last if open_ and not (end.winner or end.loser) else None


def open_as_json(played: Played) -> list[Json]:
    """What of a hand waits for cards nobody has given, for a program."""
    return [
        {"lance": waiting.lance, "between": list(waiting.parties), "stones": waiting.stones}
        for waiting in played.open
    ]


class Irregularity(NamedTuple):
    """Something the rules refuse and somebody did: where, what, and how it may be ruled.

    `kind` says what happened, `offence` what a table may price it as (see the option `penalty`),
    `text` is the call as the record has it; `seat` did it, and `speaker` was to speak. `rule` is
    the article, `option` what would decide what follows, `fault` why the rules refuse it. One
    branch: so it is decided, and the play goes on; `by_article`, the first is. `penalty` is what
    the table's price comes to.
    """

    kind: str
    offence: str
    place: str
    text: str
    call: Call
    seat: str
    speaker: str
    lance: str
    rule: str
    option: str
    fault: Fault
    branches: tuple[RulingBranch, ...]
    penalty: Ruling | None = None
    by_article: bool = False

    @property
    def decided(self) -> bool:
        """Whether an article, or a price of the table, leaves one way alone."""
        return self.by_article or len(self.branches) == 1

    @property
    def changes_nothing(self) -> bool:
        """Whether every way leads to the same: none is open, and all pay alike."""
        ways = [
            (
                [entry.as_json() for entry in way.played.end.ledger],
                way.next and (way.next.lance, way.next.speaker),
                [(open_.lance, open_.stones) for open_ in way.played.open],
                way.played.void,
                way.played.end.in_front(),
            )
            for way in self.branches
        ]
        return not self.decided and all(way == ways[0] for way in ways)

    @property
    def cut_off(self) -> bool:
        """Whether it is a round that the record leaves unfinished: more may have been said."""
        return bool(self.lance) and not self.text

    @property
    def asked(self) -> bool:
        """Whether the ways are what somebody remembers, so that only the table can tell."""
        return not self.decided and " " in self.branches[0].name

    @property
    def unpriced(self) -> bool:
        """Whether it might be paid for, and this rulebook has no price."""
        row = irregularity(self.branches[0].played.end.variant.game, self.kind)
        free = self.penalty is None and self.branches[0].name not in ("paid", "ask")
        return free and "paid" in row.ways

    @property
    def settled(self) -> tuple[Entry, ...]:
        """The stones that move alike however it is ruled."""
        first, *others = ledgers = [branch.played.end.ledger for branch in self.branches]
        back = {(e.lance, e.src) for ledger in ledgers for e in ledger if e.item == "penalty"}
        return tuple(
            [
                entry
                for entry in first
                if all(entry in other for other in others) and (entry.lance, entry.dst) not in back
            ]
        )

    def as_json(self) -> Json:
        """The irregularity as `settle --json` writes it."""
        return with_stated_fields(
            {"place": self.place},
            call=self.text or None,
            kind=self.kind,
            offence=self.offence,
            seat=self.seat or None,
            speaker=self.speaker or None,
            rule=self.rule,
            decided=self.decided,
            option=self.option or None,
            penalty=self.penalty.penalty if self.penalty else None,
            stones=self.penalty.stones or None if self.penalty else None,
            settled=[entry.as_json() for entry in self.settled],
            branches=[branch.as_json() for branch in self.branches],
        )


def irregularity_of(
    illegal_play: IllegalPlay,
    place: str,
    call: Call,
    fault: Fault,
    branches: Iterable[RulingBranch],
    *,
    text: str = "",
    speaker: str = "",
    lance: str = "",
) -> Irregularity:
    """The irregularity that an illegal play of the game's is, with the hands as they may go on."""
    kind, offence, seat, rule, _, option, ruling, by_article = illegal_play
    did = (kind, offence, place, text, call, seat, speaker, lance)
    return Irregularity(*did, rule, option, fault, tuple(branches), ruling, by_article)


NOTED = Fault("", mark("The record notes that something went wrong here."), {})


# --- the lances that differ ---------------------------------------------------------------

MOST_SIDES = 5
MOST_MOVEMENTS = 12
"""The movements of a lance that are listed; the others are counted."""


def after_lines(
    hand: Played, stated: Mapping[str, int], language: Language, *, ledger_adds_up: bool
) -> Iterator[str]:
    """For each side with wrong stones: what moves, lance by lance, and what may explain it.

    `ledger_adds_up` says that the record's own ledger comes to what we have.
    """
    ours, begun = hand.end.in_front(), hand.start.in_front()
    wrong = [side for side, stones in ours.items() if stated.get(side, 0) != stones]
    for side in wrong[:MOST_SIDES]:
        known: dict[str, object] = {"side": side, "begun": begun.get(side, 0), "has": ours[side]}
        moved = [
            language.say("{text} ({rules})", text=line.text, rules=article_list(line.rules))
            for line in collected([hand], [side], language)
        ]
        yield language.say("{side} begins with {begun} and ends with {has}.", **known)
        yield from moved or [language.say("{side}: nothing moves in this hand.", **known)]
        yield from _explained(hand, side, stated.get(side, 0) - ours[side], language)
    if wrong and ledger_adds_up:
        yield language.say(
            "The entries of the record come to the same as ours: only the sum is wrong."
        )


def _explained(hand: Played, side: str, more: int, language: Language) -> Iterator[str]:
    """The one movement, or the one lance, that would make the difference if it were not there."""
    teller = teller_of(hand.end.variant)
    mine = [entry for entry in hand.end.ledger if side in (entry.src, entry.dst)]
    single = [entry for entry in mine if net_gain([entry], side) in (more, -more)]
    for entry in single:
        moved = teller.moved(entry.as_json(), language)
        known = {**teller.names(entry.lance, language), "movement": moved, "rule": entry.rule}
        sentence = mark("That would be right without {movement} {at_lance} ({rule}).")
        if net_gain([entry], side) == more:
            sentence = mark(
                "That would be right if {movement} {at_lance} were counted twice ({rule})."
            )
        yield language.say(sentence, **known)
    if single:
        return
    for lance in dict.fromkeys([entry.lance for entry in mine]):
        if net_gain([entry for entry in mine if entry.lance == lance], side) == -more:
            lances = teller.names(lance, language)
            yield language.say("That would be right if nothing moved {at_lance}.", **lances)


def ledger_lines(
    hand: Played, stated: Sequence[Mapping[str, Any]], language: Language
) -> Iterator[str]:
    """Each lance in which the record moves other stones than we do: what it has, what we have."""
    teller = teller_of(hand.end.variant)
    ours = [entry.as_json() for entry in hand.end.ledger]
    told: list[str] = []
    differing = 0
    for lance in dict.fromkeys([movement["lance"] for movement in (*ours, *stated)]):
        here, there = (
            Counter(teller.moved(each, language) for each in ledger if each["lance"] == lance)
            for ledger in (stated, ours)
        )
        recorded, computed = list((here - there).elements()), list((there - here).elements())
        differing += max(len(recorded), len(computed))
        if recorded or computed:
            known = {
                "heading": teller.heading(lance, language),
                "recorded": _several(recorded, language),
                "computed": _several(computed, language),
            }
            sentence = mark("{heading}: the record has {recorded}; we have {computed}.")
            told.append(language.say(sentence, **known))
    if differing > 1:  # a single one is named already
        yield from told


def _several(movements: Sequence[str], language: Language) -> str:
    """Movements in a row; of many the first, and how many more there are."""
    if not movements:
        return language.say("nothing")
    told = ", ".join(movements[:MOST_MOVEMENTS])
    more = len(movements) - MOST_MOVEMENTS
    if more > 0:
        return language.say("{things} and {number} more", things=told, number=more)
    return told


def net_gain(entries: Iterable[Entry | None], side: str) -> int:
    """The stones that come to a side by these entries, less those it gives; None is no entry."""
    return sum([e.stones * ((e.dst == side) - (e.src == side)) for e in entries if e is not None])


MOST_ITEMS = 8


def collected(hands: Sequence[Played], sides: Iterable[str], language: Language) -> Iterator[Line]:
    """What came to each side, item by item, in a line with its articles."""
    for side in sides:
        entries = [e for hand in hands for e in hand.end.ledger if side in (e.src, e.dst)]
        if not entries:
            continue
        teller = teller_of(hands[-1].end.variant)
        told = [language.say("…")] if len(entries) > MOST_ITEMS else []
        entries = entries[-MOST_ITEMS:]
        told += [_item(entry, side, teller, language) for entry in entries]
        rules = tuple(dict.fromkeys([entry.rule for entry in entries]))
        text = language.say("{side}: {items}.", side=side, items=", ".join(told))
        yield Line(text, rules, "collected")


def _item(entry: Entry, side: str, teller: Teller, language: Language) -> str:
    """A movement in the shortest form there is: how many, where, for what."""
    known = {**teller.names(entry.lance, language), "item": teller.item(entry.item, language)}
    stones = entry.stones if entry.dst == side else -entry.stones
    return language.say("{stones} {at_lance} ({item})", stones=stones, **known)
