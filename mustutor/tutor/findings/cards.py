"""Findings without a moment of play: who wins a lance, what four cards are, what a rulebook says.

Hands are given by seat in speaking order, mano first, and are trusted to be of the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mustutor.cards import Card, deck
from mustutor.explanation import describe_hand, explain_comparison
from mustutor.games.mus_family.ranking import ranking_of
from mustutor.games.mus_family.telling.sentences import brackets
from mustutor.games.mus_family.telling.words import others, ranks_rules
from mustutor.games.teller import teller_of
from mustutor.games.telling import Line
from mustutor.language import Language
from mustutor.position import Hand
from mustutor.tutor.findings import NONE, Finding, Reasons, yes_or_no
from mustutor.variant import Variant

Hands = Mapping[str, Hand]


def winner(variant: Variant, lance: str, hands: Hands) -> Finding:
    """Who has the best hand of a lance; ``none`` where nobody has one that counts."""
    order = ranking_of(variant.rules).order(lance, list(hands.values()))
    best = list(hands)[order[0]] if order else NONE
    return Finding(best, _compared(variant, lance, hands))


def order(variant: Variant, lance: str, hands: Hands) -> Finding:
    """The hands from the best of a lance to the worst; those without pares or juego are left out.

    Equal hands stand in speaking order, as they win.
    """
    found = ranking_of(variant.rules).order(lance, list(hands.values()))
    seats = list(hands)
    return Finding(" ".join(seats[index] for index in found), _compared(variant, lance, hands))


def longest_suit(hand: Hand) -> Finding:
    """The suit a hand has most cards of, by its letter; ``none`` where two are as long.

    >>> from mustutor.cards import Card
    >>> longest_suit((Card("7h"), Card("Ah"), Card("7c"))).value
    'h'
    """
    suits = [card.suit for card in hand]
    most = max(map(suits.count, suits))
    longest = sorted({suit for suit in suits if suits.count(suit) == most})
    return Finding(longest[0] if len(longest) == 1 else NONE, _counted(hand))


def _counted(hand: Hand) -> Reasons:
    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        suits = sorted({card.suit for card in hand})
        rows = [" ".join(card for card in hand if card.suit == suit) for suit in suits]
        return tuple(Line("", (), "cards", said=row) for row in rows)

    return why


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
    return Finding(
        yes_or_no(ranking_of(variant.rules).has(lance, hand)), _described(variant, hand, lance)
    )


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
    return Finding(" ".join(found), _nothing if plain else _changed(variant))


def how_many(variant: Variant, rank: str = "") -> Finding:
    """How many cards the deck has, or how many of them play as a rank."""
    ranking = ranking_of(variant.rules)
    cards = deck(variant.several("deck.removed_ranks"))
    found = [card for card in cards if not rank or ranking.effective(card) == rank]
    return Finding(str(len(found)), _changed(variant) if rank else _nothing)


def option(variant: Variant, name: str) -> Finding:
    """What a rulebook says on an option; of a map, ``option.key`` names one value."""
    chosen = variant.rules.get(name)
    if chosen is None:
        whole, _, key = name.rpartition(".")
        inside = variant.rules[whole]
        assert isinstance(inside, dict)
        chosen = inside[key]
    if isinstance(chosen, bool):
        return Finding(yes_or_no(chosen), _nothing)
    if isinstance(chosen, tuple):
        return Finding(" ".join(map(str, chosen)), _nothing)
    return Finding(str(chosen), _nothing)


def beans(variant: Variant) -> Finding:
    """How many beans two sides need at most, if one partner's are worth an amarrako (MUS-STN-7)."""
    heap, target = teller_of(variant).heap, variant.number("score.target")
    most = max(range(target), key=lambda stones: sum(divmod(stones, heap)))
    heaps, single = divmod(most, heap)

    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        text = tongue.say(
            "With {stones} stones a side has {heaps} beans of {heap} and {single} of one.",
            stones=most,
            heaps=heaps,
            heap=heap,
            single=single,
        )
        both = tongue.say("Both sides together: {beans}.", beans=2 * (heaps + single))
        return Line(text, ("MUS-STN-7",)), Line(both)

    return Finding(str(2 * (heaps + single)), why)


def _nothing(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
    return ()


def _compared(variant: Variant, lance: str, hands: Hands) -> Reasons:
    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        ranking = ranking_of(variant.rules)
        told = explain_comparison(lance, list(hands), list(hands.values()), ranking, tongue)
        # The verdict comes first, and is the answer itself.
        return told.lines[1:]

    return why


def _described(variant: Variant, hand: Hand, *kinds: str) -> Reasons:
    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        lines = describe_hand(hand, variant, tongue).lines
        return tuple([line for line in lines if line.kind in kinds or _is_of(line, kinds)])

    return why


def _is_of(line: Line, kinds: Sequence[str]) -> bool:
    """Whether a line tells of a lance: what threes and twos play as goes with all of them."""
    return line.kind == "brackets" and bool({"grande", "chica", "pares"} & set(kinds))


def _changed(variant: Variant) -> Reasons:
    def why(tongue: Language, answer: str) -> tuple[Line, ...]:  # noqa: ARG001
        changes = others(ranking_of(variant.rules))
        if not changes:
            text = tongue.say("Every card plays as the rank printed on it.")
            return (Line(text, ("MUS-RANK-3",), "brackets"),)
        return (Line(tongue.say(brackets(changes)), ranks_rules(changes), "brackets"),)

    return why
