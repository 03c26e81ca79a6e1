"""The rules a record is played under: ours by its name, or those it carries with it."""

from __future__ import annotations

from mustutor.errors import Fault, VariantError
from mustutor.language import mark
from mustutor.register import games
from mustutor.replay.failure import Failure
from mustutor.replay.format import Json, Replay
from mustutor.replay.old import completed, known_as
from mustutor.variant import Variant, load_variant, resolve_embedded


def rules_of(replay: Replay) -> tuple[Variant, Failure | None]:
    """The rules a record is played under, and the failure where they are not ours.

    A record that embeds its rules outlives our variants: where the digest is not ours it is
    played under its own. One of before our variant changed is played under the rules it had then.
    Raises VariantError where there is nothing to go on with.
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
    """Whether a digest, where there is one, is that of these rules, now or in an older state."""
    return claimed in (None, variant.digest) or claimed in known_as(variant)


def _embedded(stated: Json) -> Variant:
    """The rules a record carries; those of an older state are completed."""
    try:
        return resolve_embedded(stated["rules"], stated["id"])
    except VariantError:
        return resolve_embedded(completed(stated["rules"]), stated["id"])


def game_named(variant: Json) -> str:
    """The game of the rules a record names or carries; nothing where we know none of them.

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


def load_named(name: str) -> Variant:
    """Load a variant a record names: only an id of ours; a name never becomes a path."""
    if not name.replace("_", "").isalnum() or not name.isascii():
        raise VariantError(mark("{name!r} is not the id of a variant."), name=name)
    return load_variant(name)
