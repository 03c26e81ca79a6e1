"""The record of a match as typed values: `mus-replay/1`, from JSON and back to it.

Start at `Replay` and `decode`. ``schemas/replay-1.schema.json`` alone defines the format: what it
accepts becomes a `Replay`, and what it refuses is explained by it. Fields beginning with ``x-``
belong to other programs: they are kept, written back, and have no meaning here.

`rules_of` finds the rules of a record: a packaged variant by its id, or rules embedded in it. Older
embedded rules may lack parts of options that were added later; each missing part takes the value
that describes the play of that time. Any other missing part is refused, as in a new record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from mustutor.base.errors import Fault, VariantError
from mustutor.base.json_text import NOTHING, Json, canonical, digest, with_stated_fields
from mustutor.base.language import mark
from mustutor.base.register import games, notebook_html
from mustutor.base.schema import check_of
from mustutor.games.failure import Failure, Place, places_of
from mustutor.games.player import Round
from mustutor.model.options import options_of
from mustutor.model.variant import Variant, load_variant, resolve_embedded
from mustutor.model.variant_file import variant_ids

FORMAT = "mus-replay/1"
ABOUT = ("draw", "players", "event", "place", "date", "recorder", "view")
"""What a match tells about itself; it changes nothing."""
COUNT = "cuenta"
"""The round after the lances in which stones are claimed, each lance by somebody."""
TALK, MANO = "x-talk", "x-mano"
"""Fields of a hand that begins at grande: the talk before it, and who was mano before a corrido."""


class Hand(NamedTuple):
    """One deal and its lances; `ledger`, `after` and `seal` are what the record states.

    `counting` are the rounds of ``cuenta`` at its end, unchanged and unjudged.
    """

    mano: str
    rounds: tuple[Round, ...]
    deal: Json | None = None
    ledger: tuple[Json, ...] | None = None
    after: dict[str, int] | None = None
    seal: str | None = None
    extra: Json = NOTHING
    counting: tuple[Round, ...] = ()

    @property
    def cards(self) -> Json:
        """The dealt cards by seat, as printed."""
        cards: Json = self.deal.get("cards", {}) if self.deal else {}
        return cards

    @property
    def shuffle(self) -> Json:
        """The data of its shuffle; empty if it has none."""
        shuffle: Json = self.deal.get("shuffle", {}) if self.deal else {}
        return shuffle

    @property
    def calls(self) -> list[str]:
        """The calls of all its rounds, in order."""
        return [call for round_ in self.rounds for call in round_.calls]

    @property
    def claimed(self) -> list[str] | None:
        """The claims at its count; None if no count was recorded."""
        if not self.counting:
            return None
        return [call for round_ in self.counting for call in round_.calls]

    def places(self, number: int) -> Iterator[Place]:
        """The place of every call, in order; `number` is that of the hand, from 1."""
        return places_of(number, [(round_.lance, len(round_.calls)) for round_ in self.rounds])

    def as_json(self) -> Json:
        """The hand as the format writes it."""
        written: Json = {
            "mano": self.mano,
            "rounds": [round_.as_json() for round_ in (*self.rounds, *self.counting)],
        }
        return with_stated_fields(
            written,
            self.extra,
            deal=self.deal,
            ledger=self.ledger,
            after=self.after,
            seal=self.seal,
        )


class Replay(NamedTuple):
    """A match: the rulebook, the seats in speaking order, and the hands.

    `about` holds draw, players, event, place, date, recorder and view; `start` the stones before
    the first hand and `games` the games already lost, both by side.
    """

    variant: Json
    seats: tuple[str, ...]
    hands: tuple[Hand, ...]
    start: dict[str, int] | None = None
    games: dict[str, int] | None = None
    claims: tuple[Json, ...] | None = None
    notes: Json | None = None
    signatures: list[Any] | None = None
    seal: str | None = None
    about: Json = NOTHING
    extra: Json = NOTHING

    def __repr__(self) -> str:
        return f"<Replay {self.variant.get('id')} {' '.join(self.seats)}, hands: {len(self.hands)}>"

    def _repr_html_(self) -> str:
        return notebook_html(self)

    def as_json(self) -> Json:
        """The match as the format writes it."""
        written: Json = {
            "format": FORMAT,
            "variant": self.variant,
            "seats": list(self.seats),
            "hands": [hand.as_json() for hand in self.hands],
            **self.about,
        }
        return with_stated_fields(
            written,
            self.extra,
            start=self.start,
            games=self.games,
            claims=self.claims,
            notes=self.notes,
            signatures=self.signatures,
            seal=self.seal,
        )


# --- from JSON ------------------


class Refused(Exception):
    """Raised for a document that is not a record; the schema can explain why."""


def decode(document: Any) -> Replay:
    """Turn a JSON document into a Replay; raises Refused if it does not fit the schema.

    >>> decode({"format": "mus-replay/1", "variant": {"id": "encaje"}, "seats": ["A", "B"],
    ...         "hands": []}).seats
    ('A', 'B')
    """
    if not check_of("replay")(document):
        raise Refused
    return decoded(document)


def decoded(given: Json, read_hand: Callable[[Json], Hand] | None = None) -> Replay:
    """Turn a JSON document that fits the schema into a Replay.

    `read_hand` may replace the decoder of hands, to decode less or to check more.
    """
    return Replay(
        variant=given["variant"],
        seats=tuple(given["seats"]),
        hands=tuple(map(read_hand or _decoded_hand, given["hands"])),
        start=given.get("start"),
        games=given.get("games"),
        claims=_tuple(given.get("claims")),
        notes=given.get("notes"),
        signatures=given.get("signatures"),
        seal=given.get("seal"),
        about={name: given[name] for name in ABOUT if name in given},
        extra=_others(given),
    )


def _decoded_hand(given: Json) -> Hand:
    rounds = tuple([_decoded_round(round_) for round_ in given["rounds"]])
    count = rounds[:0]
    if rounds and rounds[-1].lance == COUNT:
        played = next((n for n in range(len(rounds), 0, -1) if rounds[n - 1].lance != COUNT), 0)
        rounds, count = rounds[:played], rounds[played:]
    return Hand(
        given["mano"],
        rounds,
        given.get("deal"),
        _tuple(given.get("ledger")),
        given.get("after"),
        given.get("seal"),
        _others(given),
        count,
    )


def _decoded_round(given: Json) -> Round:
    checks = given.get("checks")
    if len(given) == 2 + (checks is not None):
        # The common kind of round: `tuple.__new__` takes half the time of the constructor.
        told = tuple(checks) if checks is not None else None
        return tuple.__new__(
            Round, (given["lance"], tuple(given["calls"]), None, told, None, NOTHING)
        )
    return Round(
        given["lance"],
        tuple(given["calls"]),
        given.get("draws"),
        _tuple(checks),
        _tuple(given.get("at_ms")),
        _others(given),
    )


def _tuple(given: list[Any] | None) -> tuple[Any, ...] | None:
    return None if given is None else tuple(given)


def _others(given: Json) -> Json:
    extra = {name: thing for name, thing in given.items() if name[:2] == "x-"}
    return extra or NOTHING


def upgraded_rules(rules: Mapping[str, Any]) -> Mapping[str, Any]:
    """Embedded rules completed with the parts that were added to the format later.

    >>> upgraded_rules({"game": "mus", "penalty": {"false_declaration": "none"}})["penalty"]["lie"]
    'none'
    """
    whole = dict(rules)
    game = rules.get("game")
    for state in options_of(game).added if game in games() else ():
        for option, parts in state.items():
            stated = whole.get(option)
            if isinstance(stated, dict):
                whole[option] = {**parts, **stated}
    return whole


def earlier_digests(variant: Variant) -> Iterator[str]:
    """The digests of these rules under earlier versions of the format, the latest first.

    Rules that use later options have none.
    """
    rules = variant.as_json()
    for state in reversed(options_of(variant.game).added):
        for option, parts in state.items():
            now = rules[option]
            if any(now[part] != before for part, before in parts.items()):
                return
            rules[option] = {part: value for part, value in now.items() if part not in parts}
        yield digest(canonical(rules))


def is_newer(named: object) -> bool:
    """Whether a record names a later major version of this format than this program reads.

    >>> is_newer("mus-replay/2"), is_newer("mus-replay/1"), is_newer("phh/2")
    (True, False, False)
    """
    found = re.fullmatch(r"mus-replay/([0-9]{1,9})", named) if isinstance(named, str) else None
    return found is not None and int(found[1]) > int(FORMAT.rpartition("/")[2])


def rules_of(replay: Replay) -> tuple[Variant, Failure | None]:
    """The rules a record is played under, and a failure if they are not the packaged ones.

    A record that embeds its rules stays playable when packaged variants change: if its digest is
    unknown it is played under its own rules. A record from before a variant changed is played under
    the rules of that time. Raises VariantError if no rules can be found.
    """
    stated = replay.variant
    embedded = _embedded(stated) if "rules" in stated else None
    try:
        ours = load_named(stated["id"])
    except VariantError:
        if embedded is None:
            raise
        ours = None
    claimed = stated.get("digest")
    if embedded is not None and not _is_known(embedded, claimed):
        sentence = mark("The digest of the record is not that of the rules it embeds.")
        return embedded, Failure("other_rules", "variant", Fault("", sentence, {}))
    theirs = embedded.digest if embedded is not None else claimed
    for state in ours.states() if ours is not None else ():
        if _is_known(state, theirs):
            return state, None
    if ours is None and embedded is not None:
        return embedded, None
    sentence = mark(
        "The record was played under other rules than our {variant}: digest {theirs}, ours {ours}."
    )
    evidence = {
        "variant": stated["id"],
        "theirs": str(theirs)[:12],
        "ours": ours.digest[:12] if ours else "",
    }
    failure = Failure("other_rules", "variant", Fault("", sentence, evidence))
    played = embedded or ours
    assert played is not None
    return played, failure


def _is_known(variant: Variant, claimed: str | None) -> bool:
    """Whether a digest, if any, is that of these rules, now or in an earlier state."""
    return claimed in (None, variant.digest) or claimed in earlier_digests(variant)


def _embedded(stated: Json) -> Variant:
    """The rules embedded in a record; those of an earlier state are completed."""
    try:
        return resolve_embedded(stated["rules"], stated["id"])
    except VariantError:
        return resolve_embedded(upgraded_rules(stated["rules"]), stated["id"])


def game_named(variant: Json) -> str:
    """The game of a record's rules; empty if the rules are unknown.

    >>> game_named({"id": "mau_mau"}), game_named({"id": "nobody_knows_it"})
    ('mau_mau', '')
    """
    rules = variant.get("rules")
    game = rules.get("game") if isinstance(rules, dict) else None
    if game in games():
        return str(game)
    try:
        return load_named(str(variant.get("id"))).game
    except VariantError:
        return ""


def named_rules(variant: Variant) -> Json:
    """A variant as a record names it: with its rules along where nobody else has them.

    >>> sorted(named_rules(load_variant("madrid")))
    ['digest', 'id']
    """
    named: Json = {"id": variant.id, "digest": variant.digest}
    if variant.id not in variant_ids() or load_variant(variant.id) != variant:
        named["rules"] = variant.as_json()
    return named


def load_named(name: str) -> Variant:
    """Load a packaged variant that a record names; the name is never used as a path."""
    if not name.replace("_", "").isalnum() or not name.isascii():
        raise VariantError(mark("{name!r} is not the id of a variant."), name=name)
    return load_variant(name)
