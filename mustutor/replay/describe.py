"""Records in words: a hand played back, the refusal it stops at, and what the header says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mustutor import games
from mustutor.base.json_text import Json
from mustutor.base.language import Language, printable
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.games.failure import Failure
from mustutor.games.rulebook import in_language
from mustutor.games.tell_hand import explain_fault, explain_hand
from mustutor.model.variant import Variant
from mustutor.replay.format import Replay
from mustutor.replay.playback import Played

LONGEST_WORDS = 2_000


def hand_page(played: Played, language: Language) -> Explanation:
    """Explain a hand that was played back, in the given language."""
    return explain_hand(played.steps, played.end, played.open, language, movements=False)


def failure_page(failure: Failure, language: Language) -> Explanation:
    """Explain where a record cannot continue: the call, the reason, and what was legal instead."""
    say = language.say
    heading = say("Refused")
    lines = [Line(say("At {place} the record has: {call}", place=failure.place, call=failure.text))]
    if not failure.text:
        lines = [Line(say("At {place}", place=failure.place))]
    position = failure.position
    if position is None or failure.verdict != "illegal":
        rules = (failure.fault.rule,) if failure.fault.rule else ()
        lines.append(Line(failure.fault.said(language), rules))
        return Explanation("", (Passage(heading, tuple(lines)),))
    options = games.options(position) if position.speaker else ()
    page = explain_fault(position, failure.fault, options, language)
    lines += [line._replace(indent=line.indent + 1) for line in page.lines]
    lines.append(Line(say("Position: {line}", line=position.line())))
    return Explanation("", (Passage(heading, tuple(lines)),))


def about_lines(
    replay: Replay, variant: Variant, language: Language, *others: Variant
) -> Iterator[Line]:
    """The lines of a record's header: the event, who recorded it, the players, the rules."""
    code, about, say = language.code, replay.about, language.say
    named = [in_one_line(about[name], code) for name in ("event", "place", "date") if name in about]
    if named:
        yield Line(" · ".join(named), indent=0)
    if "recorder" in about:
        recorder = in_one_line(about["recorder"], code)
        yield Line(say("Taken down by {recorder}.", recorder=recorder), indent=0)
    for seat in replay.seats:
        if seat in about.get("players", {}):
            yield Line(player(about["players"][seat], code), seat=seat)
    every = (variant, *others)
    named = [rulebook_named(rules, language) for rules in every]
    yield Line(say("The rules: {variant}.", variant=language.join_list(named)), indent=0)
    if replay.variant["id"] not in [rules.id for rules in every]:
        named_rules = in_one_line(replay.variant["id"], code)
        yield Line(say("The record itself names {variant}.", variant=named_rules), indent=0)


def rulebook_named(rules: Variant, language: Language) -> str:
    """A rulebook's name, followed by the id one types.

    >>> from mustutor.base.language import open_language
    >>> from mustutor.model.variant import load_variant
    >>> rulebook_named(load_variant("fournier"), open_language("en"))
    'Mus, Fournier rules (fournier)'
    """
    name = in_one_line(rules.name, language.code)
    return rules.id if name == rules.id else language.say("{name} ({id})", name=name, id=rules.id)


def player(given: object, code: str) -> str:
    """A player as the record names them, with the kind of player if it says so."""
    if isinstance(given, dict):
        name, kind = (
            in_one_line(given.get("name", ""), code),
            in_one_line(given.get("kind", ""), code),
        )
        return f"{name} ({kind})" if name and kind and name != kind else name or kind
    return in_one_line(given, code)


def note_lines(place: str, notes: Iterable[Json], language: Language) -> Iterator[Line]:
    """The notes on one place, one line each."""
    for note in notes:
        text = in_one_line(note["text"], language.code)
        if "by" in note:
            text = language.say(
                "{text} ({by})", text=text, by=in_one_line(note["by"], language.code)
            )
        glyph = note.get("glyph", "")
        shown = f"{in_one_line(place, language.code)} {glyph}".strip()
        yield Line(text, kind="note", said=shown)


def in_one_line(thing: object, code: str) -> str:
    """A record's own text on one printable line; picks the language if it has several.

    >>> in_one_line({"en": "a slip", "es": "un error"}, "es")
    'un error'
    """
    if isinstance(thing, Mapping):
        thing = in_language(thing, code) or next(iter(thing.values()), "")
    return printable(" ".join(str(thing).split("\n")), LONGEST_WORDS)
