"""Settle a record: recompute every hand, judge the claims, report on signals and words.

What was signalled or said is told in the order of the record, each at its place, ``1.juego.3`` as
notes have it. A declaration appears only where the cards show it to be false. `difference` settles
one record under two rulebooks: where they part, and every stone that moves for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol, cast

from mustutor import games
from mustutor.base.errors import NO_RECORD, IllegalCall, expect
from mustutor.base.json_text import Json, with_stated_fields
from mustutor.base.language import Language
from mustutor.base.register import explain, notebook_html, traits
from mustutor.games.failure import Failure
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK, write_call
from mustutor.model.ledger import BANK, Entry, Ruling
from mustutor.model.position import Position
from mustutor.model.variant import Variant, load_variant
from mustutor.referee.claims import Deductions, Judgement, Undecided, Unexplored, judge
from mustutor.referee.rulings import rule_on_match
from mustutor.referee.statements import (
    Irregularity,
    Stated,
    first_miscounted,
    net_gain,
    open_as_json,
    stated_facts,
)
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.playback import Played, play_back


class PlacedRuling(NamedTuple):
    """A ruling with its place in the record: hand, lance and call, the call counted from 1."""

    place: str
    ruling: Ruling
    variant: Variant

    @property
    def call(self) -> str:
        """The call that was ruled on, as records write it."""
        return write_call(self.ruling.call)

    def as_json(self) -> Json:
        """The ruling for a program; `allowed` is left out where it cannot be told."""
        ruling, offence = self.ruling, self.ruling.offence or None
        return with_stated_fields(
            {"place": self.place, "call": self.call},
            allowed=ruling.allowed,
            rule=ruling.rule,
            offence=offence,
            penalty=ruling.penalty if offence else None,
            stones=ruling.stones or None,
        )

    def said(self, language: Language) -> tuple[str, ...]:
        """Say the ruling in whole sentences: what it is, and what it costs."""
        return teller_of(self.variant).ruling(self.ruling, language)


def report(hands: Iterable[Played]) -> tuple[PlacedRuling, ...]:
    """Report on every hand played back: all that was signalled or said, and false declarations."""
    return tuple([ruled for played in hands for ruled in _of(played)])


def _of(played: Played) -> Iterator[PlacedRuling]:
    rulings = played.end.rulings
    if not rulings:
        return
    rules = played.end.variant
    beside = games.game_of(rules.game).words.grammar.beside
    spoken = iter([ruling for ruling in rulings if ruling.call.verb in beside])
    falsely = {(r.call, r.lance): r for r in rulings if r.call.verb not in beside}
    recorded = map(str, played.places)
    for step in played.steps:
        if step.call.seat == DECK:
            continue
        place = next(recorded)
        if step.call.verb in beside:
            yield PlacedRuling(place, next(spoken), rules)
        elif (step.call, step.before.lance) in falsely:
            yield PlacedRuling(place, falsely.pop((step.call, step.before.lance)), rules)


class WrittenOut(Protocol):
    """An explanation, to be written in one of four ways."""

    def text(self, width: int = 80) -> str:
        """Plain text, laid out for `width` columns."""

    def markdown(self) -> str:
        """Markdown, with the articles it names below."""

    def html(self) -> str:
        """One page of HTML that needs nothing beside it."""

    def json(self) -> Json:
        """The document of `mustutor settle --json`."""


class Settlement(NamedTuple):
    """A recomputed match: its hands with their ledgers, and what the claims are worth.

    `replay` is the record that was settled, `variant` the rules it was settled by.

    `failure` is the first call the rules refuse; `irregularities` are what a referee makes of
    it, and of those after it, so far as one way to rule is left: there the recomputation has to
    stop. `deductions` decides what it can of what is not known; `stated` is what the rules make of
    the draw, and of who shuffled and cut. `miscounted` is the first hand after which the record
    states other stones, with what it has and what we have of each side; nothing where it is
    settled by other rules than its own.
    """

    replay: Replay
    variant: Variant
    hands: tuple[Played, ...]
    judgements: tuple[Judgement, ...]
    failure: Failure | None
    deductions: Deductions | None = None
    stated: tuple[Stated, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    miscounted: Failure | None = None

    def __repr__(self) -> str:
        after = " ".join(f"{side} {stones}" for side, stones in self.after.items())
        return f"<Settlement {self.variant.id}, hands: {len(self.hands)}, after: {after or '-'}>"

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def explain(self, lang: str = "en", *, brief: bool = False) -> WrittenOut:
        """Explain every stone in a language, as `mustutor.explain`; `brief` is the verdict alone.

        >>> import mustutor
        >>> settled = mustutor.settle(mustutor.load_replay("punto"))
        >>> settled.explain("es", brief=True).text().splitlines()[0]
        'VEREDICTO'
        """
        explained: WrittenOut = explain(self, lang, brief=brief)
        return explained

    @property
    def undecided(self) -> tuple[Undecided, ...]:
        """What waits for cards or for a call, lance by lance, and what may come of it."""
        return self.deductions.undecided() if self.deductions is not None else ()

    @property
    def left_out(self) -> tuple[Unexplored, ...]:
        """What waits and was not looked into, for too much of the match is unknown."""
        return self.deductions.left_out() if self.deductions is not None else ()

    @property
    def stopped(self) -> Failure | None:
        """The refused call at which the recomputation had to stop, where there is one."""
        return next((played.failure for played in self.hands if played.failure), None)

    @property
    def loser(self) -> str:
        """Who lost the last game that was decided, or nothing."""
        return self.hands[-1].end.loser if self.hands else ""

    @property
    def winner(self) -> str:
        """The side that won the last game that was decided, or nothing."""
        return self.hands[-1].end.winner if self.hands else ""

    @property
    def after(self) -> dict[str, int]:
        """The stones in front of each side at the end."""
        return self.hands[-1].end.in_front() if self.hands else {}

    @property
    def over(self) -> bool:
        """Whether the game was decided."""
        return bool(self.loser or self.winner)

    @property
    def conduct(self) -> tuple[PlacedRuling, ...]:
        """What the referee says of every signal, word and false declaration, in their order."""
        return report(self.hands)

    @property
    def holds(self) -> bool:
        """Whether nothing was refused and no claim is false."""
        return self.failure is None and all(j.holds is not False for j in self.judgements)

    def as_json(self) -> Json:
        """The settlement as `settle --json` writes it."""
        table = self.hands[-1].end.table if self.hands else None
        return with_stated_fields(
            {
                "variant": self.variant.id,
                "hands": [_hand(played) for played in self.hands],
                "after": self.after,
                "over": self.over,
            },
            loser=self.loser or None,
            winner=self.winner or None,
            games=dict(zip(table.sides, table.games, strict=True)) if table else None,
            vacas=dict(zip(table.sides, table.vacas, strict=False)) or None if table else None,
            conduct=_all_as_json(self.conduct) or None,
            stated=_all_as_json(self.stated) or None,
            miscounted=_miscounted(self.miscounted) if self.miscounted else None,
            irregularities=_all_as_json(self.irregularities) or None,
            claims=_all_as_json(self.judgements),
            undecided=_all_as_json(self.undecided) or None,
            not_tried=_all_as_json(self.left_out) or None,
        )


def _all_as_json(found: Iterable[Any]) -> list[Json]:
    return [one.as_json() for one in found]


def _miscounted(failure: Failure) -> Json:
    wrong = cast("dict[str, tuple[int, int]]", failure.fault.evidence["wrong"])
    return {
        "place": failure.place,
        "stated": {side: stones for side, (stones, _) in wrong.items()},
        "computed": {side: stones for side, (_, stones) in wrong.items()},
    }


def _hand(played: Played) -> Json:
    written: Json = {
        "hand": played.number,
        "ledger": [entry.as_json() for entry in played.end.ledger],
        "after": played.end.in_front(),
        "complete": played.settled,
        "open": open_as_json(played),
    }
    if played.start.table.before != "counted":
        written["before"] = played.start.table.before
    if played.failure is not None:
        written["refused"] = played.failure.place
    if played.would_end is not None:
        side, lance, first = played.would_end
        written["would_end"] = {"side": side, "lance": lance, "unless": list(first)}
    return written


def settle(replay: Replay, *, variant: Variant | str | None = None) -> Settlement:
    """Recompute a record and judge its claims; `variant` settles it under another rulebook.

    Raises VariantError where its rules are not known, IllegalCall where nobody could sit down
    to it at all.

    >>> from mustutor.replay.files import load_replay
    >>> settle(load_replay("punto"))
    <Settlement encaje, hands: 4, after: A 4 B 13 C 14>
    """
    expect(replay, Replay, NO_RECORD)
    rules = load_variant(variant) if variant is not None else rules_of(replay)[0]
    through = variant is None
    hands = tuple(play_back(replay, rules, checks=False, through=through))
    failure = next((played.failure for played in hands if played.failure is not None), None)
    miscounted = first_miscounted(hands) if through else None
    rulings = rule_on_match(replay, rules, hands, through=through)
    found: tuple[Irregularity, ...] = ()
    if rulings is not None:
        hands, found = rulings.hands, rulings.irregularities
    stated = tuple(stated_facts(replay, rules, hands))
    settled = Settlement(replay, rules, hands, (), failure, None, stated, found, miscounted)
    if rulings is not None and rulings.judgements:
        return settled._replace(judgements=rulings.judgements)
    judgements = tuple(_counted_claims(judge(replay.claims or (), hands), found, rules))
    if "lances" not in traits(rules.game):
        # What cards nobody showed may bring is worked out lance by lance: this game has none.
        return settled._replace(judgements=judgements)
    deductions = Deductions(replay, rules, hands)
    return settled._replace(judgements=deductions.judged(judgements), deductions=deductions)


def _counted_claims(
    judgements: Iterable[Judgement], found: Iterable[Irregularity], rules: Variant
) -> Iterator[Judgement]:
    """The claims, those without judgement about a lance that rulings left without effect."""
    first = [one.branches[0] for one in found if one.decided]
    ways = {(str(way.played.number), way.name) for way in first}
    without = games.game_of(rules.game).conduct.without_effect
    for one in judgements:
        number, _, lance = str(one.claim["about"]).partition(".")
        lost = lance and without and all((number, way) in ways for way in without)
        yield Judgement(one.claim, None, {}, "not_counted") if lost else one


# --- under two rulebooks -------------------------------------------------------------------

AT_THE_COUNT = 1_000_000
"""A turn later than any call: what is paid when the cards are shown."""


class Divergence(NamedTuple):
    """The first place where two rulebooks part.

    `kind` is ``refused`` (one of them refuses a call: `failure` says why), ``decided`` (the game
    is over under one and not under the other), ``movement`` (`before` and `after` are what each
    pays there; one may be nothing) or ``stones`` (a hand begins with others in front). `under`
    is 0 or 1: which of the two refuses, or has its game decided. `call` is what was said there.
    """

    kind: str
    place: str
    under: int = 1
    call: str = ""
    failure: Failure | None = None
    before: Entry | None = None
    after: Entry | None = None

    def as_json(self) -> Json:
        """The divergence as `settle --diff --json` writes it; its sentence is the command's."""
        return with_stated_fields(
            {"kind": self.kind, "place": self.place},
            under=self.under if self.kind in ("refused", "decided") else None,
            call=self.call or None,
            **_entries_as_json(self.before, self.after),
        )


class ChangedMovement(NamedTuple):
    """A movement of one hand that is not the same under both rulebooks, or is only under one."""

    hand: int
    before: Entry | None
    after: Entry | None

    def as_json(self) -> Json:
        """The change as `settle --diff --json` writes it."""
        return {"hand": self.hand, **_entries_as_json(self.before, self.after)}


def _entries_as_json(before: Entry | None, after: Entry | None) -> Json:
    told = {"before": before, "after": after}
    return {name: entry.as_json() for name, entry in told.items() if entry}


class Difference(NamedTuple):
    """A record settled twice, where that parts, and what changes hands because of it.

    `divergence` is None where they never part. Each of the two settles what it can play: a hand it
    refuses a call of is counted as far as its lances were closed.
    """

    settlements: tuple[Settlement, Settlement]
    divergence: Divergence | None
    shifts: tuple[ChangedMovement, ...]

    @property
    def net(self) -> dict[str, int]:
        """How many stones more each side gets under the second rulebook, over all shifts."""
        before = [shift.before for shift in self.shifts]
        after = [shift.after for shift in self.shifts]
        sides = _sides(self.settlements)
        return {side: net_gain(after, side) - net_gain(before, side) for side in sides}

    @property
    def after(self) -> tuple[dict[str, int], dict[str, int]]:
        """The stones of each side under either rulebook, where its settlement ends."""
        first, second = (_last(settlement) for settlement in self.settlements)
        return first, second

    def as_json(self) -> Json:
        """The difference as `settle --diff --json` writes it, but for its sentences."""
        first, second = self.settlements
        return {
            "variants": [first.variant.id, second.variant.id],
            "same": self.divergence is None,
            **({"parting": self.divergence.as_json()} if self.divergence else {}),
            "changes": [shift.as_json() for shift in self.shifts],
            "net": self.net,
            "after": list(self.after),
            "winner": [settlement.winner for settlement in self.settlements],
            "loser": [settlement.loser for settlement in self.settlements],
        }


class _Paid(NamedTuple):
    """A movement and the turn it was made at: a call of the hand, or the count."""

    turn: int
    entry: Entry


def difference(replay: Replay, before: Variant, after: Variant) -> Difference:
    """Settle a record under two rulebooks and find where they part.

    A rulebook that refuses a call, or will not even let these players sit down, settles what
    comes before it.
    """
    settlements = (_settled(replay, before), _settled(replay, after))
    divergence: Divergence | None = None
    shifts: list[ChangedMovement] = []
    for first, second in zip(settlements[0].hands, settlements[1].hands, strict=False):
        if not (_begun(first) and _begun(second)):
            divergence = divergence or _refusal(first, second)
            break
        counted = (_counted(first), _counted(second))
        ledgers = _comparable((first, second), counted)
        divergence = divergence or _divergence(first, second, counted, ledgers)
        shifts += _shifts(first.number, *ledgers)
        if first.failure is not None or second.failure is not None:
            break
    return Difference(settlements, divergence or _nobody_sits(settlements), tuple(shifts))


def _settled(replay: Replay, rules: Variant) -> Settlement:
    try:
        return settle(replay, variant=rules)
    except IllegalCall as refusal:
        return Settlement(replay, rules, (), (), Failure("illegal", "1", refusal.fault))


def _sides(settlements: Sequence[Settlement]) -> tuple[str, ...]:
    return next((s.hands[0].start.table.sides for s in settlements if s.hands), ())


def _begun(played: Played) -> bool:
    """Whether the hand could begin; one that could not carries the position before it."""
    return played.start.table.hand == played.number


def _counted(played: Played) -> Position:
    """The end of a hand; where a call was refused, the lances closed before it are counted."""
    if played.failure is None or played.end.lance == "end":
        return played.end
    return games.settle(played.end)[0]


def _last(settlement: Settlement) -> dict[str, int]:
    begun = [played for played in settlement.hands if _begun(played)]
    return _counted(begun[-1]).in_front() if begun else {}


def _decided(position: Position) -> bool:
    return bool(position.winner or position.loser)


# --- what can be compared ----------------------------------------------------------------


def _comparable(
    hands: tuple[Played, Played], counted: tuple[Position, Position]
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The two ledgers, so far as both were played: a lance one could not close is left out."""
    closed = [
        None if played.failure is None or _decided(played.end) else set(position.state.over)
        for played, position in zip(hands, counted, strict=True)
    ]

    def both(entry: Entry) -> bool:
        return all(lances is None or entry.lance in lances for lances in closed)

    first, second = (tuple(filter(both, position.ledger)) for position in counted)
    return first, second


def _paid(played: Played, ledger: Sequence[Entry]) -> list[_Paid]:
    """Each movement with the turn that made it."""
    made: list[int] = []
    for turn, step in enumerate(played.steps):
        made += [turn] * (len(step.after.ledger) - len(step.before.ledger))
    turns = dict(zip(map(id, played.end.ledger), made, strict=False))
    return [_Paid(turns.get(id(entry), AT_THE_COUNT), entry) for entry in ledger]


def _same(first: Entry | None, second: Entry | None) -> bool:
    return first is not None and second is not None and first[:6] == second[:6]


# --- where they part ---------------------------------------------------------------------


def _divergence(
    first: Played,
    second: Played,
    counted: tuple[Position, Position],
    ledgers: tuple[tuple[Entry, ...], tuple[Entry, ...]],
) -> Divergence | None:
    if first.start.in_front() != second.start.in_front():
        return Divergence("stones", str(first.number))
    found = _movement(first, second, ledgers)
    turn = found[0] if found else AT_THE_COUNT
    stopped = [played for played in (first, second) if played.failure is not None]
    halt = min((len(played.steps) for played in stopped), default=AT_THE_COUNT)
    if found and turn < halt:
        return found[1]
    if stopped and len({(len(p.steps), p.failure is None) for p in (first, second)}) > 1:
        return _refusal(first, second)
    if _decided(counted[0]) != _decided(counted[1]) and not stopped:
        under = int(_decided(counted[1]))
        # The count of the one stops where the other's goes on, and nothing else differs so far.
        if all(map(_same, *ledgers)):
            return Divergence("decided", f"{first.number}.{ledgers[under][-1].lance}", under)
    return found[1] if found else None


def _movement(
    first: Played, second: Played, ledgers: tuple[tuple[Entry, ...], tuple[Entry, ...]]
) -> tuple[int, Divergence] | None:
    """The first movement the two do not share, and its turn."""
    for left, right in zip_longest(_paid(first, ledgers[0]), _paid(second, ledgers[1])):
        if left and right and _same(left.entry, right.entry):
            continue
        turn = min(paid.turn for paid in (left, right) if paid)
        # What one pays later is not paid here.
        before = left.entry if left and left.turn == turn else None
        after = right.entry if right and right.turn == turn else None
        if turn == AT_THE_COUNT:
            return turn, _at_the_count(first, before, after)
        played = first if left and left.turn == turn else second
        spot, call = _spoken(played, turn)
        return turn, Divergence("movement", spot, call=call, before=before, after=after)
    return None


def _at_the_count(played: Played, before: Entry | None, after: Entry | None) -> Divergence:
    """A movement of the count, or two of the same lance; of two lances, the one counted first."""
    if before and after and before.lance != after.lance:
        order = games.game_of(played.end.variant.game).rules.phases.names
        if order.index(before.lance) < order.index(after.lance):
            after = None
        else:
            before = None
    entry = before or after
    assert entry is not None
    return Divergence("movement", f"{played.number}.{entry.lance}", before=before, after=after)


def _refusal(first: Played, second: Played) -> Divergence | None:
    """The call that one of the two refuses, or the game that is over before it."""
    pair = (first, second)
    refusing = [under for under in (0, 1) if pair[under].failure is not None]
    if not refusing:
        return None
    under = min(refusing, key=lambda each: len(pair[each].steps))
    played, failure = pair[under], pair[under].failure
    assert failure is not None
    if _begun(played) and _decided(played.end):
        place, call = _spoken(played, len(played.steps) - 1)
        return Divergence("decided", place, under, call, failure)
    return Divergence("refused", failure.place, under, failure.text, failure)


def _nobody_sits(settlements: tuple[Settlement, Settlement]) -> Divergence | None:
    """One rulebook under which these players cannot sit down at all."""
    for under, (_, _, hands, _, failure, *_) in enumerate(settlements):
        if not hands and failure is not None:
            return Divergence("refused", failure.place, under, failure=failure)
    return None


def _spoken(played: Played, turn: int) -> tuple[str, str]:
    """The place of a turn in the record, and the call that was said there."""
    said = [step.call for step in played.steps[: turn + 1] if step.call.seat != DECK]
    places = played.places
    if not said or len(said) > len(places):
        return str(played.number), ""
    return str(places[len(said) - 1]), write_call(said[-1])


# --- every stone -------------------------------------------------------------------------


def _shifts(
    hand: int, before: Sequence[Entry], after: Sequence[Entry]
) -> Iterator[ChangedMovement]:
    """The movements only one ledger has, those of the same lance and item beside each other."""
    left, right = list(before), list(after)
    for entry in before:
        twin = next((other for other in right if _same(entry, other)), None)
        if twin is not None:
            left.remove(entry)
            right.remove(twin)
    for entry in left:
        other = _counterpart(entry, right)
        if other is not None:
            right.remove(other)
        yield ChangedMovement(hand, entry, other)
    for entry in right:
        yield ChangedMovement(hand, None, entry)


def _counterpart(entry: Entry, others: Sequence[Entry]) -> Entry | None:
    """What is paid for the same thing under the other rulebook: to the same side, or another."""
    same = [other for other in others if (other.lance, other.item) == (entry.lance, entry.item)]
    if entry.src != BANK:
        same = [other for other in same if other.src == entry.src]
    return next((other for other in same if other.dst == entry.dst), next(iter(same), None))
