"""Why somebody was paid in a lance, or why not: one question, answered from the ledger."""

from __future__ import annotations

from collections.abc import Sequence

from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation, Fact, Line, Passage
from mustutor.language import Language
from mustutor.ledger import Entry
from mustutor.position import Open, Position
from mustutor.tuples import NamedTuple


class Why(NamedTuple):
    """The answer: the stones that came to a seat (its side, in Mus), and the facts behind it.

    The first fact says what happened, the second why; then come the hands that decided, where
    hands did.
    """

    seat: str
    lance: str
    stones: int
    facts: tuple[Fact, ...]

    @property
    def reason(self) -> str:
        """The reason in one word, for programs."""
        return self.facts[min(1, len(self.facts) - 1)].kind.removeprefix("why_")

    @property
    def rules(self) -> tuple[str, ...]:
        """The articles it rests on."""
        return tuple(dict.fromkeys(rule for fact in self.facts for rule in fact.rules))


def why(end: Position, waiting: Sequence[Open], seat: str, lance: str) -> Why:
    """Say why a seat, or a side, was paid in a lance of a hand that was settled, or why not.

    `end` and `waiting` are as `games.settle` gives them.
    """
    stones, facts = teller_of(end.variant).why(end, waiting, seat, lance)
    return Why(seat, lance, stones, tuple(facts))


def explain_why(
    end: Position, waiting: Sequence[Open], seat: str, lance: str, tongue: Language
) -> Explanation:
    """Say in words why a seat was paid in a lance, or why not."""
    answer = why(end, waiting, seat, lance)
    teller = teller_of(end.variant)
    written = list(teller.lines(answer.facts, end, tongue))
    # The headline has no article of its own: it rests on what follows.
    if written and not written[0].rules:
        written[0] = written[0]._replace(kind=answer.facts[0].kind)
    title = tongue.say(
        "{heading} · hand {hand} · {seat}",
        heading=teller.heading(lance, tongue),
        hand=end.table.hand,
        seat=seat,
    )
    return Explanation(title, (Passage("", tuple(written)),), _movements(end, seat, lance))


def _movements(end: Position, seat: str, lance: str) -> tuple[dict[str, object], ...]:
    accounts = {seat, seat[:1]}
    found: list[Entry] = [
        entry for entry in end.ledger if entry.lance == lance and accounts & {entry.src, entry.dst}
    ]
    return tuple([entry.as_json() for entry in found])


def deciding_lines(
    end: Position,
    waiting: Sequence[Open],
    seat: str,
    lance: str,
    tongue: Language,
    *,
    to: str = "",
) -> tuple[Line, ...]:
    """The lines that say why, without what happened: for beside a claim.

    Of what the seat paid, only what went `to` an account is told where anything did.
    """
    facts = why(end, waiting, seat, lance).facts[1:]
    if any(fact.evidence.get("taker") == to for fact in facts):
        facts = tuple([fact for fact in facts if fact.evidence.get("taker", to) == to])
    return tuple(teller_of(end.variant).lines(facts, end, tongue))
