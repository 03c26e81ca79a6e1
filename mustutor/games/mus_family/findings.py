"""Findings without a moment of play: lance winners, worth of cards, what is allowed.

Hands are given by seat in speaking order, mano first, and are trusted to be of the deck. How often
the deck gives something, and what it brings, is counted over every deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from mustutor.base.language import Language, mark
from mustutor.games.explain import Line
from mustutor.games.mus_family import conduct_judge
from mustutor.games.mus_family.hands import HandClass, ranking_of
from mustutor.games.mus_family.odds import odds
from mustutor.games.mus_family.odds_count import NOTHING, Kinds, KnownHand, LanceDeals, kinds_of
from mustutor.games.mus_family.tell_hands import describe_hand, explain_comparison
from mustutor.games.mus_family.words import brackets, others, ranks_rules
from mustutor.games.question import NO_REASONS, NONE, Finding, Reasons, told_always, yes_or_no
from mustutor.games.rulebook import article, in_language
from mustutor.games.teller import teller_of
from mustutor.model.calls import Call
from mustutor.model.cards import Card, deck
from mustutor.model.position import Hand, Position
from mustutor.model.variant import Variant

Hands = Mapping[str, Hand]


def winner(variant: Variant, lance: str, hands: Hands) -> Finding:
    """Who has the best hand of a lance; ``none`` where nobody has one that counts."""
    order = ranking_of(variant.rules).order(lance, list(hands.values()))
    best = list(hands)[order[0]] if order else NONE
    return Finding(best, _compared(variant, lance, hands))


def order(variant: Variant, lance: str, hands: Hands) -> Finding:
    """The hands from best to worst in a lance, leaving out those without pares or juego.

    Equal hands stand in speaking order, as they win.
    """
    found = ranking_of(variant.rules).order(lance, list(hands.values()))
    seats = list(hands)
    return Finding(" ".join(seats[index] for index in found), _compared(variant, lance, hands))


def longest_suit(hand: Hand) -> Finding:
    """The suit a hand has most cards of, by its letter; ``none`` where two are as long.

    >>> from mustutor.model.cards import Card
    >>> longest_suit((Card("7h"), Card("Ah"), Card("7c"))).value
    'h'
    """
    suits = [card.suit for card in hand]
    most = max(map(suits.count, suits))
    longest = sorted({suit for suit in suits if suits.count(suit) == most})
    return Finding(longest[0] if len(longest) == 1 else NONE, _counted(hand))


def _counted(hand: Hand) -> Reasons:
    suits = sorted({card.suit for card in hand})
    rows = [" ".join(card for card in hand if card.suit == suit) for suit in suits]
    return told_always(lambda _: [Line("", (), "cards", said=row) for row in rows])


def pares(variant: Variant, hand: Hand) -> Finding:
    """Which pares a hand has: ``par``, ``medias``, ``duples`` or ``none``."""
    kind = ranking_of(variant.rules).classify(hand).pares
    return Finding(kind or NONE, _described(variant, hand, "pares"))


def points(variant: Variant, hand: Hand) -> Finding:
    """How many points a hand adds up to."""
    row = ranking_of(variant.rules).classify(hand)
    return Finding(str(row.points), _described(variant, hand, "juego", "punto", "brackets"))


def has(variant: Variant, lance: str, hand: Hand) -> Finding:
    """Whether a hand has pares, or juego."""
    found = ranking_of(variant.rules).has(lance, hand)
    return Finding(yes_or_no(found), _described(variant, hand, lance))


def value(variant: Variant, lance: str, hand: Hand) -> Finding:
    """How many stones a hand is worth by itself in a lance."""
    stones = ranking_of(variant.rules).value(lance, hand)
    return Finding(str(stones), _described(variant, hand, lance))


def name(variant: Variant, hand: Hand) -> Finding:
    """What players call a hand, by its id; ``none`` where it has no name."""
    found = ranking_of(variant.rules).name(hand)
    return Finding(found or NONE, _described(variant, hand, "name"))


def plays_as(variant: Variant, card: Card) -> Finding:
    """The rank a card plays as."""
    return Finding(ranking_of(variant.rules).effective(card), _changed(variant))


def playing_as(variant: Variant, rank: str, cards: Sequence[Card]) -> Finding:
    """Which of some cards play as a rank, in the order shown."""
    ranking = ranking_of(variant.rules)
    found = [card for card in cards if ranking.effective(card) == rank]
    plain = all(card.rank == ranking.effective(card) for card in cards)
    return Finding(" ".join(found), NO_REASONS if plain else _changed(variant))


def how_many(variant: Variant, rank: str = "") -> Finding:
    """How many cards the deck has, or how many of them play as a rank."""
    ranking = ranking_of(variant.rules)
    cards = deck(variant.several("deck.removed_ranks"))
    found = [card for card in cards if not rank or ranking.effective(card) == rank]
    return Finding(str(len(found)), _changed(variant) if rank else NO_REASONS)


def option(variant: Variant, name: str) -> Finding:
    """What a rulebook says on an option; of a map, ``option.key`` names one value."""
    chosen = variant.rules.get(name)
    if chosen is None:
        whole, _, key = name.rpartition(".")
        inside = variant.rules[whole]
        assert isinstance(inside, dict)
        chosen = inside[key]
    if isinstance(chosen, bool):
        return Finding(yes_or_no(chosen), NO_REASONS)
    if isinstance(chosen, tuple):
        return Finding(" ".join(map(str, chosen)), NO_REASONS)
    return Finding(str(chosen), NO_REASONS)


def beans(variant: Variant) -> Finding:
    """The most beans two sides need, if one partner's are worth an amarrako (MUS-STN-7)."""
    heap, target = teller_of(variant).heap, variant.number("score.target")
    most = max(range(target), key=lambda stones: sum(divmod(stones, heap)))
    heaps, single = divmod(most, heap)

    def lines(language: Language) -> tuple[Line, ...]:
        text = language.say(
            "With {stones} stones a side has {heaps} beans of {heap} and {single} of one.",
            stones=most,
            heaps=heaps,
            heap=heap,
            single=single,
        )
        both = language.say("Both sides together: {beans}.", beans=2 * (heaps + single))
        return Line(text, ("MUS-STN-7",)), Line(both)

    return Finding(str(2 * (heaps + single)), told_always(lines))


def _compared(variant: Variant, lance: str, hands: Hands) -> Reasons:
    compared = (lance, list(hands), list(hands.values()), ranking_of(variant.rules))
    # The verdict comes first, and is the answer itself.
    return told_always(lambda language: explain_comparison(*compared, language).lines[1:])


def _described(variant: Variant, hand: Hand, *kinds: str) -> Reasons:
    """The lines on a hand of these kinds; with a lance goes what threes and twos play as."""
    if not {"grande", "chica", "pares"}.isdisjoint(kinds):
        kinds = (*kinds, "brackets")

    def lines(language: Language) -> list[Line]:
        described = describe_hand(hand, variant, language).lines
        return [line for line in described if line.kind in kinds]

    return told_always(lines)


def _changed(variant: Variant) -> Reasons:
    changes = others(ranking_of(variant.rules))
    text = brackets(changes) if changes else mark("Every card plays as the rank printed on it.")
    rules = ranks_rules(changes) if changes else ("MUS-RANK-3",)
    return told_always(lambda language: (Line(language.say(text), rules, "brackets"),))


def allowed(position: Position, call: Call) -> Finding:
    """Whether a signal or a remark is allowed where it is made; ``none`` if undecidable.

    It is made all the same, unlike a call that is refused: the referee judges it afterwards.
    """
    ruling = conduct_judge.judge(position, call)

    def lines(language: Language) -> tuple[Line, ...]:
        text = in_language(article(ruling.rule).title, language.code)
        if ruling.offence:
            text = teller_of(position.variant).ruling(ruling, language)[0]
        return (Line(text, (ruling.rule,), "ruling"),)

    allowed = NONE if ruling.allowed is None else yes_or_no(ruling.allowed)
    return Finding(allowed, told_always(lines))


# --- what the deck gives ------------------------------------------------------------------

PLAYERS = 4
DUEL = ("A", "B")
A_HUNDRED = 100

THINGS: Mapping[str, Callable[[HandClass], bool]] = {
    "pares": lambda row: bool(row.pares),
    "par": lambda row: row.pares == "par",
    "medias": lambda row: row.pares == "medias",
    "duples": lambda row: row.pares == "duples",
    "juego": lambda row: row.juego,
}
"""What four cards may be; a number is what their points come to."""


def dealt(variant: Variant, thing: str, among: int) -> Finding:
    """Of `among` hands, how many are such a `thing`, to the nearest."""
    kinds = kinds_of(variant)
    return Finding(_of(among, Fraction(_number(kinds, thing), _every(kinds))), NO_REASONS)


def commonest(variant: Variant, things: Sequence[str]) -> Finding:
    """Which of several things a hand is most often."""
    kinds = kinds_of(variant)
    numbers = {thing: _number(kinds, thing) for thing in things}

    def lines(language: Language) -> list[Line]:
        sentence, every = mark("{number} of the {every} hands that can be dealt."), _every(kinds)
        return [
            Line(language.say(sentence, number=number, every=every), seat=thing)
            for thing, number in numbers.items()
        ]

    return Finding(max(things, key=numbers.__getitem__), told_always(lines))


def without_juego(variant: Variant, among: int) -> Finding:
    """In how many of `among` deals to four players nobody has juego, to the nearest."""
    return Finding(_of(among, _nobody_has_juego(kinds_of(variant))), NO_REASONS)


def wins(variant: Variant, lance: str, hand: Hand, among: int) -> Finding:
    """In how many of `among` deals mano wins a lance with a hand against one other."""
    found = odds(hand, variant, seats=DUEL)
    return Finding(_of(among, Fraction(found.lances[lance].wins, found.deals)), NO_REASONS)


def brings(variant: Variant, hand: Hand, among: int) -> Finding:
    """The stones a hand brings in `among` deals against one other, if nobody bets."""
    whole = sum(_brought(variant, hand).values(), Fraction())
    return Finding(_of(among, whole), _shares(variant, {"": hand}))


def poorest(variant: Variant, hands: Hands) -> Finding:
    """Which of several hands brings the fewest stones against one other, if nobody bets."""
    return Finding(min(hands, key=_worth(variant, hands)), _shares(variant, hands))


def richest(variant: Variant, hands: Hands) -> Finding:
    """Which of several hands brings the most stones against one other, if nobody bets."""
    return Finding(max(hands, key=_worth(variant, hands)), _shares(variant, hands))


def _worth(variant: Variant, hands: Hands) -> Callable[[str], Fraction]:
    return lambda name: sum(_brought(variant, hands[name]).values(), Fraction())


def _shares(variant: Variant, hands: Hands) -> Reasons:
    """Tells of each hand how many stones each lance brings it, in a hundred deals."""

    def lines(language: Language) -> list[Line]:
        return [_line(name, _brought(variant, hand), language) for name, hand in hands.items()]

    return told_always(lines)


def _line(name: str, brought: Mapping[str, Fraction], language: Language) -> Line:
    often = {lance: _of(A_HUNDRED, share) for lance, share in brought.items()}
    text = language.say(
        "About {stones} stones in {hands} hands: {grande} at grande, {chica} at chica, {pares} at "
        "pares, {juego} at juego, {punto} at punto.",
        stones=_of(A_HUNDRED, sum(brought.values(), Fraction())),
        hands=A_HUNDRED,
        **often,
    )
    return Line(text, ("MUS-PAY-1", "MUS-PAY-2", "MUS-PAY-3", "MUS-PAY-6"), seat=name)


def _brought(variant: Variant, hand: Hand) -> Mapping[str, Fraction]:
    """The stones a hand brings in each lance on average, as often mano as not."""
    value = ranking_of(variant.rules).value
    found: dict[str, Fraction] = {}
    for seat in DUEL:
        counted_ = odds(hand, variant, seats=DUEL, seat=seat)
        for lance, (wins, _) in counted_.lances.items():
            share = Fraction(wins * value(lance, hand), counted_.deals * len(DUEL))
            found[lance] = found.get(lance, Fraction()) + share
    return found


@lru_cache(maxsize=8)
def _nobody_has_juego(kinds: Kinds) -> Fraction:
    """In which part of all deals to four players nobody has juego."""
    dealt = LanceDeals(kinds, "juego", kinds.left(()))
    hands = [KnownHand()] * PLAYERS
    return Fraction(dealt.deals(hands, NOTHING), dealt.deals(hands))


def _number(kinds: Kinds, thing: str) -> int:
    """How many of the hands of the deck are such."""
    return kinds.number(THINGS.get(thing) or (lambda row: row.points == int(thing)))


def _every(kinds: Kinds) -> int:
    return kinds.number(lambda row: True)  # noqa: ARG005


def _of(among: int, share: Fraction) -> str:
    """A share of `among`, to the nearest whole number."""
    return str(int(share * among + Fraction(1, 2)))
