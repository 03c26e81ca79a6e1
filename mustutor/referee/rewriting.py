"""A record verified by writing it again: the one way from its text to the verdict.

A record that this program, or another that keeps to the format, wrote whole tells nothing that does
not follow from its calls, its cards and the stones it begins with: checks, ledger, the stones
after each hand, seals. So of such a text only those are read. The hands are played (`play_back`),
the record is written again by the writer every record is written by, and where the same text comes
out, all that was stated in it is what we compute: nothing of it needs to be compared. At the
first difference, and for a record that tells anything else (claims, notes, gaps), `loads` and
`verify` read it from the start: every fault and every word come from them.

That what is accepted here is accepted there is held by a test that goes both ways with thousands
of records, as they are and edited (``tests/replay/test_rewriting.py``).
"""

from __future__ import annotations

from copy import deepcopy
from operator import itemgetter
from typing import Any

from mustutor.acceptance import Check, compiled
from mustutor.canonical import canonical
from mustutor.errors import IllegalCall, VariantError
from mustutor.ledger import Entry
from mustutor.quickjson import loads as json_of
from mustutor.referee.fields import SHUFFLED
from mustutor.referee.verify import Verdict, stranger, verify
from mustutor.register import cached
from mustutor.replay.format import COUNT, NOTHING, Hand, Json, Refused, Replay, Round, decoded
from mustutor.replay.playback import Played, Unfolded, play_back
from mustutor.replay.reader import LARGEST_MATCH, loads
from mustutor.replay.record import stated
from mustutor.replay.rules import rules_of
from mustutor.replay.seal import seal_of_own, seal_of_rest
from mustutor.schema import schema
from mustutor.trust.commitment import misdealt, unjudged

GIVEN = {
    "": ("format", "variant", "seats", "hands", "start", "games")
    + ("players", "event", "place", "date", "recorder"),
    "variant": ("id", "digest"),
    "hand": ("mano", "rounds", "deal"),
    "deal": ("source", "cards", "shuffle"),
    "shuffle": ("algorithm", "commit", "seed", "table_seed", "nonce"),
}
"""The fields of a record that follow from nothing else, by the parts of its schema.

Of a round these are lance, calls and draws.
"""
COMPUTED = {"": ("seal",), "hand": ("ledger", "after", "seal")}
"""Those that do: whatever stands in them is not looked at, but written again."""
MOST_CALLS = 1000
"""A round of more calls is left to the reader: so many stand in no record that was played."""
_made = tuple.__new__
_fields = itemgetter("lance", "calls", "checks")
_stones = itemgetter(Entry._fields.index("stones"))


def verified(text: str | bytes, *, file: str = "", line: int = 0) -> tuple[Replay, Verdict]:
    """Read a match from JSON text and verify it; raises ReplayError for what cannot be read.

    `line` is the line of `file` the text stands on, where a file holds a match a line.
    """
    # Half a character, which a text may hold in Python, is no UTF-8: it is left to the reader.
    found = written_again(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    if found is None:
        replay = loads(text, file=file, line=line)
        found = replay, verify(replay)
    return found


def written_again(text: bytes) -> tuple[Replay, Verdict] | None:
    """The match and the verdict, where writing it again gives the same text; else nothing."""
    if len(text) > LARGEST_MATCH:
        return None
    try:
        document = json_of(_without_ledgers(text))
    except ValueError:
        return None
    if not _check()(document):
        return None
    del document["seal"]
    try:
        given = decoded(document, _hand)
        variant, other = rules_of(given)
        if other is not None or stranger(given, variant) is not None:
            return None
        before, hands, heard = "", document["hands"], []
        for played, hand in zip(play_back(given, variant, at_once=True), hands, strict=False):
            if not _is_whole(played):
                return None
            ledger, after = stated(played.end)
            if after is None:
                return None
            hand["ledger"], hand["after"] = ledger, after
            hand["seal"] = before = seal_of_own(hand, before)
            mano, rounds, deal, *_ = played.hand
            told = _made(Hand, (mano, rounds, deal, ledger, after, before, NOTHING, ()))
            heard.append(_made(Played, (played.number, told) + played[2:]))
    except (IllegalCall, Refused, VariantError):
        return None
    if len(heard) != len(hands) or not heard:
        return None
    document["seal"] = seal_of_rest(document, before)
    if canonical(document).encode() != text.rstrip(b"\n"):
        return None
    replay = given._replace(hands=tuple([one.hand for one in heard]), seal=document["seal"])
    missing = tuple([gap for one in heard for gap in one.missing])
    return replay, Verdict("ok", not missing, None, tuple(heard), missing, (), variant, "hold")


def _without_ledgers(text: bytes) -> bytes:
    """The text without the movements of its ledgers, the most of it, where it is canonical."""
    head, *torn = text.split(b'"ledger":[')
    return b'"ledger":['.join([head, *[one[one.find(b"]") :] for one in torn]])


def _is_whole(played: Played) -> bool:
    """Whether a hand was heard at once and settled, and dealt as it was committed to.

    The talk before grande may be missing: no stone hangs on it.
    """
    hand, end, most = played.hand, played.end, _most()
    if not (isinstance(played.steps, Unfolded) and played.settled):
        return False
    if max(map(_stones, end.ledger), default=0) > most or max(end.stones) > most:
        return False
    deal = hand.deal or NOTHING
    if deal.get("source", SHUFFLED) != SHUFFLED and "seed" in hand.shuffle:
        return False
    return misdealt(played) is None and not any(unjudged(played))


@cached
def _most() -> int:
    """The most stones a record may hold in one place."""
    most: int = schema("replay")["$defs"]["count"]["maximum"]
    return most


@cached
def _check() -> Check:
    """What says whether a document tells nothing but what is given, and what is computed."""
    whole: Any = deepcopy(schema("replay"))
    deal = whole["$defs"]["deal"]
    parts = {"": whole, "shuffle": deal["properties"]["shuffle"], **whole["$defs"]}
    for name, fields in GIVEN.items():
        part, computed = parts[name], COMPUTED.get(name, ())
        part["properties"] = {field: part["properties"][field] for field in fields}
        part["properties"] |= {field: {} for field in computed}
        part["required"] = [*part["required"], *computed] if "required" in part else computed
        part["patternProperties"] = {}
    # The rounds are looked at where they are read (`_round`): there are many of them.
    del whole["$defs"]["hand"]["properties"]["rounds"]["items"]
    return compiled(whole, whole)


@cached
def _check_draws() -> Check:
    """What says whether the cards served in a round are told as the format has them."""
    whole = schema("replay")
    return compiled(whole["$defs"]["draws"], whole)


def _hand(given: Json) -> Hand:
    """Read a hand without what follows from its rounds; raises Refused where there is a count."""
    rounds = tuple([_round(one) for one in given["rounds"]])
    if rounds and rounds[-1].lance == COUNT:
        raise Refused
    deal = given.get("deal")
    return _made(Hand, (given["mano"], rounds, deal, None, None, None, NOTHING, ()))


def _round(given: Any) -> Round:
    """Read a round that tells nothing but its lance, its calls, their checks, and cards served.

    Raises Refused for any other. How its calls are spelled is for the game to judge.
    """
    try:
        lance, calls, checks = _fields(given)
        "".join(calls)  # refuses what is no text
    except (KeyError, TypeError):
        raise Refused from None
    if type(lance) is not str or type(calls) is not list or type(checks) is not list:
        raise Refused
    draws = None
    if len(given) > 3:
        draws = given.get("draws")
        if len(given) > 4 or not _check_draws()(draws):
            raise Refused
    if len(calls) > MOST_CALLS:
        raise Refused
    return _made(Round, (lance, tuple(calls), draws, tuple(checks), None, NOTHING))
