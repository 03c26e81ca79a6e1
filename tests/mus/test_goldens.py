"""A hand of every rulebook, line by line: what was said, where it led, every stone that moved.

A golden is read as it is played. Its first line says what to look at; `>` is a call, `!` a call
the rules refuse, with the article that refuses it, and below each stand the position line and the
movements it caused. All of it but the words behind `#`, `>`, `!` and the set-up is made by the
engine and was read, line by line, against the rules before it was signed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mustutor import games
from mustutor.games.mus_family.calls import read_call
from mustutor.model.calls import deal_call, serve_call
from mustutor.model.cards import read_card
from mustutor.model.position import Position
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids

HERE = Path(__file__).parent / "goldens"
GOLDENS = sorted(HERE.glob("*.txt"))


def told(words: str) -> dict[str, tuple]:
    """Hands as a golden writes them: ``A1 Ro Rc 7e 4b, B1 ...``."""
    found = {}
    for hand in words.split(", "):
        seat, *cards = hand.split()
        found[seat] = tuple(map(read_card, cards))
    return found


def stones(words: str) -> dict[str, int]:
    sides = words.split()
    return {side: int(count) for side, count in zip(sides[::2], sides[1::2], strict=True)}


def played(golden: str) -> str:
    """Play a golden's calls, and write the golden again."""
    written: list[str] = []
    setup: dict[str, str] = {}
    position: Position | None = None

    def moved_on(after: Position) -> Position:
        before = position.ledger if position is not None else ()
        new = after.ledger[len(before) :] if after.ledger[: len(before)] == before else after.ledger
        for entry in new:
            when = " at once" if entry.when == "at_once" else ""
            movement = f"{entry.src} > {entry.dst} {entry.stones}{when}"
            written.append(f"  + {entry.lance} {entry.item} {movement}  {entry.rule}")
        written.append(f"  {after.line()}")
        if after.winner or after.loser:
            won = f"won by {after.winner}" if after.winner else f"lost by {after.loser}"
            games_ = " ".join(
                f"{side} {count}"
                for side, count in zip(after.table.sides, after.table.games, strict=True)
            )
            written.append(f"  = the game is {won}; games {games_}")
        return after

    for line in golden.splitlines():
        if line.startswith("  "):
            continue
        written.append(line)
        head, _, rest = line.partition(" ")
        match head:
            case "rules" | "seats" | "mano" | "stones" | "games":
                setup[head] = rest
            case "deal":
                if position is None:
                    position = games.start(
                        load_variant(setup["rules"]),
                        seats=tuple(setup["seats"].split()),
                        mano=setup["mano"],
                        stones=stones(setup.get("stones", "")),
                        games=stones(setup.get("games", "")),
                    )
                else:
                    position = games.next_hand(position)
                position = moved_on(games.apply(position, deal_call(told(rest))))
            case "serve":
                assert position is not None
                position = moved_on(games.apply(position, serve_call(told(rest))))
            case ">":
                assert position is not None
                position = moved_on(games.apply(position, read_call(rest)))
            case "!":
                assert position is not None
                fault = games.why_not(position, read_call(rest))
                assert fault is not None, line
                written.append(f"  refused: {fault.rule}")
    return "\n".join(written) + "\n"


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)
def test_a_hand_reads_as_it_was_signed(path):
    golden = path.read_text("utf-8")
    assert golden.startswith("# ")
    assert f"rules {path.stem}\n" in golden
    assert played(golden) == golden


def test_there_is_one_for_every_rulebook():
    assert [path.stem for path in GOLDENS] == sorted({*variant_ids()} - {"enfle", "mau_mau"})
    assert len(GOLDENS) == 19
