"""What a hand leaves behind: who is out, who has lost, and what nobody wrote down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mustutor.explain.fact import Fact
from mustutor.explain.showdown import Missing
from mustutor.position import LANCES, Position


def in_front(position: Position, *, total: bool = False) -> Fact:
    """The stones in front of each, and those in the pots."""
    evidence: dict[str, object] = {
        "in_front": position.in_front(),
        "pots": dict(position.pots),
        "out": position.out,
    }
    if total:
        evidence["total"] = sum(position.stones) + sum(stones for _, stones in position.pots)
    return Fact("in_front", indent=0, evidence=evidence)


def not_recorded(last: Position, end: Position) -> Iterator[Fact]:
    """Which lances the record leaves out, at its end or in between."""
    missing = [lance for lance in end.skipped if lance in LANCES]
    if not last.loser and last.lance not in ("showdown", "end"):
        if last.lance not in LANCES and (last.said or last.deal.discards):
            yield Fact("record_stops_early", indent=0)
        elif last.said:
            evidence = {"lance": last.lance, "seat": last.speaker}
            yield Fact("record_stops", indent=0, evidence=evidence)
        elif last.lance in LANCES:
            missing += [lance for lance in LANCES[LANCES.index(last.lance) :] if lance != "punto"]
            missing += ["punto"] if last.lance == "punto" else []
        else:
            missing += LANCES[:-1]
    if missing:
        yield Fact("lances_not_recorded", indent=0, evidence={"lances": tuple(missing)})


def aftermath(end: Position, void: Sequence[Missing]) -> Iterator[Fact]:
    """Who drops out, who loses, and what is void because the game is over."""
    gone = tuple([seat for seat in end.order if not end.stones_of(seat)])
    if gone and not end.pots:
        yield Fact("drops_out", ("ENC-STN-4",), indent=0, evidence={"seats": gone})
    if not end.loser:
        return
    settling = any(entry.when == "showdown" for entry in end.ledger)
    rules = ("ENC-END-1", "ENC-END-3" if settling else "ENC-END-2")
    yield Fact("loses", rules, indent=0, evidence={"seat": end.loser})
    for missing in void:
        yield Fact(
            "void",
            ("ENC-END-3",),
            indent=0,
            evidence={"seat": missing.payer, "lance": missing.lance, "due": missing.due},
        )
    table = end.table
    lost = dict(zip(table.seats, table.games, strict=True))[end.loser]
    most = end.variant.rules["encaje.session_losses"]
    yield Fact(
        "loses_the_session" if lost == most else "games_lost",
        ("ENC-SES-1",),
        indent=0,
        evidence={"seat": end.loser, "lost": lost, "most": most},
    )
