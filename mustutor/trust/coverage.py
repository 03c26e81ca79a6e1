"""What of a record nothing covers, though somebody vouches for it: data, for words and programs.

A seal leaves all cards out, so that copies keep it, and leads back only as far as the hands before
it are sealed. A commitment covers the cards dealt to its seat; a seed that was committed to, and
is told, the cards served as well. Which cards were thrown nothing covers, only how many.
"""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.calls import HIDDEN
from mustutor.replay.format import Hand, Json, Replay, Round
from mustutor.replay.seal import discard_in, seals_of
from mustutor.shuffle import ALGORITHMS, JOINED
from mustutor.tuples import NamedTuple

LATIN = "\u0100"
"""Below it stand the letters of our languages, and no two that look the same."""
SEED = "0" * 32
"""A seed of 128 bits in hexadecimal: nobody finds it by trying."""


class DealMade(NamedTuple):
    """How a hand was dealt by a program: what whoever was at the table compares.

    `words` are those of the table, `commit` what it was told before it spoke them; either may be
    empty, and nobody could check the deal then. A `short` seed could be found by trying, from the
    commitment, before the words were spoken.
    """

    hand: int
    words: str
    nonce: str
    commit: str
    algorithm: str
    short: bool

    @property
    def spelled(self) -> str:
        """The words sign by sign, where other words could look the same; else nothing."""
        text = self.words
        if text == " ".join(text.split()) and all(sign < LATIN for sign in text):
            return ""
        return ascii(text)[1:-1].replace(" ", r"\x20")

    @property
    def joined(self) -> bool:
        """Whether it is of the first version, which binds the seed alone."""
        return self.algorithm == JOINED

    def as_json(self) -> Json:
        """The deal for a program; what is not there is left out."""
        names = ("hand", "words", "nonce", "commit", "algorithm")
        return {name: thing for name in names if (thing := getattr(self, name)) != ""}


class Uncovered(NamedTuple):
    """Parts of a record that may have been changed, by numbers of hands; ``match`` is the file.

    `sealed` are not sealed though others are; `chained` are sealed, and no seal that is signed
    leads back to them; of `dealt`, `served` and `thrown` the cards are covered by nothing.
    """

    sealed: tuple[str, ...] = ()
    chained: tuple[str, ...] = ()
    dealt: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()

    def as_json(self) -> Json:
        """What is not covered, for a program; what is empty is left out."""
        return {name: list(parts) for name, parts in self._asdict().items() if parts}


def deals_of(replay: Replay) -> Iterator[DealMade]:
    """How the hands were dealt that a program dealt, and told something of it."""
    for number, hand in enumerate(replay.hands, 1):
        shuffle = hand.shuffle
        if "seed" in shuffle or "commit" in shuffle:
            words, nonce = shuffle.get("table_seed", ""), shuffle.get("nonce", "")
            short = len(shuffle.get("seed", SEED)) < len(SEED)
            commit = shuffle.get("commit", "")
            yield DealMade(number, words, nonce, commit, shuffle["algorithm"], short)


def uncovered(replay: Replay) -> Uncovered:
    """What nothing covers in a record that somebody sealed in part, signed or committed to."""
    seals = seals_of(replay)
    absent = seals.absent if seals.how_many == "some" else ()
    chained: tuple[str, ...] = ()
    if replay.signatures and (open_hands := [int(part) for part in absent if part != "match"]):
        chained = tuple([part for part in seals.there if part != "match"])
        chained = tuple([part for part in chained if int(part) < max(open_hands)])
    if not replay.signatures and not any(map(_is_committed, replay.hands)):
        return Uncovered(absent, chained)
    cards: dict[str, list[str]] = {"dealt": [], "served": [], "thrown": []}
    for number, hand in enumerate(replay.hands, 1):
        for name in _uncovered_cards(hand):
            cards[name].append(str(number))
    return Uncovered(absent, chained, *map(tuple, cards.values()))


def _is_committed(hand: Hand) -> bool:
    return "commit" in (hand.deal or {}) or "commit" in hand.shuffle


def _uncovered_cards(hand: Hand) -> Iterator[str]:
    deal, shuffle = hand.deal or {}, hand.shuffle
    by_seed = {"seed", "commit"} <= shuffle.keys() and shuffle["algorithm"] in ALGORITHMS
    if not by_seed and not hand.cards.keys() <= deal.get("commit", {}).keys():
        yield "dealt"
    # Hands kept after discards nobody saw follow from no seed.
    if "held" in deal or (not by_seed and any(round_.draws for round_ in hand.rounds)):
        yield "served"
    if any(map(_shows_discards, hand.rounds)):
        yield "thrown"


def _shows_discards(round_: Round) -> bool:
    """Whether cards of a discard are told by their faces."""
    for text in round_.calls:
        call = discard_in(text, round_.lance) if "descarto" in text else None
        if call is not None and any(card != HIDDEN for card in call.cards):
            return True
    return False
