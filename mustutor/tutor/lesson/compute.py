"""What a lesson asks of the engine: each ``compute`` of its files becomes a finding.

`computed` is the entry::

    compute: {find: winner, lance: grande, hands: {A: R R C 4, B: R R S A}}
    compute: {find: stones, table: quarrel, lance: pares, to: B}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from mustutor import games
from mustutor.base.errors import LessonError, MustutorError
from mustutor.base.language import Language, mark
from mustutor.base.register import game_part
from mustutor.base.schema import closest_match
from mustutor.games import question
from mustutor.games.explain import Line
from mustutor.games.mus_family import findings, findings_count
from mustutor.games.mus_family.hands import LANCES, PAYMENTS, classify, ranking_of
from mustutor.games.mus_family.words import shown
from mustutor.games.question import NONE, YES, Finding
from mustutor.games.seat_view import view
from mustutor.model.calls import Call
from mustutor.model.ledger import BANK, OUT, POT
from mustutor.model.position import Hand
from mustutor.model.variant import Variant
from mustutor.tutor.lesson.files import LessonFile, Steps
from mustutor.tutor.lesson.tables import END, HandMoment, TaughtHand, cards_at, deal, rules

Compute = Mapping[str, Any]


class Query(NamedTuple):
    """One ``compute``: its lesson, its place, and its parameters."""

    file: LessonFile
    path: Steps
    said: Compute

    @property
    def variant(self) -> Variant:
        """The rules for it: its own, its table's, or the lesson's."""
        if "variant" not in self.said and "table" in self.said:
            return self.table.variant
        return rules(self.file, self.said.get("variant", ""), (*self.path, "variant"))

    @property
    def table(self) -> TaughtHand:
        """Its table, played."""
        return deal(self.file, self.need("table"), (*self.path, "table"))

    @property
    def moment(self) -> HandMoment:
        """Its moment of play; the end of the hand if it names none."""
        return moment(self.file, self.table, self.said.get("at", END), (*self.path, "at"))

    @property
    def hand(self) -> Hand:
        """Its four cards, or those of a seat of its table."""
        if "cards" not in self.said and "seat" in self.said:
            seat, known = self.seat, self.hands
            if seat not in known:
                sentence = mark("Nobody knows the cards of {seat} here.")
                raise self.refusal(("seat",), sentence, seat=seat)
            return known[seat]
        return four(self.file, self.need("cards"), self.variant, (*self.path, "cards"))

    @property
    def hands(self) -> Mapping[str, Hand]:
        """The hands to compare, mano first: its own, or all of its table."""
        if "hands" not in self.said:
            return self.table.hands
        return hands_of(self.file, self.said["hands"], self.variant, (*self.path, "hands"))

    @property
    def seat(self) -> str:
        """Its seat or side."""
        seat: str = self.need("seat")
        if "table" in self.said:
            table = self.table.played.end.table
            known = {*table.seats, *table.sides}
        else:
            known = {*self.hands}
        if seat not in known:
            sentence = mark("There is no seat {seat} at this table: its seats are {seats}.")
            raise self.refusal(("seat",), sentence, seat=seat, seats=" ".join(sorted(known)))
        return seat

    @property
    def call(self) -> Call:
        """Its call, made by the speaker at its moment."""
        return self.call_with(self.need("call"))

    def call_with(self, words: str) -> Call:
        """A call with these words, made by the speaker at its moment."""
        position = self.moment.position
        try:
            said = f"{position.speaker} {words}"
            return games.spelled_out(position, games.read_call(said, position.variant))
        except MustutorError as problem:
            raise self.file.placed(problem, (*self.path, "call")) from None

    def need(self, name: str) -> Any:
        """A required parameter; raises LessonError if it is missing."""
        if name not in self.said:
            sentence = mark("To find {find}, {name} is needed too.")
            raise self.refusal(("find",), sentence, find=self.said["find"], name=name)
        return self.said[name]

    def refusal(self, path: Steps, sentence: str, **evidence: Any) -> LessonError:
        """An error at a place of this compute."""
        return self.file.refusal((*self.path, *path), sentence, **evidence)


def computed(file: LessonFile, said: Compute, path: Steps) -> Finding:
    """The finding for a ``compute``; raises LessonError at the place of an error."""
    asked = Query(file, path, said)
    return _FINDINGS[said["find"]](asked)


def moment(file: LessonFile, dealt: TaughtHand, place: str, path: Steps) -> HandMoment:
    """A moment of a table, or an error at the place that names it."""
    found = dealt.at(place)
    if found is None:
        sentence = mark("This table has no {place}: its places are {places}.")
        raise file.refusal(
            path, sentence, place=place, places=", ".join(moment.place for moment in dealt.moments)
        )
    return found


def four(file: LessonFile, text: str, variant: Variant, path: Steps) -> Hand:
    """Four cards of a rulebook's deck, or an error at the place that lists them."""
    hand = cards_at(file, text, path)
    try:
        classify(hand, variant)
    except MustutorError as problem:
        raise file.placed(problem, path) from None
    return hand


def hands_of(
    file: LessonFile, said: Mapping[str, str], variant: Variant, path: Steps
) -> Mapping[str, Hand]:
    """Hands by seat, in the order they are written."""
    return {seat: four(file, text, variant, (*path, seat)) for seat, text in said.items()}


def _some(asked: Query) -> Hand:
    if "cards" not in asked.said and "seat" in asked.said:
        return asked.hand
    return cards_at(asked.file, asked.need("cards"), (*asked.path, "cards"))


def _card(asked: Query) -> Finding:
    found = cards_at(asked.file, asked.need("card"), (*asked.path, "card"))
    return findings.plays_as(asked.variant, found[0])


def _option(asked: Query) -> Finding:
    name = asked.need("option")
    try:
        return findings.option(asked.variant, name)
    except LookupError:
        sentence = mark("There is no option {option}.")
        raise asked.refusal(
            ("option",), sentence, option=name, hint=closest_match(name, asked.variant.rules)
        ) from None


def _shown_cards(asked: Query) -> Finding:
    return Finding(shown(_some(asked), ranking_of(asked.variant.rules)), _no_reasons)


def _no_reasons(language: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
    return ()


def _movements(asked: Query) -> findings_count.Movements:
    said = asked.said
    sides = asked.table.played.end.table.sides
    accounts = (*sides, BANK, OUT, *(POT + lance for lance in LANCES))
    for name, known in (("item", PAYMENTS), ("from", accounts), ("to", accounts)):
        if said.get(name, known[0]) not in known:
            raise asked.refusal(
                (name,),
                mark("No stones move under the name of {found}: it may be {allowed}."),
                found=said[name],
                allowed=", ".join(known),
                hint=closest_match(said[name], known),
            )
    return findings_count.Movements(
        said.get("lance", ""),
        said.get("item", ""),
        said.get("from", ""),
        said.get("to", ""),
        said.get("when", ""),
    )


def _best_call(asked: Query) -> Finding:
    position = asked.moment.position
    calls: Mapping[str, Sequence[str]] = asked.need("calls")
    try:
        for said, then in calls.items():
            here = (*asked.path, "calls", said)
            findings_count.best_call(position, [(said, then)])
        return findings_count.best_call(position, list(calls.items()))
    except LookupError as problem:
        sentence = mark("After {call} the hand is not played to its end: go on to the last call.")
        raise asked.refusal(
            ("calls", str(problem.args[0])), sentence, call=str(problem.args[0])
        ) from None
    except MustutorError as problem:
        raise asked.file.placed(problem, here, key=True) from None


def _advised(asked: Query) -> Finding:
    """What the rules of thumb of the game say for the speaker, and the rule that says it."""
    there = asked.moment
    position, steps = there.position, asked.table.steps_until(there.place)
    adviser = game_part(position.variant.game, "ADVISER", None)
    rule = None
    if adviser is not None and position.speaker in position.table.seats:
        words, rule = adviser(view(position, position.speaker, steps))
    if rule is None:
        raise asked.refusal(("find",), mark("No rule of thumb says anything here."))
    told = question.told_always(lambda language: (Line(language.say(rule.sentence), kind="rule"),))
    return Finding(words, told)


def _allowed_one(asked: Query) -> Finding:
    """The only one of several signals or words that is allowed."""
    position, calls = asked.moment.position, asked.need("calls")
    found = {said: findings.allowed(position, asked.call_with(said)) for said in calls}
    return _the_only(asked, found, ("calls",))


def _allowed_at(asked: Query) -> Finding:
    """The only one of several tables at which a signal or a word is allowed."""
    found = {}
    for name in asked.need("tables"):
        there = Query(asked.file, asked.path, {**asked.said, "table": name})
        found[name] = findings.allowed(there.moment.position, there.call)
    return _the_only(asked, found, ("tables",))


def _the_only(asked: Query, found: Mapping[str, Finding], path: Steps) -> Finding:
    allowed = [name for name, finding in found.items() if finding.value == YES]
    if len(allowed) != 1:
        sentence = mark("One of them is to be allowed, and these are: {allowed}.")
        raise asked.refusal(path, sentence, allowed=", ".join(allowed) or "-")

    def why(language: Language, answer: str) -> tuple[Line, ...]:
        return found[answer if answer in found else allowed[0]].why(language, answer)

    return Finding(allowed[0], why)


def _next_mano(asked: Query) -> Finding:
    manos = games.next_manos(asked.table.played.end)
    return Finding(" ".join(manos) or NONE, _no_reasons)


def _longest_suit(asked: Query) -> Finding:
    """The longest suit of a seat at a moment of its table."""
    hand = asked.moment.position.hand_of(asked.seat)
    if not hand:
        sentence = mark("Nobody knows the cards of {seat} here.")
        raise asked.refusal(("seat",), sentence, seat=asked.seat)
    return findings.longest_suit(hand)


def _place(asked: Query) -> Finding:
    """The place of a hand in a lance, as a number."""
    ranking = ranking_of(asked.variant.rules)
    return Finding(str(ranking.place(asked.need("lance"), asked.hand)), _no_reasons)


_FINDINGS: Mapping[str, Callable[[Query], Finding]] = {
    "winner": lambda asked: findings.winner(asked.variant, asked.need("lance"), asked.hands),
    "order": lambda asked: findings.order(asked.variant, asked.need("lance"), asked.hands),
    "pares": lambda asked: findings.pares(asked.variant, asked.hand),
    "points": lambda asked: findings.points(asked.variant, asked.hand),
    "has": lambda asked: findings.has(asked.variant, asked.need("lance"), asked.hand),
    "value": lambda asked: findings.value(asked.variant, asked.need("lance"), asked.hand),
    "name": lambda asked: findings.name(asked.variant, asked.hand),
    "plays_as": _card,
    "playing_as": lambda asked: findings.playing_as(
        asked.variant, asked.need("rank"), _some(asked)
    ),
    "how_many": lambda asked: findings.how_many(asked.variant, asked.said.get("rank", "")),
    "option": _option,
    "beans": lambda asked: findings.beans(asked.variant),
    "dealt": lambda asked: findings.dealt(asked.variant, asked.need("of")[0], asked.need("in")),
    "commonest": lambda asked: findings.commonest(asked.variant, asked.need("of")),
    "without_juego": lambda asked: findings.without_juego(asked.variant, asked.need("in")),
    "wins": lambda asked: findings.wins(
        asked.variant, asked.need("lance"), asked.hand, asked.need("in")
    ),
    "brings": lambda asked: findings.brings(asked.variant, asked.hand, asked.need("in")),
    "poorest": lambda asked: findings.poorest(asked.variant, asked.hands),
    "richest": lambda asked: findings.richest(asked.variant, asked.hands),
    "cards": _shown_cards,
    "place": _place,
    "speaker": lambda asked: question.speaker(asked.moment.position),
    "legal": lambda asked: question.legal(asked.moment.position, asked.call),
    "allowed": lambda asked: findings.allowed(asked.moment.position, asked.call),
    "allowed_one": _allowed_one,
    "allowed_at": _allowed_at,
    "refused_by": lambda asked: question.refused_by(asked.moment.position, asked.call),
    "least": lambda asked: question.bound(asked.moment.position, asked.need("verb"), least=True),
    "most": lambda asked: question.bound(asked.moment.position, asked.need("verb"), least=False),
    "verbs": lambda asked: question.verbs(asked.moment.position),
    "stones": lambda asked: findings_count.stones(asked.table.played.end, _movements(asked)),
    "after": lambda asked: findings_count.after(asked.table.played, asked.seat),
    "settlement": lambda asked: findings_count.settlement(asked.table.played),
    "contributors": lambda asked: findings_count.contributors(
        asked.table.played.end, asked.need("lance")
    ),
    "giver": lambda asked: findings_count.giver(asked.table.played.end, _movements(asked)),
    "last_said": lambda asked: question.last_said(
        asked.table.played.steps, asked.need("lance"), asked.seat
    ),
    "pot": lambda asked: findings_count.pot(asked.table.played.end, asked.need("lance")),
    "taker": lambda asked: findings_count.taker(asked.table.played.end, asked.need("lance")),
    "decided": lambda asked: findings_count.decided_side(asked.table.played.end),
    "last_counted": lambda asked: findings_count.last_counted(asked.table.played.end),
    "best_call": _best_call,
    "advised": _advised,
    "next_mano": _next_mano,
    "longest_suit": _longest_suit,
}
