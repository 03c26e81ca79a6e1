"""What a value looks like in a notebook: a page in a frame, in English, as its `repr` is.

Whatever a record says comes in as text and stays text, as on every page; neither the style of the
notebook nor that of the page reaches the other. The types name `register.notebook_html` as their
`_repr_html_`, and so need not know this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch

from mustutor.base.language import open_language, printable
from mustutor.base.register import game_part
from mustutor.games import options
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.player import Player
from mustutor.games.seat_view import SeatView
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK, write_call
from mustutor.model.position import NO_MAXIMUM, Option
from mustutor.present.brief import brief_page
from mustutor.present.html import framed, to_html
from mustutor.present.markup import Markup
from mustutor.present.settlement import Explained
from mustutor.referee.settle import Settlement
from mustutor.referee.verify import Verdict
from mustutor.replay.format import Replay
from mustutor.replay.names import failure_page

LONGEST_SHOWN = 2_000
"""The characters of a text that are shown."""
MOST_SHOWN = 100
"""The things of one kind that are shown; explaining or writing the record gives all of them."""
ENGLISH = open_language("en")


@singledispatch
def notebook_html(value: object) -> Markup:
    """Show a value as a page in a frame; raises TypeError for a type that has no page."""
    raise TypeError(f"no page shows a {type(value).__name__}")


@notebook_html.register
def _(view: SeatView) -> Markup:
    """Show the cards the seat sees, the calls made and the calls it may make."""
    cards = {view.seat: view.hand}
    return _moment(repr(view), cards, view.stones, view.calls, view.options, view.seat)


@notebook_html.register
def _(player: Player) -> Markup:
    """Show the known cards, the calls made and the calls that may be made now."""
    position = player.position
    grammar = game_part(position.variant.game, "GRAMMAR")
    said = [write_call(step.call, grammar) for step in player.steps if step.call.seat != DECK]
    cards = {seat: position.hand_of(seat) or () for seat in position.table.seats}
    may = () if player.failure or player.unjudged else options(position)
    return _moment(repr(player), cards, position.in_front(), said, may, position.speaker)


def _moment(
    title: str,
    cards: Mapping[str, Sequence[str]],
    stones: Mapping[str, int],
    calls: Sequence[str],
    options: Sequence[Option],
    speaker: str,
) -> Markup:
    """Show a moment of a hand: cards and stones, calls made, calls that may be made."""
    rows = [(seat, " ".join(held)) for seat, held in cards.items() if held]
    rows += [(side, str(number)) for side, number in stones.items()]
    spoken = [(seat, words) for seat, _, words in (call.partition(" ") for call in calls)]
    may = [(option.verb, _bounds(option)) for option in options]
    return shown(
        title.strip("<>"),
        rows_page("", rows),
        rows_page(ENGLISH.say("What was said"), spoken),
        rows_page(ENGLISH.say("What {seat} may say", seat=speaker), may),
    )


@notebook_html.register
def _(replay: Replay) -> Markup:
    """Show the hands as the record has them; nothing of it is recomputed."""
    hands = [
        rows_page(
            ENGLISH.say("Hand {hand} · {mano} is mano", hand=number, mano=hand.mano),
            [(seat, " ".join(cards)) for seat, cards in hand.cards.items()]
            + [(round_.lance, ", ".join(round_.calls)) for round_ in hand.rounds],
        )
        for number, hand in enumerate(replay.hands[:MOST_SHOWN], 1)
    ]
    return shown(repr(replay).strip("<>"), *hands)


@notebook_html.register
def _(verdict: Verdict) -> Markup:
    """Show the first fault with its reason, or what was judged."""
    found = [failure_page(verdict.failure, ENGLISH)] if verdict.failure else []
    rows = [(gap.place, " ".join((gap.what, *gap.seats))) for gap in verdict.missing]
    if rows:
        found.append(rows_page(ENGLISH.say("Not everything in it could be judged."), rows))
    return shown(repr(verdict).strip("<>"), *found)


@notebook_html.register
def _(settlement: Settlement) -> Markup:
    """Show the verdict in short; `mustutor.explain` tells all of it."""
    deck = teller_of(settlement.variant).deck
    return framed(to_html([brief_page(settlement, ENGLISH)], ENGLISH, deck=deck))


@notebook_html.register
def _(explained: Explained) -> Markup:
    """Show the explanation as its page."""
    return framed(explained.html())


def shown(title: str, *pages: Explanation) -> Markup:
    """Show explanations in a frame, under a title.

    >>> shown("Encaje", rows_page("", [("A", "<b>")])).count("<b>")
    0
    """
    return framed(to_html(pages, ENGLISH, title=printable(title, LONGEST_SHOWN)))


def rows_page(heading: str, rows: Iterable[tuple[str, str]]) -> Explanation:
    """Rows of a name and words, under a heading."""
    return Explanation("", (Passage(printable(heading, LONGEST_SHOWN), tuple(_lines(rows))),))


def _lines(rows: Iterable[tuple[str, str]]) -> Iterator[Line]:
    for number, (name, words) in enumerate(rows):
        if number == MOST_SHOWN:
            yield Line("…")
            return
        yield Line("", seat=printable(name, LONGEST_SHOWN), said=printable(words, LONGEST_SHOWN))


def _bounds(option: Option) -> str:
    """The bounds of an option: ``2-20``, and the least alone where no rule names a most."""
    if not option.least:
        return ""
    most = "" if option.most >= NO_MAXIMUM else option.most
    return str(option.least) if option.least == option.most else f"{option.least}-{most}"
