"""Counting deals: the kinds of hands, and automata that read them group by group.

`Kinds` puts cards that play alike into one group; a kind is the number of cards of each group: 330
kinds with eight kings and 715 with four, more where suits make La Real. The ranking decides which
cards play alike, and what a kind is in each lance.

`LanceDeals` counts the deals that somebody wins. Pares, juego and punto have few places: for each
place of each hand of ours it counts the deals in which that hand has it and the others are worse
(or equal, where they speak later). So each hand is given a range of places, and the deals in which
all are in their ranges are counted in three steps.

1. A hand is a word: how many cards it takes of the first group, of the second, and so on. The words
   of all kinds a hand may be form a tree, with the place in the lance at each leaf. Equal subtrees
   are one node: the tree becomes a *diagram*, built from the leaves up (`Automata._root`). What
   was declared is in it as well: a kind that does not fit has the place `NEVER`.
2. For a range, the diagram is cut down to an *automaton* (`Automata._cut`). A branch with no place
   in the range is left out. One with nothing else ends the reading, for any cards will do: the hand
   is *free*. Nodes remain where it is still open. Equal ones are one, whatever range they come
   from, so that the automata of neighbouring ranges share most of their nodes.
3. All hands are dealt at once, group by group (`LanceDeals._ways`). The state is the group and the
   sorted nodes of the hands, which is all that the cards to come depend on: what it comes to is
   counted once, and kept for all ranges. If `room` cards of the group are left, a hand takes `c` of
   them in ``comb(room, c)`` ways. A node knows how many cards its hand needs still. So a free hand
   is out of the state at once: it takes its cards when the others are done, from what they leave
   of this group and those to come, which is one binomial.

At grande and chica nearly every kind has a place of its own, but the first group decides of which
one hand has more than another. So all hands are compared while they are dealt, and no place is
looked at (`LanceDeals._contest`): those with the most cards of a group go on contending, the others
need only fit what was declared, as in step 3. Groups are read from the highest, at chica from the
lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from operator import add, le, sub
from typing import NamedTuple

from mustutor.games.mus_family.hands import (
    CARDS_IN_HAND,
    PLACES,
    SEVEN,
    HandClass,
    Ranking,
    ranking_of,
)
from mustutor.model.cards import Card, deck
from mustutor.model.variant import Variant

SAID: dict[str, Callable[[HandClass], bool]] = {
    "pares": lambda row: bool(row.pares),
    "no_pares": lambda row: not row.pares,
    "juego": lambda row: row.juego,
    "no_juego": lambda row: not row.juego,
}
"""What a seat may have declared, and of which hands that is true."""
BY_CARD = ("grande", "chica")
"""Lances compared card by card: where hands differ, more cards of the better rank win."""
EVERYBODYS = "punto"
"""The lance that is played only if everybody has it, that is, nobody has juego."""
NEVER, BEST, NOTHING = 0, 1, 1_000_000
"""Places: of a hand that cannot be, of the best one, of one that has nothing in the lance."""


class HandKind(NamedTuple):
    """A kind of hand: its class in every lance, an example, and the cards of each group.

    `ways` is the number of ways to deal it from the whole deck.
    """

    row: HandClass
    cards: tuple[Card, ...]
    counts: tuple[int, ...]
    ways: int


class KnownHand(NamedTuple):
    """What is known of a hand: its cards, some of them or none, and declarations (`SAID`)."""

    cards: tuple[Card, ...] = ()
    said: frozenset[str] = frozenset()


class Kinds:
    """Every kind of hand in the deck of a rulebook; get it from `kinds_of`."""

    def __init__(self, ranking: Ranking, cards: Sequence[Card]) -> None:
        self.ranking = ranking
        self.groups = _groups(ranking, cards)
        self.group_of: dict[str, int] = {}
        for number, group in enumerate(self.groups):
            for card in group:
                self.group_of[card] = number
        for rank in {card.rank for card in cards}:
            homes = {self.group_of[card] for card in cards if card.rank == rank}
            if len(homes) == 1:  # else its suit says which group it belongs to
                self.group_of[rank] = homes.pop()

    @cached_property
    def hands(self) -> tuple[HandKind, ...]:
        """Every kind of four cards."""
        found = []
        for counts in self.draws(CARDS_IN_HAND):
            cards = [card for n, group in enumerate(self.groups) for card in group[: counts[n]]]
            ways = prod(map(comb, map(len, self.groups), counts))
            found.append(HandKind(self.ranking.classify(cards), tuple(cards), counts, ways))
        return tuple(found)

    @cached_property
    def _rows(self) -> Mapping[tuple[int, ...], HandClass]:
        return {kind.counts: kind.row for kind in self.hands}

    def completing(self, cards: Sequence[Card]) -> Iterator[tuple[HandClass, tuple[int, ...]]]:
        """The hands some cards may become, with the cards to draw for each by group."""
        kept = self.counts(cards)
        for drawn in self.draws(CARDS_IN_HAND - len(cards)):
            row = self._rows.get(tuple(map(add, kept, drawn)))
            if row is not None:  # else more of a group than the deck has
                yield row, drawn

    def draws(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Every way to take a number of cards from the groups."""
        return _draws(tuple(map(len, self.groups)), number)

    def counts(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """The number of these cards in each group."""
        groups = [self.group_of[card] for card in cards]
        return tuple([groups.count(group) for group in range(len(self.groups))])

    def left(self, cards: Iterable[Card]) -> tuple[int, ...]:
        """The number of cards left in each group when these are gone."""
        return tuple(map(sub, map(len, self.groups), self.counts(cards)))

    def number(self, having: Callable[[HandClass], bool]) -> int:
        """Count the hands of the deck whose class passes a test.

        >>> from mustutor.model.variant import load_variant
        >>> kinds = kinds_of(load_variant("fournier"))
        >>> kinds.number(lambda hand: hand.juego), kinds.number(lambda hand: True)
        (24444, 91390)
        """
        return sum([kind.ways for kind in self.hands if having(kind.row)])


def kinds_of(variant: Variant) -> Kinds:
    """The kinds of hands of a rulebook; equal rulebooks share them.

    >>> from mustutor.model.variant import load_variant
    >>> [len(kinds_of(load_variant(one)).hands) for one in ("fournier", "guipuzcoa_4")]
    [330, 715]
    """
    return _kinds(ranking_of(variant.rules), deck(variant.several("deck.removed_ranks")))


@lru_cache(maxsize=32)
def _kinds(ranking: Ranking, cards: tuple[Card, ...]) -> Kinds:
    return Kinds(ranking, cards)


def _groups(ranking: Ranking, cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Group interchangeable cards: swapping two changes no hand's value, La Real included."""
    reals = _reals(ranking, cards)
    groups: list[list[Card]] = []
    for card in ranking.sorted("chica", cards):
        for group in groups:
            if ranking.effective(group[0]) == ranking.effective(card) and _alike(
                group[0], card, reals
            ):
                group.append(card)
                break
        else:
            groups.append([card])
    return tuple(map(tuple, groups))


def _reals(ranking: Ranking, cards: Sequence[Card]) -> frozenset[frozenset[Card]]:
    """Every hand that is La Real: three sevens and another card."""
    sevens = [card for card in cards if card.rank == SEVEN]
    hands = [(*three, card) for three in combinations(sevens, 3) for card in cards]
    dealt = [hand for hand in hands if len(set(hand)) == CARDS_IN_HAND]
    return frozenset([frozenset(hand) for hand in dealt if ranking.classify(hand).real])


def _alike(one: Card, other: Card, reals: frozenset[frozenset[Card]]) -> bool:
    exchanged = {one: other, other: one}
    return reals == {frozenset([exchanged.get(card, card) for card in hand]) for hand in reals}


@lru_cache(maxsize=64)
def _draws(sizes: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    groups = range(len(sizes))
    found = [
        tuple(map(taken.count, groups)) for taken in combinations_with_replacement(groups, number)
    ]
    return tuple([counts for counts in found if all(map(le, counts, sizes))])


Moves = tuple[tuple[int, int], ...]
"""The cards to take of a group, each number with the node it leads to."""


class _Branch(NamedTuple):
    """A node of a diagram.

    `best` and `worst` are places of the leaves below, `needs` the number of cards still to take.
    """

    moves: Moves
    best: int
    worst: int
    needs: int


class Automata:
    """The diagrams of a lance and the automata cut from them; get them from `automata_of`.

    Nodes of automata are numbers from 1, with their `moves` and the number of cards that a hand
    there `needs` still. A free hand that needs two more cards is -2.
    """

    def __init__(self, kinds: Kinds, lance: str) -> None:
        self._kinds, self._lance = kinds, lance
        ranks = [kinds.ranking.effective(group[0]) for group in kinds.groups]
        # Suits make groups of their own for La Real, which is a juego: elsewhere ranks are enough.
        begins = [n for n, rank in enumerate(ranks) if lance == "juego" or rank not in ranks[:n]]
        self._read = [slice(*ends) for ends in pairwise([*begins, len(ranks)])]
        if lance != "chica":
            self._read.reverse()
        self._moves: list[Moves] = [()]
        self._needs = [0]
        self._nodes: dict[Moves, int] = {}
        self._branches: list[_Branch] = []
        self._numbers: dict[Moves | int, int] = {}
        self._roots: dict[KnownHand, int] = {}
        self._winning: dict[KnownHand, tuple[int, ...]] = {}
        self._cuts: dict[tuple[int, int, int], int | None] = {}

    def read(self, counts: Sequence[int]) -> tuple[int, ...]:
        """Numbers of cards by group, in the order in which groups are read."""
        return tuple([sum(counts[groups]) for groups in self._read])

    def places(self, hand: KnownHand) -> tuple[int, ...]:
        """The places with which a hand can win."""
        self._root(hand)
        return self._winning[hand]

    def node(self, hand: KnownHand, best: int, worst: int) -> int | None:
        """The start of the automaton that reads hands with a place from `best` to `worst`."""
        return self._cut(self._root(hand), best, worst)

    def needs(self, node: int) -> int:
        """The number of cards a hand at a node needs still."""
        return self._needs[node] if node > 0 else -node

    def moves(self, node: int) -> Moves:
        """The numbers of cards a hand at a node may take of a group, each with the next node."""
        if node > 0:
            return self._moves[node]
        return tuple([(count, node + count) for count in range(1 - node)])

    def _root(self, hand: KnownHand) -> int:
        """The start of the diagram of a hand, which is built from the leaves up."""
        if hand not in self._roots:
            places = {
                self.read(drawn): self._place(row, hand.said)
                for row, drawn in self._kinds.completing(hand.cards)
            }
            self._winning[hand] = tuple(sorted({*places.values()} - {NEVER, NOTHING}))
            nodes = {counts: self._leaf(place) for counts, place in places.items()}
            for _ in self._read:
                moves: dict[tuple[int, ...], list[tuple[int, int]]] = {}
                for counts, node in nodes.items():
                    moves.setdefault(counts[:-1], []).append((counts[-1], node))
                nodes = {counts: self._branch(tuple(sorted(m))) for counts, m in moves.items()}
            self._roots[hand] = nodes[()]
        return self._roots[hand]

    def _place(self, row: HandClass, said: frozenset[str]) -> int:
        if not all(SAID[word](row) for word in said):
            return NEVER
        return PLACES[self._lance](row) or (NEVER if self._lance == EVERYBODYS else NOTHING)

    def _leaf(self, place: int) -> int:
        number = self._numbers.setdefault(place, len(self._branches))
        if number == len(self._branches):
            self._branches.append(_Branch((), place, place, 0))
        return number

    def _branch(self, moves: Moves) -> int:
        number = self._numbers.setdefault(moves, len(self._branches))
        if number == len(self._branches):
            below = [self._branches[node] for _, node in moves]
            best, worst = min([one.best for one in below]), max([one.worst for one in below])
            self._branches.append(_Branch(moves, best, worst, moves[0][0] + below[0].needs))
        return number

    def _cut(self, number: int, best: int, worst: int) -> int | None:
        """The node for a branch and a range of places; None if no place is in the range."""
        branch = self._branches[number]
        if best <= branch.best and branch.worst <= worst:
            return -branch.needs
        if branch.worst < best or worst < branch.best:
            return None
        key = number, best, worst
        if key not in self._cuts:
            cut = [(count, self._cut(below, best, worst)) for count, below in branch.moves]
            moves = tuple([(count, node) for count, node in cut if node is not None])
            self._cuts[key] = self._node(moves, branch.needs) if moves else None
        return self._cuts[key]

    def _node(self, moves: Moves, needs: int) -> int:
        node = self._nodes.setdefault(moves, len(self._moves))
        if node == len(self._moves):
            self._moves.append(moves)
            self._needs.append(needs)
        return node


@lru_cache(maxsize=32)
def automata_of(kinds: Kinds, lance: str) -> Automata:
    """The automata of a lance; all counts of it share them."""
    return Automata(kinds, lance)


Nodes = tuple[int, ...]
NO_CARDS = -CARDS_IN_HAND - 1
"""Less than a hand can have of a group."""


class Contender(NamedTuple):
    """A hand that may have the best cards: whether it is ours, and its node.

    `known` are its known cards in the groups to come.
    """

    ours: bool
    known: tuple[int, ...]
    node: int


class LanceDeals:
    """Counts the deals of hands from the cards left, by their places in a lance.

    `left` is the number of unknown cards in each group. Hands are given in speaking order: of equal
    ones the earlier wins.

    >>> from mustutor.model.variant import load_variant
    >>> kinds = kinds_of(load_variant("fournier"))
    >>> pares, hand = LanceDeals(kinds, "pares", kinds.left(())), KnownHand()
    >>> pares.deals([hand]), pares.deals([hand], NOTHING)
    (91390, 39680)
    """

    def __init__(self, kinds: Kinds, lance: str, left: Sequence[int]) -> None:
        self._kinds, self._lance = kinds, lance
        self._automata = automata_of(kinds, lance)
        self._sizes = self._automata.read(left)
        self._from = [sum(self._sizes[group:]) for group in range(len(self._sizes) + 1)]
        self._known: dict[tuple[int, Nodes], int] = {}
        self._contests: dict[tuple[int, tuple[Contender, ...], Nodes], int] = {}

    def deals(self, hands: Sequence[KnownHand], best: int = BEST) -> int:
        """Count the deals in which no hand is better than a place; all of them by default."""
        return self._count([(hand, best, NOTHING) for hand in hands])

    def played(self, hands: Sequence[KnownHand]) -> int:
        """Count the deals in which the lance is played."""
        return self.deals(hands) - self.deals(hands, NOTHING)

    def wins(self, hands: Sequence[KnownHand], ours: Sequence[bool]) -> int:
        """Count the deals in which one of `ours` wins."""
        if self._lance not in BY_CARD:
            return sum([self._won(hands, winner) for winner, our in enumerate(ours) if our])
        contenders = []
        for hand, our in zip(hands, ours, strict=True):
            node = self._automata.node(hand, BEST, NOTHING)
            if node is None:
                return 0
            known = self._automata.read(self._kinds.counts(hand.cards))
            contenders.append(Contender(our, known, node))
        return self._contest(0, tuple(contenders), ())

    def _won(self, hands: Sequence[KnownHand], winner: int) -> int:
        """Count the deals in which the hand with this index wins, place by place."""
        return sum(
            [
                self._count(
                    [
                        (hand, place + (number < winner), place if number == winner else NOTHING)
                        for number, hand in enumerate(hands)
                    ]
                )
                for place in self._automata.places(hands[winner])
            ]
        )

    def _count(self, asked: Sequence[tuple[KnownHand, int, int]]) -> int:
        """Count the deals in which each hand has a place in its range."""
        nodes = []
        for hand, best, worst in asked:
            node = self._automata.node(hand, best, worst)
            if node is None:
                return 0
            nodes.append(node)
        return self._ways(0, tuple(sorted(nodes)))

    def _ways(self, group: int, nodes: Nodes) -> int:
        """Count the ways to deal hands at these nodes, sorted, from a group on."""
        known = self._known.get((group, nodes))
        if known is None:
            bound = tuple([node for node in nodes if node > 0])
            if nodes != bound:
                known = self._ways(group, bound) * self._free_ways(group, nodes, bound)
            elif nodes:
                known = self._dealt(group, nodes)
            else:
                known = 1
            self._known[group, nodes] = known
        return known

    def _free_ways(self, group: int, nodes: Nodes, bound: Nodes) -> int:
        """Count the ways to deal to the free ones of `nodes` what the `bound` ones leave."""
        ways, room = 1, self._from[group] - sum(map(self._automata.needs, bound))
        for node in nodes:
            if node < 0 < ways:
                ways *= comb(room, -node) if room > 0 else 0
                room += node
        return ways

    def _dealt(self, group: int, nodes: Nodes) -> int:
        """Deal the cards of a group to hands that are not free, one hand after the other."""
        ways: dict[tuple[int, Nodes], int] = {(self._sizes[group], ()): 1}
        for moves in map(self._automata.moves, nodes):
            grown: dict[tuple[int, Nodes], int] = {}
            for (room, reached), number in ways.items():
                for count, following in moves:
                    if count <= room:
                        state = room - count, tuple(sorted((*reached, following)))
                        grown[state] = grown.get(state, 0) + number * comb(room, count)
            ways = grown
        return sum(
            [number * self._ways(group + 1, reached) for (_, reached), number in ways.items()]
        )

    def _contest(self, group: int, contenders: tuple[Contender, ...], others: Nodes) -> int:
        """Count the ways to deal from a group on in which one of ours wins, card by card.

        Contenders have had the same cards so far, the `others` worse ones.
        """
        key = group, contenders, others
        known = self._contests.get(key)
        if known is None:
            bound = tuple([node for node in others if node > 0])
            tied = [contender.node for contender in contenders]
            if group == len(self._sizes) or len({one.ours for one in contenders}) == 1:
                known = self._ways(group, tuple(sorted([*others, *tied])))
                known *= contenders[0].ours
            elif others != bound:
                known = self._contest(group, contenders, bound)
                known *= self._free_ways(group, others, (*bound, *tied))
            else:
                known = self._contested(group, contenders, others)
            self._contests[key] = known
        return known

    def _contested(self, group: int, contenders: tuple[Contender, ...], others: Nodes) -> int:
        """Deal the cards of a group: those with the most of them go on contending."""
        ways: dict[tuple[int, int, tuple[Contender, ...], Nodes], int]
        ways = {(self._sizes[group], NO_CARDS, (), ()): 1}
        for hand in (*contenders, *[Contender(False, (NO_CARDS,), node) for node in others]):
            grown: dict[tuple[int, int, tuple[Contender, ...], Nodes], int] = {}
            moves, already, later = self._automata.moves(hand.node), hand.known[0], hand.known[1:]
            for (room, most, ahead, behind), number in ways.items():
                for count, following in moves:
                    if count > room:
                        continue
                    held, first, worse = already + count, ahead, behind
                    if held < most:
                        worse = (*behind, following)
                    else:
                        if held > most:
                            first, worse = (), (*behind, *[one.node for one in ahead])
                        first = (*first, Contender(hand.ours, later, following))
                    state = room - count, max(most, held), first, worse
                    grown[state] = grown.get(state, 0) + number * comb(room, count)
            ways = grown
        return sum(
            [
                number * self._contest(group + 1, ahead, tuple(sorted(behind)))
                for (_, _, ahead, behind), number in ways.items()
            ]
        )
