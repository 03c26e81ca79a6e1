"""Oddities of a variant file: what stands in it to no effect, or perhaps to another than meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mustutor import schema
from mustutor.errors import VariantError
from mustutor.language import mark
from mustutor.variant.file import Source
from mustutor.variant.options import idle, moot


def oddities(source: Source, rules: Mapping[str, Any]) -> Iterator[VariantError]:
    """Find what the author of a variant file should be warned of, each with its place.

    `rules` are the resolved ones (`Variant.rules`). Nothing found is wrong: the variant can stand.
    """
    own = source.draft.get("rules", {})
    for option in idle(rules["game"]):
        if option in own:
            yield source.refusal(
                ("rules", option),
                mark("{option} changes nothing in {game}: it may be left out."),
                option=option,
                game=rules["game"],
            )
    for option, reason in moot(rules):
        if option in own:
            yield source.refusal(
                ("rules", option),
                mark("{option} changes nothing while {reason} is {value}: it may be left out."),
                option=option,
                reason=reason,
                value=schema.spelled(rules[reason]),
            )
    yield from _of_values(source, own, rules)


def _of_values(
    source: Source, own: Mapping[str, Any], rules: Mapping[str, Any]
) -> Iterator[VariantError]:
    figures = own.get("real.figures", ())
    if rules["real.enabled"] and rules["deck.kings"] == 4 and "three" in figures:
        yield source.refusal(
            ("rules", "real.figures", figures.index("three")),
            mark("With four kings a three is no figure: it makes no Real."),
        )
    waits = "not_in_mus_corrido" in rules["signals.when"]
    if own.get("mus.corrido_signals") == "allowed" and waits and rules["signals.allowed"]:
        yield source.refusal(
            ("rules", "mus.corrido_signals"),
            mark("signals.when forbids signals in mus corrido: take not_in_mus_corrido out of it."),
        )
    signals = own.get("signals.list")
    if isinstance(signals, dict):
        from mustutor.games.mus_family.signals import meanings

        for meaning in signals:
            if meaning not in meanings():
                yield source.refusal(
                    ("rules", "signals.list", meaning),
                    mark("{meaning} is a signal of your own: nobody else can tell if it is false."),
                    meaning=meaning,
                    hint=schema.closest(meaning, meanings()),
                )
