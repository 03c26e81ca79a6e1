"""A whole hand cut in every way: what is still said never contradicts what the whole hand says.

Hands of the packaged records and of random matches, most of them near the end of a game, lose a
lance, their beginning or their end, a call, the cards of a seat or of all, or have a call that
nobody can make put in. What is certain in the whole hand and does not hang on what was cut is
still said.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from mustutor.games.encaje.rules import FEWEST
from mustutor.model.ledger import BANK, POT, account_total
from mustutor.model.position import Position
from mustutor.model.variant import Variant, load_variant
from mustutor.referee import Settlement, settle
from mustutor.replay import Replay
from mustutor.replay.format import Hand
from mustutor.replay.playback import Played, play_back
from mustutor.replay.simulate import match
from tests.long import sampled

PRESETS = (
    "fournier",
    "wikipedia_en",
    "madrid",
    "asturias",
    "guipuzcoa_8",
    "catalunya",
    "la_rioja",
    "galicia",
    "encaje",
    "encaje_five_card",
)
OTHERWISE = {
    "fournier": ({}, {"deje.timing": "end_first"}, {"ordago.settle": "count_prior_first"}),
    "encaje": (
        {},
        {"encaje.settle_order": "pots_first"},
        {"encaje.settle_order": "discards_first"},
    ),
}


class Cut(NamedTuple):
    """A hand of which something was taken away, or to which something was added."""

    what: str
    replay: Replay


# --- whole hands -----------------------------------------------------------------------------


def alone(replay: Replay, played: Played, stones: dict[str, int]) -> Replay:
    """One hand of a match by itself, with nothing stated of what it came to."""
    table = played.start.table
    hand = played.hand._replace(ledger=None, after=None, seal=None)
    rounds = tuple([round_._replace(checks=None, at_ms=None) for round_ in hand.rounds])
    return replay._replace(
        hands=(hand._replace(rounds=rounds),),
        start=stones,
        games=dict(zip(table.sides, table.games, strict=True)),
        claims=None,
        notes=None,
        signatures=None,
        seal=None,
    )


def ended(replay: Replay, variant: Variant) -> Played | None:
    """The hand played whole; what follows the end of a game is left out of it."""
    [hand] = replay.hands
    for number in range(len(hand.rounds), 0, -1):
        shorter = replay._replace(hands=(hand._replace(rounds=hand.rounds[:number]),))
        [played] = play_back(shorter, variant, checks=False)
        if played.complete and played.end.lance == "end" and not played.end.unplayed:
            return played
    return None


def near_the_end(played: Played, variant: Variant, random: Random) -> dict[str, int]:
    sides = played.start.table.sides
    if "score.target" not in variant.rules or played.start.table.vacas == ():
        if random.random() < 1 / 2:
            return {side: random.choice((1, 2, 3, 5, 8)) for side in sides}
        # Two are left, and one of them has a stone to lose: here games end.
        last, other = random.sample(sides, 2)
        return dict.fromkeys(sides, 0) | {last: 1, other: random.choice((1, 3, 9))}
    target = variant.number("score.target")
    return {side: target - random.choice((1, 1, 2, 3, 4, 6, 9)) for side in sides}


def whole_hands(variant: Variant, random: Random, number: int) -> Iterator[tuple[Replay, Played]]:
    seats = 4 if variant.id.startswith("encaje") else 0
    found = 0
    for game in range(1, 8 * number):
        replay = match(variant, seats=seats or 4, hands=2, seed="cuts", number=game)
        for played in play_back(replay, variant, checks=False):
            for stones in (played.start.in_front(), near_the_end(played, variant, random)):
                if sum(map(bool, stones.values())) < FEWEST and variant.id.startswith("encaje"):
                    continue
                single = alone(replay, played, stones)
                try:
                    again = ended(single, variant)
                except Exception:  # noqa: BLE001, S112 - nobody could sit down with these stones
                    continue
                if again is not None:
                    found += 1
                    yield single._replace(hands=(again.hand,)), again
            if found >= number:
                return


# --- cuts ------------------------------------------------------------------------------------


def cuts(replay: Replay, played: Played, random: Random) -> Iterator[Cut]:
    [hand] = replay.hands
    held = {
        seat: list(map(str, cards))
        for seat, cards in zip(replay.seats, played.end.deal.hands, strict=True)
        if cards is not None
    }
    discards = sum(round_.lance == "descarte" for round_ in hand.rounds)

    def of(what: str, **changed: object) -> Cut:
        kept = changed.get("rounds", hand.rounds)
        left = sum(round_.lance == "descarte" for round_ in kept)
        if left < discards:
            # The cards that were dealt are not those that are shown in the end.
            changed["deal"] = {"source": "physical", "cards": {} if left else held}
        return Cut(what, replay._replace(hands=(hand._replace(**changed),)))

    rounds = hand.rounds
    for number in range(len(rounds)):
        yield of(f"the end from {rounds[number].lance}", rounds=rounds[:number])
        if number:
            yield of(f"the beginning up to {rounds[number].lance}", rounds=rounds[number:])
        without = rounds[:number] + rounds[number + 1 :]
        yield of(f"{rounds[number].lance}, in the middle", rounds=without)
        calls = rounds[number].calls
        for place in random.sample(range(len(calls)), min(2, len(calls))):
            seat = calls[place].split()[0]
            other = random.choice([one for one in replay.seats if one != seat])
            for what, said in (
                ("a call", (f"{seat} ?", *calls[place + 1 :])),
                ("the end inside", ()),
                ("a call nobody can make in", (f"{seat} descubre Ro", *calls[place:])),
                ("another turn in", (f"{other} quiero", *calls[place:])),
            ):
                changed = rounds[number]._replace(calls=(*calls[:place], *said))
                cut = (*rounds[:number], changed, *rounds[number + 1 :])
                yield of(f"{what} {rounds[number].lance}.{place + 1}", rounds=cut)
    cards = hand.cards
    talked = any(round_.draws for round_ in rounds)
    if not talked and hand.deal is not None:
        for gone in (*replay.seats, None):
            kept = {seat: cards[seat] for seat in cards if gone not in (seat, None)}
            yield of(f"the cards of {gone}", deal={"source": "physical", "cards": kept})


# --- what is compared ------------------------------------------------------------------------


Movement = tuple[str, str, str, str, int]


def movements(end: Position, lance: str = "") -> list[Movement]:
    return [(e.lance, e.item, e.src, e.dst, e.stones) for e in end.ledger if lance in ("", e.lance)]


def gets(end: Position, lance: str) -> dict[str, int]:
    """What each account gets or gives in a lance, but for what is staked."""
    found: dict[str, int] = {}
    for entry in end.ledger:
        if entry.lance != lance:
            continue
        if entry.dst != BANK and not entry.dst.startswith(POT) and entry.stones:
            found[entry.dst] = found.get(entry.dst, 0) + entry.stones
        if entry.src in end.table.sides and not entry.dst.startswith(POT):
            found[entry.src] = found.get(entry.src, 0) - entry.stones
    return found


def never_lost(played: Played) -> None:
    """Stones go from one to another, to the pots and out of the game, and never away."""
    start, end = played.start, played.end
    stones = start.in_front()
    for entry in end.ledger:
        for account, moved in ((entry.src, -entry.stones), (entry.dst, entry.stones)):
            if account in stones:
                stones[account] += moved
    assert stones == end.in_front()
    if not start.table.vacas:
        assert sum(start.accounts().values()) == sum(end.accounts().values())
        assert min(end.accounts().values()) >= 0


def claimed(whole_end: Position) -> tuple[dict[str, object], ...]:
    """Right claims and wrong ones: about each lance, the hand, and who has the game."""
    claims: list[dict[str, object]] = []
    sides = whole_end.table.sides
    for lance in whole_end.state.over:
        entries = [entry for entry in whole_end.ledger if entry.lance == lance]
        for side in sides:
            right = account_total(entries, side)
            known = {"by": "right", "about": f"1.{lance}", "to": side}
            claims += [{**known, "stones": right}, {**known, "by": "wrong", "stones": right + 1}]
    after = whole_end.in_front()
    claims.append({"by": "right", "about": "1", "after": after})
    claims.append({"by": "wrong", "about": "1", "after": {**after, sides[0]: after[sides[0]] + 1}})
    decided = whole_end.winner or whole_end.loser
    for side in sides if decided else ():
        right = "right" if side == decided else "wrong"
        claims.append({"by": right, "about": "game", "to": side})
    return tuple(claims)


def is_decided(end: Position) -> str:
    return end.winner or end.loser


def compare(whole_hand: Played, cut: Cut, settlement: Settlement) -> None:
    """The whole hand beside what is said of the cut one."""
    [played] = settlement.hands
    end, told = whole_hand.end, played.end
    never_lost(played)
    if is_decided(told):
        assert is_decided(told) == is_decided(end)
    wrong = [j for j in settlement.judgements if (j.claim["by"] == "right") != j.holds]
    for judgement in (j for j in wrong if j.holds is not None):
        # A lance that stands alone is judged by itself: where it was not counted in the whole
        # hand, or paid less, the game had ended or the stones were gone by what was cut.
        lance = str(judgement.claim["about"]).partition(".")[2]
        assert lance, judgement
        assert hangs(whole_hand, played), (judgement, movements(end), movements(told))
    if told.would_end is not None:
        would_end(whole_hand, played)
    for movement in movements(told):
        if movement not in movements(end):
            assert hangs(whole_hand, played), (movement, movements(end))
    for waits in settlement.undecided:
        possible = waits.possible
        if not possible.exhaustive:
            continue
        if not waits.lance:
            assert is_decided(end) in [ending.decided for ending in possible.endings]
        elif not is_decided(end) and not told.unplayed and not told.skipped:
            endings = [dict(ending.gets) for ending in possible.endings]
            if not end.table.vacas and "the end" in cut.what:
                continue
            assert gets(end, waits.lance) in endings, (waits.lance, endings, movements(end))


def hangs(whole_hand: Played, played: Played) -> bool:
    """Whether a lance comes out otherwise by what was cut, and may: the end, or stones gone."""
    told, end = played.end, whole_hand.end
    if told.table.vacas:
        # Mus: the game ended before in the whole hand, by something that is not in this one.
        counted = [movement[0] for movement in movements(end)]
        ends_by = counted[-1] if counted else ""
        return bool(end.winner) and (
            ends_by not in told.state.over or bool(told.skipped) or bool(told.unplayed)
        )
    # Encaje: what is paid hangs on what each has in front, and so on every lance that is missing.
    return bool(told.skipped or told.unplayed or played.failure or played.forgotten)


def would_end(whole_hand: Played, played: Played) -> None:
    """An end that hangs on lances nobody wrote down: true, unless one of them came first."""
    told, end = played.end.would_end, whole_hand.end
    assert told is not None
    assert told.first or played.start.table.before == "unknown"
    assert not set(told.first) & set(played.end.state.over)
    if end.table.vacas:
        # In Mus the game is over in this hand, whoever has won it.
        assert end.winner
        last = end.ledger[-1].lance
        if last not in told.first and not any(e.lance in told.first for e in end.ledger):
            assert end.winner == told.side


def everything_certain(whole_hand: Played, cut: Cut, settlement: Settlement) -> None:
    """What was decided by calls that are all there is still said to be decided."""
    [played] = settlement.hands
    end = whole_hand.end
    if not is_decided(end) or end.rulings:
        return
    last = end.ledger[-1]
    told = [step.call for step in played.steps]
    if last.when == "at_once" and [step.call for step in whole_hand.steps] == told:
        assert is_decided(played.end) == is_decided(end), cut.what
    for lance in end.state.over:
        entries = [e for e in end.ledger if e.lance == lance]
        counted = any(e.when == "showdown" for e in entries)
        kept = lance in played.end.state.over and None not in played.end.deal.hands
        if kept and counted and end.table.vacas and not played.end.skipped:
            assert movements(played.end, lance) == movements(end, lance), (cut.what, lance)


def tried(variant: Variant, random: Random, number: int, most: int) -> int:
    """Cut so many hands, each in so many ways at most; gives the number of cuts."""
    done = 0
    for replay, played in whole_hands(variant, random, number):
        claims = claimed(played.end)
        ways = list(cuts(replay, played, random))
        for cut in random.sample(ways, min(most, len(ways))):
            try:
                settlement = settle(cut.replay._replace(claims=claims), variant=variant)
                compare(played, cut, settlement)
                everything_certain(played, cut, settlement)
            except Exception as problem:
                problem.add_note(f"{variant.id}: without {cut.what}, of {replay.as_json()}")
                raise
            done += 1
    return done


@sampled("name", PRESETS, 2)
def test_what_is_said_of_a_part_never_contradicts_the_whole(name):
    assert tried(load_variant(name), Random(f"a few cuts of {name}"), 3, 8) > 18


@pytest.mark.long
@pytest.mark.parametrize("name", PRESETS)
def test_nor_of_any_part_of_many_hands(name):
    for changed in OTHERWISE.get(name, ({},)):
        variant = load_variant(name)
        variant = variant._replace(rules={**variant.rules, **changed})
        # Drawn among all ways of each of many hands: each kind of cut comes up at every table, and
        # a hand more shows more than another cut of the same one.
        assert tried(variant, Random(f"cuts of {name}"), 6, 14) > 70


# --- a hand in the middle --------------------------------------------------------------------


def settled_with(replay: Replay, hand: Hand) -> Settlement:
    """A match in which its second hand is this one, with nothing else stated of any."""
    first, _, *later = replay.hands
    hands = (first, hand, *[each._replace(ledger=None) for each in later])
    return settle(replay._replace(hands=hands))


@pytest.mark.parametrize("name", PRESETS)
def test_what_follows_a_hand_that_is_not_whole(name):
    # With the stones stated after it all is as it was; without them nothing is told that was not.
    variant = load_variant(name)
    for number in range(1, 4):
        replay = match(variant, seats=4, hands=4, seed="middle", number=number)
        if len(replay.hands) < 3:
            continue
        whole_match = settle(replay).hands
        cut = replay.hands[1]._replace(rounds=replay.hands[1].rounds[:-1], ledger=None)
        for after in (cut.after, None):
            stated = cut._replace(after=after)
            found = settled_with(replay, stated).hands
            assert len(found) == len(replay.hands)
            if is_decided(whole_match[1].end) and after is not None:
                continue  # an órdago, or who has lost, is told by the ledger alone
            later, whole_hand = found[2], whole_match[2]
            never_lost(later)
            if after is not None and not is_decided(found[1].end):
                assert later.start.table.before == "stated"
                assert movements(later.end) == movements(whole_hand.end)
                assert later.end.in_front() == whole_hand.end.in_front()
            if is_decided(later.end) and later.failure is None:
                assert is_decided(later.end) == is_decided(whole_hand.end)
