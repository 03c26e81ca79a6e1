"""The quick ways a position is changed by, held against changing the same fields by name."""

from __future__ import annotations

from mustutor.games.mus_family.betting import Auction, Lances, Outcome, lance_closed, opened, turned
from mustutor.model.ledger import Entry, SeenBet
from mustutor.model.position import Position

SOLD = Auction(("A", "B"), 2, "A")
STATE = Lances("ranking", SOLD, ("A", "B"), ("before",), "before=A", ("A",))
SOMEWHERE = Position(*[f"as it was: {field}" for field in Position._fields])._replace(
    state=STATE, stones=(5, 18), pots=(), out=3, ledger=(), table=None
)


def test_a_field_that_moves_is_noticed_where_only_the_talk_changes():
    assert SOMEWHERE.with_talk(("B",), "A2", None) == SOMEWHERE._replace(
        queue=("B",), said="A2", state=None
    )
    assert SOMEWHERE.with_deal("cards") == SOMEWHERE._replace(deal="cards")
    assert SOMEWHERE.opened("chica", ("A",), None, said="!") == SOMEWHERE._replace(
        queue=("A",), said="!", state=None, lance="chica"
    )


def test_a_field_that_moves_is_noticed_where_a_round_or_the_hand_is_over():
    quiet = SOMEWHERE._replace(queue=(), said="")
    assert SOMEWHERE.closing("chica", (), None) == quiet._replace(state=None, lance="chica")
    entry = Entry("grande", "at_once", "stake", "A", "pot:grande", 2, "", SeenBet("A", 2, 5))
    assert SOMEWHERE.with_count((entry,), (1, 2), (("grande", 4),), 6, None) == quiet._replace(
        state=None, lance="end", stones=(1, 2), pots=(("grande", 4),), out=6, ledger=(entry,)
    )


def test_a_field_of_the_state_that_moves_is_noticed():
    folded = SOLD._replace(folded=("B",))
    assert turned(SOMEWHERE, (), folded, "") == SOMEWHERE._replace(
        queue=(), said="", state=STATE._replace(auction=folded)
    )
    assert opened(SOMEWHERE, "pares", ("A",), SOLD, said="", holders=("B",)) == SOMEWHERE._replace(
        queue=("A",), said="", lance="pares", state=STATE._replace(auction=SOLD, holders=("B",))
    )
    passed = Outcome("chica", "unbet", ("A", "B"), Auction(("A", "B")))
    assert lance_closed(SOMEWHERE, passed).state == STATE._replace(
        auction=None, holders=(), closed=("before", passed), shut="before=A+chica-AB"
    )
    assert STATE.quiet() == STATE._replace(auction=None, holders=())
