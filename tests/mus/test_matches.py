"""A whole match of every rulebook: simulated, verified, settled, and explained."""

from __future__ import annotations

from functools import cache

import pytest

from mustutor import games
from mustutor.base.language import open_language
from mustutor.games.tell_hand import explain_hand
from mustutor.model.variant import load_variant
from mustutor.model.variant_file import variant_ids
from mustutor.present.text import to_text
from mustutor.referee import settle, verify
from mustutor.replay import dumps, loads
from mustutor.replay.simulate import match

RULEBOOKS = (
    *("alava_vizcaya", "aragon", "asturias", "cantabria", "castilla_la_mancha", "catalunya"),
    *("encaje", "encaje_five_card", "fournier", "fournier_30", "galicia", "guipuzcoa_4"),
    *("guipuzcoa_8", "la_rioja", "madrid", "mundial_vasco", "navarra", "wikipedia_en"),
    "wikipedia_en_north",
)
every_rulebook = pytest.mark.parametrize("name", RULEBOOKS)


@cache
def played(name):
    """A match of this rulebook from the first deal to the last."""
    seats = 5 if load_variant(name).game == "encaje" else 4
    return match(load_variant(name), seats=seats, hands=10_000, seed="a whole match")


def test_none_is_missing():
    assert set(RULEBOOKS) == set(variant_ids()) - {"enfle", "mau_mau"}


@every_rulebook
def test_it_ends_and_verifies_whole(name):
    verdict = verify(loads(dumps(played(name))))
    assert verdict.ok, verdict.failure
    assert verdict.complete
    end = verdict.hands[-1].end
    assert games.next_manos(end) == ()
    rules = end.variant.rules
    if end.variant.game == "mus":
        assert max(end.table.vacas) == rules["match.vacas"]
        assert end.in_front()[end.winner] >= rules["score.target"] or any(
            entry.item == "ordago" for entry in end.ledger
        )
    else:
        assert max(end.table.games) == rules["encaje.session_losses"]


@every_rulebook
def test_it_settles_to_what_it_states(name):
    record = played(name)
    for recorded, hand in zip(record.hands, settle(record).hands, strict=True):
        assert hand.complete
        assert recorded.after == hand.end.in_front()


@every_rulebook
@pytest.mark.parametrize("code", ["en", "es"])
def test_every_hand_of_it_is_explained(name, code):
    language = open_language(code)
    for hand in verify(played(name)).hands[:12]:
        page = to_text(explain_hand(hand.steps, hand.end, hand.open, language))
        assert page.replace("\n", "").isprintable()
        # Every article a stone rests on stands in the text.
        assert all(entry.rule in page for entry in hand.end.ledger)
