"""A card the dealer lets be seen: mus visto and what other tables do (MUS-VISTO, A-20, A-21)."""

from __future__ import annotations

import pytest

from mustutor import games
from mustutor.games.mus_family import dealing

from .table import DULL, PAIRS, again, fault, play, serve, sit, verbs

ALL_MUS = "A1 mus, B1 mus, A2 mus, B2 mus"
OPEN = "Ro,Rc,Ce,7b Re,Cc,Cb,7e 7o,6o,5o,4o Ao,Ac,4c,5c"


def exposed(told=DULL, call="B2 descubre 5", **changes):
    """B2, the dealer, lets a five be seen."""
    rules = {f"exposed_card.{name}": value for name, value in changes.items()}
    return play(sit(told, rules=rules, talk=True), call)


def test_MUS_VISTO_1_an_exposed_card_makes_mus_compulsory():
    position = exposed()
    assert (position.lance, position.queue) == ("descarte", PAIRS)
    for seat in PAIRS:
        assert fault(position, f"{seat} corto")
        assert fault(position, f"{seat} mus")


@pytest.mark.parametrize(
    "call", ["A1 descubre Ro", "B1 descubre Re", "A2 descubre 7o", "B2 descubre Ro So"]
)
def test_MUS_VISTO_1_the_dealer_exposes_one_card(call):
    position = sit(OPEN, talk=True)
    assert fault(position, call)
    assert play(position, "B2 descubre Ro").lance == "descarte"  # whoever was to get it


def test_MUS_VISTO_1_a_card_of_those_dealt():
    assert fault(sit(OPEN, talk=True), "B2 descubre So")


def test_MUS_VISTO_1_in_the_initial_deal_alone():
    position = sit(talk=True)
    assert fault(play(position, "A1 mus"), "B2 descubre 5")
    position = play(position, ALL_MUS, "A1 descarto 7, B1 descarto C, A2 descarto 7, B2 descarto 5")
    # Exposed while discards are served, it is seen by all and the talk goes on.
    served = serve(position, "A1:R B1:A A2:4 B2:6")
    assert play(served, "B2 descubre 6").queue == served.queue


def test_MUS_VISTO_2_who_wants_may_stay_served():
    position = play(exposed(), "A1 servido, B1 descarto C, A2 servido, B2 servido")
    position = serve(position, "B1:A")
    assert position.hand_of("A1") == tuple("RRC7")
    assert sorted(position.hand_of("B1")) == ["7", "A", "C", "R"]
    position = play(position, ALL_MUS)
    assert fault(position, "A1 servido")  # the next mus is as any other


@pytest.mark.parametrize(("served", "may"), [(True, True), (False, False)])
def test_option_exposed_card_served(served, may):
    assert ("servido" in verbs(exposed(served=served))) is may
    if not may:
        assert fault(exposed(served=served), "A1 servido")


@pytest.mark.parametrize(("after", "lance"), [("resume", "mus"), ("bet_if_served", "grande")])
def test_option_exposed_card_after(after, lance):
    position = exposed(after=after)
    position = play(position, "A1 servido, B1 descarto C, A2 descarto 7, B2 descarto 5")
    position = serve(position, "B1:A A2:4 B2:6")
    assert (position.lance, position.speaker) == (lance, "A1")


def test_option_exposed_card_after_bet_if_served_where_all_threw():
    position = exposed(after="bet_if_served")
    position = play(position, "A1 descarto 7, B1 descarto C, A2 descarto 7, B2 descarto 5")
    assert serve(position, "A1:A B1:A A2:4 B2:6").lance == "mus"


@pytest.mark.parametrize("after", ["resume", "bet_if_served"])
def test_option_exposed_card_after_where_all_stay_served(after):
    position = play(exposed(after=after), "A1 servido, B1 servido, A2 servido, B2 servido")
    assert position.lance == ("mus" if after == "resume" else "grande")
    assert position.hand_of("A1") == tuple("RRC7")


def test_option_exposed_card_after_bet_if_served_is_of_mus_visto_alone():
    rules = {"exposed_card.after": "bet_if_served", "mus.min_discard": 0}
    position = play(sit(rules=rules, talk=True), ALL_MUS)
    position = play(position, "A1 servido, B1 descarto C, A2 descarto 7, B2 descarto 5")
    assert serve(position, "B1:A A2:4 B2:6").lance == "mus"


@pytest.mark.parametrize("scope", ["initial", "any"])
def test_MUS_VISTO_2_the_mus_after_one_in_which_all_stay_served_is_as_any_other(scope):
    position = exposed(scope=scope)
    position = play(position, "A1 servido, B1 servido, A2 servido, B2 servido", ALL_MUS)
    assert verbs(position) == ["descarto"]


@pytest.mark.parametrize("scope", ["initial", "any"])
def test_option_exposed_card_scope(scope):
    """A card exposed while the discards are served: seen by all, and mus visto only under any."""
    rules = {"exposed_card.scope": scope}
    position = play(sit(rules=rules, talk=True), ALL_MUS)
    position = play(position, "A1 descarto 7, B1 descarto C, A2 descarto 7, B2 descarto 5")
    position = serve(position, "A1:R B1:A A2:4 B2:6")
    seen = play(position, "B2 descubre 6")
    if scope == "any":
        assert (seen.lance, "servido" in verbs(seen)) == ("descarte", True)
        return
    assert (seen.lance, seen.queue) == ("mus", position.queue)
    assert seen.line() != position.line()
    later = play(seen, ALL_MUS)
    assert verbs(later) == ["descarto"]
    assert fault(seen, "B2 descubre 4")


# --- exposed_card.action: A-20 -----------------------------------------------------------


def test_option_exposed_card_action_forced_mus():
    assert exposed(action="forced_mus").lance == "descarte"


@pytest.mark.parametrize(("word", "lance"), [("mus", "descarte"), ("corto", "grande")])
def test_option_exposed_card_action_mano_chooses(word, lance):
    position = exposed(action="mano_chooses")
    assert (position.lance, position.queue) == ("mus", ("A1",))
    assert fault(position, f"B1 {word}")
    after = play(position, f"A1 {word}")
    assert (after.lance, after.speaker) == (lance, "A1")


def test_option_exposed_card_action_mano_chooses_mus_visto_allows_to_stay_served():
    assert "servido" in verbs(play(exposed(action="mano_chooses"), "A1 mus"))


def test_option_exposed_card_action_redeal_the_same_dealer_deals_again():
    position = exposed(action="redeal")
    assert games.options(position) == ()
    assert games.next_manos(position) == ("A1",)
    assert (position.ledger, position.winner) == ((), "")
    after = again(position, talk=True)
    assert (after.order, after.stones, after.lance) == (PAIRS, (0, 0), "mus")


def test_option_exposed_card_action_ignore():
    position = exposed(action="ignore")
    assert (position.lance, position.queue) == ("mus", PAIRS)
    assert play(position, "A1 corto").lance == "grande"
    assert play(position, ALL_MUS).lance == "descarte"


@pytest.mark.parametrize(
    ("rulebook", "lance", "queue"),
    [
        pytest.param("fournier", "descarte", PAIRS, id="MUS-VISTO-1"),
        pytest.param("aragon", "mus", ("A1",), id="REG-ARA-6"),
        pytest.param("cantabria", "mus", ("A1",), id="REG-CAN-3"),
        pytest.param("asturias", "end", (), id="REG-AST-2"),
        pytest.param("madrid", "end", (), id="REG-MAD-7"),
    ],
)
def test_REG_ARA_6_REG_CAN_3_REG_AST_2_and_REG_MAD_7_each_rulebook_has_its_own_way(
    rulebook, lance, queue
):
    position = play(sit(DULL, "A5 B0", rules=rulebook, talk=True), "B2 descubre 5")
    assert (position.lance, position.queue) == (lance, queue)
    # Nobody is mano but who was, and nobody has scored.
    assert (position.mano, position.stones) == ("A1", (5, 0))


def test_REG_CAN_3_declining_mus_visto_is_not_cutting_the_mus_corrido():
    """Mano may say no with any hand; whoever cuts the mus corrido needs pares and juego (A-111)."""
    position = sit("7654 RRC7 7644 AA45", rules="cantabria", talk=True)
    assert position.table.hand_of_game == 1
    assert fault(position, "A1 corto").rule == "REG-CAN-6"
    asked = play(position, "B2 descubre 5")
    assert verbs(asked) == ["mus", "corto"]
    declined = play(asked, "A1 corto")
    assert (declined.lance, declined.mano) == ("grande", "A1")


@pytest.mark.parametrize("b1", ["descarto C", "servido"])
def test_REG_CAN_8_only_the_first_discard_of_a_deck_without_a_cut_is_mus_visto(b1):
    uncut = dealing.with_stated_cut(sit(rules="cantabria", talk=True), {"cut": "none"})
    assert (uncut.lance, verbs(uncut)) == ("descarte", ["descarto", "servido"])
    position = play(uncut, f"A1 servido, B1 {b1}, A2 servido, B2 servido")
    position = play(position if b1 == "servido" else serve(position, "B1:A"), ALL_MUS)
    # Mus is asked for by now, and who asked for it throws a card.
    assert verbs(position) == ["descarto"]
    assert fault(position, f"{position.speaker} servido").rule == "MUS-DISC-3"


def test_REG_CAN_6_after_the_mus_visto_was_played_the_mus_corrido_is_cut_as_ever():
    position = play(sit("7654 RRC7 7644 AA45", rules="cantabria", talk=True), "B2 descubre 5")
    position = play(position, "A1 mus", "B1 servido, A2 servido, B2 servido, A1 descarto 7")
    position = play(serve(position, "A1:S"), "B1 mus")
    assert fault(position, "A2 corto").rule == "REG-CAN-6"
    assert play(position, "A2 mus").speaker == "B2"
