"""The state of the table at one moment of a record, in names and words, for drawing.

Pages step through such moments and pictures show one; neither needs to ask the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mustutor.base.language import Language
from mustutor.games import game_of
from mustutor.games.question import Scene
from mustutor.games.seat_view import heard_by
from mustutor.games.teller import Teller, teller_of
from mustutor.model.calls import DECK, Call, write_call
from mustutor.model.cards import Card
from mustutor.model.ledger import moved_by_round
from mustutor.model.position import Hand, Position
from mustutor.present.card_art import DECKS, Spelt
from mustutor.tutor.record_walk import SHOWDOWN

END = "end"
BACK = Spelt("")


class TableSeat(NamedTuple):
    """A seat: its player, its cards, and its last call.

    `cards` are those on the table, backs if unknown; `hidden` is how many others see from behind.
    `heard` are the words as others hear them. `overtaken` says that a bet came after them. `best`
    are the rounds this hand was best in, `decided` the cards that decided them.
    """

    seat: str
    name: str
    cards: tuple[Spelt, ...]
    hidden: int
    words: str = ""
    heard: str = ""
    overtaken: bool = False
    best: str = ""
    decided: tuple[Spelt, ...] = ()


class TableView(NamedTuple):
    """A moment: its place, the seats in speaking order, and the center.

    `score` has the name, number and words of each side; `lying` are cards by owner or kind; `over`
    says that all cards are on the table.
    """

    place: str
    heading: str
    mano: str
    speaker: str
    seats: tuple[TableSeat, ...]
    score: tuple[tuple[str, int, str], ...]
    now: tuple[str, ...]
    past: tuple[str, ...]
    lying: tuple[tuple[str, tuple[Spelt, ...]], ...] = ()
    over: bool = False

    def cards(self) -> Iterator[Spelt]:
        """Every visible card."""
        for seat in self.seats:
            yield from seat.cards
        for _, lying in self.lying:
            yield from lying


def table_view(
    place: str, scene: Scene, position: Position, language: Language, last_calls: Mapping[str, Call]
) -> TableView:
    """The table at a moment, for a page or a picture; `last_calls` are the last calls by seat."""
    teller, table = teller_of(position.variant), position.table
    over = position.lance == END
    heading = language.say("The hand is over") if over else teller.heading(position.lance, language)
    middle = teller.middle(position, language)
    spelt = speller(position)
    now = list(middle.played)
    if position.winner:
        now.append(language.say("{side} wins the game", side=position.winner))
    if position.loser:
        now.append(language.say("{seat} loses the game", seat=position.loser))
    # If stones are drawn as pieces, only the target is added in words.
    aim = [language.say("target {target}", target=middle.target)] if teller.heap else middle.score
    past = [*aim, *middle.past]
    if over:
        past += _ledger(position, teller, language)
    lying = [(whose, spelt(cards)) for whose, cards in middle.cards]
    lying += [(pile, (BACK,)) for pile in middle.piles]
    speaker = position.speaker if position.speaker != DECK else ""
    return TableView(
        place,
        heading,
        position.mano,
        speaker,
        tuple(_seats(scene, position, language, spelt, last_calls)),
        tuple(
            (side, stones, teller.stones_text(stones, language))
            for side, stones in zip(table.sides, position.stones, strict=True)
        ),
        tuple(now),
        tuple(past),
        tuple(lying),
        over or place.endswith(SHOWDOWN),
    )


def speller(position: Position) -> Callable[[Sequence[Card]], tuple[Spelt, ...]]:
    """A function that makes drawings of this table's cards; a hidden one is a back."""
    teller = teller_of(position.variant)
    ranking, deck = teller.ranking(position), DECKS.get(teller.deck)

    def spelt(cards: Sequence[Card]) -> tuple[Spelt, ...]:
        words = teller.shown(cards, ranking).split() if ranking else map(str, cards)
        found = [deck.spelt(word) if deck else None for word in words]
        return tuple([card or BACK for card in found])

    return spelt


def _seats(
    scene: Scene,
    position: Position,
    language: Language,
    spelt: Callable[[Sequence[Card]], tuple[Spelt, ...]],
    calls: Mapping[str, Call],
) -> Iterator[TableSeat]:
    teller = teller_of(position.variant)
    words_of, names, overtaken = dict(scene.words), dict(scene.names), scene.overtaken
    best = list(teller.best_hands(position)) if position.lance == END else []
    for seat in position.table.seats:
        won = [each for each in best if each.seat == seat]
        hand: Hand = position.hand_of(seat) or ()
        hidden = teller.face_down(position, seat)
        words = words_of.get(seat, "")
        yield TableSeat(
            seat,
            names.get(seat, ""),
            spelt(hand) or (BACK,) * hidden,
            hidden,
            words,
            _public_words(words, calls.get(seat), position) if words else "",
            seat in overtaken,
            " · ".join([teller.heading(each.round, language) for each in won]),
            tuple(dict.fromkeys([card for each in won for card in spelt(each.cards)])),
        )


def _public_words(words: str, call: Call | None, position: Position) -> str:
    """A call as others hear it: without the faces of face-down cards, without gestures."""
    grammar = game_of(position.variant.game).words.grammar
    if call is None:
        return words
    if call.verb in grammar.gestures:
        return ""
    other = next((one for one in position.table.seats if one != call.seat), "")
    heard = heard_by(other, call, position)
    return words if heard == call else write_call(heard, grammar).partition(" ")[2]


def _ledger(position: Position, teller: Teller, language: Language) -> Iterator[str]:
    """The stones each round brought to each side."""
    moved = moved_by_round(position.ledger, position.table.sides)
    order = [*teller.paid_in]
    for name in sorted(moved, key=lambda name: order.index(name) if name in order else len(order)):
        paid = "  ".join([f"{side} {stones:+d}" for side, stones in moved[name].items() if stones])
        if paid:
            yield language.say(
                "{what}: {payment}", what=teller.heading(name, language), payment=paid
            )


def delta_frames(tables: Sequence[TableView]) -> list[dict[str, Any]]:
    """Delta-encode moments: a full frame at each hand's start, then the changed fields.

    Of a list only the changed items are included, by index. `heard` is 0 if it equals `said`.

    >>> import mustutor
    >>> from mustutor.base.language import open_language
    >>> from mustutor.present.replay_page import playback_of
    >>> told = playback_of(mustutor.settle(mustutor.load_replay("punto")), open_language("en"))
    >>> first, second, *_ = delta_frames(told.tables)
    >>> len(second) < len(first)
    True
    """
    frames: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    hand = ""
    for table in tables:
        whole = _as_json(table)
        begins, hand = table.place.partition(".")[0] != hand, table.place.partition(".")[0]
        known = {} if begins else before
        new = {key: value for key, value in whole.items() if known.get(key) != value}
        frames.append({key: _changed(known.get(key), value) for key, value in new.items()})
        before = whole
    return frames


def _changed(was: Any, value: Any) -> Any:
    """The changed items of a list of unchanged length by index; any other value whole."""
    if not isinstance(was, list) or len(was) != len(value):
        return value
    new = {at: one for at, one in enumerate(value) if one != was[at]}
    return value if len(new) == len(value) else new


def _as_json(table: TableView) -> dict[str, Any]:
    seats = [seat.seat for seat in table.seats]
    heard = [seat.heard if seat.heard != seat.words else 0 for seat in table.seats]
    return {
        "t": table.heading,
        "m": seats.index(table.mano) if table.mano in seats else -1,
        "s": seats.index(table.speaker) if table.speaker in seats else -1,
        "h": [_names(seat.cards) for seat in table.seats],
        "d": [seat.hidden for seat in table.seats],
        "w": [seat.words for seat in table.seats],
        "x": heard,
        "o": [at for at, seat in enumerate(table.seats) if seat.overtaken],
        "c": [[stones, words] for _, stones, words in table.score],
        "n": table.now,
        "q": table.past,
        "k": [[whose, _names(cards)] for whose, cards in table.lying],
        "b": [seat.best for seat in table.seats],
        "g": [_names(seat.decided) for seat in table.seats],
        "e": table.over,
    }


def _names(cards: Sequence[Spelt]) -> str:
    return " ".join([card.id.removeprefix("card-") or "-" for card in cards])
