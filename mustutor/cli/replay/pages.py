"""A record as a page that plays it, as pictures, as a link, as a frame of a site."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mustutor.canonical import canonical
from mustutor.cli.console import Console
from mustutor.cli.habits import Misuse
from mustutor.cli.replay.records import Match, settled
from mustutor.errors import ReplayError
from mustutor.explanation.markup import element
from mustutor.language import mark
from mustutor.referee import Settlement
from mustutor.replay import Replay, loads
from mustutor.replay.carried import MOST_IN_LINK, SCORE_SHEET, in_page, is_page, pack
from mustutor.replay.reader import STDIN, whole

if TYPE_CHECKING:
    from mustutor.coach.analysis import AnalysedHand
    from mustutor.pages.laid import LaidTable
    from mustutor.pages.stepping import Stepped

_ADDRESS = re.compile(r"https?://[^\s#<>\"']+")


def page_of(console: Console, match: Match) -> str:
    """The page that plays a match, with the bytes of its record in it."""
    from mustutor.pages.stepping import to_stepping_page

    settlement = _dealt(match, console)
    return to_stepping_page(settlement, console.language, bytes_of(match), name=_named(match))


def coached_page_of(
    console: Console,
    match: Match,
    hands: Sequence[AnalysedHand],
    noted: Replay,
    *,
    player: str,
    seat: str,
) -> str:
    """The page of a match that was analysed, with its record as it was `noted`."""
    from mustutor.pages.coached import to_coached_page

    written = match._replace(replay=noted)
    return to_coached_page(
        _dealt(written, console),
        hands,
        console.language,
        f"{canonical(noted.as_json())}\n".encode(),
        player=player,
        seat=seat,
        name=_named(match),
    )


def _named(match: Match) -> str:
    """What a browser calls the record of a match where somebody saves it."""
    name = re.sub(r"\W+", "_", Path(match.file).stem, flags=re.ASCII).strip("_") or "record"
    return name[:60]


def picture_of(console: Console, match: Match, place: str, hand: int, command: str) -> str:
    """A picture of one moment of a match, the last if none is named; or of a hand, on a sheet.

    Raises Misuse for a place or a hand it does not have.
    """
    from mustutor.pages.picture import to_sheet, to_svg
    from mustutor.pages.stepping import stepped
    from mustutor.tutor.record import belongs

    told = stepped(_dealt(match, console), console.language)
    if hand:
        return to_sheet(_moments(told, hand, command), told, console.language)
    wanted = place or told.tables[-1].place
    table = next((one for one in told.tables if belongs(one.place, wanted)), None)
    if table is None:
        raise Misuse(
            "There is no {place} in this record: places go from {first} to {last}.",
            command=command,
            place=place,
            first=told.tables[0].place,
            last=told.tables[-1].place,
        )
    return to_svg(table, told, console.language)


def moving_picture_of(console: Console, match: Match, hand: int, command: str) -> bytes:
    """A hand of a match as a GIF, moment by moment; of several hands one is named, else Misuse."""
    from mustutor.pages.picture import to_svg
    from mustutor.pages.raster import to_gif
    from mustutor.pages.stepping import stepped

    told = stepped(_dealt(match, console), console.language)
    assert match.replay is not None
    number = len(match.replay.hands)
    if not hand and number > 1:
        raise Misuse(
            "The match has {number} hands: say which with --hand.", command=command, number=number
        )
    moments = _moments(told, hand or 1, command)
    return to_gif([to_svg(one, told, console.language) for one in moments])


def _moments(told: Stepped, hand: int, command: str) -> list[LaidTable]:
    """The moments of a hand, no more than a picture holds."""
    from mustutor.pages.picture import MOST_MOMENTS
    from mustutor.tutor.record import belongs

    found = [one for one in told.tables if belongs(one.place, str(hand))]
    if not found:
        last = told.tables[-1].place.partition(".")[0]
        raise Misuse(
            "There is no hand {hand}: the match has {number}.",
            command=command,
            hand=hand,
            number=last,
        )
    if len(found) > MOST_MOMENTS:
        raise Misuse(
            "Hand {hand} has {number} moments, and a picture holds {most}: --html plays it.",
            command=command,
            hand=hand,
            number=len(found),
            most=MOST_MOMENTS,
        )
    return found


def link_of(match: Match, address: str, command: str, *, entire: bool) -> str:
    """A match in a link: as a bare sheet, or `entire` as the bytes of its record."""
    from mustutor.sheet import written

    assert match.replay is not None
    if address and not _ADDRESS.fullmatch(address):
        raise Misuse(
            "{address} is no address of a page: it begins with https:// and has no #.",
            command=command,
            address=address,
        )
    text = bytes_of(match) if entire else written(match.replay, bare=True).encode()
    if len(text) > MOST_IN_LINK:
        raise Misuse(
            "A link holds at most {most} KiB, and this match has more: send it as a file.",
            command=command,
            most=MOST_IN_LINK // 1024,
        )
    return f"{address}#{pack(text)}" if entire else f"{address}#{pack(text, SCORE_SHEET)}"


def iframe_of(match: Match, address: str, place: str, command: str) -> str:
    """What a site puts into a page of its own to show a match there, or a place of its page."""
    if not address:
        raise Misuse(
            "Say where the page stands: --page https://club.example/hand.html.", command=command
        )
    link = link_of(match, address, command, entire=False)
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


def _dealt(match: Match, console: Console) -> Settlement:
    """A match settled; raises ReplayError where no hand of it was dealt: there is no table."""
    if match.replay is None or not match.replay.hands:
        raise ReplayError(mark("No hand of this match is recorded."), file=match.file)
    return settled(match, None, console.language)


def bytes_of(match: Match) -> bytes:
    """The bytes of a record as its file has them; as `replay import` writes it, of any other."""
    assert match.replay is not None
    if match.file != STDIN:
        try:
            text = whole(match.file)
            text = in_page(text) if is_page(text) else text
            if loads(text) == match.replay:
                return text
        except ReplayError:
            pass  # a score sheet, several matches, or one that is still being taken down
    return f"{canonical(match.replay.as_json())}\n".encode()
