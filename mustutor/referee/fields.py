"""What a record states around the play: each field compared, or named as not judged.

Seats that earn stones, times of calls, cards of rounds that serve none, salts, where the cards
come from, who saw them, and the places notes are about. Names, dates and other plain words nobody
can judge: they are not looked at.

A hand is also judged by itself, for what is wrong in it whatever came before and whatever nobody
remembers: calls that are none, seats and accounts the table has not, payments of no name, a card
twice, and a ledger that does not add up. For these no card has to be known, and no stone counted.

After a call nobody remembers, every word that fits is tried: what no word allows cannot have been,
and stones that no word leads to were not paid. Of a hand that begins nobody knows with how many
stones, the calls, the seats and the cards are judged, and what it states of its stones by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from mustutor import games
from mustutor.base.errors import IllegalCall, NotationError
from mustutor.base.json_text import Json
from mustutor.base.language import mark
from mustutor.base.register import game_part, traits
from mustutor.games import game_of
from mustutor.games.failure import (
    Failure,
    Missing,
    Place,
    failure_of,
    fault_of,
    read_place,
    unknown_seat_failure,
)
from mustutor.games.player import Round
from mustutor.model.calls import DECK, FORGOTTEN
from mustutor.model.cards import ALGORITHMS
from mustutor.model.ledger import BANK, OUT, POT, Because, Compared, HandValue
from mustutor.model.position import Position, sides_of
from mustutor.model.variant import Variant
from mustutor.referee.possible import STAKED, SearchBudget, branches_of
from mustutor.referee.statements import ledger_differs
from mustutor.replay.format import Hand, Replay
from mustutor.replay.playback import Played, play_hand

FULL, TABLE = "full", "table"
"""What a recorder saw who was no player: everything, or what is public."""
SHUFFLED = "shuffled"


def wrong_field(replay: Replay, variant: Variant, hands: Sequence[Played]) -> Failure | None:
    """The first of these fields that goes against the play, or against the table."""
    return next(_wrong_fields(replay, variant, hands), None)


def _wrong_fields(replay: Replay, variant: Variant, hands: Sequence[Played]) -> Iterator[Failure]:
    view = replay.about.get("view")
    if view is not None and view not in (FULL, TABLE, *replay.seats):
        sentence = mark("{view!r} is not a view: choose full, table, or one of the seats {seats}.")
        yield failure_of("unreadable", "view", sentence, view=view, seats=" ".join(replay.seats))
    phases = game_of(variant.game).rules.phases
    served = phases.served | phases.drawing
    for number, hand in enumerate(replay.hands, 1):
        yield from _unknown_seats(hand, number, replay, variant)
        yield from _cards_held_twice(hand, number)
        for place, round_ in _rounds(hand, number):
            yield from _wrong_round(round_, place, served)
    for played in hands:
        yield from _wrong_earner(played)


def _rounds(hand: Hand, number: int) -> Iterator[tuple[Place, Round]]:
    """The rounds of a hand with their places, where any tells more than calls and checks."""
    times: dict[str, int] = {}
    rounds = (*hand.rounds, *hand.counting)
    if not (hand.counting or any(r.draws or r.at_ms is not None for r in rounds)):
        return
    for round_ in rounds:
        times[round_.lance] = times.get(round_.lance, 0) + 1
        yield Place(number, round_.lance, times[round_.lance]), round_


def _unknown_seats(hand: Hand, number: int, replay: Replay, variant: Variant) -> Iterator[Failure]:
    """Commitments, salts, movements and stones of seats and sides that the table has not."""
    deal: Json = hand.deal or {}
    sides = sides_of(replay.seats)
    for side in hand.after or ():
        if side not in sides:
            yield unknown_seat_failure(f"{number}.after", side, replay.seats, variant)
    told = [(str(number), seat) for name in ("commit", "salts") for seat in deal.get(name, ())]
    for place, movement in enumerate(hand.ledger or (), 1):
        if "seat" in movement:
            told.append((f"{number}.ledger.{place}", movement["seat"]))
    for at, seat in told:
        if seat not in replay.seats:
            yield unknown_seat_failure(at, seat, replay.seats, variant)


def _cards_held_twice(hand: Hand, number: int) -> Iterator[Failure]:
    """A card in two of the hands that were held."""
    seen: dict[str, str] = {}
    for seat, cards in (hand.deal or {}).get("held", {}).items():
        for card in cards:
            if len(card) > 1 and card in seen:
                sentence = mark("{card} is held twice: by {seat} and by {other}.")
                evidence = {"card": card, "seat": seat, "other": seen[card]}
                yield failure_of("misdealt", number, sentence, **evidence)
            seen[card] = seat


def _wrong_round(round_: Round, place: Place, served: Iterable[str]) -> Iterator[Failure]:
    calls, times = len(round_.calls), round_.at_ms
    if times is not None and len(times) != calls:
        sentence = mark("The calls and their times do not match: {calls} and {times}.")
        yield failure_of("diverges", place, sentence, calls=calls, times=len(times))
    if round_.draws and round_.lance not in served:
        sentence = mark("Cards are served here, but nobody is waiting for any.")
        yield failure_of("misdealt", place, sentence)


# --- whose hand earns it -------------------------------------------------------------------


def _wrong_earner(played: Played) -> Iterator[Failure]:
    for place, movement in enumerate(played.hand.ledger or (), 1):
        seat = movement.get("seat")
        ours = _earner(played, place) if seat is not None else ""
        if ours not in ("", seat):
            sentence = mark(
                "By the ledger, the hand of {seat} earns this; by ours, that of {ours} does."
            )
            at = f"{played.number}.ledger.{place}"
            yield failure_of("unsettled", at, sentence, seat=seat, ours=ours)


def _earner(played: Played, place: int) -> str:
    """Whose hand earns a recorded movement; nothing where no hand does, or nobody can say."""
    ours = played.end.ledger
    if not played.complete or place > len(ours):
        return ""
    because: Because = ours[place - 1].because
    if isinstance(because, HandValue):
        return because.seat
    return because.seats[0] if isinstance(because, Compared) else ""


# --- what is named -------------------------------------------------------------------------


def unjudged_fields(replay: Replay, variant: Variant, hands: Sequence[Played]) -> Iterator[Missing]:
    """Name those of these fields that nobody could compare with anything."""
    if not _is_view_kept(replay, variant, hands):
        yield Missing("match", "view")
    for number, hand in enumerate(replay.hands, 1):
        yield from _unjudged_deal(hand, number)
        for place, round_ in _rounds(hand, number):
            if round_.at_ms and any(later < earlier for earlier, later in pairwise(round_.at_ms)):
                yield Missing(str(place), "at_ms")
            if round_ in hand.counting and round_.checks is not None:
                yield Missing(str(place), "checks")
        played = hands[number - 1] if number <= len(hands) else None
        for row, movement in enumerate(hand.ledger or (), 1):
            if "seat" in movement and (played is None or not _earner(played, row)):
                yield Missing(f"{number}.ledger.{row}", "seat", (movement["seat"],))
    yield from [Missing(text, "note") for text in replay.notes or () if not _is_place(text, replay)]


def _unjudged_deal(hand: Hand, number: int) -> Iterator[Missing]:
    deal: Json = hand.deal or {}
    shuffle = hand.shuffle
    told = "seed" in shuffle and shuffle["algorithm"] in ALGORITHMS
    if told and deal.get("source", SHUFFLED) != SHUFFLED:
        yield Missing(str(number), "deal.source")
    cards, commit = deal.get("cards", {}), deal.get("commit", {})
    idle = [seat for seat in deal.get("salts", ()) if seat not in cards or seat not in commit]
    if idle:
        yield Missing(str(number), "deal.salts", tuple(idle))


def _is_view_kept(replay: Replay, variant: Variant, hands: Sequence[Played]) -> bool:
    """Whether a player who took it down tells no more than he has seen, or was told since.

    Cards are told since by their salts, or by the seed they follow from. Who looks on may be told
    all of them when they are laid down.
    """
    view = replay.about.get("view", FULL)
    if view in (FULL, TABLE):
        return True
    game = game_of(variant.game)
    for played in hands:
        deal: Json = played.hand.deal or {}
        if "seed" in played.hand.shuffle:
            continue
        told = played.hand.cards.keys() - {view} - deal.get("salts", {}).keys()
        last = played.last
        if last is not None and last.lance == "showdown" and not game.chance.drawing_verbs:
            told -= game.gaps.shown_hands(last, played.end, played.open)
        if told:
            return False
    return True


def _is_place(text: str, replay: Replay) -> bool:
    """Whether a note is about something: the match, a hand, a round of it, one of its calls.

    Records of earlier days do not number the later rounds of a name.
    """
    place = read_place(text)
    if place is None or not 0 < place.hand <= len(replay.hands):
        return text == "match"
    if not place.round:
        return True
    hand = replay.hands[place.hand - 1]
    calls = [len(r.calls) for r in (*hand.rounds, *hand.counting) if r.lance == place.round]
    if place.ordinal > 1:
        calls = calls[place.ordinal - 1 : place.ordinal]
    return bool(calls) and place.call <= max(calls)


# --- a hand by itself ---------------------------------------------------------------------


def wrong_alone(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first fault of a hand that begins at a position, of which the stones may be guessed."""
    found = _misspelt(hand, number, start) or _card_twice(hand, number, start)
    found = found or next(_misnamed(hand, number, start), None)
    game = games.game_of(start.variant.game)
    tells = game.rules.phases.payments and not (game.rules.carries_pots or game.rules.allows_debt)
    return found or (_overdrawn(hand, number) if tells else None)


def _misspelt(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first call that is none, of a seat the table has not, or above all the stones there."""
    seats = start.table.seats
    most = sum(start.accounts().values()) if "own_stones" in traits(start.variant.game) else 0
    for place, text in zip(hand.places(number), hand.calls, strict=True):
        try:
            call = games.read_call(text, start.variant)
        except NotationError as problem:
            return Failure("unreadable", str(place), fault_of(problem), text=text)
        if call.seat not in seats:
            return unknown_seat_failure(place, call.seat, seats, start.variant, text)
        if most and call.stones > most:
            sentence = mark("{stones} stones cannot be staked: the game has only {most}.")
            known = {"stones": call.stones, "most": most}
            return failure_of("illegal", place, sentence, "", None, text, **known)
    return None


def _card_twice(hand: Hand, number: int, start: Position) -> Failure | None:
    """The first card dealt or served that is no card, or that the deck has less often."""
    game = games.game_of(start.variant.game)
    deck = Counter(game.chance.pack(start))
    told: list[tuple[str, Mapping[str, list[str]]]] = [(str(number), hand.cards)]
    times: Counter[str] = Counter()
    for round_ in hand.rounds:
        times[round_.lance] += 1
        if round_.draws and round_.lance in game.rules.phases.served:
            told.append((str(Place(number, round_.lance, times[round_.lance])), round_.draws))
    for place, hands in told:
        seen: Counter[str] = Counter()
        for seat, texts in hands.items():
            if seat not in start.table.seats:
                return unknown_seat_failure(place, seat, start.table.seats, start.variant)
            for text in texts:
                try:
                    card = game.chance.deck.read(text)
                except NotationError as problem:
                    return Failure("unreadable", place, fault_of(problem), text=f"{seat} {text}")
                seen[card] += 1
                if card in deck and seen[card] > deck[card]:
                    sentence = mark("{card} is here more often than in the deck.")
                    dealt = game.words.cited.dealt
                    return failure_of("misdealt", place, sentence, dealt, card=card)
    return None


# --- the ledger ----------------------------------------------------------------------------


def _misnamed(hand: Hand, number: int, start: Position) -> Iterator[Failure]:
    """Movements of no account, round or payment of this game."""
    phases = game_part(start.variant.game, "PHASES")
    rounds = (*phases.names, *phases.besides)
    known = {*start.table.sides, OUT, BANK, *(POT + name for name in rounds)}
    for row, movement in enumerate(hand.ledger or (), 1):
        place, lance, item = f"{number}.ledger.{row}", movement["lance"], movement["item"]
        for account in (movement["from"], movement["to"]):
            if account not in known:
                sentence = mark("There is no {account} at this table that could pay or be paid.")
                yield failure_of("unsettled", place, sentence, account=account)
        if lance not in rounds:
            sentence = mark("{lance} is not a round of this game, and pays nothing.")
            yield failure_of("unsettled", place, sentence, lance=lance)
        if phases.payments and item not in phases.payments:
            sentence = mark("This game pays nothing under the name of {item}.")
            yield failure_of("unsettled", place, sentence, item=item)


def _overdrawn(hand: Hand, number: int) -> Failure | None:
    """The fault of a payment from a pot that holds less, or of a side that began below 0."""
    held: Counter[str] = Counter()
    for row, movement in enumerate(hand.ledger or (), 1):
        pot, stones = movement["from"], movement["stones"]
        held[pot] -= stones
        held[movement["to"]] += stones
        if pot.startswith(POT) and held[pot] < 0:
            sentence = mark("The ledger takes {stones} stones out of a pot that holds {held}.")
            known = {"stones": stones, "held": held[pot] + stones}
            return failure_of("unsettled", f"{number}.ledger.{row}", sentence, **known)
    for side, stones in (hand.after or {}).items():
        if hand.ledger is not None and stones < held[side]:
            sentence = mark(
                "The record gives {side} {stones} stones, but {side} got {got} in this hand."
            )
            known = {"side": side, "stones": stones, "got": held[side]}
            return failure_of("unsettled", f"{number}.after", sentence, **known)
    return None


Judge = Callable[[Played], Failure | None]
MOST_SILENT = 3
"""How often each seat may turn out to have had fewer stones than assumed."""


def fault_despite_gap(played: Played, judge: Judge, work: SearchBudget) -> Failure | None:
    """The fault of what follows a forgotten call, if no possible call there avoids one.

    `judge` finds the fault of a hand that is whole. Where not every word could be tried, only
    what no word excuses is a fault.
    """
    fault = wrong_alone(played.hand, played.number, played.start)
    if fault is not None or "lances" not in traits(played.start.variant.game):
        return fault  # where cards are played, not every word can be tried
    found = branches_of(played, work)
    if not found.branches:
        if found.refused is None or not found.exhaustive or _trails_off(played, found.refused):
            return None
        return found.refused
    faults = [judge(branch.played) for branch in found.branches]
    return None if None in faults or not found.exhaustive else faults[0]


def _trails_off(played: Played, refused: Failure) -> bool:
    """Whether a lance stops with a forgotten call, and what comes next wants more words of it.

    If the last call of a lance is forgotten, those after it may be forgotten too.
    """
    missed = read_place(refused.place)
    for place, text in zip(played.places, played.hand.calls, strict=True):
        if missed is not None and place._replace(call=place.call + 1) == missed:
            return text.endswith(FORGOTTEN) and missed not in played.places
    return False


def alternative_starts(before: Played, played: Played, *, later: bool) -> Iterator[Played]:
    """The other ways in which a hand may have begun, where its stones alone are stated.

    A deal that counted for nothing, a game that had just begun, or one that was won without stones
    in the hand `before`, nobody can tell from stones. In a hand `later` than one with stones nobody
    knows, the games won are not known either, and with them the line that checks are of.
    """
    start, table = played.start, played.start.table
    first = table.hand_of_game
    places = [first, first - 1, 1, 2] if "target" in traits(table.variant.game) else [first]
    for place in dict.fromkeys(places):
        begun = start._replace(table=table._replace(hand_of_game=place))
        if place > 0:
            yield play_hand(begun, played.hand, played.number, checks=not later)
    after = before.hand.after
    for side in table.sides if after is not None else ():
        stones = tuple([(after or {}).get(one, 0) for one in table.sides])
        won = games.resume_with(before.end, stones, side)
        try:
            begun = games.game_of(table.variant.game).rules.next_hand(won, played.hand.mano, None)
        except IllegalCall:
            continue
        yield play_hand(begun, played.hand, played.number, checks=not later)


def stones_unknown(later: Sequence[Played]) -> Iterator[Missing]:
    """Name the hands that begin with stones nobody knows; where it stays so, the first of them."""
    unknown = [played.start.table.before == "unknown" for played in later]
    at = len(later)
    while at and unknown[at - 1]:
        at -= 1
    for played, so in zip(later[:at], unknown, strict=False):
        if so:
            yield Missing(str(played.number), "stones_before")
    if later[at:]:
        yield Missing(str(later[at].number), "stones")


def without_stones(replay: Replay, played: Played) -> Failure | None:
    """The fault a hand has for any stones at its beginning, where these are unknown."""
    hand, number, variant = played.hand, played.number, played.start.variant
    try:
        start = games.start(variant, seats=replay.seats, mano=hand.mano)
    except IllegalCall as refusal:
        return Failure("illegal", str(number), refusal.fault)
    more = sum((replay.start or {}).values()) - sum(start.accounts().values())
    start = start._replace(table=start.table._replace(hand=number), out=max(more, 0))
    fault = wrong_alone(hand, number, start)
    if fault is not None:
        return fault
    game_traits = traits(variant.game)
    if "target" in game_traits:
        return _whatever_was_collected(start, hand)
    if "own_stones" in game_traits:
        return _whatever_each_had(start, hand)
    # What may be played depends on unknown stones: only the cards are judged.
    return play_hand(start, hand._replace(rounds=()), number).failure


def _whatever_was_collected(start: Position, hand: Hand) -> Failure | None:
    """The fault of a hand before which each side had collected some stones, enough or not.

    Whether a game had just begun is not known either: a fault is what both find. The ledger may
    end where the game was won.
    """
    nothing = (0,) * len(start.stones)
    faults = []
    for place in (2, 1):
        table = start.table._replace(hand_of_game=place, before="unknown")
        begun = start._replace(table=table, stones=nothing)
        played = play_hand(begun, hand, table.hand, checks=False)
        faults.append(played.failure or (_ledger_parts(played) if played.complete else None))
    return faults[0] if None not in faults else None


def _ledger_parts(played: Played) -> Failure | None:
    """Where a recorded ledger parts from ours; it may end where somebody has won by it."""
    hand, target = played.hand, played.start.variant.number("score.target")
    told = len(hand.ledger or ())
    if hand.after is None or max(hand.after.values(), default=0) >= target:
        end = played.end._replace(ledger=played.end.ledger[:told])
        played = played._replace(end=end)
    return ledger_differs(played)


def _whatever_each_had(start: Position, hand: Hand) -> Failure | None:
    """The fault of a hand before which each had some stones in front, or had left the game.

    Everybody is given all the stones there are, so that no stake is too high. Who should speak
    then, and does not, has none left: as many as he had paid by then are enough to say so.
    """
    table = start.table
    everything = sum(start.accounts().values())
    had = dict.fromkeys(table.sides, everything)
    failure: Failure | None = None
    for _ in range(MOST_SILENT * len(had)):
        try:
            begun = games.start(table.variant, seats=table.seats, mano=hand.mano, stones=had)
        except IllegalCall as refusal:
            return failure or Failure("illegal", str(table.hand), refusal.fault)
        begun = begun._replace(table=begun.table._replace(hand=table.hand, before="unknown"))
        played = play_hand(begun, hand, table.hand, checks=False)
        failure = played.failure
        if failure is None or failure.position is None:
            return failure
        silent = failure.position.speaker
        if silent in ("", DECK) or (failure.call is not None and failure.call.seat == silent):
            return failure
        enough = had[silent] - failure.position.stones_of(silent) + _seen(played, silent)
        if enough >= had[silent]:
            return failure
        had[silent] = enough
    return failure


def _seen(played: Played, seat: str) -> int:
    """The stake a seat has seen in the lance under way, and not paid yet."""
    assert played.failure is not None
    assert played.failure.position is not None
    stake = seen = 0
    for step in played.steps:
        if step.before.lance != played.failure.position.lance:
            continue
        if step.call.verb in STAKED:
            stake = step.call.stones
        elif step.call.seat == seat:
            seen = stake if step.call.verb == "quiero" else 0
    return seen
