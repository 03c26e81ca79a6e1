"""A whole hand told from its steps: the calls, the rounds, the settlement, the stones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mustutor.games import ends_round
from mustutor.games.teller import teller_of
from mustutor.games.telling import STONES, AlreadySaid, Explanation, Fact, Passage
from mustutor.language import Language
from mustutor.position import Open, Position, Step
from mustutor.variant import Variant

Told = list[tuple[str, list[Fact]]]
"""Facts under the names of rounds, in the order of play."""


class Telling:
    """A hand being told: facts gathered under headings, in the order of play."""

    def __init__(self, variant: Variant) -> None:
        self.teller = teller_of(variant)
        self.said = AlreadySaid()
        self.passages: Told = []

    def under(self, heading: str, *facts: Fact) -> None:
        """Begin a passage under a heading."""
        self.passages.append((heading, list(facts)))

    def add(self, facts: Iterable[Fact]) -> None:
        """Add facts to the passage, or begin another for those that belong to another round."""
        heading, told = self.passages[-1]
        for fact in facts:
            if fact.under and fact.under != heading:
                self.under(fact.under)
                heading, told = self.passages[-1]
            told.append(fact)

    def step(self, step: Step) -> None:
        """Tell one call, and what it brought about."""
        teller, said = self.teller, self.said
        round_ = teller.round_of(step)
        if self.passages[-1][0] != round_ or (said.steps and ends_round(said.steps[-1])):
            said.steps = []
            self.under(round_)
            if round_ != "reparte":
                self.add(teller.opening(step.before, said))
        self.add(teller.call(step, said))
        said.steps.append(step)
        if brought := teller.after(step, said):
            self.add(brought)

    def end(self, last: Position, end: Position, waiting: tuple[Open, ...]) -> None:
        """Tell what the record leaves out, the settlement, and what the hand leaves behind."""
        settled = self.teller.settled(last, end, waiting, self.said)
        facts = list(settled.facts)
        if facts and self.passages[-1][1][-1].kind not in STONES:
            facts.insert(0, self.teller.stones(last))
        self.under("", *self.teller.not_recorded(last, end))
        self.under(settled.heading, *facts)
        self.under("", *settled.aftermath)

    def tell(
        self, steps: Sequence[Step], end: Position, waiting: tuple[Open, ...]
    ) -> Iterator[None]:
        """Tell a hand; pauses after its beginning, after each step, and after its end."""
        first = steps[0].before if steps else end
        self.under("", *self.teller.beginning(first))
        if first.table.before != "counted":
            self.under("", Fact(f"stones_{first.table.before}", indent=0))
        yield
        earlier = None
        for step in steps:
            if earlier is not step.before:
                self.add(self.teller.between(earlier, step.before, self.said))
            self.step(step)
            earlier = step.after
            yield
        self.end(steps[-1].after if steps else end, end, waiting)
        yield

    def since(self, mark: tuple[int, int]) -> Told:
        """What was told since a mark; a passage that only goes on has no heading."""
        passages, facts = mark
        begun = self.passages[passages - 1][1][facts:] if passages else []
        return [("", begun), *self.passages[passages:]]

    @property
    def mark(self) -> tuple[int, int]:
        """How much is told by now."""
        return len(self.passages), len(self.passages[-1][1]) if self.passages else 0

    def phrased(self, told: Told, end: Position, tongue: Language) -> tuple[Passage, ...]:
        """Say what was told, in a language."""
        return tuple(
            [
                Passage(
                    self.teller.heading(round_, tongue) if round_ else "",
                    self.teller.lines(facts, end, tongue),
                )
                for round_, facts in told
                if facts
            ]
        )


def explain_hand(
    steps: Sequence[Step],
    end: Position,
    waiting: tuple[Open, ...],
    tongue: Language,
    *,
    about: str = "",
    movements: bool = True,
) -> Explanation:
    """Tell a whole hand as a teacher at the table would: every call, every stone, and why.

    `steps` are the calls as they were heard (`games.hear`); `end` is the position when the hand
    is settled as far as the cards allow, `waiting` the payments that wait for cards (both as
    `games.settle` gives them). `about` says which hand this is, for the title; without
    `movements` those are left out that programs read, and nobody who reads the page.
    """
    telling = Telling(end.variant)
    for _ in telling.tell(steps, end, waiting):
        pass
    title = _title(steps[0].before if steps else end, about, tongue)
    moved = end.ledger if movements else ()
    recorded = tuple([telling.teller.recorded(entry, end) for entry in moved])
    return Explanation(title, telling.phrased(telling.passages, end, tongue), recorded)


def explain_by_step(
    steps: Sequence[Step], end: Position, waiting: tuple[Open, ...], tongue: Language
) -> tuple[Explanation, ...]:
    """Tell a hand in pieces: how it begins, each step with what it brings about, and its end.

    All pieces together say what `explain_hand` says; there is one more than there are steps,
    and one more for the end.
    """
    telling = Telling(end.variant)
    title = _title(steps[0].before if steps else end, "", tongue)
    pages: list[Explanation] = []
    mark = telling.mark
    for _ in telling.tell(steps, end, waiting):
        told = telling.phrased(telling.since(mark), end, tongue)
        pages.append(Explanation("" if pages else title, told))
        mark = telling.mark
    return tuple(pages)


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
