"""Bots for games of lances: signals, what was heard, the strength of hands, and the calls.

Start at `LancePlayer`, which decides what to discard and when to cut, bet, see, fold and raise.
`sign` makes truthful signals if the rulebook allows them, once for the cards held. `table_talk`
gathers what a seat has heard from its view. `chance_of` estimates by sampling: hidden hands are
drawn from the unseen cards, exchanged as a player would, and weighted by the calls heard.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from mustutor import games
from mustutor.base.register import traits
from mustutor.games import game_of
from mustutor.games.mus_family.betting import corrido
from mustutor.games.mus_family.bot_tables import win_chance_at
from mustutor.games.mus_family.hands import (
    CARDS_IN_HAND,
    DECLARED,
    LANCES,
    PLACES,
    PLAYED,
    Ranking,
    ranking_under,
)
from mustutor.games.mus_family.odds_count import kinds_of
from mustutor.games.mus_family.signals import Signal, signals_of
from mustutor.games.seat_view import SeatView
from mustutor.model.calls import Call
from mustutor.model.cards import Card, deck, read_hand
from mustutor.model.position import Option
from mustutor.model.variant import Variant

MOST_TELLING = (
    *("la_real", "solomillo", "duples", "medias", "treinta_y_una", "tres_reyes", "tres_ases"),
    *("dos_reyes", "treinta", "dos_ases", "veintinueve", "par"),
)
"""The signals a bot makes, the best hand first; poorer hands are not signalled."""
TELLING: Mapping[str, tuple[str, ...]] = {
    "grande": ("dos_reyes", "tres_reyes"),
    "chica": ("dos_ases", "tres_ases"),
    "pares": ("medias", "duples"),
    "juego": ("treinta_y_una",),
    "punto": ("treinta",),
}
"""What a partner signals of each lance, the better after the worse."""


def shown_of(lance: str, names: Iterable[str]) -> int:
    """Which of `TELLING` stands among these signals, counted from 1; 0 for none."""
    return max([TELLING[lance].index(name) + 1 for name in names if name in TELLING[lance]] + [0])


GESTURE = "sena"
MUS_TALK = ("mus", "corto", "servido")


def sign(view: SeatView) -> str:
    """The next signal a bot makes for its cards: the best it has not told; empty if none.

    >>> from mustutor.games.player import Player
    >>> from mustutor.games.seat_view import view
    >>> from mustutor.model.variant import load_variant
    >>> def signs(name):
    ...     rules = load_variant(name)
    ...     start = games.start(rules, seats=("A1", "B1", "A2", "B2"), mano="A1")
    ...     hand = Player(start).deal({"A1": ["Ro", "Rc", "5e", "4b"]}).hear("A1 corto")
    ...     return sign(view(hand.position, "A1"))
    >>> signs("fournier"), signs("la_rioja")
    ('sena dos_reyes', '')
    """
    known = _table_signals(view.variant)
    if not known or len(view.hand) != CARDS_IN_HAND:
        return ""
    told = known_by(signals_seen(view).get(view.seat, ()), view.variant)
    hand, ranking = read_hand(view.hand), ranking_under(view.variant)
    for name in MOST_TELLING:
        signal = known.get(name)
        holds = signal is not None and name not in told and signal.holds_for(hand, ranking)
        if holds and _may_be_made(view, name):
            return f"{GESTURE} {name}"
    return ""


@lru_cache(maxsize=1024)
def known_by(names: tuple[str, ...], variant: Variant) -> frozenset[str]:
    """The signals that are true of every hand of which these are true; none without any.

    >>> from mustutor.model.variant import load_variant
    >>> sorted(known_by(("tres_reyes",), load_variant("fournier")))
    ['dos_reyes', 'tres_reyes']
    """
    if not names:
        return frozenset()
    kinds, known = kinds_of(variant), _table_signals(variant)
    hands = [kind.cards for kind in kinds.hands]
    fits = [hand for hand in hands if matches_signals(names, hand, kinds.ranking, variant)]
    return frozenset(
        [one for one in known if all(known[one].holds_for(hand, kinds.ranking) for hand in fits)]
    )


def silence_tells(view: SeatView, seat: str) -> bool:
    """Whether a seat that did not make a signal kept it back, with the cards it holds now.

    So it is where it has made others, or had a turn since, and may signal every lance by now.
    """
    when, grammar = view.variant.several("signals.when"), game_of(view.variant.game).words.grammar
    if not {"pares_juego_in_own_lance", "no_earlier_lances_in_juego"}.isdisjoint(when):
        return False
    said = [call.verb for call in map(grammar.read, view.calls) if call.seat == seat]
    last = next((verb for verb in reversed(said) if verb not in grammar.beside), "descarto")
    had_a_turn = last != "descarto" and not (last in MUS_TALK and corrido(view.position))
    return had_a_turn or seat in signals_seen(view)


def signals_seen(view: SeatView) -> dict[str, tuple[str, ...]]:
    """The signals this seat has seen, by their sender, for cards that are still held.

    >>> from mustutor.games.player import Player
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games import start
    >>> from mustutor.games.seat_view import view
    >>> table = start(load_variant("madrid"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> hand = Player(table).hear("A1 sena duples")
    >>> signals_seen(view(hand.position, "A2", hand.steps))
    {'A1': ('duples',)}
    """
    read = games.game_of(view.variant.game).words.grammar.read
    found: dict[str, tuple[str, ...]] = {}
    for text in view.calls:
        call = read(text)
        if call.verb == GESTURE:
            found[call.seat] = (*found.get(call.seat, ()), call.word)
        elif call.verb == "descarto":
            found.pop(call.seat, None)
    return found


def matches_signals(
    names: Iterable[str], hand: Sequence[Card], ranking: Ranking, variant: Variant
) -> bool:
    """Whether a hand fits everything signalled about it."""
    known = _table_signals(variant)
    return all(known[name].holds_for(hand, ranking) for name in names if name in known)


def _table_signals(variant: Variant) -> dict[str, Signal]:
    """The signals a table plays by; none in a game without signals."""
    return dict(signals_of(variant.rules)) if "signals.allowed" in variant.rules else {}


def _may_be_made(view: SeatView, name: str) -> bool:
    """Whether the referee would allow the signal here and now."""
    after = games.apply(view.position, Call(view.seat, GESTURE, word=name))
    return bool(after.rulings) and after.rulings[-1].allowed is True


BETS = frozenset(("envido", "subo", "ordago"))
LEAST_DEJE = 1
ALL_OF_IT = 40
"""What an órdago counts as among stakes."""
HIGH = 10
"""The stake from which a bet is a high one."""


class TableTalk(NamedTuple):
    """The talk of a hand, as far as a bot uses it.

    `bets` is the betting of the lance so far, with passes and answers; `has` maps each declared
    lance to who declared yes or no; `thrown` are this seat's own discards until they are shuffled
    back into the stock; `exchanges` is the number of exchanges; `signs` are the signals seen, by
    sender; `high_bets` are the bets from `HIGH` on in the lances before, by seat.
    """

    bets: tuple[Call, ...]
    has: Mapping[str, Mapping[str, bool]]
    thrown: tuple[Card, ...]
    exchanges: int
    signs: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    high_bets: Mapping[str, int] = MappingProxyType({})

    @property
    def stake(self) -> int:
        """The stake on the table; 0 before a bet."""
        stakes = self._stakes
        return stakes[-1] if stakes else 0

    @property
    def refusal(self) -> int:
        """The stones a refusal of the stake gives away."""
        return max([LEAST_DEJE, *self._stakes[:-1]])

    @property
    def all_in(self) -> bool:
        """Whether an órdago is on the table."""
        made = [call.verb for call in self.bets if call.verb in BETS]
        return bool(made) and made[-1] == "ordago"

    @property
    def bettor(self) -> str:
        """The seat that made the bet on the table; empty if there is none."""
        made = [call.seat for call in self.bets if call.verb in BETS]
        return made[-1] if made else ""

    @property
    def raises(self) -> int:
        """The number of bets and raises in this lance."""
        return sum(call.verb in BETS for call in self.bets)

    @property
    def _stakes(self) -> list[int]:
        return [call.stones for call in self.bets if call.verb in BETS]

    def boldest(self, seat: str) -> int | None:
        """The highest stake a seat bet in this lance, 0 if none; None if it has not spoken."""
        said = [call for call in self.bets if call.seat == seat]
        stakes = [stake_of(call) for call in said if call.verb in BETS]
        return max(stakes, default=0) if said else None


def stake_of(bet: Call) -> int:
    """The stones of a bet, an órdago's too."""
    return bet.stones or ALL_OF_IT


def table_talk(view: SeatView) -> TableTalk:
    """What a seat has heard, from its view.

    >>> from mustutor.games.player import Player
    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games import start
    >>> from mustutor.games.seat_view import view
    >>> hand = Player(start(load_variant("madrid"), seats=("A1", "B1", "A2", "B2"), mano="A1"))
    >>> heard = table_talk(view(hand.hear("A1 corto").hear("A1 envido").position, "B1", hand.steps))
    >>> heard.stake, heard.refusal, heard.bettor
    (2, 1, 'A1')
    """
    grammar = game_of(view.variant.game).words.grammar
    calls = [call for call in map(grammar.read, view.calls) if call.verb not in grammar.beside]
    lance, said = _lance_and_talk(view)
    spoken = len(re.findall("|".join(view.seats), said)) if lance in (*PLAYED, "punto") else 0
    has: dict[str, dict[str, bool]] = {"pares": {}, "juego": {}}
    thrown: list[Card] = []
    for call in calls:
        if call.verb in ("tengo", "no tengo"):
            told = "juego" if call.seat in has["pares"] else "pares"
            has[told][call.seat] = call.verb == "tengo"
        elif call.verb == "descarto":
            for declared in DECLARED:  # those declarations were about other cards
                has[declared].clear()
            if call.seat == view.seat:
                thrown += call.cards
    exchanges = int(found[1]) if (found := re.search(r"/(\d+)", view.line.split()[3])) else 0
    recent = calls[len(calls) - spoken :] if spoken else []
    bets = tuple([call for call in recent if call.verb not in ("tengo", "no tengo")])
    aside = () if view.position.deal.pile is not None else tuple(thrown)
    earlier = calls[: len(calls) - spoken]
    high = Counter([call.seat for call in earlier if call.verb in BETS and stake_of(call) >= HIGH])
    return TableTalk(bets, has, aside, exchanges, signals_seen(view), high)


def _lance_and_talk(view: SeatView) -> tuple[str, str]:
    """The lance, and the talk in it as the position line writes it."""
    words = view.line.split()
    return view.lance, words[5]


TRIES, TRIES_FOR_A_SIGNAL = 24, 120
"""The most draws of a hidden hand that must fit a declaration, or a signal."""
MOST_THAT_BET, FEWEST_THAT_BET = 0.4, 1 / 15
"""The best hands that bet, as shares of all: up to 2 stones, and any number of them."""
BET_HIGH_ALWAYS = 0.005
"""How many players bet high whatever they hold."""
HIGHEST = "R"


@lru_cache(maxsize=32)
def strengths(variant: Variant) -> Mapping[str, Mapping[int, float]]:
    """For each lance, the share of hands each place beats; equal hands count half.

    >>> from mustutor.model.variant import load_variant
    >>> of_grande = strengths(load_variant("fournier"))["grande"]
    >>> round(of_grande[1], 3), round(of_grande[330], 3)
    (1.0, 0.0)
    """
    hands = kinds_of(variant).hands
    found = {}
    for lance in LANCES:
        ways: Counter[int] = Counter()
        for kind in hands:
            if place := PLACES[lance](kind.row):
                ways[place] += kind.ways
        whole, worse = sum(ways.values()), 0
        strength = {0: 0.0}
        for place in sorted(ways, reverse=True):
            strength[place] = (worse + ways[place] / 2) / whole
            worse += ways[place]
        found[lance] = strength
    return found


def strength(view: SeatView, lance: str, hand: Sequence[Card]) -> float:
    """The share of hands a hand beats in a lance, from 0 to 1.

    >>> from mustutor.model.variant import load_variant
    >>> from mustutor.games import start
    >>> from mustutor.games.seat_view import view
    >>> from mustutor.model.cards import read_hand
    >>> fournier = load_variant("fournier")
    >>> seen = view(start(fournier, seats=("A1", "B1", "A2", "B2"), mano="A1"), "A1")
    >>> round(strength(seen, "grande", read_hand("Ro Rc 7e 4b")), 2)
    0.9
    """
    return strengths(view.variant)[lance][ranking_under(view.variant).place(lance, hand)]


def cards_to_keep(hand: Sequence[Card], ranking: Ranking, least: int) -> tuple[Card, ...]:
    """The cards to keep: kings and pairs, but at least `least` are discarded.

    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.model.variant import load_variant
    >>> ranking = ranking_under(load_variant("fournier"))
    >>> (
    ...     cards_to_keep(read_hand("Ro 4c 4e 7b"), ranking, 1),
    ...     cards_to_keep(read_hand("Ro Rc Ao 2o"), ranking, 1),
    ... )
    (('Ro', '4c', '4e'), ('Ro', 'Rc', '2o'))
    """
    plays_as = ranking.effective
    number = Counter(map(plays_as, hand))
    keep = [card for card in hand if plays_as(card) == HIGHEST or number[plays_as(card)] > 1]
    for card in ranking.sorted("chica", keep)[: max(len(keep) - len(hand) + least, 0)]:
        keep.remove(card)
    return tuple(keep)


def cards_to_discard(
    hand: Sequence[Card], keep: Sequence[Card], ranking: Ranking, least: int, most: int
) -> tuple[Card, ...]:
    """The cards to discard in order to keep `keep`, within bounds; the lowest go first.

    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.model.variant import load_variant
    >>> ranking = ranking_under(load_variant("fournier"))
    >>> cards_to_discard(read_hand("Ro 4c 4e 7b"), read_hand("Ro 4c 4e"), ranking, 1, 4)
    ('7b',)
    >>> cards_to_discard(read_hand("Ro Rc Re Ao"), read_hand("Ro Rc Re Ao"), ranking, 1, 4)
    ('Ao',)
    """
    lowest = ranking.sorted("chica", hand)
    cards = [card for card in hand if card not in keep]
    cards += [card for card in lowest if card not in cards][: max(least - len(cards), 0)]
    if len(cards) > most:
        cards = [card for card in lowest if card in cards][:most]
    return tuple(cards)


def should_cut(hand: Sequence[Card], ranking: Ranking) -> bool:
    """Whether to cut: with a hand that no discard is likely to improve.

    >>> from mustutor.model.cards import read_hand
    >>> from mustutor.model.variant import load_variant
    >>> ranking = ranking_under(load_variant("fournier"))
    >>> should_cut(read_hand("Ro Rc Re Ao"), ranking), should_cut(read_hand("Ro Rc 4c 5e"), ranking)
    (True, False)
    """
    row = ranking.classify(hand)
    kings = sum(ranking.effective(card) == HIGHEST for card in hand)
    good = row.points == 31 or row.pares in ("medias", "duples")
    return good or (row.pares != "" and row.juego) or (kings > 1 and row.juego)


def chance_of(view: SeatView, talk: TableTalk, random: Random, deals: int) -> float:
    """How likely the seat's side holds the best hand of the lance, from `deals` samples."""
    ranking = ranking_under(view.variant)
    lance, own = view.lance, view.seat
    cards = deck(view.variant.several("deck.removed_ranks"))
    hand = tuple([card for card in cards if card in view.hand])
    mine = {*hand, *talk.thrown}
    unseen = [card for card in cards if card not in mine]
    start = view.seats.index(view.mano)
    order = view.seats[start:] + view.seats[:start]
    others = [seat for seat in order if seat != own]
    scale = strengths(view.variant)[lance]
    highest = max(scale.values())  # where many hold the best hand it beats few, and is bet on
    won = weighed = 0.0
    bold = {seat: _likely(talk, seat) for seat in others if talk.boldest(seat) is not None}
    for _ in range(deals):
        left = random.sample(unseen, len(unseen))
        hands = {own: hand}
        weight = 1.0
        for seat in others:
            hands[seat] = _draw_hand(left, view.variant, talk, seat, random)
            if seat in bold:
                least, strong, weak = bold[seat]
                place = ranking.place(lance, hands[seat])
                weight *= strong if scale[place] / highest > least else weak
        weighed += weight
        best = ranking.order(lance, [hands[seat] for seat in order])
        if best and order[best[0]][0] == own[0]:
            won += weight
    return won / weighed if weighed else 0.5


def _likely(talk: TableTalk, seat: str) -> tuple[float, float, float]:
    """From which strength hands bet as a seat did, how likely those do, and weaker ones.

    Few bluff high. The higher the stake, the fewer hands bet it: who sees it has a good hand as
    well. Who bet high in other lances too can hardly have the best hand in all of them.
    """
    stake = talk.boldest(seat)
    if not stake:
        return 1 - MOST_THAT_BET, 0.45, 0.8
    best = min(max(1 / max(stake - 1, 1), FEWEST_THAT_BET), MOST_THAT_BET)
    strong, weak = 0.8, 0.2 * (best / MOST_THAT_BET) ** 2
    if stake >= HIGH:
        honest = (1 - BET_HIGH_ALWAYS) * FEWEST_THAT_BET ** talk.high_bets.get(seat, 0)
        always = BET_HIGH_ALWAYS / (BET_HIGH_ALWAYS + honest)
        strong, weak = [(1 - always) * likely + always / 2 for likely in (strong, weak)]
    return 1 - best, strong, weak


def _draw_hand(
    left: list[Card], variant: Variant, talk: TableTalk, seat: str, random: Random
) -> tuple[Card, ...]:
    """Draw a hand for a seat that fits its declarations and signals, or any if none is found."""
    ranking = ranking_under(variant)
    told = [(lance, talk.has[lance][seat]) for lance in DECLARED if seat in talk.has[lance]]
    shown = talk.signs.get(seat, ())
    for _ in range(TRIES_FOR_A_SIGNAL if shown else TRIES):
        hand = left[-CARDS_IN_HAND:]
        if talk.exchanges:
            keep = cards_to_keep(hand, ranking, 1)
            others = [card for card in left if card not in keep]
            hand = [*keep, *others[: CARDS_IN_HAND - len(keep)]]
        if all(ranking.has(lance, hand) == has for lance, has in told) and (
            not shown or matches_signals(shown, hand, ranking, variant)
        ):
            break
        random.shuffle(left)
    for card in hand:
        left.remove(card)
    return tuple(hand)


BET, HIGH_BET = 2, 5
MOST_RAISES = 3
"""Nobody raises more often than this in a lance."""
VALUE = 2
"""An average value of pares and juego to their winner, in stones."""


class BotStyle(NamedTuple):
    """The style of a bot.

    `deals` are sampled at each decision. In a game to a target the bot bets from `bet` on and
    high from `high`; if everybody has stones of their own the three numbers of `alone` are the
    strengths from which it bets, sees and raises. `bluff` is how often it bets on a weak hand.
    """

    deals: int
    bet: float
    high: float
    bluff: float
    alone: tuple[float, float, float]


CLUB = BotStyle(60, 0.6, 0.8, 0.08, (0.6, 0.6, 0.9))
MASTER = BotStyle(60, 0.6, 0.8, 0.08, (0.75, 0.85, 0.97))


class LancePlayer:
    """A bot for any game of lances, by style."""

    def __init__(self, style: BotStyle, random: Random) -> None:
        self.style, self.random = style, random

    def speak(self, view: SeatView) -> str:
        """Choose a call, without the seat."""
        may = {option.verb: option for option in view.options}
        hand = read_hand(view.hand)
        if "descarto" in may:
            return self._throw(hand, may, view)
        if "corto" in may or "mus" in may:
            return self._cut_or_not(hand, may, view)
        if "tengo" in may or "no tengo" in may:
            has = view.lance in DECLARED and ranking_under(view.variant).has(view.lance, hand)
            return _first(("tengo" if has else "no tengo", *may), may)
        if "perete" in may:
            return "perete"
        talk = table_talk(view)
        if "own_stones" in traits(view.variant.game):
            return self._bet_alone(hand, may, view, talk)
        chance = self.chance(view, talk)
        if talk.stake or talk.all_in:
            return self.answer(chance, may, view, talk)
        return self._open(chance, may, view)

    def chance(self, view: SeatView, talk: TableTalk) -> float:
        """How likely the own side holds the best hand of the lance."""
        return chance_of(view, talk, self.random, self.style.deals)

    # --- mus ---------------------------------------------------------------------------------

    def _cut_or_not(self, hand: tuple[Card, ...], may: dict[str, Option], view: SeatView) -> str:
        """Cut with a hand that no discard is likely to improve."""
        good = should_cut(hand, ranking_under(view.variant))
        return _first(("corto", "mus") if good else ("mus", "corto"), may)

    def _throw(self, hand: tuple[Card, ...], may: dict[str, Option], view: SeatView) -> str:
        option = may["descarto"]
        ranking = ranking_under(view.variant)
        least = 0 if "servido" in may else option.least
        cards = cards_to_discard(
            hand, cards_to_keep(hand, ranking, least), ranking, least, option.most
        )
        return " ".join(("descarto", *cards)) if cards else "servido"

    # --- to a target -------------------------------------------------------------------------

    def _open(self, chance: float, may: dict[str, Option], view: SeatView) -> str:
        style, random = self.style, self.random
        if "envido" not in may:
            return _first(("paso",), may)
        stake = 0
        if chance > style.high:
            stake = HIGH_BET if random.random() < 0.7 else BET
        elif chance > style.bet or random.random() < style.bluff:
            stake = BET
        if stake and chance > style.high and "ordago" in may and _behind(view):
            return "ordago"
        return f"envido {within(stake, may['envido'])}" if stake else _first(("paso",), may)

    def answer(self, chance: float, may: dict[str, Option], view: SeatView, talk: TableTalk) -> str:
        """See if that loses less than refusing; raise on a hand that is nearly certain."""
        if talk.all_in or talk.stake >= _left(view):
            worth = _chance_after_refusing(view, talk)
            return _first(("quiero", "no quiero") if chance > worth else ("no quiero",), may)
        value = VALUE if view.lance in DECLARED else 0
        worth = (talk.stake - talk.refusal) / (2 * (talk.stake + value))
        raises = chance > self.style.high and talk.raises < MOST_RAISES
        if raises and "subo" in may and self.random.random() < 0.7:
            return f"subo a {within(talk.stake + BET, may['subo'])}"
        return _first(("quiero", "no quiero") if chance > worth else ("no quiero",), may)

    # --- with stones of one's own ------------------------------------------------------------

    def _bet_alone(
        self, hand: tuple[Card, ...], may: dict[str, Option], view: SeatView, talk: TableTalk
    ) -> str:
        """Bet, see and raise by strength, where the worst hand that saw pays."""
        bet, see, raised = self.style.alone
        strong = strength(view, view.lance, hand)
        if not talk.stake:
            bets = strong > bet and "envido" in may
            return f"envido {may['envido'].least}" if bets else _first(("paso",), may)
        if strong > raised and "subo" in may and talk.raises < MOST_RAISES:
            return f"subo a {may['subo'].least}"
        return _first(("quiero", "no quiero") if strong > see else ("no quiero",), may)


def _chance_after_refusing(view: SeatView, talk: TableTalk) -> float:
    """The chance to win the game after refusing the bet on the table."""
    own = view.position.table.side_of(view.seat)
    bettor = view.position.table.side_of(talk.bettor)
    stones = {**view.stones, bettor: view.stones[bettor] + talk.refusal}
    return win_chance_at(view.variant, stones, own)


def _left(view: SeatView) -> int:
    """The stones the side further behind needs: such a stake decides the game."""
    return view.variant.number("score.target") - min(view.stones.values())


def _behind(view: SeatView) -> bool:
    """Whether the game is almost lost."""
    side = view.position.table.side_of(view.seat)
    return win_chance_at(view.variant, view.stones, side) < 0.2


def within(stake: int, option: Option) -> int:
    """The stake, moved into the bounds of its option."""
    return min(max(stake, option.least), option.most)


def _first(words: tuple[str, ...], may: dict[str, Option]) -> str:
    """The first of these words that is legal, else any legal one, with the least stake."""
    said = next((word for word in words if word in may), "") or next(iter(may))
    option = may[said]
    if said == "envido":
        return f"envido {option.least}"
    return f"subo a {option.least}" if said == "subo" else said
