"""A whole hand told from its steps: the calls, the lances, the settlement, the stones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.explain import betting, referee
from mustutor.explain.betting import call_facts
from mustutor.explain.cards_told import told
from mustutor.explain.evidence import movement
from mustutor.explain.phrasebook import lines
from mustutor.explain.words import Voice, headings
from mustutor.games.mus_family.lances import LANCES
from mustutor.games.mus_family.state import Outcome
from mustutor.games.telling import STONES, AlreadySaid, Explanation, Fact, Passage, teller_of
from mustutor.language import Language
from mustutor.position import Open, Position, Step
from mustutor.variant import Variant


class Telling:
    """A hand being told: facts gathered under headings, in the order of play."""

    def __init__(self, variant: Variant) -> None:
        self.teller = teller_of(variant)
        self.memory = AlreadySaid()
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
            if heading != "reparte":
                self.under(heading, *betting.opening(before, self.memory), new=False)
                self.under(heading, *self.teller.opening(before, self.memory), new=False)
        if step.call.hands:
            self.under(heading, *told(step, self.memory), new=False)
        else:
            self.under(heading, *call_facts(step, self.memory, self.teller), new=False)
        self.under(heading, *self.teller.declared(before, after), new=False)
        self.under(heading, *referee.reconsidered(before.rulings, after.rulings), new=False)
        self.closed(after.state.closed[len(before.state.closed) :], before, after)

    def closed(self, outcomes: Sequence[Outcome], before: Position, after: Position) -> None:
        """Tell how lances ended, and the stones of each where some have moved."""
        for outcome in outcomes:
            facts = list(self.teller.closing(outcome, before, after, self.memory))
            self.under(outcome.lance, *facts, new=False)
            moved = after.ledger[len(before.ledger) :]
            if any(entry.lance == outcome.lance for entry in moved):
                self.under(outcome.lance, self.teller.stones(after), new=False)

    def end(self, last: Position, end: Position, waiting: tuple[Open, ...]) -> None:
        """Tell what the record leaves out, the settlement, and what the hand leaves behind."""
        settled = self.teller.settled(last, end, waiting, self.memory)
        facts = [
            *referee.reconsidered(last.rulings, end.rulings),
            *referee.ruled(end.rulings[len(last.rulings) :]),
            *settled.facts,
        ]
        if facts and self.passages[-1][1][-1].kind not in STONES:
            facts.insert(0, self.teller.stones(last))
        self.under("", *_not_recorded(last, end))
        self.under(settled.heading, *facts)
        self.under("", *settled.aftermath)

    def tell(
        self, steps: Sequence[Step], end: Position, waiting: tuple[Open, ...]
    ) -> Iterator[None]:
        """Tell a hand; pauses after its beginning, after each step, and after its end."""
        first = steps[0].before if steps else end
        self.under("", *self.teller.beginning(first))
        yield
        known = 0
        for step in steps:
            self.closed(step.before.state.closed[known:], step.before, step.before)
            self.step(step)
            known = len(step.after.state.closed)
            yield
        self.end(steps[-1].after if steps else end, end, waiting)
        yield

    def cut(self, since: tuple[int, int]) -> list[tuple[str, list[Fact]]]:
        """What was told since a mark; a passage that only goes on has no heading."""
        passages, facts = since
        begun = self.passages[passages - 1] if passages else ("", [])
        told = [("", begun[1][facts:])] + [
            (name, list(new)) for name, new in self.passages[passages:]
        ]
        return [(heading, new) for heading, new in told if new]

    @property
    def mark(self) -> tuple[int, int]:
        """How much is told by now."""
        return len(self.passages), len(self.passages[-1][1]) if self.passages else 0


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
    telling = Telling(end.variant)
    for _ in telling.tell(steps, end, waiting):
        pass
    voice = Voice(tongue, end.state.ranking)
    titles = headings(tongue)
    passages = tuple(
        [
            Passage(titles.get(heading, ""), lines(facts, voice, telling.teller.books))
            for heading, facts in telling.passages
            if facts
        ]
    )
    movements = tuple([movement(entry, end.state.ranking) for entry in end.ledger])
    return Explanation(_title(first, about, tongue), passages, movements)


def explain_by_step(
    steps: Sequence[Step], end: Position, waiting: tuple[Open, ...], tongue: Language
) -> tuple[Explanation, ...]:
    """Tell a hand in pieces: how it begins, each step with what it brings about, and its end.

    All pieces together say what `explain_hand` says; there is one more than there are steps,
    and one more for the end.
    """
    first = steps[0].before if steps else end
    telling = Telling(end.variant)
    voice = Voice(tongue, end.state.ranking)
    titles = headings(tongue)

    def page(since: tuple[int, int], title: str = "") -> Explanation:
        return Explanation(
            title,
            tuple(
                [
                    Passage(titles.get(heading, ""), lines(facts, voice, telling.teller.books))
                    for heading, facts in telling.cut(since)
                ]
            ),
        )

    pages: list[Explanation] = []
    since = (0, 0)
    for _ in telling.tell(steps, end, waiting):
        pages.append(page(since, "" if pages else _title(first, "", tongue)))
        since = telling.mark
    return tuple(pages)


def _not_recorded(last: Position, end: Position) -> Iterator[Fact]:
    """Which lances the record leaves out, at its end or in between."""
    missing = [lance for lance in end.skipped if lance in LANCES]
    if not (last.loser or last.winner) and last.lance not in ("showdown", "end"):
        if last.lance not in LANCES and (last.said or last.deal.discards):
            yield Fact("record_stops_early", indent=0)
        elif last.said:
            evidence = {"lance": last.lance, "seat": last.speaker}
            yield Fact("record_stops", indent=0, evidence=evidence)
        elif last.lance in LANCES:
            missing += [lance for lance in LANCES[LANCES.index(last.lance) :] if lance != "punto"]
            missing += ["punto"] if last.lance == "punto" else []
        else:
            missing += LANCES[:-1]
    if missing:
        yield Fact("lances_not_recorded", indent=0, evidence={"lances": tuple(missing)})


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
