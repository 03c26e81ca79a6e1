"""What others build on: the public names, what a seat may see, and the page that shows them."""

from __future__ import annotations

import doctest
import html
import importlib
import re
from pathlib import Path
from random import Random

import pytest

import mustutor
from mustutor import games
from mustutor.games import seat_view
from mustutor.model.calls import DECK, HIDDEN
from mustutor.model.cards import Card, fresh_pack
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant, load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.replay import dumps, simulate

PAGE = Path(__file__).resolve().parents[1] / "examples" / "README.md"


def test_the_page_for_builders_says_what_happens():
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


def test_the_page_for_builders_names_every_public_name_and_what_a_table_does():
    page = PAGE.read_text("utf-8")
    verbs = [name for name in dir(mustutor.sit("encaje")) if not name.startswith("_")]
    names = {*mustutor.__all__, *verbs} - {"__version__"}
    assert not [name for name in names if not re.search(rf"`{name}\b", page)]


@pytest.mark.parametrize("name", mustutor.__all__)
def test_a_public_name_is_what_it_says_whatever_was_imported_before(name):
    for room in ("games", "replay", "referee", "present", "analysis", "model"):
        importlib.import_module(f"mustutor.{room}")
    found = getattr(mustutor, name)
    assert isinstance(found, str) or callable(found)


def _moments(variant: Variant, seed: str) -> list[tuple[Position, list[Step]]]:
    """The moments of a random hand at which somebody speaks, each with the steps that led there."""
    game = games.game_of(variant.game)
    seats = game.rules.seats(variant, 0)
    start = games.start(variant, seats=seats, mano=game.chance.first_mano(seats, 0.5))
    steps, _ = simulate.play_hand(
        start, fresh_pack(game.chance.pack(start), seed, "1"), simulate.AtRandom(Random(seed))
    )
    return [
        (step.before, list(steps[:at])) for at, step in enumerate(steps) if step.call.seat != DECK
    ]


@pytest.mark.parametrize("preset", variant_ids())
def test_no_view_changes_with_cards_its_seat_has_not_seen(preset):
    compared, others = 0, Random("other cards")
    for number in range(6):
        for position, steps in _moments(load_variant(preset), f"views {number}"):
            pack = games.game_of(position.variant.game).chance.pack(position)
            for seat in position.table.seats:
                seen = seat_view.view(position, seat, steps)
                unseen = [card for card in pack if card not in (position.hand_of(seat) or ())]
                others.shuffle(unseen)
                hands = [
                    hand if one == seat or hand is None else _taken(unseen, len(hand))
                    for one, hand in zip(position.table.seats, position.deal.hands, strict=True)
                ]
                deal = position.deal._replace(hands=tuple(hands))
                assert seat_view.view(position._replace(deal=deal), seat, steps) == seen
                compared += deal != position.deal
    assert compared


@pytest.mark.parametrize("preset", variant_ids())
def test_what_a_seat_may_say_follows_from_what_it_sees(preset):
    for number in range(6):
        for position, steps in _moments(load_variant(preset), f"views {number}"):
            seen = seat_view.view(position, position.speaker, steps)
            assert seen.options == games.options(position)
            assert seen.line == position.line()


def _taken(cards: list[Card], number: int) -> tuple[Card, ...]:
    return tuple([cards.pop() for _ in range(number)])


def test_a_view_does_not_tell_what_others_threw():
    throwing = [
        (position, steps)
        for number in range(20)
        for position, steps in _moments(load_variant("madrid"), f"thrown {number}")
        if any(step.call.verb == "descarto" for step in steps)
    ]
    assert throwing
    for position, steps in throwing:
        for step in steps:
            if step.call.verb == "descarto":
                written = f"{step.call.seat} descarto " + " ".join(step.call.cards)
                for seat in position.table.seats:
                    told = seat_view.view(position, seat, steps).calls
                    assert (written in told) == (seat == step.call.seat)
                    assert any(HIDDEN in call for call in told) or seat == step.call.seat


def test_a_seat_nobody_sits_at_sees_nothing():
    position, _ = _moments(load_variant("encaje"), "nobody")[0]
    with pytest.raises(mustutor.base.errors.IllegalCall, match="There is no seat Z"):
        seat_view.view(position, "Z")


def test_a_record_is_loaded_by_name_from_text_and_from_a_mapping():
    record = mustutor.load_replay("punto")
    assert mustutor.load_replay(dumps(record)) == record
    assert mustutor.load_replay(record.as_json()) == record
    with pytest.raises(mustutor.base.errors.ReplayError):
        mustutor.load_replay({"format": object()})
    with pytest.raises(mustutor.base.errors.ReplayError):
        mustutor.load_replay({"format": "something else"})


def test_a_settlement_shows_itself_in_a_notebook_without_touching_the_notebook():
    settled = mustutor.settle(mustutor.load_replay("punto"))
    for shown in (settled._repr_html_(), mustutor.explain(settled, "es")._repr_html_()):
        assert shown.startswith("<iframe srcdoc=")
        assert "<" not in shown[len("<iframe ") : -len("</iframe>")].replace("></iframe", "")


def _seen_in_a_notebook(shown: str) -> str:
    """The words of a page in a frame; fails where a tag of somebody's stands in it."""
    assert shown.startswith("<iframe srcdoc=")
    outside = shown[len("<iframe ") : -len("</iframe>")].replace("></iframe", "")
    assert "<" not in outside
    page = html.unescape(shown)
    assert "<b>" not in page
    return html.unescape(page)


def test_a_record_a_verdict_and_a_view_show_themselves_with_every_word_escaped():
    record = mustutor.load_replay("punto")
    first = record.hands[0]
    strange = record._replace(
        hands=(first._replace(rounds=(first.rounds[0]._replace(calls=("A <b>x\x1b[2J",)),)),)
    )
    for one in (record, strange):
        words = _seen_in_a_notebook(one._repr_html_())
        assert "\x1b" not in words
        assert first.mano in words
    assert "A <b>x" in _seen_in_a_notebook(strange._repr_html_())
    assert "complete" in _seen_in_a_notebook(mustutor.verify(record)._repr_html_())
    refused = _seen_in_a_notebook(mustutor.verify(strange)._repr_html_())
    assert "A <b>x" in refused
    position, steps = _moments(load_variant("madrid"), "shown")[-1]
    view = seat_view.view(position, position.speaker, steps)
    seen = _seen_in_a_notebook(view._repr_html_())
    assert all(card in seen for card in view.hand)
    assert all(option.verb in seen for option in view.options)


def test_a_player_and_a_table_show_the_cards_that_are_known_and_what_may_be_said_now():
    table = mustutor.sit("madrid").say("A1 corto").deal({"B1": "Ro Rc Ae 4b"}).say("A1 envido")
    player = mustutor.Player(mustutor.start("madrid", seats=table.seats, mano="A1"))
    player.deal({"B1": "Ro Rc Ae 4b"}).hear("A1 corto").hear("A1 envido")
    assert table._repr_html_() == player._repr_html_()
    seen = _seen_in_a_notebook(player._repr_html_())
    assert all(card in seen for card in ("Ro", "Rc", "Ae", "4b"))
    assert "What B1 may say" in seen
    assert all(option.verb in seen for option in games.options(player.position))
    assert "envido 2" in seen
    refused = _seen_in_a_notebook(player.hear("B1 <b>")._repr_html_())
    assert "subo" not in refused  # nothing is heard after what was refused


@pytest.mark.parametrize("name", ["punto", "madrid_refused_raise", "enfle_last_card_in_mid_trick"])
def test_what_a_value_is_fits_a_line(name):
    record = mustutor.load_replay(name)
    settled = mustutor.settle(record)
    position = settled.hands[-1].end
    view = seat_view.view(position, position.table.seats[0])
    player = mustutor.Player(settled.hands[-1].start)
    values = [record, settled, mustutor.verify(record), position, view, player, position.variant]
    values.append(mustutor.sit(position.variant))
    if position.variant.game == "mus":
        values.append(mustutor.odds("RRCA", position.variant))
    for one in values:
        assert len(repr(one)) < 160
        assert "\n" not in repr(one)


def test_what_explains_a_settlement_says_the_same_as_the_command(capsys):
    from mustutor.cli.main import main

    assert main(["settle", "punto", "--html", "-"]) == 0
    settled = mustutor.settle(mustutor.load_replay("punto"))
    assert mustutor.explain(settled).html() == capsys.readouterr().out
    assert main(["settle", "punto", "--json"]) == 0
    assert mustutor.explain(settled).json()["after"] == settled.after
