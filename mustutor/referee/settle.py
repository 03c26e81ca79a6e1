"""Settle a record: recompute every hand, judge the claims, and report on signals and words.

What was signalled or said is told in the order of the record, each at its place, ``1.juego.3`` as
notes have it. A declaration appears only where the cards show it to be false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol, cast

from mustutor import games
from mustutor.base.errors import NO_RECORD, expect
from mustutor.base.json_text import Json, with_stated_fields
from mustutor.base.language import Language
from mustutor.base.register import explain, notebook_html, traits
from mustutor.games.failure import Failure
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK, write_call
from mustutor.model.ledger import Ruling
from mustutor.model.variant import Variant, load_variant
from mustutor.referee.claims import Deductions, Judgement, Undecided, Unexplored, judge
from mustutor.referee.rulings import Irregularity, open_as_json, rule_on_match
from mustutor.referee.statements import Stated, first_miscounted, stated_facts
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.playback import Played, play_back


class PlacedRuling(NamedTuple):
    """A ruling with its place in the record: hand, lance and call, the call counted from 1."""

    place: str
    ruling: Ruling
    variant: Variant

    @property
    def call(self) -> str:
        """The call that was ruled on, as records write it."""
        return write_call(self.ruling.call)

    def as_json(self) -> Json:
        """The ruling for a program; `allowed` is left out where it cannot be told."""
        ruling, offence = self.ruling, self.ruling.offence or None
        return with_stated_fields(
            {"place": self.place, "call": self.call},
            allowed=ruling.allowed,
            rule=ruling.rule,
            offence=offence,
            penalty=ruling.penalty if offence else None,
            stones=ruling.stones or None,
        )

    def said(self, language: Language) -> tuple[str, ...]:
        """Say the ruling in whole sentences: what it is, and what it costs."""
        return teller_of(self.variant).ruling(self.ruling, language)


def report(hands: Iterable[Played]) -> tuple[PlacedRuling, ...]:
    """Report on every hand played back: all that was signalled or said, and false declarations."""
    return tuple([ruled for played in hands for ruled in _of(played)])


def _of(played: Played) -> Iterator[PlacedRuling]:
    rulings = played.end.rulings
    if not rulings:
        return
    rules = played.end.variant
    beside = games.game_of(rules.game).words.grammar.beside
    spoken = iter([ruling for ruling in rulings if ruling.call.verb in beside])
    falsely = {(r.call, r.lance): r for r in rulings if r.call.verb not in beside}
    recorded = map(str, played.places)
    for step in played.steps:
        if step.call.seat == DECK:
            continue
        place = next(recorded)
        if step.call.verb in beside:
            yield PlacedRuling(place, next(spoken), rules)
        elif (step.call, step.before.lance) in falsely:
            yield PlacedRuling(place, falsely.pop((step.call, step.before.lance)), rules)


class WrittenOut(Protocol):
    """An explanation, to be written in one of four ways."""

    def text(self, width: int = 80) -> str:
        """Plain text, laid out for `width` columns."""

    def markdown(self) -> str:
        """Markdown, with the articles it names below."""

    def html(self) -> str:
        """One page of HTML that needs nothing beside it."""

    def json(self) -> Json:
        """The document of `mustutor settle --json`."""


class Settlement(NamedTuple):
    """A recomputed match: its hands with their ledgers, and what the claims are worth.

    `replay` is the record that was settled, `variant` the rules it was settled by.

    `failure` is the first call the rules refuse; `irregularities` are what a referee makes of
    it, and of those after it, so far as one way to rule is left: there the recomputation has to
    stop. `deductions` decides what it can of what is not known; `stated` is what the rules make of
    the draw, and of who shuffled and cut. `miscounted` is the first hand after which the record
    states other stones, with what it has and what we have of each side; nothing where it is
    settled by other rules than its own.
    """

    replay: Replay
    variant: Variant
    hands: tuple[Played, ...]
    judgements: tuple[Judgement, ...]
    failure: Failure | None
    deductions: Deductions | None = None
    stated: tuple[Stated, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    miscounted: Failure | None = None

    def __repr__(self) -> str:
        after = " ".join(f"{side} {stones}" for side, stones in self.after.items())
        return f"<Settlement {self.variant.id}, hands: {len(self.hands)}, after: {after or '-'}>"

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def explain(self, lang: str = "en", *, brief: bool = False) -> WrittenOut:
        """Explain every stone in a language, as `mustutor.explain`; `brief` is the verdict alone.

        >>> import mustutor
        >>> settled = mustutor.settle(mustutor.load_replay("punto"))
        >>> settled.explain("es", brief=True).text().splitlines()[0]
        'VEREDICTO'
        """
        explained: WrittenOut = explain(self, lang, brief=brief)
        return explained

    @property
    def undecided(self) -> tuple[Undecided, ...]:
        """What waits for cards or for a call, lance by lance, and what may come of it."""
        return self.deductions.undecided() if self.deductions is not None else ()

    @property
    def left_out(self) -> tuple[Unexplored, ...]:
        """What waits and was not looked into, for too much of the match is unknown."""
        return self.deductions.left_out() if self.deductions is not None else ()

    @property
    def stopped(self) -> Failure | None:
        """The refused call at which the recomputation had to stop, where there is one."""
        return next((played.failure for played in self.hands if played.failure), None)

    @property
    def loser(self) -> str:
        """Who lost the last game that was decided, or nothing."""
        return self.hands[-1].end.loser if self.hands else ""

    @property
    def winner(self) -> str:
        """The side that won the last game that was decided, or nothing."""
        return self.hands[-1].end.winner if self.hands else ""

    @property
    def after(self) -> dict[str, int]:
        """The stones in front of each side at the end."""
        return self.hands[-1].end.in_front() if self.hands else {}

    @property
    def over(self) -> bool:
        """Whether the game was decided."""
        return bool(self.loser or self.winner)

    @property
    def conduct(self) -> tuple[PlacedRuling, ...]:
        """What the referee says of every signal, word and false declaration, in their order."""
        return report(self.hands)

    @property
    def holds(self) -> bool:
        """Whether nothing was refused and no claim is false."""
        return self.failure is None and all(j.holds is not False for j in self.judgements)

    def as_json(self) -> Json:
        """The settlement as `settle --json` writes it."""
        table = self.hands[-1].end.table if self.hands else None
        return with_stated_fields(
            {
                "variant": self.variant.id,
                "hands": [_hand(played) for played in self.hands],
                "after": self.after,
                "over": self.over,
            },
            loser=self.loser or None,
            winner=self.winner or None,
            games=dict(zip(table.sides, table.games, strict=True)) if table else None,
            vacas=dict(zip(table.sides, table.vacas, strict=False)) or None if table else None,
            conduct=_all_as_json(self.conduct) or None,
            stated=_all_as_json(self.stated) or None,
            miscounted=_miscounted(self.miscounted) if self.miscounted else None,
            irregularities=_all_as_json(self.irregularities) or None,
            claims=_all_as_json(self.judgements),
            undecided=_all_as_json(self.undecided) or None,
            not_tried=_all_as_json(self.left_out) or None,
        )


def _all_as_json(found: Iterable[Any]) -> list[Json]:
    return [one.as_json() for one in found]


def _miscounted(failure: Failure) -> Json:
    wrong = cast("dict[str, tuple[int, int]]", failure.fault.evidence["wrong"])
    return {
        "place": failure.place,
        "stated": {side: stones for side, (stones, _) in wrong.items()},
        "computed": {side: stones for side, (_, stones) in wrong.items()},
    }


def _hand(played: Played) -> Json:
    written: Json = {
        "hand": played.number,
        "ledger": [entry.as_json() for entry in played.end.ledger],
        "after": played.end.in_front(),
        "complete": played.settled,
        "open": open_as_json(played),
    }
    if played.start.table.before != "counted":
        written["before"] = played.start.table.before
    if played.failure is not None:
        written["refused"] = played.failure.place
    if played.would_end is not None:
        side, lance, first = played.would_end
        written["would_end"] = {"side": side, "lance": lance, "unless": list(first)}
    return written


def settle(replay: Replay, *, variant: Variant | str | None = None) -> Settlement:
    """Recompute a record and judge its claims; `variant` settles it under another rulebook.

    Raises VariantError where its rules are not known, IllegalCall where nobody could sit down
    to it at all.

    >>> from mustutor.replay.files import load_replay
    >>> settle(load_replay("punto"))
    <Settlement encaje, hands: 4, after: A 4 B 13 C 14>
    """
    expect(replay, Replay, NO_RECORD)
    rules = load_variant(variant) if variant is not None else rules_of(replay)[0]
    through = variant is None
    hands = tuple(play_back(replay, rules, checks=False, through=through))
    failure = next((played.failure for played in hands if played.failure is not None), None)
    miscounted = first_miscounted(hands) if through else None
    rulings = rule_on_match(replay, rules, hands, through=through)
    found: tuple[Irregularity, ...] = ()
    if rulings is not None:
        hands, found = rulings.hands, rulings.irregularities
    stated = tuple(stated_facts(replay, rules, hands))
    settled = Settlement(replay, rules, hands, (), failure, None, stated, found, miscounted)
    if rulings is not None and rulings.judgements:
        return settled._replace(judgements=rulings.judgements)
    judgements = judge(replay.claims or (), hands)
    if "lances" not in traits(rules.game):
        # What cards nobody showed may bring is worked out lance by lance: this game has none.
        return settled._replace(judgements=judgements)
    deductions = Deductions(replay, rules, hands)
    return settled._replace(judgements=deductions.judged(judgements), deductions=deductions)
