"""Hands in words: their value in each lance, and which of several is the best, and why.

`describe_hand` and `explain_comparison` are the entries; `Shown` explains the hands laid down at
the end of a hand, side by side in each lance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from types import MappingProxyType

from mustutor.base.language import Language
from mustutor.games.explain import BestHand, Explanation, Fact, Line, Passage, ToldSoFar
from mustutor.games.mus_family import words
from mustutor.games.mus_family.betting import Outcome
from mustutor.games.mus_family.hands import (
    PLACES,
    HandClass,
    Ranking,
    Separation,
    best_first,
    is_played,
    ranking_of,
)
from mustutor.games.mus_family.words import lance_names, shown
from mustutor.model.cards import Card, many_ranks, ranks
from mustutor.model.ledger import Compared, Entry, HandValue
from mustutor.model.position import Hand, Position
from mustutor.model.variant import Variant

BY_POINTS = ("juego", "punto")
NO_RULES: tuple[str, ...] = ()

DECIDED_BY = {
    ("grande", "card"): ("card_decides", "MUS-CMP-G1"),
    ("chica", "card"): ("low_card_decides", "MUS-CMP-C1"),
    ("pares", "class"): ("class_decides", "MUS-CMP-P5"),
    ("pares", "rank"): ("rank_decides", "MUS-CMP-P5"),
    ("juego", "real"): ("real_decides", "MUS-REAL-1"),
    ("juego", "points"): ("juego_decides", "MUS-CMP-J2"),
    ("punto", "points"): ("punto_decides", "MUS-CMP-PT1"),
}
"""The kind of remark, and its article, for what separates two hands in a lance."""

NAMED_BY = {
    "la_real": "MUS-REAL-1",
    "duples_gallegos": "MUS-NAME-1",
    "duples_castellanos": "MUS-NAME-2",
    "perete": "MUS-NAME-3",
    "solomillo": "MUS-NAME-5",
    "ley_del_mus": "MUS-NAME-6",
}
PARES_RULES = {"par": "MUS-CMP-P2", "medias": "MUS-CMP-P3", "duples": "MUS-CMP-P4"}


def compared_best_first(
    lance: str, seats: Sequence[str], hands: Sequence[Hand], ranking: Ranking
) -> Compared:
    """The hands of a lance in the ledger's order; those that have nothing in it are left out."""
    order = ranking.order(lance, hands)
    return Compared(
        lance, tuple([seats[index] for index in order]), tuple([hands[index] for index in order])
    )


def outcome_of(end: Position, lance: str) -> Outcome | None:
    """How a lance ended; None if it did not."""
    return next((outcome for outcome in end.state.closed if outcome.lance == lance), None)


class LanceAsked:
    """A question about one lance of a finished hand: why a seat was paid in it, or was not.

    A game names the articles on punto, on the course of the lances, and on waiting for cards.
    """

    without_punto = course = waiting_for = ""

    def __init__(self, end: Position, seat: str, lance: str, **known: object) -> None:
        self.end, self.seat, self.lance = end, seat, lance
        self.ranking: Ranking = end.state.ranking
        self.entries: list[Entry] = []
        self.known: dict[str, object] = {**known, "seat": seat, "lance": lance}

    def fact(self, kind: str, *rules: str, indent: int = 1, **more: object) -> Fact:
        """A fact on the seat and the lance, with its articles and more evidence."""
        return Fact(kind, rules, indent=indent, evidence={**self.known, **more})

    def headline(self) -> Fact:
        """What the seat was paid."""
        raise NotImplementedError

    def over(self) -> Fact | None:
        """The fact that the game ended before this lance, if it did."""
        raise NotImplementedError

    def not_settled(self) -> Fact:
        """The fact that a payment is open."""
        return self.fact("why_not_settled", indent=0)

    def not_played(self) -> Iterator[Fact]:
        """The facts for a lance that did not end."""
        juego, over = outcome_of(self.end, "juego"), self.over()
        if not is_played(self.end.variant, self.lance):
            yield self.headline()
            yield self.fact("why_no_such_lance", self.course)
        elif self.lance == "punto" and juego is not None and juego.kind != "nobody":
            yield self.headline()
            yield self.fact("why_no_punto", self.without_punto)
        elif over is not None:
            yield self.headline()
            yield over
        else:
            yield self.headline() if self.entries else self.not_settled()
            yield self.fact("why_not_in_the_record", self.course)

    def awaited(self, outcome: Outcome) -> Fact:
        """The seats whose cards a lance waits for, or something before it that waits."""
        seats = tuple([seat for seat in outcome.seats if self.end.hand_of(seat) is None])
        kind = "why_waits" if seats else "why_waits_for_more"
        return self.fact(kind, self.waiting_for, seats=seats)


def hands_of(
    position: Position, lance: str, seats: Sequence[str], ranking: Ranking
) -> Compared | None:
    """The hands of these seats, the best first; empty if one is unknown."""
    hands: list[Hand] = []
    for seat in seats:
        hand = position.hand_of(seat)
        if hand is None:
            return None
        hands.append(hand)
    return compared_best_first(lance, seats, hands, ranking)


def compared_at(end: Position, outcome: Outcome, ranking: Ranking) -> Compared | None:
    """The hands of a lance as the ledger compared them, else those that count, if known.

    Empty if a bet was refused, as no hands were compared.
    """
    if outcome.kind.startswith("unanswered"):
        return None
    for entry in end.ledger:
        because = entry.because
        found = because.compared if isinstance(because, HandValue) else because
        if entry.lance == outcome.lance and isinstance(found, Compared):
            return found
    return hands_of(end, outcome.lance, outcome.seats, ranking)


def best_hands(end: Position, ranking: Ranking) -> Iterator[BestHand]:
    """The best hand in each lance, and the cards that put it before the other side's.

    Taken from the ledger, if stones were paid for a hand. If a bet was refused no hand was best.
    """
    refused = {each.lance for each in end.state.closed if each.kind.startswith("unanswered")}
    found: dict[str, BestHand] = {}
    for lance, because in ((entry.lance, entry.because) for entry in end.ledger):
        if lance in refused:
            continue
        compared = because.compared if isinstance(because, HandValue) else because
        if isinstance(compared, Compared):
            best = BestHand(lance, compared.seats[0], _deciding(compared, end, ranking))
            found[lance] = best
        elif isinstance(because, HandValue) and because.figure != "perete":
            found.setdefault(lance, BestHand(lance, because.seat))
    yield from found.values()


def _deciding(compared: Compared, end: Position, ranking: Ranking) -> Hand:
    """The deciding cards of the best hand; empty if all count, or only the order of mano did."""
    lance, seats, hands = compared
    side = end.table.side_of
    other = (at for at, seat in enumerate(seats) if side(seat) != side(seats[0]))
    against = next(other, None)
    if against is None:
        return ()
    best = ranking.sorted(lance, hands[0])
    separation = ranking.separate(lance, best, hands[against])
    if separation.reason == "card":
        return best[separation.position - 1 : separation.position]
    decisive = separation.better_rank
    if separation.reason == "class" and lance == "pares":
        decisive = "".join(ranking.classify(best).pares_ranks)
    return tuple([card for card in best if ranking.effective(card) in decisive])


def bracketed(
    hands: Sequence[Hand], ranking: Ranking, said: ToldSoFar, indent: int = 1
) -> Iterator[Fact]:
    """The fact that a card plays as another rank, the first time there is one (MUS-RANK-3)."""
    if "brackets" in said.kinds:
        return
    if any(words.changed(hand, ranking) for hand in hands) and said.is_new("brackets"):
        plays_as = words.others(ranking)
        rules = words.ranks_rules(plays_as)
        yield Fact("brackets", rules, indent=indent, evidence={"plays_as": plays_as})


def side_by_side(
    compared: Compared, ranking: Ranking, reasons: Mapping[int, int], *, indent: int
) -> Iterator[Fact]:
    """Facts on each hand, the best first; `reasons` are pairs of indices to compare."""
    lance, seats, hands = compared
    for place, hand in enumerate(hands):
        row = ranking.classify(hand)
        evidence: dict[str, object] = {"hand": hand}
        kind, rules = "hand", NO_RULES
        if lance == "pares":
            evidence |= {"pares": row.pares, "paired": row.pares_ranks}
            kind = "pares_are"
        elif lance in BY_POINTS:
            evidence["points"] = row.points
            if lance == "juego" and row.real:
                kind, rules = "real_is", ("MUS-REAL-1",)
        if place in reasons:
            above = reasons[place]
            separation = ranking.separate(lance, hands[above], hand)
            kind, rules = _separated(lance, (seats[above], seats[place]), separation, evidence)
        yield Fact(kind, rules, seats[place], _laid_down(lance, hand, ranking), indent, evidence)


def _laid_down(lance: str, hand: Hand, ranking: Ranking) -> str:
    cards = shown(ranking.sorted(lance, hand), ranking)
    return f"{cards} = {ranking.classify(hand).points}" if lance in BY_POINTS else cards


def _separated(
    lance: str, seats: tuple[str, str], separation: Separation, evidence: dict[str, object]
) -> tuple[str, tuple[str, ...]]:
    """The kind of remark on what puts a hand below another, its article and evidence."""
    evidence["reason"] = separation.reason
    if separation.tie:
        evidence |= {"first": seats[0], "second": seats[1]}
        return "equal_pares" if lance == "pares" else "equal_hands", ("MUS-CMP-T1",)
    match separation.reason:
        case "card":
            evidence["position"] = separation.position
            evidence |= {"better": separation.better_rank, "worse": separation.worse_rank}
        case "class":
            evidence |= {"better": separation.better_class, "worse": separation.worse_class}
        case "rank":
            evidence |= {"better": separation.better_rank, "worse": separation.worse_rank}
        case _:
            evidence |= {"better": separation.better_points, "worse": separation.worse_points}
    kind, rule = DECIDED_BY[lance, separation.reason]
    return kind, (rule,)


def explain_comparison(
    lance: str, labels: Sequence[str], hands: Sequence[Hand], ranking: Ranking, language: Language
) -> Explanation:
    """Explain which hand is the best of a lance, and why, card by card.

    `hands` are in speaking order, mano's first; `labels` name whose they are.

    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.base.language import open_language
    >>> from mustutor.games.mus_family.hands import ranking_of
    >>> from mustutor.model.variant import load_variant
    >>> ranking = ranking_of(load_variant("encaje").rules)
    >>> hands = [read_hand("R 7 7 5"), read_hand("R R S 2")]
    >>> page = explain_comparison("juego", ["A", "B"], hands, ranking, open_language("en"))
    >>> page.lines[0].text, page.lines[1].said, page.lines[2].text
    ('B has the best juego.', 'R R S 2(A) = 31', 'No juego.')
    """
    compared = compared_best_first(lance, labels, hands, ranking)
    known: dict[str, object] = {"lance": lance}
    if compared.seats:
        verdict = Fact("is_best", indent=0, evidence={**known, "seat": compared.seats[0]})
    else:
        verdict = Fact("nobody_has", indent=0, evidence=known)
    reasons = {place: place - 1 for place in range(1, len(compared.seats))}
    facts = [
        verdict,
        *side_by_side(compared, ranking, reasons, indent=1),
        *_without(lance, labels, hands, ranking),
        *bracketed(hands, ranking, ToldSoFar()),
    ]
    teller = words.WORDS
    title = teller.heading(lance, language)
    return Explanation(title, (Passage("", teller.phrased(facts, ranking, language)),))


def _without(
    lance: str, labels: Sequence[str], hands: Sequence[Hand], ranking: Ranking
) -> Iterator[Fact]:
    for label, hand in zip(labels, hands, strict=True):
        if not ranking.has(lance, hand):
            yield Fact(
                "has_nothing",
                seat=label,
                said=_laid_down(lance, hand, ranking),
                evidence={"lance": lance, "hand": hand},
            )


def describe_hand(cards: Sequence[Card], variant: Variant, language: Language) -> Explanation:
    """Describe a hand: its class and value in each lance, and its place among all hands.

    The cards must be four of the variant's deck, as `ranking.classify` checks.

    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.base.language import open_language
    >>> from mustutor.model.variant import load_variant
    >>> page = describe_hand(read_hand("R R R A"), load_variant("encaje"), open_language("en"))
    >>> print(page.lines[0].text)
    Highest cards: 3 kings. Place 8 of 330.
    """
    ranking = ranking_of(variant.rules)
    row = ranking.classify(cards)
    lines = [
        _by_cards("grande", cards, ranking, language, (row.grande_place, row.grande_of)),
        _by_cards("chica", cards, ranking, language, (row.chica_place, row.chica_of)),
        _pares(cards, row, ranking, language),
        *_points(row, ranking.value("juego", cards), language, ranking.value("punto", cards)),
        *_notes(cards, ranking, language),
    ]
    title = shown(ranking.sorted("grande", cards), ranking)
    return Explanation(title, (Passage("", tuple(lines)),))


def _by_cards(
    lance: str, cards: Sequence[Card], ranking: Ranking, language: Language, place: tuple[int, int]
) -> Line:
    ordered = ranking.sorted(lance, cards)
    rank = ranking.effective(ordered[0])
    number = Counter(map(ranking.effective, ordered))[rank]
    known = {"place": place[0], "of": place[1]}
    known_ranks = {"rank": ranks(language)[rank], "ranks": many_ranks(language)[rank]}
    if lance == "grande":
        text = language.count(
            "Highest card: {rank}. Place {place} of {of}.",
            "Highest cards: {number} {ranks}. Place {place} of {of}.",
            number,
            **known,
            **known_ranks,
        )
        rule = "MUS-CMP-G1"
    else:
        text = language.count(
            "Lowest card: {rank}. Place {place} of {of}.",
            "Lowest cards: {number} {ranks}. Place {place} of {of}.",
            number,
            **known,
            **known_ranks,
        )
        rule = "MUS-CMP-C1"
    said = shown(ordered, ranking)
    return Line(text, (rule,), lance, lance_names(language)["lance"][lance], 1, said, known)


def _pares(cards: Sequence[Card], row: HandClass, ranking: Ranking, language: Language) -> Line:
    label = lance_names(language)["lance"]["pares"]
    if not row.pares:
        text = language.say("No pares: no two cards are equal.")
        return Line(text, ("MUS-CMP-P1",), "pares", label)
    value = ranking.value("pares", cards)
    text = language.count_noun(
        "{kind}: worth {number} stone. Place {place} of {of}.",
        value,
        kind=words.pares(language, row.pares, row.pares_ranks),
        place=row.pares_place,
        of=row.pares_of,
    )
    known = {"class": row.pares, "ranks": row.pares_ranks, "value": value}
    return Line(text, (PARES_RULES[row.pares],), "pares", label, evidence=known)


def _points(row: HandClass, value: int, language: Language, punto: int) -> Iterator[Line]:
    names = lance_names(language)["lance"]
    place, of = (row.juego_place, row.juego_of) if row.juego else (row.punto_place, row.punto_of)
    worth = language.count_noun(
        "{points} points: worth {number} stone. Place {place} of {of}.",
        value if row.juego else punto,
        points=row.points,
        place=place,
        of=of,
    )
    if row.juego:
        known = {"points": row.points, "value": value, "place": place}
        yield Line(worth, ("MUS-CMP-J2",), "juego", names["juego"], evidence=known)
        return
    text = language.say("No juego: {points} points, and juego begins at 31.", points=row.points)
    yield Line(text, ("MUS-CMP-J1",), "juego", names["juego"])
    known = {"points": row.points, "place": place}
    yield Line(worth, ("MUS-CMP-PT1",), "punto", names["punto"], evidence=known)


def _notes(cards: Sequence[Card], ranking: Ranking, language: Language) -> Iterator[Line]:
    name = ranking.name(cards)
    if name:
        text = language.say("Players call this hand {name}.", name=words.hand_names(language)[name])
        yield Line(text, (NAMED_BY[name],), "name", evidence={"name": name})
    about = bracketed([tuple(cards)], ranking, ToldSoFar())
    yield from words.WORDS.phrased(about, ranking, language)
    yield Line(language.say("Place 1 is the best hand of a lance."), kind="places")


_made = tuple.__new__


class Shown:
    """The hands laid down, by seat, each classified once.

    Those of the seats that are `last` in a lance come after all others, whatever they are.
    """

    __slots__ = ("_dealt", "_laid", "_seats", "hands", "last", "ranking", "rows", "unseen")

    def __init__(
        self, position: Position, last: Mapping[str, Container[str]] = MappingProxyType({})
    ) -> None:
        self.last = last
        self._seats, self._dealt = position.table.seats, position.deal.hands
        self.unseen = None in self._dealt
        self.ranking: Ranking = position.state.ranking
        self.hands: dict[str, Hand] = {}
        self.rows: dict[str, HandClass] = {}
        self._laid: dict[str, Compared] = {}

    def wait(self, outcome: Outcome) -> bool:
        """Whether some hands of a lance are unknown."""
        return None in [self._dealt[self._seats.index(seat)] for seat in outcome.seats]

    def lay(self, seat: str) -> HandClass:
        """Facts on a seat's hand when it is laid down: what it is in every lance."""
        hand = self._dealt[self._seats.index(seat)]
        assert hand is not None, f"the cards of {seat} were asked for before they were told"
        row = self.rows[seat] = self.ranking.row(hand)
        self.hands[seat] = hand
        return row

    def compared(self, outcome: Outcome) -> Compared:
        """Facts on the hands of a lance side by side, the best first (MUS-CMP-T1, ENC-SET-10)."""
        lance, _, seats, _ = outcome
        found = self._laid.get(lance)
        if found is None:
            place, rows, hands = PLACES[lance], self.rows, self.hands
            places = {}
            for seat in seats:
                places[seat] = place(rows.get(seat) or self.lay(seat))
            if len(seats) > 1 or not all(places.values()):
                seats = tuple(best_first(places))
            if lance in self.last:
                seats = tuple(sorted(seats, key=self.last[lance].__contains__))
            laid = (lance, seats, tuple([hands[seat] for seat in seats]))
            found = self._laid[lance] = _made(Compared, laid)
        return found
