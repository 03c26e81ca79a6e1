"""Rules of thumb for Mus: what a learner who keeps a dozen short rules in mind would say.

Start at `advice`, which says a call and names the rule it follows; `RULES` are the rules in the
order in which they are asked, a function each, with the lesson that states it. Everything follows
from the own four cards, the seat, the bet on the table and the score: no sampling, no memory, no
chance. `pupil` in `mustutor.games.bot` plays by them, up to any lesson of the course.

A hand is graded in each lance by `grade`. At grande and chica the grade counts kings or aces, and
half a step for the card beside them (a knight or jack; a four or five). At pares it is 1 for a low
pair, 1.5 for kings, 2 for medias, 3 for duples, 3.5 for duples with kings. At juego it goes up from
1 for 33 to 8 for 31, and at punto it is the points. `NEEDED` has what each rule asks for; as mano a
bet or an answer needs a `STEP` less, since mano wins ties.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import NamedTuple

from mustutor.games.bot import safest
from mustutor.games.explain import sentence_rows
from mustutor.games.mus_family.bot_lances import TableTalk, table_talk, within
from mustutor.games.mus_family.hands import CARDS_IN_HAND, DECLARED, LANCES, ranking_under
from mustutor.games.seat_view import SeatView
from mustutor.model.cards import Card, read_hand
from mustutor.model.position import Option

KING, ACE = "R", "A"
BESIDE = {"grande": (KING, "CS"), "chica": (ACE, "45")}
"""What grande and chica count, and the cards that make it half a step better."""
STEP = {"grande": 0.5, "chica": 0.5, "pares": 0.5, "juego": 1, "punto": 1}
PARES = {"": 0, "par": 1, "medias": 2, "duples": 3}
JUEGO = (33, 34, 35, 36, 37, 40, 32, 31)
"""Juego from the worst to the best."""

NEEDED: Mapping[str, Mapping[str, float]] = {
    "little": {"grande": 1.5, "chica": 1.5, "pares": 1, "juego": 4, "punto": 24},
    "bet": {"grande": 2.5, "chica": 2.5, "pares": 1.5, "juego": 7, "punto": 28},
    "accept_five": {"grande": 2.5, "chica": 2.5, "pares": 2, "juego": 7, "punto": 28},
    "high": {"grande": 3, "chica": 3, "pares": 3, "juego": 8, "punto": 29},
    "ordago": {"grande": 3.5, "chica": 3.5, "pares": 3.5, "juego": 8, "punto": 30},
    "best": {"grande": 4, "chica": 4, "pares": 3.5, "juego": 9, "punto": 31},
}
"""The grade each use of a hand needs; 9 at juego and 31 at punto only mano has."""

BET, HIGH_BET, RAISE, HIGHEST_RAISE = 2, 15, 5, 12
SMALL, MIDDLE = 3, 9
"""The highest stakes of a small bet, and of one of middle size."""
NEAR, FAR = 10, 10
"""Stones to go from which a side is near its end; stones between the sides that are many."""


class Sight(NamedTuple):
    """The moment as a learner looks at it: the own cards, the talk, the calls allowed."""

    view: SeatView
    cards: tuple[Card, ...]
    talk: TableTalk
    may: Mapping[str, Option]

    @property
    def is_mano(self) -> bool:
        """Whether the own seat speaks first, and so wins ties."""
        return self.view.seat == self.view.mano

    @property
    def own(self) -> int:
        """The stones of the own side."""
        return self.view.stones[self.view.position.table.side_of(self.view.seat)]

    @property
    def theirs(self) -> int:
        """The stones of the other side; of the best of them, where there are several."""
        own = self.view.position.table.side_of(self.view.seat)
        return max(stones for side, stones in self.view.stones.items() if side != own)

    @property
    def target(self) -> int:
        """The stones that win the game."""
        return self.view.variant.number("score.target")

    def still_to_speak(self, *, own: bool) -> bool:
        """Whether somebody of the own side, or of another, speaks after this seat."""
        table = self.view.position.table
        side = table.side_of(self.view.seat)
        return any((table.side_of(seat) == side) is own for seat in self.view.position.queue[1:])

    def enough(self, use: str) -> bool:
        """Whether the hand is good enough for a use in this lance, as mano a step easier."""
        lance = self.view.lance
        eased = STEP[lance] if self.is_mano else 0
        return grade(lance, self.cards, self.view) + eased >= NEEDED[use][lance]

    def plainly(self, use: str) -> bool:
        """The same at grande, chica and pares, where being mano does not count."""
        lance = self.view.lance
        eased = STEP[lance] if self.is_mano and lance in ("juego", "punto") else 0
        return grade(lance, self.cards, self.view) + eased >= NEEDED[use][lance]


def grade(lance: str, cards: tuple[Card, ...], view: SeatView) -> float:
    """How good a hand is in a lance, by what a learner sees at once."""
    ranking = ranking_under(view.variant)
    ranks = [ranking.effective(card) for card in cards]
    if lance in BESIDE:
        counted, beside = BESIDE[lance]
        return ranks.count(counted) + 0.5 * any(rank in beside for rank in ranks)
    row = ranking.classify(cards)
    if lance == "pares":
        with_kings = row.pares in ("par", "duples") and KING in row.pares_ranks
        return PARES[row.pares] + 0.5 * with_kings
    if lance == "juego":
        return JUEGO.index(row.points) + 1 if row.points in JUEGO else 0
    return row.points


# --- a function for each rule: what it says, or nothing where it has no say ------------------


def throw(sight: Sight) -> str:
    """Throw everything but kings; with none, all four."""
    return _throw(sight, keeps=KING)


def _throw(sight: Sight, keeps: str) -> str:
    if "descarto" not in sight.may:
        return ""
    ranking, option = ranking_under(sight.view.variant), sight.may["descarto"]
    lowest = ranking.sorted("chica", sight.cards)
    others = [card for card in sight.cards if ranking.effective(card) != keeps]
    others += [card for card in lowest if card not in others][: max(option.least - len(others), 0)]
    return " ".join(("descarto", *others[: option.most]))


def cut(sight: Sight) -> str:
    """Cut with 31, medias, duples, or pares together with juego; else say mus."""
    if not {"mus", "corto"} <= sight.may.keys():
        return ""
    row = ranking_under(sight.view.variant).classify(sight.cards)
    good = row.points == 31 or row.pares in ("medias", "duples") or (row.pares and row.juego)
    return "corto" if good else "mus"


def desperate(sight: Sight) -> str:
    """Órdago when they are near the end, oneself is far behind, and the hand is good."""
    near = sight.theirs >= sight.target - NEAR and sight.theirs - sight.own >= FAR
    return "ordago" if near and "ordago" in sight.may and sight.plainly("high") else ""


def last_stone(sight: Sight) -> str:
    """Bet with one stone missing: if they refuse, the game is won."""
    missing_one = sight.own == sight.target - 1
    return _bet(sight, BET) if missing_one else ""


def bet_high(sight: Sight) -> str:
    """Bet fifteen with the best hands."""
    return _bet(sight, HIGH_BET) if sight.enough("high") else ""


def last_to_speak(sight: Sight) -> str:
    """Bet two with little where nobody has bet and no rival speaks any more."""
    alone = not sight.still_to_speak(own=False)
    return _bet(sight, BET) if alone and sight.enough("little") else ""


def bet(sight: Sight) -> str:
    """Bet two with a good hand; pass with less."""
    if "envido" not in sight.may:
        return ""
    return _bet(sight, BET) if sight.enough("bet") else "paso"


def save_the_game(sight: Sight) -> str:
    """Accept where a refusal would give them the game and nobody answers afterwards."""
    lost = sight.theirs + sight.talk.refusal >= sight.target
    answers = "quiero" in sight.may and not sight.still_to_speak(own=True)
    return "quiero" if answers and lost else ""


def accept_ordago(sight: Sight) -> str:
    """Accept an órdago with a very good hand; far behind with less, far ahead with the best."""
    if not sight.talk.all_in:
        return ""
    behind = sight.theirs - sight.own
    use = "high" if behind >= FAR else "best" if behind <= -FAR else "ordago"
    return "quiero" if sight.plainly(use) else "no quiero"


def raise_five(sight: Sight) -> str:
    """Raise by five with the hands one bets fifteen with, and never above twelve."""
    stake = sight.talk.stake + RAISE
    if "subo" not in sight.may or stake > HIGHEST_RAISE or not sight.plainly("high"):
        return ""
    return f"subo a {within(stake, sight.may['subo'])}"


def accept_bet(sight: Sight) -> str:
    """Accept a bet with a hand as good as the bet is big; of an órdago it says nothing."""
    if "quiero" not in sight.may or sight.talk.all_in:
        return ""
    stake = sight.talk.stake
    use = "little" if stake <= SMALL else "accept_five" if stake <= MIDDLE else "high"
    return "quiero" if sight.enough(use) else "no quiero"


def _bet(sight: Sight, stake: int) -> str:
    if "envido" not in sight.may:
        return ""
    return f"envido {within(stake, sight.may['envido'])}"


class RuleOfThumb(NamedTuple):
    """One rule: its name, the lesson that states it, the sentence to keep in mind, and its say.

    `says` gives a call for a moment, or nothing where the rule is not about it.
    """

    name: str
    lesson: str
    sentence: str
    says: Callable[[Sight], str]


_SAID = sentence_rows("rules_of_thumb")
RULES = tuple(
    RuleOfThumb(name, lesson, _SAID[name], says)
    for name, lesson, says in (
        ("throw", "to_throw", throw),
        ("cut", "to_cut", cut),
        ("desperate", "the_score", desperate),
        ("save", "to_accept", save_the_game),
        ("ordago", "the_score", accept_ordago),
        ("raise", "to_bet", raise_five),
        ("accept", "to_accept", accept_bet),
        ("last_stone", "the_score", last_stone),
        ("high", "to_bet", bet_high),
        ("last", "to_bet", last_to_speak),
        ("bet", "to_bet", bet),
    )
)
"""The rules, in the order they are asked: the first that has something to say is followed."""


class Advice(NamedTuple):
    """What the rules of thumb say at a moment, and the rule that says it.

    There is no rule where one call alone is possible, or where no rule is about what is asked.
    """

    words: str
    rule: RuleOfThumb | None


def advice(view: SeatView, lessons: Container[str] | None = None) -> Advice:
    """What the rules of thumb say for a seat whose turn it is, and which of them.

    Of `lessons`, where they are told, only their rules are asked: whoever knows no rule for a
    moment says mus, throws all four, passes and refuses.

    >>> from mustutor import games
    >>> from mustutor.games.player import Player
    >>> from mustutor.games.seat_view import view
    >>> from mustutor.model.variant import load_variant
    >>> table = games.start(load_variant("fournier"), seats=("A1", "B1", "A2", "B2"), mano="A1")
    >>> hand = Player(table).deal({"A1": "Ro Rc 7e 4b".split()}).hear("A1 corto")
    >>> found = advice(view(hand.position, "A1", hand.steps))
    >>> found.words, found.rule.name
    ('envido 2', 'bet')
    """
    if len(view.hand) < CARDS_IN_HAND:
        return Advice(safest(view), None)
    may = {option.verb: option for option in view.options}
    sight = Sight(view, read_hand(view.hand), table_talk(view), may)
    if "tengo" in may or "no tengo" in may:
        has = view.lance in DECLARED and ranking_under(view.variant).has(view.lance, sight.cards)
        said = "tengo" if has else "no tengo"
        return Advice(said if said in may else safest(view), None)
    betting = view.lance in LANCES
    for rule in RULES:
        known = lessons is None or rule.lesson in lessons
        if known and (betting or rule.name in ("throw", "cut")):
            words = rule.says(sight)
            if words and view.why_not(words) is None:
                return Advice(words, rule)
    return Advice(_throw(sight, keeps="") or safest(view), None)


ADVISER = advice
