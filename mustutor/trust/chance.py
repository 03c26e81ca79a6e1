"""Are these the cards that were dealt and served? The shuffle and the commitments of a deal.

The stock is served in the order of the shuffle. When it runs out the discards, put in the
order of the deck, are shuffled with the same seed; ``k`` counts the shuffles of the hand from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.calls import HIDDEN
from mustutor.cards import Card
from mustutor.errors import Fault, NotationError
from mustutor.games import Game, cited, game_of
from mustutor.language import mark
from mustutor.position import Hand, Position
from mustutor.replay.failure import Failure, Missing
from mustutor.replay.format import Json
from mustutor.replay.playback import Played
from mustutor.replay.seal import commitment, digest
from mustutor.shuffle import ALGORITHM, Pack, fresh_pack


def misdealt(played: Played) -> Failure | None:
    """Compare the recorded cards with the commitments and the shuffle, where they are told."""
    recorded = played.hand.deal
    if recorded is None:
        return None
    place = str(played.number)
    if "commit" in recorded and "salts" in recorded:
        fault = _uncommitted(recorded)
        if fault is not None:
            return Failure("misdealt", place, fault, played.start)
    shuffle = recorded.get("shuffle", {})
    if shuffle.get("algorithm") != ALGORITHM or "seed" not in shuffle:
        return None
    if "commit" in shuffle and digest(shuffle["seed"]) != shuffle["commit"]:
        sentence = mark("The seed of the shuffle is not the one committed to.")
        return Failure("misdealt", place, Fault("", sentence, {}), played.start)
    start = played.start
    game = game_of(start.variant.game)
    seeds = (shuffle["seed"], shuffle.get("nonce", ""), shuffle.get("table_seed", ""))
    hands, pack = game.deal(start, fresh_pack(game.pack(start.variant), *seeds))
    fault = _not_dealt(recorded, hands, game)
    if fault is not None:
        return Failure("misdealt", place, fault, played.start)
    return _not_drawn(played, pack)


def unjudged(played: Played) -> Iterator[Missing]:
    """Tell what a deal states that nobody can judge: no seed, no salts, another shuffle."""
    deal = played.hand.deal or {}
    place = str(played.number)
    if "shuffle" in deal:
        if deal["shuffle"]["algorithm"] != ALGORITHM:
            yield Missing(place, "shuffle")
        elif "seed" not in deal["shuffle"]:
            yield Missing(place, "seed")
    salted = deal.get("salts", {})
    committed = [seat for seat in deal.get("commit", {}) if seat not in salted]
    if committed:
        yield Missing(place, "salts", tuple(committed))


# --- the cards dealt ---------------------------------------------------------------------


def _uncommitted(recorded: Json) -> Fault | None:
    for seat, salt in recorded["salts"].items():
        cards = recorded.get("cards", {}).get(seat)
        if cards is None or seat not in recorded["commit"]:
            continue
        if commitment(salt, cards) != recorded["commit"][seat]:
            return Fault(
                "",
                mark("The cards of {seat}, {cards}, are not the ones committed to at the deal."),
                {"seat": seat, "cards": " ".join(cards)},
            )
    return None


def _not_dealt(recorded: Json, dealt: dict[str, Hand], game: Game) -> Fault | None:
    """Find a hand the shuffle does not deal; of five cards a record may tell the four kept."""
    for seat, texts in recorded.get("cards", {}).items():
        if dealt.get(seat) == tuple(texts):
            continue
        try:
            hand = [game.deck.read(text) for text in texts]
        except NotationError:
            return None  # The playback says what cannot be read.
        if not _among(hand, dealt.get(seat, ())):
            return Fault(
                game.cited.dealt,
                mark("The shuffle deals {dealt} to {seat}, and the record has {cards}."),
                {
                    "seat": seat,
                    "dealt": " ".join(dealt.get(seat, ())),
                    "cards": " ".join(hand),
                },
            )
    return None


def _among(told: Sequence[Card], there: Sequence[Card]) -> bool:
    """Whether cards are some of others; their order means nothing, nor a suit not told.

    A hidden card among the others may be any.
    """
    left = list(there)
    for card in sorted(told, key=len, reverse=True):
        found = next((one for one in left if card in (one, one.rank)), HIDDEN)
        if found not in left:
            return False
        left.remove(found)
    return True


# --- the cards served --------------------------------------------------------------------


def _not_drawn(played: Played, pack: Pack) -> Failure | None:
    """Find cards served that are not the next of the stock (MUS-DISC-4, MUS-DISC-5)."""
    game = game_of(played.start.variant.game)
    left: Pack | None = pack
    for step in played.served:
        if step.call.verb != "sirve" or left is None:
            continue
        told = dict(step.call.hands)
        hands, left = game.serve(step.before, left)
        for seat, cards in hands.items():
            failure = _unlike(played, step.before, seat, told.get(seat), cards)
            if failure is not None:
                return failure
    return None


def _unlike(
    played: Played, position: Position, seat: str, told: Hand | None, known: Hand
) -> Failure | None:
    """Compare what a seat was served with what the stock holds for it, so far as that is known."""
    if told is None or told == known or _among(told, known):
        return None
    sentence = mark("The shuffle serves {dealt} to {seat}, and the record has {cards}.")
    evidence = {"seat": seat, "dealt": " ".join(known), "cards": " ".join(told)}
    fault = Fault(cited(position.variant).served, sentence, evidence)
    return Failure("misdealt", f"{played.number}.descarte", fault, position)
