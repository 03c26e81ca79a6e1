"""Explaining hands, refusals and movements of stones.

`explain_hand` explains a hand from its steps, `explain_fault` a refused call with the legal ones,
and `movement_line` a movement of the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from mustutor import games
from mustutor.base.errors import Fault
from mustutor.base.language import Language, text_in
from mustutor.games.explain import STONES, Explanation, Fact, Line, Movement, Passage, ToldSoFar
from mustutor.games.teller import Teller, teller_of
from mustutor.model.calls import DECK
from mustutor.model.ledger import BANK, OUT, POT, Entry
from mustutor.model.position import NO_MAXIMUM, OpenPayment, Option, Position, Step
from mustutor.model.variant import Variant

Told = list[tuple[str, list[Fact]]]
"""Facts under the names of rounds, in the order of play."""


class Telling:
    """An explanation in progress: facts under headings, in the order of play."""

    def __init__(self, variant: Variant, *, goes_on: bool = False) -> None:
        self.goes_on = goes_on
        self.teller = teller_of(variant)
        self.said = ToldSoFar()
        self.passages: Told = []

    def under(self, heading: str, *facts: Fact) -> None:
        """Begin a passage under a heading."""
        self.passages.append((heading, list(facts)))

    def add(self, facts: Iterable[Fact]) -> None:
        """Add facts to the passage; those of another round begin a new one."""
        heading, told = self.passages[-1]
        for fact in facts:
            if fact.under and fact.under != heading:
                self.under(fact.under)
                heading, told = self.passages[-1]
            told.append(fact)

    def step(self, step: Step) -> None:
        """Add one call and its consequences."""
        teller, said = self.teller, self.said
        round_ = teller.round_of(step)
        if self.passages[-1][0] != round_ or (said.steps and games.ends_round(said.steps[-1])):
            said.steps = []
            self.under(round_)
            if round_ != "reparte":
                self.add(teller.opening(step.before, said))
        self.add(teller.call(step, said))
        said.steps.append(step)
        if brought := teller.after(step, said):
            self.add(brought)

    def end(self, last: Position, end: Position, waiting: tuple[OpenPayment, ...]) -> None:
        """Add what the record leaves out, the settlement, and what the hand leads to."""
        settled = self.teller.settled(last, end, waiting, self.said)
        facts = list(settled.facts)
        if facts and self.passages[-1][1][-1].kind not in STONES:
            facts.insert(0, self.teller.stones(last))
        if not self.goes_on:
            self.under("", *self.teller.not_recorded(last, end))
        self.under(settled.heading, *facts)
        self.under("", *settled.aftermath)

    def tell(
        self, steps: Sequence[Step], end: Position, waiting: tuple[OpenPayment, ...]
    ) -> Iterator[None]:
        """Add a whole hand; yields after its beginning, after each step, and after its end."""
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
        """The passages added since a mark; one that continues an older one has no heading."""
        passages, facts = mark
        begun = self.passages[passages - 1][1][facts:] if passages else []
        return [("", begun), *self.passages[passages:]]

    @property
    def mark(self) -> tuple[int, int]:
        """A mark at the end of the explanation so far."""
        return len(self.passages), len(self.passages[-1][1]) if self.passages else 0

    def phrased(self, told: Told, end: Position, language: Language) -> tuple[Passage, ...]:
        """The explanation in a language."""
        return tuple(
            [
                Passage(
                    self.teller.heading(round_, language) if round_ else "",
                    self.teller.lines(facts, end, language),
                )
                for round_, facts in told
                if facts
            ]
        )


def explain_hand(
    steps: Sequence[Step],
    end: Position,
    waiting: tuple[OpenPayment, ...],
    language: Language,
    *,
    about: str = "",
    movements: bool = True,
    goes_on: bool = False,
) -> Explanation:
    """Explain a whole hand as a teacher would: every call, every stone, and why.

    `steps` are the calls as they were heard (`games.hear`); `end` is the position when the hand
    is settled as far as the cards allow, `waiting` the payments that wait for cards (both as
    `games.settle` gives them). `about` says which hand this is, for the title; without
    `movements` those are left out that programs read, and nobody who reads the page. Where a
    record `goes_on` after what could be heard, nothing is said to be missing in it.
    """
    telling = Telling(end.variant, goes_on=goes_on)
    for _ in telling.tell(steps, end, waiting):
        pass
    title = _title(steps[0].before if steps else end, about, language)
    moved = end.ledger if movements else ()
    recorded = tuple([telling.teller.recorded(entry, end) for entry in moved])
    return Explanation(title, telling.phrased(telling.passages, end, language), recorded)


def explain_by_step(
    steps: Sequence[Step], end: Position, waiting: tuple[OpenPayment, ...], language: Language
) -> tuple[Explanation, ...]:
    """Explain a hand in pieces: its beginning, each step with its consequences, and its end.

    Together the pieces are what `explain_hand` gives; there is one for each step, one before them
    and one after.
    """
    telling = Telling(end.variant)
    title = _title(steps[0].before if steps else end, "", language)
    pages: list[Explanation] = []
    mark = telling.mark
    for _ in telling.tell(steps, end, waiting):
        told = telling.phrased(telling.since(mark), end, language)
        pages.append(Explanation("" if pages else title, told))
        mark = telling.mark
    return tuple(pages)


def _title(first: Position, about: str, language: Language) -> str:
    table = first.table
    pieces = [text_in(table.variant.name, language.code)]
    if about:
        pieces.append(about)
    if table.game > 1:
        pieces.append(language.say("game {game}", game=table.game))
    pieces.append(language.say("hand {hand}", hand=table.hand))
    pieces.append(language.say("{mano} is mano", mano=first.mano))
    return " · ".join(pieces)


def explain_fault(
    position: Position, fault: Fault, options: Sequence[Option], language: Language
) -> Explanation:
    """Explain why the rules refuse a call here, and what is legal instead.

    `options` are those of `games.options` at the same position.
    """
    refused = Line(fault.said(language), (fault.rule,), "refused", indent=0)
    passages = [Passage("", (refused,))]
    legal = tuple(legal_lines(position, options, language))
    if legal:
        passages.append(Passage("", legal))
    return Explanation("", tuple(passages))


def legal_lines(
    position: Position, options: Sequence[Option], language: Language
) -> Iterator[Line]:
    """The lines on who speaks at a position, and which calls are legal within which bounds."""
    if not options:
        return
    seat = options[0].seat
    if seat == DECK:
        yield Line(
            language.say("It is the deck's turn: it serves those who threw cards."),
            kind="legal",
            indent=0,
        )
        return
    yield Line(language.say("{seat} speaks and may say:", seat=seat), kind="legal", indent=0)
    teller = teller_of(position.variant)
    for option in options:
        said, text, rules = teller.offered(position, option, language)
        evidence: dict[str, object] = {"verb": option.verb}
        if option.most:
            evidence |= {"least": option.least}
            evidence |= {"most": option.most} if option.most < NO_MAXIMUM else {}
        heard = teller.aloud(said, language)
        if heard != said:
            evidence |= {"call": said}
        yield Line(text, rules, "option", option.seat, 1, heard, evidence)
    yield from teller.withheld(position, options, language)


def calls_in_words(position: Position, language: Language) -> list[str]:
    """The calls that are legal at a position, each in a few words with its bounds."""
    teller = teller_of(position.variant)
    return [_in_few_words(option, teller, language) for option in games.options(position)]


def _in_few_words(option: Option, teller: Teller, language: Language) -> str:
    verb = "subo a" if option.verb == "subo" else teller.aloud(option.verb, language)
    known = {"verb": verb, "least": option.least, "most": option.most}
    if option.verb == "descarto":
        return language.say("{verb} {least} to {most} cards", **known)
    if option.verb not in ("envido", "subo"):
        return verb
    if option.most >= NO_MAXIMUM:
        return language.say("{verb} {least} or more", **known)
    if option.least < option.most:
        return language.say("{verb} {least} to {most}", **known)
    return f"{verb} {option.least}"


def step_lines(steps: Sequence[Step], language: Language) -> list[Line]:
    """The lines on some calls and their effects, for somebody who was told nothing yet."""
    lines: list[Line] = []
    for step in steps:
        teller, said = teller_of(step.before.variant), ToldSoFar()
        facts = [*teller.remarks(step, said), *teller.after(step, said)]
        lines += teller.lines(facts, step.after, language)
    return lines


def count_lines(last: Position, language: Language, *, aftermath: bool = False) -> tuple[Line, ...]:
    """How a hand is counted after its last call, and what everybody has then if `aftermath`."""
    teller = teller_of(last.variant)
    end, waiting = games.settle(last)
    told = teller.settled(last, end, waiting, ToldSoFar())
    facts = [*told.facts, *told.aftermath] if aftermath else told.facts
    return teller.lines(facts, end, language)


def movement_line(entry: Entry, teller: Teller, language: Language) -> Line:
    """One movement of stones as a line, with its article."""
    movement = entry.as_json()
    text = teller.movement(movement, language)
    return Line(text, (entry.rule,), "movement", indent=2, evidence=movement)


def stated_movement_text(movement: Movement, teller: Teller, language: Language) -> str:
    """A recorded movement in words: its stones, its lance, its time, and its article.

    >>> from mustutor.base.language import open_language
    >>> movement = {"lance": "pares", "when": "at_once", "item": "deje", "stones": 2}
    >>> movement |= {"from": "bank", "to": "B", "rule": "MUS-DEJE-3"}
    >>> stated_movement_text(movement, Teller(), open_language("en"))
    '2 to B (deje) at pares, at once (MUS-DEJE-3)'
    """
    known = {
        "movement": teller.moved(movement, language),
        "at_lance": teller.names(movement["lance"], language)["at_lance"],
    }
    if movement["when"] == "at_once":
        said = language.say("{movement} {at_lance}, at once", **known)
    else:
        said = language.say("{movement} {at_lance}, at the showdown", **known)
    rule = movement.get("rule")
    return language.say("{movement} ({rule})", movement=said, rule=rule) if rule else said


def distinguished_movements(
    one: Movement, other: Movement, teller: Teller, language: Language
) -> tuple[str, str]:
    """Two different movements in words, with more detail if they would sound alike."""
    first, second = (
        stated_movement_text(one, teller, language),
        stated_movement_text(other, teller, language),
    )
    if first != second:
        return first, second
    if bool(one.get("wins_game")) != bool(other.get("wins_game")):
        return _for_the_game(one, first, language), _for_the_game(other, second, language)
    return _by_account(one, first, teller, language), _by_account(other, second, teller, language)


def _for_the_game(movement: Movement, said: str, language: Language) -> str:
    if movement.get("wins_game"):
        return language.say("{movement}, which wins the game", movement=said)
    return language.say("{movement}, which does not win the game", movement=said)


def _by_account(movement: Movement, said: str, teller: Teller, language: Language) -> str:
    source, to = movement["from"], movement["to"]
    return language.say(
        "{movement}, {stones} from {source} to {to}",
        movement=said,
        stones=movement["stones"],
        source=_account(source, teller, language),
        to=_account(to, teller, language),
    )


def _account(account: str, teller: Teller, language: Language) -> str:
    if account == BANK:
        return language.term("account", "the saucer")
    if account == OUT:
        return language.term("account", "the stones out of play")
    if account.startswith(POT):
        of_lance = teller.names(account.removeprefix(POT), language)["of_lance"]
        return language.say("the pot {of_lance}", of_lance=of_lance)
    return account


def article_list(rules: Iterable[str]) -> str:
    """Write article ids; a common beginning is written once.

    >>> article_list(("ENC-SET-8", "ENC-SET-9", "MUS-CMP-T1"))
    'ENC-SET-8, 9, MUS-CMP-T1'
    """
    return _article_list(tuple(rules))


@lru_cache(maxsize=1_024)
def _article_list(rules: tuple[str, ...]) -> str:
    written: list[str] = []
    before = ""
    for rule in rules:
        stem, _, number = rule.rpartition("-")
        short = stem == before and re.fullmatch(r"\d+", number)
        written.append(number if short else rule)
        before = stem
    return ", ".join(written)
