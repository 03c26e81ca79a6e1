"""What mustutor is measured beside: pokerkit's hold'em, mahjong's explained hands, treys, Typer.

Run as a program it verifies a file of poker hands, one in PHH a line of JSON, as pokerkit does::

    python tests/benchmarks/peers.py hands.jsonl
"""

from __future__ import annotations

import json
import sys
import tomllib
import warnings
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

PLAYERS = 6
HELLO = """
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "world") -> None:
    print(f"Hello, {name}")


app()
"""


def poker_hand(random: Random) -> tuple[Any, Any, int]:
    """Play one random legal hand of no-limit hold'em: the game, its last state, how many actions.

    Deals count among them, as in PHH; a burnt card does not.
    """
    from pokerkit import Automation, Deck, NoLimitTexasHoldem

    automations = tuple(one for one in Automation if one != Automation.RUNOUT_COUNT_SELECTION)
    game = NoLimitTexasHoldem(
        automations,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
    )
    state = game((200,) * PLAYERS, PLAYERS)
    pack = list(Deck.STANDARD)
    random.shuffle(pack)
    actions = 0
    while state.status:
        actions += 1
        if state.can_deal_hole():
            state.deal_hole(pack.pop())
        elif state.can_burn_card():
            state.burn_card(pack.pop())
            actions -= 1
        elif state.can_deal_board():
            state.deal_board(tuple(pack.pop() for _ in range(state.street.board_dealing_count)))
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
    return game, state, actions


def poker_random(count: int) -> tuple[int, int]:
    """Play random hands: so many, and the actions in them."""
    random = Random(1)
    return count, sum(poker_hand(random)[2] for _ in range(count))


def poker_records(count: int) -> tuple[list[str], int]:
    """Random hands in PHH, pokerkit's own format, and how many actions they hold."""
    from pokerkit import HandHistory

    random = Random(1)
    records = [HandHistory.from_game_state(*poker_hand(random)[:2]).dumps() for _ in range(count)]
    return records, sum(len(tomllib.loads(record)["actions"]) for record in records)


def poker_verified(records: list[str], actions: int) -> tuple[int, int]:
    """Read hands and replay every state of them, which is all the verification there is."""
    from pokerkit import HandHistory

    for record in records:
        for _ in HandHistory.loads(record):
            pass
    return len(records), actions


def mahjong_told(count: int) -> tuple[int, int]:
    """Say what hands of riichi are worth, with their yaku and fu: hands, and lines of text."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.tile import TilesConverter

    read = TilesConverter.string_to_136_array
    won = read(sou="4")[0]
    hands = [
        read(man=man, pin=pin, sou="444")
        for man in ("22444", "22333", "22678", "22345")
        for pin in ("333567", "222678", "456456", "345678")
    ]
    calculator, lines = HandCalculator(), 0
    for number in range(count):
        worth = calculator.estimate_hand_value(hands[number % len(hands)], won)
        told = [f"{worth.han} han, {worth.fu} fu: {worth.cost['main']}", *map(str, worth.yaku)]
        told += [f"  {fu['fu']} fu: {fu['reason']}" for fu in worth.fu_details]
        lines += ("\n".join(told) + "\n").count("\n")
    return count, lines


def treys_hands(count: int) -> list[list[int]]:
    """Hands of five cards as treys has them."""
    from treys import Card

    random = Random(1)
    pack = [Card.new(rank + suit) for rank in "23456789TJQKA" for suit in "shdc"]
    return [random.sample(pack, 5) for _ in range(count)]


@cache
def treys_evaluator() -> Any:
    """What ranks hands, with its tables."""
    from treys import Evaluator

    return Evaluator()


def treys_ranked(hands: list[list[int]]) -> tuple[int, int]:
    """Rank hands of five cards."""
    evaluate = treys_evaluator().evaluate
    for hand in hands:
        evaluate([], hand)
    return len(hands), 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # The peer's own warnings are not ours to judge.
    poker_verified(list(map(json.loads, Path(sys.argv[1]).read_text("utf-8").splitlines())), 0)
