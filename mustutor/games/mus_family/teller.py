"""What Mus and Encaje explain alike: cards, calls, rulings, and how lances end.

Start at `FamilyTeller`. The functions before it find the facts worth telling about a call of mus or
of discards, and about the referee's rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from mustutor.base.language import Language, mark
from mustutor.games import spelled_out
from mustutor.games.explain import BestHand, Fact, HandEnd, OptionInWords, TableCenter, ToldSoFar
from mustutor.games.mus_family.betting import Auction, Outcome, corrido
from mustutor.games.mus_family.calls import SPOKEN
from mustutor.games.mus_family.conduct import (
    ALLOWED,
    COSTS,
    OFFENCES,
    PARTICULAR,
    UNCLEAR,
    UNTOLD,
    by_meaning,
)
from mustutor.games.mus_family.discards import is_visto
from mustutor.games.mus_family.hands import LANCES, Ranking
from mustutor.games.mus_family.signals import Signal, list_names, signal_list, signals_of
from mustutor.games.mus_family.talk_options import article
from mustutor.games.mus_family.tell_hands import (
    best_hands,
    bracketed,
    compared_best_first,
    outcome_of,
    side_by_side,
)
from mustutor.games.mus_family.words import FamilyWords, shown, the_figures
from mustutor.model.calls import Call
from mustutor.model.ledger import Because, Compared, Entry, HandValue, Ruling, SeenBet, UnseenBet
from mustutor.model.position import Hand, OpenPayment, Option, Position, Step, first_differences

STAKING = ("envido", "subo")
CORRIDO = {"game": "corrido_in_the_game", "match": "corrido_in_the_match"}
EXPOSED = {
    "forced_mus": "exposed_so_mus",
    "mano_chooses": "exposed_so_mano_chooses",
    "redeal": "exposed_so_dealt_again",
    "ignore": "exposed_for_nothing",
}
RULED = {True: "allowed", None: "cannot_be_told", False: "offence"}


def opening(position: Position, said: ToldSoFar) -> Iterator[Fact]:
    """The fact that this hand has mus corrido (MUS-FIRST-1), or mus visto."""
    if position.deal.uncut and not position.deal.discards and said.is_new("uncut_so_mus"):
        yield Fact("uncut_so_mus", ("REG-CAN-8",), evidence={"dealer": position.order[-1]})
    if position.lance != "mus" or not corrido(position) or not said.is_new("corrido"):
        return
    rules = position.variant.rules
    yield Fact(CORRIDO.get(str(rules["mus.corrido"]), "corrido_in_every_hand"), ("MUS-FIRST-1",))
    if rules["mus.corrido_cut"] != "any":
        yield Fact(f"corrido_cut_with_{rules['mus.corrido_cut']}", ("REG-CAN-6",))


def passed(said: ToldSoFar, seat: str) -> bool:
    """Whether a seat has passed in the betting so far."""
    return any(
        step.call.seat == seat
        and step.call.verb == "paso"
        and step.before.state.auction is not None
        for step in said.steps
    )


def stayed(said: ToldSoFar, seat: str) -> tuple[str, int] | None:
    """The last call by which a seat stayed in the betting: its verb, and its stones."""
    for step in reversed(said.steps):
        auction = step.before.state.auction
        if step.call.seat != seat or auction is None:
            continue
        call = spelled_out(step.before, step.call)
        if call.verb in STAKING:
            return call.verb, call.stones
        if call.verb == "quiero":
            return call.verb, auction.stake
    return None


def talk(step: Step, call: Call) -> Iterator[Fact]:
    """Facts before the lances: on mus, discards, and an exposed card."""
    before = step.before
    if call.verb == "descubre":
        action = str(before.variant.rules["exposed_card.action"])
        rules = (article(before.variant, f"exposed {action}"),)
        yield Fact(EXPOSED[action], rules, evidence={"mano": before.mano})
    elif before.lance == "mus":
        yield from _mus(step, call)
    elif before.lance != "descarte":
        return
    elif call.verb == "servido":
        yield Fact("served_with_these", ("MUS-VISTO-2",) if is_visto(before) else ())
    elif call.verb == "descarto" and before.variant.rules["deal.forced_discard"]:
        yield Fact("throws_one_of_five", ("ENC-DEAL-4",))
    elif call.verb == "descarto":
        yield Fact("throws", ("MUS-DISC-2", "MUS-DISC-4"))


def _mus(step: Step, call: Call) -> Iterator[Fact]:
    mano = step.after.mano
    if call.verb == "mus":
        before, rules = step.before, step.before.variant.rules
        if before.deal.exposed and rules["exposed_card.action"] == "mano_chooses":
            yield Fact("mano_says_mus_for_all", (article(before.variant, "exposed mano_chooses"),))
        if mano != before.mano:
            yield Fact("mano_moves_on", ("MUS-FIRST-3",), evidence={"mano": mano})
        yield Fact("mus", ("MUS-MUS-4",))
    elif call.verb == "corto":
        if mano != step.before.mano:
            yield Fact("cuts_and_is_mano", ("MUS-FIRST-4",), evidence={"mano": mano})
        elif call.seat != mano and step.after.speaker == call.seat:
            yield Fact("cutter_opens", ("MUS-TABLE-2",), evidence={"seat": call.seat, "mano": mano})
        yield Fact("no_mus", ("MUS-MUS-3",))


def talk_facts(given: Iterable[Ruling], position: Position) -> Iterator[Fact]:
    """Facts on a signal or words, whether the rulebook allows them, and the cost."""
    for ruling in given:
        described = _described(ruling, position)
        if described is None:
            yield from rulings_lines([ruling])
        elif ruling.allowed:
            yield described._replace(kind=f"{described.kind}_allowed", rules=(ruling.rule,))
        else:
            yield described
            yield from (fact._replace(seat="", said="") for fact in rulings_lines([ruling]))


def rulings_lines(given: Iterable[Ruling]) -> Iterator[Fact]:
    """Facts on rulings: on words and on declarations, and on those made later."""
    for ruling in given:
        seat = ruling.call.seat
        evidence: dict[str, object] = {"seat": seat, "side": seat[0], "lance": ruling.lance}
        if ruling.offence:
            evidence |= {"offence": ruling.offence, "article": ruling.rule}
            evidence |= {"penalty": ruling.penalty or "none", "stones": ruling.stones}
        kind, said = RULED[ruling.allowed], _words(ruling)
        if ruling.allowed is None and by_meaning(ruling):
            kind = "depends_on_meaning"
        yield Fact(kind, (ruling.rule,), seat, said, evidence=evidence)
        if ruling.offence:
            yield Fact("penalty", (ruling.rule,), evidence=evidence)


def changed_rulings(before: Sequence[Ruling], after: Sequence[Ruling]) -> Iterator[Fact]:
    """Facts on the rulings that later calls or cards have changed."""
    yield from rulings_lines([new for _, new in first_differences(before, after)])


def _words(ruling: Ruling) -> str:
    """The words a ruling is about; empty if there are none."""
    return str(ruling.call).partition(" ")[2] if ruling.call.verb else ""


def _described(ruling: Ruling, position: Position) -> Fact | None:
    """A signal with its meaning, and its gesture at this table; empty for other words."""
    call = ruling.call
    if call.verb != "sena":
        return None
    own = signals_of(position.variant.rules).get(call.word)
    known = own or _elsewhere(call.word)
    if known is None:
        return None
    evidence = {"signal": call.word, "meaning": dict(known.meaning), "gesture": dict(known.gesture)}
    kind = "signal_with_gesture" if own else "signal_with_meaning"
    return Fact(kind, (), call.seat, _words(ruling), evidence=evidence)


def _elsewhere(word: str) -> Signal | None:
    """A signal this table does not use, as another list has it."""
    return next((found[word] for found in map(signal_list, list_names()) if word in found), None)


BECAME = {
    "ordago": mark("{lance}: órdago accepted"),
    "seen": mark("{lance}: {stones} accepted"),
    "unanswered_bet": mark("{lance}: bet refused"),
    "unanswered_raise": mark("{lance}: bet refused"),
    "nobody": mark("{lance}: nobody has it"),
    "lone": mark("{lance}: only {seats}"),
    "void": mark("{lance}: void"),
    "unbet": mark("{lance}: no bet"),
}
"""How a lance ended, in short."""

UNREMARKED = frozenset(("paso", "tengo", "no tengo"))
"""What there is nothing to learn from, as it was heard."""


UNASKED = frozenset(("stake", "pot", "ordago", "penalty"))
"""Movements whose sentence says already what they were for."""


class FamilyTeller(FamilyWords):
    """What Mus and Encaje have in common; each adds its betting, lances and settlement."""

    every_time = frozenset(
        (
            *("more_means", "counts_for_less", "ordago", "raised_by"),
            *("perete", "mano_moves_on", "cuts_and_is_mano"),
        )
    )

    costs: Mapping[str, str] = COSTS

    weighing = frozenset(("counts_for_less", "reenvido_makes", *EXPOSED.values()))
    on_ties = frozenset(("cuts_and_is_mano",))
    ties = frozenset(("equal_hands", "equal_pares"))

    def ruling(self, ruling: Ruling, language: Language) -> tuple[str, ...]:
        """The ruling on a signal, on words, or on a false declaration, and its cost."""
        if ruling.allowed is None:
            return (language.say(UNCLEAR if by_meaning(ruling) else UNTOLD),)
        if ruling.allowed:
            return (language.say(ALLOWED),)
        seat = ruling.call.seat
        evidence = {"seat": seat, "side": seat[0], "stones": ruling.stones}
        evidence |= self.names(ruling.lance, language)
        own = ruling.offence in ("forbidden_talk", "forbidden_signal", "forbidden_naming")
        sentence = PARTICULAR.get(ruling.rule) if own else None
        return (
            language.say(sentence or OFFENCES[ruling.offence], **evidence),
            language.say(self.costs[ruling.penalty], **evidence),
        )

    def lying(self, position: Position, language: Language) -> str:  # noqa: ARG002
        """Nothing: the calls tell a learner the stakes."""
        return ""

    # --- what each game adds ---

    bets: Callable[[Step, Call, ToldSoFar], Iterator[Fact]]
    """The facts on a call of the betting."""

    declared: Callable[[Position, Position], Iterator[Fact]]
    """The facts on who will bet, now that all have declared: the positions before and after."""

    closing: Callable[[Outcome, Position, Position, ToldSoFar], Iterator[Fact]]
    """The facts on how a lance ended, and what is paid at once: the positions before and after."""

    bid: Callable[[Position, Option, Language], OptionInWords]
    """An option of the betting: the words for its least, and its bounds."""

    def lance_opens(self, position: Position, said: ToldSoFar) -> Iterator[Fact]:  # noqa: ARG002
        """The facts on who cannot speak in a lance that begins."""
        return iter(())

    def ending(
        self, last: Position, end: Position, waiting: tuple[OpenPayment, ...], said: ToldSoFar
    ) -> HandEnd:
        """The settlement, and what the hand leads to."""
        raise NotImplementedError

    # --- the table ---

    def middle(self, position: Position, language: Language) -> TableCenter:
        """The stake on the table, the score of partners, and how earlier lances ended."""
        score: tuple[str, ...] = ()
        rules = position.variant
        target = rules.number("score.target") if "score.target" in rules.rules else 0
        if position.table.sides != position.table.seats:
            front = "  ".join(f"{side} {stones}" for side, stones in position.in_front().items())
            score = (language.say("{score} of {target}", score=front, target=target),)
        return TableCenter(
            tuple(_at_stake(position.state.auction, language)),
            score,
            tuple(self._past(position, language)),
            target=target,
        )

    def bettor(self, position: Position) -> str:
        """The seat that made the bet on the table; empty if there is none."""
        auction: Auction | None = position.state.auction
        return auction.bettor if auction is not None else ""

    def best_hands(self, end: Position) -> Iterator[BestHand]:
        """The best hand in each settled lance, and the cards that decided it."""
        return best_hands(end, self.ranking(end))

    def _past(self, position: Position, language: Language) -> Iterator[str]:
        pots = dict(position.pots)
        for outcome in position.state.closed if position.lance != "end" else ():
            lance = self.heading(outcome.lance, language)
            if pots.get(outcome.lance):
                stones = pots[outcome.lance]
                yield language.say("{lance}: pot of {stones}", lance=lance, stones=stones)
            else:
                yield _became(outcome, lance, language)

    def purpose(self, entry: Entry, language: Language) -> str:
        """What a movement was for: whose hand earned it, or what became of the bet."""
        if isinstance(entry.because, HandValue):
            figure = the_figures(language)[entry.because.figure]
            return language.say(
                "{the_figure} of {seat}", the_figure=figure, seat=entry.because.seat
            )
        return "" if entry.item in UNASKED else self.item(entry.item, language)

    # --- a hand ---

    def opening(self, position: Position, said: ToldSoFar) -> Iterator[Fact]:
        """The fact of mus corrido (MUS-FIRST-1), or how a lance opens."""
        yield from opening(position, said)
        yield from self.lance_opens(position, said)

    def call(self, step: Step, said: ToldSoFar) -> Iterable[Fact]:
        """A call with its remark; after words or a signal comes the referee's ruling."""
        if step.call.verb in SPOKEN:
            return talk_facts(step.after.rulings[len(step.before.rulings) :], step.after)
        call = spelled_out(step.before, step.call)
        return _unremarked(call) if call.verb in UNREMARKED else super().call(step, said)

    def spelt(self, step: Step) -> str:
        """A call as it was heard, with the whole stake."""
        return _spelt(spelled_out(step.before, step.call))

    def remarks(self, step: Step, said: ToldSoFar) -> Iterable[Fact]:
        """The remarks on a call: on the betting, on mus, on discards."""
        call = spelled_out(step.before, step.call)
        return chain(self.bets(step, call, said), talk(step, call))

    def cards(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:
        """The cards the deck deals or serves, one line a seat, and which cards are unrecorded."""
        ranking = self.ranking(step.after)
        seats = step.after.order
        if step.call.verb == "sirve":
            seats = tuple([seat for seat in seats if _discard_facts(step.before, seat)])
        unknown = []
        new = dict(step.call.hands)
        cards: list[Hand] = []
        for seat in seats:
            if seat not in new:
                unknown.append(seat)
                continue
            holds = step.after.hand_of(seat)
            cards.append(new[seat] if holds is None else holds)
            evidence: dict[str, object] = {"cards": new[seat]}
            if step.call.verb == "sirve" and holds is not None:
                evidence |= {"seat": seat, "hand": holds}
                written = "+ " + shown(new[seat], ranking)
                yield Fact("served", seat=seat, said=written, evidence=evidence)
            else:
                yield Fact("dealt", seat=seat, said=shown(new[seat], ranking), evidence=evidence)
        if unknown:
            yield Fact("cards_not_recorded", evidence={"seats": tuple(unknown)})
        yield from _reshuffled(step)
        yield from bracketed(cards, ranking, said)

    def between(self, earlier: Position | None, now: Position, said: ToldSoFar) -> Iterator[Fact]:
        """How lances ended that closed without a call."""
        known = len(earlier.state.closed) if earlier else 0
        return self._closing_facts(now.state.closed[known:], now, now, said)

    def after(self, step: Step, said: ToldSoFar) -> Iterable[Fact]:
        """The consequences of a call: who will bet, changed rulings, lances ended."""
        before, _, after = step
        # Only the talk continued, as after most calls.
        if (
            after.ledger is before.ledger
            and after.rulings is before.rulings
            and after.lance == before.lance
            and len(after.state.closed) == len(before.state.closed)
        ):
            begins = before.state.auction is None and after.state.auction is not None
            return self.declared(before, after) if begins else ()
        return self._brought(step, said)

    def _brought(self, step: Step, said: ToldSoFar) -> Iterator[Fact]:
        before, _, after = step
        yield from self.declared(before, after)
        yield from changed_rulings(before.rulings, after.rulings)
        if step.call.verb not in SPOKEN:
            yield from rulings_lines(after.rulings[len(before.rulings) :])
        fines = [e for e in after.ledger[len(before.ledger) :] if e.item == "penalty" and e.stones]
        yield from map(self._moved, fines)
        if fines:
            yield self.stones(after)
        yield from self._closing_facts(
            after.state.closed[len(before.state.closed) :], before, after, said
        )

    def _closing_facts(
        self, outcomes: Sequence[Outcome], before: Position, after: Position, said: ToldSoFar
    ) -> Iterator[Fact]:
        """How lances ended, and everybody's stones if some have moved."""
        if not outcomes:
            return
        moved = {entry.lance for entry in after.ledger[len(before.ledger) :]}
        for outcome in outcomes:
            for kind, rules, seat, words, indent, evidence, _ in self.closing(
                outcome, before, after, said
            ):
                yield Fact(kind, rules, seat, words, indent, evidence, outcome.lance)
            if outcome.lance in moved:
                yield self.stones(after)._replace(under=outcome.lance)

    def not_recorded(self, last: Position, end: Position) -> Iterator[Fact]:
        """The lances the record leaves out, at its end or before."""
        missing = [lance for lance in end.skipped if lance in LANCES]
        if not (last.loser or last.winner) and last.lance not in ("showdown", "end"):
            if last.lance not in LANCES and (last.said or last.deal.discards):
                yield Fact("record_stops_early", indent=0)
            elif last.said:
                evidence = {"lance": last.lance, "seat": last.speaker}
                yield Fact("record_stops", indent=0, evidence=evidence)
            elif last.lance in LANCES:
                later = LANCES[LANCES.index(last.lance) :]
                missing += [lance for lance in later if lance != "punto"]
                missing += ["punto"] if last.lance == "punto" else []
            else:
                missing += LANCES[:-1]
        if missing:
            yield Fact("lances_not_recorded", indent=0, evidence={"lances": tuple(missing)})

    def settled(
        self, last: Position, end: Position, waiting: tuple[OpenPayment, ...], said: ToldSoFar
    ) -> HandEnd:
        """The final rulings, the settlement, and what the hand leads to."""
        ending = self.ending(last, end, waiting, said)
        ruled = [
            *changed_rulings(last.rulings, end.rulings),
            *rulings_lines(end.rulings[len(last.rulings) :]),
        ]
        return ending._replace(facts=(*ruled, *ending.facts))

    # --- a refusal, a question, programs ---

    def offered(self, position: Position, option: Option, language: Language) -> OptionInWords:
        """An option of the discard or the betting, in the words a player would use."""
        if option.verb != "descarto":
            return self.bid(position, option, language)
        text = language.count(
            "{number} card, from those in hand.",
            "{least} to {number} cards, from those in hand.",
            option.most,
            least=option.least,
        )
        return OptionInWords("descarto", text)

    def payer(self, end: Position, lance: str) -> str:
        """The seat that pays from its stones in a lance, else the first whose hand counts."""
        closed = (seat for o in end.state.closed if o.lance == lance for seat in o.seats)
        return super().payer(end, lance) or next(closed, "")

    def deciding(self, end: Position, lance: str, indent: int) -> Iterator[Fact]:
        """The best known hand of a lance, and the best known one against it."""
        outcome = outcome_of(end, lance)
        if outcome is None or outcome.kind not in ("seen", "unbet", "ordago"):
            return
        ranking = self.ranking(end)
        hands = {seat: hand for seat in outcome.seats if (hand := end.hand_of(seat)) is not None}
        best = compared_best_first(lance, tuple(hands), tuple(hands.values()), ranking).seats
        against = [seat for seat in best if seat[0] != best[0][0]]
        if against:
            pair = (best[0], against[0])
            two = Compared(lance, pair, (hands[pair[0]], hands[pair[1]]))
            yield from side_by_side(two, ranking, {1: 0}, indent=indent)

    def recorded(self, entry: Entry, position: Position) -> Mapping[str, object]:
        """A movement as JSON, with its reasons.

        Compared hands come best first, with what puts each below the one before: the `reason`,
        the `position` of the deciding card (from 1, in the order of the lance), and whether
        only mano's order separated them.
        """
        return {**entry.as_json(), "because": _because(entry.because, self.ranking(position))}


@lru_cache(maxsize=4_096)
def _unremarked(call: Call) -> tuple[Fact]:
    return (Fact("call", (), call.seat, _spelt(call)),)


@lru_cache(maxsize=4_096)
def _spelt(call: Call) -> str:
    return str(call).partition(" ")[2]


def _at_stake(auction: Auction | None, language: Language) -> Iterator[str]:
    if auction is not None and auction.ordago:
        yield language.say("órdago by {seat}", seat=auction.bettor)
    elif auction is not None and auction.stake:
        yield language.count_noun("{number} stone by {seat}", auction.stake, seat=auction.bettor)
    elif auction is not None:
        yield language.say("no bet yet")


def _became(outcome: Outcome, lance: str, language: Language) -> str:
    known = {"lance": lance, "stones": outcome.auction.stake, "seats": " ".join(outcome.seats)}
    return language.say(BECAME[outcome.kind], **known)


def _discard_facts(position: Position, seat: str) -> Hand:
    return position.deal.current_discards[position.table.seats.index(seat)]


def _reshuffled(step: Step) -> Iterator[Fact]:
    """The fact that the stock ran out while cards were served (MUS-DISC-5, MUS-DISC-6)."""
    if step.call.verb != "sirve":
        return
    wanted = sum(len(cards) for cards in step.before.deal.current_discards)
    if wanted > step.before.deal.stock:
        yield Fact("stock_runs_out", ("MUS-DISC-5",))
        if step.after.deal.earlier_discards:
            yield Fact("own_discards_stay_aside", ("MUS-DISC-6",))


def _because(because: Because, ranking: Ranking) -> dict[str, object]:
    match because:
        case Ruling():
            said = str(because.call).partition(" ")[2]
            return {**because._asdict(), "call": {"seat": because.call.seat, "said": said}}
        case Compared():
            return _compared(because, ranking)
        case HandValue():
            written: dict[str, object] = {
                "seat": because.seat,
                "cards": list(because.cards),
                "figure": because.figure,
                "due": because.due,
            }
            if because.compared is not None:
                written["compared"] = _compared(because.compared, ranking)
            return written
        case SeenBet():
            return {**because._asdict(), "all_in": because.all_in}
        case UnseenBet():
            return because._asdict()
    return {}


def _compared(compared: Compared, ranking: Ranking) -> dict[str, object]:
    hands = compared.hands
    separations = [
        ranking.separate(compared.lance, above, below) for above, below in pairwise(hands)
    ]
    return {
        "seats": list(compared.seats),
        "hands": [list(ranking.sorted(compared.lance, hand)) for hand in hands],
        "separations": [
            {name: thing for name, thing in separation._asdict().items() if thing}
            for separation in separations
        ],
    }
