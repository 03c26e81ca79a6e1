"""A whole hand told from its steps: the calls, the lances, the showdown, the stones."""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.explain.betting import call_fact
from mustutor.explain.cards_told import told
from mustutor.explain.ending import aftermath, in_front, not_recorded
from mustutor.explain.evidence import movement
from mustutor.explain.fact import Fact, Memory
from mustutor.explain.lances import closing, declared, opening
from mustutor.explain.page import Explanation, Passage
from mustutor.explain.phrasebook import lines
from mustutor.explain.showdown import Showdown
from mustutor.explain.words import Voice, headings
from mustutor.language import Language
from mustutor.position import LANCES, Open, Outcome, Position, Step


class Telling:
    """A hand being told: facts gathered under headings, in the order of play."""

    def __init__(self) -> None:
        self.memory = Memory()
        self.passages: list[tuple[str, list[Fact]]] = []

    def under(self, heading: str, *facts: Fact, new: bool = True) -> None:
        """Add facts under a heading; `new` begins another passage even of the same heading."""
        if new or self.passages[-1][0] != heading:
            self.passages.append((heading, []))
        self.passages[-1][1].extend(facts)

    def step(self, step: Step) -> None:
        """Tell one call, and what it brought about."""
        before, after = step.before, step.after
        # The deal stands by itself: a record may hold the cards and begin at grande.
        heading = "reparte" if step.call.verb == "reparte" else before.lance
        if self.passages[-1][0] != heading:
            self.memory.open_lance()
            self.under(heading)
            if heading in LANCES:
                self.under(heading, *opening(before, self.memory), new=False)
        if step.call.hands:
            self.under(heading, *told(step, self.memory), new=False)
        else:
            self.under(heading, call_fact(step, self.memory), new=False)
        self.under(heading, *declared(before, after), new=False)
        self.closed(after.closed[len(before.closed) :], before, after)

    def closed(self, outcomes: Sequence[Outcome], before: Position, after: Position) -> None:
        """Tell how lances ended, and the stones in front where some have moved."""
        for outcome in outcomes:
            facts = list(closing(outcome, before, after, self.memory))
            self.under(outcome.lance, *facts, new=False)
            moved = after.ledger[len(before.ledger) :]
            if any(entry.lance == outcome.lance for entry in moved):
                self.under(outcome.lance, in_front(after), new=False)


def explain_hand(
    steps: Sequence[Step],
    end: Position,
    waiting: tuple[Open, ...],
    tongue: Language,
    *,
    about: str = "",
) -> Explanation:
    """Tell a whole hand as a teacher at the table would: every call, every stone, and why.

    `steps` are the calls as they were heard (`games.hear`); `end` is the position when the hand
    is settled as far as the cards allow, `waiting` the payments that wait for cards (both as
    `games.settle` gives them). `about` says which hand this is, for the title.
    """
    first = steps[0].before if steps else end
    last = steps[-1].after if steps else end
    telling = Telling()
    telling.under("", in_front(first, total=True))
    known = 0
    for step in steps:
        telling.closed(step.before.closed[known:], step.before, step.before)
        telling.step(step)
        known = len(step.after.closed)
    showdown = Showdown(end, waiting, telling.memory)
    settled = list(showdown.facts())
    if settled and telling.passages[-1][1][-1].kind != "in_front":
        settled.insert(0, in_front(last))
    telling.under("", *not_recorded(last, end))
    telling.under("showdown", *settled)
    stones = [in_front(end, total=True)] if showdown.entries or not settled else []
    telling.under("", *stones, *aftermath(end, showdown.void))
    voice = Voice(tongue, end.table.ranking)
    titles = headings(tongue)
    passages = tuple(
        [
            Passage(titles.get(heading, ""), lines(facts, voice))
            for heading, facts in telling.passages
            if facts
        ]
    )
    movements = tuple([movement(entry, end.table.ranking) for entry in end.ledger])
    return Explanation(_title(first, about, tongue), passages, movements)


def _title(first: Position, about: str, tongue: Language) -> str:
    table = first.table
    pieces = [table.variant.name.get(tongue.code) or table.variant.name["en"]]
    if about:
        pieces.append(about)
    if table.game > 1:
        pieces.append(tongue.say("game {game}", game=table.game))
    pieces.append(tongue.say("hand {hand}", hand=table.hand))
    pieces.append(tongue.say("{mano} is mano", mano=first.mano))
    return " · ".join(pieces)
