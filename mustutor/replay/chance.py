"""Are these the cards that were dealt? The shuffle and the commitments of a recorded deal."""

from __future__ import annotations

from mustutor.cards import deck
from mustutor.errors import Fault
from mustutor.language import mark
from mustutor.replay.format import Json
from mustutor.replay.playback import Played
from mustutor.replay.seal import SHUFFLE, commitment, dealt_round, digest, shuffled
from mustutor.replay.stopped import Failure


def misdealt(played: Played) -> Failure | None:
    """Compare the recorded cards with the commitments and the shuffle, where they are told."""
    deal = played.hand.deal
    if deal is None:
        return None
    if "commit" in deal and "salts" in deal:
        fault = _uncommitted(deal)
        if fault is not None:
            return Failure("misdealt", str(played.number), fault, played.start)
    if "shuffle" in deal:
        fault = _unshuffled(played, deal)
        if fault is not None:
            return Failure("misdealt", str(played.number), fault, played.start)
    return None


def _uncommitted(deal: Json) -> Fault | None:
    for seat, salt in deal["salts"].items():
        cards = deal.get("cards", {}).get(seat)
        if cards is None or seat not in deal["commit"]:
            continue
        if commitment(salt, cards) != deal["commit"][seat]:
            return Fault(
                "",
                mark("The cards of {seat}, {cards}, are not the ones committed to at the deal."),
                {"seat": seat, "cards": " ".join(cards)},
            )
    return None


def _unshuffled(played: Played, deal: Json) -> Fault | None:
    shuffle = deal["shuffle"]
    if shuffle["algorithm"] != SHUFFLE or "seed" not in shuffle:
        return None
    if "commit" in shuffle and digest(shuffle["seed"]) != shuffle["commit"]:
        return Fault("", mark("The seed of the shuffle is not the one committed to."), {})
    rules = played.start.variant.rules
    removed = tuple(str(rank) for rank in rules["deck.removed_ranks"])  # type: ignore[union-attr]
    pack = shuffled(
        deck(removed),
        seed=shuffle["seed"],
        table_seed=shuffle.get("table_seed", ""),
        nonce=shuffle.get("nonce", ""),
    )
    cards = int(rules["deal.cards"])  # type: ignore[arg-type]
    dealt = dealt_round(pack, played.start.order, cards)
    for seat, hand in deal.get("cards", {}).items():
        if list(hand) != dealt.get(seat):
            return Fault(
                "MUS-DEAL-3",
                mark("The shuffle deals {dealt} to {seat}, and the record has {cards}."),
                {
                    "seat": seat,
                    "dealt": " ".join(dealt.get(seat, [])),
                    "cards": " ".join(hand),
                },
            )
    return None
