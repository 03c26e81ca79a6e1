"""The command `replay show`: a record as text, what it states and nothing recomputed.

For `replay export`, a record as a page that plays it, as pictures, as a link, as a frame of a site.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mustutor.base.errors import ReplayError, VariantError
from mustutor.base.json_text import Json, canonical
from mustutor.base.language import Language, mark
from mustutor.cli.common_options import Status, UsageError
from mustutor.cli.console import Console, paged, write
from mustutor.cli.parameters import RECORD
from mustutor.cli.replay.records import (
    Match,
    is_unreadable,
    located,
    matches,
    no_such_place,
    settled,
    spot,
    title,
)
from mustutor.cli.settings import PAGE_ADDRESS
from mustutor.games.explain import BETWEEN, Explanation, Line, Passage
from mustutor.games.failure import ordinal_name
from mustutor.games.player import Round
from mustutor.games.teller import Teller, teller_of
from mustutor.present.markup import element
from mustutor.referee.settle import Settlement
from mustutor.replay.files import JSON, MOMENTS, MOST_IN_LINK, SCORE_SHEET, in_page, is_page, pack
from mustutor.replay.format import COUNT, Hand, Replay, rules_of
from mustutor.replay.names import by_name, in_one_line, note_lines
from mustutor.replay.reader import LIVE, STDIN, loads, whole
from mustutor.tutor.record_walk import belongs

if TYPE_CHECKING:
    from mustutor.analysis.coach.match import AnalysedHand
    from mustutor.present.replay_page import Playback
    from mustutor.present.table_state import TableView

MOVED = ("lance", "item", "from", "to")
"""What a movement of stones names in words."""


def page_of(console: Console, match: Match) -> str:
    """The page that plays a match, with the bytes of its record in it."""
    from mustutor.present.replay_page import to_stepping_page

    settlement = _dealt(match, console.language)
    return to_stepping_page(settlement, console.language, bytes_of(match), name=_named(match))


def coached_page_of(
    console: Console,
    match: Match,
    hands: Sequence[AnalysedHand],
    noted: Replay,
    *,
    player: str,
) -> str:
    """The page of a match that was analysed, with its record as it was `noted`."""
    from mustutor.present.study_pages import to_coached_page

    written = match._replace(found=noted)
    return to_coached_page(
        _dealt(written, console.language),
        hands,
        console.language,
        f"{canonical(noted.as_json())}\n".encode(),
        player=player,
        name=_named(match),
    )


def _named(match: Match) -> str:
    """What a browser calls the record of a match where somebody saves it."""
    name = re.sub(r"\W+", "_", Path(match.file).stem, flags=re.ASCII).strip("_")
    return name[:60] or "record"


def picture_of(console: Console, match: Match, place: str, hand: int) -> str:
    """A picture of one moment of a match, the last if none is named; or of a hand, on a sheet.

    Raises UsageError for a place or a hand it does not have.
    """
    from mustutor.present.picture import to_sheet, to_svg
    from mustutor.present.replay_page import playback_of

    told = playback_of(_dealt(match, console.language), console.language)
    if hand:
        return to_sheet(_moments(told, hand), told, console.language)
    wanted = place or told.tables[-1].place
    table = next((one for one in told.tables if belongs(one.place, wanted)), None)
    if table is None:
        raise no_such_place(place, [one.place for one in told.tables])
    return to_svg(table, told, console.language)


def moving_picture_of(console: Console, match: Match, hand: int) -> bytes:
    """A hand of a match as a GIF, moment by moment; of several hands one must be named."""
    from mustutor.present.picture import to_gif, to_svg
    from mustutor.present.replay_page import playback_of

    told = playback_of(_dealt(match, console.language), console.language)
    number = len(match.replay.hands)
    if not hand and number > 1:
        raise UsageError("The match has {number} hands: say which with --hand.", number=number)
    return to_gif([to_svg(one, told, console.language) for one in _moments(told, hand or 1)])


def _moments(told: Playback, hand: int) -> list[TableView]:
    """The moments of a hand, no more than a picture holds."""
    from mustutor.present.picture import MOST_MOMENTS

    found = [one for one in told.tables if belongs(one.place, str(hand))]
    if not found:
        last = told.tables[-1].place.partition(".")[0]
        raise UsageError("There is no hand {hand}: the match has {number}.", hand=hand, number=last)
    if len(found) > MOST_MOMENTS:
        raise UsageError(
            "Hand {hand} has {number} moments, and a picture holds {most}: --html plays it.",
            hand=hand,
            number=len(found),
            most=MOST_MOMENTS,
        )
    return found


def link_of(
    match: Match, address: str, language: Language, *, entire: bool = False, moments: bool = False
) -> str:
    """A match in a link: a bare sheet, `entire` the bytes of its record, or with its `moments`.

    With those any page plays it that plays a match; without them it must run mustutor.
    """
    from mustutor.present.replay_page import moments_in_link
    from mustutor.replay.sheet.writer import written

    if address and not PAGE_ADDRESS.fullmatch(address):
        raise UsageError(
            "{address} is no address of a page: it begins with https:// and has no #.",
            address=address,
        )
    sheet, form = written(match.replay, bare=True), SCORE_SHEET
    text = sheet.encode()
    if entire:
        text, form = bytes_of(match), JSON
    elif moments:
        text = moments_in_link(_dealt(match, language), language, sheet)
        form = MOMENTS
    if len(text) > MOST_IN_LINK:
        raise UsageError(
            "A link holds at most {most} KiB, and this match has more: send it as a file.",
            most=MOST_IN_LINK // 1024,
        )
    return f"{address}#{pack(text, form)}"


def iframe_of(match: Match, address: str, place: str, language: Language) -> str:
    """What a site puts into a page of its own to show a match there, or a place of its page."""
    if not address:
        raise UsageError("Say where the page stands: --page https://club.example/hand.html.")
    link = link_of(match, address, language, moments=True)
    source = f"{address}#{place}" if place else link
    return element(
        "iframe",
        src=source,
        title="Mus",
        width="100%",
        height=760,
        loading="lazy",
        sandbox="allow-scripts",
        referrerpolicy="no-referrer",
    )


def _dealt(match: Match, language: Language) -> Settlement:
    """A match settled; raises ReplayError where no hand of it was dealt: there is no table."""
    if not match.replay.hands:
        raise ReplayError(mark("No hand of this match is recorded."), file=match.file)
    return settled(match, None, language)


def bytes_of(match: Match) -> bytes:
    """The bytes of a record as its file has them; as `replay import` writes it, of any other."""
    if match.file != STDIN:
        try:
            text = whole(match.file)
            text = in_page(text) if is_page(text) else text
            if loads(text) == match.replay:
                return text
        except ReplayError:
            pass  # a score sheet, several matches, or one that is still being taken down
    return f"{canonical(match.replay.as_json())}\n".encode()


def show(console: Console, file: str = RECORD) -> Status:
    """Write every match of a file as text."""
    status = Status.DONE
    found = located(file) if file != STDIN else file
    if found != file and found.endswith(LIVE):
        console.say(
            "This match is not closed yet: here is {live} as far as it has gone.", live=found
        )
        console.write()
    with paged(console):
        for number, match in enumerate(matches(file)):
            if number:
                console.write()
            if is_unreadable(console, match):
                status = Status.UNREADABLE
            else:
                write_record(console, match.replay)
    return status


def write_record(console: Console, replay: Replay) -> None:
    """Write a record: the match, its hands call by call, what it claims, its notes."""
    language = by_name(console.language, replay)
    title(console, replay)
    teller = _teller(replay)
    for name, words in zip(("start", "games"), teller.before_the_match(language), strict=True):
        given = getattr(replay, name)
        if given:
            console.paragraph(
                language.say("{what}: {counts}", what=words, counts=counts_text(given)), hang=2
            )
    shown: set[str] = set()
    for number, hand in enumerate(replay.hands, 1):
        console.write()
        write(console, page(number, hand, replay, language, shown))
    others = [
        line
        for place, notes in (replay.notes or {}).items()
        if place not in shown
        for line in note_lines(place, notes, language)
    ]
    ending = [
        (language.say("Other notes"), others),
        (language.say("Claims"), [_claim(claim, language) for claim in replay.claims or ()]),
    ]
    for heading, lines in ending:
        if lines:
            console.write()
            write(console, Explanation("", (Passage(heading, tuple(lines)),)))


def _teller(replay: Replay) -> Teller:
    """Who tells the game of a record; the plainest where its rules are not known."""
    try:
        return teller_of(rules_of(replay)[0])
    except VariantError:
        return Teller()


def page(
    number: int, hand: Hand, replay: Replay, language: Language, shown: set[str]
) -> Explanation:
    """A hand of a record as written there; places whose notes it shows are added to `shown`."""
    say, teller = language.say, _teller(replay)

    def notes(place: str) -> list[Line]:
        shown.add(place)
        return list(note_lines(place, (replay.notes or {}).get(place, ()), language))

    passages = [Passage("", (*_deal(hand, teller, language), *notes(str(number))))]
    names: list[str] = []
    for round_ in hand.rounds:
        names.append(round_.lance)
        lines = list(_round(round_, teller, language))
        place = f"{number}.{ordinal_name(round_.lance, names.count(round_.lance))}"
        lines += notes(place) if place not in shown else []
        for index, _ in enumerate(round_.calls, 1):
            lines += notes(f"{place}.{index}")
        passages.append(Passage(teller.heading(round_.lance, language), tuple(lines)))
    passages += [
        Passage(COUNT, tuple(_round(round_, teller, language))) for round_ in hand.counting
    ]
    passages.append(Passage(say("What the record states"), tuple(_stated(hand, teller, language))))
    heading = say("Hand {hand} · {mano} is mano", hand=number, mano=hand.mano)
    return Explanation(heading, tuple(passage for passage in passages if passage.lines))


def _deal(hand: Hand, teller: Teller, language: Language) -> Iterator[Line]:
    """The cards, who shuffled and cut, and what was kept after discards nobody saw."""
    deal = hand.deal or {}
    for seat, cards in hand.cards.items():
        yield _holding(seat, cards, language)
    if deal.get("shuffled"):
        seats = ", ".join(map(language.player_name, deal["shuffled"]))
        yield Line(language.say("Shuffled by {seats}.", seats=seats))
    cut = deal.get("cut")
    if cut == "none":
        yield Line(language.say("Nobody cut."))
    elif cut:
        cards = cut.get("cards", "?")
        yield Line(language.say("Cut by {seat}: {cards}", seat=cut["by"], cards=cards))
    for seat, cards in deal.get("held", {}).items():
        yield _holding(seat, cards, language)._replace(text=language.say(teller.kept))


def _holding(seat: str, cards: Iterable[str], language: Language, before: str = "") -> Line:
    said = before + in_one_line(" ".join(cards), language.code)
    return Line("", seat=language.player_name(seat), said=said)


def _round(round_: Round, teller: Teller, language: Language) -> Iterator[Line]:
    """The calls as the record writes them, each seat by the name of the player; what is served.

    One word is written as it is said: órdago has its accent.
    """
    calls = []
    for call in round_.calls:
        seat, between, words = call.partition(" ")
        words = words if " " in words else teller.aloud(words, language)
        called = in_one_line(language.player_name(seat), language.code)
        calls.append(f"{called}{between}{in_one_line(words, language.code)}")
    if calls:
        # Three spaces part the calls: a page breaks its lines there, and never inside a call.
        yield Line(BETWEEN.join(calls))
    for seat, cards in (round_.draws or {}).items():
        yield _holding(seat, cards, language, "+ ")


def _stated(hand: Hand, teller: Teller, language: Language) -> Iterator[Line]:
    for movement in hand.ledger or ():
        known = {name: in_one_line(movement[name], language.code) for name in MOVED}
        payment = teller.moved({**known, "stones": movement["stones"]}, language)
        text = language.say("{what}: {payment}", what=known["lance"], payment=payment)
        rules = (in_one_line(movement["rule"], language.code),) if movement.get("rule") else ()
        yield Line(text, rules)
    if hand.after is not None:
        yield Line(language.say(teller.left_after, counts=counts_text(hand.after)))
    checks = sum(len(round_.checks or ()) for round_ in hand.rounds)
    if checks:
        yield Line(language.count_noun("{number} check", checks))
    if hand.seal:
        yield Line(language.say("Seal {seal}", seal=hand.seal[:12]))


def _claim(claim: Json, language: Language) -> Line:
    known: dict[str, object] = {
        "by": in_one_line(claim["by"], language.code),
        "about": spot(claim["about"], language),
        "to": claim.get("to", ""),
    }
    if "stones" in claim:
        text = language.say("{by} on {about}: {stones} to {to}", stones=claim["stones"], **known)
    elif "after" in claim:
        counts = counts_text(claim["after"])
        text = language.say("{by} on {about}: {counts}", counts=counts, **known)
    else:
        text = language.say("{by} on {about}: {to}", **known)
    if "text" in claim:
        added = in_one_line(claim["text"], language.code)
        text = language.say("{claim}. {text}", claim=text, text=added)
    return Line(text)


def counts_text(stones: dict[str, int]) -> str:
    """Write counts by seat: ``A 5  B 18``.

    >>> counts_text({"A": 5, "B": 18})
    'A 5  B 18'
    """
    return "  ".join(f"{seat} {number}" for seat, number in stones.items())
