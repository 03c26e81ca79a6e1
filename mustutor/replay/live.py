"""A record still being taken down: a header line, then one line a call.

The first line is the match without its hands; then come lines of three kinds: a hand begins
(``{"mano": …}``, with its deal), a round begins (``{"lance": …}``), something is said
(``{"call": …}``, with its check), and cards are served (``{"draws": …}``). A crash loses at most
the line under way.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from mustutor.errors import ReplayError
from mustutor.language import mark
from mustutor.replay.format import Json, Replay
from mustutor.replay.seal import canonical


def close_up(data: bytes, *, file: str = "") -> Replay:
    """Make the canonical record of a live file; a last line broken off is left out."""
    from mustutor.replay.reader import loads

    lines = data.decode("utf-8", "replace").split("\n")
    document: Json | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            thing = json.loads(line)
        except (ValueError, RecursionError):
            if any(later.strip() for later in lines[number:]):
                raise ReplayError(
                    mark("This line is not JSON."), file=file, line=number, column=1
                ) from None
            break
        document = _grown(document, thing, file, number)
    if document is None:
        raise ReplayError(mark("It is empty: a record is a JSON document."), file=file)
    return loads(canonical(document), file=file)


def _grown(document: Json | None, thing: Json, file: str, number: int) -> Json:
    wrong = ReplayError(
        mark("This line belongs to no hand or round begun before it."),
        file=file,
        line=number,
        column=1,
    )
    if type(thing) is not dict:
        raise wrong
    if document is None:
        return {**thing, "hands": []}
    hands = document["hands"]
    if "mano" in thing:
        hands.append({**thing, "rounds": []})
        return document
    if not hands:
        raise wrong
    rounds = hands[-1]["rounds"]
    if "lance" in thing:
        rounds.append({**thing, "calls": []})
    elif "call" in thing and rounds:
        rounds[-1]["calls"].append(thing["call"])
        if "check" in thing:
            rounds[-1].setdefault("checks", []).append(thing["check"])
    elif "draws" in thing and rounds:
        rounds[-1]["draws"] = thing["draws"]
    elif "ledger" in thing or "after" in thing:
        hands[-1].update(thing)
    else:
        raise wrong
    return document


def live_lines(replay: Replay) -> Iterator[str]:
    """Write a record as live lines, one a call."""
    yield canonical({n: v for n, v in replay.as_json().items() if n != "hands"})
    for hand in replay.hands:
        written = hand.as_json()
        rounds = written.pop("rounds")
        closing = {n: written.pop(n) for n in ("ledger", "after", "seal") if n in written}
        yield canonical(written)
        for round_ in rounds:
            yield canonical({"lance": round_["lance"]})
            checks = iter(round_.get("checks", ()))
            for call in round_["calls"]:
                check = next(checks, None)
                yield canonical({"call": call, **({"check": check} if check else {})})
            if "draws" in round_:
                yield canonical({"draws": round_["draws"]})
        if closing:
            yield canonical(closing)
