"""Puzzles: every one that comes along is played back, answered, played out, and chosen fairly."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt
from random import Random
from statistics import mean, stdev
from types import SimpleNamespace

import pytest

from mustutor import games, load_variant, view
from mustutor.analysis.coach.match import analyses
from mustutor.base.language import open_language
from mustutor.base.language_state import whole_languages
from mustutor.base.register import traits
from mustutor.base.schema import check_of
from mustutor.games import game_of
from mustutor.games.bot import level
from mustutor.games.mus_family.hands import LANCES, ranking_under
from mustutor.model.cards import Pack
from mustutor.replay.playback import play_back
from mustutor.replay.simulate import match
from mustutor.tutor.progress import GradedAnswer, Progress
from mustutor.tutor.puzzle import (
    all_puzzles,
    future_of,
    puzzle_named,
    puzzle_of,
    puzzle_read,
    puzzles,
    theme_of,
    themes,
)
from mustutor.tutor.puzzle_walk import (
    PuzzleSource,
    counted_as,
    fitting,
    played_out,
    puzzle_stop,
)
from mustutor.tutor.question_text import feedback, text_before_question
from mustutor.tutor.rating import RatedGame, Rating, after, rating_of
from mustutor.tutor.walk import Walk, walk_events
from tests.benchmarks.puzzles import answer_kind, likeness, scene
from tests.long import each, some, whole

ALL = list(all_puzzles())
by_puzzle = each(ALL, lambda puzzle: puzzle.id)
THEMES = pytest.mark.parametrize("theme", themes())
CHANCE = 0.2
"""No guess may be right oftener than chance by more than this."""


# --- the data --------------------------------------------------------------------------------


def test_there_are_three_hundred_at_the_least_and_of_every_theme_some():
    assert len(ALL) >= 300
    assert {puzzle.theme for puzzle in ALL} == set(themes())


@by_puzzle
def test_a_puzzle_fits_its_schema_and_is_written_as_it_was_read(puzzle):
    written = puzzle.as_json()
    assert check_of("puzzle")(written)
    assert check_of("replay")(written["record"])
    assert puzzle_read(written).as_json() == written
    assert puzzle.id.rpartition(".")[0] == puzzle.theme
    assert puzzle_named(puzzle.name) is puzzle


@by_puzzle
def test_its_record_is_played_by_the_rules_up_to_the_moment_when_its_seat_speaks(puzzle):
    *_, played = play_back(puzzle.replay, puzzle.variant)
    assert played.failure is None
    hand = puzzle.position.hand_of(puzzle.seat)
    assert hand
    assert all(
        puzzle.position.hand_of(seat) is None
        for seat in puzzle.position.order
        if seat != puzzle.seat
    ), "nobody sees the cards of others"
    assert puzzle.seen.options


@by_puzzle
def test_its_theme_is_one_of_the_moment(puzzle):
    theme = themes()[puzzle.theme]
    assert theme.poses(puzzle.position, puzzle.steps)
    assert theme_of(puzzle.position, puzzle.steps)


@by_puzzle
def test_every_call_that_was_tried_is_legal_and_either_right_or_wrong(puzzle):
    wrong = [one.call for one in puzzle.wrong]
    tried = [*puzzle.answers, *wrong, *puzzle.unsure]
    assert len(set(tried)) == len(tried)
    for words in tried:
        assert puzzle.seen.why_not(words) is None, words
        assert counted_as(puzzle, words) == words


@by_puzzle
def test_a_wrong_call_is_clear_by_four_errors(puzzle):
    for wrong in puzzle.wrong:
        assert wrong.loss >= 4 * wrong.error, wrong.call
        assert wrong.share > 0


@by_puzzle
def test_the_deal_that_beats_a_wrong_call_fits_what_the_seat_knows(puzzle):
    deck = game_of(puzzle.variant.game).chance.deck
    for wrong in puzzle.wrong:
        hidden = [deck.read(card) for cards in wrong.cards.values() for card in cards]
        own = {*map(deck.read, puzzle.seen.hand)}
        thrown = {
            card
            for step in puzzle.steps
            if step.call.seat == puzzle.seat
            for card in (step.call.cards if puzzle.position.lance != "play" else ())
        }
        assert len({*hidden}) == len(hidden)
        assert not own & {*hidden}
        if "lances" not in traits(puzzle.variant.game):
            continue
        assert not thrown & {*hidden}
        start = puzzle.with_cards(wrong.cards)
        said = {
            (step.call.seat, step.before.lance): step.call.verb
            for step in puzzle.steps
            if step.call.verb in ("tengo", "no tengo")
        }
        for (seat, lance), verb in said.items():
            has = ranking_under(puzzle.variant).has(lance, start.hand_of(seat))
            assert has is (verb == "tengo"), (seat, lance)


@by_puzzle
def test_both_futures_are_played_by_the_rules_and_the_best_call_ends_better(puzzle):
    for wrong in puzzle.wrong:
        assert wrong.futures, wrong.call
        start = puzzle.with_cards(wrong.cards)
        gains = []
        for call, future in zip((wrong.call, puzzle.answers[0]), wrong.futures, strict=True):
            end = list(played_out(puzzle, start, call, future))[-1].after
            if end.lance != "end":
                end = games.settle(end)[0]
            assert end.in_front() == dict(future.after)
            assert (end.winner or end.loser) == future.decided
            gains.append(gain(puzzle, future))
        assert gains[1] > gains[0], wrong.call
        worse, better = wrong.futures
        assert not worse.decided or worse.decided != better.decided, "the game ends alike"


def gain(puzzle, future):
    """What an end is worth to the side that speaks: a game won, or else what it has."""
    side = puzzle.position.table.side_of(puzzle.seat)
    own, sides = future.after[side], len(future.after)
    rest = sum(future.after.values()) - own
    if "own_stones" in traits(puzzle.variant.game):
        return (future.decided != side, -own)
    won = (future.decided == side) - (future.decided not in ("", side))
    return (won if "target" in traits(puzzle.variant.game) else 0, own - rest * (sides == 2))


# --- balance ---------------------------------------------------------------------------------


@THEMES
def test_no_fixed_answer_wins_a_theme(theme):
    asked = puzzles(theme)
    for guess in {answer_kind(puzzle) for puzzle in asked}:
        if guess.startswith(("play", "descarto")):  # which cards, nobody can guess without a look
            continue
        right = [any(kind_of(call) == guess for call in puzzle.answers) for puzzle in asked]
        ways = [len({option.verb for option in puzzle.seen.options}) for puzzle in asked]
        chance = mean([1 / number for number in ways])
        assert mean(right) <= chance + CHANCE, guess


def kind_of(call):
    verb, *rest = call.split()
    return f"{verb} {len(rest)}" if verb == "descarto" else call if verb == "no" else verb


@THEMES
def test_no_two_puzzles_are_of_one_kind(theme):
    assert max(Counter(map(likeness, puzzles(theme))).values()) == 1


def test_the_same_lance_of_a_hand_is_asked_once_whatever_the_theme():
    assert max(Counter(map(scene, ALL)).values()) == 1


@THEMES
def test_a_guess_by_the_place_of_the_card_does_not_win(theme):
    asked = [puzzle for puzzle in puzzles(theme) if answer_kind(puzzle) == "play"]
    hands = [(puzzle.seen.hand, puzzle.answers[0].split()[1]) for puzzle in asked]
    for place in range(3):
        right = [hand[min(place, len(hand) - 1)] == card for hand, card in hands]
        assert not right or mean(right) <= 0.5 + CHANCE, place


# --- how it is told --------------------------------------------------------------------------


@pytest.mark.parametrize("code", dict.fromkeys((*whole_languages(), "fr")))
def test_every_puzzle_has_a_title_that_does_not_tell_its_answer(code):
    titles = Counter()
    for puzzle in ALL:
        title = puzzle.title[code]
        titles[puzzle.theme, title] += 1
        for answer in puzzle.answers:
            assert answer.lower() not in title.lower(), puzzle.id
    assert max(titles.values()) == 1


@pytest.mark.parametrize("code", whole_languages())
def test_after_a_wrong_call_its_deal_is_shown_then_the_odds_then_the_rule(code):
    language = open_language(code)
    for puzzle in some(ALL, 7):
        stop = puzzle_stop(puzzle, language)
        wrong = puzzle.wrong[0]
        typed = wrong.call.partition(" ")[2] if stop.question.kind == "cards" else wrong.call
        walk = Walk(PuzzleSource([puzzle], language)).answer(typed)
        assert not walk.asking.closed
        lines = feedback(walk.asking, language).lines
        told = [line for line in lines if line.kind == "parting"]
        seats = [line.seat for line in told if line.said]
        assert set(wrong.cards) & set(puzzle.position.order) <= set(seats)
        assert [line.said for line in told if line.seat == puzzle.seat] == [
            wrong.call,
            puzzle.answers[0],
        ]
        assert told[-1].text, "reasons come last"


@pytest.mark.parametrize("code", whole_languages())
def test_a_right_call_closes_the_puzzle_and_is_told_why(code):
    language = open_language(code)
    for puzzle in some(ALL, 5):
        stop = puzzle_stop(puzzle, language)
        walk = Walk(PuzzleSource([puzzle], language)).answer(stop.question.answer)
        assert walk.asking.outcome == "right"
        assert [line for line in feedback(walk.asking, language).lines if line.kind == "reason"]
        assert walk.is_done


def test_nothing_told_before_the_question_is_its_answer():
    language = open_language("en")
    for puzzle in ALL:
        stop = puzzle_stop(puzzle, language)
        before = " ".join(text_before_question(stop))
        assert str(round((puzzle.odds or (0,))[0] / 10, 1)) + " %" not in before
        for seat in set(puzzle.position.order) - {puzzle.seat}:
            assert stop.scene.position.hand_of(seat) is None


def test_a_stake_counts_as_the_nearest_that_was_tried_and_cards_by_their_ranks():
    staked = next(one for one in ALL if {"envido 2", "envido 5"} <= {w.call for w in one.wrong})
    assert counted_as(staked, "envido 3") == "envido 2"
    assert counted_as(staked, "envido 12") == "envido 5"


def test_what_nobody_can_tell_is_asked_again_and_counts_for_nothing():
    puzzle = next(one for one in ALL if "ordago" in one.unsure)
    walk = Walk(PuzzleSource([puzzle], open_language("en")))
    with pytest.raises(Exception, match="Nobody can tell"):
        walk.answer("ordago")


# --- which puzzle comes ----------------------------------------------------------------------


def answered(puzzle, outcome):
    from datetime import UTC, datetime

    return GradedAnswer(datetime(2026, 1, 1, tzinfo=UTC), puzzle.name, "", outcome, "puzzles")


def test_glickmans_example_comes_out():
    games_ = [RatedGame(1400, 30, 1), RatedGame(1550, 100, 0), RatedGame(1700, 300, 0)]
    found = after(Rating(1500, 200, 0.06), games_)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_climbs_with_right_answers_and_falls_with_wrong_ones():
    right = rating_of([answered(puzzle, "right") for puzzle in ALL[:20]])
    wrong = rating_of([answered(puzzle, "wrong") for puzzle in ALL[:20]])
    assert wrong.rating < 1500 < right.rating
    assert right.deviation < Rating().deviation
    again = [answered(ALL[0], "wrong"), *[answered(ALL[0], "right")] * 9]
    assert rating_of(again) == rating_of(again[:1]), "a puzzle counts once"


def test_the_next_puzzle_is_new_and_as_hard_as_the_learner_is_good():
    met = [answered(puzzle, "right") for puzzle in ALL[:5]]
    strong = SimpleNamespace(answers=met, rating=Rating(1900, 60))
    choose = fitting(ALL, lambda: strong, Random(1))
    found = [choose(ALL[:5]) for _ in range(20)]
    assert not {one.id for one in found} & {one.id for one in ALL[:5]}
    usual = mean([abs(puzzle.rating - 1900) for puzzle in ALL])
    assert mean([abs(one.rating - 1900) for one in found]) < usual / 2


def test_an_answer_is_kept_as_of_its_theme():
    puzzle = ALL[0]
    walk = Walk(PuzzleSource([puzzle], open_language("en")))
    after_ = walk.answer(puzzle_stop(puzzle, open_language("en")).question.answer)
    kinds = {event.kind: event for event in walk_events(walk, after_)}
    assert kinds["closed"].question == puzzle.name
    assert kinds["closed"].skill == f"puzzles.{puzzle.theme}"
    assert Progress().rating == Rating()


# --- one's own -------------------------------------------------------------------------------


@pytest.mark.parametrize("code", whole_languages())
def test_a_call_of_ones_own_becomes_a_puzzle_with_the_real_cards(code):
    variant, bots = load_variant("fournier"), {}

    def speak(position, steps):
        seat = position.speaker
        bots.setdefault(seat, level("easy")(seed=7))
        words = bots[seat].speak(view(position, seat, steps))
        return games.read_call(f"{seat} {words}", variant)

    played = match(variant, hands=2, seed=5, speak=speak)
    losing = [
        one
        for hand in analyses(played, variant, playouts=400)
        for one in hand.decisions
        if one.judged.best != one.judged.call and one.step.before.lance in LANCES
    ]
    assert losing
    for one in losing[:4]:
        puzzle = puzzle_read(json.loads(json.dumps(puzzle_of(one, "evening.json").as_json())))
        assert "evening.json" in puzzle.id
        assert puzzle.source == "evening.json"
        assert puzzle.answers[0] == str(one.judged.best).partition(" ")[2]
        assert puzzle.seen.hand == view(one.step.before, one.seat, one.before).hand
        hands = {seat: list(one.step.before.hand_of(seat)) for seat in puzzle.wrong[0].cards}
        assert dict(puzzle.wrong[0].cards) == hands
        stop = puzzle_stop(puzzle, open_language(code))
        said = [line.said for line in stop.question.why(puzzle.wrong[0].call) if line.said]
        assert said[-2:] == [puzzle.wrong[0].call, puzzle.answers[0]]


# --- found again another way -----------------------------------------------------------------


@whole
def test_the_answers_win_on_deals_that_no_coach_has_drawn():
    """Hidden cards drawn evenly, as far as declarations fit; the best call against a wrong one.

    The coach weighs deals by what was said; this does not, so single puzzles may fail.
    """
    found = []
    betting = [one for one in ALL if one.odds is not None and "target" in traits(one.variant.game)]
    for puzzle in some(betting, 9):
        random, leads = Random(puzzle.id), []
        for tried in range(12):
            start = evenly(puzzle, random)
            ends = [
                future_of(start, puzzle.steps, call, Pack((), ""), tried)
                for call in (puzzle.answers[0], puzzle.wrong[-1].call)
            ]
            worth = [1000 * won + lead for won, lead in (gain(puzzle, end) for end in ends)]
            leads.append(max(min(worth[0] - worth[1], 20), -20))
        found.append(mean(leads))
    assert mean(found) > 3 * stdev(found) / sqrt(len(found))


def evenly(puzzle, random):
    """The moment with hidden cards that fit the declarations, all such deals alike likely."""
    ranking, position = ranking_under(puzzle.variant), puzzle.position
    own = {*puzzle.seen.hand} | {
        card for step in puzzle.steps if step.call.seat == puzzle.seat for card in step.call.cards
    }
    pack = [card for card in game_of(puzzle.variant.game).chance.pack(position) if card not in own]
    others = [seat for seat in position.order if seat != puzzle.seat]
    said = {
        (step.call.seat, step.before.lance): step.call.verb == "tengo"
        for step in puzzle.steps
        if step.call.verb in ("tengo", "no tengo") and step.call.seat in others
    }
    while True:
        cards = random.sample(pack, 4 * len(others))
        hands = {seat: cards[4 * n : 4 * n + 4] for n, seat in enumerate(others)}
        if all(ranking.has(lance, hands[seat]) is has for (seat, lance), has in said.items()):
            return puzzle.with_cards(hands)
