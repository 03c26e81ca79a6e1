"""The trained player: its tables are whole, it plays by the score, and it wins."""

from __future__ import annotations

import re
from importlib import import_module
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from mustutor import games, load_variant, view
from mustutor.games.bot import level
from mustutor.games.mus_family import bot
from mustutor.games.mus_family.bot_lances import silence_tells
from mustutor.games.mus_family.bot_tables import (
    ALL_IN,
    DOWN,
    GO,
    ORDAGO,
    race_table,
    rungs_of,
    tables_for,
    tree_of,
)
from mustutor.games.mus_family.bot_trained import TablePlayer, plays, shown_by
from mustutor.games.player import Player
from mustutor.model.cards import fresh_pack
from mustutor.model.variant import resolve_embedded
from mustutor.replay.simulate import play_hand
from tests.benchmarks.sparring import win_chance

PAIRS = ("A1", "B1", "A2", "B2")
DECKS = ("fournier", "navarra")


def heard(seat, hand, *calls, stones=None):
    """A hand whose mus is cut at once, after these calls, as whoever has these cards sees it."""
    start = games.start(load_variant("fournier"), seats=PAIRS, mano="A1", stones=stones)
    player = Player(start).deal({seat: hand.split()}).hear("A1 corto")
    for call in calls:
        player = player.hear(call)
    return player.position


@pytest.mark.parametrize("name", DECKS)
def test_each_lance_has_a_table_for_all_who_may_bet_on_it(name):
    tables = tables_for(load_variant(name), 4)
    both_sides = [(0, 1), (0, 3), (1, 2), (2, 3), (0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    wanted = {
        (lance, able)
        for lance in ("grande", "chica", "pares", "juego", "punto")
        for able in [(0, 1, 2, 3), *(both_sides if lance in ("pares", "juego") else ())]
    }
    for lance, able in wanted:
        table = tables.lance(lance, able)
        assert table.tree is tree_of(tuple(player % 2 for player in able))
    assert len(tables.gains) == len(wanted)
    # What the best answer of one seat gains, in stones: the lances are worth one stone and more.
    assert max(tables.gains.values()) < 0.5
    assert mean(tables.gains.values()) < 0.2


@pytest.mark.parametrize("kings", [4, 8])
def test_two_who_play_each_for_themselves_have_tables_and_more_have_none(kings):
    rules = load_variant("fournier").as_json() | {"deck.kings": kings}
    alone = resolve_embedded(rules | {"players.mode": "individual", "players.count": 2}, "alone")
    start = games.start(alone, seats=("A", "B"), mano="A")
    assert plays(start)
    assert not plays(games.start(alone, seats=("A", "B", "C"), mano="A"))
    tables = tables_for(alone, 2)
    assert set(tables.gains) == {
        f"{lance} 01" for lance in ("grande", "chica", "pares", "juego", "punto")
    }
    assert max(tables.gains.values()) < 0.2
    race = race_table(alone)
    assert race is not race_table(load_variant("fournier"))
    assert race.of(1, 30, None) > 0.9


@pytest.mark.parametrize("kings", [4, 8])
def test_three_against_three_have_tables(kings):
    rules = load_variant("fournier").as_json() | {"deck.kings": kings}
    trios = resolve_embedded(rules | {"players.mode": "trios", "players.count": 6}, "trios")
    seats = games.game_of(trios.game).rules.seats(trios, 0)
    assert plays(games.start(trios, seats=seats, mano=seats[0]))
    tables = tables_for(trios, 6)
    both_sides = [
        f"{lance} {''.join(map(str, able))}"
        for lance in ("pares", "juego")
        for number in range(2, 7)
        for able in combinations(range(6), number)
        if len({player % 2 for player in able}) == 2
    ]
    wanted = {"grande 012345", "chica 012345", "punto 012345", *both_sides}
    never = wanted - set(tables.gains)  # twelve figures hardly make juego for five
    assert never == {key for key in wanted if kings == 4 and re.fullmatch(r"juego \d{5,}", key)}
    for lance, able in (("grande", (0, 1, 2, 3, 4, 5)), ("juego", (1, 2, 5))):
        table = tables.lance(lance, able)
        assert table.tree is tree_of(tuple(player % 2 for player in able))
        last = table.row(((3, 1.0),), table.tree.moments[-1].talk, table.size - 1)
        assert sum(last) == pytest.approx(1)


@pytest.mark.parametrize("seats", ["AB", "ABC"])
def test_each_for_themselves_a_hand_is_played_to_its_end(seats):
    rules = {"players.mode": "individual", "players.count": len(seats)}
    alone = resolve_embedded(load_variant("fournier").as_json() | rules, "alone")
    made = {seat: level("master")(seed=number) for number, seat in enumerate(seats)}

    def speak(position, steps):
        seen = view(position, position.speaker, steps)
        return games.read_call(f"{seen.seat} {made[seen.seat].speak(seen)}", alone)

    for needed in (40, 1):
        stones = dict.fromkeys(seats, 40 - needed)
        start = games.start(alone, seats=tuple(seats), mano="A", stones=stones)
        _, end = play_hand(
            start, fresh_pack(games.game_of(alone.game).chance.pack(start), "alone", "1"), speak
        )
        assert end.lance == "end"


@pytest.mark.parametrize("name", DECKS)
def test_every_row_is_whole_and_holds_nothing_that_may_not_be_said(name):
    tables = tables_for(load_variant(name), 4)
    for lance, able in (("grande", (0, 1, 2, 3)), ("pares", (1, 2, 3)), ("juego", (0, 3))):
        table = tables.lance(lance, able)
        for moment in table.tree.moments:
            for bucket in range(table.size):
                for score in range(len(tables.needs) ** 2):
                    row = table.row(((score, 1.0),), moment.talk, bucket)
                    assert sum(row) == pytest.approx(1)
                    assert all(
                        child or not share
                        for child, share in zip(moment.children, row, strict=True)
                    )


def row(*heard_so, shown=None, **stones):
    return TablePlayer(Random(1)).row(heard(*heard_so, **stones), heard_so[0], shown)


def test_a_better_hand_bets_more_and_refuses_less():
    best, worst = "Ro Rc Re Rb", "4o 4c 5e 6b"
    bets = [row("B1", own, "A1 paso") for own in (best, worst)]
    answers = [row("B1", own, "A1 envido 2") for own in (best, worst)]
    assert answers[0][DOWN] == 0 < answers[1][DOWN]
    assert bets[0][DOWN] <= bets[1][DOWN]


def test_whoever_is_far_behind_says_ordago_sooner():
    behind, ahead = (
        [
            row("A1", hand, stones=stones)[ALL_IN]
            for hand in ("Ro Rc Re Ab", "Ro Rc Se 6b", "4o 5c 6e 7b")
        ]
        for stones in ({"A": 5, "B": 37}, {"A": 37, "B": 5})
    )
    assert mean(behind) > mean(ahead) == 0


def test_nobody_refuses_what_loses_the_game():
    for hand in ("4o 5c 6e 7b", "Ro Rc Re Rb", "Ao Ac 2e 7b"):
        for stake, needed in ((2, 1), (5, 1)):
            stones = {"A": 40 - needed, "B": 20}
            position = heard("B2", hand, f"A1 envido {stake}", "B1 no quiero", stones=stones)
            for lot in range(10):
                assert TablePlayer(Random(lot)).call(position, "B2").verb != "no quiero"


def test_stakes_between_the_rungs_have_an_answer():
    for bet in (3, 4, 6, 17, 40):
        assert sum(row("B1", "Ro Rc Re Ab", f"A1 envido {bet}")) == pytest.approx(1)
        for raised in (bet + 2, bet + 9, 60):
            calls = (f"A1 envido {bet}", f"B1 subo a {raised}")
            assert sum(row("A2", "Ro Rc Re Ab", *calls)) == pytest.approx(1)


def test_a_stake_between_two_rungs_is_taken_for_either_by_chance():
    # Ganzfried and Sandholm's pseudo-harmonic mapping: (B - x)(1 + A) / ((B - A)(1 + x)).
    assert rungs_of(3, 1, 40) == ((2, pytest.approx(0.5)), (5, pytest.approx(0.5)))
    shares = [dict(rungs_of(stake, 1, 40)).get(10, 0) for stake in range(10, 21)]
    assert shares[0] == 1 > shares[1]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0
    # The larger the lance, the nearer the middle is to the mean of the rungs.
    assert dict(rungs_of(3, 2, 40))[2] > 0.5


def test_a_stake_that_decides_the_game_is_answered_as_an_ordago():
    stones = {"A": 30, "B": 30}
    for hand in ("Ro Rc Re Ab", "Ro Rc Se 4b"):
        ordago = row("B1", hand, "A1 ordago", stones=stones)
        for stake in (10, 25, 38):
            assert row("B1", hand, f"A1 envido {stake}", stones=stones) == ordago
        assert row("B1", hand, "A1 envido 2", stones=stones) != ordago


def test_a_large_stake_is_not_seen_as_a_small_one():
    hand = "Ro Rc Se 4b"
    refused = [row("B2", hand, f"A1 envido {bet}", "B1 no quiero")[DOWN] for bet in (2, 12, 39)]
    assert refused[0] < refused[2]
    assert refused[2] > 0.8


@pytest.mark.libraries
@pytest.mark.parametrize(("kings", "lance"), [(8, "grande"), (8, "pares"), (4, "chica")])
def test_no_stake_outside_the_tree_walks_over_the_tables(kings, lance, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "benchmarks"))
    worst = import_module("best_response").worst
    # Tables that took every stake above 5 for 5 lost 1.8 stones a lance at grande.
    assert max(worst(kings, "pairs", lance, (0, 1, 2, 3), 40_000)) < 0.7


def test_what_a_partner_shows_is_told_lance_by_lance():
    fournier = load_variant("fournier")
    assert shown_by((), fournier) == {}
    assert shown_by(("dos_reyes",), fournier) == {"grande": 1}
    assert shown_by(("tres_reyes", "medias"), fournier) == {"grande": 2, "pares": 1}
    # Of a partner who would have signalled more, no signal says as much as one.
    none = dict.fromkeys(("grande", "chica", "pares", "juego", "punto"), 0)
    assert shown_by((), fournier, silent=True) == none
    assert shown_by(("treinta_y_una",), fournier, silent=True) == none | {"juego": 1}
    # At a table that has a sign for thirty-one alone, silence is about juego alone.
    own = load_variant("fournier").as_json() | {"signals.list": {"treinta_y_una": "wink"}}
    assert shown_by((), resolve_embedded(own, "own"), silent=True) == {"juego": 0}


def test_silence_tells_once_a_partner_could_have_signalled():
    start = games.start(load_variant("fournier"), seats=PAIRS, mano="A1")
    second = start._replace(table=start.table._replace(hand=2, hand_of_game=2))

    def tells(*calls, of="A1", by="A2", begun=second):
        heard = Player(begun)
        for call in calls:
            heard = heard.hear(call)
        return silence_tells(view(heard.position, by, heard.steps), of)

    assert not tells()
    assert tells("A1 mus")
    assert not tells("A1 mus", of="A2", by="A1")
    exchanged = ("A1 mus", "B1 mus", "A2 mus", "B2 mus", "A1 descarto 2", "B1 descarto 1")
    assert not tells(*exchanged)
    # Nobody may signal in a mus corrido: who has only spoken there has kept nothing back.
    assert not tells("A1 corto", begun=start)
    assert tells("A1 corto", "A1 paso", begun=start)


def opened(shown, *passes, seat):
    """How often each of ten hands, from the worst at grande, opens where these have passed."""
    hands = ["7654", "S654", "S764", "C654", "CS64", "R654", "RC54", "RCS4", "RR64", "RRC4"]
    cards = [" ".join(rank + "oceb"[place] for place, rank in enumerate(hand)) for hand in hands]
    said = [f"{one} paso" for one in passes]
    return [1 - row(seat, held, *said, shown=shown)[DOWN] for held in cards]


def test_what_the_partner_shows_decides_what_a_hand_is_worth():
    shows = None, {"grande": 0}, {"grande": 2}
    for passes, seat in (("A1",), "B1"), (("A1", "B1"), "A2"), (("A1", "B1", "A2"), "B2"):
        plain, poor, kings = (sum(opened(each, *passes, seat=seat)) for each in shows)
        assert poor < plain <= kings  # at times three kings are better kept for an answer
    # The last of the table beside three kings, when the others have passed: whatever it holds.
    assert kings > 8
    # What is shown of another lance changes nothing.
    other = opened({"chica": 2, "pares": 0}, "A1", seat="B1")
    assert other == opened(None, "A1", seat="B1")


@pytest.mark.libraries
def test_training_finds_what_signals_win_from_those_who_do_not_listen():
    numpy = pytest.importorskip("numpy")
    from mustutor.analysis.training.self_play import HandTable, deals, hands_with_lance
    from mustutor.analysis.training.solver import Solver, in_stones, payoffs

    fournier, some = load_variant("fournier"), (0, 1, 2)
    table, tables = HandTable(fournier), tables_for(fournier, 4)
    solved, places = tables.lance("pares", some), table.places["pares"]
    bucket = numpy.array([tables.bucket("pares", int(place)) for place in places])
    rows = [
        [solved.row(((48, 1.0),), moment.talk, one) for one in range(solved.size)]
        for moment in solved.tree.moments
    ]
    rows = numpy.array([rows], numpy.float32)
    hands = hands_with_lance(table, "pares", deals(table, 4, 60_000, 1), some)

    def solver(hands, shows):
        seen = 2 * bucket[hands]
        seen[:, 0] += shows[hands[:, 2]]
        seen[:, 2] += shows[hands[:, 0]]
        pays = payoffs(table, "pares", hands, seen, (0, 1, 0), 2 * solved.size)
        return Solver(solved.tree, pays, in_stones(solved.tree, "pares"))

    def worth(signals):
        """What those two win, on other deals than they learnt from, beside what they won deaf."""
        learnt, fresh = (solver(half, signals) for half in (hands[::2], hands[1::2]))
        worths = []
        deaf = numpy.arange(2 * solved.size) // 2 + 0 * learnt.speaks[None, :, None]
        for played in (deaf, learnt.beside(rows)):
            plays = numpy.take_along_axis(rows, played[..., None], 2)
            worths.append(fresh._values(fresh._reach(plays), (0, 2), plays, 0)[0, 0].sum())
        return worths[1] - worths[0]

    # To show medias and duples is worth something; to show nothing, nothing.
    assert worth((places > 0) & (bucket > 3)) > 0.05
    assert worth(numpy.zeros(table.number, int)) < 0.02


def test_who_never_signals_says_nothing_by_silence(monkeypatch):
    asked = []

    class Asked(TablePlayer):
        def call(self, position, seat, shown=None):
            asked.append(shown)
            return super().call(position, seat, shown)

    monkeypatch.setattr(bot, "TablePlayer", Asked)
    start = games.start(load_variant("fournier"), seats=PAIRS, mano="A1")
    cards = {"A2": ["Ro", "Rc", "5e", "4b"], "A1": ["Ae", "Ab", "6o", "4o"]}
    quiet, signed = (Player(start).deal(cards).hear("A1 corto") for _ in range(2))
    signed.hear("A1 sena dos_ases")
    for hand in (quiet, signed):
        hand.hear("A1 paso").hear("B1 paso")
    master = level("master")(seed=1)
    for hand in (quiet, signed, quiet):
        master.speak(view(hand.position, "A2", hand.steps))
    silent = dict.fromkeys(("grande", "chica", "pares", "juego", "punto"), 0)
    assert asked == [{}, silent | {"chica": 1}, silent]


def hands_mirrored(first, second, name, number):
    """What a hand makes of the score for the first kind of player, each deal from both sides."""
    variant = load_variant(name)
    game = games.game_of(variant.game)
    gains = []
    for deal in range(number):
        won = 0.0
        for side in "AB":
            kinds = {seat: first if seat[0] == side else second for seat in PAIRS}
            made = {seat: level(kind)(seed=deal) for seat, kind in kinds.items()}

            def speak(position, steps, made=made):
                seen = view(position, position.speaker, steps)
                return games.read_call(f"{seen.seat} {made[seen.seat].speak(seen)}", variant)

            start = games.start(variant, seats=PAIRS, mano="A1")
            _, end = play_hand(
                start, fresh_pack(game.chance.pack(start), "mirror", str(deal)), speak
            )
            won += win_chance(end, f"{side}1")
        gains.append(won - 1)
    return gains


@pytest.mark.parametrize("name", DECKS)
def test_it_wins_against_a_beginner(name):
    # Measured over thousands: about 3 games in a hundred a hand, twice that for both sides.
    assert mean(hands_mirrored("master", "easy", name, 60)) > 0


def test_it_is_asked_by_position_as_by_view():
    variant = load_variant("fournier")
    game = games.game_of(variant.game)
    asked = 0

    def speak(position, steps):
        nonlocal asked
        asked += 1
        call = TablePlayer(Random(asked)).call(position, position.speaker)
        seen = view(position, position.speaker, steps)
        assert call == TablePlayer(Random(asked)).call(seen.position, position.speaker)
        return call

    start = games.start(variant, seats=PAIRS, mano="B1")
    for deal in range(8):
        play_hand(start, fresh_pack(game.chance.pack(start), "fast", str(deal)), speak)
    assert asked > 60


@pytest.mark.parametrize(
    ("name", "whether"), [("fournier", True), ("guipuzcoa_4", True), ("encaje", False)]
)
def test_it_tells_where_it_has_tables(name, whether):
    variant = load_variant(name)
    seats = games.game_of(variant.game).rules.seats(variant, 0)
    assert plays(games.start(variant, seats=seats, mano=seats[0])) is whether


@pytest.mark.libraries
def test_training_finds_what_nobody_can_better():
    numpy = pytest.importorskip("numpy")
    from mustutor.analysis.training.self_play import HandTable, buckets, deals, hands_with_lance
    from mustutor.analysis.training.solver import Solver, in_stones, payoffs

    table = HandTable(load_variant("fournier"))
    dealt = deals(table, 4, 4000, 1)
    assert numpy.array_equal(dealt, deals(table, 4, 4000, 1))
    bucket = buckets(table, "juego", dealt, 8)
    hands = hands_with_lance(table, "juego", dealt, (0, 3))
    pays = payoffs(table, "juego", hands, bucket[hands], (0, 1))
    tree = tree_of((0, 1))
    gains = []
    for iterations in (3, 60):
        solver = Solver(tree, pays, in_stones(tree, "juego"))
        solver.run(iterations)
        gains.append(solver.gains().max())
        strategy = solver.strategy()[0]
        assert numpy.allclose(strategy.sum(-1), 1, atol=1e-4)
    assert 0 <= gains[1] < gains[0] / 4
    # With 31 the first to speak cannot lose: they refuse nothing, and accept an órdago.
    for number, moment in enumerate(tree.moments):
        if moment.talk.queue[0] == 0 and moment.talk.rung:
            assert strategy[number, -1, DOWN] < 0.05
            assert moment.talk.rung != ORDAGO or strategy[number, -1, GO] > 0.95
