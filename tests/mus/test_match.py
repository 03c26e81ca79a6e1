"""Games, vacas and the match: MUS-MATCH, A-44."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.base.errors import IllegalCall

from .table import DULL, again, play, quiet, sit

# A1 holds the best grande: an órdago there is a game of A's; of B's, if A1 is given the other.
A_WINS = "RRC7 RCC7 7654 AA45"
B_WINS = "RCC7 RRC7 7654 AA45"


def ordago(position, winner):
    """Mano says órdago, and the first of the others accepts it."""
    mano = position.mano
    position = play(position, f"{mano} ordago")
    position = play(position, f"{position.speaker} quiero")
    assert position.winner == winner
    return position


def match(winners, **shape):
    """Play a match whose games these sides win, as far as it goes."""
    rules = {f"match.{name}": value for name, value in shape.items()}
    position = None
    for number, winner in enumerate(winners, 1):
        told = A_WINS if winner == "A" else B_WINS
        if position is None:
            position = sit(told, rules=rules)
        else:
            assert games.next_manos(position), f"over after {number - 1} games"
            position = again(position, told)
        position = ordago(position, winner)
    return position


@pytest.mark.parametrize("winners", ["AAA", "BBB", "ABABA", "AABBB", "BABAB"])
def test_MUS_MATCH_1_the_first_side_to_win_three_games_wins_the_match(winners):
    end = match(winners, games=3, vacas=1)
    assert games.next_manos(end) == ()
    assert end.table.games[" AB".index(winners[-1]) - 1] == 3
    with pytest.raises(IllegalCall):
        games.next_hand(end)


@pytest.mark.parametrize("winners", ["A", "AA", "AB", "ABAB"])
def test_MUS_MATCH_1_till_then_another_game_follows_from_nothing(winners):
    position = match(winners, games=3, vacas=1)
    assert games.next_manos(position)
    after = games.next_hand(position)
    assert (after.stones, after.table.game, after.table.hand_of_game) == (
        (0, 0),
        len(winners) + 1,
        1,
    )
    assert after.table.games == (winners.count("A"), winners.count("B"))


@pytest.mark.parametrize(
    ("winners", "vacas", "over"),
    [
        ("AAA", (1, 0), False),
        ("AAABBB", (1, 1), False),
        ("AAABABAB", (1, 1), False),
        ("AAABBBAAA", (2, 1), False),
        ("AAAAAAAAA", (3, 0), True),
        ("AAABBBAAABBBABABA", (3, 2), True),
    ],
)
def test_MUS_MATCH_2_three_games_make_a_vaca_and_three_vacas_the_match(winners, vacas, over):
    position = match(winners, games=3, vacas=3)
    assert position.table.vacas == vacas
    assert (games.next_manos(position) == ()) is over


def test_MUS_MATCH_2_after_a_vaca_the_games_are_counted_anew():
    position = match("AABA", games=3, vacas=3)
    assert (position.table.games, position.table.vacas) == ((3, 1), (1, 0))
    after = games.next_hand(position)
    assert (after.table.games, after.table.vacas) == ((0, 0), (1, 0))


def test_MUS_MATCH_2_is_the_rulebook_of_wikipedia():
    position = sit(A_WINS, rules="wikipedia_en")
    position = ordago(position, "A")
    for _ in range(2):
        position = ordago(again(position, A_WINS), "A")
    assert (position.table.vacas, games.next_manos(position)) == ((1, 0), ("B2",))


@pytest.mark.parametrize(("games_", "vacas"), [(5, 5), (4, 1), (1, 1), (2, 3)])
def test_MUS_MATCH_3_and_option_match_games_and_vacas_other_schemes(games_, vacas):
    end = match("A" * (games_ * vacas), games=games_, vacas=vacas)
    assert games.next_manos(end) == ()
    assert end.table.vacas == (vacas, 0)
    if games_ * vacas > 1:
        assert games.next_manos(match("A" * (games_ * vacas - 1), games=games_, vacas=vacas))


def test_MUS_MATCH_1_games_won_before_the_record_count():
    end = ordago(sit(A_WINS, won={"A": 2, "B": 1}), "A")
    assert (end.table.games, games.next_manos(end)) == ((3, 1), ())


def test_within_a_game_the_stones_go_on():
    position = quiet(sit())
    assert position.stones == (4, 1)
    assert again(position).stones == (4, 1)
    assert again(position).table.hand_of_game == 2


def test_dull_hands_win_a_game_in_the_end():
    position, hands = sit(DULL), 1
    while not quiet(position).winner:
        position, hands = again(quiet(position)), hands + 1
    assert 8 <= hands <= 14
    assert position.table.game == 1
