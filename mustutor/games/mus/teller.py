"""How Mus is explained: the score, the count in the order of collection, the end of a game.

`MusTeller` is the entry; `MusCount` explains the count: who scores what, why, and what is too late.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mustutor.base.language import Language, mark
from mustutor.games.explain import (
    BETWEEN,
    Fact,
    HandEnd,
    Movement,
    Sentences,
    ToldSoFar,
    plural,
    sentences,
)
from mustutor.games.mus import penalties, reasons, tell_play
from mustutor.games.mus.flow import match_over
from mustutor.games.mus.tell_play import beyond_the_target
from mustutor.games.mus.unscored import unclaimed, uncounted_after_end
from mustutor.games.mus_family.betting import ORDAGO_STAKE, Outcome
from mustutor.games.mus_family.discards import is_void
from mustutor.games.mus_family.hands import lances_played
from mustutor.games.mus_family.talk_options import article
from mustutor.games.mus_family.tell_hands import bracketed, hands_of, side_by_side
from mustutor.games.mus_family.teller import FamilyTeller
from mustutor.games.mus_family.words import FAMILY
from mustutor.model.ledger import BANK, Compared, Entry, HandValue, Ruling
from mustutor.model.position import ConditionalEnd, OpenPayment, Position, side_of

HEADED = {
    "seen": "bet_accepted",
    "unbet": "nobody_bet",
    "unanswered_bet": "bet_not_seen",
    "unanswered_raise": "raise_not_seen",
    "ordago": "ordago_decides",
}
BY_THEMSELVES = ("penalty", "deje", "perete")
"""What is counted before the lances, in this order."""

BEST_OF_ALL = {"envite": "best_scores_the_stake", "paso": "best_scores", "punto": "best_scores"}

MUS: Sentences = {
    **FAMILY,
    **sentences("mus"),
    "counts_for_less": lambda words: (
        mark("A raise of more than {above} at once counts as {more}: the stake is {stake}.")
        if words["before"]
        else mark("A bet of more than {above} at once counts as {stake}.")
    ),
    "more_means": lambda words: (
        mark("'{words}' over {before} makes {stake}.")
        if words["before"]
        else mark("'{words}' here means {stake}.")
    ),
    "only_one_side_has": lambda words: (
        mark("Only {side} has {lance}: no betting, and the value is scored at the count.")
        if words["seats"] == words["side"]
        else mark(
            "Only {side} has {lance} ({seats}): no betting, and the value is scored at the count."
        )
    ),
    "raise_refused": lambda words: (
        plural("Nobody accepts the órdago: {side} scores {number} stone, the stake before it.")
        if words["ordago"]
        else plural("Nobody accepts {stake}: {side} scores {number} stone, the stake before it.")
    ),
}
"""The sentence of each kind of fact, as Mus tells it."""


def _of_forgetting(entry: Entry) -> bool:
    """Whether an entry is the cost of forgotten stones, due after the count."""
    return isinstance(entry.because, Ruling) and entry.because.offence == "forgotten_stones"


class LanceCount(NamedTuple):
    """The count of one lance; no entries if nothing is paid."""

    outcome: Outcome
    entries: tuple[Entry, ...]


class MusCount:
    """The count of a hand, explained from its ledger and its final position."""

    def __init__(
        self, last: Position, end: Position, waiting: tuple[OpenPayment, ...], said: ToldSoFar
    ) -> None:
        self.end = end
        self.waiting = waiting
        self.said = said
        self.ranking = end.state.ranking
        self.entries = end.ledger[len(last.ledger) :]
        self.running = last.in_front()
        self.too_late = uncounted_after_end(last) if end.winner else ()
        self.forgotten = unclaimed(last)

    def facts(self) -> Iterator[Fact]:
        """The facts on every item in order, then on what came too late, or waits for cards."""
        forgetful = [entry for entry in self.entries if _of_forgetting(entry)]
        for item in BY_THEMSELVES:
            for entry in self.entries:
                if entry.item == item and entry not in forgetful:
                    yield from self._entry(entry, indent=1)
        for group in self._groups():
            yield from self._group(group)
        if self.forgotten:
            yield Fact("nobody_claimed", ("MUS-CNT-7",))
            yield from self._left_out(self.forgotten)
        for entry in forgetful:
            yield from self._entry(entry, indent=1)
        if self.entries and self.entries[-1].item in BY_THEMSELVES:
            yield from self._target()
        yield from self._decided()
        yield from self._waits()

    # --- what belongs together --------------------------------------------------------

    def _groups(self) -> Iterator[LanceCount]:
        for outcome in self.end.state.closed:
            entries = [
                entry
                for entry in self.entries
                if entry.lance == outcome.lance and entry.item not in BY_THEMSELVES
            ]
            yield LanceCount(outcome, tuple(entries))

    def _group(self, group: LanceCount) -> Iterator[Fact]:
        beside = list(self._refused_fact(group))
        annulled = list(self._annulled_facts(group.outcome))
        if not group.entries and not beside and (self.end.winner or not annulled):
            return
        yield from self._head(group)
        yield from annulled
        for place, entry in enumerate(group.entries):
            yield from self._entry(entry, indent=2)
            if not place:
                yield from self._partner(group)
        yield from beside
        if group.entries and self.entries and group.entries[-1] is self.entries[-1]:
            yield from self._target()

    def _hands(self, outcome: Outcome, seats: Sequence[str]) -> Compared | None:
        """The hands of these seats, the best first; empty if one is unknown."""
        return hands_of(self.end, outcome.lance, seats, self.ranking)

    def _compared_hands(self, group: LanceCount) -> Compared | None:
        """The hands compared in a lance, as in the ledger if it has them."""
        for entry in group.entries:
            because = entry.because
            compared = because.compared if isinstance(because, HandValue) else because
            if isinstance(compared, Compared):
                return compared
        return self._hands(group.outcome, group.outcome.seats)

    def _head(self, group: LanceCount) -> Iterator[Fact]:
        """The first fact on a lance: how it ended, and the hands that count in it."""
        outcome = group.outcome
        auction = outcome.auction
        evidence: dict[str, object] = {
            "lance": outcome.lance,
            "seats": (auction.bettor,) if auction.bettor else outcome.seats,
            "stake": auction.stake,
        }
        told = HEADED.get(outcome.kind, "lance_counted")
        if outcome.kind == "lone":
            # Plural pares, singular juego: each lance has its own sentence.
            told = f"alone_with_{outcome.lance}"
            evidence["side"] = side_of(outcome.seats[0])
        yield Fact(told, evidence=evidence)
        hands = self._compared_hands(group)
        if hands is None or not group.entries:
            return
        best = side_of(hands.seats[0]) if hands.seats else ""
        # The deciding comparison: the best hand and the best one against it.
        against = (place for place, seat in enumerate(hands.seats) if side_of(seat) != best)
        reasons = dict.fromkeys([place for place in (next(against, 0),) if place], 0)
        yield from side_by_side(hands, self.ranking, reasons, indent=2)
        yield from bracketed(hands.hands, self.ranking, self.said, 2)

    def _annulled_facts(self, outcome: Outcome) -> Iterator[Fact]:
        """The facts on seats whose cards do not count, for their offences."""
        if outcome.kind == "nobody" or not self.end.rulings:
            return
        lance = outcome.lance
        struck = penalties.annulments_of(self.end)
        concerned = set(map(side_of, filter(None, (*outcome.seats, outcome.auction.bettor))))
        for side, ruling in struck.sides.get(lance, {}).items():
            if side not in concerned:
                continue
            evidence = {"side": side, "seat": ruling.call.seat, "lance": lance}
            yield Fact(
                "penalty", (ruling.rule,), indent=2, evidence={**evidence, "penalty": "annul_lance"}
            )
        if lance in struck.bare:
            yield Fact("no_stake_stands", ("REG-AST-21",), indent=2, evidence={"lance": lance})

    # --- what is scored ---------------------------------------------------------------

    def _entry(self, entry: Entry, *, indent: int) -> Iterator[Fact]:
        """The fact on one movement, with the score after it."""
        side = entry.dst if entry.src == BANK else entry.src
        for account, stones in ((entry.src, -entry.stones), (entry.dst, entry.stones)):
            if account != BANK:
                self.running[account] += stones
        evidence: dict[str, object] = {
            "lance": entry.lance,
            "side": side,
            "stones": entry.stones + entry.beyond,
            "score": dict(self.running),
        }
        yield self._scored(entry, evidence)._replace(rules=(entry.rule,), indent=indent)
        yield from beyond_the_target(entry, self.end, indent)

    def _target(self) -> Iterator[Fact]:
        """The fact that the target was reached, and the count stops there."""
        would_end = self.end.would_end
        if would_end is not None:
            target = self.end.variant.number("score.target")
            ordago = self.entries[-1].item == "ordago"
            kind = "would_end_by_ordago" if ordago else "would_reach_the_target"
            evidence = {"side": would_end.side, "target": target, "lances": would_end.first}
            yield Fact(kind, ("MUS-CNT-1", "MUS-CNT-2"), indent=2, evidence=evidence)
        if not self.end.winner or self.entries[-1].wins_game:
            return
        target = self.end.variant.number("score.target")
        won = {"side": self.end.winner, "target": target}
        yield Fact("reaches_the_target", ("MUS-CNT-2",), indent=2, evidence=won)

    def _scored(self, entry: Entry, evidence: dict[str, object]) -> Fact:
        because = entry.because
        if isinstance(because, HandValue):
            real = entry.lance == "juego" and self.ranking.classify(because.cards).real
            figure = "real" if real else because.figure
            evidence |= {"seat": because.seat, "figure": figure, "due": because.due}
            return Fact("scores_for_the_hand", evidence=evidence)
        if entry.item == "penalty" and entry.src == BANK:
            kind = "wins_by_the_offence" if entry.wins_game else "takes_the_fine"
            return Fact(kind, evidence=evidence)
        if entry.item == "penalty":
            return Fact("gives_the_deje_back", evidence=evidence)
        if entry.item == "deje":
            return Fact("scores_the_deje", evidence=evidence)
        if not isinstance(because, Compared) or not because.seats:
            return Fact("scores", evidence=evidence)
        evidence["seat"] = because.seats[0]
        if entry.item == "ordago":
            return Fact("wins_by_the_ordago", evidence=evidence)
        if entry.item == "paso" and entry.rule == "MUS-PAY-3":
            return Fact("scores_for_the_passes", evidence=evidence)
        stake = next(o.auction.stake for o in self.end.state.closed if o.lance == entry.lance)
        if entry.item == "envite" and entry.stones + entry.beyond != stake:
            return Fact("best_scores_from_each", evidence={**evidence, "stake": stake})
        return Fact(BEST_OF_ALL.get(entry.item, "scores"), evidence=evidence)

    # --- what a learner would get wrong -----------------------------------------------

    def _partner(self, group: LanceCount) -> Iterator[Fact]:
        """The fact that a side wins by the cards of the bettor's partner."""
        outcome = group.outcome
        auction = outcome.auction
        if outcome.kind not in ("seen", "ordago") or not group.entries:
            return
        hands = self._compared_hands(group)
        if hands is None or not hands.seats:
            return
        best = hands.seats[0]
        side = side_of(best)
        speakers = [seat for seat in (auction.bettor, *auction.seen) if side_of(seat) == side]
        if not speakers or best in speakers:
            return
        evidence = {"seat": speakers[0], "partner": best, "side": side, "lance": outcome.lance}
        if best in auction.folded:
            yield Fact("refuser_wins", ("MUS-CMP-T2",), indent=2, evidence=evidence)
            return
        others = [place for place, seat in enumerate(hands.seats) if side_of(seat) != side]
        places = [place for place, seat in enumerate(hands.seats) if seat == speakers[0]]
        if others and (not places or places[0] > others[0]):
            rules = ("MUS-CMP-T2", "MUS-ORD-3") if auction.ordago else ("MUS-CMP-T2",)
            yield Fact("partner_wins", rules, indent=2, evidence=evidence)

    def _refused_fact(self, group: LanceCount) -> Iterator[Fact]:
        """The fact that better cards are paid nothing, as their player or side refused."""
        outcome = group.outcome
        unanswered = outcome.kind.startswith("unanswered")
        if not unanswered and not (outcome.kind == "seen" and group.entries):
            return
        order = self.end.order
        known = tuple([seat for seat in order if self.end.hand_of(seat) is not None])
        if not set(outcome.seats) <= set(known):
            return
        hands = self._hands(outcome, known)
        if hands is None or not hands.seats or hands.seats[0] in outcome.seats:
            return
        seat, hand = hands.seats[0], hands.hands[0]
        if unanswered and side_of(seat) == side_of(outcome.auction.bettor):
            return
        top = len(known) == len(order) or self.ranking.place(outcome.lance, hand) == 1
        kind = "best_hand_refused" if top else "better_hand_refused"
        if not unanswered:
            if seat not in outcome.auction.folded:
                return
            kind = "best_hand_gave_up" if top else "better_hand_gave_up"
        evidence: dict[str, object] = {
            "seat": seat,
            "side": side_of(seat),
            "lance": outcome.lance,
            "hand": self.ranking.sorted(outcome.lance, hand),
        }
        yield Fact(kind, ("MUS-DEJE-7",), indent=2, evidence=evidence)

    # --- the end of the game, and what is open ----------------------------------------

    def _decided(self) -> Iterator[Fact]:
        """The facts on what no longer counts once the game is decided."""
        if not self.too_late:
            return
        ordago = any(entry.item == "ordago" for entry in self.entries)
        rule = "MUS-ORD-2" if ordago else "MUS-CNT-2"
        yield Fact("no_longer_counted", (rule,))
        yield from self._left_out(self.too_late)
        for entry in self.too_late:
            self.running[entry.dst] += entry.stones
        target = self.end.variant.number("score.target")
        for side, stones in self.running.items():
            if side != self.end.winner and stones >= target:
                evidence = {"side": side, "has": stones, "winner": self.end.winner}
                yield Fact("too_late_for_the_game", (rule,), indent=2, evidence=evidence)

    def _left_out(self, entries: Sequence[Entry]) -> Iterator[Fact]:
        """The fact on what would have been paid, and to whom."""
        for entry in entries:
            evidence: dict[str, object] = {
                "lance": entry.lance,
                "side": entry.dst,
                "stones": entry.stones,
            }
            kind = "too_late_at_a_lance"
            if entry.item == "ordago":
                kind = "too_late_for_the_ordago"
            elif isinstance(entry.because, HandValue):
                real = entry.lance == "juego" and self.ranking.classify(entry.because.cards).real
                figure = "real" if real else entry.because.figure
                evidence |= {"seat": entry.because.seat, "figure": figure}
                kind = "too_late_for_a_hand"
            yield Fact(kind, indent=2, evidence=evidence)

    def _waits(self) -> Iterator[Fact]:
        """The fact that the count stops for unknown cards."""
        if not self.waiting:
            return
        first = self.waiting[0]
        unknown = tuple([seat for seat in first.parties if self.end.hand_of(seat) is None])
        evidence: dict[str, object] = {
            "lance": first.lance,
            "between": first.parties,
            "seats": unknown or first.parties,
            "stones": first.stones,
        }
        yield Fact("count_waits", ("MUS-CNT-3",), evidence=evidence)
        later = dict.fromkeys([w.lance for w in self.waiting if w.lance != first.lance])
        if later:
            yield Fact("later_lances_wait", ("MUS-CNT-1",), evidence={"lances": tuple(later)})


AMARRAKO = 5
"""The stones of an amarrako (MUS-STN-2)."""


class MusTeller(FamilyTeller):
    """What Mus says about itself."""

    sentences = MUS
    heap = AMARRAKO
    comparing = ("MUS-CNT-1",)
    over_at = ("MUS-MATCH-1",)

    bets = staticmethod(tell_play.bets)
    declared = staticmethod(tell_play.declared)
    closing = staticmethod(tell_play.closing)
    bid = staticmethod(tell_play.bid)
    withheld = staticmethod(tell_play.withheld)
    why = staticmethod(reasons.reasons)

    def would_end(self, end: Position) -> Iterator[Fact]:
        """The winner, if no unrecorded lance ended the game before."""
        if end.would_end is not None:
            yield from _would_end(end.would_end)

    def game_end_facts(self, last: Position, end: Position) -> Iterator[Fact]:
        """The facts on the end of the game and the match, and on what came too late."""
        if match_over(end):
            yield _won(end)
        yield from reasons.game_end_facts(last, end)

    # --- words ---

    def before_the_match(self, language: Language) -> tuple[str, str]:
        """The facts on collecting stones, and on winning games."""
        return language.say("Stones at the start"), language.say("Games won before")

    def words(self, fact: Fact, ranking: Any, language: Language) -> dict[str, Any]:
        """The evidence in words: partners listed, the score written, and the usual."""
        words = super().words(fact, ranking, language)
        if "score" in words:
            score = words["score"].items()
            words["score"] = ", ".join([f"{side} {stones}" for side, stones in score])
        if fact.kind == "partners":
            words |= {name: language.join_list(words[name]) for name in ("partners", "opponents")}
        elif fact.kind == "why_refused" and words["stake"] == ORDAGO_STAKE:
            words["stake"] = language.say("the whole game")
        return words

    def movement(self, movement: Movement, language: Language) -> str:
        """A movement of stones as a sentence; a game can also be won without one."""
        known = {**self.names(movement["lance"], language), "taker": movement["to"]}
        if movement["item"] == "ordago":
            return language.say("{taker} wins the game by the órdago {at_lance}.", **known)
        if movement["item"] == "penalty" and not movement["stones"]:
            return language.say(
                "Because of what was said, the game goes to {side}.", side=movement["to"]
            )
        if movement["to"] == BANK:
            return language.count_noun(
                "{seat} gives back {number} stone {at_lance}.",
                movement["stones"],
                **{**known, "seat": movement["from"]},
            )
        return super().movement(movement, language)

    def moved(self, movement: Movement, language: Language) -> str:
        """A movement in short."""
        if movement["item"] == "ordago":
            return language.say("the game to {to} (órdago)", to=movement["to"])
        return super().moved(movement, language)

    # --- the score ---

    def stones(self, position: Position, *, whole: bool = False) -> Fact:
        """The stones each side has; `whole` adds the target, and games and vacas won."""
        evidence: dict[str, object] = {"score": position.in_front()}
        if whole:
            table = position.table
            evidence |= {
                "target": position.variant.number("score.target"),
                "games": dict(zip(table.sides, table.games, strict=True)),
            }
            if vacas(position) > 1:
                evidence["vacas"] = dict(zip(table.sides, table.vacas, strict=True))
        return Fact("score", indent=0, evidence=evidence)

    def stones_of_each(
        self, kind: str, evidence: Mapping[str, Any], language: Language
    ) -> tuple[str, str]:
        """The stones of each side, also in amarrakos; then games and vacas, if there are any."""
        if kind != "score":
            return super().stones_of_each(kind, evidence, language)
        pieces = [_tally(side, stones, language) for side, stones in evidence["score"].items()]
        if "target" in evidence:
            pieces.append(language.say("target {target}", target=evidence["target"]))
        if any(evidence.get("games", {}).values()):
            pieces.append(language.say("games {won}", won=_each(evidence["games"])))
        if any(evidence.get("vacas", {}).values()):
            pieces.append(language.say("vacas {won}", won=_each(evidence["vacas"])))
        return language.say("score"), BETWEEN.join(pieces)

    # --- a hand ---

    def beginning(self, position: Position) -> Iterator[Fact]:
        """The facts on partners, once a game, and the score."""
        table = position.table
        if table.hand == 1 or table.hand_of_game == 1:
            if len(table.sides) == len(table.seats):
                yield Fact("everybody_alone", ("MUS-PLAY-2",), indent=0)
            else:
                rule = (
                    "MUS-PLAY-3"
                    if position.variant.word("players.mode") == "trios"
                    else "MUS-PLAY-1"
                )
                first, second = (
                    tuple([seat for seat in table.seats if side_of(seat) == side])
                    for side in table.sides
                )
                one, other = table.sides
                evidence = {"one": one, "other": other, "partners": first, "opponents": second}
                yield Fact("partners", (rule,), indent=0, evidence=evidence)
        yield self.stones(position, whole=True)

    def ending(
        self, last: Position, end: Position, waiting: tuple[OpenPayment, ...], said: ToldSoFar
    ) -> HandEnd:
        """The count, and what it leads to."""
        count = MusCount(last, end, waiting, said)
        facts = tuple(count.facts())
        if is_void(end):
            rules = (article(end.variant, "exposed redeal"),)
            void = Fact("void_deal", rules, indent=0, evidence={"mano": end.mano})
            return HandEnd("count", facts, (void,))
        stones = [] if waiting and not count.entries else [self.stones(end, whole=True)]
        return HandEnd("count", facts, (*stones, *_aftermath(end)))


TELLER = MusTeller()


@lru_cache(maxsize=4_096)
def _tally(side: str, stones: int, language: Language) -> str:
    amarrakos, rest = divmod(stones, AMARRAKO)
    known = {"side": side, "stones": stones, "rest": rest}
    if not amarrakos:
        return language.say("{side} {stones}", **known)
    if not rest:
        return language.count_noun("{side} {stones} ({number} amarrako)", amarrakos, **known)
    return language.count_noun("{side} {stones} ({number} amarrako and {rest})", amarrakos, **known)


def _each(counts: Mapping[str, int]) -> str:
    return ", ".join([f"{side} {number}" for side, number in counts.items()])


def _aftermath(end: Position) -> Iterator[Fact]:
    """The facts on what the winner has won, or who is close to the target."""
    if end.winner:
        closed = {outcome.lance for outcome in end.state.closed} | {*end.skipped}
        left = [lance for lance in lances_played(end.variant) if lance not in closed]
        unplayed = tuple(left)
        if unplayed:
            ordago = any(outcome.kind == "ordago" for outcome in end.state.closed)
            rule = "MUS-ORD-1" if ordago else "MUS-END-2"
            yield Fact("not_played", (rule,), indent=0, evidence={"lances": unplayed})
        yield _won(end)
        return
    if end.would_end is not None:
        yield from _would_end(end.would_end)
        return
    target = end.variant.number("score.target")
    margin = end.variant.number("score.adentro_margin")
    for side, stones in end.in_front().items():
        if target - margin <= stones < target:
            evidence = {"side": side, "has": stones, "target": target}
            yield Fact("adentro", ("MUS-STN-6",), indent=0, evidence=evidence)


def _would_end(ending: ConditionalEnd) -> Iterator[Fact]:
    kind = "would_win" if ending.first else "would_win_by_these_stones"
    evidence = {"side": ending.side, "lances": ending.first}
    yield Fact(kind, ("MUS-CNT-1", "MUS-END-2"), indent=0, evidence=evidence)


def _won(end: Position) -> Fact:
    table, side = end.table, end.winner
    place = table.sides.index(side)
    games, most = table.games[place], end.variant.number("match.games")
    vacas_won, all_vacas = table.vacas[place], vacas(end)
    evidence = {"side": side, "games": games, "most": most, "vacas": vacas_won, "needed": all_vacas}
    if games < most:
        kind = "games_won" if all_vacas == 1 else "games_won_of_a_vaca"
        return Fact(kind, ("MUS-MATCH-1",), indent=0, evidence=evidence)
    if not match_over(end):
        return Fact("wins_a_vaca", ("MUS-MATCH-2",), indent=0, evidence=evidence)
    if all_vacas == 1:
        return Fact("wins_the_match", ("MUS-MATCH-1",), indent=0, evidence=evidence)
    return Fact("wins_the_match_in_vacas", ("MUS-MATCH-2",), indent=0, evidence=evidence)


def vacas(position: Position) -> int:
    """The number of vacas the match is played for."""
    return position.variant.number("match.vacas")
