"""Speed and size beside the peers, measured in the same run: one table, never a test.

Run it with the `bench` extra installed, on a machine with nothing else to do::

    python tests/benchmarks/speed.py                        # everything, ten minutes
    python tests/benchmarks/speed.py verify start --quick   # some parts, a tenth of the work
    python tests/benchmarks/speed.py --million              # a million hands, once

Every row is measured one way: ours and the peer's in turn, pair by pair, in seconds of processor
time, and the median of the pairs' ratios stands between the lowest and the highest of them. Two
jobs over one are measured by the clock on the wall, and memory is the peak of the largest process,
once, as is the worst of many questions.

`warm` is a function called again and again in this process, with the collector of cyclic garbage
as the command sets it; `cold` is the whole process, from its start to its end, over cards never
heard before. A poker hand is longer than one of Mus: beside hands a second stands the ratio in
calls a second (a poker deal counts as a call), where something is told, in lines of text.
Whatever a row measures is checked: a record that does not verify, a command that fails, ends the
run; a peer that is not installed is named.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

import peers
from archive import Archive, archive
from drawn import until_drawn

from mustutor import games
from mustutor.__main__ import SELDOM
from mustutor.base.language import open_language
from mustutor.games.mus_family.dealing import pack as pack_of
from mustutor.games.mus_family.dealing import seats as seats_of
from mustutor.games.mus_family.hands import ranking_of
from mustutor.model.calls import DECK
from mustutor.model.cards import deck, fresh_pack
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.text import to_text
from mustutor.referee import settle
from mustutor.referee import verified as verified_text
from mustutor.replay import dumps, loads
from mustutor.replay.format import rules_of
from mustutor.replay.names import hand_page
from mustutor.replay.playback import play_back
from mustutor.replay.seals import with_seals
from mustutor.replay.simulate import AtRandom, play_hand
from mustutor.replay.writer import recorded_hand
from mustutor.tutor.drills import SKILLS, drill_stop

CONFORMANCE = Path(__file__).parents[1] / "conformance"
MUSTUTOR = [sys.executable, str(Path(sys.executable).with_name("mustutor"))]
USUAL = 2_000
"""Hands of an archive, unless others are asked for."""
POKER, MEGABYTE = "pokerkit, PHH, 6 players", 2**20
# The peak of a child counts what its parent held when it began: so the parent is a small one.
LAUNCHER = """
import os, subprocess, sys, time
begun, null = time.perf_counter(), subprocess.DEVNULL
child = subprocess.Popen(sys.argv[1:], stdin=null, stdout=null, stderr=null)
_, status, used = os.wait4(child.pid, 0)
print(status, used.ru_utime + used.ru_stime, time.perf_counter() - begun, used.ru_maxrss / 1024)
"""


class Spent(NamedTuple):
    """What a run took, in seconds of the processor and of the wall, and in MB; what it did."""

    cpu: float
    wall: float
    peak: float
    things: float = 1
    calls: float = 0


class Row(NamedTuple):
    """A measurement: ours, the peer's if there is one, what is shown of a run, what is asked.

    Of ``/s`` the ratio is to be at least what is asked, of anything else at most; without a
    peer it is the figure itself that may be so large at most.
    """

    what: str
    ours: Callable[[], Spent]
    peer: str = ""
    theirs: Callable[[], Spent] | None = None
    asked: float = 0
    unit: str = "/s"
    shown: Callable[[Spent], float] = lambda spent: spent.things / spent.cpu


def here(work: Callable[[], tuple[int, int]]) -> Spent:
    """Run a function in this process."""
    cpu, wall = time.process_time(), time.perf_counter()
    things, calls = work()
    return Spent(time.process_time() - cpu, time.perf_counter() - wall, 0, things, calls)


def whole(command: list[str], things: float = 1, calls: float = 0) -> Spent:
    """Run a program from its start to its end."""
    told = subprocess.check_output([sys.executable, "-S", "-c", LAUNCHER, *command], text=True)
    status, *figures = map(float, told.split())
    assert status == 0, command
    cpu, wall, peak = figures
    return Spent(cpu, wall, peak, things, calls)


def milliseconds(spent: Spent) -> float:
    """Processor time, as starts are told in."""
    return spent.cpu * 1000


# --- ours --------------------------------------------------------------------------------


@cache
def conformance(game: str) -> Archive:
    """The conformance matches of a game with checks and seals."""
    lines, hands, calls = [], 0, 0
    for line in (CONFORMANCE / f"{game}.jsonl").read_text("utf-8").splitlines():
        replay = loads(line)
        variant, _ = rules_of(replay)
        played = tuple(
            recorded_hand(one.steps, one.end, mano=one.hand.mano)
            for one in play_back(replay, variant)
        )
        hands += len(played)
        calls += sum(len(round_.calls) for hand in played for round_ in hand.rounds)
        lines.append(dumps(with_seals(replay._replace(hands=played, extra={}))))
    return Archive(lines, hands, calls)


def verified(made: Archive) -> tuple[int, int]:
    """Read and verify: legality, checks, seals, settlement, ledger."""
    for line in made.lines:
        assert verified_text(line)[1].ok
    return made.hands, made.calls


def told(made: Archive, code: str) -> tuple[int, int]:
    """Read, settle, and tell every hand whole as text: hands, and lines."""
    lines, language = 0, open_language(code)
    for line in made.lines:
        for played in settle(loads(line)).hands:
            lines += to_text(hand_page(played, language)).count("\n")
    return made.hands, lines


def played_at_random(variant_id: str, seats: int, count: int) -> tuple[int, int]:
    """Deal and play hands with random legal calls: hands, and calls."""
    variant, random, calls = load_variant(variant_id), Random(1), 0
    names = seats_of(variant, seats)
    start = games.start(variant, seats=names, mano=names[0])
    pack = pack_of(variant)
    for number in range(count):
        dealt = fresh_pack(pack, "benchmark", str(number))
        steps, _ = play_hand(start, dealt, AtRandom(random))
        calls += sum([step.call.seat != DECK for step in steps])
    return count, calls


def classified(hands: list[tuple]) -> tuple[int, int]:
    """Classify four cards in every lance."""
    classify = ranking_of(load_variant("encaje").rules).classify
    for hand in hands:
        classify(hand)
    return len(hands), 0


def worst_question(skill: str, seeds: int) -> Spent:
    """The question of a skill that takes longest, under any rulebook, the first ones left out."""
    worst, language = 0.0, open_language("en")
    for variant in map(load_variant, variant_ids()):
        if SKILLS[skill].suits(variant):
            for seed in range(1, seeds + 1):
                for number in range(16):
                    ask = partial(drill_stop, skill, seed=seed, number=number or 1)
                    begun = time.process_time()
                    ask(variant=variant, language=language)
                    worst = max(worst, time.process_time() - begun if number else 0)
    return Spent(worst, worst, 0)


# --- the rows ----------------------------------------------------------------------------


def verify_rows(folder: Path, hands: int, few: int) -> Iterator[Row]:
    """Verification, warm and cold, beside pokerkit's replay."""
    records, actions = peers.poker_records(few)
    file = folder / "poker.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    poker = partial(here, partial(peers.poker_verified, records, actions))
    program = [sys.executable, str(Path(peers.__file__)), str(file)]
    cold_poker = partial(whole, program, few, actions)
    for asked, what, made in (
        (6, "the conformance matches of encaje", conformance("encaje")),
        (7, "the conformance matches of mus", conformance("mus")),
        (7, "an archive of fournier", archive("fournier", hands)),
        (6, "an archive of encaje, 3 players", archive("encaje", hands, seats=3)),
        (6, "an archive of encaje, 5 players", archive("encaje", hands, seats=5)),
        (6, "an archive of five cards, 4 players", archive("encaje_five_card", hands)),
    ):
        file = folder / "archive.jsonl"
        file.write_text("".join(made.lines), "utf-8")
        command = [*MUSTUTOR, "replay", "verify", str(file)]
        cold = partial(whole, command, made.hands, made.calls)
        yield Row(f"{what}, warm", partial(here, partial(verified, made)), POKER, poker, asked)
        # Nothing is asked of these: a start is timed with each, and the peer's is another.
        yield Row(f"{what}, cold", cold, POKER, cold_poker)


def play_rows(_: Path, hands: int, few: int) -> Iterator[Row]:
    """Random hands, settlements told, and the value of four cards."""
    poker = partial(here, partial(peers.poker_random, few))
    for variant, seats in (("encaje", 5), ("encaje", 3), ("fournier", 4)):
        ours = partial(here, partial(played_at_random, variant, seats, hands))
        yield Row(f"random hands of {variant}, {seats} players", ours, POKER, poker, 12)
    riichi = partial(here, partial(peers.mahjong_told, hands))
    for variant in ("fournier", "encaje"):
        for code in ("en", "es"):
            ours = partial(here, partial(told, archive(variant, hands), code))
            yield Row(f"settle and tell {variant} in {code}", ours, "mahjong, a value", riichi)
    random, pack = Random(1), list(deck())
    fours = [tuple(random.sample(pack, 4)) for _ in range(hands * 30)]
    fives = partial(here, partial(peers.treys_ranked, peers.treys_hands(hands * 10)))
    classify = partial(here, partial(classified, fours))
    yield Row("classify four cards in every lance", classify, "treys, five cards", fives, 2)


def start_rows(folder: Path, _: int, __: int) -> Iterator[Row]:
    """Whole processes beside a hello-world of the very Typer that mustutor uses."""
    hello, drawing = folder / "hello.py", folder / "drawing.py"
    hello.write_text(peers.HELLO, "utf-8")
    drawing.write_text("import prompt_toolkit" + peers.HELLO, "utf-8")
    typer = partial(whole, [sys.executable, str(hello)])
    for asked, commands in (
        (1.1, ("--version",)),
        (1.3, ("hand R R C A", "compare juego R,R,S,2 7,7,7,S")),
        (1.8, ("settle ordago_accepted", "settle friday_at_the_bar")),
        (1.8, ("replay verify ordago_accepted",)),
        (1.7, ("replay show ordago_accepted",)),
        (1.7, ("replay play ordago_accepted", "replay export ordago_accepted --text")),
    ):
        for command in commands:
            ours = partial(whole, [*MUSTUTOR, *command.split()])
            yield Row(command, ours, "a Typer hello world", typer, asked, "ms", milliseconds)
    ours = partial(_drawn, [*MUSTUTOR, "learn", "deck", "--restart"])
    beside = partial(whole, [sys.executable, str(drawing)])
    peer = "hello world, prompt_toolkit"
    yield Row("learn deck, to the first picture", ours, peer, beside, 0, "ms", milliseconds)


def odds_rows(folder: Path, _: int, __: int) -> Iterator[Row]:
    """Odds as whole commands, a weak hand's: every place above it has to be counted."""
    hello = folder / "hello.py"
    hello.write_text(peers.HELLO, "utf-8")
    typer = partial(whole, [sys.executable, str(hello)])
    trios = "--variant guipuzcoa_4 --seats A1,B1,A2,B2,A3,B3"
    declared = "--said B1=pares --said A2=no_pares --said B2=juego --said A3=no_juego"
    for asked, what, words in (
        (5, "four seats, eight kings", "--variant fournier"),
        (7, "four seats, four kings", "--variant guipuzcoa_4"),
        (24, "trios, four hidden", f"{trios} --known B3=RCSS"),
        (35, "trios, five hidden", trios),
        (35, "trios, five hidden, declared", f"{trios} {declared}"),
        (5, "five alone", "--variant guipuzcoa_4 --seats A,B,C,D,E"),
        (7, "what to throw", "--variant guipuzcoa_4 --discard"),
    ):
        ours = partial(whole, [*MUSTUTOR, "odds", "4567", *words.split()])
        yield Row(f"odds, {what}", ours, "a Typer hello world", typer, asked, "ms", milliseconds)


def _drawn(command: list[str]) -> Spent:
    return Spent(until_drawn(command), 0, 0)


def drill_rows(_: Path, hands: int, __: int) -> Iterator[Row]:
    """The time to the next question, the worst of each skill."""
    for skill in SKILLS:
        ours = partial(worst_question, skill, max(hands // 1000, 1))
        what = f"the worst question of {skill}"
        yield Row(what, ours, asked=100, unit="ms", shown=milliseconds)


def archive_rows(folder: Path, hands: int, _: int) -> Iterator[Row]:
    """Two jobs over one, and the peak of memory while an archive grows."""
    file, held, calls = folder / "large.jsonl", 0, 0
    command = [*MUSTUTOR, "replay", "verify", str(file)]
    large = 50 * MEGABYTE * hands // USUAL

    def seconds(spent: Spent) -> float:
        return spent.things / spent.wall

    for size in (large // 10, large, large * 2):
        with file.open("a", encoding="utf-8") as lines:
            while lines.tell() < size:
                made = archive("fournier", hands, jobs=2, seed=str(held))
                lines.writelines(made.lines)
                held, calls = held + made.hands, calls + made.calls
        what = f"{file.stat().st_size / MEGABYTE:,.0f} MB of records, the peak"
        peak = partial(whole, command)
        yield Row(what, peak, asked=100, unit="MB", shown=lambda spent: spent.peak)
        if size == large:
            ours = partial(whole, [*command, "--jobs", "2"], held, calls)
            one = partial(whole, command, held, calls)
            yield Row("  two jobs, by the wall", ours, "one job", one, 1.8, "/s", seconds)


PARTS = {
    "verify": (verify_rows, 5),
    "play": (play_rows, 5),
    "start": (start_rows, 15),
    "odds": (odds_rows, 5),
    "drills": (drill_rows, 1),
    "archives": (archive_rows, 3),
}
"""The parts of the table, and how many pairs a row of each is the median of."""


def printed(row: Row, pairs: int) -> str:
    """Measure a row, and lay it out."""
    if row.theirs is None:
        found = row.shown(row.ours())
        return f"{row.what:44}{found:12,.1f} {row.unit:3}{'':56}at most {row.asked:g}"
    both = [(row.ours(), row.theirs()) for _ in range(pairs)]
    figures = [(row.shown(ours), row.shown(theirs)) for ours, theirs in both]
    ratios = sorted(ours / theirs for ours, theirs in figures)
    ours, theirs = (median(each) for each in zip(*figures, strict=True))
    small = [(ours.calls, theirs.calls) for ours, theirs in both if ours.calls and theirs.calls]
    calls = [
        of_ours / spent.cpu / (of_theirs / other.cpu)
        for (of_ours, of_theirs), (spent, other) in zip(small, both, strict=False)
    ]
    asked = f"at {'least' if row.unit == '/s' else 'most'} {row.asked:g}" if row.asked else ""
    return (
        f"{row.what:44}{ours:12,.1f} {row.unit:3}{row.peer:>28}{theirs:12,.1f}"
        f"{median(ratios):7.2f} {ratios[0]:.2f}-{ratios[-1]:.2f}"
        f"{f'{median(calls):.2f}' if calls else '':>7} {asked}"
    )


def million(folder: Path) -> str:
    """Verify a million hands, once: hands, seconds, and the peak of the largest process."""
    file = folder / "million.jsonl"
    made = [str(Path(__file__).with_name("archive.py")), str(file), "--hands", "1000000"]
    whole([sys.executable, *made, "--variant", "fournier", "--jobs", "2"])
    size = file.stat().st_size / MEGABYTE
    spent = whole([*MUSTUTOR, "replay", "verify", str(file), "--jobs", "2"])
    rate = 1_000_000 / spent.cpu
    return (
        f"a million hands of fournier, {size:,.0f} MB, two jobs: {spent.wall:,.0f} s, "
        f"{spent.cpu:,.0f} s of processor time, {rate:,.0f} hands a second of it, "
        f"peak {spent.peak:.0f} MB a process"
    )


def main() -> None:
    """Print the table, row by row."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--hands", type=int, default=USUAL, help="of each archive")
    parser.add_argument("--million", action="store_true", help="a million hands, and nothing else")
    given = parser.parse_args()
    warnings.simplefilter("ignore")  # The peers' own warnings are not ours to judge.
    gc.set_threshold(*SELDOM)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # installed programs find their bytecode
    hands, few = (given.hands // 10, 60) if given.quick else (given.hands, 400)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MUSTUTOR_PROGRESS"] = str(folder / "progress.json")
        if given.million:
            print(million(folder))
            return
        for part in given.parts or PARTS:
            rows, pairs = PARTS[part]
            print(f"\n{part}: medians of {pairs}, ours, the peer, the ratio, in calls or lines")
            try:
                for row in rows(folder, hands, few):
                    print(printed(row, pairs), flush=True)
            except ModuleNotFoundError as missing:
                print(f"not measured: {missing.name} is not installed (the bench extra)")


if __name__ == "__main__":
    main()
