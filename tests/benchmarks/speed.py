"""Speed beside its peers, measured in the same run: a table, never a test.

Run it with the `bench` extra installed::

    python tests/benchmarks/speed.py                        # everything
    python tests/benchmarks/speed.py --only verify --hands 100000

Each row is the best of several interleaved repetitions, ours and the peer's by turns, so that a
busy moment hits both. A poker hand is not a Mus hand: read the ratio as "of the same order of
work: deal, bet in rounds, settle", and the calls a second beside it.

Two kinds of records are verified: the conformance matches, again and again, as the hands of people
are, and archives of random matches (`archive.py`), where the shuffle is checked as well. The
collector of cyclic garbage, which finds none here, runs a hundred times less than by itself, for
the peer too, as whoever verifies an archive would do.

A JSON Schema validator on this path would take several times all of it together: the rows
`schema first`.
"""

from __future__ import annotations

import argparse
import gc
import json
import time
import tomllib
import warnings
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mustutor import games
from mustutor.cards import deck
from mustutor.explain import to_text
from mustutor.games.mus_family.chance import seats as seats_of
from mustutor.games.mus_family.dealing import pack as pack_of
from mustutor.games.mus_family.ranking import ranking_of
from mustutor.language import language
from mustutor.referee import verify
from mustutor.replay import dumps, loads
from mustutor.replay.playback import play_back
from mustutor.replay.record import recorded_hand
from mustutor.replay.rules import rules_of
from mustutor.replay.seal import with_seals
from mustutor.replay.words import hand_page
from mustutor.schema import refusals
from mustutor.shuffle import fresh_pack
from mustutor.simulate import play_hand
from mustutor.variant import load_variant

if __package__:
    from .archive import Archive, archive
else:
    from archive import Archive, archive

REPETITIONS = 7
SEED = "benchmark"
CONFORMANCE = Path(__file__).parents[1] / "conformance"


class Row(NamedTuple):
    """One measurement: what, ours and the peer's a second, and the ratio asked for."""

    what: str
    peer: str
    ours: float
    theirs: float
    asked: float


def best(
    ours: Callable[[], int], theirs: Callable[[], int], times: int = REPETITIONS
) -> tuple[float, float]:
    """The best rate of each, in things a second, measured by turns."""
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        for work, found in zip((ours, theirs), rates, strict=True):
            start = time.perf_counter()
            count = work()
            found.append(count / (time.perf_counter() - start))
    return max(rates[0]), max(rates[1])


# --- ours --------------------------------------------------------------------------------


def our_records(game: str) -> tuple[list[str], int, int]:
    """The conformance matches with checks and seals, how many hands they are, and calls."""
    records, hands, calls = [], 0, 0
    for line in (CONFORMANCE / f"{game}.jsonl").read_text("utf-8").splitlines():
        replay = loads(line)
        assert verify(replay).ok
        variant, _ = rules_of(replay)
        played = [
            recorded_hand(one.steps, one.end, mano=one.hand.mano)
            for one in play_back(replay, variant)
        ]
        hands += len(played)
        calls += sum(len(round_.calls) for hand in played for round_ in hand.rounds)
        sealed = with_seals(replay._replace(hands=tuple(played), extra={}))
        records.append(dumps(sealed))
    return records, hands, calls


def our_verification(records: list[str], hands: int) -> Callable[[], int]:
    """Read and verify: legality, checks, seal, settlement, ledger."""

    def work() -> int:
        for record in records:
            verdict = verify(loads(record))
            assert verdict.ok
        return hands

    return work


def archive_verification(made: Archive) -> Callable[[], int]:
    """Read and verify an archive whose like was never heard before."""

    def work() -> int:
        for line in made.lines:
            assert verify(loads(line)).ok
        return made.hands

    return work


def our_telling(made: Archive, code: str) -> tuple[Callable[[], int], float]:
    """Tell hands in words and lay them out as text; each time others, never told before.

    Also how many lines a hand has.
    """
    played = [
        hand
        for line in made.lines
        for replay in [loads(line)]
        for hand in play_back(replay, rules_of(replay)[0], checks=False)
    ]
    tongue = language(code)
    size = len(played) // (REPETITIONS + 1)
    parts = iter([played[start : start + size] for start in range(0, len(played), size)])
    lines = sum(to_text(hand_page(hand, tongue)).count("\n") for hand in next(parts))

    def work() -> int:
        for hand in (some := next(parts)):
            to_text(hand_page(hand, tongue))
        return len(some)

    return work, lines / size


def schema_validation(made: Archive, matches: int) -> Callable[[], int]:
    """Validate some matches of an archive by the JSON Schema, before verifying them."""
    lines = made.lines[:matches]

    def work() -> int:
        hands = 0
        for line in lines:
            assert not refusals(json.loads(line), "replay")
            hands += len(verify(loads(line)).hands)
        return hands

    return work


def our_random_hands(variant_id: str, seats: int, count: int) -> Callable[[], int]:
    """Deal and play hands with random legal calls."""
    variant = load_variant(variant_id)
    names = seats_of(variant, seats)
    start = games.start(variant, seats=names, mano=names[0])
    packs = [fresh_pack(pack_of(variant), SEED, str(number)) for number in range(count)]

    def work() -> int:
        random = Random(1)
        for pack in packs:
            play_hand(start, pack, random)
        return count

    return work


def our_ranking(count: int) -> Callable[[], int]:
    """Classify four cards in every lance."""
    random = Random(1)
    pack = list(deck())
    hands = [tuple(random.sample(pack, 4)) for _ in range(count)]
    classify = ranking_of(load_variant("encaje").rules).classify

    def work() -> int:
        for hand in hands:
            classify(hand)
        return count

    return work


# --- the peers ---------------------------------------------------------------------------


def poker_game(seats: int) -> Any:
    """No-limit hold'em as pokerkit plays it, with everything but the calls automated."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(
        automation
        for automation in Automation
        if automation
        not in (Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.RUNOUT_COUNT_SELECTION)
    )
    return NoLimitTexasHoldem(
        automations + (Automation.HOLE_CARDS_SHOWING_OR_MUCKING,),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
    ), [200] * seats


def poker_hand(seats: int, random: Random) -> Any:
    """Play one random legal hand of hold'em; gives its last state."""
    from pokerkit import Card, Deck

    game, stacks = poker_game(seats)
    state = game(tuple(stacks), seats)
    pack = list(Deck.STANDARD)
    random.shuffle(pack)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole(pack.pop())
        elif state.can_burn_card():
            state.burn_card(pack.pop())
        elif state.can_deal_board():
            cards = [pack.pop() for _ in range(state.street.board_dealing_count)]
            state.deal_board(tuple(cards))
        else:
            drawn = random.random()
            if drawn < 0.25 and state.can_fold():
                state.fold()
            elif drawn < 0.8 or not state.can_complete_bet_or_raise_to():
                state.check_or_call()
            else:
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(min(high, low + int(random.random() * 6)))
    assert isinstance(pack[0], Card)
    return game, state


def poker_records(seats: int, hands: int) -> list[str]:
    """Random hands of hold'em in PHH, pokerkit's own record format."""
    from pokerkit import HandHistory

    random = Random(1)
    records = []
    for _ in range(hands):
        game, state = poker_hand(seats, random)
        records.append(HandHistory.from_game_state(game, state).dumps())
    return records


def poker_verification(records: list[str]) -> Callable[[], int]:
    """Read and replay every state of PHH hands, which is all the verification there is."""
    from pokerkit import HandHistory

    def work() -> int:
        for record in records:
            for _ in HandHistory.loads(record):
                pass
        return len(records)

    return work


def poker_random_hands(seats: int, count: int) -> Callable[[], int]:
    """Play random legal hands of hold'em."""

    def work() -> int:
        random = Random(1)
        for _ in range(count):
            poker_hand(seats, random)
        return count

    return work


def mahjong_telling(count: int) -> tuple[Callable[[], int], float]:
    """Say what a hand of riichi is worth, with its yaku and fu; also how many lines that is."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.tile import TilesConverter

    read = TilesConverter.string_to_136_array
    won = read(sou="4")[0]
    hands = [
        read(man=man, pin=pin, sou="444")
        for man in ("22444", "22333", "22678", "22345")
        for pin in ("333567", "222678", "456456", "345678")
    ]
    calculator = HandCalculator()

    def told(hand: list[int]) -> str:
        worth = calculator.estimate_hand_value(hand, won)
        lines = [f"{worth.han} han, {worth.fu} fu: {worth.cost['main']}"]
        lines += map(str, worth.yaku)
        lines += [f"  {fu['fu']} fu: {fu['reason']}" for fu in worth.fu_details]
        return "\n".join(lines) + "\n"

    def work() -> int:
        for number in range(count):
            told(hands[number % len(hands)])
        return count

    return work, sum(told(hand).count("\n") for hand in hands) / len(hands)


def treys_ranking(count: int) -> Callable[[], int]:
    """Rank five cards with treys, already parsed."""
    from treys import Card, Evaluator

    random = Random(1)
    pack = [Card.new(rank + suit) for rank in "23456789TJQKA" for suit in "shdc"]
    hands = [random.sample(pack, 5) for _ in range(count)]
    evaluate = Evaluator().evaluate

    def work() -> int:
        for hand in hands:
            evaluate([], hand)
        return count

    return work


# --- the table ---------------------------------------------------------------------------


def rows(hands: int, few: int) -> Iterator[Row]:
    """Measure verification, ours and the peer's by turns."""
    poker = poker_records(6, few)
    peer = "pokerkit, PHH, 6 players"
    actions = sum(len(tomllib.loads(record)["actions"]) for record in poker) / len(poker)
    for game in ("encaje", "mus"):
        records, held, calls = our_records(game)
        ours, theirs = best(our_verification(records, held), poker_verification(poker))
        yield Row(f"verify the conformance matches of {game}", peer, ours, theirs, 10)
        yield Row("  the same in calls", "actions", ours * calls / held, theirs * actions, 0)
    for variant, seats in (("fournier", 4), ("encaje", 3), ("encaje", 5)):
        made = archive(variant, hands, seats=seats)
        ours, theirs = best(archive_verification(made), poker_verification(poker))
        per_hand = made.calls / made.hands
        what = f"verify {made.hands:,} random hands, {variant}, {seats}"
        yield Row(what, peer, ours, theirs, 10)
        yield Row("  the same in calls", "actions", ours * per_hand, theirs * actions, 0)
        plain, valid = best(archive_verification(made), schema_validation(made, 10), 2)
        what = f"  {made.hands:,} hands in {made.hands / plain:.1f} s"
        yield Row(what, f"schema first: {made.hands / valid:.1f} s", plain, valid, 0)


def telling_rows(hands: int, few: int) -> Iterator[Row]:
    """Measure telling hands in words, ours whole and the peer's value of a hand, by turns."""
    for variant in ("fournier", "encaje"):
        made = archive(variant, hands)
        for code in ("en", "es"):
            (ours_told, ours_lines), (told, lines) = our_telling(made, code), mahjong_telling(few)
            ours, theirs = best(ours_told, told)
            yield Row(f"tell a hand whole, {variant}, {code}", "mahjong, a value", ours, theirs, 0)
            yield Row("  the same in lines", "lines", ours * ours_lines, theirs * lines, 0)


def other_rows(few: int) -> Iterator[Row]:
    """Measure random play and ranking, ours and the peer's by turns."""
    for variant, seats in (("encaje", 5), ("encaje", 3), ("fournier", 4)):
        hands = our_random_hands(variant, seats, few * 10)
        ours, theirs = best(hands, poker_random_hands(6, few))
        what = f"random legal hands, {variant}, {seats} players"
        yield Row(what, "pokerkit, 6 players", ours, theirs, 10)
    ours, theirs = best(our_ranking(few * 1000), treys_ranking(few * 200))
    yield Row("classify four cards, every lance", "treys, five cards", ours, theirs, 2)


def main() -> None:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--only", choices=("verify", "tell", "other"), help="some of the rows")
    parser.add_argument("--hands", type=int, default=3_000, help="of each archive")
    given = parser.parse_args()
    few = 20 if given.quick else 150
    hands = given.hands // 10 if given.quick else given.hands
    warnings.simplefilter("ignore")  # The peers' own warnings are not ours to judge.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    print(f"{'what':50}{'peer':32}{'ours/s':>12}{'peer/s':>12}{'ratio':>8}{'asked':>7}")
    every = {
        "verify": rows(hands, few),
        "tell": telling_rows(hands, few),
        "other": other_rows(few),
    }
    for row in chain.from_iterable([every[given.only]] if given.only else every.values()):
        ratio = row.ours / row.theirs
        print(
            f"{row.what:50}{row.peer:32}{row.ours:12,.0f}{row.theirs:12,.0f}"
            f"{ratio:8.1f}{row.asked or '':>7}",
            flush=True,
        )


if __name__ == "__main__":
    main()
