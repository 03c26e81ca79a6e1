"""Findings about the stones of a hand: what moves, what each side has after, who wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from mustutor import games
from mustutor.base.language import Language
from mustutor.base.register import traits
from mustutor.games.explain import Line
from mustutor.games.mus_family.hands import ranking_of
from mustutor.games.mus_family.tell_hands import explain_comparison
from mustutor.games.mus_family.words import lance_names
from mustutor.games.player import PlayedHand
from mustutor.games.question import NONE, Finding, Reasons, told_always
from mustutor.games.tell_hand import movement_line
from mustutor.games.teller import teller_of
from mustutor.model.ledger import POT, Compared, Entry, HandValue
from mustutor.model.position import Position


class Movements(NamedTuple):
    """Which movements of a hand are meant; an empty field means any.

    `at` is ``at_once`` or ``showdown``; `src` and `dst` are accounts of the ledger.
    """

    lance: str = ""
    item: str = ""
    src: str = ""
    dst: str = ""
    at: str = ""

    def of(self, ledger: Sequence[Entry]) -> tuple[Entry, ...]:
        """The movements of a ledger that are meant, in their order."""
        wanted = (self.lance, self.item, self.src, self.dst, self.at)

        def meant(entry: Entry) -> bool:
            given = (entry.lance, entry.item, entry.src, entry.dst, entry.when)
            return all(want in ("", one) for want, one in zip(wanted, given, strict=True))

        return tuple(filter(meant, ledger))


def stones(end: Position, wanted: Movements) -> Finding:
    """How many stones move, all movements of a kind together."""
    entries = wanted.of(end.ledger)
    total = sum(entry.stones for entry in entries)
    others = Movements(lance=wanted.lance).of(end.ledger)
    if not entries and others and wanted.dst in end.table.sides:
        return Finding(str(total), _elsewhere(end, others, wanted.dst))
    return Finding(str(total), _summed(end, entries, 0, _gain))


def after(played: PlayedHand, side: str) -> Finding:
    """How many stones a side has when the hand is settled."""
    end, had = played.end, played.end.starting_stones()[side]
    entries = [entry for entry in end.ledger if side in (entry.src, entry.dst)]
    summed = _summed(end, entries, had, lambda e: e.stones if e.dst == side else -e.stones)
    return Finding(str(end.stones_of(side)), _begun(side, had, summed))


def settlement(played: PlayedHand) -> Finding:
    """What each side has when the hand is settled: ``A=19 B=14``, in the order of the sides."""
    value = told_front(played.end.in_front())

    def why(language: Language, answer: str) -> tuple[Line, ...]:
        answered = dict(part.split("=") for part in answer.split())
        for side, held in played.end.in_front().items():
            if answered and answered.get(side) != str(held):
                look = after(played, side).why(language, answered[side])
                return tuple(line._replace(seat=side) for line in look)
        whys = [after(played, side).why(language, "") for side in played.end.in_front()]
        return tuple(line for lines in whys for line in lines)

    return Finding(value, why)


def pot(end: Position, lance: str) -> Finding:
    """How many stones went into the pot of a lance."""
    return stones(end, Movements(lance=lance, dst=POT + lance))


def contributors(end: Position, lance: str) -> Finding:
    """Who put stones into the pot of a lance, in speaking order; ``none`` where nobody did."""
    entries = Movements(lance=lance, dst=POT + lance).of(end.ledger)
    givers = {entry.src for entry in entries}
    value = " ".join(seat for seat in end.order if seat in givers)
    return Finding(value or NONE, _summed(end, entries, 0, _gain))


def giver(end: Position, wanted: Movements) -> Finding:
    """Who gives the first of the stones that are meant; ``none`` where none move."""
    entries = wanted.of(end.ledger)
    return Finding(entries[0].src if entries else NONE, _summed(end, entries, 0, _gain))


def taker(end: Position, lance: str) -> Finding:
    """Who takes the pot of a lance, or is paid first for it; ``none`` where nobody is."""
    sides = end.table.sides
    entries = [entry for entry in end.ledger if entry.lance == lance and entry.dst in sides]
    return Finding(entries[0].dst if entries else NONE, _summed(end, entries, 0, _gain))


def decided_side(end: Position) -> Finding:
    """The side a game has been decided for: who lost it (Encaje) or won it (Mus); ``none``."""
    return Finding(end.loser or end.winner or NONE, _in_turn(end))


def last_counted(end: Position) -> Finding:
    """The lance of the last movement: where the count stopped, if a side reached its end."""
    paid = [entry.lance for entry in end.ledger if entry.when == "showdown"]
    return Finding(paid[-1] if paid else NONE, _in_turn(end))


def best_call(position: Position, candidates: Sequence[tuple[str, Sequence[str]]]) -> Finding:
    """Which call leaves the speaker best off, each played out by the calls that follow it.

    A candidate is what the speaker says and the calls after it (``C quiero``), to the end of
    the hand. Raises IllegalCall where one of them is refused, LookupError where a hand is not
    played to its end.
    """
    seat = position.speaker
    results = [(said, _played_out(position, seat, said, then)) for said, then in candidates]
    side = position.table.side_of(seat)

    def worth(end: Position) -> tuple[int, int]:
        if "own_stones" in traits(end.variant.game):
            return (-(end.loser == side), -end.stones_of(side))
        won = (end.winner == side) - (end.winner not in ("", side))
        return (won, end.stones_of(side) - max(n for s, n in end.in_front().items() if s != side))

    def lines(language: Language) -> list[Line]:
        return [_outcome(language, seat, said, side, end) for said, end in results]

    return Finding(max(results, key=lambda result: worth(result[1]))[0], told_always(lines))


def _outcome(language: Language, seat: str, said: str, side: str, end: Position) -> Line:
    number = end.stones_of(side)
    if end.loser == side:
        text = language.say("{side} loses the game.", side=side)
    elif end.winner:
        text = language.say("{side} wins the game.", side=end.winner)
    else:
        text = language.count_noun("{side} ends with {number} stone.", number, side=side)
    return Line(text, (), "outcome", seat=seat, said=said)


def whole(played: PlayedHand, language: Language) -> tuple[Line, ...]:
    """Every movement of a hand with what each has after it, and where one decided the game."""
    return tuple(_whole_lines(played, language))


def _whole_lines(played: PlayedHand, language: Language) -> Iterator[Line]:
    end, start = played.end, played.end.starting_stones()
    yield Line(language.say("Before the hand."), kind="before", said=told_front(start))
    for entry, front in fronts(end.ledger, start):
        yield _moved(end, entry, language)._replace(said=told_front(front))
    if end.winner:
        text = language.say(
            "{side} has reached {target}: the game is won, and the count stops.",
            side=end.winner,
            target=end.variant.number("score.target"),
        )
        yield Line(text, ("MUS-CNT-2",), "winner", indent=0)
    elif end.loser:
        text = language.say("Only {seat} has stones left, and has lost.", seat=end.loser)
        yield Line(text, ("ENC-END-1",), "loser", indent=0)
    elif "own_stones" in traits(end.variant.game):
        text = language.say("More than one player has stones left: the game goes on.")
        yield Line(text, ("ENC-END-1",), "goes_on", indent=0)


def _played_out(position: Position, seat: str, said: str, then: Sequence[str]) -> Position:
    end = position
    for text in (f"{seat} {said}", *then):
        call = games.spelled_out(end, games.read_call(text, end.variant))
        end = games.apply(end, call)
    if end.lance != "end" and not (end.loser or end.winner):
        raise LookupError(said)
    return end


def _begun(side: str, had: int, reasons: Reasons) -> Reasons:
    """Reasons that begin with what a side had before the hand."""

    def why(language: Language, answer: str) -> tuple[Line, ...]:
        if answer:
            return reasons(language, answer)
        before = Line(language.say("{side} has this before.", side=side), seat=str(had))
        return (before, *reasons(language, answer))

    return why


def _gain(entry: Entry) -> int:
    return entry.stones


def _elsewhere(end: Position, entries: Sequence[Entry], side: str) -> Reasons:
    """Reasons for nothing at all: who is paid in a side's place, and for what."""

    def why(language: Language, answer: str) -> tuple[Line, ...]:
        if answer:
            look = language.say("Look again at who is paid, and what for.")
            return (Line(look, kind="parting", indent=0),)
        nothing = language.say("{to} gets nothing; this is all that moves:", to=side)
        moves = [_moved(end, entry, language) for entry in entries]
        lances = _first_of_each_lance(entries)
        compared = [line for entry in lances for line in _comparison(end, entry, language)]
        return (*compared, Line(nothing, kind="nothing", indent=0), *moves)

    return why


def _in_turn(end: Position) -> Reasons:
    """Every movement of a hand with the comparison behind it and what each has after it."""
    return told_always(lambda language: tuple(_lines_in_turn(end, language)))


def _lines_in_turn(end: Position, language: Language) -> Iterator[Line]:
    compared = _first_of_each_lance(end.ledger)
    start = end.starting_stones()
    if end.ledger:
        yield Line(language.say("Before the hand."), kind="before", said=told_front(start))
    for entry, front in fronts(end.ledger, start):
        if entry in compared:
            yield from _comparison(end, entry, language)
        yield _moved(end, entry, language)._replace(said=told_front(front))
    if not end.ledger:
        yield Line(language.say("Nothing moves here."), kind="nothing", indent=0)


def fronts(
    ledger: Sequence[Entry], front: Mapping[str, int]
) -> Iterator[tuple[Entry, dict[str, int]]]:
    """Each movement with what lies in front of everybody after it."""
    stones = dict(front)
    for entry in ledger:
        if entry.src in stones:
            stones[entry.src] -= entry.stones
        if entry.dst in stones:
            stones[entry.dst] += entry.stones
        yield entry, dict(stones)


def told_front(front: Mapping[str, int]) -> str:
    """What lies in front of each, in a few signs.

    >>> told_front({"A": 3, "B": 0})
    'A=3 B=0'
    """
    return " ".join(f"{side}={held}" for side, held in front.items())


def _first_of_each_lance(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple({entry.lance: entry for entry in reversed(entries)}.values())[::-1]


def _summed(
    end: Position, entries: Sequence[Entry], start: int, change: Callable[[Entry], int]
) -> Reasons:
    """Each movement with the comparison behind it and the sum so far, on the left.

    Given a wrong number, only the place to look is told.
    """
    totals = list(accumulate(map(change, entries), initial=start))[1:]

    def why(language: Language, answer: str) -> tuple[Line, ...]:
        if answer:
            return _place_to_look(end, entries, (start, *totals), language, answer)
        first, lines = _first_of_each_lance(entries), list[Line]()
        for entry, total in zip(entries, totals, strict=True):
            if any(entry is one for one in first):
                lines += _comparison(end, entry, language)
            lines.append(_moved(end, entry, language)._replace(seat=str(total)))
        nothing = Line(language.say("Nothing moves here."), kind="nothing", indent=0)
        return tuple(lines) or (nothing,)

    return why


def _place_to_look(
    end: Position, entries: Sequence[Entry], totals: Sequence[int], language: Language, answer: str
) -> tuple[Line, ...]:
    """The lance in which the sum goes past a wrong number, or that it never comes so far."""
    if not (answer.isascii() and answer.isdigit() and len(answer) < 10):
        return ()
    wrong = int(answer)
    for entry, (had, has) in zip(entries, pairwise(totals), strict=True):
        if totals[0] <= wrong < has and has > had:
            where = teller_of(end.variant).names(entry.lance, language)["at_lance"]
            text = language.say("The count goes past {answer} {where}.", answer=wrong, where=where)
            return (Line(text, kind="parting", indent=0),)
    if wrong <= totals[-1]:
        return ()
    text = language.say("The count never comes to {answer}.", answer=wrong)
    return (Line(text, kind="parting", indent=0),)


def _moved(end: Position, entry: Entry, language: Language) -> Line:
    """A movement as a line of a derivation, with what it was for."""
    teller = teller_of(end.variant)
    line = movement_line(entry, teller, language)._replace(indent=1)
    purpose = teller.purpose(entry, language)
    if not purpose:
        return line
    movement = line.text.removesuffix(".")
    text = language.say("{movement}: {purpose}.", movement=movement, purpose=purpose)
    return line._replace(text=text)


def _comparison(end: Position, entry: Entry, language: Language) -> Iterator[Line]:
    because = entry.because
    compared = because.compared if isinstance(because, HandValue) else because
    if not isinstance(compared, Compared) or len(compared.seats) < 2:
        return
    speaking = [seat for seat in end.order if seat in compared.seats]
    hands = [compared.hands[compared.seats.index(seat)] for seat in speaking]
    ranking = ranking_of(end.variant.rules)
    name = lance_names(language)["lance"][compared.lance]
    for line in explain_comparison(compared.lance, speaking, hands, ranking, language).lines:
        if line.kind != "brackets":  # a count compares lance after lance: once would be too often
            yield line if line.indent else line._replace(said=name)
