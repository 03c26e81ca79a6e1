"""Commit and reveal: a shuffle nobody can choose, and cards nobody can exchange.

The dealer commits to a secret seed (`new_secret`), and publishes the commitment and the nonce; the
commitment also binds the rules, the seats, the mano and the number of the hand. Then the table adds
words of its own, and the deal follows from both (`deal_secret`): the dealer cannot choose the cards
without knowing the words, nor can the others without knowing the seed. Seals cover the words and
the nonce, and every verdict repeats them, so that their authors can check them. A dealer who
dislikes the cards can still go silent: a record without its seed shows that. Each seat gets its
copy (`redact`), the hand is played and recorded over the table's copy, and at the end the dealer's
secret is added to that record (`with_secrets`): anybody who verifies it then deals and serves the
same cards again. Cards thrown face down stay unknown.

A seed that can be guessed commits to nothing: these have 256 random bits. Those of simulated
matches follow from the typed seed, and keep no secret.

`why_impossible_deal` checks whether the cards are those dealt and served. The stock is served in
the order of the shuffle. When it runs out the discards, put in the order of the deck, are shuffled
with the same seed; ``k`` counts the shuffles of the hand from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor import games
from mustutor.base.errors import Fault, IllegalCall, NotationError, ReplayError, VariantError
from mustutor.base.json_text import Json, digest
from mustutor.base.language import mark
from mustutor.games.failure import Failure, Missing, Place
from mustutor.model.calls import HIDDEN
from mustutor.model.cards import ALGORITHM, ALGORITHMS, JOINED, Card, Pack, commitment_to
from mustutor.model.position import Hand as Cards
from mustutor.model.position import Position
from mustutor.model.variant import Variant
from mustutor.replay.format import Hand, Replay, rules_of
from mustutor.replay.playback import Played, can_repeat_shuffle, play_back, shuffled_again
from mustutor.replay.seals import SALT_BYTES, commitment, version_of

SEED_BYTES = 32
LONGEST_WORDS = 200


def new_secret(
    variant: Variant, seats: Sequence[str], mano: str, nonce: str = "1", hand: int = 1
) -> Replay:
    """Make the dealer's secret: a record with a seed and its commitment, without cards.

    `hand` is the number of the hand in its match that will be dealt from it.
    """
    from secrets import token_hex

    seed = token_hex(SEED_BYTES)
    start = games.start(variant, seats=tuple(seats), mano=mano)  # raises for an impossible table
    shuffle: Json = {"algorithm": ALGORITHM, "nonce": nonce, "seed": seed, "hand": hand}
    shuffle["commit"] = _commitment(start, mano, hand, shuffle)
    told: Json = {"source": "shuffled", "shuffle": shuffle}
    return Replay(
        {"id": variant.id, "digest": variant.digest}, tuple(seats), (Hand(mano, (), told),)
    )


def deal_secret(secret: Replay, words: str) -> Replay:
    """Deal the secret's cards, from its seed and the words the table added.

    Raises ReplayError if it has no seed, or was dealt already: other words would deal other cards.
    """
    from secrets import token_hex

    hand = secret.hands[0] if len(secret.hands) == 1 else None
    shuffle: Json = (hand.deal or {}).get("shuffle", {}) if hand is not None else {}
    if hand is None or "seed" not in shuffle:
        raise ReplayError(mark("It is not a dealer's secret: mustutor replay commit writes one."))
    if hand.cards or hand.rounds:
        raise ReplayError(mark("These cards have been dealt already: commit to a new seed."))
    if len(words) > LONGEST_WORDS:
        sentence = mark("The words of the table may have at most {most} characters.")
        raise ReplayError(sentence, most=LONGEST_WORDS)
    variant, _ = rules_of(secret)
    start = games.start(variant, seats=secret.seats, mano=hand.mano)
    shuffle = {**shuffle, "table_seed": words}
    cards, _ = shuffled_again(start, shuffle)
    salts = {seat: token_hex(SALT_BYTES) for seat in cards}
    told: Json = {
        **(hand.deal or {}),
        "shuffle": shuffle,
        "cards": {seat: list(held) for seat, held in cards.items()},
        "salts": salts,
        "commit": {seat: commitment(salts[seat], held) for seat, held in cards.items()},
    }
    return secret._replace(hands=(hand._replace(deal=told),))


def with_secrets(replay: Replay, secrets_told: Sequence[Replay]) -> Replay:
    """The record with the seeds, salts and cards of the secrets its hands were dealt from.

    The cards served follow from the seed and are added as well. Sealed data does not change, and
    data already in the record stays: if it contradicts the commitment, verification reports that.
    Raises ReplayError if no secret belongs to the record.
    """
    told_hands = [hand for secret in secrets_told for hand in secret.hands]
    known = {_shuffle_identity(hand): hand.deal or {} for hand in told_hands}
    hands = list(replay.hands)
    found = set()
    for number, hand in enumerate(replay.hands, 1):
        key = _shuffle_identity(hand)
        if key is not None and key in known:
            found.add(number)
            hands[number - 1] = hand._replace(deal=_with_secret_fields(hand, known[key]))
    if not found:
        raise ReplayError(mark("No hand of the record was dealt from that secret."))
    told = replay._replace(hands=tuple(hands))
    try:
        variant, _ = rules_of(told)
        for played in play_back(told, variant, checks=False):
            if played.number in found:
                hands[played.number - 1] = _with_draws(played)
    except (IllegalCall, VariantError):
        return told  # verification says what is wrong with it
    return replay._replace(hands=tuple(hands))


def _with_draws(played: Played) -> Hand:
    """The hand with the cards its shuffle serves, as far as they are determined."""
    if not can_repeat_shuffle(played.hand.shuffle):
        return played.hand
    pack: Pack | None
    _, pack = shuffled_again(played.start, played.hand.shuffle)
    game = games.game_of(played.start.variant.game)
    steps = iter([step for step in played.served if step.call.verb == "sirve"])
    rounds, thrown = [], game.words.grammar.face_down
    for round_ in played.hand.rounds:
        served = round_.lance in game.rules.phases.served
        if served and thrown:  # where cards are exchanged, somebody has to throw some
            served = any(verb in call for call in round_.calls for verb in thrown)
        step = next(steps, None) if served else None
        if step is None or pack is None:
            rounds.append(round_)
            continue
        hands, pack = game.chance.serve(step.before, pack)
        draws = {seat: list(cards) for seat, cards in hands.items() if HIDDEN not in cards}
        rounds.append(round_._replace(draws={**draws, **(round_.draws or {})} or None))
    return played.hand._replace(rounds=tuple(rounds))


def _shuffle_identity(hand: Hand) -> tuple[str, str] | None:
    """The identity of a hand's shuffle: its commitment and its nonce; None without one."""
    shuffle = hand.shuffle
    return (shuffle["commit"], shuffle.get("nonce", "")) if "commit" in shuffle else None


def _with_secret_fields(hand: Hand, secret: Json) -> Json:
    deal: Json = hand.deal or {}
    joined = dict(deal)
    for name in ("cards", "salts"):
        if name in secret:
            joined[name] = {**secret[name], **deal.get(name, {})}
    # Words that the seal does not cover were not spoken at the table.
    told = ("seed",) if hand.seal and version_of(hand.seal) else ("seed", "table_seed")
    seeds = {name: secret["shuffle"][name] for name in told if name in secret["shuffle"]}
    return {**joined, "shuffle": {**seeds, **deal["shuffle"]}}


def _commitment(start: Position, mano: str, hand: int, shuffle: Json) -> str:
    """The commitment to the seed of a shuffle, by its algorithm."""
    seed: str = shuffle["seed"]
    if shuffle["algorithm"] == JOINED:
        return digest(seed)
    table = start.table
    return commitment_to(
        seed,
        digest=table.variant.digest,
        seats=table.seats,
        mano=mano,
        hand=hand,
        nonce=shuffle.get("nonce", ""),
    )


# --- were they dealt and served? -----------------------------------------------------------


def why_impossible_deal(played: Played) -> Failure | None:
    """The failure of a deal that contradicts its commitments or its shuffle; None if none does."""
    recorded = played.hand.deal or {}
    shuffle = recorded.get("shuffle", {})
    fault = _uncommitted(recorded) if {"commit", "salts"} <= recorded.keys() else None
    if fault is None and can_repeat_shuffle(shuffle):
        fault = _another_seed(played, shuffle)
        if fault is None and not played.shuffled:
            hands, pack = shuffled_again(played.start, shuffle)
            game = games.game_of(played.start.variant.game)
            fault = _not_dealt(recorded, hands, game) or _not_stocked(played, pack, game)
            if fault is None:
                return _not_drawn(played, hands, pack)
    return Failure("misdealt", str(played.number), fault, played.start) if fault else None


def _another_seed(played: Played, shuffle: Json) -> Fault | None:
    """The fault of a seed that does not fit its commitment; None if it does."""
    hand = shuffle.get("hand", played.number)
    if hand != played.number and played.hand.rounds:
        sentence = mark("The shuffle was committed to for hand {hand}, but this is hand {number}.")
        return Fault("", sentence, {"hand": hand, "number": played.number})
    if "commit" not in shuffle:
        return None
    if _commitment(played.start, played.hand.mano, hand, shuffle) == shuffle["commit"]:
        return None
    sentence = mark("The seed of the shuffle is not the one committed to.")
    if shuffle["algorithm"] != JOINED:
        sentence = mark(
            "The seed of the shuffle is not the one committed to for these rules, these seats, "
            "this mano, this hand and this nonce."
        )
    return Fault("", sentence, {})


def unjudged(played: Played) -> Iterator[Missing]:
    """What nobody can judge in a deal: no seed, no salts, or an unknown shuffle."""
    deal = played.hand.deal or {}
    place = str(played.number)
    if "shuffle" in deal:
        if deal["shuffle"]["algorithm"] not in ALGORITHMS:
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
            sentence = mark(
                "The cards of {seat}, {cards}, are not the ones committed to at the deal."
            )
            return Fault("", sentence, {"seat": seat, "cards": " ".join(cards)})
    return None


def _not_dealt(recorded: Json, dealt: dict[str, Cards], game: games.Game) -> Fault | None:
    """The fault of a hand the shuffle does not deal; of five cards four may be recorded."""
    sentence = mark("The shuffle deals {dealt} to {seat}, but the record has {cards}.")
    return _not_among(recorded.get("cards", {}), dealt, game, game.words.cited.dealt, sentence)


def _not_among(
    told: Json, there: dict[str, Cards], game: games.Game, rule: str, sentence: str
) -> Fault | None:
    """The fault of cards told of a seat that are not among those it got."""
    for seat, texts in told.items():
        got = there.get(seat, ())
        if got == tuple(texts):
            continue
        try:
            cards = [game.chance.deck.read(text) for text in texts]
        except NotationError:
            return None  # The playback, or the statements, say what cannot be read.
        if not _among(cards, got):
            evidence = {"seat": seat, "dealt": " ".join(got), "cards": " ".join(cards)}
            return Fault(rule, sentence, evidence)
    return None


def _not_stocked(played: Played, pack: Pack, game: games.Game) -> Fault | None:
    """The fault of a recorded stock that the shuffle does not make."""
    start = end = game.chance.with_stock(played.start, pack)
    if start is played.start:  # A game without a stock.
        return None
    for step in played.steps:
        end = game.rules.play(end, step.call)
    made, recorded = game.gaps.stated_stock(start, end), played.hand.deal or {}
    for field, cards in made.items():
        # An interrupted hand has not reached every reshuffle.
        if field in recorded and recorded[field][: len(cards)] != cards:
            sentence = mark("The {field} of the deal is not what the shuffle gives.")
            return Fault(game.words.cited.served, sentence, {"field": field})
    return None


def _among(told: Sequence[Card], there: Sequence[Card]) -> bool:
    """Whether cards are among others, in any order, and with any suit if they have none.

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


def _not_drawn(played: Played, dealt: dict[str, Cards], pack: Pack) -> Failure | None:
    """The failure of cards served that are not the next of the stock (MUS-DISC-4, MUS-DISC-5).

    A seat cannot have held cards that it was neither dealt nor served.
    """
    game = games.game_of(played.start.variant.game)
    left: Pack | None = pack
    had = dict(dealt)
    for step in played.served:
        if step.call.verb != "sirve" or left is None:
            continue
        told = dict(step.call.hands)
        hands, left = game.chance.serve(step.before, left)
        for seat, cards in hands.items():
            failure = _unlike(played, step.before, seat, told.get(seat), cards)
            if failure is not None:
                return failure
            had[seat] = (*had.get(seat, ()), *cards)
    if left is None or game.chance.drawing_verbs:
        return None  # in games with draws, hands are compared during play
    held = (played.hand.deal or {}).get("held", {})
    sentence = mark(
        "The shuffle gives {seat} no more than {dealt}, but the record says that {cards} were held."
    )
    fault = _not_among(held, had, game, game.words.cited.served, sentence)
    return Failure("misdealt", str(played.number), fault, played.start) if fault else None


def _unlike(
    played: Played, position: Position, seat: str, told: Cards | None, known: Cards
) -> Failure | None:
    """The failure of cards served that differ from the stock's; None if they agree."""
    if told is None or told == known or _among(told, known):
        return None
    sentence = mark("The shuffle serves {dealt} to {seat}, but the record has {cards}.")
    evidence = {"seat": seat, "dealt": " ".join(known), "cards": " ".join(told)}
    fault = Fault(games.cited(position.variant).served, sentence, evidence)
    place = Place(played.number, position.lance, position.deal.discards + 1)
    return Failure("misdealt", str(place), fault, position)
